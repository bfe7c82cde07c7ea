"""Finding the packets that hold events, in many frames at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Ints, multi_arange
from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.fields import COUNT_SIZE, PacketKind
from viewer.logfile.payload import ID, anywhere
from viewer.recording.columns import GrowingColumn
from viewer.recording.indexing.walk import Frames
from viewer.recording.layouts import fitting

FOUND_PACKET = np.dtype(
    [("frame", "<i8"), ("rank", "<i8"), ("start", "<i8"), ("offset", "<i8"), ("size", "<i8")]
)
"""Dtype of a packet found in a search: frame index, rank of its kind, three numbers that say where it is.

These are the offset of its frame, the offset of its payload, and the payload's size in bytes. The rank is the
index of the packet's kind among the kinds searched for. The offsets count from the start of ``Frames.data``,
the bytes in which the packet was found.
"""


class PacketFinder:
    """Finds the packets of given kinds in frames.

    The rank of a packet is the index of its kind among the given ones.
    """

    def __init__(self, dialect: Dialect, kinds: Sequence[PacketKind]) -> None:
        self._dialect = dialect
        self._size = dialect.dtype(packets.POSITION).itemsize
        self._position_rank = kinds.index(packets.POSITION)  # kinds of lower rank are events
        self._ranks = np.full(256, -1)
        self._ranks[[kind.id for kind in kinds]] = np.arange(len(kinds))
        self._found = GrowingColumn(np.int64, (3,))  # rank, offset and size, by layout and rank
        self._spans = GrowingColumn(np.int64, (2,))  # begin and end in _found, by layout

    def find(self, part: Frames) -> NDArray[np.void]:
        """Return the packets of the searched kinds in ``part`` as an array of FOUND_PACKET, shape (K,).

        They are sorted by frame, rank (index of the kind among those searched) and offset. Of consecutive
        frames that have the same packets, none of them events, only the first two give packets: those show
        which actors are there, even if one of the two frames is damaged.
        """
        self._add_layouts(part.entries)
        ranks, offsets, sizes = self._found.view().T
        run_offsets, strides, layouts, lengths = (part.runs[name] for name in part.runs.dtype.names or ())
        begins, ends = self._spans.view()[layouts].T
        counts = ends - begins
        chosen = np.flatnonzero(counts)
        has_events = np.zeros(len(counts), np.bool_)
        has_events[chosen] = ranks[begins[chosen]] < self._position_rank
        frames = np.where(has_events, lengths, np.minimum(lengths, 2))
        runs = np.repeat(np.arange(len(counts)), frames)
        within = multi_arange(np.zeros(len(frames), np.int64), frames)
        which = multi_arange(begins[runs], counts[runs])
        there = np.empty(len(which), FOUND_PACKET)
        starts = run_offsets[runs] + within * strides[runs]
        frame_indices = part.first + (np.cumsum(lengths) - lengths)[runs] + within
        there["frame"] = np.repeat(frame_indices, counts[runs])
        there["start"] = np.repeat(starts, counts[runs])
        there["rank"], there["size"] = ranks[which], sizes[which]
        there["offset"] = part.in_data(there["start"] + offsets[which])
        return there

    def ids(self, part: Frames, offsets: Ints, sizes: Ints) -> NDArray[np.uint32]:
        """Return the actor ids in all records of some Position packets, packet by packet, shape (N,).

        ``offsets`` are the byte offsets of the packets' contents in ``part.data``, ``sizes`` their sizes in
        bytes.
        """
        numbers, step = anywhere(part.data, ID), self._size
        spans = zip((offsets + COUNT_SIZE).tolist(), (offsets + sizes).tolist(), strict=True)
        # Joining strided slices is several times as fast as fancy indexing.
        return np.concatenate([np.empty(0, ID), *(numbers[begin:end:step] for begin, end in spans)])

    def _add_layouts(self, entries: NDArray[np.void]) -> None:
        if not len(entries):
            return
        ranks, first = self._ranks[entries["id"]], entries["layout"][0]
        kept = np.flatnonzero((ranks >= 0) & (entries["size"] > COUNT_SIZE))
        kept = kept[fitting(entries[kept], self._dialect.possible_sizes)]
        kept = kept[np.lexsort((ranks[kept], entries["layout"][kept]))]
        counts = np.bincount(entries["layout"][kept] - first, minlength=entries["layout"][-1] + 1 - first)
        ends = len(self._found) + np.cumsum(counts)
        self._spans.extend(np.stack([ends - counts, ends], axis=1))
        self._found.extend(np.stack([ranks, entries["offset"], entries["size"]], axis=1)[kept])
