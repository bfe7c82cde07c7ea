"""A uniform grid over the stretches between stations: which of them may be at a point."""

from __future__ import annotations

import numpy as np

from viewer.arrays import Floats, Ints
from viewer.roads.arrays import offsets, ranges

_CELL = 4.0  # m
_PIECE = 4.0  # m along the road, of a piece that is entered by its box
_MOST_PIECES = 4096  # of one stretch
_MOST_CELLS = 4_000_000
_MOST_MORE = 250_000  # entries, however few pieces there are
_ENTRIES_PER_PIECE = 16  # on average, above which cells are made larger


class SpatialGrid:
    """Cells with the stretches that may cover a part of them."""

    def __init__(self, corners: Floats, lengths: Floats) -> None:
        """Enter the stretches, of which there is at least one.

        Args:
            corners: of each stretch: left begin, right begin, left end, right end; shape (N, 4, 2).
            lengths: of each stretch along the road, metres, shape (N,).

        """
        stretch, low, high = _pieces(corners, lengths)
        self._origin = low.min(axis=0)
        extent = high.max(axis=0) - self._origin
        cell = max(_CELL, float(np.sqrt(np.prod(extent) / _MOST_CELLS)))
        while True:
            begin = np.floor((low - self._origin) / cell).astype(np.int64)
            size = np.floor((high - self._origin) / cell).astype(np.int64) - begin + 1
            if size.prod(axis=1).sum() <= _ENTRIES_PER_PIECE * len(low) + _MOST_MORE:
                break
            cell *= 2
        self._cell = cell
        self._shape = np.floor(extent / cell).astype(np.int64) + 1
        entries = _entries(stretch, begin, size, int(self._shape[0]), len(corners))
        cells, self._stretches = np.divmod(entries, len(corners))
        self._first = offsets(np.bincount(cells, minlength=int(self._shape.prod())))

    def candidates(self, points: Floats) -> tuple[Ints, Ints]:
        """Return pairs of a point, a row of ``points`` (N, 2), and a stretch that may cover it."""
        place = np.floor((points - self._origin) / self._cell)
        rows = np.flatnonzero(((place >= 0) & (place < self._shape)).all(axis=1))
        column, row = place[rows].astype(np.int64).T
        cell = row * self._shape[0] + column
        count = self._first[cell + 1] - self._first[cell]
        return np.repeat(rows, count), self._stretches[ranges(self._first[cell], count)]


def _pieces(corners: Floats, lengths: Floats) -> tuple[Ints, Floats, Floats]:
    """Cut long stretches into pieces; return the stretch and the box of each piece."""
    count = np.clip(np.ceil(lengths / _PIECE), 1, _MOST_PIECES).astype(np.int64)
    stretch = np.repeat(np.arange(len(corners)), count)
    number = ranges(np.zeros(len(corners), np.int64), count)
    begin, end = ((number + k) / count[stretch] for k in (0, 1))
    at = corners[stretch]
    way = at[:, 2:] - at[:, :2]
    ends = np.concatenate([at[:, :2] + way * share[:, None, None] for share in (begin, end)], axis=1)
    return stretch, ends.min(axis=1), ends.max(axis=1)


def _entries(stretch: Ints, begin: Ints, size: Ints, columns: int, stretches: int) -> Ints:
    """Return cell · stretches + stretch for every cell of every piece's box, sorted, each once."""
    count = size.prod(axis=1)
    piece = np.repeat(np.arange(len(stretch)), count)
    number = ranges(np.zeros(len(stretch), np.int64), count)
    row = begin[piece, 1] + number // size[piece, 0]
    column = begin[piece, 0] + number % size[piece, 0]
    entries: Ints = np.unique((row * columns + column) * stretches + stretch[piece])
    return entries
