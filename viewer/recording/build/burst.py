"""Frames in a row of which each has another layout, as when somebody comes or goes in every frame.

What happens changes the sizes of the packets that tell it, which stand at the beginning of a frame; those
after them mostly stay as they are. So only the first ones are stepped through; that a frame begins behind the
others, if they are still the same, is tried, and their headers are compared in all frames at once.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from mmap import mmap

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Ints
from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.fields import COUNT_SIZE, PACKET_HEADER
from viewer.logfile.payload import anywhere, records_at
from viewer.recording.build.frame_parts import START_SIZE, FrameBurst, Tail
from viewer.recording.layouts import HEADER_SIZE, HEADS, START_PACKET, Layout
from viewer.recording.times import TOLERANCE

_EVENTS = frozenset(
    kind.id for kind in (packets.EVENT_ADD, packets.EVENT_DEL, packets.EVENT_PARENT, packets.COLLISION)
)
_LATER = frozenset(
    kind.id for kind in (packets.POSITION, packets.ANIM_VEHICLE, packets.ANIM_WALKER, packets.BOUNDING_BOX)
)
"""What must not stand before the last packet of events."""
_HEADER = np.dtype((np.void, HEADER_SIZE))
_SIZE = struct.Struct("<xI")
"""The size in a packet's header."""
_FIRST_TRY = 16
_REPEATS = 8
"""Frames of one layout in a row, after which galloping is faster."""
_KEPT = 64


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
        self, data: NDArray[np.uint8], buffer: mmap, start: int, layout: Layout, known: KnownLayouts
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

    def _step(self, data: NDArray[np.uint8], buffer: mmap, at: int, order: _Order) -> FrameBurst | None:
        """Step through frames as far as their packets stand in this order and another one follows."""
        last = len(data) - START_SIZE
        starts: list[int] = []
        tail_starts: list[int] = []
        tails: list[tuple[int, Tail]] = []
        tail, events, size_at = order.last_tail, range(len(order.head)), _SIZE.unpack_from
        stride = repeats = 0
        if not _begins(buffer, at, last):
            return None
        while len(starts) < self._most and repeats < _REPEATS:
            here = at + START_SIZE
            try:  # whether these are packets of events is seen in all frames at once
                for _ in events:
                    here += HEADER_SIZE + size_at(buffer, here)[0]
            except struct.error:
                break
            following = here + tail.size
            if not _begins(buffer, following, last):
                found = self._step_tail(buffer, here, last, order)
                following = -1 if found is None else here + found.size
                if found is None or not _begins(buffer, following, last):
                    break
                tail = order.last_tail = found
            if not tails or tails[-1][1] is not tail:
                tails.append((len(starts), tail))
            starts.append(at)
            tail_starts.append(here)
            repeats = repeats + 1 if following - at == stride else 0
            stride = following - at
            at = following
        places = np.array([*starts, at], np.int64)
        return self._in_order(data, places, np.array(tail_starts, np.int64), tails, order) if starts else None

    def _in_order(
        self,
        data: NDArray[np.uint8],
        starts: Ints,
        tail_starts: Ints,
        tails: list[tuple[int, Tail]],
        order: _Order,
    ) -> FrameBurst | None:
        """Return the frames up to the first one in which other packets stand before the tail."""
        count = len(tail_starts)
        ids, sizes = data, anywhere(data, np.dtype("<u4"))
        good = np.ones(count, np.bool_)
        headers = np.empty((count, len(order.head)), _HEADER)
        events = np.empty((count, len(order.head), 4), np.int64)
        events[..., 0], events[..., 1] = np.arange(count)[:, None], list(order.head)
        at = starts[:-1] + START_SIZE
        for number, packet_id in enumerate(order.head):
            size = sizes[at + 1].astype(np.int64)
            possible = self._sizes[packet_id]
            good &= (ids[at] == packet_id) & (possible.start <= size) & (size < possible.stop)
            good &= (size - possible.start) % possible.step == 0
            headers[:, number] = anywhere(data, _HEADER)[at]
            events[:, number, 2], events[:, number, 3] = at + HEADER_SIZE, size
            at = at + HEADER_SIZE + size
        if not good[0]:
            return None
        if not good.all():
            count = int(good.argmin())
            starts, tail_starts = starts[: count + 1], tail_starts[:count]
            tails = [each for each in tails if each[0] < count]
        joined, width = headers.tobytes(), len(order.head) * HEADER_SIZE
        ends = [start for start, _ in tails[1:]] + [count]
        layouts = [
            START_PACKET + joined[number * width : (number + 1) * width] + tail.headers
            for (start, tail), end in zip(tails, ends, strict=True)
            for number in range(start, end)
        ]
        heads = records_at(data, HEADS, starts + HEADER_SIZE)
        happening = events[:count][events[:count, :, 3] > COUNT_SIZE]
        return FrameBurst(0, starts, layouts, heads, happening, tail_starts, tails, data)

    def _step_tail(self, buffer: mmap, at: int, last: int, order: _Order) -> Tail | None:
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

    def _accepted(self, burst: FrameBurst, buffer: mmap, known: KnownLayouts) -> int:
        """Return how many frames are beyond doubt."""
        sound, nothing_hides = _announced(burst.heads), np.ones(len(burst), np.bool_)
        packets_at, counts = anywhere(burst.data, _HEADER), anywhere(burst.data, np.dtype("<u2"))
        for run, tail in burst.with_tails():
            starts = burst.tail_starts[run, None]
            found = packets_at[starts + tail.header_places].view(np.uint8)
            sound[run] &= (found == tail.header_bytes).all(axis=1)
            nothing_hides[run] = (counts[starts + tail.count_places] == tail.counts).all(axis=1)
            if tail.searched:
                for number in range(run.start, run.stop):
                    at = int(burst.tail_starts[number])
                    if any(_hides(buffer, at + start, size) for start, size in tail.searched):
                        nothing_hides[number] = False
        count = len(burst) if sound.all() else int(sound.argmin())
        large = burst.events[burst.events[:, 3] >= START_SIZE]
        for number, headers in enumerate(burst.layouts[:count]):
            if headers not in known:
                of_frame = slice(*np.searchsorted(large[:, 0], (number, number + 1)).tolist())
                if not nothing_hides[number] or any(
                    _hides(buffer, *each) for each in large[of_frame, 2:].tolist()
                ):
                    return number
                known.add(headers)
        return count


def _begins(buffer: mmap, at: int, last: int) -> bool:
    """Tell whether a frame begins at a place up to the last one possible."""
    return at <= last and buffer[at : at + HEADER_SIZE] == START_PACKET


def _announced(heads: NDArray[np.void]) -> Flags:
    """Tell which frames, but for the last, announce the one after them."""
    elapsed, ids = heads["elapsed"], heads["frame"]
    with np.errstate(invalid="ignore", over="ignore"):
        errors = np.abs(elapsed[:-1] + heads["duration"][:-1] - elapsed[1:])
        announced: Flags = (ids[1:] == ids[:-1] + 1) & (errors <= TOLERANCE)
    return announced


def _hides(buffer: mmap, at: int, size: int) -> bool:
    """Tell whether a frame could begin in a payload."""
    return buffer.find(START_PACKET, at, at + size) >= 0
