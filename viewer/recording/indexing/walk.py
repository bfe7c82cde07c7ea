"""Finding the frames of a recording, nearly as fast as its bytes can be read.

The packet headers of a frame are followed one by one, which gives its layout. Once a layout repeats, the next
frames are assumed to have it, too: the header bytes of all of them are compared in one numpy call, which
releases the interpreter lock.
"""

from __future__ import annotations

import mmap
import re
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Ints, multi_arange
from viewer.cancellation import ShouldContinue, always, check
from viewer.lazy import lazy
from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
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
from viewer.logfile.payload import records_at
from viewer.logfile.source import LogFile
from viewer.recording.layouts import FRAME_START_DTYPE, HEADER_SIZE, START_PACKET, fitting, packet_table
from viewer.recording.times import FrameStart, FrameStartTracker

BLOCK = 12 << 20
MAX_PACKETS = 4_096
"""Largest number of packets in a frame; more are taken for noise that happens to look like packets."""
START_SIZE = HEADER_SIZE + FRAME_START_DTYPE.itemsize
"""Number of bytes of a FrameStart packet, header included."""

_PATIENCE = 1_000_000
_BYTES_PER_STEP = 64
"""Number of bytes of the file for which one more packet header, beyond a million, may be read in vain.

In vain means that the headers lead to no frame. When too many have been read, the rest of the file is
skipped: damage needs few, and a file that is made to mislead must not take more than linear time.
"""

_PIECE = 1 << 20
"""Number of bytes of the recording read at a time; before each such piece, ``should_continue`` is called.

So many bytes fit into the CPU's caches.
"""
_LAYOUTS_AT_ONCE = 4_096
_FRAMES_AT_ONCE = 32_768
"""Maximum number of frames that are yielded together; fewer if the frames' layouts change often."""
_GUESSED = 32, 512
"""Numbers of frames whose packet headers are compared in one numpy call: in the first call, and at most.

While all of them are alike, the number grows fourfold from call to call.
"""
_WORD = np.dtype("<u8")
_BEFORE = _WORD.itemsize - HEADER_SIZE
"""Number of bytes before a packet header that are read with it, to read the header as one 8-byte word."""
_OFFSETS_KEPT = 1 << 10
_LENGTHS_KEPT = 1 << 16

RUN = np.dtype([("offset", "<i8"), ("stride", "<i8"), ("layout", "<i8"), ("frames", "<i8")])
"""Dtype of a run: successive frames with one layout.

Fields: file offset of the first frame, bytes per frame, index of the layout, and number of frames.
"""

_END_PACKET = PACKET_HEADER.pack(packets.FRAME_END.id, 0)
_FRAME_START = record_struct(packets.FRAME_START.fields, Engine.UE4)
_START = re.compile(re.escape(START_PACKET))
"""Regular expression for the first bytes of a frame: three times as fast as ``bytes.find``."""
_ZEROS = bytes(HEADER_SIZE)


@dataclass(frozen=True, eq=False)
class Frames:
    """Consecutive frames found in the file, with their bytes, which are valid until more frames are searched.

    Attributes:
        first: index of the first frame in the recording.
        runs: runs of frames with one layout as an array of RUN, shape (R,); offsets are those in ``data``.
        data: bytes of the frames, as an object whose slices are bytes; valid until more frames are searched.
        offset: byte offset of ``data`` in the file.
        entries: packets of the layouts that are new in these frames, as an array of PACKET_ENTRY.
        pieces: None, except for a frame too large for the buffer, of which ``data`` holds only K pieces:
            their byte offsets in the frame (first row) and in ``data`` (second row), shape (2, K).
    """

    first: int
    runs: NDArray[np.void]
    data: mmap.mmap | bytes
    offset: int
    entries: NDArray[np.void]
    pieces: Ints | None = None

    def in_data(self, offsets: Ints) -> Ints:
        """Convert ``offsets`` of packet contents in the whole frames to offsets in ``data``, shape (K,)."""
        return offsets if self.pieces is None else self.pieces[1][np.searchsorted(self.pieces[0], offsets)]

    @lazy
    def frame_starts(self) -> NDArray[np.void]:
        """FrameStart record (frame id and times) of each of the K frames, shape (K,)."""
        offsets, _ = frame_offsets(self.runs)
        data = np.frombuffer(self.data, np.uint8)
        return records_at(data, FRAME_START_DTYPE, offsets + HEADER_SIZE)


