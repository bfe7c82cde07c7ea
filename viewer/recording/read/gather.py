"""One actor's records over many frames, without decoding the frames (MEASURED.md §3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Ints
from viewer.cancellation import Proceed, always, check
from viewer.logfile.fields import PacketKind
from viewer.logfile.payload import Records
from viewer.recording.index import RecordingIndex

_GROUP = 4_096
"""Frames that are looked at together."""
_GUESSES = 8
"""Places tried for all frames of a group before their packets are read whole."""
_SAMPLE = 64
"""Frames on which a place is tried first."""
_WORTH = 4
"""A place is tried on all frames if it is right in one of so many."""
_BLOCK = 4 << 20
_ID = np.dtype("<u4")


def gather(
    index: RecordingIndex, kind: PacketKind, actor_id: int, frames: slice, *, proceed: Proceed = always
) -> tuple[Ints, Records]:
    """Return an actor's records of one kind: frame indices (K,) and records (K,).

    An actor keeps its place among the records of a packet until somebody before it comes or goes. So only
    the record at the place of the frame before is read, of thousands of frames at a time; where another one
    stands there, it is searched for, and where places change all the time, whole packets are read. Frames
    without the actor are left out; a doubled record counts once.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
        ReadingCancelledError: ``proceed`` said no.

    """
    item = index.dialect.dtype(kind)
    offsets, counts = index.payload_offsets(kind, frames)
    found_frames, found = [], []
    row = 0
    for start in range(0, len(offsets), _GROUP):
        check(proceed, start / len(offsets))
        part = slice(start, start + _GROUP)
        group = _Group(index, item, actor_id, offsets[part], counts[part])
        row = group.search(row)
        has = np.flatnonzero(group.has)
        found_frames.append(has + (start + frames.start))
        found.append(group.records[has])
    index.check_unchanged()
    if not found:
        return np.empty(0, np.int64), np.empty(0, item)
    return np.concatenate(found_frames), np.concatenate(found)


def gather_single(
    index: RecordingIndex, kind: PacketKind, frames: slice, *, proceed: Proceed = always
) -> tuple[Ints, Records]:
    """Return the records of packets with one record each: frame indices (K,) and records (K,).

    Errors as for ``gather``.
    """
    item = index.dialect.dtype(kind)
    offsets, counts = index.payload_offsets(kind, frames)
    has = np.flatnonzero(counts)
    parts = []
    for start in range(0, len(has), _GROUP):
        check(proceed, start / len(has))
        parts.append(index.file.read_each(offsets[has[start : start + _GROUP]], item.itemsize))
    index.check_unchanged()
    return has + frames.start, np.frombuffer(b"".join(parts), item)


@dataclass(eq=False)
class _Group:
    """The packets of some frames, and the actor's records among theirs.

    ``offsets`` and ``counts`` tell where each payload's records begin and how many there are, shape (K,).
    """

    index: RecordingIndex
    item: np.dtype[np.void]
    actor_id: int
    offsets: Ints
    counts: Ints
    records: Records = field(init=False)
    has: NDArray[np.bool_] = field(init=False)

    def __post_init__(self) -> None:
        """Know nothing yet."""
        self.records = np.empty(len(self.offsets), self.item)
        self.has = np.zeros(len(self.offsets), np.bool_)

    def search(self, row: int) -> int:
        """Find the actor's records, first at a row; return the row at which the last one was found."""
        waiting = np.flatnonzero(self.counts)
        for _ in range(_GUESSES):
            if not len(waiting):
                return row
            sample = waiting[:: max(len(waiting) // _SAMPLE, 1)]
            if self._try(sample, row) * _WORTH >= len(sample):
                self._try(self._rest_of(waiting), row)
            waiting = self._rest_of(waiting)
            here = int(self._read_whole(waiting[:1])[0]) if len(waiting) else -1
            if here in (-1, row):
                break
            row = here
        waiting = self._rest_of(waiting)
        rows = self._read_whole(waiting)
        known = rows[rows >= 0]
        return int(known[-1]) if len(known) else row

    def _rest_of(self, waiting: Ints) -> Ints:
        return waiting[~self.has[waiting]]

    def _try(self, places: Ints, row: int) -> int:
        """Take the records at one row where they are the actor's; return how many are."""
        places = places[self.counts[places] > row]
        data = self.index.file.read_each(self.offsets[places] + row * self.item.itemsize, self.item.itemsize)
        records = np.frombuffer(data, self.item)
        right = np.flatnonzero(records[_first_field(self.item)] == self.actor_id)
        self.records[places[right]] = records[right]
        self.has[places[right]] = True
        return len(right)

    def _read_whole(self, places: Ints) -> Ints:
        """Look through all records of some frames; return the actor's row in each, −1 where it is not."""
        offsets, counts, size = self.offsets[places], self.counts[places], self.item.itemsize
        rows = np.full(len(places), -1, np.int64)
        block = bytearray(0)
        row = 0
        for part in _blocks(offsets, counts * size):
            start = int(offsets[part][0])
            length = int(offsets[part][-1] + counts[part][-1] * size) - start
            if length > len(block):
                block = bytearray(length)
            self.index.file.fill(start, memoryview(block)[:length])
            data = np.frombuffer(block, np.uint8, length)
            rows[part] = _find_rows(data, offsets[part] - start, counts[part], size, self.actor_id, row)
            has = np.flatnonzero(rows[part] >= 0)
            if len(has):
                row = int(rows[part][has[-1]])
                at = offsets[part][has] - start + rows[part][has] * size
                found = places[part][has]
                self.records[found] = data[at[:, None] + np.arange(size)].view(self.item)[:, 0]
                self.has[found] = True
        return rows


def _first_field(item: np.dtype[np.void]) -> str:
    """Return the name of the field that tells whose record it is."""
    return (item.names or ("",))[0]


def _blocks(offsets: Ints, sizes: Ints) -> Iterator[slice]:
    """Cut the payloads into consecutive groups that one read of a bounded size covers."""
    ends = offsets + sizes
    start = 0
    while start < len(offsets):
        stop = max(int(np.searchsorted(ends, offsets[start] + _BLOCK, side="right")), start + 1)
        yield slice(start, stop)
        start = stop


def _find_rows(
    data: NDArray[np.uint8], offsets: Ints, counts: Ints, item: int, actor_id: int, row: int
) -> Ints:
    """Return the actor's row in each payload, shape (K,), −1 where it is not there; ``row`` is a guess."""
    ids = np.ndarray(
        max(len(data) - _ID.itemsize + 1, 0), _ID, data, strides=(1,)
    )  # as if one began at every byte
    rows = np.full(len(offsets), -1, np.int64)
    possible = np.flatnonzero(counts > row)
    rows[possible[ids[offsets[possible] + row * item] == actor_id]] = row
    others = np.flatnonzero((rows < 0) & (counts > 0))
    if len(others):
        ends = np.cumsum(counts[others])
        payloads = np.repeat(others, counts[others])
        places = np.arange(ends[-1]) - np.repeat(ends - counts[others], counts[others])
        hits = np.flatnonzero(ids[offsets[payloads] + places * item] == actor_id)
        found, first = np.unique(payloads[hits], return_index=True)
        rows[found] = places[hits[first]]
    return rows
