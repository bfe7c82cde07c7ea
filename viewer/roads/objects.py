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


def stop_line(outline: Floats) -> PaintedStopLine:
    """Return the stop line whose painted outline is ``outline``, points in metres of shape (K, 2).

    The line lies along the longest side. If the outline has no area, the line gets a usual width.
    """
    sides = np.diff(outline, axis=0)
    longest = sides[int(np.hypot(*sides.T).argmax())]
    along = longest / max(float(np.hypot(*longest)), 1e-9)
    turn = np.array([along, [-along[1], along[0]]])
    u, v = turn @ outline[:-1].T
    middle = (v.min() + v.max()) / 2
    ends = np.array([[u.min(), middle], [u.max(), middle]]) @ turn
    width = round(float(np.ptp(v)), 6)  # lines that are painted alike are drawn together
    return PaintedStopLine(ends, width if width >= _LEAST_WIDTH else _USUAL_WIDTH)


_EXACT = 1e-6  # m
_STRIPE = 0.5  # m wide, and as much between two
_LONGEST = 200.0  # m: no crossing, but an area


def stripes(crossings: Paths) -> Paths:
    """Return closed outlines of crosswalks' stripes, which are spaced along each crosswalk's longest side.

    ``crossings`` are the closed outlines of the crosswalks.
    """
    counts = np.diff(crossings.first)
    found = [(np.empty(0, np.int64), np.empty(0, np.int64), np.empty((0, 2)))]
    for count in sorted({*counts.tolist()}):  # those of as many corners at once: there may be very many
        rows = np.flatnonzero(counts == count)
        corners = crossings.points[crossings.first[rows][:, None] + np.arange(count)]
        crossing, stripe_counts, points = _stripes_of(corners)
        found.append((rows[crossing], stripe_counts, points))
    crossing, stripe_counts, points = (np.concatenate(each) for each in zip(*found, strict=True))
    return Paths(points, offsets(stripe_counts)).select(np.argsort(crossing, kind="stable"))


def _stripes_of(outlines: Floats) -> tuple[Ints, Ints, Floats]:
    """Return the stripes of zebra crossings with ``outlines`` (M, K, 2) as three arrays.

    These are the index in ``outlines`` of each stripe's crossing (S,), its number of points (S,), and the
    points of all stripes (P, 2).
    """
    sides = np.diff(outlines, axis=1)
    lengths = np.hypot(sides[..., 0], sides[..., 1])
    longest = lengths.argmax(axis=1)
    length = lengths.max(axis=1)
    usable = np.flatnonzero((length > 0.0) & (length <= _LONGEST))
    along = sides[usable, longest[usable]] / length[usable, None]
    # From the plane to u along the longest side and v across it.
    turn = np.stack([along, np.column_stack([-along[:, 1], along[:, 0]])], axis=1)
    corners = outlines[usable] @ turn.transpose(0, 2, 1)
    low, high = corners.min(axis=1), corners.max(axis=1)
    count = np.maximum((high - low)[:, 0] + _STRIPE, 2 * _STRIPE) // (2 * _STRIPE)
    count = count.astype(np.int64)
    row = np.repeat(np.arange(len(usable)), count)
    stripe_index = multi_arange(np.zeros(len(usable), np.int64), count)
    begin = ((low + high) / 2)[row, 0] + (2 * stripe_index - count[row] + 0.5) * _STRIPE
    cut = shapely.box(begin, low[row, 1], begin + _STRIPE, high[row, 1])
    # Of a rectangle these are the stripes.
    edges = np.minimum(np.abs(corners - low[:, None]), np.abs(corners - high[:, None]))
    is_plain = (edges.max(axis=(1, 2)) <= _EXACT) & ((high - low)[:, 0] >= _STRIPE)
    others = np.flatnonzero(~is_plain)
    crossing = np.full(len(usable), None, object)
    crossing[others] = shapely.make_valid(shapely.polygons(corners[others]))
    odd = ~is_plain[row]
    cut[odd] = shapely.intersection(crossing[row[odd]], cut[odd])
    parts, stripe = shapely.get_parts(cut, return_index=True)
    is_area = shapely.get_type_id(parts) == shapely.GeometryType.POLYGON
    parts, row = parts[is_area], row[stripe[is_area]]
    points, stripe = shapely.get_coordinates(shapely.get_exterior_ring(parts), return_index=True)
    points = (points[:, None] @ turn[row[stripe]])[:, 0]
    return usable[row], np.bincount(stripe, minlength=len(parts)), points
