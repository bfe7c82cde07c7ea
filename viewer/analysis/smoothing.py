"""Savitzky–Golay smoothing over time: parabolas through all samples of a window, however uneven their times.

The classic filter wants even samples; frames last from 8 to 400 ms, so the window is one of seconds, and
weights are worked out for every sample.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from viewer.arrays import Floats, Ints

FEWEST = 4
"""Samples in a window: a parabola through fewer is no average."""
_SHARE = 0.7
"""Share of half a window by which a stretch must go on: nearer to its end, a parabola says little."""
_FINE = 1e-6  # s
_WIDER = 2.0
"""How much wider windows may be made so that all have equally many samples on either side."""
_BLOCK = 4096
"""Samples that are worked on together: they stay in the processor's cache."""
_REMEMBERED = 64


class _Weights(NamedTuple):
    """Weights of K samples.

    Attributes:
        begins: where their windows begin, shape (K,).
        ends: where they end, shape (K,).
        firsts: the place that the first weight is for, shape (K,).
        values: weights of the value, 0 outside the window, shape (W, K).
        slopes: weights of the slope, the same.

    """

    begins: Ints
    ends: Ints
    firsts: Ints
    values: Floats
    slopes: Floats


class Smoother:
    """Smooths what is sampled at certain times, over windows of a length in seconds.

    What it returns is NaN near the ends of a stretch (70 % of half a window), and where a window has fewer
    than four samples.
    """

    def __init__(self, times: Floats, window: float) -> None:
        """Work out the weights for all times (K,), ascending."""
        self._times, self._half = times, window / 2
        self._whole = _weights(times, self._half)
        self._edges: dict[tuple[int, int], _Weights] = {}

    def values(self, values: Floats, begin: int) -> Floats:
        """Return smoothed values, (N, C), of an unbroken stretch.

        Args:
            values: at ``times[begin : begin + N]``, shape (N, C).
            begin: place of the first.

        """
        return self._smooth(values, begin, slopes=False)

    def slopes(self, values: Floats, begin: int) -> Floats:
        """Return the time derivatives of smoothed values, (N, C); arguments as for ``values``."""
        return self._smooth(values, begin, slopes=True)

    def _smooth(self, values: Floats, begin: int, *, slopes: bool) -> Floats:
        end = begin + len(values)
        whole = self._whole
        smoothed = np.full((values.shape[1], len(values)), np.nan)
        columns = np.ascontiguousarray(values.T)
        inside = (whole.begins[begin:end] >= begin) & (whole.ends[begin:end] <= end)
        rows = np.flatnonzero(inside)
        edges = [slice(0, len(values))]
        if len(rows):
            first, last = int(rows[0]), int(rows[-1]) + 1
            middle = slice(begin + first, begin + last)
            smoothed[:, first:last] = _weighted(whole, middle, begin, columns, slopes=slopes)
            edges = [slice(0, first), slice(last, len(values))]
        for edge in edges:
            if edge.start == edge.stop:
                continue
            # As far as the windows of the edge reach into the stretch.
            first = max(min(int(whole.begins[begin + edge.start]), end) - begin, 0)
            last = min(int(whole.ends[begin + edge.stop - 1]) - begin, len(values))
            own, there = self._edge(begin + first, begin + last), slice(edge.start - first, edge.stop - first)
            smoothed[:, edge] = _weighted(own, there, 0, columns[:, first:last], slopes=slopes)
        mine = self._times[begin:end]
        if len(mine):
            near_an_end = np.minimum(mine - mine[0], mine[-1] - mine) < self._half * _SHARE - _FINE
            smoothed[:, near_an_end] = np.nan
        return smoothed.T

    def _edge(self, first: int, last: int) -> _Weights:
        """Return the weights of a stretch by itself; lives share the latest."""
        if (first, last) not in self._edges:
            if len(self._edges) >= _REMEMBERED:
                self._edges.clear()
            self._edges[first, last] = _weights(self._times[first:last], self._half)
        return self._edges[first, last]


def _weighted(weights: _Weights, part: slice, offset: int, columns: Floats, *, slopes: bool) -> Floats:
    """Return weighted sums of columns (C, N) that begin at ``offset``, for a part of the samples."""
    chosen = weights.slopes if slopes else weights.values
    total = np.zeros((len(columns), part.stop - part.start))
    for start in range(part.start, part.stop, _BLOCK):
        here = slice(start, min(start + _BLOCK, part.stop))
        firsts = weights.firsts[here] - offset
        least = int(firsts.min())
        room = np.zeros((len(columns), int(firsts.max()) - least + len(chosen)))
        known = slice(max(least, 0), min(least + room.shape[1], columns.shape[1]))
        room[:, known.start - least : known.stop - least] = columns[:, known]
        in_step = room.shape[1] == len(firsts) + len(chosen) - 1
        sums = total[:, start - part.start : here.stop - part.start]
        for number, weight in enumerate(chosen[:, here]):
            # A view is several times faster than picking.
            sums += weight * (
                room[:, number : number + len(firsts)]
                if in_step
                else room.take(firsts - least + number, axis=1)
            )
    return total


def _weights(times: Floats, half: float) -> _Weights:
    """Return the weights of parabolas through all samples within half a window on either side."""
    begins = np.searchsorted(times, times - half - _FINE)
    ends = np.searchsorted(times, times + half + _FINE, side="right")
    firsts, width = begins, int((ends - begins).max()) if len(times) else 0
    here = np.arange(len(times))
    before = int((here - begins).max()) if len(times) else 0
    across = before + (int((ends - here).max()) if len(times) else 0)
    if across <= _WIDER * width:  # all windows as if they began equally many samples before: in step
        firsts, width = here - before, across
    values, slopes = np.empty((2, width, len(times)))
    # Parts of about the same length: of a single sample, numpy adds up in another order.
    cuts = np.linspace(0, len(times), max(len(times) // _BLOCK, 1) + 1).astype(np.int64).tolist()
    for part in (slice(*each) for each in pairwise(cuts)):
        places = firsts[part] + np.arange(width)[:, None]
        inside = (places >= begins[part]) & (places < ends[part])
        u = times[np.clip(places, 0, len(times) - 1)] - times[part]
        u *= inside / half
        ones, squares = inside.astype(np.float64), u * u
        s0, s1, s2 = ones.sum(axis=0), u.sum(axis=0), squares.sum(axis=0)
        s3, s4 = (squares * u).sum(axis=0), (squares * squares).sum(axis=0)
        c00, c01, c02 = s2 * s4 - s3 * s3, s2 * s3 - s1 * s4, s1 * s3 - s2 * s2
        c11, c12 = s0 * s4 - s2 * s2, s1 * s2 - s0 * s3
        determinant = s0 * c00 + s1 * c01 + s2 * c02
        usable = (s0 >= FEWEST) & (determinant > 0.0)
        determinant[~usable] = np.nan
        with np.errstate(invalid="ignore"):
            np.divide(_parabola((c00, c01, c02), ones, u, squares), determinant, out=values[:, part])
            np.divide(_parabola((c01, c11, c12), ones, u, squares), determinant * half, out=slopes[:, part])
    return _Weights(begins, ends, firsts, values, slopes)


def _parabola(factors: tuple[Floats, ...], ones: Floats, u: Floats, squares: Floats) -> Floats:
    """Return ``factors`` (B,) times ones, u and its squares, (W, B) each, with one array more at a time."""
    total: Floats = factors[0] * ones
    total += factors[1] * u
    total += factors[2] * squares
    return total