@dataclass(frozen=True, slots=True)
class Gap:
    """Bytes of the file that are no frame, from the byte offset ``offset`` up to ``end``.

    ``what`` says as a phrase what is wrong; ``at`` is the byte offset where that was found.
    """

    offset: int
    end: int
    at: int
    what: str
    tail: bool = False
    """Whether these bytes without a frame reach to the end of the file."""


def frame_offsets(runs: NDArray[np.void]) -> tuple[Ints, Ints]:
    """Return the byte offset in the file and the layout index of each of K frames, shape (K,) each.

    ``runs`` is an array of dtype RUN: each entry stands for successive frames with one layout.
    """
    offsets, strides, layouts, frames = (runs[name] for name in RUN.names or ())
    within = multi_arange(np.zeros_like(frames), frames)
    return np.repeat(offsets, frames) + within * np.repeat(strides, frames), np.repeat(layouts, frames)


class _NotAFrameError(Exception):
    def __init__(self, at: int, what: str) -> None:
        self.at = at
        self.what = what
        super().__init__(what)


def _structural_sizes(kind: PacketKind) -> range:
    """Return the payload sizes that packets of ``kind`` may have without their frame counting as damaged.

    Packets with a single value have a fixed size. Packets with records may have any size that holds a count:
    an unknown build may write longer records, which then stay undecoded.
    """
    if kind.shape in (Shape.EMPTY, Shape.SINGLE):
        return kind.payload_sizes(Engine.UE4)
    return range(COUNT_SIZE, ANY_SIZE.stop)


class _Lengths(dict[bytes, int]):
    """Number of bytes that a packet takes, by its packet header; KeyError if no packet can have the header.

    Attributes:
        sizes: range of possible payload sizes, by packet id.
    """

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self.sizes = [ANY_SIZE] * 256
        for kind in packets.PACKETS:
            self.sizes[dialect.id_of(kind)] = _structural_sizes(kind)
        self.sizes[packets.FRAME_START.id] = range(0)

    def __missing__(self, header: bytes) -> int:
        length = self.find(header)
        if not length:
            raise KeyError(header)
        if len(self) == _LENGTHS_KEPT:
            self.clear()
        self[header] = length
        return length

    def find(self, header: bytes) -> int:
        if len(header) < HEADER_SIZE:
            return 0
        packet_id, size = PACKET_HEADER.unpack(header)
        possible = size in self.sizes[packet_id]
        return HEADER_SIZE + self._dialect.payload_size(packet_id, size) if possible else 0


