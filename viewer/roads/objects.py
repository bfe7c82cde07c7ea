"""Objects on the roads: crosswalks with their stripes, parking spaces, stop lines."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import shapely

from viewer.arrays import Flags, Floats, Ints, multi_arange
from viewer.roads.arrays import Paths, Shapes, left_of, offsets
from viewer.roads.map_content import MapContent, ObjectKind
from viewer.roads.network import Network

_LEAST_CORNERS, _LEAST_ENDS = 3, 2  # of an area, and of a line
_BOX = np.array([[False, u, v] for u, v in ((0.5, 0.5), (0.5, -0.5), (-0.5, -0.5), (-0.5, 0.5))])
"""Corners (4, 3) of a map object for which the file lists none: those of a rectangle, three numbers each.

The first number is 0: the corner is relative to the object, not given as s, t of the road. The others are
distances ahead and to the left of the object's centre, as shares of its length and width.
"""


def place_objects(content: MapContent, network: Network) -> Shapes:
    """Return the crosswalks, parking spaces and stop lines of a map as closed outlines.

    Each has the lane section that it is in, and its ObjectKind as ``kind``. An object without corners becomes
    a rectangle of its length and width.
    """
    road, values = content.objects.owners, content.objects.values
    kind, s, t, _, hdg, _, _ = values.T
    owner, from_road, first, second = _corners(content)
    along, aside = np.where(from_road, first, s[owner]), np.where(from_road, second, t[owner])
    foot, heading = network.points_beside(road[owner], along, aside)
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
    """Return the corners of all objects of a map: rows of the objects, a flag, two coordinates; (K,) each.

    The flag is True for corners given as s, t: metres along and beside the road. Others have u, v: metres
    ahead and to the left of the object's position, by its heading.
    """
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
    """Painted stop line of a map: the ends of its middle line (2, 2) and its width, all in metres."""

    points: Floats
    width: float


def stop_lines(outlines: Paths) -> tuple[PaintedStopLine, ...]:
    """Return the stop lines whose painted, closed outlines are ``outlines``.

    A line lies along the longest side of its outline; without an area, it gets a usual width.
    """
    turn, _, low, high = _turned(outlines)
    middle = (low + high)[:, 1] / 2
    ends = np.stack([low[:, 0], middle, high[:, 0], middle], axis=1).reshape(-1, 2, 2) @ turn
    widths = np.round((high - low)[:, 1], 6)  # lines that are painted alike are drawn together
    widths = np.where(widths >= _LEAST_WIDTH, widths, _USUAL_WIDTH)
    return tuple(map(PaintedStopLine, ends, widths.tolist()))


_STRIPE = 0.5  # m wide, and as much between two
_LONGEST = 200.0  # m: no crossing, but an area


def stripes(crossings: Paths) -> Paths:
    """Return closed outlines of crosswalks' stripes, which are spaced along each crosswalk's longest side.

    ``crossings`` are the closed outlines of the crosswalks.
    """
    turn, points, low, high = _turned(crossings)
    length = (high - low)[:, 0]
    fitting = np.maximum(length + _STRIPE, 2 * _STRIPE) // (2 * _STRIPE)
    count = np.where((length > 0.0) & (length <= _LONGEST), fitting, 0.0).astype(np.int64)
    row = np.repeat(np.arange(len(count)), count)
    number = multi_arange(np.zeros_like(count), count)
    begin = (low + high)[row, 0] / 2 + (2 * number - count[row] + 0.5) * _STRIPE
    bands = shapely.box(begin, low[row, 1], begin + _STRIPE, high[row, 1])
    outlines = shapely.polygons(shapely.linearrings(points, indices=crossings.owners))
    cut = shapely.intersection(shapely.make_valid(outlines)[row], bands)
    parts, band = shapely.get_parts(cut, return_index=True)
    is_area = shapely.get_type_id(parts) == shapely.GeometryType.POLYGON
    rings, row = shapely.get_exterior_ring(parts[is_area]), row[band[is_area]]
    points, ring = shapely.get_coordinates(rings, return_index=True)
    points = (points[:, None] @ turn[row[ring]])[:, 0]
    return Paths(points, offsets(np.bincount(ring, minlength=len(rings))))


def _turned(outlines: Paths) -> tuple[Floats, Floats, Floats, Floats]:
    """Return M ``outlines`` of N points in coordinates along their longest sides and across these.

    Returned are the turns to these coordinates (M, 2, 2), the turned points (N, 2), and the least and
    greatest coordinates of each outline, (M, 2) each.
    """
    sides = np.diff(outlines.points, axis=0, append=outlines.points[-1:])
    lengths = np.hypot(*sides.T) * outlines.joined
    longest = np.lexsort([-lengths, outlines.owners])[outlines.first[:-1]]
    along = sides[longest] / np.maximum(lengths[longest], 1e-9)[:, None]
    turn = np.stack([along, np.column_stack([-along[:, 1], along[:, 0]])], axis=1)
    points = (turn[outlines.owners] @ outlines.points[..., None])[..., 0]
    low, high = np.split(Paths(points, outlines.first).boxes, 2, axis=1)
    return turn, points, low, high
