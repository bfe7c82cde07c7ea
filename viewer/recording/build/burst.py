"""Frames in a row of which each has another layout, as when somebody comes or goes in every frame.

What happens changes the sizes of the packets that tell it, which stand at the beginning of a frame; those
after them mostly stay as they are. So only the first ones are stepped through; that a frame begins behind the
others, if they are still the same, is tried, and their headers are compared in all frames at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Ints
from viewer.lazy import lazy
from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.fields import COUNT_SIZE, PACKET_HEADER, Shape
from viewer.recording.layouts import HEADER_SIZE, HEADS, START_PACKET, Layout
from viewer.recording.times import TOLERANCE

_EVENTS = frozenset(
    kind.id for kind in (packets.EVENT_ADD, packets.EVENT_DEL, packets.EVENT_PARENT, packets.COLLISION)
)
_LATER = frozenset(
    kind.id for kind in (packets.POSITION, packets.ANIM_VEHICLE, packets.ANIM_WALKER, packets.BOUNDING_BOX)
)
"""What must not stand before the last packet of events."""

_START_SIZE = HEADER_SIZE + HEADS.itemsize
_FIRST_TRY = 16
_REPEATS = 8
"""Frames of one layout in a row, after which galloping is faster."""
_KEPT = 64


class Tail:
    """The packets of a frame after those of events."""

    def __init__(self, headers: bytes, dialect: Dialect) -> None:
        """Take their headers, joined."""
        self.headers = headers
        self.packets: list[tuple[int, int, int]] = []
        """Id, and offset of the payload from the first of their bytes, and its size."""
        at = 0
        for packet_id, size in PACKET_HEADER.iter_unpack(headers):
            self.packets.append((packet_id, at + HEADER_SIZE, size))
            at += HEADER_SIZE + size
        self.size = at
        large = [packet for packet in self.packets if packet[2] >= _START_SIZE]
        self._counted = {at: _count(*packet, dialect) for packet in large for at in packet[1:2]}
        self.searched = tuple((at, size) for _, at, size in large if self._counted[at] is None)
        """Where a frame could hide that the count of a packet does not exclude: offset and size."""

    @lazy
    def columns(self) -> Ints:
        """Where their headers stand, and after these the counts of those in which a frame could hide."""
        starts = np.array([at - HEADER_SIZE for _, at, _ in self.packets], np.int64)
        headers = (starts[:, None] + np.arange(HEADER_SIZE)).ravel()
        counts = np.array([at for at, count in self._counted.items() if count is not None], np.int64)
        return np.concatenate([headers, (counts[:, None] + np.arange(COUNT_SIZE)).ravel()])

    @lazy
    def bytes(self) -> NDArray[np.uint8]:
        """The bytes expected there."""
        counts = b"".join(count for count in self._counted.values() if count is not None)
        return np.frombuffer(self.headers + counts, np.uint8)


def _count(packet_id: int, _at: int, size: int, dialect: Dialect) -> bytes | None:
    """Return the count that a packet of this size begins with, None if it has none that proves its size."""
    kind = dialect.kind_of(packet_id)
    if kind is None or kind.shape is not Shape.RECORDS or size not in dialect.possible_sizes[packet_id]:
        return None
    count = (size - COUNT_SIZE) // dialect.dtype(kind).itemsize
    return (count & 0xFFFF).to_bytes(COUNT_SIZE, "little")


@dataclass(frozen=True, slots=True)
class FrameStretch:
    """Consecutive frames of one layout, with their bytes while the walk stands here.

    Attributes:
        offset: of the first frame, in the file.
        layout: its layout.
        data: the bytes of the frames, shape (K, stride); valid until the next step of the walk.

    """

    offset: int
    layout: Layout
    data: NDArray[np.uint8]

    @property
    def heads(self) -> bytes:
        """FrameStart of each frame, K × 24 bytes."""
        return self.data[:, HEADER_SIZE:_START_SIZE].tobytes()

    def __len__(self) -> int:
        """Return the number of frames."""
        return len(self.data)

    def parts(self) -> tuple[FrameStretch, FrameStretch]:
        """Return both halves."""
        middle = len(self.data) // 2
        rest = replace(self, offset=self.offset + middle * self.layout.stride, data=self.data[middle:])
        return replace(self, data=self.data[:middle]), rest


@dataclass(frozen=True, slots=True)
class FrameBurst:
    """Consecutive frames of any layouts, with their bytes while the walk stands here.

    Attributes:
        offset: of the first byte of ``data``, in the file.
        starts: where each frame begins in ``data``, and where the last one ends, shape (K + 1,).
        layouts: the joined packet headers of each frame, K of them.
        heads: FrameStart of each frame, shape (K,).
        events: number of the frame, id, place in ``data`` and size of the payloads of events and of those
            among them that are not empty, shape (P, 4).
        tail_starts: where the packets after those begin, shape (K,).
        tails: these packets, with the number of the first frame that has them.
        data: the bytes in which they stand; valid until the next step of the walk.

    """

    offset: int
    starts: Ints
    layouts: list[bytes]
    heads: NDArray[np.void]
    events: Ints
    tail_starts: Ints
    tails: list[tuple[int, Tail]]
    data: NDArray[np.uint8]

    def __len__(self) -> int:
        """Return the number of frames."""
        return len(self.layouts)

    @property
    def size(self) -> int:
        """How many bytes they have."""
        return int(self.starts[-1] - self.starts[0])

    def part(self, first: int, stop: int) -> FrameBurst:
        """Return some of the frames alone."""
        tails = [(max(start, first) - first, tail) for start, tail in self.tails if start < stop]
        those = slice(*np.searchsorted(self.events[:, 0], (first, stop)).tolist())
        begun = max((number for number, (start, _) in enumerate(tails) if start == 0), default=0)
        return replace(
            self,
            starts=self.starts[first : stop + 1],
            layouts=self.layouts[first:stop],
            heads=self.heads[first:stop],
            events=self.events[those] - (first, 0, 0, 0),
            tail_starts=self.tail_starts[first:stop],
            tails=tails[begun:],
        )

    def parts(self) -> tuple[FrameBurst, FrameBurst]:
        """Return both halves."""
        middle = len(self) // 2
        return self.part(0, middle), self.part(middle, len(self))

    def with_tails(self) -> list[tuple[slice, Tail]]:
        """Return runs of frames that have the same packets after those of events."""
        ends = [first for first, _ in self.tails[1:]] + [len(self)]
        return [(slice(first, end), tail) for (first, tail), end in zip(self.tails, ends, strict=True)]

    def stretches(self, dialect: Dialect) -> Iterator[tuple[int, FrameStretch]]:
        """Yield the same frames cut where the layout changes, with the number of the first of each."""
        first = 0
        for number in range(1, len(self) + 1):
            if number == len(self) or self.layouts[number] != self.layouts[first]:
                start, end = self.starts[[first, number]].tolist()
                data = self.data[start:end].reshape(number - first, -1)
                yield first, FrameStretch(self.offset + start, Layout(self.layouts[first], dialect), data)
                first = number


class KnownLayouts:
    """Layouts met lately, by their headers; taken apart where that was needed."""

    def __init__(self) -> None:
        """Start with none."""
        self._layouts: dict[bytes, Layout | None] = {}

    def __contains__(self, headers: bytes) -> bool:
        """Tell whether it has been met."""
        return headers in self._layouts

    def add(self, headers: bytes, layout: Layout | None = None) -> None:
        """Remember one; a recording that churns must not fill the memory."""
        self._layouts[headers] = layout
        if len(self._layouts) > _KEPT:
            self._layouts.pop(next(iter(self._layouts)))

    def taken_apart(self, headers: bytes, dialect: Dialect) -> Layout:
        """Return one that is there, taken apart."""
        layout = self._layouts[headers]
        if layout is None:
            layout = self._layouts[headers] = Layout(headers, dialect)
        return layout


@dataclass
class _Order:
    """The order of the packets in a frame: ids before and after the last packet of events."""

    head: bytes
    tail: bytes
    last_tail: Tail
    tails: dict[bytes, Tail]


class BurstFinder:
    """Finds bursts in a buffer."""

    def __init__(self, dialect: Dialect, sizes: Sequence[range]) -> None:
        """Accept packets of these sizes, by id."""
        self._dialect = dialect
        self._sizes = sizes
        self._orders: dict[bytes, _Order | None] = {}
        self._most = _FIRST_TRY

    def find(
        self, data: NDArray[np.uint8], buffer: bytearray, start: int, layout: Layout, known: KnownLayouts
    ) -> FrameBurst | None:
        """Return frames, each followed by one that it announces; its ``offset`` is 0.

        Args:
            data: the bytes in which to look; the last frame in it is left to others.
            buffer: has the same bytes from its beginning.
            start: where the first frame begins.
            layout: of the frame before; theirs have packets of the same ids.
            known: layouts that have been accepted before; only in frames of others, one that hides in a
                packet is looked for.

        """
        order = self._order_of(layout)
        burst = None if order is None else self._step(data, buffer, start, order)
        count = 0 if burst is None else self._accepted(burst, buffer, known)
        if burst is None or count == 0:
            self._most = _FIRST_TRY
            return None
        self._most = 4 * self._most if count == len(burst) else max(2 * count, _FIRST_TRY)
        return burst.part(0, count)

    def _order_of(self, layout: Layout) -> _Order | None:
        ids = layout.headers[::HEADER_SIZE]
        if ids not in self._orders:
            if len(self._orders) == _KEPT:
                self._orders.clear()
            self._orders[ids] = self._new_order(ids, layout.headers)
        return self._orders[ids]

    def _new_order(self, ids: bytes, headers: bytes) -> _Order | None:
        events = [place for place, packet_id in enumerate(ids) if packet_id in _EVENTS]
        if not events or self._dialect.lying_sizes or not _LATER.isdisjoint(ids[: events[-1]]):
            return None
        end = events[-1] + 1
        tail = Tail(headers[end * HEADER_SIZE :], self._dialect)
        return _Order(ids[1:end], ids[end:], tail, {tail.headers: tail})

    def _step(self, data: NDArray[np.uint8], buffer: bytearray, at: int, order: _Order) -> FrameBurst | None:
        """Step through frames as far as their packets stand in this order and another one follows."""
        last = len(data) - _START_SIZE
        starts: list[int] = []
        tail_starts: list[int] = []
        layouts: list[bytes] = []
        events: list[int] = []
        tails: list[tuple[int, Tail]] = []
        repeats = 0
        following = at if buffer[at : at + HEADER_SIZE] == START_PACKET else -1
        while 0 <= following <= last and len(layouts) < self._most and repeats < _REPEATS:
            at = following
            headers: list[bytes | bytearray] = [START_PACKET]
            here = self._step_head(buffer, at, last, order, len(layouts), headers, events)
            tail = order.last_tail
            following = here + tail.size
            if here >= 0 and not _begins(buffer, following, last):
                found = self._step_tail(buffer, here, last, order)
                tail = order.last_tail = found or tail
                following = here + tail.size
            if here < 0 or not _begins(buffer, following, last):
                following = at
                break
            if not tails or tails[-1][1] is not tail:
                tails.append((len(layouts), tail))
            headers.append(tail.headers)
            layouts.append(b"".join(headers))
            repeats = repeats + 1 if layouts[-1:] == layouts[-2:-1] else 0
            starts.append(at)
            tail_starts.append(here)
        if not layouts:
            return None
        found_events = np.array(events, np.int64).reshape(-1, 4)
        places = np.array([*starts, following], np.int64)
        heads = data[places[:, None] + np.arange(HEADER_SIZE, _START_SIZE)].view(HEADS)[:, 0]
        return FrameBurst(
            0, places, layouts, heads, found_events, np.array(tail_starts, np.int64), tails, data
        )  # fmt: skip

    def _step_head(
        self,
        buffer: bytearray,
        at: int,
        last: int,
        order: _Order,
        number: int,
        headers: list[bytes | bytearray],
        events: list[int],
    ) -> int:
        """Step through the packets of a frame up to the last one of events; return where it ends, or −1."""
        unpack, sizes = PACKET_HEADER.unpack_from, self._sizes
        at += _START_SIZE
        for expected in order.head:
            if at > last:
                return -1
            packet_id, size = unpack(buffer, at)
            if packet_id != expected or size not in sizes[packet_id]:
                return -1
            headers.append(buffer[at : at + HEADER_SIZE])
            at += HEADER_SIZE
            if size > COUNT_SIZE:
                events += (number, packet_id, at, size)
            at += size
        return at if at <= last else -1

    def _step_tail(self, buffer: bytearray, at: int, last: int, order: _Order) -> Tail | None:
        """Step through the packets after those of events; return them, None if they are others."""
        headers = []
        for expected in order.tail:
            if at > last:
                return None
            packet_id, size = PACKET_HEADER.unpack_from(buffer, at)
            if packet_id != expected or size not in self._sizes[packet_id]:
                return None
            headers.append(buffer[at : at + HEADER_SIZE])
            at += HEADER_SIZE + size
        joined = b"".join(headers)
        tail = order.tails.get(joined)
        if tail is None:
            if len(order.tails) == _KEPT:
                order.tails.clear()
            tail = order.tails[joined] = Tail(joined, self._dialect)
        return tail

    def _accepted(self, burst: FrameBurst, buffer: bytearray, known: KnownLayouts) -> int:
        """Return how many frames are beyond doubt."""
        sound, nothing_hides = _announced(burst.heads), np.ones(len(burst), np.bool_)
        for run, tail in burst.with_tails():
            found = burst.data[burst.tail_starts[run, None] + tail.columns] == tail.bytes
            size = len(tail.headers)
            sound[run] &= found[:, :size].all(axis=1)
            nothing_hides[run] = found[:, size:].all(axis=1)
            if tail.searched:
                for number in range(run.start, run.stop):
                    at = int(burst.tail_starts[number])
                    if any(_hides(buffer, at + start, size) for start, size in tail.searched):
                        nothing_hides[number] = False
        count = len(burst) if sound.all() else int(sound.argmin())
        large = burst.events[burst.events[:, 3] >= _START_SIZE]
        for number, headers in enumerate(burst.layouts[:count]):
            if headers not in known:
                of_frame = slice(*np.searchsorted(large[:, 0], (number, number + 1)).tolist())
                if not nothing_hides[number] or any(
                    _hides(buffer, *each) for each in large[of_frame, 2:].tolist()
                ):
                    return number
                known.add(headers)
        return count


def _begins(buffer: bytearray, at: int, last: int) -> bool:
    """Tell whether a frame begins at a place up to the last one possible."""
    return at <= last and buffer[at : at + HEADER_SIZE] == START_PACKET


def _announced(heads: NDArray[np.void]) -> Flags:
    """Tell which frames, but for the last, announce the one after them."""
    elapsed, ids = heads["elapsed"], heads["frame"]
    with np.errstate(invalid="ignore", over="ignore"):
        errors = np.abs(elapsed[:-1] + heads["duration"][:-1] - elapsed[1:])
        announced: Flags = (ids[1:] == ids[:-1] + 1) & (errors <= TOLERANCE)
    return announced


def _hides(buffer: bytearray, at: int, size: int) -> bool:
    """Tell whether a frame could begin in a payload."""
    return buffer.find(START_PACKET, at, at + size) >= 0
