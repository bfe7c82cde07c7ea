"""Which times and ids of frames can be trusted in a recording that may be damaged."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags
from viewer.logfile import packets
from viewer.recording.layouts import FRAME_START_DTYPE

LONGEST = 1e9
"""Upper limit for a plausible time or duration in seconds, some thirty years."""

TOLERANCE = 1e-3
"""Seconds by which elapsed + duration may differ from the next frame's elapsed; in intact files it is 0."""

_LONGEST_STEP = 1e5
"""Longest plausible time in seconds from the last but one frame to the last, whose time nothing confirms."""


def believable(elapsed: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return a mask, shape (F,), of the recorded times of frames, in seconds, that can be trusted.

    Trusted are the times of the longest subsequence that never decreases, so that one damaged time, too large
    or too small, does not discredit its neighbours.
    """
    with np.errstate(invalid="ignore"):
        possible = (elapsed >= 0.0) & (elapsed < LONGEST)
    kept = longest_series(elapsed, possible)
    indices = np.flatnonzero(kept)
    while len(indices) > 1 and elapsed[indices[-1]] - elapsed[indices[-2]] > _LONGEST_STEP:
        kept[indices[-1]] = False
        indices = indices[:-1]
    return kept


def longest_series(
    values: NDArray[np.float64], possible: NDArray[np.bool_], *, strict: bool = False
) -> NDArray[np.bool_]:
    """Return a mask of the ``values`` that form the longest non-decreasing subsequence, shape (F,).

    Only values that are True in the mask ``possible`` take part. With ``strict``, the subsequence is strictly
    increasing.
    """
    steps = np.diff(values[possible])
    if not ((steps <= 0.0) if strict else (steps < 0.0)).any():
        return possible
    bisect = bisect_left if strict else bisect_right
    # From the end, so that of two contradicting values the first is kept. For each length, ``firsts`` and
    # ``indices`` hold the negated first value of the best series and its index, ``following`` the next one.
    firsts: list[float] = []
    indices: list[int] = []
    following: dict[int, int] = {}
    candidates = np.flatnonzero(possible)[::-1]
    for index, value in zip(candidates.tolist(), (-values[candidates]).tolist(), strict=True):
        length = bisect(firsts, value)
        following[index] = indices[length - 1] if length else -1
        firsts[length : length + 1] = [value]
        indices[length : length + 1] = [index]
    kept = np.zeros(len(values), np.bool_)
    index = indices[-1]
    while index >= 0:
        kept[index] = True
        index = following[index]
    return kept


class FrameStart(NamedTuple):
    """Contents of a FrameStart packet: frame id, seconds until the next frame, and elapsed seconds."""

    frame: int
    duration: float
    elapsed: float


class FrameStartTracker:
    """Checks whether a FrameStart found after damage may follow the frames read so far.

    It is compared with the last frame whose id and time a neighbouring frame confirms, because a single
    FrameStart may be damaged itself.
    """

    def __init__(self) -> None:
        self._sure = FrameStart(0, 0.0, 0.0)
        self._last = np.zeros(1, FRAME_START_DTYPE)

    def extend(self, frame_starts: NDArray[np.void]) -> None:
        """Take note of the frames that were read next: their FrameStart records in file order, shape (K,)."""
        frame_starts = np.concatenate([self._last, frame_starts])
        sure = np.flatnonzero(announced(frame_starts))
        if len(sure):
            self._sure = FrameStart(*frame_starts[sure[-1]].item())
        self._last = frame_starts[-1:]

    def admits(self, frame_start: FrameStart) -> bool:
        """Return whether ``frame_start`` can be the next frame: its id and times do not go backwards."""
        last, sure = FrameStart(*self._last[0].item()), self._sure
        error = sure.elapsed + sure.duration - last.elapsed
        before = last if last.frame == sure.frame + 1 and abs(error) <= TOLERANCE else sure
        is_last = frame_start.duration == packets.LAST_DURATION
        return (
            frame_start.frame > before.frame
            and before.elapsed <= frame_start.elapsed < math.inf
            and (is_last or 0.0 <= frame_start.duration < math.inf)
        )


def announced(frame_starts: NDArray[np.void]) -> Flags:
    """Return for each frame but the last whether its id and duration fit the frame that follows.

    The next frame must have the next id, and begin when this one ends; times may differ by TOLERANCE, a
    millisecond. ``frame_starts`` has the fields of FrameStart, shape (K,); the result has shape (K − 1,).
    """
    elapsed, ids = frame_starts["elapsed"], frame_starts["frame"]
    with np.errstate(invalid="ignore", over="ignore"):
        errors = np.abs(elapsed[:-1] + frame_starts["duration"][:-1] - elapsed[1:])
        found: Flags = (ids[1:] == ids[:-1] + 1) & (errors <= TOLERANCE)
    return found
