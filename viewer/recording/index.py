"""Index of a recording: tables of frames, actors and events in memory; frames are read when needed."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import reduce
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Floats, Ints, multi_arange
from viewer.lazy import lazy
from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.errors import ChangedError
from viewer.logfile.fields import PacketKind, Shape
from viewer.logfile.header import Header
from viewer.logfile.payload import Records, decode_records
from viewer.logfile.source import LogFile
from viewer.recording.actor_name import ActorNotFoundError
from viewer.recording.actors import VEHICLES, Actor, ActorTable
from viewer.recording.columns import read_only
from viewer.recording.layouts import FRAME_START_DTYPE, HEADER_SIZE, Layout, LayoutTable
from viewer.recording.problems import Problem
from viewer.recording.recorded_events import ContactTable
from viewer.recording.times import believable
from viewer.recording.units import metres

NO_COLLISION_SENSOR = "no collision sensor is recorded"
"""Text that says why collisions in a recording cannot be counted."""

_DURATION = int(FRAME_START_DTYPE.fields["duration"][1])  # type: ignore[index]
"""Byte offset of the duration in a FrameStart record; the duration is ignored when two records are compared.

CARLA fills it in only when the next frame begins.
"""
FRAME = np.dtype([(name, FRAME_START_DTYPE[name]) for name in ("frame", "elapsed", "duration")])


def changed(path: Path) -> ChangedError:
    """Return the error for a file, ``path``, that is no longer the recording that was opened."""
    what = "the file is no longer the recording that was opened"
    return ChangedError(path, what, advice="It was replaced or rewritten; reload it.")


def is_same_frame(one: bytes, other: bytes) -> bool:
    """Return whether two FrameStart records have the same id and time, whatever their durations."""
    return one[:_DURATION] == other[:_DURATION] and one[_DURATION + 8 :] == other[_DURATION + 8 :]


LARGE = 1 << 19
"""Size in bytes above which a frame is not read as a whole: its packets are read one by one when needed."""


@dataclass(frozen=True, eq=False)
class FrameBytes:
    """One frame as it is in the file.

    Attributes:
        index: index of the recording.
        start: byte offset of the frame in the file.
        layout: offsets and sizes of the packets in the frame.
        data: bytes of the frame; if they are more than ``LARGE``, only those of the FrameStart packet.
    """

    index: RecordingIndex = field(repr=False)
    start: int
    layout: Layout
    data: bytes = field(repr=False)

    @property
    def dialect(self) -> Dialect:
        """Dialect of the recording: how the CARLA build that wrote the file laid out its packets."""
        return self.index.dialect

    def read(self, offset: int, size: int) -> bytes:
        """Return ``size`` bytes of the frame, from its byte ``offset`` on.

        Raises ChangedError or UnreadableError if the file can no longer be read.
        """
        if offset + size <= len(self.data):
            return self.data[offset : offset + size]
        data = self.index.file.read(self.start + offset, size)
        self.index.check_unchanged()
        return data

    def payloads(self, kind: PacketKind) -> list[bytes]:
        """Return the contents of the packets of ``kind`` in the frame, in file order.

        There is usually at most one. Packets of a size that is impossible for ``kind`` are left out.

        Raises ChangedError or UnreadableError if the file can no longer be read.
        """
        possible = kind.payload_sizes(self.dialect.engine_of(kind))
        spans = self.layout.payloads_of(self.dialect.id_of(kind))
        return [self.read(offset, size) for offset, size in spans if size in possible]

    def records(self, kind: PacketKind) -> Records:
        """Return the records of all packets of ``kind`` in the frame, shape (N,).

        Of a kind with a single record per packet, only the last packet counts.

        Raises ChangedError or UnreadableError if the file can no longer be read.
        """
        engine = self.dialect.engine_of(kind)
        found = [decode_records(kind, payload, engine) for payload in self.payloads(kind)]
        if len(found) > 1 and kind.shape is Shape.RECORDS:
            return np.concatenate(found)
        return found[-1] if found else np.empty(0, kind.dtype(engine))


@dataclass(frozen=True, eq=False, repr=False)
class RecordingIndex:
    """Immutable index of a recording, or of the part of it that has been read so far, of F frames.

    Attributes:
        file: open file, shared by all indexes made while it is being read.
        header: format version, date and map.
        dialect: rules for reading the packets, and why they were chosen.
        frame_starts: FrameStart record of each frame as written, shape (F,).
        offsets: byte offset of each frame in the file, shape (F,).
        layout_indices: index into ``layouts`` for each frame, shape (F,).
        layouts: the distinct layouts of frames: order, offsets and sizes of the packets in a frame.
        actors: all lifetimes of all actors.
        recorded_events: spawns, destructions, attachments and collisions, sorted by frame.
        contacts: collision records grouped by pair of actors and consecutive frames.
        problems: damage and oddities found so far.
        packet_counts: number of packets by packet id.
        complete: whether the whole file has been read.
        bytes_read: byte offset up to which the file has been read.
        size: size of the file in bytes when it was last checked.
        growing: whether the file is still being written, so that an incomplete last frame is not damage.
    """

    file: LogFile
    header: Header
    dialect: Dialect
    frame_starts: NDArray[np.void]
    offsets: NDArray[np.int64]
    layout_indices: NDArray[np.int32]
    layouts: LayoutTable
    actors: ActorTable
    recorded_events: NDArray[np.void]
    contacts: ContactTable
    problems: tuple[Problem, ...]
    packet_counts: dict[int, int]
    complete: bool
    bytes_read: int
    size: int
    growing: bool = False

    @property
    def path(self) -> Path:
        """Path of the recording's file."""
        return self.file.path

    @lazy
    def frames(self) -> NDArray[np.void]:
        """Frame table, shape (F,): frame id as written, elapsed and duration in seconds.

        ``elapsed`` never decreases: an implausible value is replaced by the one before. ``duration`` is the
        time to the next frame, 0 for the last, so that durations sum to the length of the recording.
        """
        frames = np.zeros(len(self.frame_starts), FRAME)
        frames["frame"] = self.frame_starts["frame"]
        elapsed = self.frame_starts["elapsed"]
        elapsed = np.maximum.accumulate(np.where(believable(elapsed), elapsed, 0.0))
        frames["elapsed"] = elapsed
        frames["duration"][:-1] = np.diff(elapsed)
        return read_only(frames)

    @lazy
    def elapsed(self) -> NDArray[np.float64]:
        """Elapsed time of each frame in seconds, shape (F,), contiguous, so that it is fast to search."""
        return read_only(np.ascontiguousarray(self.frames["elapsed"]))

    @lazy
    def driven_elapsed(self) -> NDArray[np.float64]:
        """Time in seconds at which each frame's vehicle poses were taken, shape (F,), to derive speeds from.

        It is ``elapsed``, except in recordings of early builds, whose frames hold the vehicle poses of the
        frame before: there it is the time of the frame before, and NaN for the first frame and after missing
        frames.

        Raises ChangedError or UnreadableError if the file can no longer be read.
        """
        if self.packet_counts.get(packets.VEHICLE_LIGHT.id):
            return self.elapsed
        if not _poses_are_late(self):
            return self.elapsed
        late = np.append(np.nan, self.elapsed[:-1])
        ids = self.frame_starts["frame"]
        late[1:][ids[1:] > ids[:-1] + 1] = np.nan
        return read_only(late)

    def prepare(self) -> None:
        """Compute the cached properties that most callers need: frame table, times of poses, heroes.

        Raises ChangedError or UnreadableError if the file can no longer be read.
        """
        _ = self.elapsed, self.driven_elapsed, self.actors.hero_rows

    @property
    def duration(self) -> float:
        """Length of the recording in seconds: elapsed time of its last frame, 0 without frames."""
        return float(self.elapsed[-1]) if len(self.elapsed) else 0.0

    @property
    def estimated_duration(self) -> float:
        """Length in seconds, estimated from the part of the file read so far; exact once it is complete."""
        done = self.bytes_read - self.header.size
        if self.complete or done <= 0:
            return self.duration
        return self.duration * (self.size - self.header.size) / done

    @property
    def records_collisions(self) -> bool:
        """Whether collisions would be recorded: one is, or a collision sensor is among the actors."""
        return bool(len(self.contacts) or self.actors.collision_sensors)

    @property
    def has_additional_data(self) -> bool:
        """Whether the recording was made with ``additional_data=True`` in CARLA's ``start_recorder``."""
        return packets.PLATFORM_TIME.id in self.packet_counts

    @lazy
    def frame_ids(self) -> NDArray[np.int64]:
        """Id of each frame, shape (F,); ids from 2⁶³ on, which only damage has, are negative."""
        return self.frame_starts["frame"].astype(np.int64)

    def actor(self, row: int) -> Actor:
        """Return id and spawn frame of the actor in ``row`` of the actor table."""
        spawn = self.actors.spawn_frame[row]
        return Actor(int(self.actors.actor_id[row]), int(self.frame_ids[spawn]))

    def row_of(self, actor: Actor | int) -> int:
        """Return the row in the actor table of ``actor``: an Actor, or an id that only one actor had.

        Raises:
            ActorNotFoundError: there is no such actor, or the id was used again; the message has all of them.
        """
        found = rows = self.actors.rows_of(actor.id if isinstance(actor, Actor) else actor)
        if isinstance(actor, Actor):
            found = [row for row in rows if self.actor(row) == actor][-1:]
        if len(found) != 1:
            why = f"{len(found):,} actors had the id {actor}" if found else f"there is no actor {actor}"
            listed = " or ".join(map(self._lifetime_text, rows))
            raise ActorNotFoundError(f"{why}: give {listed}" if rows else why)
        return found[0]

    def _lifetime_text(self, row: int) -> str:
        """Return the actor in ``row`` of the actor table as text, with its first and last second."""
        end = min(int(self.actors.destroy_frame[row]), len(self.elapsed) - 1)
        start, end = self.elapsed[[self.actors.spawn_frame[row], end]]
        return f"{self.actor(row)} ({start:.2f} to {end:.2f} s)"

    def frame_at(self, elapsed: float) -> int:
        """Return the index of the last frame that begins at or before ``elapsed`` (seconds), at least 0."""
        return max(int(np.searchsorted(self.elapsed, elapsed, side="right")) - 1, 0)

    def read_frame(self, index: int) -> FrameBytes:
        """Read the frame at ``index`` from the file, and check that it is still the one that was indexed.

        Raises:
            ChangedError: the file was replaced, rewritten or cut since it was opened.
            UnreadableError: the system cannot read.
        """
        layout, start = self.layouts[self.layout_indices[index]], int(self.offsets[index])
        size = layout.stride if layout.stride <= LARGE else HEADER_SIZE + FRAME_START_DTYPE.itemsize
        data = self.file.read(start, size)
        self.check_unchanged()  # after reading: a rewritten file first gets a new header
        read = data[HEADER_SIZE : HEADER_SIZE + FRAME_START_DTYPE.itemsize]
        if not is_same_frame(read, self.frame_starts[index].tobytes()):
            raise changed(self.path)
        return FrameBytes(self, start, layout, data)

    def check_unchanged(self) -> None:
        """Raise ChangedError if the file's header has changed or the file has become shorter.

        If a scenario with fixed time steps is recorded again under the same name, only the date in the header
        differs.
        """
        if self.file.size() < self.bytes_read or self.file.read(0, self.header.size) != self.header.raw:
            raise changed(self.path)

    def payloads_in(self, packet_id: int, frames: slice | Ints) -> tuple[Ints, Ints, Ints]:
        """Return where the contents of the packets with the id ``packet_id`` are in ``frames``.

        Packets whose size is impossible for their kind are left out.

        Args:
            packet_id: packet id as written in the file.
            frames: indices of frames, ascending.

        Returns:
            For each packet, in file order: frame index, byte offset of its content in the file, and size of
            its content in bytes, shape (K,) each.
        """
        found = self.layouts.payloads_of(packet_id, self.dialect.possible_sizes[packet_id])
        layouts = self.layout_indices[frames]
        numbers = np.arange(*frames.indices(len(self.frame_starts))) if isinstance(frames, slice) else frames
        counts = found.counts[layouts]
        which = multi_arange(found.begins[layouts], counts)
        starts = np.repeat(self.offsets[frames], counts)
        return np.repeat(numbers, counts), starts + found.offsets[which], found.sizes[which]


