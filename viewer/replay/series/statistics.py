"""What a signal amounts to over a range of time."""

from __future__ import annotations

import numpy as np

from viewer.arrays import Floats
from viewer.quick_dataclass import dataclass
from viewer.replay.series.series import Series
from viewer.replay.time.time_range import Range


@dataclass(frozen=True)
class SeriesStats:
    """A signal over a range; NaN is what is not known.

    Attributes:
        mean: each value weighted by how long it is in force.
        least: lowest value in force.
        most: highest value in force.
        change: value in force at the end less that at the start.

    """

    mean: float
    least: float
    most: float
    change: float


def series_stats(series: Series, chosen: Range) -> SeriesStats:
    """Return what a signal amounts to; a value is in force until the next one, a gap counts for nothing."""
    begin, end, values = in_force(series, chosen)
    known = np.isfinite(values)
    if not known.any():
        return SeriesStats(np.nan, np.nan, np.nan, np.nan)
    weights, values = (end - begin)[known], values[known]
    total = float(weights.sum())
    mean = float((weights * values).sum()) / total if total > 0.0 else float(values.mean())
    change = series.at(chosen[1]) - series.at(chosen[0])
    return SeriesStats(mean, float(values.min()), float(values.max()), change)


def time_in_states(series: Series, chosen: Range) -> dict[int, float]:
    """Return for how many seconds of a range each state is in force, those that are; ascending."""
    begin, end, values = in_force(series, chosen)
    known = np.isfinite(values)
    states, places = np.unique(values[known].astype(np.int64), return_inverse=True)
    seconds = np.bincount(places, (end - begin)[known], minlength=len(states))
    return {int(state): float(each) for state, each in zip(states, seconds, strict=True) if each > 0.0}


def in_force(series: Series, chosen: Range) -> tuple[Floats, Floats, Floats]:
    """Return from when to when within a range each value is in force, and the value; all (K,)."""
    start, stop = chosen
    first = max(int(np.searchsorted(series.elapsed, start, side="right")) - 1, 0)
    last = int(np.searchsorted(series.elapsed, stop, side="right"))
    begin = np.maximum(series.elapsed[first:last], start)
    return begin, np.append(begin[1:], stop)[: len(begin)], series.values[first:last]
