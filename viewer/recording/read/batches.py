"""The packets of a recording, all of one kind in many frames at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Ints
from viewer.lazy import lazy
from viewer.logfile.fields import COUNT_SIZE, PacketKind, Shape
from viewer.logfile.payload import Records
from viewer.recording.index import RecordingIndex

_BLOCK = 4 << 20
_WIDEST_GAP = 64 << 10  # bytes without frames that are rather read than skipped


class _Run(NamedTuple):
    """Payloads of one size in consecutive frames: frame and place of the first, and the way to the next."""

    frame: int
    place: int
    stride: int
    frames: int
    size: int


class _Payloads(Sequence[memoryview]):
    """Payloads in a block of bytes, each cut out when it is asked for: there can be very many."""

    def __init__(self, data: memoryview, runs: Sequence[_Run]) -> None:
        self._data = data
        self._runs = runs
        counts = np.array([run.frames for run in runs], np.int64)
        within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        frames, places, strides, _, sizes = np.repeat(np.array(runs, np.int64), counts, axis=0).T
        self.frames: Ints = frames + within
        self.places: Ints = places + within * strides
        self.sizes: Ints = sizes

    def __len__(self) -> int:
        return len(self.places)

    @overload
    def __getitem__(self, at: int) -> memoryview: ...
    @overload
    def __getitem__(self, at: slice) -> list[memoryview]: ...
    def __getitem__(self, at: int | slice) -> memoryview | list[memoryview]:
        if isinstance(at, slice):
            return [self[each] for each in range(*at.indices(len(self)))]
        place = self.places.item(at)
        return self._data[place : place + self.sizes.item(at)]

    def joined(self, within: slice) -> NDArray[np.uint8]:
        """Return the bytes of the same part of each payload, joined, shape (N,)."""
        spans = [within.indices(run.size)[:2] for run in self._runs]
        joined = np.empty(
            sum(run.frames * (stop - start) for run, (start, stop) in zip(self._runs, spans, strict=True)),
            np.uint8,
        )
        at = 0
        for run, (start, stop) in zip(self._runs, spans, strict=True):
            shape = run.frames, stop - start
            there = np.ndarray(shape, np.uint8, self._data, run.place + start, (run.stride, 1))
            joined[at : at + there.size].reshape(shape)[...] = there
            at += there.size
        return joined


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
    payloads: Sequence[memoryview]
    payload_frames: Ints
    payload_offsets: Ints

    @property
    def _count_size(self) -> int:
        return COUNT_SIZE if self.kind.shape is Shape.RECORDS else 0

    @lazy
    def counts(self) -> Ints:
        """How many records each payload has room for, shape (P,)."""
        counts: Ints = (self.sizes - self._count_size) // self.dtype.itemsize
        return counts

    @lazy
    def sizes(self) -> Ints:
        """How many bytes each payload has, shape (P,)."""
        if isinstance(self.payloads, _Payloads):
            return self.payloads.sizes
        return np.fromiter(map(len, self.payloads), np.int64, len(self.payloads))

    def joined(self, within: slice) -> NDArray[np.uint8]:
        """Return the bytes of the same part of each payload, joined, shape (N,)."""
        if isinstance(self.payloads, _Payloads):
            return self.payloads.joined(within)
        return np.frombuffer(b"".join(each[within] for each in self.payloads), np.uint8)

    @lazy
    def written_counts(self) -> Ints:
        """How many records each payload says that it has, shape (P,)."""
        return self.joined(slice(COUNT_SIZE)).view("<u2").astype(np.int64)

    @lazy
    def records(self) -> Records:
        """All records, shape (N,), of kinds whose records have a fixed size."""
        return self.joined(slice(self._count_size, None)).view(self.dtype)

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
    runs: dict[int, list[_Run]] = {}
    for frame, base, stride, count, number in _runs_of_frames(index, first, stop):
        layout = index.layouts[number]
        for packet_id, at, size in layout.packets:
            if size in index.dialect.possible_sizes[packet_id]:
                run = _Run(frame, base - start + at, stride, count, size)
                runs.setdefault(packet_id, []).append(run)
    batches = (_batch(index, packet_id, data, start, found) for packet_id, found in sorted(runs.items()))
    return Block(first, stop, tuple(batch for batch in batches if batch is not None))


def _runs_of_frames(index: RecordingIndex, first: int, stop: int) -> Iterator[tuple[int, int, int, int, int]]:
    """Yield frames of one layout at equal distances: index and offset of the first, stride, count, layout."""
    offsets, numbers = index.offsets[first:stop], index.layout_numbers[first:stop]
    steps = np.diff(offsets)
    new = np.ones(len(offsets), np.bool_)
    new[1:] = np.diff(numbers) != 0
    strides = np.array([index.layouts[number].stride for number in numbers[new].tolist()], np.int64)
    new[1:] |= steps != np.repeat(strides, np.diff(np.append(np.flatnonzero(new), len(new))))[:-1]
    starts = np.flatnonzero(new).tolist()
    for begin, end in zip(starts, [*starts[1:], len(new)], strict=True):
        number = int(numbers[begin])
        layout = index.layouts[number]
        doubled = len({packet_id for packet_id, _, _ in layout.packets}) < len(layout.packets)
        for frame in range(begin, end) if doubled else (begin,):  # so that packets keep the order of the file
            count = 1 if doubled else end - begin
            yield first + frame, int(offsets[frame]), layout.stride, count, number


def _batch(
    index: RecordingIndex, packet_id: int, data: memoryview, start: int, runs: list[_Run]
) -> Batch | None:
    kind = index.dialect.kind_of(packet_id)
    if kind is None:
        return None
    payloads = _Payloads(data, runs)
    return Batch(kind, index.dialect.dtype(kind), payloads, payloads.frames, start + payloads.places)
