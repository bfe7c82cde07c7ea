"""Numbers of frames that can be believed: their times, and the order of their ids."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

import numpy as np
from numpy.typing import NDArray

LONGEST = 1e9
"""Seconds, some thirty years: what says more is no time of a recording."""

TOLERANCE = 1e-3
"""Seconds by which a duration may miss the time of the next frame; CARLA's own add up exactly."""

_LONGEST_STEP = 1e5
"""Seconds from the frame before that the last time may be away: no later one confirms or contradicts it."""


def from_zero(elapsed: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the times as they count, shape (F,): from the first one where all of them lie before 0.

    CARLA writes no such times; what they say of each other is still worth more than nothing.
    """
    with np.errstate(invalid="ignore"):
        before = (elapsed < 0.0) & (elapsed > -LONGEST)
        if not before.any() or ((elapsed >= 0.0) & (elapsed < LONGEST)).any():
            return elapsed
    counted: NDArray[np.float64] = elapsed - elapsed[longest_series(elapsed, before).argmax()]
    return counted


def believable(elapsed: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Tell which times belong to the longest series that never goes backwards, shape (F,).

    So one damaged number, too large or too small, does not take its neighbours along.
    """
    with np.errstate(invalid="ignore"):
        possible = (elapsed >= 0.0) & (elapsed < LONGEST)
    kept = longest_series(elapsed, possible)
    places = np.flatnonzero(kept)
    while len(places) > 1 and elapsed[places[-1]] - elapsed[places[-2]] > _LONGEST_STEP:
        kept[places[-1]] = False
        places = places[:-1]
    return kept


def longest_series(
    values: NDArray[np.float64], possible: NDArray[np.bool_], *, strict: bool = False
) -> NDArray[np.bool_]:
    """Tell which of the possible values belong to the longest series that never decreases, shape (F,).

    A strict series does not stay equal either.
    """
    steps = np.diff(values[possible])
    if not ((steps <= 0.0) if strict else (steps < 0.0)).any():
        return possible
    bisect = bisect_left if strict else bisect_right
    # From the end, so that of two that contradict each other the first is kept. For each length: the best
    # series' first value, negated, and its place; for each place: the next one in its series.
    firsts: list[float] = []
    places: list[int] = []
    following: dict[int, int] = {}
    candidates = np.flatnonzero(possible)[::-1]
    for place, value in zip(candidates.tolist(), (-values[candidates]).tolist(), strict=True):
        length = bisect(firsts, value)
        following[place] = places[length - 1] if length else -1
        firsts[length : length + 1] = [value]
        places[length : length + 1] = [place]
    kept = np.zeros(len(values), np.bool_)
    place = places[-1]
    while place >= 0:
        kept[place] = True
        place = following[place]
    return kept


def never_decreasing(elapsed: NDArray[np.float64]) -> NDArray[np.float64]:
    """Replace times that cannot be believed by the last one before that can, or 0, shape (F,)."""
    times: NDArray[np.float64] = np.maximum.accumulate(np.where(believable(elapsed), elapsed, 0.0))
    return times
