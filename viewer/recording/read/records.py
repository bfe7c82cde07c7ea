"""The records of one kind in many frames, with the frame each stands in: the one reader of records.

One actor's records are gathered by ``viewer.recording.read.gather``, which asks this where it has to search;
poses of many actors by ``viewer.recording.read.poses``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Ints
from viewer.cancellation import Proceed, always, check
from viewer.logfile.fields import PacketKind
from viewer.logfile.payload import Records, records_at
from viewer.recording.index import RecordingIndex

_BLOCK = 1 << 20
_WIDEST_GAP = 2 << 10
"""Bytes between two packets that are rather read than skipped: about what a call of the system costs."""
_FEW = 64
"""Pieces of a block that are so large that it matters that they are not copied."""


class Payloads(NamedTuple):
    """Packets of one kind in a block of frames: P of them, each with at least one record.

    Attributes:
        frames: index of the frame of each, ascending, shape (P,).
        counts: how many records each has, shape (P,).
        places: where the first record of each begins in ``data``, shape (P,).
        data: the bytes, which are overwritten when the next block is read.
        item: type of a record.

    """

    frames: Ints
    counts: Ints
    places: Ints
    data: NDArray[np.uint8]
    item: np.dtype[np.void]

    def spread(self, chosen: Ints | slice = slice(None)) -> tuple[Ints, Ints]:
        """Return of each record in some payloads to which payload it belongs and where it begins, (N,)."""
        counts = self.counts[chosen]
        owners = np.repeat(np.arange(len(self.frames))[chosen], counts)
        size = self.item.itemsize
        first = np.repeat(self.places[chosen] - (np.cumsum(counts) - counts) * size, counts)
        return owners, first + np.arange(len(owners)) * size


def read_payloads(
    index: RecordingIndex, kind: PacketKind, frames: slice | Ints, *, proceed: Proceed = always
) -> Iterator[Payloads]:
    """Yield the packets of a kind in some frames, about a megabyte at a time, in the order of the file.

    Of a kind whose records have a fixed size, and its first packet in each frame; a packet of a size that is
    not possible counts as none.

    Args:
        index: the recording.
        kind: of the packets.
        frames: indices of frames, ascending.
        proceed: is told the share that is done, and answers whether to go on.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
        ReadingCancelledError: ``proceed`` said no.

    """
    item = index.dialect.dtype(kind)
    offsets, counts = index.payload_offsets(kind, frames)
    numbers = np.arange(*frames.indices(len(index.heads))) if isinstance(frames, slice) else frames
    has = np.flatnonzero(counts)
    offsets, counts, numbers = offsets[has], counts[has], numbers[has]
    sizes = counts * item.itemsize
    gaps = offsets[1:] - (offsets + sizes)[:-1]
    apart = np.append(True, gaps > _WIDEST_GAP)[: len(has)]
    done = np.cumsum(sizes + np.where(apart, 0, np.append(0, gaps)[: len(has)]))
    buffer = bytearray()
    start = 0
    while start < len(has):
        check(proceed, start / len(has))
        stop = max(int(np.searchsorted(done, done[start] - sizes[start] + _BLOCK, side="right")), start + 1)
        # Packets that are hardly apart are read together.
        firsts = np.append(0, np.flatnonzero(apart[start + 1 : stop]) + 1) + start
        lasts = np.append(firsts[1:], stop) - 1
        begins, lengths = offsets[firsts], offsets[lasts] + sizes[lasts] - offsets[firsts]
        total = int(lengths.sum())
        if len(firsts) > _FEW:
            data = np.frombuffer(index.file.read_each(begins, lengths), np.uint8)
        else:
            if total > len(buffer):
                buffer = bytearray(total)
            index.file.fill_each(begins, lengths, memoryview(buffer))
            data = np.frombuffer(buffer, np.uint8, total)
        moved = np.repeat(np.cumsum(lengths) - lengths - begins, lasts - firsts + 1)
        part = slice(start, stop)
        yield Payloads(numbers[part], counts[part], offsets[part] + moved, data, item)
        start = stop
    index.check_unchanged()


def read_records(
    index: RecordingIndex, kind: PacketKind, frames: slice | Ints, *, proceed: Proceed = always
) -> Iterator[tuple[Ints, Records]]:
    """Yield all records of a kind in some frames, some megabytes at a time, as ``read_payloads``.

    Yields:
        Index of the frame of each record, ascending, shape (N,), and the records as written, shape (N,).

    """
    for block in read_payloads(index, kind, frames, proceed=proceed):
        owners, places = block.spread()
        yield block.frames[owners], records_at(block.data, block.item, places)


def all_records(
    index: RecordingIndex, kind: PacketKind, frames: slice | Ints, *, proceed: Proceed = always
) -> tuple[Ints, Records]:
    """Return all records of a kind, as ``read_records``: frame indices (N,) and records (N,)."""
    item = index.dialect.dtype(kind)
    plain = np.dtype((np.void, item.itemsize))  # joined at once, not field by field
    found = [(np.empty(0, np.int64), np.empty(0, plain))]
    found += [
        (each, records.view(plain)) for each, records in read_records(index, kind, frames, proceed=proceed)
    ]
    return np.concatenate([each for each, _ in found]), np.concatenate([each for _, each in found]).view(item)
