"""What the file has on the road besides lanes: crossings and their stripes, parking spaces, painted lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import shapely

from viewer.arrays import Flags, Floats, Ints
from viewer.roads.arrays import Paths, Shapes, left_of, offsets, paths
from viewer.roads.map_content import MapContent, ObjectKind
from viewer.roads.network import Network

_LEAST_CORNERS, _LEAST_ENDS = 3, 2  # of an area, and of a line
_BOX = np.array([[False, u, v] for u, v in ((0.5, 0.5), (0.5, -0.5), (-0.5, -0.5), (-0.5, 0.5))])
"""The corners of an object without any, in shares of its length and width."""


def place_objects(content: MapContent, network: Network) -> Shapes:
    """Return closed outlines of the objects (``ObjectKind``); one without corners is a rectangle."""
    road, values = content.objects.owners, content.objects.values
    kind, s, t, _, hdg, _, _ = values.T
    owner, from_road, first, second = _corners(content)
    foot, heading = network.beside(
        road[owner],
        np.where(from_road, first, s[owner]),
        np.where(from_road, second, t[owner]),
    )
    turned = heading - hdg[owner]
    ahead = np.column_stack([np.cos(turned), np.sin(turned)])
    u, v = np.where(from_road, 0.0, first), np.where(from_road, 0.0, second)
    points = foot + u[:, None] * ahead + v[:, None] * left_of(turned)
    row, count = np.unique(owner, return_counts=True)
    first_corner = offsets(count)
    closed = np.insert(points, first_corner[1:], points[first_corner[:-1]], axis=0)
    outlines = Paths(closed, first_corner + np.arange(len(first_corner)))
    return Shapes(outlines, network.sections_at(road[row], s[row]), kind[row].astype(np.int64))


def _corners(content: MapContent) -> tuple[Ints, Flags, Floats, Floats]:
    """Return of all corners, by object: which one, whether they count from the road, and two coordinates."""
    owner, corners = content.corners.owners, content.corners.values[:, :3]
    kind, length, width = content.objects.values[:, [0, 5, 6]].T
    least = np.where(kind == ObjectKind.STOP_LINE, _LEAST_ENDS, _LEAST_CORNERS)
    described = np.bincount(owner, minlength=len(kind)) >= least
    plain = np.flatnonzero(~described & (np.maximum(length, width) > 0))
    boxes = _BOX * np.column_stack([np.ones(len(plain)), length[plain], width[plain]])[:, None]
    usable = described[owner]
    owner = np.concatenate([owner[usable], np.repeat(plain, len(_BOX))])
    order = np.argsort(owner, kind="stable")
    from_road, first, second = np.concatenate([corners[usable], boxes.reshape(-1, 3)])[order].T
    return owner[order], from_road > 0, first, second


_LEAST_WIDTH = 0.05  # m, of a line whose outline has an area
_USUAL_WIDTH = 0.4  # m, of those that do not say


class PaintedStopLine(NamedTuple):
    """A stop line of the file: the ends of its middle in metres (2, 2), and metres that it is wide."""

    points: Floats
    width: float


def stop_line(outline: Floats) -> PaintedStopLine:
    """Return the line that an outline (K, 2) of a stop line stands for, which may have no area."""
    sides = np.diff(outline, axis=0)
    longest = sides[int(np.hypot(*sides.T).argmax())]
    along = longest / max(float(np.hypot(*longest)), 1e-9)
    turn = np.array([along, [-along[1], along[0]]])
    u, v = turn @ outline[:-1].T
    middle = (v.min() + v.max()) / 2
    ends = np.array([[u.min(), middle], [u.max(), middle]]) @ turn
    width = round(float(np.ptp(v)), 6)  # lines that are painted alike are drawn together
    return PaintedStopLine(ends, width if width >= _LEAST_WIDTH else _USUAL_WIDTH)


_STRIPE = 0.5  # m wide, and as much between two
_LONGEST = 200.0  # m: no crossing, but an area


def stripes(crossings: Paths) -> Paths:
    """Return closed outlines of the stripes of crossings, across the way one walks: the longest side."""
    return paths(stripe for row in range(len(crossings)) for stripe in _stripes_of(crossings.path(row)))


def _stripes_of(outline: Floats) -> Iterator[Floats]:
    sides = np.diff(outline, axis=0)
    lengths = np.hypot(*sides.T)
    longest = int(lengths.argmax())
    if not 0.0 < lengths[longest] <= _LONGEST:
        return
    along = sides[longest] / lengths[longest]
    turn = np.array([along, [-along[1], along[0]]])
    u, v = turn @ outline.T
    count = max(int((np.ptp(u) + _STRIPE) // (2 * _STRIPE)), 1)
    begin = (u.min() + u.max()) / 2 + (2 * np.arange(count) - count + 0.5) * _STRIPE
    crossing = shapely.make_valid(shapely.Polygon(np.column_stack([u, v])))
    cut = shapely.intersection(crossing, shapely.box(begin, v.min(), begin + _STRIPE, v.max()))
    for stripe in shapely.get_parts(cut):
        if stripe.geom_type == "Polygon":
            yield shapely.get_coordinates(stripe.exterior) @ turn
