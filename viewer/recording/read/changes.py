"""Packets that are written when something changes: what holds at a time is the latest one."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from viewer.logfile import packets
from viewer.logfile.fields import COUNT_SIZE, PacketKind
from viewer.logfile.payload import DamagedPayloadError, Records
from viewer.logfile.physics import PhysicsControl, decode_physics
from viewer.quick_dataclass import dataclass
from viewer.recording.index import RecordingIndex


@dataclass(frozen=True, eq=False)
class Changes:
    """All records of one kind with the index of the frame each stands in, shape (K,) each, in file order."""

    frames: NDArray[np.int64]
    records: Records

    def until(self, frame: int) -> Records:
        """Return the records of all frames up to this one."""
        upto: Records = self.records[: int(np.searchsorted(self.frames, frame, side="right"))]
        return upto

    def of_actor(self, actor_id: int, first: int, last: int) -> Records:
        """Return an actor's records between two frame indices, both included."""
        span = slice(*np.searchsorted(self.frames, (first, last + 1)).tolist())
        records = self.records[span]
        of_actor: Records = records[records["actor_id"] == actor_id]
        return of_actor


class ChangeBook:
    """The changes of one recording; each kind is read when it is first asked for, and kept.

    Only for kinds that are written now and then: reading takes time in proportion to their records.
    """

    def __init__(self, index: RecordingIndex) -> None:
        """Read nothing yet."""
        self.index = index
        self._changes: dict[int, Changes] = {}
        self._physics: list[tuple[int, PhysicsControl]] | None = None

    def of(self, kind: PacketKind) -> Changes:
        """Return all records of a kind.

        Raises:
            ChangedError: the file was replaced or cut since it was opened.
            UnreadableError: the system cannot read.

        """
        if kind.id not in self._changes:
            self._changes[kind.id] = self._read(kind)
        return self._changes[kind.id]

    def physics_of(self, actor_id: int, first: int, last: int) -> PhysicsControl | None:
        """Return the latest physics of a vehicle between two frame indices; errors as for ``of``."""
        if self._physics is None:
            self._physics = self._read_physics()
        found = [
            control
            for frame, control in self._physics
            if first <= frame <= last and control.actor_id == actor_id
        ]
        return found[-1] if found else None

    def _read(self, kind: PacketKind) -> Changes:
        index = self.index
        dtype = index.dialect.dtype(kind)
        offsets, counts = index.payload_offsets(kind, slice(0, len(index.heads)))
        frames = np.flatnonzero(counts)
        parts = [
            np.frombuffer(index.file.read(int(offsets[i]), int(counts[i]) * dtype.itemsize), dtype)
            for i in frames.tolist()
        ]
        if parts:
            index.check_unchanged()
        records = np.concatenate(parts) if parts else np.empty(0, dtype)
        return Changes(np.repeat(frames, counts[frames]), records)

    def _read_physics(self) -> list[tuple[int, PhysicsControl]]:
        index = self.index
        numbers = index.layouts.place_of(index.dialect.id_of(packets.PHYSICS_CONTROL))[1][
            index.layout_numbers
        ]
        controls = []
        for frame in np.flatnonzero(numbers > COUNT_SIZE).tolist():
            for payload in index.read_frame(frame).payloads(packets.PHYSICS_CONTROL):
                controls += [(frame, control) for control in _physics_in(payload)]
        return controls


def frames_with(index: RecordingIndex, kinds: Iterable[PacketKind], stop: int) -> NDArray[np.int64]:
    """Return the indices of the frames before ``stop`` in which a packet of one of the kinds has records."""
    ids = {index.dialect.id_of(kind) for kind in kinds}
    numbers = index.layout_numbers[:stop]
    having = np.zeros(len(index.layouts), np.bool_)
    for number in np.unique(numbers).tolist():
        sizes = (size for packet_id, _, size in index.layouts[number].packets if packet_id in ids)
        having[number] = any(size > COUNT_SIZE for size in sizes)
    return np.flatnonzero(having[numbers])


def _physics_in(payload: bytes) -> list[PhysicsControl]:
    try:
        return decode_physics(payload)
    except DamagedPayloadError:  # a layout that is not known: the packet is shown raw
        return []
