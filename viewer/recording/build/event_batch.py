"""The event packets of many frames at once, as far as nothing about them is odd."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Ints
from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.event_add import KnownTexts, scan_event_add
from viewer.logfile.fields import COUNT_SIZE, PacketKind
from viewer.logfile.payload import Records, anywhere, records_at
from viewer.recording.build.actor_builder import NewActors
from viewer.recording.build.frame_parts import FrameBurst, FrameStretch
from viewer.recording.build.life_register import Standing

_OF_ACTORS = (packets.EVENT_ADD, packets.EVENT_DEL, packets.COLLISION)
_FEW_PACKETS = 16
_FEW_BYTES = 2_000


class EventRecords(NamedTuple):
    """Records of one kind: the frame of each (N,), the records (N,), and where their payloads begin (N,)."""

    frames: Ints
    records: Records
    offsets: Ints


class EventBatch(NamedTuple):
    """What happens in consecutive frames."""

    gone: EventRecords
    new: NewActors
    parents: EventRecords
    collisions: EventRecords
    boxes: EventRecords
    standing: list[Standing]


class _Payloads(NamedTuple):
    """Payloads of one kind in the order of the file: number of the frame, place and size, (P,) each."""

    numbers: Ints
    places: Ints
    sizes: Ints


_Run = tuple[slice, Ints, Sequence[tuple[int, int, int]]]
"""Frames, where each begins, and the packets that all of them have: id, offset and size."""


def read_batch(
    first: int, part: FrameStretch | FrameBurst, dialect: Dialect, known: KnownTexts
) -> EventBatch | None:
    """Return the events of frames whose indices begin with ``first``.

    None if they are too few, or if there is anything odd about one of the packets, which must be told.
    """
    if isinstance(part, FrameBurst):
        if _are_few(len(part.events), int(part.events[:, 3].sum())):
            return None
        data, offset = part.data, part.offset
        runs = [(run, part.tail_starts[run], tail.packets) for run, tail in part.with_tails()]
        reader = _Reader(data, offset, first, dialect, runs, part.events)
    else:
        frames, stride = part.data.shape
        if _are_few(frames, sum(size for kind in _OF_ACTORS for _, size in part.layout.payloads_of(kind.id))):
            return None
        starts = np.arange(frames) * stride
        whole = [(slice(0, frames), starts, part.layout.packets)]
        none = np.empty((0, 4), np.int64)
        reader = _Reader(part.data.reshape(-1), part.offset, first, dialect, whole, none)
    return reader.read(known)


def _are_few(packets_of_events: int, size: int) -> bool:
    """Tell whether events are taken sooner one by one."""
    return packets_of_events < _FEW_PACKETS and size < _FEW_BYTES


class _OddError(Exception):
    """A packet must be looked at closely."""


class _Reader:
    def __init__(
        self,
        data: NDArray[np.uint8],
        offset: int,
        first: int,
        dialect: Dialect,
        runs: Sequence[_Run],
        events: Ints,
    ) -> None:
        self._data, self._bytes = data, data.data
        self._offset = offset
        self._first = first
        self._dialect = dialect
        self._runs = runs
        self._events = events

    def read(self, known: KnownTexts) -> EventBatch | None:
        try:
            return EventBatch(
                self._records(packets.EVENT_DEL),
                self._added(self._payloads(packets.EVENT_ADD), known),
                self._records(packets.EVENT_PARENT),
                self._records(packets.COLLISION),
                self._records(packets.BOUNDING_BOX),
                self._standing(),
            )
        except _OddError:
            return None

    def _payloads(self, kind: PacketKind) -> _Payloads:
        """Return the payloads of a kind that have records."""
        of_kind = self._events[self._events[:, 1] == kind.id]
        parts = [of_kind[:, [0, 2, 3]]] if len(of_kind) else []
        for frames, starts, packets_there in self._runs:
            found = [(at, size) for packet_id, at, size in packets_there if packet_id == kind.id]
            if len(found) > 1 or (found and len(of_kind)):
                raise _OddError
            if found and found[0][1] > COUNT_SIZE:
                at, size = found[0]
                numbers = np.arange(frames.start, frames.stop)
                parts.append(np.stack([numbers, starts + at, np.full(len(numbers), size)], axis=1))
        if not parts:
            return _Payloads(*np.zeros((3, 0), np.int64))
        return _Payloads(*(parts[0] if len(parts) == 1 else np.concatenate(parts)).T)

    def _records(self, kind: PacketKind) -> EventRecords:
        numbers, places, sizes = self._payloads(kind)
        dtype = self._dialect.dtype(kind)
        if not len(numbers):
            return EventRecords(numbers, np.empty(0, dtype), places)
        counts, rest = np.divmod(sizes - COUNT_SIZE, dtype.itemsize)
        written = anywhere(self._data, np.dtype("<u2"))[places]
        if rest.any() or (counts & 0xFFFF != written).any():
            raise _OddError
        firsts = places + COUNT_SIZE - (np.cumsum(counts) - counts) * dtype.itemsize
        starts = np.repeat(firsts, counts) + np.arange(counts.sum()) * dtype.itemsize
        offsets = np.repeat(places + self._offset, counts)
        frames = np.repeat(numbers + self._first, counts)
        return EventRecords(frames, records_at(self._data, dtype, starts), offsets)

    def _added(self, payloads: _Payloads, known: KnownTexts) -> NewActors:
        engine = self._dialect.engine_of(packets.EVENT_ADD)
        starts: list[int] = []
        texts: list[int] = []
        counts: list[int] = []
        for at, size in zip(payloads.places.tolist(), payloads.sizes.tolist(), strict=True):
            found = scan_event_add(self._bytes[at : at + size].tobytes(), engine, known)
            if found is None:
                raise _OddError
            starts += found[0]
            texts += found[1]
            counts.append(len(found[1]))
        places = np.repeat(payloads.places, counts) + np.array(starts, np.int64)
        heads = records_at(self._data, self._dialect.dtype(packets.EVENT_ADD), places)
        return NewActors(np.repeat(payloads.numbers + self._first, counts), heads, texts)

    def _standing(self) -> list[Standing]:
        """Return who stands in Position, of each frame the first one of a size that is possible."""
        kind = packets.POSITION
        possible, record = self._dialect.possible_sizes[kind.id], self._dialect.dtype(kind).itemsize
        numbers = anywhere(self._data, np.dtype("<u4"))
        standing = []
        for frames, starts, packets_there in self._runs:
            fitting = [
                (at, size)
                for packet_id, at, size in packets_there
                if packet_id == kind.id and size in possible
            ]
            if fitting and fitting[0][1] > COUNT_SIZE:
                at, size = fitting[0]
                count = (size - COUNT_SIZE) // record
                ids = np.empty((len(starts), count), np.uint32)
                for row, start in zip(ids, (starts + at + COUNT_SIZE).tolist(), strict=True):
                    row[:] = numbers[start : start + count * record : record]
                indices = np.arange(self._first + frames.start, self._first + frames.stop)
                standing.append(Standing(indices, ids))
        return standing
