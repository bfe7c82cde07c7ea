"""What a walk finds: frames of one layout, or of any, with their bytes while it stands there, and gaps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Ints
from viewer.logfile.dialect import Dialect
from viewer.logfile.fields import COUNT_SIZE, PACKET_HEADER, Shape
from viewer.quick_dataclass import dataclass
from viewer.recording.layouts import HEADER_SIZE, HEADS, Layout

START_SIZE = HEADER_SIZE + HEADS.itemsize
"""Bytes of a packet FrameStart."""


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
        large = [packet for packet in self.packets if packet[2] >= START_SIZE]
        counts = {at: _count(packet_id, size, dialect) for packet_id, at, size in large}
        self.searched = tuple((at, size) for _, at, size in large if counts[at] < 0)
        """Where a frame could hide that the count of a packet does not exclude: offset and size."""
        self.header_places = np.array([at - HEADER_SIZE for _, at, _ in self.packets], np.int64)
        """Where their headers stand, shape (P,)."""
        self.header_bytes = np.frombuffer(headers, np.uint8)
        known = np.array([each for each in counts.items() if each[1] >= 0], np.int64).reshape(-1, 2)
        self.count_places, self.counts = known.T
        """Where the counts of those stand in which a frame could hide, and what they must be, (C,) each."""


def _count(packet_id: int, size: int, dialect: Dialect) -> int:
    """Return the count that a packet of this size begins with, −1 if it has none that proves its size."""
    kind = dialect.kind_of(packet_id)
    if kind is None or kind.shape is not Shape.RECORDS or size not in dialect.possible_sizes[packet_id]:
        return -1
    return (size - COUNT_SIZE) // dialect.dtype(kind).itemsize & 0xFFFF


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
        return self.data[:, HEADER_SIZE:START_SIZE].tobytes()

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


@dataclass(frozen=True, slots=True)
class Gap:
    """Bytes that are no frame: from ``offset`` to ``end``, because of ``what`` found at ``at``."""

    offset: int
    end: int
    at: int
    what: str
    tail: bool = False
    """Whether the gap reaches to the end of the file."""


@dataclass(frozen=True, slots=True)
class Search:
    """Bytes in which no frame was found so far; the next part comes after them, or is one more of these."""

    offset: int
    end: int
