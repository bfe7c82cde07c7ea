"""One actor's records over many frames, without decoding the frames."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Ints
from viewer.cancellation import Proceed, always, check
from viewer.logfile.fields import PacketKind
from viewer.logfile.payload import Records, anywhere, records_at
from viewer.recording.events import EventType
from viewer.recording.index import RecordingIndex

_GROUP = 4_096
"""Frames that are looked at together."""
_PROBES = 64
"""Packets of a group that are read whole, at most, to find the place for the frames between them."""
_WORTH = 4
"""A place is tried on all of those if it is right in one of so many of a sample."""
_SMALL = 2 << 10
"""Bytes of a frame, on average, up to which its packet is read as fast as a record in it."""
_BLOCK = 4 << 20
_WIDEST_GAP = 32 << 10  # bytes between packets that are rather read than skipped
_ID = np.dtype("<u4")


def gather(
    index: RecordingIndex, kind: PacketKind, actor_id: int, frames: slice, *, proceed: Proceed = always
) -> tuple[Ints, Records]:
    """Return an actor's records of one kind: frame indices (K,) and records (K,).

    An actor keeps its place among the records of a packet until somebody before it comes or goes. So it is
    searched for in a few packets, first where somebody does, and of the frames between only the record at
    that place is read, of thousands at a time; where places change all the time, whole packets are read.
    Frames without the actor are left out; a doubled record counts once.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
        ReadingCancelledError: ``proceed`` said no.

    """
    item = index.dialect.dtype(kind)
    offsets, counts = index.payload_offsets(kind, frames)
    changes = _changes(index, frames, len(offsets))
    found_frames, found = [np.empty(0, np.int64)], [np.empty(0, _bytes_of(item))]
    row = 0
    for start in range(0, len(offsets), _GROUP):
        check(proceed, start / len(offsets))
        part = slice(start, start + _GROUP)
        group = _Group(index, item, actor_id, offsets[part], counts[part])
        row = group.search(changes[part], row)
        has = np.flatnonzero(group.has)
        found_frames.append(has + (start + frames.start))
        found.append(group.records[has])
    index.check_unchanged()
    return np.concatenate(found_frames), np.concatenate(found).view(item)


def _changes(index: RecordingIndex, frames: slice, count: int) -> Flags:
    """Tell in which frames somebody comes or goes, shape (K,)."""
    changes = np.zeros(count, np.bool_)
    events = index.events[
        slice(*np.searchsorted(index.events["frame"], (frames.start, frames.start + count)))
    ]
    changes[events["frame"][events["kind"] <= EventType.DESTROY] - frames.start] = True
    return changes


def _bytes_of(item: np.dtype[np.void]) -> np.dtype[np.void]:
    """Return a type for the same records that is copied at once, not field by field."""
    return np.dtype((np.void, item.itemsize))


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
    has: Flags = field(init=False)

    def __post_init__(self) -> None:
        """Know nothing yet."""
        self.records = np.empty(len(self.offsets), _bytes_of(self.item))
        self.has = np.zeros(len(self.offsets), np.bool_)

    def search(self, changes: Flags, row: int) -> int:
        """Find the actor's records; tell where rows may change, (K,), and one to try; return the last row."""
        rest = np.flatnonzero(self.counts)
        if self.offsets[-1] - self.offsets[0] <= _SMALL * len(self.offsets):
            return int(self._read_whole(rest).max(initial=0))
        probes = np.flatnonzero(changes[rest])
        if len(probes) <= _PROBES:
            rest, row = self._search_between(rest, np.append(0, probes[probes > 0]), row)
        if len(rest) > _PROBES and row >= 0:
            rest, row = self._search_between(rest, np.arange(0, len(rest), len(rest) // _PROBES), row)
        self._read_whole(rest)
        return max(row, 0)

    def _search_between(self, places: Ints, probes: Ints, row: int) -> tuple[Ints, int]:
        """Look through some packets, and in others at the rows found there; return what is left, a row."""
        if not len(places):
            return places, row
        probed, places = places[probes], np.delete(places, probes)
        rows = np.full(len(probed), row)
        self._try(probed, rows)
        others = np.flatnonzero(~self.has[probed])
        rows[others] = self._read_whole(probed[others])
        for later in (0, 1):
            there = rows[np.minimum(np.searchsorted(probed, places) - 1 + later, len(rows) - 1)]
            sample = slice(None, None, max(len(places) // _PROBES, 1))
            if self._try(places[sample], there[sample]) * _WORTH >= len(places[sample]):
                left = ~self.has[places]
                self._try(places[left], there[left])
            places = places[~self.has[places]]
        return places, int(rows.max())

    def _try(self, places: Ints, rows: Ints) -> int:
        """Take the records at these rows where they are the actor's; return how many are."""
        possible = (rows >= 0) & (rows < self.counts[places])
        places, rows = places[possible], rows[possible]
        size = self.item.itemsize
        data = self.index.file.read_each(self.offsets[places] + rows * size, size)
        right = np.flatnonzero(np.frombuffer(data, self.item)[_first_field(self.item)] == self.actor_id)
        self.records[places[right]] = np.frombuffer(data, self.records.dtype)[right]
        self.has[places[right]] = True
        return len(right)

    def _read_whole(self, places: Ints) -> Ints:
        """Look through all records of some frames; return the actor's row in each, −1 where it is not."""
        offsets, counts, size = self.offsets[places], self.counts[places], self.item.itemsize
        rows = np.full(len(places), -1, np.int64)
        block = bytearray(0)
        row = 0
        for part in _blocks(offsets, counts * size):
            starts, ends, first = _segments(offsets[part], offsets[part] + counts[part] * size)
            lengths = ends - starts
            within = np.cumsum(lengths) - lengths
            if lengths.sum() > len(block):
                block = bytearray(lengths.sum())
            for start, at, length in zip(starts.tolist(), within.tolist(), lengths.tolist(), strict=True):
                self.index.file.fill(start, memoryview(block)[at : at + length])
            data = np.frombuffer(block, np.uint8, lengths.sum())
            begins = offsets[part] + (within - starts)[first]
            rows[part] = _find_rows(data, begins, counts[part], size, self.actor_id, row)
            has = np.flatnonzero(rows[part] >= 0)
            if len(has):
                row = int(rows[part][has[-1]])
                found, at = places[part][has], begins[has] + rows[part][has] * size
                self.records[found] = records_at(data, self.records.dtype, at)
                self.has[found] = True
        return rows


def _first_field(item: np.dtype[np.void]) -> str:
    """Return the name of the field that tells whose record it is."""
    return (item.names or ("",))[0]


def _blocks(offsets: Ints, sizes: Ints) -> Iterator[slice]:
    """Cut the payloads into consecutive groups of which a bounded number of bytes is read."""
    gaps = offsets[1:] - (offsets + sizes)[:-1]
    read = np.cumsum(sizes + np.append(np.where(gaps > _WIDEST_GAP, 0, gaps), 0)[: len(sizes)])
    start = 0
    while start < len(offsets):
        done = read[start - 1] if start else 0
        stop = max(int(np.searchsorted(read, done + _BLOCK, side="right")), start + 1)
        yield slice(start, stop)
        start = stop


def _segments(offsets: Ints, ends: Ints) -> tuple[Ints, Ints, Ints]:
    """Return where the reads that cover payloads begin and end, (S,) each, and which covers which, (K,)."""
    begins = np.append(True, offsets[1:] - ends[:-1] > _WIDEST_GAP)
    starts = np.flatnonzero(begins)
    return offsets[starts], ends[np.append(starts[1:], len(ends)) - 1], np.cumsum(begins) - 1


def _find_rows(
    data: NDArray[np.uint8], offsets: Ints, counts: Ints, item: int, actor_id: int, row: int
) -> Ints:
    """Return the actor's row in each payload, shape (K,), −1 where it is not there; ``row`` is a guess."""
    ids = anywhere(data, _ID)
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
