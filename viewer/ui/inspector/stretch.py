"""What a signal was over a stretch of time, as few points as a small picture needs."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Floats
from viewer.signals import Series

SPAN = 5.0
"""Seconds before and after the moment that a curve under a row shows."""
RECENT = 60.0
"""Seconds before the moment that the curve beside a speed shows."""

_ROUND = (1.0, 1.5, 2.0, 3.0, 5.0, 7.0)

SPARK_WIDTH = 192
"""Pixels of that curve."""


@dataclass(frozen=True, eq=False)
class SignalStretch:
    """What a signal was from one time to another.

    Attributes:
        times: seconds, ascending, shape (K,); the first and last may lie outside.
        values: shape (K,), NaN is a gap.
        least: smallest value, NaN if none is known.
        most: largest value, NaN if none is known.

    """

    times: Floats
    values: Floats
    least: float
    most: float


def stretch_of(series: Series, start: float, stop: float, most: int = 480) -> SignalStretch:
    """Return a stretch of a signal as at most about ``most`` points; of more, the extremes are kept."""
    begin = max(int(np.searchsorted(series.elapsed, start, side="right")) - 1, 0)
    end = int(np.searchsorted(series.elapsed, stop, side="right"))
    if not series.steps:
        end += 1  # the line goes on to the next point
    times, values = series.elapsed[begin:end], series.values[begin:end]
    inside = values[(times <= stop) & ((times >= start) | series.steps)]
    known = inside[np.isfinite(inside)]
    least, largest = (float(known.min()), float(known.max())) if len(known) else (math.nan, math.nan)
    if series.steps:
        turns = _turns(values)
        times, values = times[turns], values[turns]
        times, values = np.repeat(times, 2)[1:], np.repeat(values, 2)[:-1]
        times, values = np.append(times, min(stop, _end(series))), np.append(values, values[-1:])
    if len(times) > most:
        bins = np.linspace(0, len(times), most // 2, endpoint=False).astype(np.intp)
        low, high = np.fmin.reduceat(values, bins), np.fmax.reduceat(values, bins)
        times, values = np.repeat(times[bins], 2), np.column_stack((low, high)).ravel()
    return SignalStretch(times[: len(values)], values, least, largest)


def round_scale(least: float, most: float) -> tuple[float, float] | None:
    """Return a scale of round numbers around what a curve shows, None if nothing is known of it.

    It stays while the curve goes by, so that what was drawn of it can.
    """
    if not math.isfinite(least):
        return None
    return -_round_up(-least), _round_up(most)


def _round_up(value: float) -> float:
    """Return the next greater of 1, 1.5, 2, 3, 5, 7 and 10 times a power of ten; 0 for what is below."""
    if value <= 0.0:
        return 0.0
    power = 10.0 ** math.floor(math.log10(value))
    return next((step * power for step in _ROUND if step * power >= value), 10.0 * power)


def _turns(values: Floats) -> NDArray[np.bool_]:
    """Return which values are others than those before them, shape (K,)."""
    same = (values[1:] == values[:-1]) | (np.isnan(values[1:]) & np.isnan(values[:-1]))
    return np.append(np.ones(min(len(values), 1), bool), ~same)


def _end(series: Series) -> float:
    return float(series.elapsed[-1]) if len(series) else 0.0
