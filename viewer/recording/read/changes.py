"""Packets that are written when something changes: what holds at a time is the latest one."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

import numpy as np
from numpy.typing import NDArray

from viewer.logfile.fields import COUNT_SIZE, PacketKind
from viewer.logfile.nested import Record, decode_nested
from viewer.logfile.payload import DamagedPayloadError, Records
from viewer.quick_dataclass import dataclass
from viewer.recording.index import RecordingIndex
from viewer.recording.read.records import all_records


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
        self._nested: dict[int, list[tuple[int, Record]]] = {}

    def of(self, kind: PacketKind) -> Changes:
        """Return all records of a kind.

        Raises:
            ChangedError: the file was replaced or cut since it was opened.
            UnreadableError: the system cannot read.

        """
        if kind.id not in self._changes:
            everything = slice(0, len(self.index.heads))
            self._changes[kind.id] = Changes(*all_records(self.index, kind, everything))
        return self._changes[kind.id]

    def latest(self, kind: PacketKind, actor_id: int, first: int, last: int) -> Record | None:
        """Return an actor's latest record of a kind of varying length between two frame indices.

        Errors as for ``of``.
        """
        if kind.id not in self._nested:
            self._nested[kind.id] = self._read_nested(kind)
        found = [
            record
            for frame, record in self._nested[kind.id]
            if first <= frame <= last and record.actor_id == actor_id
        ]
        return found[-1] if found else None

    def _read_nested(self, kind: PacketKind) -> list[tuple[int, Record]]:
        index = self.index
        sizes = index.layouts.place_of(index.dialect.id_of(kind))[1][index.layout_numbers]
        records = []
        for frame in np.flatnonzero(sizes > COUNT_SIZE).tolist():
            for payload in index.read_frame(frame).payloads(kind):
                with suppress(DamagedPayloadError):  # or of a layout that is not known: it is shown raw
                    found = decode_nested(kind, payload, index.dialect.engine_of(kind))
                    records += [(frame, record) for record in found]
        return records


def frames_with(index: RecordingIndex, kinds: Iterable[PacketKind], stop: int) -> NDArray[np.int64]:
    """Return the indices of the frames before ``stop`` in which a packet of one of the kinds has records."""
    ids = {index.dialect.id_of(kind) for kind in kinds}
    numbers = index.layout_numbers[:stop]
    having = np.zeros(len(index.layouts), np.bool_)
    for number in np.unique(numbers).tolist():
        sizes = (size for packet_id, _, size in index.layouts[number].packets if packet_id in ids)
        having[number] = any(size > COUNT_SIZE for size in sizes)
    return np.flatnonzero(having[numbers])
