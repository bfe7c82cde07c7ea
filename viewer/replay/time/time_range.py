"""The times of frames: ranges of them, the nearest one, and gaps where none was recorded for long."""

from __future__ import annotations

import numpy as np

from viewer.arrays import Floats

Range = tuple[float, float]
"""Start and end in elapsed seconds, both included; start < end."""

TIMES_MEDIAN = 3.0
"""How many times the median a frame must last to count as a stall, or before a gap."""
_LONGEST_FRAME = 0.25
"""Seconds that it must last for that, too: the threshold of a stall."""


def snapped(elapsed: Floats, chosen: Range) -> Range | None:
    """Return a range from frame to frame, the nearest ones; None if it holds less than two times."""
    if not len(elapsed):
        return None
    start, end = (float(elapsed[nearest(elapsed, time)]) for time in sorted(chosen))
    return (start, end) if start < end else None


def nearest(elapsed: Floats, time: float) -> int:
    """Return the index of the frame that begins nearest to a time, 0 ≤ index < len(elapsed)."""
    after = min(int(np.searchsorted(elapsed, time)), len(elapsed) - 1)
    before = max(after - 1, 0)
    return before if time - elapsed[before] < elapsed[after] - time else after


def gaps_of(elapsed: Floats) -> Floats:
    """Return begin and end of the gaps between frames in seconds, ascending, shape (G, 2).

    A frame before a gap is there as long as frames usually are, so that one sees it; the gap begins then.

    Args:
        elapsed: times of the frames in seconds, ascending, shape (F,).

    """
    lasts = np.diff(elapsed)
    positive = lasts[lasts > 0]
    usual = median(positive) if len(positive) else 0.0
    long = np.flatnonzero(lasts > max(_LONGEST_FRAME, TIMES_MEDIAN * usual))
    return np.column_stack((elapsed[long] + usual, elapsed[long + 1]))


def median(values: Floats) -> float:
    """Return the median of K > 0 values; ``np.median`` would load numpy's masked arrays when a file opens."""
    halves = (len(values) - 1) // 2, len(values) // 2
    return float(np.partition(values, halves)[list(halves)].mean())
