"""Walking over the frames of a recording at nearly the speed of reading it.

A frame's packets are stepped through one by one only when its layout is new. Then the next frames are guessed
to have the same layout: the header bytes of all of them are gathered and compared in one numpy call, which
releases the interpreter (MEASURED.md §2). Where layouts change in every frame, see ``burst``.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

import numpy as np

from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.event_add import fits
from viewer.logfile.fields import (
    ANY_SIZE,
    COUNT_SIZE,
    PACKET_HEADER,
    Engine,
    PacketKind,
    Shape,
    record_struct,
)
from viewer.logfile.header import MAGIC, MAGIC_AT
from viewer.logfile.source import LogFile
from viewer.recording.build.burst import BurstFinder, KnownLayouts
from viewer.recording.build.frame_heads import Head, HeadTracker
from viewer.recording.build.frame_parts import START_SIZE, FrameBurst, FrameStretch, Gap, Search
from viewer.recording.layouts import HEADER_SIZE, START_PACKET, Layout

BLOCK = 2 << 20
_BURST_BLOCKS = 4
"""Blocks that are read at once among bursts: they take many numpy calls each, however short they are."""
MAX_PACKETS = 4_096
"""In one frame; more is not a frame but noise that happens to chain."""

_PATIENCE = 1_000_000
_BYTES_PER_STEP = 64
"""How many steps may lead nowhere, and for how many bytes of the file one more may, before the rest is left:
damage needs few, and bytes that are made to mislead must not cost more than linear time."""

_SEARCHED_AT_ONCE = 64 << 20
"""Bytes at most until it is told again that the search for a frame goes on."""

_NO_SIZE = range(0)
_FRAME_START = record_struct(packets.FRAME_START.fields, Engine.UE4)
_MAX_BACKOFF = 32
_ALONE = 4  # frames unlike those before them in a row, after which more are expected
_FEW = 4  # frames: fewer in the buffer are no burst

_ZEROS = bytes(HEADER_SIZE)


def _structural_sizes(kind: PacketKind) -> range:
    """Return the sizes with which a packet may stand in a frame (FORMAT.md §2.4).

    Only single values have one size. A record that is longer than ours may come from a build that is not
    known: its packet is kept raw, and the frame is good.
    """
    if kind.shape in (Shape.EMPTY, Shape.SINGLE):
        return kind.payload_sizes(Engine.UE4)
    return range(COUNT_SIZE, ANY_SIZE.stop)


class _NotAFrameError(Exception):
    def __init__(self, at: int, what: str) -> None:
        self.at = at
        self.what = what
        super().__init__(what)


class Walk:
    """One walk from ``start`` to ``end``; ``position`` is the first byte not yet accounted for."""

    def __init__(self, file: LogFile, start: int, end: int, dialect: Dialect) -> None:
        """Prepare; nothing is read yet."""
        self._file = file
        self._end = end
        self._dialect = dialect
        self._first_sizes = [_NO_SIZE] * 256  # by packet id: a frame begins with FrameStart
        self._sizes = [ANY_SIZE] * 256  # and has no other one
        for kind in packets.PACKETS:
            self._sizes[dialect.id_of(kind)] = _structural_sizes(kind)
        number = packets.FRAME_START.id
        self._first_sizes[number], self._sizes[number] = self._sizes[number], _NO_SIZE
        self._patience = _PATIENCE + (end - start) // _BYTES_PER_STEP
        self.position = start
        self._reserve(min(BLOCK, max(end - start, 1)))
        self._base = start
        self._filled = 0
        self._blocks = 1  # that are read at once
        self._known = KnownLayouts()
        self._bursts = BurstFinder(dialect, self._sizes)
        self._series = HeadTracker()

    def resume(self, start: int, end: int) -> None:
        """Go on from ``start``, where the frames ended, in a file that is now longer."""
        self._patience += max(end - self._end, 0) // _BYTES_PER_STEP
        self.position, self._end = start, end
        self._base, self._filled = start, 0  # sizes in the tail have been filled in since it was read

    def __iter__(self) -> Iterator[FrameStretch | FrameBurst | Gap | Search]:
        """Yield stretches and bursts, and gaps where there are no frames, in file order.

        While a long gap is searched for its end, ``Search`` tells so now and then.
        """
        layout: Layout | None = None
        skip = backoff = alone = 0
        while self.position < self._end:
            count, burst = 0, None
            if layout is not None and skip == 0:
                count = self._guess(layout)
                burst = self._burst(layout) if not count and alone >= _ALONE else None
                backoff = 0 if count or burst else min(backoff * 2 + 1, _MAX_BACKOFF)
                self._blocks = 1 if burst is None else _BURST_BLOCKS
                skip = backoff
            else:
                skip = max(skip - 1, 0)
            if burst is not None:
                layout = self._known.taken_apart(burst.layouts[-1], self._dialect)
                yield burst
                continue
            try:
                alone = alone + 1 if count == 0 else 0
                if layout is None or count == 0:
                    layout, count = self._step(), 1
                yield self._take(layout, count)
            except _NotAFrameError as fault:
                yield from self._recover(fault)

    def _take(self, layout: Layout, count: int) -> FrameStretch:
        size = count * layout.stride
        if self._available() < size:
            self._fill(size)
            if self._available() < size:
                raise _NotAFrameError(self._base + self._filled, "the file became shorter while it was read")
        at = self.position - self._base
        stretch = FrameStretch(
            self.position, layout, self._buffer[at : at + size].reshape(count, layout.stride)
        )
        for frame in range(max(count - 2, 0), count):
            self._series.add(self._head(at + frame * layout.stride))
        self.position += size
        return stretch

    def _head(self, at: int) -> Head:
        """Return the numbers of the frame that begins at a place in the buffer."""
        return Head(*_FRAME_START.unpack_from(self._bytes, at + HEADER_SIZE))

    def _guess(self, layout: Layout) -> int:
        """Return how many of the following frames have this layout, as far as the buffer reaches."""
        if self._available() < layout.stride:
            self._fill(layout.stride)
        count = self._available() // layout.stride
        at = self.position - self._base
        found, step = 0, 4
        while found < count:
            step = min(step, count - found)
            frames = self._buffer[at + found * layout.stride :][: step * layout.stride]
            headers = frames.reshape(step, layout.stride)[:, layout.header_columns]
            same = (headers == layout.header_bytes).all(axis=1)
            if not same.all():
                return found + int(same.argmin())
            found += step
            step *= 8
        return found

    def _burst(self, layout: Layout) -> FrameBurst | None:
        """Return the following frames, as far as the buffer reaches, if they differ in their events alone."""
        if self._available() < _FEW * layout.stride:
            self._fill(BLOCK)
        data, at = self._buffer[: self._filled], self.position - self._base
        burst = self._bursts.find(data, self._bytes, at, layout, self._known)
        if burst is None:
            return None
        for start in burst.starts[-3:-1].tolist():
            self._series.add(self._head(start))
        self.position += burst.size
        return replace(burst, offset=self._base)

    def _step(self) -> Layout:
        """Step through the packets of the frame at ``position``; only their headers are read."""
        headers = self._chain()
        if headers in self._known:
            return self._known.taken_apart(headers, self._dialect)
        layout = Layout(headers, self._dialect)
        self._check_inside(layout)
        self._known.add(headers, layout)
        return layout

    def _check_inside(self, layout: Layout) -> None:
        """Make sure that no packet of the frame at ``position`` has the next frame inside it.

        A size that lies, or bytes that are missing, can lead to a later packet by chance. Packets whose count
        agrees with their size are looked into only where this frame does not lead to the next. Texts of
        actors may have any bytes.
        """
        start = self.position
        leads_on = self._leads_on(layout.stride)
        for packet_id, at, size in layout.packets:
            if size < START_SIZE or (leads_on and self._has_right_count(packet_id, start + at, size)):
                continue
            if self._plausible_within(start + at, size) and not (
                leads_on and self._is_sound(packet_id, start + at, size)
            ):
                name = self._name(packet_id)
                raise _NotAFrameError(start + at - HEADER_SIZE, f"{name} reaches into the next frame")

    def _leads_on(self, stride: int) -> bool:
        """Tell whether the frame at ``position`` is followed by the one that it announces, or by nothing."""
        following = self._beyond(self.position + stride, START_SIZE)
        if len(following) < START_SIZE:
            return True
        heads = (self._beyond(self.position, START_SIZE), following)
        here, there = (Head(*_FRAME_START.unpack_from(data, HEADER_SIZE)) for data in heads)
        return following.startswith(START_PACKET) and here.announces(there)

    def _has_right_count(self, packet_id: int, offset: int, size: int) -> bool:
        kind = self._dialect.kind_of(packet_id)
        if (
            kind is None
            or kind.shape is not Shape.RECORDS
            or size not in self._dialect.possible_sizes[packet_id]
        ):
            return False
        at = offset - self._base
        inside = at + COUNT_SIZE <= self._filled
        written = self._bytes[at : at + COUNT_SIZE] if inside else self._beyond(offset, COUNT_SIZE)
        count = (size - COUNT_SIZE) // self._dialect.dtype(kind).itemsize
        return int.from_bytes(written, "little") == count & 0xFFFF

    def _is_sound(self, packet_id: int, offset: int, size: int) -> bool:
        """Tell whether a payload that is not too long for that is EventAdd, with nothing wrong in it."""
        if packet_id != packets.EVENT_ADD.id or size > BLOCK:
            return False
        return fits(self._beyond(offset, size), self._dialect.engine_of(packets.EVENT_ADD))

    def _plausible_within(self, offset: int, size: int) -> bool:
        """Tell whether a frame can begin in a range of the file; ``position`` stays."""
        frame = self.position
        found = self._next_plausible(offset, offset + size) < offset + size
        self.position = frame
        if self._base > frame:  # the buffer has moved on
            self._base, self._filled = frame, 0
        return found

    def _chain(self) -> bytes:
        """Return the packet headers of the frame at ``position``, joined."""
        headers: list[bytes] = []
        sizes = self._first_sizes
        lies, true_size = bool(self._dialect.lying_sizes), self._dialect.payload_size
        at, end = self.position, self._end
        buffer, base, last = self._bytes, self._base, self._base + self._filled - HEADER_SIZE
        while len(headers) < MAX_PACKETS:
            header = buffer[at - base : at - base + HEADER_SIZE] if at <= last else self._beyond(at)
            if len(header) < HEADER_SIZE:
                break
            packet_id, size = PACKET_HEADER.unpack(header)
            following = at + HEADER_SIZE + (true_size(packet_id, size) if lies else size)
            if size not in sizes[packet_id] or following > end:
                break
            headers.append(header)
            if packet_id == packets.FRAME_END.id:
                return b"".join(headers)
            at, sizes = following, self._sizes
        self._patience -= len(headers)
        raise _NotAFrameError(at, self._fault_at(at))

    def _beyond(self, offset: int, size: int = HEADER_SIZE) -> bytes:
        """Read just a few bytes beyond the buffer, so that a size that lies costs no memory."""
        return self._file.read(offset, min(size, self._end - offset))

    def _fault_at(self, offset: int) -> str:
        """Say why no packet of the frame at ``position`` can begin at ``offset``."""
        header = self._beyond(offset)
        if len(header) < HEADER_SIZE:
            return "the file ends inside a frame"
        if header == _ZEROS:
            return "zeros where a packet should begin"
        if self._beyond(offset + MAGIC_AT, len(MAGIC)) == MAGIC:
            return "another recording begins here"
        return self._fault_of(offset, *PACKET_HEADER.unpack(header))

    def _fault_of(self, offset: int, packet_id: int, size: int) -> str:
        """Say why this packet cannot stand at ``offset`` in the frame at ``position``."""
        first = offset == self.position
        if first and packet_id != packets.FRAME_START.id:
            return f"packet {packet_id} where a frame should start"
        if not first and packet_id == packets.FRAME_START.id:
            return "a frame without its FrameEnd"
        name = self._name(packet_id)
        if size not in (self._first_sizes if first else self._sizes)[packet_id]:
            return f"{name} with an impossible size of {size:,} bytes"
        if offset + HEADER_SIZE + size > self._end:
            return f"{name} reaches beyond the end of the file"
        return f"a frame of more than {MAX_PACKETS:,} packets"

    def _name(self, packet_id: int) -> str:
        kind = self._dialect.kind_of(packet_id)
        return kind.name if kind is not None else f"packet {packet_id}"

    def _recover(self, fault: _NotAFrameError) -> Iterator[Gap | Search]:
        """Move on to the next plausible frame, or to the end."""
        start = self.position
        offset, length = start + 1, BLOCK
        while True:
            stop = min(offset + length, self._end)
            found = self._next_plausible(offset, stop)
            if found < stop or stop >= self._end or self._patience <= 0:
                break
            yield Search(start, stop)
            offset = max(stop - START_SIZE + 1, offset)  # one may lie across the end of what was searched
            length = min(2 * length, _SEARCHED_AT_ONCE)
        self.position = found if found < stop else self._end
        yield Gap(start, self.position, fault.at, fault.what, tail=self.position >= self._end)

    def _next_plausible(self, offset: int, stop: int | None = None) -> int:
        """Return the offset of the next FrameStart that can be believed (FORMAT.md §2.4), or ``stop``."""
        stop = self._end if stop is None else stop
        self.position = offset
        while self._patience > 0 and stop - self.position >= START_SIZE:
            if self._available() < START_SIZE:
                self._fill(START_SIZE)
            within = min(self._filled, stop - self._base)
            begin = self.position - self._base
            empty = not self._buffer[begin:within].any()  # among zeros ``find`` is slow: the pattern has four
            at = -1 if empty else self._bytes.find(START_PACKET, begin, within)
            if at < 0:
                # The pattern may lie across the end of the block.
                self.position = self._base + within - len(START_PACKET) + 1
                continue
            self.position = self._base + at
            if self._plausible():
                return self.position
            self.position += 1
        return stop

    def _plausible(self) -> bool:
        if self._end - self.position < START_SIZE:
            return False
        if self._available() < START_SIZE:
            self._fill(START_SIZE)
        if not self._series.admits(self._head(self.position - self._base)):
            return False
        try:
            self._chain()
        except _NotAFrameError:
            return False
        return True

    def _reserve(self, size: int) -> None:
        """Take a buffer, in large pages where the system has them: few bytes of each frame are looked at."""
        self._bytes = mmap.mmap(-1, size)
        if hasattr(mmap, "MADV_HUGEPAGE"):
            with suppress(OSError):
                self._bytes.madvise(mmap.MADV_HUGEPAGE)
        self._buffer = np.frombuffer(self._bytes, np.uint8)

    def _available(self) -> int:
        return self._base + self._filled - self.position

    def _fill(self, size: int) -> None:
        """Make at least ``size`` bytes from ``position`` available, or all that the file has."""
        wanted = min(max(size, self._blocks * BLOCK), self._end - self.position)
        if wanted > len(self._bytes):
            self._reserve(wanted)
        self._base = self.position
        self._filled = self._file.read_into(self._base, memoryview(self._bytes)[:wanted])
        if self._filled < wanted:
            self._end = self._base + self._filled  # cut while we walk; what is left still counts
