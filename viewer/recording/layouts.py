"""Layouts: which packets a frame has, in which order and of which sizes.

Between two events all frames share one layout, so a recording has few of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Ints
from viewer.lazy import lazy
from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.fields import COUNT_SIZE, PACKET_HEADER, Engine

HEADER_SIZE = PACKET_HEADER.size
HEADS = packets.FRAME_START.dtype(Engine.UE4)
"""FrameStart as written; it is the same in both engines."""
START_PACKET = PACKET_HEADER.pack(packets.FRAME_START.id, HEADS.itemsize)
"""The bytes that every frame begins with."""
_KEPT = 64
"""Layouts kept taken apart: neighbouring frames ask for the same ones, and a recording can have very many."""

LAID_PACKET = np.dtype([("layout", "<i8"), ("id", "u1"), ("offset", "<i8"), ("size", "<i8")])
"""One packet of a layout: number of the layout, id, and where its payload lies in the frame."""

_HEADER = np.dtype([("id", "u1"), ("size", "<u4")])


def lay_out(layouts: Sequence[bytes], dialect: Dialect, first: int = 0) -> NDArray[np.void]:
    """Return the packets of layouts, one after the other, as LAID_PACKET, shape (P,).

    Args:
        layouts: the joined packet headers of each.
        dialect: of the file.
        first: number of the first of these layouts.

    """
    headers = np.frombuffer(b"".join(layouts), _HEADER)
    counts = np.fromiter(map(len, layouts), np.int64, len(layouts)) // HEADER_SIZE
    sizes = headers["size"].astype(np.int64)
    for packet_id, (said, has) in dialect.lying_sizes.items():
        lies = headers["id"] == packet_id
        sizes[lies] = COUNT_SIZE + np.maximum(sizes[lies] - COUNT_SIZE, 0) // said * has
    ends = np.cumsum(sizes + HEADER_SIZE)
    lasts = np.cumsum(counts)
    found = np.empty(len(headers), LAID_PACKET)
    found["layout"] = np.repeat(np.arange(first, first + len(layouts)), counts)
    found["id"], found["size"] = headers["id"], sizes
    found["offset"] = ends - sizes - np.repeat(np.append(0, ends)[lasts - counts], counts)
    return found


def fitting(packets_there: NDArray[np.void], possible: Sequence[range]) -> Flags:
    """Tell which packets, shape (P,), have a size that is possible for their id."""
    start, stop, step = np.array([(each.start, each.stop, each.step) for each in possible]).T
    ids, sizes = packets_there["id"], packets_there["size"]
    fits: Flags = (sizes >= start[ids]) & (sizes < stop[ids]) & ((sizes - start[ids]) % step[ids] == 0)
    return fits


class Payloads(NamedTuple):
    """The payloads with one id in all layouts.

    Attributes:
        offsets: where each begins in its frame: by layout, shape (L,), −1 where a layout has none; or, where
            one has several, all of them by layout and in the order of the file, shape (K,).
        sizes: how many bytes each has, in the same order; −1 where a layout has none.
        begins: if a layout has several, the index of the first payload of each, shape (L,).
        counts: if a layout has several, how many each layout has, shape (L,).

    """

    offsets: Ints
    sizes: Ints
    begins: Ints | None = None
    counts: Ints | None = None


class Layout:
    """One layout, taken apart: offsets are relative to the first byte of the frame.

    Attributes:
        packets: id, offset and size of each payload, in the order of the file.
        stride: bytes of the frame.

    """

    def __init__(self, laid_out: NDArray[np.void]) -> None:
        """Take its packets, as ``lay_out`` has them."""
        self.packets: list[tuple[int, int, int]] = laid_out[["id", "offset", "size"]].tolist()
        self._payloads: dict[int, list[tuple[int, int]]] = {}
        for packet_id, offset, size in self.packets:
            self._payloads.setdefault(packet_id, []).append((offset, size))
        self.stride = sum(self.packets[-1][1:])

    def payloads_of(self, packet_id: int) -> list[tuple[int, int]]:
        """Return (offset, size) of each payload with this id."""
        return self._payloads.get(packet_id, [])


class LayoutTable:
    """All layouts of a recording, with the place of a packet in each of them at once."""

    def __init__(self, laid_out: NDArray[np.void]) -> None:
        """Take the packets of all layouts, as ``lay_out`` has them."""
        self._packets = laid_out
        self._ends = np.cumsum(np.bincount(laid_out["layout"]))
        self._columns: dict[int, tuple[Ints, Ints]] = {}
        self._payloads: dict[tuple[int, range], Payloads] = {}
        self._taken_apart: dict[int, Layout] = {}

    def __len__(self) -> int:
        return len(self._ends)

    def __getitem__(self, number: int) -> Layout:
        layout = self._taken_apart.get(number)
        if layout is None:
            if len(self._taken_apart) >= _KEPT:
                self._taken_apart.clear()
            start = self._ends[number - 1] if number else 0
            layout = self._taken_apart[number] = Layout(self._packets[start : self._ends[number]])
        return layout

    @lazy
    def strides(self) -> Ints:
        """How many bytes a frame of each layout has, shape (L,)."""
        lasts = self._packets[self._ends - 1]
        strides: Ints = lasts["offset"] + lasts["size"]
        return strides

    def place_of(self, packet_id: int) -> tuple[Ints, Ints]:
        """Return offset and size of the first payload with this id in each layout, shape (L,) each.

        The offset is relative to the frame; −1 where the layout has no such packet.
        """
        if packet_id not in self._columns:
            these = self._packets[self._packets["id"] == packet_id][::-1]  # the first one is written last
            offsets, sizes = np.full(len(self), -1, np.int64), np.zeros(len(self), np.int64)
            offsets[these["layout"]], sizes[these["layout"]] = these["offset"], these["size"]
            self._columns[packet_id] = offsets, sizes
        return self._columns[packet_id]

    def payloads_of(self, packet_id: int, possible: range) -> Payloads:
        """Return the payloads with ``packet_id`` in all layouts, of a size among the ``possible`` ones."""
        key = packet_id, possible
        if key not in self._payloads:
            these = self._packets[self._packets["id"] == packet_id]
            these = these[fitting(these, [possible] * 256)]
            counts = np.bincount(these["layout"], minlength=len(self))
            begins = np.where(counts > 0, np.cumsum(counts) - counts, -1)
            offsets, sizes = (np.append(these[name], -1) for name in ("offset", "size"))
            several = counts.max(initial=0) > 1
            self._payloads[key] = (
                Payloads(offsets, sizes, begins, counts)
                if several
                else Payloads(offsets[begins], sizes[begins])
            )
        return self._payloads[key]

    def packet_counts(self, numbers: NDArray[np.int32]) -> dict[int, int]:
        """Return how often each packet id occurs in frames with these layout numbers."""
        return self._totals(numbers, np.ones(len(self._packets), np.int64))

    def sizes_in_all(self, numbers: NDArray[np.int32]) -> dict[int, int]:
        """Return how many bytes packets of each id take in such frames, headers included."""
        return self._totals(numbers, self._packets["size"] + HEADER_SIZE)

    def _totals(self, numbers: NDArray[np.int32], each: Ints) -> dict[int, int]:
        frames = np.bincount(numbers, minlength=len(self))
        totals = np.bincount(self._packets["id"], each * frames[self._packets["layout"]]).astype(np.int64)
        return {packet_id: int(totals[packet_id]) for packet_id in np.flatnonzero(totals).tolist()}

    def misfits(self, possible: Sequence[range]) -> dict[int, Ints]:
        """Return the layouts in which packets have other sizes than are possible for their id, by id."""
        wrong = self._packets[~fitting(self._packets, possible)]
        return {
            packet_id: np.flatnonzero(np.bincount(wrong["layout"][wrong["id"] == packet_id]))
            for packet_id in np.flatnonzero(np.bincount(wrong["id"])).tolist()
        }

    def doubled(self) -> dict[int, Ints]:
        """Return the layouts in which an id occurs more than once, by id."""
        found = {}
        for packet_id in np.flatnonzero(np.bincount(self._packets["id"], minlength=256)).tolist():
            layouts = self._packets["layout"][self._packets["id"] == packet_id]
            again = layouts[1:][layouts[1:] == layouts[:-1]]
            if len(again):
                found[packet_id] = np.unique(again)
        return found
