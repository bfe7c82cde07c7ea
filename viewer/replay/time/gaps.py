"""Where no frame was recorded for long, although time went on."""

from __future__ import annotations

import numpy as np

from viewer.arrays import Floats

LONGEST_FRAME = 0.25
"""Seconds that a frame may last before it counts as a gap: the threshold of a stall."""
TIMES_MEDIAN = 3.0
"""How many times the median a frame must last for that, too."""


def median(values: Floats) -> float:
    """Return the median of K > 0 values; ``np.median`` would load numpy's masked arrays when a file opens."""
    halves = (len(values) - 1) // 2, len(values) // 2
    return float(np.partition(values, halves)[list(halves)].mean())


def gaps_of(elapsed: Floats) -> Floats:
    """Return begin and end of the gaps between frames in seconds, ascending, shape (G, 2).

    A frame before a gap is there as long as frames usually are, so that one sees it; the gap begins then.

    Args:
        elapsed: times of the frames in seconds, ascending, shape (F,).

    """
    lasts = np.diff(elapsed)
    positive = lasts[lasts > 0]
    usual = median(positive) if len(positive) else 0.0
    long = np.flatnonzero(lasts > max(LONGEST_FRAME, TIMES_MEDIAN * usual))
    return np.column_stack((elapsed[long] + usual, elapsed[long + 1]))
