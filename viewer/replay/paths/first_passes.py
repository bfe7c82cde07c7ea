"""What there is to see of paths on which somebody goes round and round: each place once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

import numpy as np

from viewer.arrays import Floats, Ints

Points = TypeVar("Points", Ints, Floats)

_MOST = 2048
"""Cells along a side; where paths lie farther apart, cells are larger."""
_LOOKS = 2_000_000
"""Cells that are looked at for a path, about: where it leaps in each frame, not all that it crosses."""


def first_passes(paths: Sequence[Points], cell: float) -> Iterator[Points]:
    """Yield the stretches of paths that pass cells which nothing passed before.

    Each piece between two points that is left passes such a cell: there are at most as many pieces as cells,
    however long was driven.

    Args:
        paths: places one after the other, each of shape (K, 2), K ≥ 1.
        cell: side of a cell, in the unit of the paths.

    """
    if not paths:
        return
    low = np.min([path.min(axis=0) for path in paths], axis=0)
    high = np.max([path.max(axis=0) for path in paths], axis=0)
    cell = max(cell, float((high - low).max()) / (_MOST - 1))
    width, height = (np.rint((high - low) / cell).astype(np.int64) + 1).tolist()
    passed = np.zeros(width * height, np.bool_)
    for path in paths:
        points = (path - low) / cell
        ways = np.diff(points, axis=0)
        counts = np.ceil(np.abs(ways).max(axis=1)).astype(np.int64) + 1
        counts = np.minimum(counts, max(_LOOKS // max(len(ways), 1), 2))
        piece = np.repeat(np.arange(len(ways)), counts)
        step = np.arange(len(piece)) - np.repeat(np.cumsum(counts) - counts, counts)
        share = step / np.maximum(counts[piece] - 1, 1)
        xs, ys = np.rint(points[piece] + ways[piece] * share[:, None]).astype(np.int64).T
        cells = ys * width + xs
        fresh = np.flatnonzero(~passed[cells])
        fresh = fresh[np.argsort(cells[fresh], kind="stable")]
        first = fresh[np.diff(cells[fresh], prepend=-1) != 0]
        new = np.zeros(len(ways) + 2, np.bool_)
        new[piece[first] + 1] = True
        passed[cells] = True
        for begin, end in np.flatnonzero(np.diff(new)).reshape(-1, 2).tolist():
            yield path[begin : end + 1]
