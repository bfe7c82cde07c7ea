"""Lane surfaces merged into whole roads, sidewalks and medians, with kerbs.

The lanes of a file leave gaps between them: at the corners of junctions, between the ends of sidewalks, in
the middle of double roads. These are filled with the surface around.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import Geometry, Polygon

from viewer.roads.arrays import Paths, paths
from viewer.roads.lane_types import CARRIAGEWAY, Surface

_SEAM = 0.3  # m between two lanes that are seen as one surface
_ISLAND = 10.0  # m², below which a gap between lanes that cross each other is road
_GAP = 400.0  # m², below which a gap that is enclosed is filled
_CLOSING = 7.0  # m: sidewalks that end closer than twice that to each other are joined
_ARC = 16  # stretches of a quarter of a circle
_BESIDE = 0.1  # m from a kerb to what it is the edge of
_TOLERANCE = 0.02  # m
_LEAST = 0.05  # m², of a piece that is seen
_MOST_POINTS = 64  # of an outline: painting a polygon takes more than linear time
_LINE = 16  # stretches of a line in one piece, for the same reason
_SMALLEST = 1.0  # m, of a piece that is cut in two


Box = tuple[float, float, float, float]
"""Rectangle: least x, least y, greatest x, greatest y, metres."""


class MergedLevel(NamedTuple):
    """Merged surfaces of one level (storey of the roads), none overlapping.

    Outlines are closed; surfaces with holes are cut into pieces without any.

    Attributes:
        road: outlines of the surfaces that vehicles drive and stand on.
        beside: outlines of sidewalks and medians, and of gaps filled as such.
        kerbs: lines where the road meets a sidewalk or a median.
        edges: lines where a sidewalk or a median meets the ground.
    """

    road: Paths
    beside: Paths
    kerbs: Paths
    edges: Paths


Surfaces = Mapping[Surface, Paths]
"""Closed outlines of the surfaces on one level (storey of the roads), by kind: sidewalk, shoulder, road, ….
"""


def merge_surfaces(levels: Iterable[Surfaces], within: Box | None = None) -> tuple[MergedLevel, ...]:
    """Return the merged surfaces of each of ``levels``, clipped to the rectangle ``within`` if given.

    Each of ``levels`` holds the closed outlines of one storey of the roads, by kind of surface. Takes up to a
    second for a town, so do not call it in the GUI thread.
    """
    merged = []
    for level in levels:
        road, beside = (_joined(level, kinds) for kinds in (CARRIAGEWAY, (Surface.SIDEWALK, Surface.MEDIAN)))
        road, beside = _filled(road, shapely.difference(beside, road))
        kerb = shapely.intersection(shapely.boundary(road), shapely.buffer(beside, _BESIDE))
        edge = shapely.difference(shapely.boundary(beside), shapely.buffer(road, _BESIDE))
        found = np.array([road, beside, kerb, edge], object)
        road, beside, kerb, edge = found if within is None else shapely.clip_by_rect(found, *within)
        merged.append(MergedLevel(*map(_outlines, (road, beside)), *map(_lines, (kerb, edge))))
    return tuple(merged)


def _joined(level: Mapping[Surface, Paths], kinds: Iterable[Surface]) -> Geometry:
    """Return the union of the outlines of ``kinds`` in ``level``, without gaps of up to 0.6 m in it.

    ``level`` has closed outlines by kind of surface; these may cross themselves in sharp bends.
    """
    wider = []
    for outlines in (level[kind] for kind in kinds if kind in level):
        polygons = shapely.polygons(shapely.linearrings(outlines.points, indices=outlines.owners))
        # The usual method, by lines, makes a hole of a bend that covers itself twice, after minutes.
        polygons = shapely.make_valid(polygons, method="structure", keep_collapsed=False)
        wider.append(shapely.union_all(shapely.buffer(polygons, _SEAM, join_style="mitre")))
    return shapely.buffer(shapely.union_all(wider), -_SEAM, join_style="mitre")


def _filled(road: Geometry, beside: Geometry) -> tuple[Geometry, Geometry]:
    """Return ``road`` and ``beside`` (sidewalks and medians) with the gaps in them and between them filled.

    Holes in the road smaller than 10 m² that ``beside`` does not touch become road. Other gaps become
    ``beside`` if they are narrower than 14 m, or enclosed and smaller than 400 m². The returned ``beside``
    does not overlap the road.
    """
    holes = _holes(road, _ISLAND)
    road = shapely.union_all([road, *holes[~shapely.intersects(holes, beside)]])
    paved = shapely.union(road, beside)
    closed = shapely.buffer(shapely.buffer(paved, _CLOSING, quad_segs=_ARC), -_CLOSING, quad_segs=_ARC)
    closed = shapely.union_all([closed, paved, *_holes(closed, _GAP)])
    gaps = shapely.difference(closed, paved)
    parts = np.array([part for part in shapely.get_parts(gaps) if part.area > _LEAST], object)
    wider = shapely.intersection(shapely.buffer(parts, _BESIDE, join_style="mitre"), closed)
    return road, shapely.difference(shapely.union_all([beside, *wider]), road)


def _holes(surface: Geometry, below: float) -> NDArray[np.object_]:
    """Return the holes in ``surface`` that are smaller than ``below`` m², as polygons."""
    rings = [ring for part in shapely.get_parts(surface) for ring in shapely.get_rings(part)[1:]]
    holes: NDArray[np.object_] = shapely.polygons(np.array(rings, object))
    return np.asarray(holes[shapely.area(holes) < below])


def _outlines(surface: Geometry) -> Paths:
    """Return the outlines of ``surface`` (polygons), simplified and cut into pieces without holes."""
    pieces = _pieces(shapely.simplify(surface, _TOLERANCE))
    return paths(shapely.get_coordinates(piece.exterior) for piece in pieces)


def _pieces(surface: Geometry) -> Iterator[Polygon]:
    """Yield polygons that ``surface`` is cut into, so that each has no hole and not too many points.

    Very small polygons are yielded as they are, and the tiniest are left out.
    """
    waiting = [surface]
    while waiting:
        for piece in shapely.get_parts(waiting.pop()):
            if piece.geom_type != "Polygon" or piece.area <= _LEAST:
                continue
            left, top, right, bottom = piece.bounds
            plain = not len(piece.interiors) and shapely.get_num_coordinates(piece) <= _MOST_POINTS
            if plain or max(right - left, bottom - top) < _SMALLEST:
                yield piece
                continue
            axis = int(bottom - top >= right - left)
            middle = (top + bottom) / 2 if axis else (left + right) / 2
            waiting += [shapely.clip_by_rect(piece, *half) for half in halved(piece.bounds, axis, middle)]


def halved(box: Box, axis: int, at: float) -> tuple[Box, Box]:
    """Return the parts of the rectangle ``box`` below and above ``at`` along ``axis``: 0 for x, 1 for y."""
    left, top, right, bottom = box
    if axis:
        return (left, top, right, at), (left, at, right, bottom)
    return (left, top, at, bottom), (at, top, right, bottom)


def _lines(found: Geometry) -> Paths:
    """Return the lines in ``found`` as paths: joined at their ends, simplified, and cut into short ones."""
    parts = [part for part in shapely.get_parts(found) if part.geom_type in ("LineString", "MultiLineString")]
    merged = shapely.simplify(shapely.line_merge(shapely.union_all(parts)), _TOLERANCE)
    return paths(
        points[first : first + _LINE + 1]
        for points in map(shapely.get_coordinates, shapely.get_parts(merged))
        for first in range(0, max(len(points) - 1, 1), _LINE)
    )
