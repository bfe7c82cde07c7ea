"""Finding the packets that hold events, in many frames at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import multi_arange
from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.fields import COUNT_SIZE, PacketKind
from viewer.recording.columns import GrowingColumn
from viewer.recording.indexing.walk import Frames
from viewer.recording.layouts import fitting
from viewer.recording.read.records import Batch


class PacketFinder:
    """Finds the packets of given kinds in frames; the rank of a kind is its index among these."""

    def __init__(self, dialect: Dialect, kinds: Sequence[PacketKind]) -> None:
        self._dialect = dialect
        self._dtypes = {kind: dialect.dtype(kind) for kind in kinds}
        self._position_rank = kinds.index(packets.POSITION)  # kinds of lower rank are events
        self._ranks = np.full(256, -1)
        self._ranks[[kind.id for kind in kinds]] = np.arange(len(kinds))
        self._found = GrowingColumn(np.int64, (3,))  # rank, offset and size, by layout and rank
        self._spans = GrowingColumn(np.int64, (2,))  # begin and end in _found, by layout

    def find(self, part: Frames) -> dict[PacketKind, Batch]:
        """Return the packets of each of the searched kinds in ``part``, in file order.

        Of consecutive frames that have the same packets, none of them events, only the first two give
        packets: those show which actors are there, even if one of the two frames is damaged.
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
        starts = np.repeat(run_offsets[runs] + within * strides[runs], counts[runs]) + offsets[which]
        frame_indices = np.repeat(part.first + (np.cumsum(lengths) - lengths)[runs] + within, counts[runs])
        found = {}
        for rank, (kind, dtype) in enumerate(self._dtypes.items()):
            mine = np.flatnonzero(ranks[which] == rank)
            there = starts[mine]
            found[kind] = Batch(
                kind, dtype, part.data, frame_indices[mine], part.offset + there, part.in_data(there),
                sizes[which[mine]],
            )  # fmt: skip
        return found

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
