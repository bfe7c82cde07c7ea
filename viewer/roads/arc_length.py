"""Where along a polynomial curve a given arc length is reached."""

from __future__ import annotations

import numpy as np

from viewer.arrays import Floats, Ints

_PANELS = 32
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(6)
_NODES, _WEIGHTS = (_NODES + 1) / 2, _WEIGHTS / 2  # on 0 … 1
_NEWTON_STEPS = 3
_LEAST = 1e-9


class ArcLengths:
    """From arc length to parameter, for curves u(p), v(p) of cubic polynomials with p from 0 to an end."""

    def __init__(self, coefficients: Floats, ends: Floats, lengths: Floats, fitted: Floats) -> None:
        """Measure the curves, once.

        Args:
            coefficients: of u and of v, shape (N, 8).
            ends: the last p, shape (N,).
            lengths: what the file says of the curve's length, metres, shape (N,).
            fitted: whether the curve ends at its last p whatever its length is said to be; else it ends where
                that length is reached. Shape (N,).

        """
        self._u, self._v = coefficients[:, 1:4], coefficients[:, 5:8]
        self._step = ends / _PANELS
        rows = np.arange(len(ends))
        begins = self._step[:, None] * np.arange(_PANELS)
        panels = [self._length(rows, begins[:, panel], self._step) for panel in range(_PANELS)]
        self._reached = np.cumsum([np.zeros(len(ends)), *panels], axis=0).T
        total = self._reached[:, -1]
        self._scale = np.where(fitted > 0, total / np.maximum(lengths, _LEAST), 1.0)

    def parameter(self, rows: Ints, d: Floats) -> Floats:
        """Return p at the arc lengths ``d`` of the curves ``rows``."""
        wanted = np.clip(d * self._scale[rows], 0.0, self._reached[rows, -1])
        panel = np.minimum((self._reached[rows, 1:] <= wanted[:, None]).sum(axis=1), _PANELS - 1)
        step = self._step[rows]
        begin = panel * step
        wanted -= self._reached[rows, panel]
        beyond = (
            step * wanted / np.maximum(self._reached[rows, panel + 1] - self._reached[rows, panel], _LEAST)
        )
        for _ in range(_NEWTON_STEPS):
            error = self._length(rows, begin, beyond) - wanted
            beyond = np.clip(
                beyond - error / np.maximum(self._speed(rows, begin + beyond), _LEAST), 0.0, step
            )
        parameter: Floats = begin + beyond
        return parameter

    def _length(self, rows: Ints, begin: Floats, extent: Floats) -> Floats:
        length = np.zeros(len(rows))
        for node, weight in zip(_NODES.tolist(), _WEIGHTS.tolist(), strict=True):
            length += weight * self._speed(rows, begin + extent * node)
        return length * extent

    def _speed(self, rows: Ints, p: Floats) -> Floats:
        (b, c, d), (e, f, g) = self._u[rows].T, self._v[rows].T
        speed: Floats = np.hypot(b + p * (2 * c + 3 * p * d), e + p * (2 * f + 3 * p * g))
        return speed
