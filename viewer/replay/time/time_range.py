"""Arithmetic on the times of frames: ranges, nearest frame, gaps between frames."""

from __future__ import annotations

import numpy as np

from viewer.arrays import Floats

Range = tuple[float, float]
"""Range of time: start and end in elapsed seconds, both included; start < end."""

TIMES_MEDIAN = 3.0
"""Multiple of the median frame duration above which a frame counts as a stall, or as followed by a gap.

A stall is a frame that lasts unusually long. Stall and gap each have a limit in seconds besides, which the
frame must exceed too.
"""
_LONGEST_FRAME = 0.25
"""Duration in seconds that a frame must exceed to count as followed by a gap.

It must also exceed a multiple of the median duration.
"""


def snapped(elapsed: Floats, chosen: Range) -> Range | None:
    """Return the time range ``chosen`` with both ends moved to the nearest frame times.

    None if both become the same. ``elapsed`` are the times of the frames in seconds, ascending.
    """
    if not len(elapsed):
        return None
    start, end = (float(elapsed[nearest(elapsed, time)]) for time in sorted(chosen))
    return (start, end) if start < end else None


def nearest(elapsed: Floats, time: float) -> int:
    """Return the index of the value in ``elapsed`` that is nearest to ``time``.

    ``elapsed`` is ascending and not empty.
    """
    after = min(int(np.searchsorted(elapsed, time)), len(elapsed) - 1)
    before = max(after - 1, 0)
    return before if time - elapsed[before] < elapsed[after] - time else after


def gaps_of(elapsed: Floats) -> Floats:
    """Return start and end of the gaps between frames in seconds, ascending, shape (G, 2).

    A gap begins where the frame before it, with the median duration, would end: so that frame stays visible.

    Args:
        elapsed: times of the frames in seconds, ascending, shape (F,).
    """
    lasts = np.diff(elapsed)
    positive = lasts[lasts > 0]
    usual = median(positive) if len(positive) else 0.0
    long = np.flatnonzero(lasts > max(_LONGEST_FRAME, TIMES_MEDIAN * usual))
    return np.column_stack((elapsed[long] + usual, elapsed[long + 1]))


def median(values: Floats) -> float:
    """Return the median of ``values``, not empty.

    ``np.median`` is not used: it would import numpy's masked arrays at startup.
    """
    halves = (len(values) - 1) // 2, len(values) // 2
    return float(np.partition(values, halves)[list(halves)].mean())
