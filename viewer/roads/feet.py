"""The feet of perpendiculars: which place on a reference line is nearest to a point."""

from __future__ import annotations

import numpy as np

from viewer.arrays import Floats, Ints
from viewer.roads.strips import Strips

_NEWTON_STEPS = 2
_LEAST = 1e-9


class Curves:
    """Cubic curves from each station to the next one, which leave and arrive in the headings there.

    What lies between two stations bends so little that they are within a millimetre of the reference line.
    """

    def __init__(self, strips: Strips) -> None:
        ahead = np.stack([np.cos(strips.heading), np.sin(strips.heading)])
        xy = strips.xy.T
        self._ahead = ahead
        self._offset = (xy * ahead).sum(axis=0)
        turn, way = np.diff(strips.heading), np.diff(xy)
        # Of an arc, from its chord.
        length = np.hypot(*way) / np.maximum(np.sinc(turn / (2 * np.pi)), 0.5)
        out, into = length * ahead[:, :-1], length * ahead[:, 1:]
        self._terms = np.concatenate([xy[:, :-1], out, 3 * way - 2 * out - into, out + into - 2 * way])

    def ahead_of(self, stations: Ints, x: Floats, y: Floats) -> Floats:
        """Return how far points are ahead of stations, along their headings, metres."""
        ahead_x, ahead_y = self._ahead
        ahead: Floats = x * ahead_x[stations] + y * ahead_y[stations] - self._offset[stations]
        return ahead

    def foot(self, stations: Ints, x: Floats, y: Floats, share: Floats) -> tuple[Floats, Floats]:
        """Return where on the curves from ``stations`` points have their feet, and t of the points.

        ``share`` is a first guess of the share of the way to the next station, as is the answer.
        """
        ax, ay, bx, by, cx, cy, dx, dy = np.take(self._terms, stations, axis=1)
        for _ in range(_NEWTON_STEPS):
            off_x, off_y = x - _point(ax, bx, cx, dx, share), y - _point(ay, by, cy, dy, share)
            way_x, way_y = _slope(bx, cx, dx, share), _slope(by, cy, dy, share)
            bend_x, bend_y = 2 * cx + 6 * share * dx, 2 * cy + 6 * share * dy
            slope = way_x * way_x + way_y * way_y - off_x * bend_x - off_y * bend_y
            step = (off_x * way_x + off_y * way_y) / np.where(slope > _LEAST, slope, np.inf)
            share = np.clip(share + step, 0.0, 1.0)
        off_x, off_y = x - _point(ax, bx, cx, dx, share), y - _point(ay, by, cy, dy, share)
        way_x, way_y = _slope(bx, cx, dx, share), _slope(by, cy, dy, share)
        return share, (off_x * way_y - off_y * way_x) / np.maximum(np.hypot(way_x, way_y), _LEAST)


def _point(a: Floats, b: Floats, c: Floats, d: Floats, share: Floats) -> Floats:
    point: Floats = a + share * (b + share * (c + share * d))
    return point


def _slope(b: Floats, c: Floats, d: Floats, share: Floats) -> Floats:
    slope: Floats = b + share * (2 * c + 3 * share * d)
    return slope
