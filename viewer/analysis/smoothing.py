"""Savitzky–Golay smoothing over time: parabolas through all samples of a window, however uneven their times.

The classic filter wants even samples; frames last from 8 to 400 ms, so the window is one of seconds, and
weights are worked out for every sample.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from viewer.arrays import Floats, Ints

FEWEST = 4
"""Samples in a window: a parabola through fewer is no average."""
_SHARE = 0.7
"""Share of half a window by which a stretch must go on: nearer to its end, a parabola says little."""
_FINE = 1e-6  # s


class _Weights(NamedTuple):
    """Of K samples: where their windows begin and end, (K,); weights of value and slope, (K, W)."""

    begins: Ints
    ends: Ints
    values: Floats
    slopes: Floats

    def of(self, part: slice) -> _Weights:
        """Return those of some samples."""
        return _Weights(self.begins[part], self.ends[part], self.values[part], self.slopes[part])


class Smoother:
    """Smooths what is sampled at certain times, over windows of a length in seconds."""

    def __init__(self, times: Floats, window: float) -> None:
        """Work out the weights for all times (K,), ascending."""
        self._times, self._half = times, window / 2
        self._whole = _weights(times, self._half)

    def smooth(self, values: Floats, begin: int) -> tuple[Floats, Floats]:
        """Return smoothed values and their time derivatives, both (N, C), of an unbroken stretch.

        They are NaN near the ends of the stretch (70 % of half a window), and where a window has fewer than
        four samples.

        Args:
            values: at ``times[begin : begin + N]``, shape (N, C).
            begin: place of the first.

        """
        end = begin + len(values)
        part = slice(begin, end)
        weights = self._whole.of(part)
        inside = (weights.begins >= begin) & (weights.ends <= end)
        smoothed, slopes = np.full(values.shape, np.nan), np.full(values.shape, np.nan)
        rows = np.flatnonzero(inside)
        if len(rows):
            middle = slice(int(rows[0]), int(rows[-1]) + 1)
            _apply(weights.of(middle), begin, values, smoothed[middle], slopes[middle])
            edges = [slice(0, middle.start), slice(middle.stop, len(values))]
        else:
            edges = [slice(0, len(values))]
        for edge in edges:
            if edge.start == edge.stop:
                continue
            # As far as the windows of the edge reach into the stretch.
            first = max(min(int(weights.begins[edge.start]), end) - begin, 0)
            last = min(int(weights.ends[edge.stop - 1]) - begin, len(values))
            own = _weights(self._times[begin + first : begin + last], self._half)
            there = slice(edge.start - first, edge.stop - first)
            _apply(own.of(there), 0, values[first:last], smoothed[edge], slopes[edge])
        mine = self._times[part]
        if len(mine):
            near_an_end = np.minimum(mine - mine[0], mine[-1] - mine) < self._half * _SHARE - _FINE
            smoothed[near_an_end], slopes[near_an_end] = np.nan, np.nan
        return smoothed, slopes


def _apply(weights: _Weights, offset: int, values: Floats, smoothed: Floats, slopes: Floats) -> None:
    """Write weighted sums of values (N, C) into (M, C); ``offset`` is the place of the first value."""
    columns = np.ascontiguousarray(values.T)
    first = weights.begins - offset
    total, slope = np.zeros((2, columns.shape[0], len(first)))
    in_step = len(first) > 0 and bool((np.diff(first) == 1).all())
    by_column = np.ascontiguousarray(weights.values.T), np.ascontiguousarray(weights.slopes.T)
    for number, (value_weight, slope_weight) in enumerate(zip(*by_column, strict=True)):
        end = int(first[-1]) + number + 1
        if in_step and end <= columns.shape[1]:  # a view is several times faster than picking
            sample = columns[:, end - len(first) : end]
        else:
            sample = columns.take(np.minimum(first + number, columns.shape[1] - 1), axis=1)
        total += value_weight * sample
        slope += slope_weight * sample
    smoothed[:], slopes[:] = total.T, slope.T


def _weights(times: Floats, half: float) -> _Weights:
    """Return the weights of parabolas through all samples within half a window on either side."""
    begins = np.searchsorted(times, times - half - _FINE)
    ends = np.searchsorted(times, times + half + _FINE, side="right")
    width = int((ends - begins).max()) if len(times) else 0
    places = begins[:, None] + np.arange(width)
    inside = places < ends[:, None]
    places = np.minimum(places, max(len(times) - 1, 0))
    u = np.where(inside, (times[places] - times[:, None]) / half, 0.0)
    ones = inside.astype(np.float64)
    s0, s1, s2, s3, s4 = (each.sum(axis=1) for each in (ones, u, u * u, u**3, u**4))
    c00, c01, c02 = s2 * s4 - s3 * s3, s2 * s3 - s1 * s4, s1 * s3 - s2 * s2
    c11, c12 = s0 * s4 - s2 * s2, s1 * s2 - s0 * s3
    determinant = s0 * c00 + s1 * c01 + s2 * c02
    usable = (s0 >= FEWEST) & (determinant > 0.0)
    determinant[~usable] = np.nan
    with np.errstate(invalid="ignore"):
        values = (c00[:, None] * ones + c01[:, None] * u + c02[:, None] * u * u) / determinant[:, None]
        slopes = (c01[:, None] * ones + c11[:, None] * u + c12[:, None] * u * u) / determinant[:, None] / half
    return _Weights(begins, ends, values, slopes)
