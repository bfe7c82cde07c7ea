"""The index of a recording: everything that is asked often, while the frames themselves stay on disk."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import reduce
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Floats, Ints, spread
from viewer.lazy import lazy
from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.errors import ChangedError
from viewer.logfile.fields import PacketKind, Shape
from viewer.logfile.header import Header
from viewer.logfile.payload import Records, decode_records
from viewer.logfile.source import LogFile
from viewer.recording.actors import VEHICLES, ActorTable
from viewer.recording.columns import read_only
from viewer.recording.events import ContactTable, Events
from viewer.recording.layouts import HEADER_SIZE, HEADS, Layout, LayoutTable
from viewer.recording.problems import Problem
from viewer.recording.times import believable
from viewer.recording.units import metres

NO_COLLISION_SENSOR = "no collision sensor is recorded"
"""Why it is not known whether anybody collided."""

_DURATION = int(HEADS.fields["duration"][1])  # type: ignore[index]
"""Where the duration stands in FrameStart: CARLA fills it in later."""
FRAME = np.dtype([(name, HEADS[name]) for name in ("frame", "elapsed", "duration")])


def changed(path: Path) -> ChangedError:
    """Return the error that says that a file is not what was opened."""
    return ChangedError(
        path,
        "the file is no longer the recording that was opened",
        advice="It was replaced or rewritten; reload it.",
    )


LARGE = 1 << 19
"""Bytes of a frame above which its payloads are read one by one, when they are asked for."""


@dataclass(frozen=True, eq=False)
class FrameBytes:
    """One frame as it is in the file, with its layout.

    Attributes:
        index: the recording.
        start: byte offset of the frame in the file.
        layout: its packets.
        data: the bytes of the frame; of one with more than ``LARGE`` bytes only those of FrameStart.

    """

    index: RecordingIndex = field(repr=False)
    start: int
    layout: Layout
    data: bytes = field(repr=False)

    @property
    def dialect(self) -> Dialect:
        """How the packets of the file are read."""
        return self.index.dialect

    def read(self, offset: int, size: int) -> bytes:
        """Return ``size`` bytes from an ``offset`` within the frame.

        Raises:
            ChangedError: the file was replaced, rewritten or cut since it was opened.
            UnreadableError: the system cannot read.

        """
        if offset + size <= len(self.data):
            return self.data[offset : offset + size]
        data = self.index.file.read(self.start + offset, size)
        self.index.check_unchanged()
        return data

    def payloads(self, kind: PacketKind) -> list[bytes]:
        """Return the payloads of this kind that have a possible size, in the order of the file.

        There is at most one of them in what CARLA writes. Errors as for ``read``.
        """
        possible = kind.payload_sizes(self.dialect.engine_of(kind))
        places = self.layout.payloads_of(self.dialect.id_of(kind))
        return [self.read(offset, size) for offset, size in places if size in possible]

    def records(self, kind: PacketKind) -> Records:
        """Return the records of this kind, shape (N,): those of all packets, but the last one of a SINGLE.

        Errors as for ``read``.
        """
        engine = self.dialect.engine_of(kind)
        found = [decode_records(kind, payload, engine) for payload in self.payloads(kind)]
        if len(found) > 1 and kind.shape is Shape.RECORDS:
            return np.concatenate(found)
        return found[-1] if found else np.empty(0, kind.dtype(engine))


@dataclass(frozen=True, eq=False)
class RecordingIndex:
    """An immutable view of a recording, or of the part of it that has been read so far.

    Attributes:
        file: where the frames are read from; shared by all views of one opening.
        header: version, date, map.
        dialect: which build's habits it has, and why we think so.
        heads: FrameStart of each frame as written, shape (F,).
        offsets: byte offset of each frame, shape (F,).
        layout_numbers: number of each frame's layout, shape (F,).
        layouts: the layouts.
        actors: all lives of all actors.
        events: spawns, destructions, attachments and collisions, by frame.
        contacts: collision records grouped by pair and adjoining frames.
        problems: what was found wrong or odd so far.
        packet_counts: how often each packet id occurs.
        complete: whether everything has been read.
        bytes_read: how far the file has been read.
        size: size of the file in bytes when it was last looked at.
        growing: whether it is still being written, so that longer views follow; what stands after the last
            complete frame is then no fault.

    """

    file: LogFile
    header: Header
    dialect: Dialect
    heads: NDArray[np.void]
    offsets: NDArray[np.int64]
    layout_numbers: NDArray[np.int32]
    layouts: LayoutTable
    actors: ActorTable
    events: Events
    contacts: ContactTable
    problems: tuple[Problem, ...]
    packet_counts: dict[int, int]
    complete: bool
    bytes_read: int
    size: int
    growing: bool = False

    @property
    def path(self) -> Path:
        """Path of the file."""
        return self.file.path

    @lazy
    def frames(self) -> NDArray[np.void]:
        """The frame table, shape (F,): frame id as written, elapsed and duration in seconds.

        ``elapsed`` never decreases (a value that cannot be believed becomes the one before) and each
        duration is the time to the next frame, 0 for the last, so that durations sum to the length.
        """
        frames = np.zeros(len(self.heads), FRAME)
        frames["frame"] = self.heads["frame"]
        elapsed = self.heads["elapsed"]
        elapsed = np.maximum.accumulate(np.where(believable(elapsed), elapsed, 0.0))
        frames["elapsed"] = elapsed
        frames["duration"][:-1] = np.diff(elapsed)
        return read_only(frames)

    @lazy
    def elapsed(self) -> NDArray[np.float64]:
        """``frames["elapsed"]`` as an array of its own, shape (F,): searching it is much faster."""
        return read_only(np.ascontiguousarray(self.frames["elapsed"]))

    @lazy
    def driven_elapsed(self) -> NDArray[np.float64]:
        """When each frame's poses of vehicles were taken, seconds, shape (F,): for differences between poses.

        Builds so old that they write no lamps of vehicles may write those of the frame before (see
        ``_poses_are_late``); when the poses of their first frame were taken, and of one after frames that are
        missing, is not known: NaN. Errors as for ``read_frame``.
        """
        if self.packet_counts.get(packets.VEHICLE_LIGHT.id):
            return self.elapsed
        if not _poses_are_late(self):
            return self.elapsed
        late = np.append(np.nan, self.elapsed[:-1])
        ids = self.heads["frame"]
        late[1:][ids[1:] > ids[:-1] + 1] = np.nan
        return read_only(late)

    def prepare(self) -> None:
        """Work out now what everybody asks for: the frame table, when poses were taken, who the heroes are.

        Errors as for ``read_frame``.
        """
        _ = self.elapsed, self.driven_elapsed, self.actors.hero_rows

    @property
    def duration(self) -> float:
        """Length in seconds: elapsed of the last frame."""
        return float(self.elapsed[-1]) if len(self.elapsed) else 0.0

    @property
    def estimated_duration(self) -> float:
        """Length in seconds as estimated from the bytes read so far; exact when complete."""
        done = self.bytes_read - self.header.size
        if self.complete or done <= 0:
            return self.duration
        return self.duration * (self.size - self.header.size) / done

    @property
    def tells_collisions(self) -> bool:
        """Whether a collision would be in the recording: one is, or there is a sensor that reports them."""
        return bool(len(self.contacts) or self.actors.collision_sensors)

    @property
    def has_additional_data(self) -> bool:
        """Whether it was recorded with additional data."""
        return packets.PLATFORM_TIME.id in self.packet_counts

    def frame_at(self, elapsed: float) -> int:
        """Return the index of the last frame with ``elapsed`` ≤ the given time, 0 before the first."""
        return max(int(np.searchsorted(self.elapsed, elapsed, side="right")) - 1, 0)

    def read_frame(self, index: int) -> FrameBytes:
        """Read one frame from the file, and make sure that it is still the one that was indexed.

        Raises:
            ChangedError: the file was replaced, rewritten or cut since it was opened.
            UnreadableError: the system cannot read.

        """
        layout, start = self.layouts[self.layout_numbers[index]], int(self.offsets[index])
        size = layout.stride if layout.stride <= LARGE else HEADER_SIZE + HEADS.itemsize
        data = self.file.read(start, size)
        self.check_unchanged()  # afterwards: who rewrites a file begins with its header
        read, head = data[HEADER_SIZE : HEADER_SIZE + HEADS.itemsize], self.heads[index].tobytes()
        if read[:_DURATION] != head[:_DURATION] or read[_DURATION + 8 :] != head[_DURATION + 8 :]:
            raise changed(self.path)
        return FrameBytes(self, start, layout, data)

    def check_unchanged(self) -> None:
        """Raise ChangedError unless the file still begins with the header that was read and has not shrunk.

        A fixed-step run recorded again gives the same offsets, ids and times; the date tells them apart.
        """
        if self.file.size() < self.bytes_read or self.file.read(0, self.header.size) != self.header.raw:
            raise changed(self.path)

    def payloads_in(self, packet_id: int, frames: slice | Ints) -> tuple[Ints, Ints, Ints]:
        """Return the payloads with an id in some frames, of possible sizes, in the order of the file.

        Args:
            packet_id: id as written.
            frames: indices of frames, ascending.

        Returns:
            Of each payload the index of its frame, its byte offset in the file and its size, shape (K,) each.

        """
        found = self.layouts.payloads_of(packet_id, self.dialect.possible_sizes[packet_id])
        layouts, starts = self.layout_numbers[frames], self.offsets[frames]
        numbers = np.arange(*frames.indices(len(self.heads))) if isinstance(frames, slice) else frames
        if found.begins is not None and found.counts is not None:
            counts = found.counts[layouts]
            which = spread(found.begins[layouts], counts)
            numbers, starts = np.repeat(numbers, counts), np.repeat(starts, counts)
            return numbers, starts + found.offsets[which], found.sizes[which]
        offsets, sizes = starts + found.offsets[layouts], found.sizes[layouts]
        if sizes.min(initial=0) < 0:
            has = np.flatnonzero(sizes >= 0)
            numbers, offsets, sizes = numbers[has], offsets[has], sizes[has]
        return numbers, offsets, sizes


def same_opening(one: RecordingIndex | None, other: RecordingIndex | None) -> bool:
    """Tell whether both are views of one opening: what was read of the shorter holds for the longer."""
    return one is not None and other is not None and one.file is other.file


# -- when poses were taken

_FRAMES = 60
"""Frames in a row that are looked at, at each of a few places of the recording."""
_PLACES = (0.2, 0.4, 0.6, 0.8)
_MOVES = 0.02
"""Metres between two frames: what moves less tells nothing."""
_FEWEST = 50
"""Changes of speed that make a proof."""
_EVENER = 0.7
"""Changes of speed, told by the right duration, are smaller at least by this."""


def _poses_are_late(index: RecordingIndex) -> bool:
    """Return whether a frame tells where vehicles were at the time of the frame before.

    So it is in recordings of CARLA 0.9.6 to 0.9.8. Between two frames a vehicle drives as far as it can in
    the duration of the frame *before* the first of them (in all three real recordings: speeds told by that
    duration are 2.5 to 40 times as even; walkers, which no physics moves, are told in time). The frames of
    those servers are of very uneven length, so that speeds derived with the wrong duration would be noise.
    It shows in the file alone, if its frames are uneven, and matters only then.
    """
    if len(index.elapsed) < _FEWEST:
        return False
    found = [_changes_of_speed(index, int(place * len(index.elapsed))) for place in _PLACES]
    with_own, with_previous = (np.concatenate(changes) for changes in zip(*found, strict=True))
    enough = len(with_own) >= _FEWEST
    return enough and bool(np.median(with_previous) < _EVENER * np.median(with_own))


def _changes_of_speed(index: RecordingIndex, first: int) -> tuple[Floats, Floats]:
    """Return changes of speed in m/s, told by each step's own duration and by the one before, both (C,)."""
    frames = range(first, min(first + _FRAMES, len(index.elapsed)))
    records = [index.read_frame(frame).records(packets.POSITION) for frame in frames]
    driven = index.actors.actor_id[np.isin(index.actors.category, VEHICLES)]
    ids = reduce(np.intersect1d, (each["actor_id"] for each in records), driven)
    rows = (np.intersect1d(each["actor_id"], ids, return_indices=True)[1] for each in records)
    places = metres(np.stack([each["location"][those] for each, those in zip(records, rows, strict=True)]))
    steps = np.linalg.norm(np.diff(places, axis=0), axis=2)[1:]  # the first has no duration before it
    durations = np.diff(index.elapsed[frames.start : frames.stop])[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        own, previous = steps / durations[1:], steps / durations[:-1]
        moves = (steps[1:] > _MOVES) & (steps[:-1] > _MOVES)
        changes = np.abs(np.diff(own, axis=0))[moves], np.abs(np.diff(previous, axis=0))[moves]
    known = np.isfinite(changes[0]) & np.isfinite(changes[1])
    return changes[0][known], changes[1][known]
