"""Reference lines (lines, arcs, spirals, polynomials) and cubic polynomials along roads, vectorized.

A line is an arc of curvature 0 and an arc a spiral of constant curvature, so there are two kinds of curve:
those given by their curvature at both ends, and those given by two cubic polynomials u(p), v(p). There p is
OpenDRIVE's parameter of the curve; u and v are metres along and to the left of its heading at its start.

Here, and nowhere else, y is turned from OpenDRIVE's (to the left of x) to CARLA's (to the right of x).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from viewer.arrays import Floats, Ints
from viewer.roads.arrays import keys
from viewer.roads.map_content import CurveShape, Rows

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(16)
_NODES, _WEIGHTS = (_NODES + 1) / 2, _WEIGHTS / 2  # on 0 … 1
_PHASE = 4.0  # radians that the heading may turn within one panel of the quadrature, which is then exact
_PANELS = 64

_ARC_PANELS = 32
_ARC_NODES, _ARC_WEIGHTS = np.polynomial.legendre.leggauss(6)
_ARC_NODES, _ARC_WEIGHTS = (_ARC_NODES + 1) / 2, _ARC_WEIGHTS / 2  # on 0 … 1
_NEWTON_STEPS = 3
_LEAST = 1e-9


class Stations(NamedTuple):
    """Points of reference lines in CARLA's coordinates, arrays of shape (N,).

    ``x``, ``y`` are in metres; ``heading`` is in radians, clockwise seen from above, without jumps along a
    geometry; ``curvature`` is in 1/m, positive to the right.
    """

    x: Floats
    y: Floats
    heading: Floats
    curvature: Floats


class ReferenceLines:
    """Reference lines of all roads as arrays of geometries: pieces of a line, each of one shape."""

    def __init__(self, geometries: Rows) -> None:
        """Store ``geometries``, the pieces of reference lines of roads, sorted by road and s.

        The columns of the table are s, x, y, heading, length, a CurveShape, and ten parameters of that shape;
        its ``owners`` are the rows of the roads that the pieces belong to.
        """
        values = geometries.values
        order = np.argsort(keys(geometries.owners, values[:, 0]), kind="stable")
        values = values[order]
        self.roads = geometries.owners[order]
        self.starts, self._x, self._y, self._heading, self.lengths, shape = values[:, :6].T
        self._numbers = values[:, 6:]
        self._keys = keys(self.roads, self.starts)
        self._is_polynomial = shape == CurveShape.POLYNOMIALS
        self._curve_rows = np.cumsum(self._is_polynomial) - 1
        # The lengths of curves u(p), v(p), panel by panel. A fitted one ends at its last p, whatever its
        # length is said to be, others where that length is reached.
        curves, lengths = self._numbers[self._is_polynomial], self.lengths[self._is_polynomial]
        ends, fitted = curves[:, 8], curves[:, 9]
        self._u, self._v, self._step = curves[:, 1:4], curves[:, 5:8], ends / _ARC_PANELS
        rows = np.repeat(np.arange(len(ends)), _ARC_PANELS)
        begins = self._step[:, None] * np.arange(_ARC_PANELS)
        panels = self._arc_length(rows, begins.reshape(-1), self._step[rows]).reshape(begins.shape)
        self._reached = np.pad(np.cumsum(panels, axis=1), ((0, 0), (1, 0)))
        self._scale = np.where(fitted > 0, self._reached[:, -1] / np.maximum(lengths, _LEAST), 1.0)

    def find(self, roads: Ints, s: Floats) -> Ints:
        """Return the row of the geometry (piece of a reference line) at ``s`` metres along each road.

        ``roads`` are rows of roads. Before the start of a road it is the road's first geometry, beyond its
        end the last.
        """
        rows = np.searchsorted(self._keys, keys(roads, s), side="right") - 1
        return np.asarray(rows + ((rows < 0) | (self.roads[rows] != roads)))

    def at(self, rows: Ints, s: Floats) -> Stations:
        """Return the points at ``s`` metres along roads, each computed from the geometry in ``rows``.

        A geometry is a piece of a reference line. ``rows`` and ``s`` have the shape (N,); ``rows`` are those
        that ``ReferenceLines.find`` returns. Before its start, a geometry gives its first point; beyond its
        end, lines, arcs and spirals go on, while polynomials give their last point.
        """
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
        """Return the largest absolute curvature (1/m) of the geometries ``rows`` (pieces of reference lines).

        Each is taken from ``begin`` to ``end``, metres along the road.
        """
        # A clothoid is sharpest at one of its ends; polynomials are looked at here and there.
        first, last = self._numbers[rows, :2].T
        shares = ((at - self.starts[rows]) / np.maximum(self.lengths[rows], 1e-9) for at in (begin, end))
        sharpest: Floats = np.maximum(*(np.abs(first + (last - first) * share) for share in shares))
        polynomial = self._is_polynomial[rows]
        rows, begin, end = rows[polynomial], begin[polynomial], end[polynomial]
        sampled = [begin + (end - begin) * share for share in np.linspace(0.0, 1.0, 9)]
        sharpest[polynomial] = np.max([np.abs(self.at(rows, at).curvature) for at in sampled], axis=0)
        return sharpest

    def _clothoids(self, rows: Ints, d: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        """Return u, v, turn and curvature at ``d`` metres after the start of each of the geometries ``rows``.

        Geometries are pieces of a road's reference line, here lines, arcs or spirals. u and v are metres
        along and to the left of the heading at the start, turn is the change of heading since then (radians);
        turn and curvature (1/m) are positive to the left.
        """
        first = self._numbers[rows, 0]
        growth = (self._numbers[rows, 1] - first) / np.maximum(self.lengths[rows], 1e-9)
        # An arc ends at the end of its chord, which is also a line's.
        half = first * d / 2
        chord = d * np.sinc(half / np.pi)
        u, v = chord * np.cos(half), chord * np.sin(half)
        spiral = growth != 0.0
        if spiral.any():
            u[spiral], v[spiral] = _spiral(first[spiral], growth[spiral], d[spiral])
        return u, v, d * (first + d * growth / 2), first + d * growth

    def _polynomials(self, rows: Ints, d: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        """Return u, v (metres), turn (radians) and curvature (1/m), ``d`` metres after the start of ``rows``.

        ``rows`` are geometries that are polynomials. u and v are along and to the left of their given
        heading, turn is the angle from it; turn and curvature are positive to the left.
        """
        numbers = self._numbers[rows]
        p = self._parameters(self._curve_rows[rows], d)
        (u, du, ddu), (v, dv, ddv) = _polynomial(numbers[:, :4], p), _polynomial(numbers[:, 4:8], p)
        speed = np.maximum(np.hypot(du, dv), _LEAST)
        return u, v, np.arctan2(dv, du), (du * ddv - dv * ddu) / speed**3

    def _parameters(self, rows: Ints, d: Floats) -> Floats:
        """Return the parameter p of polynomial curves at ``d``, metres along each from its start.

        ``rows`` are indices among the geometries that are polynomials.
        """
        wanted = np.clip(d * self._scale[rows], 0.0, self._reached[rows, -1])
        panel = np.minimum((self._reached[rows, 1:] <= wanted[:, None]).sum(axis=1), _ARC_PANELS - 1)
        step = self._step[rows]
        begin = panel * step
        wanted -= self._reached[rows, panel]
        whole = self._reached[rows, panel + 1] - self._reached[rows, panel]
        beyond = step * wanted / np.maximum(whole, _LEAST)
        for _ in range(_NEWTON_STEPS):
            error = self._arc_length(rows, begin, beyond) - wanted
            speed = np.maximum(self._speed(rows, begin + beyond), _LEAST)
            beyond = np.clip(beyond - error / speed, 0.0, step)
        return np.asarray(begin + beyond)

    def _arc_length(self, rows: Ints, begin: Floats, extent: Floats) -> Floats:
        """Return the arc lengths of polynomial curves from p = ``begin`` to ``begin + extent``, in metres.

        ``rows`` are indices among the geometries that are polynomials.
        """
        length = np.zeros(len(rows))
        for node, weight in zip(_ARC_NODES.tolist(), _ARC_WEIGHTS.tolist(), strict=True):
            length += weight * self._speed(rows, begin + extent * node)
        return length * extent

    def _speed(self, rows: Ints, p: Floats) -> Floats:
        """Return by how many metres a polynomial curve grows per unit of its parameter, where that is ``p``.

        ``rows`` are the curves: indices among the geometries that are polynomials.
        """
        (b, c, d), (e, f, g) = self._u[rows].T, self._v[rows].T
        return np.asarray(np.hypot(b + p * (2 * c + 3 * p * d), e + p * (2 * f + 3 * p * g)))


def _spiral(first: Floats, growth: Floats, d: Floats) -> tuple[Floats, Floats]:
    """Return the Fresnel integrals ∫ cos(first·s + growth·s²/2) ds and ∫ sin(…) ds from 0 to ``d``."""
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
    """Return values, first and second derivatives at ``p`` (N,) of N cubic polynomials, each of shape (N,).

    ``coefficients`` (N, 4) belong to the powers 0 to 3 of ``p``.
    """
    a, b, c, d = coefficients.T
    return a + p * (b + p * (c + p * d)), b + p * (2 * c + 3 * p * d), 2 * c + 6 * p * d


_SAME = np.array([1e-6, 1e-7, 1e-8, 1e-9])
"""Greatest difference of each coefficient at which two cubic polynomials count as equal.