def same_opening(one: RecordingIndex | None, other: RecordingIndex | None) -> bool:
    """Return whether ``one`` and ``other`` belong to the same opened file; False if either is None.

    The index with more frames then continues the shorter one.
    """
    return one is not None and other is not None and one.file is other.file


# -- when poses were taken

_FRAMES = 60
"""Number of consecutive frames in each of the samples from a recording that are searched for late poses.

Poses are late if a frame holds the poses that the vehicles had at the frame before.
"""
_PLACES = (0.2, 0.4, 0.6, 0.8)
_MOVES = 0.02
"""Distance in metres that a vehicle must move from one frame to the next to be used in a check of its poses.

The check compares moves with recorded speeds, to find out whether each frame holds the poses of the frame
before.
"""
_FEWEST = 50
"""Smallest number of speed changes, from one frame to the next, needed to decide that poses are late.

Poses are late if a frame holds the poses that the vehicles had at the frame before.
"""
_EVENER = 0.7
"""The poses of a recording count as late if the ratio of two medians of speed changes is below this.

Poses are late if a frame holds the poses that the vehicles had at the frame before. Speeds are then steadier
if computed with the duration of the frame before. The ratio is the median change of those speeds, divided by
that of speeds computed with each frame's own duration.
"""


def _poses_are_late(index: RecordingIndex) -> bool:
    """Return whether a frame holds the poses that vehicles had at the time of the frame before.

    So it is in recordings of CARLA 0.9.6 to 0.9.8. Between two frames a vehicle moves as far as it can in the
    duration of the frame *before* the first of them: in three recordings of those builds, speeds computed
    with that duration change 2.5 to 40 times less from step to step. Walkers, which physics does not move,
    are recorded in time. The frames of those builds vary so much in length that the wrong duration would make
    derived speeds useless. The delay can be proved from the file only if its frames vary in length, and
    matters only then.
    """
    if len(index.elapsed) < _FEWEST:
        return False
    found = [_changes_of_speed(index, int(fraction * len(index.elapsed))) for fraction in _PLACES]
    with_own, with_previous = (np.concatenate(changes) for changes in zip(*found, strict=True))
    enough = len(with_own) >= _FEWEST
    return enough and bool(np.median(with_previous) < _EVENER * np.median(with_own))