class Walk:
    """Iterator over the frames of a file and the gaps between them, from one byte offset to another.

    It calls ``should_continue`` before each megabyte, and raises ReadingCancelledError if that returns False.

    Attributes:
        position: byte offset up to which frames and gaps have been found.
        layouts: index of each layout found so far, by the joined packet headers of its frames.
    """

    def __init__(
        self,
        file: LogFile,
        start: int,
        end: int,
        dialect: Dialect,
        kinds: Collection[PacketKind] = (),
        should_continue: ShouldContinue = always,
    ) -> None:
        """Prepare the walk from byte ``start`` to ``end`` of ``file``; nothing is read yet.

        Args:
            file: open recording.
            start: byte offset of the first frame.
            end: byte offset at which to stop.
            dialect: rules for reading the packets of the file.
            kinds: kinds of packets to read in a frame of more than 12 MiB; its other packets are not read.
            should_continue: is called with the fraction read, and returns False to cancel.
        """
        self._file = file
        self._should_continue = should_continue
        self._ids = [dialect.id_of(kind) for kind in kinds]
        self._end = end
        self._dialect = dialect
        self._lengths = _Lengths(dialect)
        self._patience = _PATIENCE + (end - start) // _BYTES_PER_STEP
        self.position = start
        self.layouts: dict[bytes, int] = {}
        self._found = 0
        self._offsets: dict[int, Ints] = {}  # offsets of packet headers in a frame, by layout
        self._reserve(min(BLOCK, max(end - start, 1)))
        self._base = start
        self._filled = 0
        self._series = FrameStartTracker()

    def resume(self, start: int, end: int) -> None:
        """Continue reading frames at byte ``start``, where the frames ended before, up to byte ``end``.

        The file has grown since.
        """
        self._patience += max(end - self._end, 0) // _BYTES_PER_STEP
        self.position, self._end = start, end
        self._base, self._filled = start, 0  # bytes of the incomplete frame may have changed

    def __iter__(self) -> Iterator[Frames | Gap | None]:
        """Yield the frames and the gaps (damaged bytes) of the file in order; None while a search goes on.

        After damage the next frame is searched. None is yielded at each step of the search, so that the
        caller can do something else meanwhile.
        """
        while self.position < self._end:
            part, fault = self._frames()
            if len(part.runs):
                self._series.extend(part.frame_starts)
                self._found += len(part.frame_starts)
                yield part
            if fault is not None:
                start = self.position
                yield from self._seek_plausible(start + 1)
                yield Gap(start, self.position, fault.at, fault.what, tail=self.position >= self._end)

    def _frames(self) -> tuple[Frames, _NotAFrameError | None]:
        """Return the frames that are complete in the buffer, from file offset ``position`` on.

        If bytes that are no frame follow them, the error about these is returned, too, else None.
        """
        runs: list[list[int]] = []
        new: list[bytes] = []
        fault, found = None, 0
        try:
            while self.position < self._end:
                headers, end = self._chain(self.position)
                if end > self._base + self._filled:
                    if runs:
                        break
                    if end - self.position > BLOCK:
                        return self._large(headers, end), None
                    self._fill(end)
                    self._require(end)
                layout_index = self.layouts.get(headers)
                if layout_index is None:
                    layout_index = self.layouts[headers] = len(self.layouts)
                    new.append(headers)
                offset, stride, count = self.position - self._base, end - self.position, 1
                if runs and runs[-1][2] == layout_index:
                    count = self._count_alike(layout_index, headers, offset, stride)
                    runs[-1][3] += count
                else:
                    runs.append([offset, stride, layout_index, count])
                self.position += count * stride
                found += count
                if found >= _FRAMES_AT_ONCE or len(runs) >= _LAYOUTS_AT_ONCE:
                    break
        except _NotAFrameError as error:
            fault = error.with_traceback(None)  # the traceback would keep the file open
        columns = np.array(runs, np.int64).reshape(-1, len(RUN.names or ())).view(RUN)[:, 0]
        entries = packet_table(new, self._dialect, len(self.layouts) - len(new))
        return Frames(self._found, columns, self._bytes, self._base, entries), fault

    def _large(self, headers: bytes, end: int) -> Frames:
        """Return the frame from file offset ``self.position`` to ``end``, which does not fit into the buffer.

        Of its bytes, only FrameStart and the packets of the wanted kinds are read. ``headers`` are the joined
        packet headers of the frame.
        """
        start, known = self.position, len(self.layouts)
        layout_index = self.layouts.setdefault(headers, known)
        entries = packet_table([headers], self._dialect, layout_index)
        wanted = np.isin(entries["id"], self._ids) & (entries["size"] > COUNT_SIZE)
        there = entries[wanted & fitting(entries, self._dialect.possible_sizes)]
        offsets, sizes = np.append(0, there["offset"]), np.append(START_SIZE, there["size"])
        data = self._file.read_each(offsets + start, sizes)
        pieces = np.stack([offsets, np.cumsum(sizes) - sizes])
        run = np.array([(0, end - start, layout_index, 1)], RUN)
        self.position = self._base = end
        self._filled = 0
        new = entries[: 0 if layout_index < known else None]
        return Frames(self._found, run, data, start, new, pieces)

    def _require(self, end: int) -> None:
        if end > self._end:
            raise _NotAFrameError(self._end, "the file became shorter while it was read")

    def _count_alike(self, layout_index: int, headers: bytes, offset: int, stride: int) -> int:
        """Return how many successive frames, from byte ``offset`` of the buffer on, share a layout.

        Args:
            layout_index: index of the layout.
            headers: the packet headers of the layout, joined.
            offset: offset of the first frame in the buffer; it has this layout.
            stride: number of bytes of a frame with this layout.
        """
        count = min((self._filled - offset) // stride, _FRAMES_AT_ONCE)
        shape = count, stride - HEADER_SIZE + 1
        frames = np.ndarray(shape, _WORD, self._bytes, offset - _BEFORE, (stride, 1))
        offsets = self._header_offsets(layout_index, headers)
        known, found, step = frames[0, offsets], 0, _GUESSED[0]
        while found < count:
            different = (frames[found : found + step, offsets] ^ known) >> 8 * _BEFORE
            if np.count_nonzero(different):
                return found + int((different != 0).argmax()) // len(offsets)
            found += len(different)
            step = min(4 * step, _GUESSED[1])
        return found

    def _header_offsets(self, layout_index: int, headers: bytes) -> Ints:
        """Return the byte offsets of the packet headers, from the start of a frame that has a certain layout.

        The layout has the index ``layout_index``; ``headers`` are the frame's packet headers, joined.
        """
        if layout_index not in self._offsets:
            if len(self._offsets) == _OFFSETS_KEPT:
                self._offsets.clear()
            packets_between = range(HEADER_SIZE, len(headers) - HEADER_SIZE, HEADER_SIZE)
            lengths = (self._lengths[headers[at : at + HEADER_SIZE]] for at in packets_between)
            self._offsets[layout_index] = np.array([0, *accumulate(lengths, initial=START_SIZE)])
        return self._offsets[layout_index]

    def _chain(self, at: int) -> tuple[bytes, int]:
        """Return the joined packet headers of the frame at file offset ``at``, and the offset of its end.

        The end may lie beyond the buffer. Raises _NotAFrameError if there is no frame.
        """
        lengths, buffer = self._lengths, self._bytes
        while True:
            offset = at - self._base
            headers = [buffer[offset : offset + HEADER_SIZE]]
            offset += START_SIZE
            try:
                for _ in range(1, MAX_PACKETS):
                    header = buffer[offset : offset + HEADER_SIZE]
                    headers.append(header)
                    offset += lengths[header]
                    if header == _END_PACKET:
                        break
            except KeyError:
                header = b""
            if offset <= self._filled and header == _END_PACKET and headers[0] == START_PACKET:
                return b"".join(headers), self._base + offset
            is_large = self._base + offset - at > BLOCK and self._lies_before(offset, headers)
            if offset + HEADER_SIZE <= self._filled or is_large or not self._read_on():
                return self._chain_closely(at)

    def _lies_before(self, offset: int, headers: list[bytes]) -> bool:
        """Return whether the last packet header but one lies completely in the filled part of the buffer.

        If not, it was made of old bytes behind that part, and is no header of the frame. ``headers`` are the
        packet headers of the frame read so far; the last one begins at the byte ``offset`` in the buffer.
        """
        header = headers[-2] if len(headers) > 1 else b""
        return offset - self._lengths.find(header) + HEADER_SIZE <= self._filled

    def _chain_closely(self, at: int) -> tuple[bytes, int]:
        """Return the joined packet headers of the frame at byte ``at`` of the file, and its end's offset.

        Slower than ``_chain``: it also reads headers that are not in the buffer, one at a time. Raises
        _NotAFrameError, saying what is wrong, if there is no frame.
        """
        offset, headers = at, list[bytes]()
        while len(headers) < MAX_PACKETS:
            header = self._at(offset)
            length = self._lengths.find(header) if headers else START_SIZE * (header == START_PACKET)
            if not length or offset + length > self._end:
                break
            headers.append(header)
            offset += length
            if header == _END_PACKET:
                return b"".join(headers), offset
        self._patience -= len(headers)
        raise _NotAFrameError(offset, self._fault_at(at, offset))

    def _at(self, offset: int, size: int = HEADER_SIZE) -> bytes:
        """Return up to ``size`` bytes from byte ``offset`` of the file on.

        They are taken from the buffer if it has them all, else read from the file.
        """
        start = offset - self._base
        if start >= 0 and start + size <= self._filled:
            return self._bytes[start : start + size]
        return self._file.read(offset, max(min(size, self._end - offset), 0))

    def _fault_at(self, start: int, offset: int) -> str:
        header = self._at(offset)
        if len(header) < HEADER_SIZE:
            return "the file ends inside a frame"
        if header == _ZEROS:
            return "zeros where a packet should begin"
        if self._at(offset + MAGIC_AT, len(MAGIC)) == MAGIC:
            return "another recording begins here"
        return self._fault_of(start, offset, *PACKET_HEADER.unpack(header))

    def _fault_of(self, start: int, offset: int, packet_id: int, size: int) -> str:
        first = offset == start
        if first and packet_id != packets.FRAME_START.id:
            return f"packet {packet_id} where a frame should start"
        if not first and packet_id == packets.FRAME_START.id:
            return "a frame without its FrameEnd"
        kind = self._dialect.kind_of(packet_id)
        name = kind.name if kind is not None else f"packet {packet_id}"
        if size not in (_structural_sizes(packets.FRAME_START) if first else self._lengths.sizes[packet_id]):
            return f"{name} with an impossible size of {size:,} bytes"
        if offset + HEADER_SIZE + size > self._end:
            return f"{name} reaches beyond the end of the file"
        return f"a frame of more than {MAX_PACKETS:,} packets"

    def _seek_plausible(self, offset: int) -> Iterator[None]:
        """Move ``position`` to the next frame, from byte ``offset`` on, that can follow those before.

        If there is none, ``position`` becomes the end of the bytes to walk. Yields None before each step, so
        that the caller can do something else during a long search.
        """
        self.position = offset
        while self._patience > 0 and self._end - self.position >= START_SIZE:
            check(self._should_continue, self.position / self._end)
            yield None
            if self._base + self._filled - self.position < START_SIZE:
                # No frame begins in a hole, except in its last bytes.
                hole_end = min(self._file.next_data(self.position), self._end)
                self.position = max(self.position, hole_end - START_SIZE)
                self._fill(self.position + START_SIZE)
            begin, end = self.position - self._base, self._filled
            empty = not self._buffer[begin:end].any()  # searching zeros is slow: the pattern contains four
            found = None if empty else _START.search(self._bytes, begin, end)
            if found is None:
                # The pattern may cross the end of the block.
                self.position = self._base + end - len(START_PACKET) + 1
                continue
            self.position = self._base + found.start()
            if self._plausible():
                return
            self.position += 1
        self.position = self._end

    def _plausible(self) -> bool:
        start = self._at(self.position, START_SIZE)
        if len(start) < START_SIZE or not self._series.admits(
            FrameStart(*_FRAME_START.unpack_from(start, HEADER_SIZE))
        ):
            return False
        with suppress(_NotAFrameError):
            self._chain(self.position)
            return True
        return False

    def _reserve(self, size: int) -> None:
        """Allocate the buffer of ``size`` bytes for bytes of the file, in huge memory pages if possible.

        Only few bytes of each frame are looked at; with small pages that would be slow.
        """
        if hasattr(mmap, "MADV_HUGEPAGE"):
            self._bytes = mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
            with suppress(OSError):
                self._bytes.madvise(mmap.MADV_HUGEPAGE)
        else:
            self._bytes = mmap.mmap(-1, size)
        self._buffer = np.frombuffer(self._bytes, np.uint8)

    def _fill(self, until: int) -> None:
        """Refill the buffer with the file's bytes from ``position`` on, at least up to offset ``until``."""
        wanted = min(max(until - self.position, BLOCK), self._end - self.position)
        if wanted > len(self._bytes):
            self._reserve(wanted)
        self._base, self._filled = self.position, 0
        self._read_on(max(until - self.position, _PIECE))

    def _read_on(self, size: int = _PIECE) -> bool:
        """Append up to ``size`` bytes of the file to the buffer; return whether there were any."""
        begin = self._filled
        end = min(begin + size, self._end - self._base, len(self._bytes))
        while self._filled < end:
            check(self._should_continue, (self._base + self._filled) / self._end)
            free = memoryview(self._bytes)[self._filled : min(self._filled + _PIECE, end)]
            got = self._file.read_into(self._base + self._filled, free)
            self._filled += got
            if got < len(free):
                self._end = self._base + self._filled  # the file was cut meanwhile; what is left is read
                break
        return self._filled > begin
