"""Reference lines: points and headings of lines, arcs, spirals and polynomials, many at once.

A line is an arc of curvature 0 and an arc a spiral whose curvature does not change, so there are two kinds of
curve: those given by their curvature at both ends, and those given by two cubic polynomials u(p), v(p).

Here, and nowhere else, y is turned from OpenDRIVE's (to the left of x) to CARLA's (to the right of x).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from viewer.arrays import Floats, Ints
from viewer.roads.arc_length import ArcLengths
from viewer.roads.arrays import keys, yaws
from viewer.roads.attributes import Rows
from viewer.roads.map_content import CurveShape

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(16)
_NODES, _WEIGHTS = (_NODES + 1) / 2, _WEIGHTS / 2  # on 0 … 1
_PHASE = 4.0  # radians that the heading may turn within one panel of the quadrature, which is then exact
_PANELS = 64


class Stations(NamedTuple):
    """Points of reference lines in CARLA's frame, shape (N,) each.

    ``heading`` is in radians, clockwise seen from above, and grows without jumps along a geometry;
    ``curvature`` is in 1/m, positive to the right.
    """

    x: Floats
    y: Floats
    heading: Floats
    curvature: Floats


def carla_poses(poses: Floats) -> Floats:
    """Return x, y, z (metres) and yaw (degrees) in CARLA's frame of x, y, z, heading in the file's."""
    x, y, z, heading = poses.T
    return np.column_stack([x, -y, z, yaws(-heading)])


class ReferenceLines:
    """The reference lines of all roads."""

    def __init__(self, geometries: Rows) -> None:
        """Take the table of geometries: s, x, y, heading, length, shape, ten numbers."""
        values = geometries.values
        order = np.argsort(keys(geometries.owners, values[:, 0]), kind="stable")
        values = values[order]
        self.roads = geometries.owners[order]
        self.starts, self._x, self._y, self._heading, self.lengths, shape = values[:, :6].T
        self._numbers = values[:, 6:]
        self._keys = keys(self.roads, self.starts)
        self._is_polynomial = shape == CurveShape.POLYNOMIALS
        numbers = self._numbers[self._is_polynomial]
        lengths = self.lengths[self._is_polynomial]
        self._arc_lengths = ArcLengths(numbers[:, :8], numbers[:, 8], lengths, numbers[:, 9])
        self._curve_rows = np.cumsum(self._is_polynomial) - 1

    def find(self, roads: Ints, s: Floats) -> Ints:
        """Return the geometries that hold at ``s``; each road has at least one."""
        rows = np.searchsorted(self._keys, keys(roads, s), side="right") - 1
        found: Ints = rows + ((rows < 0) | (self.roads[rows] != roads))
        return found

    def at(self, rows: Ints, s: Floats) -> Stations:
        """Return the points at ``s`` by the geometries ``rows``; beyond a geometry's end it goes on."""
        d = np.maximum(s - self.starts[rows], 0.0)
        u, v, turn, curvature = (np.empty(len(d)) for _ in range(4))
        polynomial = self._is_polynomial[rows]
        for chosen, part in ((~polynomial, self._clothoids), (polynomial, self._polynomials)):
            if chosen.any():
                u[chosen], v[chosen], turn[chosen], curvature[chosen] = part(rows[chosen], d[chosen])
        heading = self._heading[rows]
        cos, sin = np.cos(heading), np.sin(heading)
        x = self._x[rows] + u * cos - v * sin
        y = self._y[rows] + u * sin + v * cos
        return Stations(x, -y, -(heading + turn), -curvature)

    def sharpest(self, rows: Ints, begin: Floats, end: Floats) -> Floats:
        """Return the largest curvature, without its sign, between two places of the same geometry."""
        polynomial = self._is_polynomial[rows]
        sharpest = np.zeros(len(rows))
        # A clothoid is sharpest at one of its ends; polynomials are looked at here and there.
        for share in (0.0, 1.0):
            here = np.abs(self._curvature(rows, begin + (end - begin) * share))
            np.maximum(sharpest, here, out=sharpest)
        if polynomial.any():
            for share in np.linspace(0.0, 1.0, 9):
                at = self.at(rows[polynomial], (begin + (end - begin) * share)[polynomial])
                sharpest[polynomial] = np.maximum(sharpest[polynomial], np.abs(at.curvature))
        return sharpest

    def _curvature(self, rows: Ints, s: Floats) -> Floats:
        first, last = self._numbers[rows, 0], self._numbers[rows, 1]
        share = (s - self.starts[rows]) / np.maximum(self.lengths[rows], 1e-9)
        clothoid = first + (last - first) * share
        return np.where(self._is_polynomial[rows], 0.0, clothoid)

    def _clothoids(self, rows: Ints, d: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        first = self._numbers[rows, 0]
        growth = (self._numbers[rows, 1] - first) / np.maximum(self.lengths[rows], 1e-9)
        u, v = _arc(first, d)
        spiral = growth != 0.0
        if spiral.any():
            u[spiral], v[spiral] = _spiral(first[spiral], growth[spiral], d[spiral])
        return u, v, d * (first + d * growth / 2), first + d * growth

    def _polynomials(self, rows: Ints, d: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        numbers = self._numbers[rows]
        p = self._arc_lengths.parameter(self._curve_rows[rows], d)
        (u, du, ddu), (v, dv, ddv) = _polynomial(numbers[:, :4], p), _polynomial(numbers[:, 4:8], p)
        speed = np.maximum(np.hypot(du, dv), 1e-9)
        return u, v, np.arctan2(dv, du), (du * ddv - dv * ddu) / speed**3


def _arc(curvature: Floats, d: Floats) -> tuple[Floats, Floats]:
    """Return where an arc is that starts at (0, 0) along u: the end of its chord, which is also a line's."""
    half = curvature * d / 2
    chord = d * np.sinc(half / np.pi)
    return chord * np.cos(half), chord * np.sin(half)


def _spiral(first: Floats, growth: Floats, d: Floats) -> tuple[Floats, Floats]:
    """Return the Fresnel integrals ∫ cos(first·s + growth·s²/2) ds and ∫ sin(…) ds from 0 to d."""
    turn = np.abs(first * d) + np.abs(growth) * d * d / 2
    panels = int(np.clip(np.ceil(turn.max() / _PHASE), 1, _PANELS))
    u, v = np.zeros(len(d)), np.zeros(len(d))
    for panel in range(panels):
        s = (d / panels)[:, None] * (panel + _NODES)
        phase = s * (first[:, None] + s * growth[:, None] / 2)
        u += np.cos(phase) @ _WEIGHTS
        v += np.sin(phase) @ _WEIGHTS
    return u * d / panels, v * d / panels


def _polynomial(coefficients: Floats, p: Floats) -> tuple[Floats, Floats, Floats]:
    """Return a cubic polynomial and its first two derivatives."""
    a, b, c, d = coefficients.T
    return a + p * (b + p * (c + p * d)), b + p * (2 * c + 3 * p * d), 2 * c + 6 * p * d
