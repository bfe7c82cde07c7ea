"""Where the packets lie that tell what happens, in many frames at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Ints, spread
from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.fields import COUNT_SIZE, PacketKind
from viewer.logfile.payload import anywhere
from viewer.recording.columns import GrowingColumn
from viewer.recording.indexing.walk import Frames
from viewer.recording.layouts import fitting

PLACED = np.dtype([("frame", "<i8"), ("rank", "<i8"), ("start", "<i8"), ("place", "<i8"), ("size", "<i8")])
"""One packet: index of its frame, rank of its kind, and where the frame and the payload begin."""

_ID = np.dtype("<u4")


class PacketFinder:
    """Finds packets of a few kinds; a kind's place among them is its rank."""

    def __init__(self, dialect: Dialect, kinds: Sequence[PacketKind]) -> None:
        self._dialect = dialect
        self._size = dialect.dtype(packets.POSITION).itemsize
        self._standing = kinds.index(packets.POSITION)  # those before it are events
        self._ranks = np.full(256, -1)
        self._ranks[[kind.id for kind in kinds]] = np.arange(len(kinds))
        self._found = GrowingColumn(np.int64, (3,))  # rank, offset and size, by layout and rank
        self._spans = GrowingColumn(np.int64, (2,))  # where those of each layout begin and end

    def find(self, part: Frames) -> NDArray[np.void]:
        """Return the packets of some frames as PLACED, by frame, rank and place, shape (K,).

        Of frames of one layout, one after the other and without events, two are enough: one may be damaged.
        """
        self._meet(part.laid_out)
        ranks, offsets, sizes = self._found.view().T
        places, strides, layouts, lengths = (part.runs[name] for name in part.runs.dtype.names or ())
        begins, ends = self._spans.view()[layouts].T
        counts = ends - begins
        chosen = np.flatnonzero(counts)
        has_events = np.zeros(len(counts), np.bool_)
        has_events[chosen] = ranks[begins[chosen]] < self._standing
        frames = np.where(has_events, lengths, np.minimum(lengths, 2))
        runs = np.repeat(np.arange(len(counts)), frames)
        within = spread(np.zeros(len(frames), np.int64), frames)
        which = spread(begins[runs], counts[runs])
        there = np.empty(len(which), PLACED)
        starts = places[runs] + within * strides[runs]
        numbers = part.first + (np.cumsum(lengths) - lengths)[runs] + within
        there["frame"], there["start"] = np.repeat(numbers, counts[runs]), np.repeat(starts, counts[runs])
        there["rank"], there["size"] = ranks[which], sizes[which]
        there["place"] = part.in_data(there["start"] + offsets[which])
        return there

    def ids(self, part: Frames, places: Ints, sizes: Ints) -> NDArray[np.uint32]:
        """Return the ids in all records of Position, given where payloads begin, and their sizes."""
        numbers, step = anywhere(part.data, _ID), self._size
        spans = zip((places + COUNT_SIZE).tolist(), (places + sizes).tolist(), strict=True)
        # Slices of the same step, joined: gathering the same takes several times as long.
        return np.concatenate([np.empty(0, _ID), *(numbers[begin:end:step] for begin, end in spans)])

    def _meet(self, laid_out: NDArray[np.void]) -> None:
        if not len(laid_out):
            return
        ranks, first = self._ranks[laid_out["id"]], laid_out["layout"][0]
        kept = np.flatnonzero((ranks >= 0) & (laid_out["size"] > COUNT_SIZE))
        kept = kept[fitting(laid_out[kept], self._dialect.possible_sizes)]
        kept = kept[np.lexsort((ranks[kept], laid_out["layout"][kept]))]
        counts = np.bincount(laid_out["layout"][kept] - first, minlength=laid_out["layout"][-1] + 1 - first)
        ends = len(self._found) + np.cumsum(counts)
        self._spans.extend(np.stack([ends - counts, ends], axis=1))
        self._found.extend(np.stack([ranks, laid_out["offset"], laid_out["size"]], axis=1)[kept])
