"""Frame times that can be believed."""

from __future__ import annotations

from bisect import bisect_right

import numpy as np
from numpy.typing import NDArray


def believable(elapsed: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Tell which times belong to the longest series that never goes backwards, shape (F,).

    So one damaged number, too large or too small, does not take its neighbours along.
    """
    good = np.isfinite(elapsed) & (elapsed >= 0.0)
    values = elapsed[good]
    if not (np.diff(values) < 0.0).any():
        return good
    # From the end, so that of two that contradict each other the first is kept. For each length: the best
    # series' first time, negated, and its place; for each place: the next one in its series.
    firsts: list[float] = []
    places: list[int] = []
    following: dict[int, int] = {}
    for place, value in zip(np.flatnonzero(good)[::-1].tolist(), (-values[::-1]).tolist(), strict=True):
        length = bisect_right(firsts, value)
        following[place] = places[length - 1] if length else -1
        firsts[length : length + 1] = [value]
        places[length : length + 1] = [place]
    kept = np.zeros(len(elapsed), np.bool_)
    place = places[-1]
    while place >= 0:
        kept[place] = True
        place = following[place]
    return kept


def never_decreasing(elapsed: NDArray[np.float64]) -> NDArray[np.float64]:
    """Replace times that cannot be believed by the last one before that can, or 0, shape (F,)."""
    times: NDArray[np.float64] = np.maximum.accumulate(np.where(believable(elapsed), elapsed, 0.0))
    return times
