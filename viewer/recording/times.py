"""Numbers of frames that can be believed: their times, and the order of their ids."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags
from viewer.logfile import packets
from viewer.recording.layouts import HEADS

LONGEST = 1e9
"""Seconds, some thirty years: what says more is no time of a recording."""

TOLERANCE = 1e-3
"""Seconds by which a duration may miss the time of the next frame; CARLA's own add up exactly."""

_LONGEST_STEP = 1e5
"""Seconds from the frame before that the last time may be away: no later one confirms or contradicts it."""


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


class Head(NamedTuple):
    """The numbers of one FrameStart, in the order of the file."""

    frame: int
    duration: float
    elapsed: float


class HeadTracker:
    """The frames read so far, as far as their numbers matter for those to come.

    Wrong numbers must not outlaw all that follows, so a frame counts only if a neighbour agrees with it.
    """

    def __init__(self) -> None:
        self._sure = Head(0, 0.0, 0.0)
        self._last = np.zeros(1, HEADS)

    def extend(self, heads: NDArray[np.void]) -> None:
        """Take the next frames, shape (K,)."""
        heads = np.concatenate([self._last, heads])
        sure = np.flatnonzero(announced(heads))
        if len(sure):
            self._sure = Head(*heads[sure[-1]].item())
        self._last = heads[-1:]

    def admits(self, head: Head) -> bool:
        """Tell whether a frame can be the next one after damage."""
        last, sure = Head(*self._last[0].item()), self._sure
        error = sure.elapsed + sure.duration - last.elapsed
        before = last if last.frame == sure.frame + 1 and abs(error) <= TOLERANCE else sure
        is_last = head.duration == packets.LAST_DURATION
        return (
            head.frame > before.frame
            and before.elapsed <= head.elapsed < math.inf
            and (is_last or 0.0 <= head.duration < math.inf)
        )


def announced(heads: NDArray[np.void]) -> Flags:
    """Tell which frames, shape (K,), announce the one after them, shape (K − 1,)."""
    elapsed, ids = heads["elapsed"], heads["frame"]
    with np.errstate(invalid="ignore", over="ignore"):
        errors = np.abs(elapsed[:-1] + heads["duration"][:-1] - elapsed[1:])
        found: Flags = (ids[1:] == ids[:-1] + 1) & (errors <= TOLERANCE)
    return found
