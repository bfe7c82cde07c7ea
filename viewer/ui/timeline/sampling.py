"""Many samples on few pixels: what one column of pixels shows of a long series. No Qt."""

from __future__ import annotations

import numpy as np

from viewer.arrays import Floats
from viewer.ui.timeline.axis import TimeAxis


def visible(times: Floats, axis: TimeAxis) -> slice:
    """Return the samples in the window, from the one that holds at its start to one at or after its end.

    ``times`` is ascending, shape (K,).
    """
    first = int(np.searchsorted(times, axis.start, side="right")) - 1
    last = int(np.searchsorted(times, axis.end, side="left")) + 1
    return slice(max(first, 0), min(max(last, 0), len(times)))


def column_range(times: Floats, padded: Floats, axis: TimeAxis) -> tuple[Floats, Floats]:
    """Return what a series, whose values hold until the next one, shows in each column of pixels.

    Args:
        times: ascending, shape (K,), K > 0.
        padded: the values, NaN where unknown, and one more NaN, shape (K + 1,); long series are asked for
            many times, and not copied for it.
        axis: the window.

    Returns:
        The least and the greatest value in each column, both of shape (C,); the columns share the axis
        evenly. A column before the first sample has NaN.

    """
    count = max(round(axis.width), 1)
    edges = axis.start + np.arange(count + 1) * (axis.span / count)
    begin = np.searchsorted(times, edges[:-1], side="right") - 1
    stop = np.searchsorted(times, edges[1:], side="left")
    bounds = np.empty(2 * count, np.int64)
    bounds[0::2] = np.maximum(begin, 0)
    bounds[1::2] = np.maximum(stop, bounds[0::2] + 1)
    least = np.fmin.reduceat(padded, bounds)[::2]
    greatest = np.fmax.reduceat(padded, bounds)[::2]
    before = stop <= 0
    least[before] = np.nan
    greatest[before] = np.nan
    return least, greatest