Each alters the value by at most 1 µm up to 10 m from the start of the polynomial.
"""


class Cubics:
    """Polynomials a + b·d + c·d² + e·d³ along roads or lanes; d is metres after the start of a piece.

    ``owners`` (N + 1,) are the rows of the roads or lanes that the pieces belong to, ``starts`` (N + 1,) are
    metres along the road. After the N pieces comes the zero polynomial: index −1 stands for owners without a
    piece.
    """

    def __init__(self, owners: Ints, starts: Floats, coefficients: Floats) -> None:
        """Store the pieces of the polynomials, sorted by owner and start.

        ``owners`` (N,) are rows of roads or lanes, ``starts`` (N,) are metres along the road,
        ``coefficients`` (N, 4) those of 1, d, d² and d³, with d in metres after the start.
        """
        unsorted = keys(owners, starts)
        order = np.argsort(unsorted, kind="stable")
        self._keys = unsorted[order]
        self.owners, self.starts = np.append(owners[order], -1), np.append(starts[order], 0.0)
        self._coefficients = np.concatenate([coefficients[order], np.zeros((1, 4))])

    def __len__(self) -> int:
        return len(self._keys)

    def merged(self) -> Cubics:
        """Return polynomials with equal values, in fewer pieces.

        A piece that only continues the one before it is joined to that.
        """
        before, owners, starts = self._coefficients[:-2], self.owners[:-1], self.starts[:-1]
        value, slope, bend = _polynomial(before, np.diff(starts))
        onward = np.column_stack([value, slope, bend / 2, before[:, 3]])
        same = (np.abs(onward - self._coefficients[1:-1]) <= _SAME).all(axis=1) & (owners[1:] == owners[:-1])
        kept = np.append(True, ~same)[: len(self)]
        return Cubics(owners[kept], starts[kept], self._coefficients[:-1][kept])

    def jumps(self, height: float) -> Ints:
        """Return the rows of the polynomials at whose start the value jumps by more than ``height``.

        The jump is from the end of the polynomial before, of the same road or lane. ``height`` is in the unit
        of the values.
        """
        rows = np.arange(1, len(self))
        step = np.abs(self._coefficients[rows, 0] - self.at(rows - 1, self.starts[rows])[0])
        return np.asarray(rows[(step > height) & (self.owners[rows] == self.owners[rows - 1])])

    def find(self, owners: Ints, s: Floats) -> Ints:
        """Return the row of the polynomial that applies at each ``s`` of a road or lane, −1 if it has none.

        ``owners`` are the rows of the roads or lanes. The first polynomial of each also applies before its
        start.
        """
        rows = np.searchsorted(self._keys, keys(owners, s), side="right") - 1
        rows += self.owners[rows] != owners
        return np.asarray(np.where(self.owners[rows] == owners, rows, -1))

    def at(self, rows: Ints, s: Floats) -> tuple[Floats, Floats, Floats]:
        """Return values, first and second derivatives at ``s`` of the pieces ``rows``; shape (N,) each.

        ``s`` is in metres along the road. Before its start, a piece has the value and derivatives of its
        start; row −1 gives 0.
        """
        return _polynomial(self._coefficients[rows], np.maximum(s - self.starts[rows], 0.0))
