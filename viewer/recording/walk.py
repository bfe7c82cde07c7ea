"""Walking over the frames of a recording at nearly the speed of reading it.

A frame's packets are stepped through one by one only when its layout is new. Then the next frames are guessed
to have the same layout: the header bytes of all of them are gathered and compared in one numpy call, which
releases the interpreter (MEASURED.md §2).
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from viewer.logfile import packets
from viewer.logfile.fields import Engine
from viewer.logfile.source import LogFile
from viewer.recording.layouts import HEADER_SIZE, Layout

BLOCK = 2 << 20
MAX_PACKETS = 65_536  # in one frame; more is not a frame but noise that happens to chain
_MAX_PACKETS_IN_DOUBT = (
    1_024  # while looking for the next good frame, so that hostile bytes cost no more than linear time
)
_START_PACKET = b"\x00\x18\x00\x00\x00"
_LAST_DURATION = -1.0
_KNOWN_LAYOUTS = 64  # kept taken apart; a recording that churns must not fill the memory
_HEADER = struct.Struct("<BI")
_FRAME_START = struct.Struct("<Qdd")
_MAX_BACKOFF = 32

HEADS = packets.FRAME_START.dtype(Engine.UE4)
_START_SIZE = HEADER_SIZE + HEADS.itemsize


@dataclass(frozen=True, slots=True)
class Stretch:
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
    def heads(self) -> NDArray[np.void]:
        """FrameStart of each frame, shape (K,), copied."""
        return np.ascontiguousarray(self.data[:, HEADER_SIZE : HEADER_SIZE + HEADS.itemsize]).view(HEADS)[
            :, 0
        ]


@dataclass(frozen=True, slots=True)
class Gap:
    """Bytes that are no frame: from ``offset`` to ``end``, because of ``what`` found at ``at``."""

    offset: int
    end: int
    at: int
    what: str
    tail: bool = False
    """Whether the gap reaches to the end of the file."""


class _NotAFrameError(Exception):
    def __init__(self, at: int, what: str) -> None:
        self.at = at
        self.what = what
        super().__init__(what)


class Walk:
    """One walk from ``start`` to ``end``; ``position`` is the first byte not yet accounted for."""

    def __init__(self, file: LogFile, start: int, end: int, engine: Engine) -> None:
        """Prepare; nothing is read yet."""
        self._file = file
        self._end = end
        self._engine = engine
        self.position = start
        self._bytes = bytearray(min(BLOCK, max(end - start, 1)))
        self._buffer = np.frombuffer(self._bytes, np.uint8)
        self._base = start
        self._filled = 0
        self._layouts: dict[bytes, Layout] = {}
        self._last_frame = 0
        self._last_elapsed = -math.inf

    def __iter__(self) -> Iterator[Stretch | Gap]:
        """Yield stretches, and gaps where there are no frames, in file order."""
        layout: Layout | None = None
        skip = backoff = 0
        while self.position < self._end:
            count = 0
            if layout is not None and skip == 0:
                count = self._guess(layout)
                backoff = 0 if count else min(backoff * 2 + 1, _MAX_BACKOFF)
                skip = backoff
            else:
                skip = max(skip - 1, 0)
            try:
                if layout is None or count == 0:
                    layout, count = self._step(), 1
                yield self._take(layout, count)
            except _NotAFrameError as fault:
                yield self._recover(fault)

    def _take(self, layout: Layout, count: int) -> Stretch:
        size = count * layout.stride
        if self._available() < size:
            self._fill(size)
            if self._available() < size:
                raise _NotAFrameError(self._base + self._filled, "the file became shorter while it was read")
        at = self.position - self._base
        stretch = Stretch(self.position, layout, self._buffer[at : at + size].reshape(count, layout.stride))
        last = _FRAME_START.unpack_from(self._bytes, at + size - layout.stride + HEADER_SIZE)
        self._last_frame, self._last_elapsed = last[0], last[2]
        self.position += size
        return stretch

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

    def _step(self, most: int = MAX_PACKETS) -> Layout:
        """Step through the packets of the frame at ``position``; only their headers are read."""
        headers = self._chain(most)
        layout = self._layouts.get(headers)
        if layout is None:
            layout = self._layouts[headers] = Layout(headers)
            if len(self._layouts) > _KNOWN_LAYOUTS:
                self._layouts.pop(next(iter(self._layouts)))
        return layout

    def _chain(self, most: int) -> bytes:
        headers = []
        at = self.position
        for _ in range(most):
            header = self._header_at(at)
            if len(header) < HEADER_SIZE:
                raise _NotAFrameError(at, "the file ends inside a frame")
            packet_id, size = _HEADER.unpack(header)
            self._check(packet_id, size, at, first=at == self.position)
            headers.append(header)
            end = at + HEADER_SIZE + size
            if end > self._end:
                raise _NotAFrameError(at, f"the file ends inside packet {packet_id}")
            if packet_id == packets.FRAME_END.id:
                return b"".join(headers)
            at = end
        raise _NotAFrameError(self.position, f"a frame of more than {most:,} packets")

    def _header_at(self, offset: int) -> bytes:
        at = offset - self._base
        if at >= 0 and at + HEADER_SIZE <= self._filled:
            return bytes(self._bytes[at : at + HEADER_SIZE])
        if offset + HEADER_SIZE > self._end:
            return b""
        # Beyond the buffer: read just the header, so that a size that lies costs no memory.
        return self._file.read(offset, HEADER_SIZE)

    def _check(self, packet_id: int, size: int, offset: int, *, first: bool) -> None:
        kind = packets.BY_ID.get(packet_id)
        if first != (kind is packets.FRAME_START):
            what = (
                f"packet {packet_id} where a frame should start" if first else "a frame without its FrameEnd"
            )
            raise _NotAFrameError(offset, what)
        if kind is not None and not kind.payload_size_fits(size, self._engine):
            raise _NotAFrameError(offset, f"{kind.name} with an impossible size of {size:,} bytes")

    def _recover(self, fault: _NotAFrameError) -> Gap:
        """Move on to the next plausible frame, or to the end."""
        start = self.position
        self.position = self._next_plausible(start + 1)
        return Gap(start, self.position, fault.at, fault.what, tail=self.position >= self._end)

    def _next_plausible(self, offset: int) -> int:
        """Return the offset of the next FrameStart that can be believed (FORMAT.md §2.4), or the end."""
        self.position = offset
        while self._end - self.position >= _START_SIZE:
            if self._available() < _START_SIZE:
                self._fill(_START_SIZE)
            at = self._bytes.find(_START_PACKET, self.position - self._base, self._filled)
            if at < 0:
                # The pattern may lie across the end of the block.
                self.position = self._base + self._filled - len(_START_PACKET) + 1
                continue
            self.position = self._base + at
            if self._plausible():
                return self.position
            self.position += 1
        return self._end

    def _plausible(self) -> bool:
        if self._end - self.position < _START_SIZE:
            return False
        if self._available() < _START_SIZE:
            self._fill(_START_SIZE)
        at = self.position - self._base + HEADER_SIZE
        frame, duration, elapsed = _FRAME_START.unpack_from(self._bytes, at)
        if frame <= self._last_frame or not self._last_elapsed <= elapsed < math.inf:
            return False
        if not (duration == _LAST_DURATION or 0.0 <= duration < math.inf):
            return False
        try:
            self._step(_MAX_PACKETS_IN_DOUBT)
        except _NotAFrameError:
            return False
        return True

    def _available(self) -> int:
        return self._base + self._filled - self.position

    def _fill(self, size: int) -> None:
        """Make at least ``size`` bytes from ``position`` available, or all that the file has."""
        wanted = min(max(size, BLOCK), self._end - self.position)
        if wanted > len(self._bytes):
            self._bytes = bytearray(wanted)
            self._buffer = np.frombuffer(self._bytes, np.uint8)
        self._base = self.position
        self._filled = self._file.read_into(self._base, memoryview(self._bytes)[:wanted])
        if self._filled < wanted:
            self._end = self._base + self._filled  # cut while we walk; what is left still counts
