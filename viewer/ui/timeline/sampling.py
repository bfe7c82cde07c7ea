"""Many samples on few pixels: what one column of pixels shows of a long series. No Qt."""

from __future__ import annotations

import numpy as np

from viewer.arrays import Floats
from viewer.lazy import lazy
from viewer.signals import Series
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


class Drawn:
    """A series, its extent, and its values as ``column_range`` wants them."""

    def __init__(self, series: Series) -> None:
        self.series = series
        self.padded: Floats = np.append(series.values, np.nan)
        finite = series.values[np.isfinite(series.values)]
        self.least = float(finite.min()) if len(finite) else np.nan
        self.most = float(finite.max()) if len(finite) else np.nan

    def columns(self, axis: TimeAxis) -> tuple[Floats, Floats]:
        """Return what it shows in each column of pixels, see ``column_range``; there must be a sample."""
        part = visible(self.series.elapsed, axis)
        return column_range(self.series.elapsed[part], self.padded[part.start : part.stop + 1], axis)

    @lazy
    def spans(self) -> tuple[Floats, Floats, Floats]:
        """Begin, end and value of the stretches in which a state stays, (S,) each."""
        return self.series.spans()

    def span_at(self, elapsed: float) -> tuple[float, float] | None:
        """Return begin and end of the stretch in which a state stays at a time, None if there is none."""
        begins, ends, _ = self.spans
        number = int(np.searchsorted(begins, elapsed, side="right")) - 1
        return None if number < 0 or elapsed > ends[number] else (float(begins[number]), float(ends[number]))

    def drawn_at(self, elapsed: float) -> float:
        """Return the value at which the curve is drawn at a time, NaN where it is not."""
        series, place = self.series, self._place(elapsed)
        if place < 0:
            return np.nan
        ends = series.values[place : place + 2]
        if series.steps or not np.isfinite(ends).all():
            return float(ends[0])
        return float(np.interp(elapsed, series.elapsed[place : place + 2], ends))

    def sample_at(self, elapsed: float) -> tuple[float, float] | None:
        """Return time and value of the sample that is in force at a time, None if there is none."""
        place = self._place(elapsed)
        if place < 0 or not np.isfinite(self.series.values[place]):
            return None
        return float(self.series.elapsed[place]), float(self.series.values[place])

    def _place(self, elapsed: float) -> int:
        return int(np.searchsorted(self.series.elapsed, elapsed, side="right")) - 1
