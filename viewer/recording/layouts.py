"""Layouts: which packets a frame has, in which order and of which sizes.

Between two events all frames share one layout, so a recording has few of them. A layout is kept as the bytes
of its packet headers joined together; everything else follows from those bytes.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

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

_PACKET = np.dtype([("id", "u1"), ("size", "<u4")])


class Layout:
    """One layout, taken apart: offsets are relative to the first byte of the frame."""

    def __init__(self, headers: bytes, dialect: Dialect) -> None:
        """Take the joined packet headers of one frame, FrameStart to FrameEnd."""
        self.headers = headers
        self.packets: list[tuple[int, int, int]] = []
        """Id, offset and size of each payload, in the order of the file."""
        self._payloads: dict[int, list[tuple[int, int]]] = {}
        at = 0
        lies = bool(dialect.lying_sizes)
        for packet_id, written in PACKET_HEADER.iter_unpack(headers):
            size = dialect.payload_size(packet_id, written) if lies else written
            at += HEADER_SIZE
            self.packets.append((packet_id, at, size))
            self._payloads.setdefault(packet_id, []).append((at, size))
            at += size
        self.stride = at

    @lazy
    def header_columns(self) -> NDArray[np.int64]:
        """Where the header bytes lie in a frame, in order, shape (5 × packets,)."""
        starts = np.array([at - HEADER_SIZE for _, at, _ in self.packets], np.int64)
        return (starts[:, None] + np.arange(HEADER_SIZE)).ravel()

    @lazy
    def header_bytes(self) -> NDArray[np.uint8]:
        """The bytes expected at ``header_columns``."""
        return np.frombuffer(self.headers, np.uint8)

    def payloads_of(self, packet_id: int) -> list[tuple[int, int]]:
        """Return (offset, size) of each payload with this id."""
        return self._payloads.get(packet_id, [])


class LayoutTable:
    """All layouts of a recording, with the place of a packet in each of them at once."""

    def __init__(self, layouts: Sequence[bytes], dialect: Dialect) -> None:
        """Take the joined headers of each layout."""
        self._headers = layouts
        self._dialect = dialect
        self._columns: dict[int, tuple[NDArray[np.int64], NDArray[np.int64]]] = {}
        self._taken_apart: dict[int, Layout] = {}

    def __len__(self) -> int:
        """Return the number of layouts."""
        return len(self._headers)

    def __getitem__(self, number: int) -> Layout:
        """Return one layout, taken apart."""
        layout = self._taken_apart.get(number)
        if layout is None:
            if len(self._taken_apart) >= _KEPT:
                self._taken_apart.clear()
            layout = self._taken_apart[number] = Layout(self._headers[number], self._dialect)
        return layout

    def place_of(self, packet_id: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return offset and size of the first payload with this id in each layout, shape (L,) each.

        The offset is relative to the frame; −1 where the layout has no such packet.
        """
        if packet_id not in self._columns:
            self._columns[packet_id] = self._find(packet_id)
        return self._columns[packet_id]

    def packet_counts(self, numbers: NDArray[np.int32]) -> dict[int, int]:
        """Return how often each packet id occurs in frames with these layout numbers."""
        counts = self.occurrences(np.bincount(numbers, minlength=len(self)))
        return {int(packet_id): int(counts[packet_id]) for packet_id in np.flatnonzero(counts)}

    def occurrences(self, frames: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return how often each packet id occurs, shape (256,), given the number of frames of each layout."""
        counts = np.zeros(256, np.int64)
        for members, ids, _ in self._by_length():
            np.add.at(counts, ids, frames[members][:, None])
        return counts

    def misfits(self, possible: Sequence[range]) -> dict[int, NDArray[np.int64]]:
        """Return the layouts in which packets have other sizes than are possible for their id, by id."""
        start, stop, step = np.array([(each.start, each.stop, each.step) for each in possible]).T
        found: dict[int, list[NDArray[np.int64]]] = {}
        for members, ids, sizes in self._by_length():
            fits = (sizes >= start[ids]) & (sizes < stop[ids]) & ((sizes - start[ids]) % step[ids] == 0)
            for packet_id in sorted(set(ids[~fits].tolist())):
                found.setdefault(packet_id, []).append(members[(~fits & (ids == packet_id)).any(axis=1)])
        return {packet_id: np.concatenate(layouts) for packet_id, layouts in found.items()}

    def doubled(self) -> dict[int, NDArray[np.int64]]:
        """Return the layouts in which an id occurs more than once, by id."""
        found: dict[int, list[NDArray[np.int64]]] = {}
        for members, ids, _ in self._by_length():
            ordered = np.sort(ids, axis=1)
            again = ordered[:, 1:] == ordered[:, :-1]
            for packet_id in sorted(set(ordered[:, 1:][again].tolist())):
                layouts = members[(again & (ordered[:, 1:] == packet_id)).any(axis=1)]
                found.setdefault(packet_id, []).append(layouts)
        return {packet_id: np.concatenate(layouts) for packet_id, layouts in found.items()}

    def _find(self, packet_id: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        offsets = np.full(len(self), -1, np.int64)
        found_sizes = np.zeros(len(self), np.int64)
        for members, ids, sizes in self._by_length():
            is_it = ids == packet_id
            first = is_it.argmax(axis=1)
            rows = np.arange(len(members))
            has = is_it[rows, first]
            starts = np.cumsum(sizes + HEADER_SIZE, axis=1) - sizes
            offsets[members[has]] = starts[rows, first][has]
            found_sizes[members[has]] = sizes[rows, first][has]
        return offsets, found_sizes

    def _by_length(self) -> list[tuple[NDArray[np.int64], NDArray[np.uint8], NDArray[np.int64]]]:
        """Group layouts with equally many packets: (members (M,), ids (M, P), sizes (M, P)) per group."""
        if not len(self):
            return []
        lengths = np.fromiter((len(headers) for headers in self._headers), np.int64, len(self))
        order = np.argsort(lengths, kind="stable")
        groups = []
        for members in np.split(order, np.flatnonzero(np.diff(lengths[order])) + 1):
            joined = b"".join(self._headers[i] for i in members.tolist())
            packets = np.frombuffer(joined, _PACKET).reshape(len(members), -1)
            groups.append((members, packets["id"], self._true_sizes(packets["id"], packets["size"])))
        return groups

    def _true_sizes(self, ids: NDArray[np.uint8], written: NDArray[np.uint32]) -> NDArray[np.int64]:
        sizes = written.astype(np.int64)
        for packet_id, (said, has) in self._dialect.lying_sizes.items():
            lies = ids == packet_id
            sizes[lies] = COUNT_SIZE + np.maximum(sizes[lies] - COUNT_SIZE, 0) // said * has
        return sizes

    def sizes_in_all(self, numbers: NDArray[np.int32]) -> dict[int, int]:
        """Return how many bytes packets of each id take in such frames, headers included."""
        frames = np.bincount(numbers, minlength=len(self))
        totals = np.zeros(256, np.int64)
        for members, ids, sizes in self._by_length():
            np.add.at(totals, ids, (sizes + HEADER_SIZE) * frames[members][:, None])
        return {int(packet_id): int(totals[packet_id]) for packet_id in np.flatnonzero(totals)}
