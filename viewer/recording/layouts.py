"""Layouts of frames: which packets a frame has, in which order and of which sizes.

Frames between two spawns or destructions share one layout, so a recording has few layouts.
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
from viewer.logfile.fields import ANY_SIZE, PACKET_HEADER, Engine

HEADER_SIZE = PACKET_HEADER.size
FRAME_START_DTYPE = packets.FRAME_START.dtype(Engine.UE4)
"""Record dtype of FrameStart: frame id, duration and elapsed; both engines write it alike."""
START_PACKET = PACKET_HEADER.pack(packets.FRAME_START.id, FRAME_START_DTYPE.itemsize)
"""First bytes of every frame: the header of its FrameStart packet."""
_KEPT = 64
"""Maximum number of Layout objects that a LayoutTable caches; neighbouring frames share a few layouts."""

PACKET_ENTRY = np.dtype([("layout", "<i8"), ("id", "u1"), ("offset", "<i8"), ("size", "<i8")])
"""Dtype of a packet in a layout: index of the layout, packet id, offset of its payload in the frame, size."""

_HEADER = np.dtype([("id", "u1"), ("size", "<u4")])


def packet_table(layouts: Sequence[bytes], dialect: Dialect, first: int = 0) -> NDArray[np.void]:
    """Return the packets of all ``layouts`` as an array with one PACKET_ENTRY per packet, shape (P,).

    Args:
        layouts: for each layout, the packet headers of a frame, joined.
        dialect: rules for reading the file.
        first: index to give to the first of these layouts.
    """
    headers = np.frombuffer(b"".join(layouts), _HEADER)
    counts = np.fromiter(map(len, layouts), np.int64, len(layouts)) // HEADER_SIZE
    sizes = headers["size"].astype(np.int64)
    for packet_id in dialect.lying_sizes:
        lies = headers["id"] == packet_id
        sizes[lies] = [dialect.payload_size(packet_id, size) for size in sizes[lies].tolist()]
    ends = np.cumsum(sizes + HEADER_SIZE)
    lasts = np.cumsum(counts)
    found = np.empty(len(headers), PACKET_ENTRY)
    found["layout"] = np.repeat(np.arange(first, first + len(layouts)), counts)
    found["id"], found["size"] = headers["id"], sizes
    found["offset"] = ends - sizes - np.repeat(np.append(0, ends)[lasts - counts], counts)
    return found


def fitting(entries: NDArray[np.void], possible: Sequence[range]) -> Flags:
    """Return whether each of ``entries`` (PACKET_ENTRY) has a size that is possible for its packet id, (P,).

    ``possible`` holds the range of possible sizes for each packet id.
    """
    start, stop, step = np.array([(each.start, each.stop, each.step) for each in possible]).T
    ids, sizes = entries["id"], entries["size"]
    fits: Flags = (sizes >= start[ids]) & (sizes < stop[ids]) & ((sizes - start[ids]) % step[ids] == 0)
    return fits


class Payloads(NamedTuple):
    """Offsets and sizes of the P payloads (contents) of packets with one id, in all L layouts of a recording.

    Attributes:
        offsets: byte offset of each payload in its frame, ordered by layout, shape (P,).
        sizes: size in bytes of each payload, shape (P,).
        begins: index into ``offsets`` of each layout's first payload, shape (L,).
        counts: number of payloads of each layout, shape (L,).
    """

    offsets: Ints
    sizes: Ints
    begins: Ints
    counts: Ints


class Layout:
    """Order, offsets and sizes of the packets of a frame; many frames share one layout.

    Attributes:
        packets: (packet id, byte offset of the payload in the frame, size) of each packet, in file order.
        stride: number of bytes of the frame.
    """

    def __init__(self, entries: NDArray[np.void]) -> None:
        """Make the layout of a frame from its packets, an array of PACKET_ENTRY in file order."""
        self.packets: list[tuple[int, int, int]] = entries[["id", "offset", "size"]].tolist()
        self._payloads: dict[int, list[tuple[int, int]]] = {}
        for packet_id, offset, size in self.packets:
            self._payloads.setdefault(packet_id, []).append((offset, size))
        self.stride = sum(self.packets[-1][1:])

    def payloads_of(self, packet_id: int) -> list[tuple[int, int]]:
        """Return (byte offset in the frame, size) of the payload of each packet with the id ``packet_id``."""
        return self._payloads.get(packet_id, [])


class LayoutTable:
    """All layouts of a recording's frames: which packets a frame has, at which offsets and of which sizes."""

    def __init__(self, entries: NDArray[np.void]) -> None:
        """Make the table of the layouts from their packets.

        ``entries`` is an array of dtype PACKET_ENTRY, one entry per packet of each layout, sorted by layout.
        """
        self._packets = entries
        self._ends = np.cumsum(np.bincount(entries["layout"]))
        self._payloads: dict[tuple[int, range], Payloads] = {}
        self._layouts: dict[int, Layout] = {}

    def __len__(self) -> int:
        return len(self._ends)

    def __getitem__(self, index: int) -> Layout:
        layout = self._layouts.get(index)
        if layout is None:
            if len(self._layouts) >= _KEPT:
                self._layouts.clear()
            start = self._ends[index - 1] if index else 0
            layout = self._layouts[index] = Layout(self._packets[start : self._ends[index]])
        return layout

    @lazy
    def strides(self) -> Ints:
        """Number of bytes of a frame with each of the L layouts, shape (L,)."""
        lasts = self._packets[self._ends - 1]
        strides: Ints = lasts["offset"] + lasts["size"]
        return strides

    def first_payloads(self, packet_id: int) -> tuple[Ints, Ints]:
        """Return byte offset and size of the content of each layout's first packet with the id ``packet_id``.

        The offset counts from the start of the frame. Both have shape (L,); in layouts without such a packet
        the offset is −1 and the size 0.
        """
        found = self.payloads_of(packet_id, ANY_SIZE)
        having = np.flatnonzero(found.counts)
        first = found.begins[having]
        offsets, sizes = np.full(len(self), -1, np.int64), np.zeros(len(self), np.int64)
        offsets[having], sizes[having] = found.offsets[first], found.sizes[first]
        return offsets, sizes

    def payloads_of(self, packet_id: int, possible: range) -> Payloads:
        """Return byte offsets and sizes of the packets with id ``packet_id`` in a frame of each layout.

        Packets whose size is not in the range ``possible`` are left out.
        """
        key = packet_id, possible
        if key not in self._payloads:
            these = self._packets[self._packets["id"] == packet_id]
            these = these[fitting(these, [possible] * 256)]
            counts = np.bincount(these["layout"], minlength=len(self))
            begins = np.cumsum(counts) - counts
            self._payloads[key] = Payloads(these["offset"].copy(), these["size"].copy(), begins, counts)
        return self._payloads[key]

    def packet_counts(self, layout_indices: NDArray[np.int32]) -> dict[int, int]:
        """Return the number of packets in a recording by packet id.

        ``layout_indices`` holds the index of each frame's layout, shape (F,).
        """
        return self._totals(layout_indices, np.ones(len(self._packets), np.int64))

    def packet_bytes(self, layout_indices: NDArray[np.int32]) -> dict[int, int]:
        """Return the number of bytes of all packets in a recording, headers included, by packet id.

        Ids that do not occur are missing. ``layout_indices`` is the layout index of each frame, shape (F,).
        """
        return self._totals(layout_indices, self._packets["size"] + HEADER_SIZE)

    def _totals(self, layout_indices: NDArray[np.int32], each: Ints) -> dict[int, int]:
        frames = np.bincount(layout_indices, minlength=len(self))
        totals = np.bincount(self._packets["id"], each * frames[self._packets["layout"]]).astype(np.int64)
        return {packet_id: int(totals[packet_id]) for packet_id in np.flatnonzero(totals).tolist()}

    def misfits(self, possible: Sequence[range]) -> dict[int, Ints]:
        """Return by packet id the indices of the layouts in which a packet of that id has an impossible size.

        ``possible`` holds the range of possible sizes for each of the 256 ids.
        """
        return _layouts_by_id(self._packets[~fitting(self._packets, possible)])

    def doubled(self) -> dict[int, Ints]:
        """Return, by packet id, the indices of the layouts that contain this id more than once."""
        packets_by_id = self._packets[np.argsort(self._packets["id"], kind="stable")]
        same = [packets_by_id[name][1:] == packets_by_id[name][:-1] for name in ("id", "layout")]
        return _layouts_by_id(packets_by_id[1:][same[0] & same[1]])


def _layouts_by_id(entries: NDArray[np.void]) -> dict[int, Ints]:
    """Return, by packet id, the indices of the layouts that have ``entries``, an array of PACKET_ENTRY."""
    return {
        packet_id: np.flatnonzero(np.bincount(entries["layout"][entries["id"] == packet_id]))
        for packet_id in np.flatnonzero(np.bincount(entries["id"])).tolist()
    }