def _changes_of_speed(index: RecordingIndex, first: int) -> tuple[Floats, Floats]:
    """Return by how much vehicles' speeds (m/s) change between successive frames, computed in two ways.

    A speed is the distance between the poses in two successive frames, divided by a duration: that of the
    later frame in the first array, that of the frame before it in the second. Both have shape (C,): one
    absolute change per vehicle and pair of successive speeds, while it moves. At most _FRAMES frames are
    read, from the index ``first`` on.
    """
    frames = range(first, min(first + _FRAMES, len(index.elapsed)))
    records = [index.read_frame(frame).records(packets.POSITION) for frame in frames]
    driven = index.actors.actor_id[np.isin(index.actors.category, VEHICLES)]
    ids = reduce(np.intersect1d, (each["actor_id"] for each in records), driven)
    rows = (np.intersect1d(each["actor_id"], ids, return_indices=True)[1] for each in records)
    locations = metres(np.stack([each["location"][those] for each, those in zip(records, rows, strict=True)]))
    steps = np.linalg.norm(np.diff(locations, axis=0), axis=2)[1:]  # the first step has no previous duration
    durations = np.diff(index.elapsed[frames.start : frames.stop])[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        own, previous = steps / durations[1:], steps / durations[:-1]
        moves = (steps[1:] > _MOVES) & (steps[:-1] > _MOVES)
        changes = np.abs(np.diff(own, axis=0))[moves], np.abs(np.diff(previous, axis=0))[moves]
    known = np.isfinite(changes[0]) & np.isfinite(changes[1])
    return changes[0][known], changes[1][known]
