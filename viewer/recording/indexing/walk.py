"""Walking over the frames of a recording at nearly the speed of reading it.

The headers of a frame's packets are stepped through one by one, and its layout is looked up. Once a layout
repeats, the frames after it are guessed to have it too: the header bytes of all of them are gathered and
compared in one numpy call, which releases the interpreter.
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

from viewer.arrays import Ints, spread
from viewer.cancellation import Proceed, always, check
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
from viewer.recording.layouts import HEADER_SIZE, HEADS, START_PACKET, fitting, lay_out
from viewer.recording.times import Head, HeadTracker

BLOCK = 12 << 20
MAX_PACKETS = 4_096
"""In one frame; more is not a frame but noise that happens to chain."""
START_SIZE = HEADER_SIZE + HEADS.itemsize
"""Bytes of a packet FrameStart."""

_PATIENCE = 1_000_000
_BYTES_PER_STEP = 64
"""How many steps may lead nowhere, and for how many bytes of the file one more may, before the rest is left:
damage needs few, and bytes that are made to mislead must not cost more than linear time."""

_PIECE = 1 << 20
"""Bytes that are read at once, and between two questions whether to go on: they are still in the caches when
they are looked at."""
_LAYOUTS_AT_ONCE = 4_096
_FRAMES_AT_ONCE = 32_768
"""Changes of layout, and frames, after which a part ends although the buffer has more."""
_GUESSED = 32, 512
"""Frames that are compared at once, at first and at most: what they take in memory stays in the caches."""
_WORD = np.dtype("<u8")
_BEFORE = _WORD.itemsize - HEADER_SIZE
"""Bytes of a word that ends with a header, before the header."""
_PLACES_KEPT = 1 << 10
_LENGTHS_KEPT = 1 << 16

RUN = np.dtype([("place", "<i8"), ("stride", "<i8"), ("layout", "<i8"), ("frames", "<i8")])
"""Frames of one layout, one after the other: where the first begins, bytes of each, layout, how many."""

_END_PACKET = PACKET_HEADER.pack(packets.FRAME_END.id, 0)
_FRAME_START = record_struct(packets.FRAME_START.fields, Engine.UE4)
_START = re.compile(re.escape(START_PACKET))
"""Finds it three times as fast as ``bytes.find``."""
_ZEROS = bytes(HEADER_SIZE)


@dataclass(frozen=True, eq=False)
class Frames:
    """Consecutive frames, with their bytes while the walk stands there.

    Attributes:
        first: index of the first of them.
        runs: as RUN, places being those in ``data``, shape (R,).
        data: bytes; valid until the next step of the walk.
        buffer: the same bytes, to be cut.
        offset: of the first of them in the file.
        laid_out: the packets of the layouts that are new here, as LAID_PACKET.
        pieces: of a frame too large to be held, which is alone here: where the pieces of it that are in
            ``data`` begin in the frame, and where in ``data``, shape (2, K); else None.

    """

    first: int
    runs: NDArray[np.void]
    data: NDArray[np.uint8]
    buffer: mmap.mmap | bytes
    offset: int
    laid_out: NDArray[np.void]
    pieces: Ints | None = None

    def in_data(self, places: Ints) -> Ints:
        """Return where payloads are in ``data``, given where they begin from the first frame on, (K,)."""
        return places if self.pieces is None else self.pieces[1][np.searchsorted(self.pieces[0], places)]

    def in_file(self, place: int) -> int:
        """Return the byte offset in the file of a ``place`` in ``data``."""
        if self.pieces is None:
            return self.offset + place
        piece = int(np.searchsorted(self.pieces[1], place, side="right")) - 1
        return self.offset + place + int(self.pieces[0, piece] - self.pieces[1, piece])

    @lazy
    def heads(self) -> NDArray[np.void]:
        """FrameStart of each frame, shape (K,)."""
        places, _ = places_of(self.runs)
        return records_at(self.data, HEADS, places + HEADER_SIZE)


@dataclass(frozen=True, slots=True)
class Gap:
    """Bytes that are no frame: from ``offset`` to ``end``, because of ``what`` found at ``at``."""

    offset: int
    end: int
    at: int
    what: str
    tail: bool = False
    """Whether the gap reaches to the end of the file."""


def places_of(runs: NDArray[np.void]) -> tuple[Ints, Ints]:
    """Return where each frame of some runs begins, and the number of its layout, shape (K,) each."""
    places, strides, layouts, frames = (runs[name] for name in RUN.names or ())
    within = spread(np.zeros_like(frames), frames)
    return np.repeat(places, frames) + within * np.repeat(strides, frames), np.repeat(layouts, frames)


class _NotAFrameError(Exception):
    def __init__(self, at: int, what: str) -> None:
        self.at = at
        self.what = what
        super().__init__(what)


def _structural_sizes(kind: PacketKind) -> range:
    """Return the sizes with which a packet may stand in a frame.

    Only single values have one size. A record that is longer than ours may come from a build that is not
    known: its packet is kept raw, and the frame is good.
    """
    if kind.shape in (Shape.EMPTY, Shape.SINGLE):
        return kind.payload_sizes(Engine.UE4)
    return range(COUNT_SIZE, ANY_SIZE.stop)


class _Lengths(dict[bytes, int]):
    """The bytes that a packet with a header takes; no key, if none can have it within a frame.

    Attributes:
        sizes: the sizes that packets can have, by id.

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
    """One walk from ``start`` to ``end``.

    It asks ``proceed`` before each megabyte that is read, and raises ReadingCancelledError if it says no.

    Attributes:
        position: the first byte not yet accounted for.
        layouts: numbers of the layouts found so far, by their joined headers.

    """

    def __init__(
        self,
        file: LogFile,
        start: int,
        end: int,
        dialect: Dialect,
        kinds: Collection[PacketKind] = (),
        proceed: Proceed = always,
    ) -> None:
        """Prepare; of a frame larger than ``BLOCK`` only the packets of some ``kinds`` are read."""
        self._file = file
        self._proceed = proceed
        self._ids = [dialect.id_of(kind) for kind in kinds]
        self._end = end
        self._dialect = dialect
        self._lengths = _Lengths(dialect)
        self._patience = _PATIENCE + (end - start) // _BYTES_PER_STEP
        self.position = start
        self.layouts: dict[bytes, int] = {}
        self._found = 0
        self._places: dict[int, Ints] = {}  # where headers begin in a frame, by layout
        self._reserve(min(BLOCK, max(end - start, 1)))
        self._base = start
        self._filled = 0
        self._series = HeadTracker()

    def resume(self, start: int, end: int) -> None:
        """Go on from ``start``, where the frames ended, in a file that is now longer."""
        self._patience += max(end - self._end, 0) // _BYTES_PER_STEP
        self.position, self._end = start, end
        self._base, self._filled = start, 0  # sizes in the tail have been filled in since it was read

    def __iter__(self) -> Iterator[Frames | Gap | None]:
        """Yield frames, and gaps where there are none, in file order; None while a gap is searched."""
        while self.position < self._end:
            part, fault = self._frames()
            if len(part.runs):
                self._series.extend(part.heads)
                self._found += len(part.heads)
                yield part
            if fault is not None:
                yield from self._recover(fault)

    def _frames(self) -> tuple[Frames, _NotAFrameError | None]:
        """Return the frames from ``position`` on that are in the buffer, and why the next is none, if so."""
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
                number = self.layouts.get(headers)
                if number is None:
                    number = self.layouts[headers] = len(self.layouts)
                    new.append(headers)
                place, stride, count = self.position - self._base, end - self.position, 1
                if runs and runs[-1][2] == number:
                    count = self._count_alike(number, headers, place, stride)
                    runs[-1][3] += count
                else:
                    runs.append([place, stride, number, count])
                self.position += count * stride
                found += count
                if found >= _FRAMES_AT_ONCE or len(runs) >= _LAYOUTS_AT_ONCE:
                    break
        except _NotAFrameError as error:
            fault = error.with_traceback(None)  # which would keep this, and so the file, for the collector
        columns = np.array(runs, np.int64).reshape(-1, len(RUN.names or ())).view(RUN)[:, 0]
        laid_out = lay_out(new, self._dialect, len(self.layouts) - len(new))
        return Frames(
            self._found, columns, self._buffer[: self._filled], self._bytes, self._base, laid_out
        ), fault

    def _large(self, headers: bytes, end: int) -> Frames:
        """Return the frame up to ``end``, too large for the buffer, with the packets that are wanted."""
        start, known = self.position, len(self.layouts)
        number = self.layouts.setdefault(headers, known)
        laid_out = lay_out([headers], self._dialect, number)
        wanted = np.isin(laid_out["id"], self._ids) & (laid_out["size"] > COUNT_SIZE)
        there = laid_out[wanted & fitting(laid_out, self._dialect.possible_sizes)]
        offsets, sizes = np.append(0, there["offset"]), np.append(START_SIZE, there["size"])
        data = self._file.read_each(offsets + start, sizes)
        pieces = np.stack([offsets, np.cumsum(sizes) - sizes])
        run = np.array([(0, end - start, number, 1)], RUN)
        self.position = self._base = end
        self._filled = 0
        new = laid_out[: 0 if number < known else None]
        return Frames(self._found, run, np.frombuffer(data, np.uint8), data, start, new, pieces)

    def _require(self, end: int) -> None:
        if end > self._end:
            raise _NotAFrameError(self._end, "the file became shorter while it was read")

    def _count_alike(self, number: int, headers: bytes, place: int, stride: int) -> int:
        """Return how many frames from a place in the buffer on have the layout of the one before."""
        count = min((self._filled - place) // stride, _FRAMES_AT_ONCE)
        shape = count, stride - HEADER_SIZE + 1
        frames = np.ndarray(shape, _WORD, self._bytes, place - _BEFORE, (stride, 1))
        places = self._header_places(number, headers)
        known, found, step = frames[0, places], 0, _GUESSED[0]
        while found < count:
            different = (frames[found : found + step, places] ^ known) >> 8 * _BEFORE
            if np.count_nonzero(different):
                return found + int((different != 0).argmax()) // len(places)
            found += len(different)
            step = min(4 * step, _GUESSED[1])
        return found

    def _header_places(self, number: int, headers: bytes) -> Ints:
        """Return where in a frame of a layout its headers begin."""
        if number not in self._places:
            if len(self._places) == _PLACES_KEPT:
                self._places.clear()
            packets_between = range(HEADER_SIZE, len(headers) - HEADER_SIZE, HEADER_SIZE)
            lengths = (self._lengths[headers[at : at + HEADER_SIZE]] for at in packets_between)
            self._places[number] = np.array([0, *accumulate(lengths, initial=START_SIZE)])
        return self._places[number]

    def _chain(self, at: int) -> tuple[bytes, int]:
        """Return the headers of the frame at an offset, and its end, which may be beyond the buffer."""
        lengths, buffer = self._lengths, self._bytes
        while True:
            place = at - self._base
            headers = [buffer[place : place + HEADER_SIZE]]
            place += START_SIZE
            try:
                for _ in range(1, MAX_PACKETS):
                    header = buffer[place : place + HEADER_SIZE]
                    headers.append(header)
                    place += lengths[header]
                    if header == _END_PACKET:
                        break
            except KeyError:
                header = b""
            if place <= self._filled and header == _END_PACKET and headers[0] == START_PACKET:
                return b"".join(headers), self._base + place
            is_large = self._base + place - at > BLOCK and self._lies_before(place, headers)
            if place + HEADER_SIZE <= self._filled or is_large or not self._read_on():
                return self._chain_closely(at)

    def _lies_before(self, place: int, headers: list[bytes]) -> bool:
        """Tell whether the last packet before ``place`` has its header in what is filled of the buffer."""
        header = headers[-2] if len(headers) > 1 else b""
        return place - self._lengths.find(header) + HEADER_SIZE <= self._filled

    def _chain_closely(self, at: int) -> tuple[bytes, int]:
        """Do the same header by header, where something is wrong or the buffer ends."""
        place, headers = at, list[bytes]()
        while len(headers) < MAX_PACKETS:
            header = self._at(place)
            length = self._lengths.find(header) if headers else START_SIZE * (header == START_PACKET)
            if not length or place + length > self._end:
                break
            headers.append(header)
            place += length
            if header == _END_PACKET:
                return b"".join(headers), place
        self._patience -= len(headers)
        raise _NotAFrameError(place, self._fault_at(at, place))

    def _at(self, offset: int, size: int = HEADER_SIZE) -> bytes:
        """Return bytes from the buffer; few beyond it are read, so that a size that lies costs no memory."""
        place = offset - self._base
        if place >= 0 and place + size <= self._filled:
            return self._bytes[place : place + size]
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
        name = self._name(packet_id)
        if size not in (_structural_sizes(packets.FRAME_START) if first else self._lengths.sizes[packet_id]):
            return f"{name} with an impossible size of {size:,} bytes"
        if offset + HEADER_SIZE + size > self._end:
            return f"{name} reaches beyond the end of the file"
        return f"a frame of more than {MAX_PACKETS:,} packets"

    def _name(self, packet_id: int) -> str:
        kind = self._dialect.kind_of(packet_id)
        return kind.name if kind is not None else f"packet {packet_id}"

    def _recover(self, fault: _NotAFrameError) -> Iterator[Gap | None]:
        start = self.position
        yield from self._seek_plausible(start + 1)
        yield Gap(start, self.position, fault.at, fault.what, tail=self.position >= self._end)

    def _seek_plausible(self, offset: int) -> Iterator[None]:
        """Go on to the next FrameStart that can be believed, or to the end; yield None before each step."""
        self.position = offset
        while self._patience > 0 and self._end - self.position >= START_SIZE:
            check(self._proceed, self.position / self._end)
            yield None
            if self._base + self._filled - self.position < START_SIZE:
                # Nothing begins in a hole of the file, but in its last bytes.
                hole_end = min(self._file.next_data(self.position), self._end)
                self.position = max(self.position, hole_end - START_SIZE)
                self._fill(self.position + START_SIZE)
            begin, end = self.position - self._base, self._filled
            empty = not self._buffer[begin:end].any()  # among zeros the search is slow: the pattern has four
            found = None if empty else _START.search(self._bytes, begin, end)
            if found is None:
                # The pattern may lie across the end of the block.
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
            Head(*_FRAME_START.unpack_from(start, HEADER_SIZE))
        ):
            return False
        with suppress(_NotAFrameError):
            self._chain(self.position)
            return True
        return False

    def _reserve(self, size: int) -> None:
        """Take a buffer, in large pages where the system has them: few bytes of each frame are looked at."""
        if hasattr(mmap, "MADV_HUGEPAGE"):
            self._bytes = mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
            with suppress(OSError):
                self._bytes.madvise(mmap.MADV_HUGEPAGE)
        else:
            self._bytes = mmap.mmap(-1, size)
        self._buffer = np.frombuffer(self._bytes, np.uint8)

    def _fill(self, until: int) -> None:
        """Begin the buffer anew at ``position``, and read at least until an offset."""
        wanted = min(max(until - self.position, BLOCK), self._end - self.position)
        if wanted > len(self._bytes):
            self._reserve(wanted)
        self._base, self._filled = self.position, 0
        self._read_on(max(until - self.position, _PIECE))

    def _read_on(self, size: int = _PIECE) -> bool:
        """Read so many more bytes, as far as the buffer has room; return whether there were any."""
        begin = self._filled
        end = min(begin + size, self._end - self._base, len(self._bytes))
        while self._filled < end:
            check(self._proceed, (self._base + self._filled) / self._end)
            free = memoryview(self._bytes)[self._filled : min(self._filled + _PIECE, end)]
            got = self._file.read_into(self._base + self._filled, free)
            self._filled += got
            if got < len(free):
                self._end = self._base + self._filled  # cut while we walk; what is left still counts
                break
        return self._filled > begin
