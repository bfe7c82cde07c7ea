"""The index of a recording: everything that is asked often, while the frames themselves stay on disk."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Ints
from viewer.lazy import lazy
from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.errors import ChangedError
from viewer.logfile.fields import Engine, PacketKind
from viewer.logfile.header import Header
from viewer.logfile.payload import Records, decode_records
from viewer.logfile.source import LogFile
from viewer.recording.actors import VEHICLES, ActorTable
from viewer.recording.columns import read_only
from viewer.recording.events import ContactTable, Events
from viewer.recording.layouts import HEADER_SIZE, HEADS, Layout, LayoutTable
from viewer.recording.pose_clock import poses_are_late
from viewer.recording.problems import Problem
from viewer.recording.times import from_zero, never_decreasing

FRAME = np.dtype([(name, HEADS[name]) for name in ("frame", "elapsed", "duration")])


def changed(path: Path) -> ChangedError:
    """Return the error that says that a file is not what was opened."""
    return ChangedError(
        path,
        "the file is no longer the recording that was opened",
        advice="It was replaced or rewritten; reload it.",
    )


@dataclass(frozen=True, eq=False)
class FrameBytes:
    """The bytes of one frame, with its layout."""

    data: bytes
    layout: Layout
    dialect: Dialect

    def records(self, kind: PacketKind) -> Records:
        """Return the records of this kind, shape (N,); empty if the frame has none that can be read."""
        engine = self.dialect.engine_of(kind)
        possible = kind.payload_sizes(engine)
        parts = [
            decode_records(kind, memoryview(self.data)[offset : offset + size], engine)
            for offset, size in self.layout.payloads_of(self.dialect.id_of(kind))
            if size in possible
        ]
        if len(parts) == 1:
            return parts[0]
        return np.concatenate(parts) if parts else np.empty(0, kind.dtype(engine))

    def payloads(self, kind: PacketKind) -> list[bytes]:
        """Return the payloads of this kind, in the order of the file."""
        places = self.layout.payloads_of(self.dialect.id_of(kind))
        return [self.data[offset : offset + size] for offset, size in places]


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
        searching: whether no frame has been found for long, so that few more are to be expected.

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
    searching: bool = False

    @property
    def path(self) -> Path:
        """Path of the file."""
        return self.file.path

    @property
    def engine(self) -> Engine:
        """The engine that wrote it."""
        return self.dialect.engine

    @lazy
    def frames(self) -> NDArray[np.void]:
        """The frame table, shape (F,): frame id as written, elapsed and duration in seconds.

        ``elapsed`` never decreases (a value that cannot be believed becomes the one before; where all lie
        before 0, they count from the first) and each duration is the time to the next frame, 0 for the
        last, so that durations sum to the length.
        """
        frames = np.zeros(len(self.heads), FRAME)
        frames["frame"] = self.heads["frame"]
        elapsed = never_decreasing(from_zero(self.heads["elapsed"]))
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
        ``pose_clock``); when the poses of their first frame were taken, and of one after frames that are
        missing, is not known: NaN. Errors as for ``read_frame``.
        """
        if self.packet_counts.get(packets.VEHICLE_LIGHT.id):
            return self.elapsed
        if not poses_are_late(self.elapsed, self.actors, self._read_positions):
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

    def pose_elapsed(self, category: int) -> NDArray[np.float64]:
        """Return when each frame's poses of actors of a category were taken; as ``driven_elapsed``."""
        return self.driven_elapsed if category in VEHICLES else self.elapsed

    @property
    def duration(self) -> float:
        """Length in seconds: elapsed of the last frame."""
        return float(self.elapsed[-1]) if len(self.elapsed) else 0.0

    @property
    def estimated_duration(self) -> float:
        """Length in seconds as estimated from the bytes read so far; exact when complete."""
        done = self.bytes_read - self.header.size
        if self.complete or self.searching or done <= 0:
            return self.duration
        return self.duration * (self.size - self.header.size) / done

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
        layout = self.layouts[self.layout_numbers[index]]
        data = self.file.read(int(self.offsets[index]), layout.stride)
        self.check_unchanged()  # afterwards: who rewrites a file begins with its header
        if data[HEADER_SIZE : HEADER_SIZE + HEADS.itemsize] != self._head_as_written(data, index):
            raise changed(self.path)
        return FrameBytes(data, layout, self.dialect)

    def _read_positions(self, index: int) -> Records:
        return self.read_frame(index).records(packets.POSITION)

    def check_unchanged(self) -> None:
        """Raise ChangedError unless the file still begins with the header that was read and has not shrunk.

        A fixed-step run recorded again gives the same offsets, ids and times; the date tells them apart.
        """
        if self.file.size() < self.bytes_read or self.file.read(0, self.header.size) != self.header.raw:
            raise changed(self.path)

    def _head_as_written(self, data: bytes, index: int) -> bytes:
        """Return FrameStart as indexed; the duration is taken from ``data``: CARLA patches it later."""
        start = data[HEADER_SIZE : HEADER_SIZE + HEADS.itemsize]
        head: bytes = self.heads[index].tobytes()
        duration = slice(HEADS.fields["duration"][1], HEADS.fields["duration"][1] + 8)  # type: ignore[index]
        return head[: duration.start] + start[duration] + head[duration.stop :]

    def payload_offsets(self, packet_id: int, frames: slice | Ints) -> tuple[Ints, Ints]:
        """Return where the first payload with an id lies in the file, in each frame, and its size, (K,) each.

        The size is −1 where a frame has none, or it is not possible.
        """
        numbers = self.layout_numbers[frames]
        relative, sizes = (each[numbers] for each in self.layouts.place_of(packet_id))
        possible = self.dialect.possible_sizes[packet_id]
        fits = (relative >= 0) & (sizes >= possible.start) & (sizes < possible.stop)
        fits &= (sizes - possible.start) % possible.step == 0
        return self.offsets[frames] + relative, np.where(fits, sizes, -1)


def same_opening(one: RecordingIndex | None, other: RecordingIndex | None) -> bool:
    """Tell whether both are views of one opening: what was read of the shorter holds for the longer."""
    return one is not None and other is not None and one.file is other.file
