"""Surfaces of lanes as outlines, and the corners of junctions, which files leave out.

One polygon stands for neighbouring lanes that look alike. In junctions files have only lanes with traffic:
shoulders, parking lanes and sidewalks end before a junction, and the ground between their ends is nowhere in
the file. These ends are joined here, from the edge of one road to that of the next. Bridges are drawn after
the roads under them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from viewer.arrays import Flags, Floats, Ints, multi_arange
from viewer.roads.arrays import Paths, Shapes, offsets, paths
from viewer.roads.lane_boundaries import LaneBoundaries
from viewer.roads.lane_types import CARRIAGEWAY, LaneType, Surface
from viewer.roads.map_content import MapContent
from viewer.roads.network import Network

_LEAST = 0.01  # m: what is nowhere wider is not seen
_CONTIGUOUS = 1e-3  # m between the ends of two surfaces that are one
_LONG = 64  # points of one side of a surface, after which another one begins
_SURFACE = np.array([kind.surface for kind in LaneType], np.int64)


def surface_outlines(
    content: MapContent, network: Network, boundaries: LaneBoundaries, levels: Ints
) -> Shapes:
    """Return closed outlines of the surfaces of lanes and of junction corners.

    Their ``kind`` is a Surface: sidewalk, shoulder, road, …. Neighbouring lanes with equal surfaces have one
    outline, also over several lane sections if these are on the same level. Corners are the shoulders and
    sidewalks between linked roads that follow each other round a junction.

    Args:
        content: the map as read from its file.
        network: its roads, lane sections and lanes.
        boundaries: sampled boundaries of its lanes.
        levels: level (storey of the roads) of each lane section, shape (S,).
    """
    lanes = np.flatnonzero(network.lane_id != 0)
    # From left to right in every section.
    lanes = lanes[np.lexsort([-network.lane_id[lanes], network.lane_section[lanes]])]
    section, surface = network.lane_section[lanes], _SURFACE[network.lane_type[lanes]]
    starts = np.ones(len(lanes), np.bool_)
    starts[1:] = (section[1:] != section[:-1]) | (surface[1:] != surface[:-1])
    begin = np.flatnonzero(starts)
    end = np.flatnonzero(np.append(starts[1:], True)[: len(lanes)])
    section, surface = section[begin], surface[begin]

    leftmost, rightmost = lanes[begin], lanes[end]
    left = np.where(network.lane_id[leftmost] > 0, leftmost, network.lane_inner[leftmost])
    right = np.where(network.lane_id[rightmost] < 0, rightmost, network.lane_inner[rightmost])
    count = np.diff(boundaries.first_station)[section]
    left, right = boundaries.first_point[left], boundaries.first_point[right]
    wide = _widest(boundaries, left, right, count) > _LEAST
    seen = np.flatnonzero(wide & (surface != Surface.NOTHING))
    # Surfaces of a road that have the same lane at their left follow each other.
    order = [section[seen], network.lane_id[leftmost[seen]], network.section_road[section[seen]]]
    seen = seen[np.lexsort(order)]
    section, surface, left, right, count = (each[seen] for each in (section, surface, left, right, count))
    goes_on = (section[1:] == section[:-1] + 1) & (surface[1:] == surface[:-1])
    goes_on &= network.section_road[section[1:]] == network.section_road[section[:-1]]
    goes_on &= network.lane_id[leftmost[seen]][1:] == network.lane_id[leftmost[seen]][:-1]
    goes_on &= levels[section[1:]] == levels[section[:-1]]
    for side in (left, right):
        step = boundaries.points[side[1:]] - boundaries.points[(side + count - 1)[:-1]]
        goes_on &= np.hypot(*step.T) <= _CONTIGUOUS
    goes_on &= np.diff(np.cumsum(count) // _LONG) == 0
    first = np.append(True, ~goes_on)[: len(seen)]
    outlines = _outlines(boundaries, left, right, count, first)
    corners = [*_corners(content, network, boundaries)]
    joined = paths([*map(outlines.path, range(len(outlines))), *(outline for outline, *_ in corners)])
    sections, surfaces = [each for _, each, _ in corners], [each for *_, each in corners]
    return Shapes(
        joined,
        np.append(section[first], sections).astype(np.int64),
        np.append(surface[first], surfaces).astype(np.int64),
    )


def _widest(boundaries: LaneBoundaries, left: Ints, right: Ints, count: Ints) -> Floats:
    """Return the greatest width of each surface in metres, shape (N,).

    ``left`` and ``right`` (N,) are indices into ``boundaries.points`` of the first points of its sides,
    ``count`` (N,) is the number of points of a side.
    """
    if not len(count):
        return np.empty(0)
    widths = boundaries.t[multi_arange(left, count)] - boundaries.t[multi_arange(right, count)]
    return np.maximum.reduceat(widths, offsets(count)[:-1])


def _outlines(boundaries: LaneBoundaries, left: Ints, right: Ints, count: Ints, first: Flags) -> Paths:
    """Return closed outlines of surfaces: left side, right side backwards, and the first point again.

    Args:
        boundaries: boundaries of lanes, whose points are used.
        left: index in ``boundaries.points`` of the first point of each left side, shape (N,).
        right: the same for the right sides, shape (N,).
        count: number of points of each side, shape (N,).
        first: True where an outline begins; False where the surface belongs to the outline of the one before
            it, shape (N,).
    """
    own = np.where(first, count, count - 1)  # a surface that goes on begins where the one before ends
    lefts, rights = (multi_arange(side + count - own, own) for side in (left, right))
    outline = np.repeat(np.cumsum(first) - 1, own)
    starts = np.flatnonzero(np.diff(outline, prepend=-1))
    points = np.concatenate([lefts, rights[::-1], lefts[starts]])
    outlines = np.concatenate([outline, outline[::-1], outline[starts]])
    points = points[np.argsort(outlines, kind="stable")]
    return Paths(boundaries.points[points], offsets(np.bincount(outlines)))


_BESIDE = 0.3  # m of shoulder or sidewalk, below which there is nothing to join
_BEYOND = 0.5  # of the way between two edges, that one of them may reach beyond the other
_ROUND = 0.55  # of the way to where two edges would meet: nearly an arc of a circle
_SHARE = np.linspace(0.0, 1.0, 20)[:, None]


class _Mouth(NamedTuple):
    """End of a road at a junction.

    ``road`` is the row of the road; ``at_end`` is True at the end of its reference line, False at the start.
    """

    road: int
    at_end: bool


def _corners(
    content: MapContent, network: Network, boundaries: LaneBoundaries
) -> Iterator[tuple[Floats, int, Surface]]:
    """Yield outline (K, 2), lane section and Surface of each surface at the corners of junctions.

    A corner has at most two, a shoulder and a sidewalk. The lane section is the first one of the road that
    links the two roads at the corner.
    """
    for linked in _links(content, network):
        mouths = {mouth for pair in linked for mouth in pair}
        across = {mouth: _across(mouth, network, boundaries) for mouth in mouths}
        positions = {mouth: points.mean(axis=0) for mouth, (points, *_) in across.items()}
        middle = np.mean([*positions.values()], axis=0)
        around = sorted(mouths, key=lambda mouth: float(np.arctan2(*(positions[mouth] - middle)[::-1])))
        for one, other in pairwise([*around, around[0]]):
            section = linked.get((one, other), linked.get((other, one)))
            begin, end = _edge(*across[one][:2], left=True), _edge(*across[other][:2], left=False)
            if section is None or one == other or begin is None or end is None:
                continue
            onward, back, way = across[one][2], across[other][2], end[2] - begin[2]
            if min(way @ onward, -way @ back) <= -_BEYOND * float(np.hypot(*way)):
                continue  # one of the roads leads away from the other
            inside, _, kerb, walked = (
                _curve(start, onward, stop, back) for start, stop in zip(begin, end, strict=True)
            )
            _, shoulders, sidewalks = np.hypot(*np.diff([begin, end], axis=1).T)  # widths at both roads
            if shoulders.max() > _BESIDE:
                yield np.concatenate([kerb, inside[::-1], kerb[:1]]), section, Surface.SHOULDER
            if sidewalks.min() > _BESIDE:
                yield np.concatenate([walked, kerb[::-1], walked[:1]]), section, Surface.SIDEWALK


def _links(content: MapContent, network: Network) -> Iterator[dict[tuple[_Mouth, _Mouth], int]]:
    """Yield a dict for each junction: which road connects which two ends of roads outside the junction.

    A key is the end where the connecting road starts, and the one where it ends. The value is the row of the
    connecting road's first lane section.
    """
    rows = network.road_rows
    first = np.searchsorted(network.section_road, np.arange(len(content.roads) + 1))
    links: dict[int, dict[tuple[_Mouth, _Mouth], int]] = {}
    for road, ends in enumerate(content.road_links):
        mouths = [
            _Mouth(rows[end.id], end.at_end) for end in ends if end and not end.is_junction and end.id in rows
        ]
        outside = all(
            network.road_junction[mouth.road] < 0 and first[mouth.road] < first[mouth.road + 1]
            for mouth in mouths
        )
        junction = int(network.road_junction[road])
        if junction >= 0 and first[road] < first[road + 1] and outside and len(mouths) == len(ends):
            links.setdefault(junction, {})[mouths[0], mouths[1]] = int(first[road])
    yield from links.values()


def _across(
    mouth: _Mouth, network: Network, boundaries: LaneBoundaries
) -> tuple[Floats, list[Surface], Floats]:
    """Return the lane boundaries and surfaces across the end of a road, and the direction into the junction.

    Args:
        mouth: end of the road at a junction.
        network: roads, lane sections and lanes.
        boundaries: sampled lane boundaries.

    Returns:
        Boundary points of the K lanes in metres, (K + 1, 2), from left to right as seen in the direction; the
        surface of each lane; and the direction, a unit vector (2,).
    """
    sections = np.flatnonzero(network.section_road == mouth.road)
    section = int(sections[-1 if mouth.at_end else 0])
    lanes = np.arange(network.first_lane[section], network.first_lane[section + 1])
    lanes = lanes[np.argsort(-network.lane_id[lanes], kind="stable")]
    station = int(
        boundaries.first_station[section + 1] - 1 if mouth.at_end else boundaries.first_station[section]
    )
    points = boundaries.points[
        boundaries.first_point[lanes] + station - int(boundaries.first_station[section])
    ]
    surfaces = [LaneType(network.lane_type[lane]).surface for lane in lanes if network.lane_id[lane] != 0]
    heading = float(boundaries.heading[station])
    onward = np.array([np.cos(heading), np.sin(heading)])
    return (points, surfaces, onward) if mouth.at_end else (points[::-1], surfaces[::-1], -onward)


def _edge(points: Floats, surfaces: list[Surface], *, left: bool) -> Floats | None:
    """Return four points across one edge of a road's end at a junction, in metres, shape (4, 2).

    They are on the inner and on the outer boundary of the outermost lane with traffic, and on the outer
    boundaries of the carriageway, which includes shoulders and parking lanes, and of the sidewalk; without a
    sidewalk, the last two are equal. None if no lane there has the surface ROAD.

    Args:
        points: boundaries of the road's K lanes, from left to right, shape (K + 1, 2).
        surfaces: surfaces of these lanes.
        left: True for the left edge, False for the right one.
    """
    if not left:
        points, surfaces = points[::-1], surfaces[::-1]
    if Surface.ROAD not in surfaces:
        return None
    driven = paved = surfaces.index(Surface.ROAD)
    while paved > 0 and surfaces[paved - 1] in CARRIAGEWAY:
        paved -= 1
    walked = paved
    while walked > 0 and surfaces[walked - 1] == Surface.SIDEWALK:
        walked -= 1
    return points[[driven + 1, driven, paved, walked]]


def _curve(begin: Floats, onward: Floats, end: Floats, back: Floats) -> Floats:
    """Return a smooth curve from the point ``begin`` to the point ``end``: 20 points, shape (20, 2).

    It is a cubic Bézier curve. ``onward`` is its direction at ``begin``; ``back`` is the opposite of its
    direction at ``end``. Points are (2,), directions unit vectors (2,).
    """
    way = end - begin
    length = float(np.hypot(*way))
    across = float(onward[0] * back[1] - onward[1] * back[0])
    reach = np.full(2, length / 3.0)
    if across:
        meeting = np.array([way[0] * back[1] - way[1] * back[0], way[0] * onward[1] - way[1] * onward[0]])
        meeting /= across
        if meeting.min() > 0.0:
            reach = _ROUND * np.minimum(meeting, length)
    one, two = begin + reach[0] * onward, end + reach[1] * back
    rest = 1.0 - _SHARE
    curve: Floats = (
        rest**3 * begin + 3 * rest**2 * _SHARE * one + 3 * rest * _SHARE**2 * two + _SHARE**3 * end
    )
    return curve
