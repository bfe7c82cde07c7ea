"""The packets of a recording, all of one kind in many frames at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from viewer.arrays import Ints
from viewer.lazy import lazy
from viewer.logfile.fields import COUNT_SIZE, PacketKind, Shape
from viewer.logfile.payload import Records
from viewer.recording.index import RecordingIndex

_BLOCK = 1 << 20
_WIDEST_GAP = 64 << 10  # bytes without frames that are rather read than skipped


@dataclass(frozen=True, eq=False)
class Batch:
    """The payloads of one kind in a block of frames, and the records in them.

    Attributes:
        kind: the kind.
        dtype: of a record in this file.
        payloads: the payloads, P of them, each of a size that is possible.
        payload_frames: index of the frame each stands in, shape (P,).
        payload_offsets: where each begins in the file, shape (P,).

    """

    kind: PacketKind
    dtype: np.dtype[np.void]
    payloads: list[memoryview]
    payload_frames: Ints
    payload_offsets: Ints

    @property
    def _count_size(self) -> int:
        return COUNT_SIZE if self.kind.shape is Shape.RECORDS else 0

    @lazy
    def counts(self) -> Ints:
        """How many records each payload has room for, shape (P,)."""
        sizes = np.fromiter(map(len, self.payloads), np.int64, len(self.payloads))
        return (sizes - self._count_size) // self.dtype.itemsize

    @lazy
    def written_counts(self) -> Ints:
        """How many records each payload says that it has, shape (P,)."""
        return np.frombuffer(b"".join(each[:COUNT_SIZE] for each in self.payloads), "<u2").astype(np.int64)

    @lazy
    def records(self) -> Records:
        """All records, shape (N,), of kinds whose records have a fixed size."""
        return np.frombuffer(b"".join(each[self._count_size :] for each in self.payloads), self.dtype)

    @lazy
    def frames(self) -> Ints:
        """Index of the frame of each record, shape (N,)."""
        return np.repeat(self.payload_frames, self.counts)

    def offset_of(self, record: int) -> int:
        """Return where a record begins in the file."""
        ends = np.cumsum(self.counts)
        payload = int(np.searchsorted(ends, record, side="right"))
        within = record - int(ends[payload] - self.counts[payload])
        return int(self.payload_offsets[payload]) + self._count_size + within * self.dtype.itemsize


@dataclass(frozen=True)
class Block:
    """Consecutive frames: indices ``first`` to ``stop`` (excluded), and a batch for each known kind."""

    first: int
    stop: int
    batches: tuple[Batch, ...]


def read_blocks(index: RecordingIndex, first: int = 0, stop: int | None = None) -> Iterator[Block]:
    """Read all frames from an index on, up to another one (excluded), some megabytes at a time.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.

    """
    stop = len(index.offsets) if stop is None else stop
    while first < stop:
        end = _end_of_block(index, first, stop)
        yield _read_block(index, first, end)
        first = end


def _end_of_block(index: RecordingIndex, first: int, last: int) -> int:
    """Return the index of the frame after those that are read together, from ``first`` up to ``last``."""
    offsets = index.offsets[:last]
    stop = max(int(np.searchsorted(offsets, offsets[first] + _BLOCK)), first + 1)
    steps = np.diff(offsets[first:stop])
    for frame in (np.flatnonzero(steps > _WIDEST_GAP) + first).tolist():
        if steps[frame - first] - index.layouts[int(index.layout_numbers[frame])].stride > _WIDEST_GAP:
            return int(frame) + 1
    return stop


def _read_block(index: RecordingIndex, first: int, stop: int) -> Block:
    start = int(index.offsets[first])
    last = index.layouts[int(index.layout_numbers[stop - 1])]
    data = memoryview(index.file.read(start, int(index.offsets[stop - 1]) + last.stride - start))
    index.check_unchanged()
    places: dict[int, list[tuple[int, int, int]]] = {}
    frames = zip(
        range(first, stop),
        (index.offsets[first:stop] - start).tolist(),
        index.layout_numbers[first:stop].tolist(),
        strict=True,
    )
    for frame, base, number in frames:
        for packet_id, at, size in index.layouts[number].packets:
            places.setdefault(packet_id, []).append((frame, base + at, size))
    batches = (_batch(index, packet_id, data, start, found) for packet_id, found in sorted(places.items()))
    return Block(first, stop, tuple(batch for batch in batches if batch is not None and batch.payloads))


def _batch(
    index: RecordingIndex, packet_id: int, data: memoryview, start: int, places: list[tuple[int, int, int]]
) -> Batch | None:
    kind = index.dialect.kind_of(packet_id)
    if kind is None:
        return None
    sizes = index.dialect.possible_sizes[packet_id]
    fitting = [place for place in places if place[2] in sizes]
    return Batch(
        kind,
        index.dialect.dtype(kind),
        [data[at : at + size] for _, at, size in fitting],
        np.array([frame for frame, _, _ in fitting], np.int64),
        np.array([start + at for _, at, _ in fitting], np.int64),
    )
