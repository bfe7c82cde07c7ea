"""Path between the way points of a route, like that of CARLA's planner: along lanes, one point per metre."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from itertools import count, groupby, pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np

from viewer.analysis.route_files import Route, may_be_routes, read_routes, route_of, routes_or_reason
from viewer.arrays import Floats
from viewer.cancellation import ShouldContinue, always
from viewer.recording.index import RecordingIndex
from viewer.roads.lane_types import LaneType
from viewer.roads.lanes import LaneStretch
from viewer.roads.map_content import SHORTEST
from viewer.roads.map_file import MapFile
from viewer.roads.road_map import RoadMap

NO_ROUTE = "there is no route"
STEP = 1.0
"""Metres between two neighbouring points of the path computed for a planned route."""
_DENSE = 2.0
"""Distance in metres up to which two way points of a route are joined by a straight line, not along lanes."""
_SAMPLED = 2.0
"""Distance in metres between points of a route that are computed on a lane; others are interpolated."""
_DETOUR, _BESIDE = 3.0, 50.0
"""Limit of the path along lanes between two way points of a route: ``_DETOUR`` · distance + ``_BESIDE``.

The distance is the straight line between them, in metres, as is ``_BESIDE``.
"""
_CHANGE = 5.0
"""Cost of a lane change in the search for a route's path: as much as so many metres of driving."""
_INSIDE = 0.9999
"""Factor on a point's distance from the middle of its lane section, to keep it off the section's ends.

There, the map may return the next section.
"""
_BESIDE_SEAMS = np.array([0.0, -0.01, 0.01])
"""Metres along the road from a route's way point to the places at which its lane is looked up, in this order.

At the point itself there may be a lane section that is too short.
"""
_YAWS = range(0, 360, 30)
_BACK = 1.0
"""Metres by which a route may seem to run backwards along a lane, as its way points are inexact."""


class PlannedRoute(NamedTuple):
    """Route with its path.

    Attributes:
        route: the route from its file.
        line: path, one point per metre: x, y, z in CARLA's coordinates, shape (N, 3).
        note: how the way points were joined, as text; empty if all are joined along lanes.

    """

    route: Route
    line: Floats
    note: str


class _LaneNode(NamedTuple):
    """Node of the path search: a lane within a section, and the ``s`` (metres) at which a path enters it."""

    stretch: LaneStretch
    s: float


def find_route(
    index: RecordingIndex,
    given: Iterable[Path] = (),
    *,
    hero: int | None = None,
    road_map: RoadMap | MapFile | None = None,
    should_continue: ShouldContinue = always,
) -> PlannedRoute | str:
    """Return the route that a recording follows, with its path; or why there is none, as text.

    The text is empty if there are no routes at all.

    Args:
        index: the recording.
        given: routes files that come before those in the recording's folder.
        hero: row in the actor table of the hero (vehicle under test); by default the actor with the role_name
            of a hero, if any.
        road_map: map of the roads; a file is read completely if there is a route.
        should_continue: is called with the share of the map read so far; returns False to cancel.

    Raises:
        RoadMapError: ``road_map`` is a file, and no map.
        ReadingCancelledError: ``should_continue`` returned False.
        RouteFileError: a file in ``given`` is no routes file.
        ChangedError: the recording was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
    """
    first = [route for path in given for route in read_routes(path)]
    near = sorted(index.path.parent.glob("*.xml"))
    beside = [routes_or_reason(path) for path in near if may_be_routes(path)]
    route, reason = route_of(index, (first, [route for routes, _ in beside for route in routes]), hero=hero)
    if route is None:
        return "; ".join(filter(None, (reason, *(why.rstrip(".") for _, why in beside))))
    return plan_route(route, road_map.whole(should_continue) if isinstance(road_map, MapFile) else road_map)


def plan_route(route: Route, road_map: RoadMap | None = None) -> PlannedRoute:
    """Return ``route`` with its path: along the lanes of ``road_map`` where they lead from point to point.

    Way points up to 2 m apart, or without lanes between them, are joined by a straight line.
    """
    points = np.array(route.points)
    places: list[list[_LaneNode]] = (
        [[] for _ in points] if road_map is None else _lane_nodes(road_map, points)
    )
    parts, straight, pieces = [], 0, 0
    for (here, there), (begins, ends) in zip(pairwise(points), pairwise(places), strict=True):
        far = float(np.hypot(*(there - here)[:2]))
        along = None
        if far > _DENSE:
            pieces += 1
            if road_map is not None:
                along = _along_lanes(road_map, begins, ends, _DETOUR * far + _BESIDE)
            straight += along is None
        parts.append(np.array([here, there]) if along is None else along)
    some = "" if straight == pieces else f" in {straight} of {pieces} places"
    note = f"way points are joined straight{some}, not along lanes" if straight else ""
    return PlannedRoute(route, _each_metre(np.concatenate(parts)), note)


def _lane_nodes(road_map: RoadMap, points: Floats) -> list[list[_LaneNode]]:
    """Return the lanes that each of ``points`` may be on: in a junction several lanes cross."""
    found: list[dict[_LaneNode, None]] = [{} for _ in points]
    for yaw in _YAWS:
        for options, at in zip(found, road_map.locate(points, np.full(len(points), yaw)), strict=True):
            for s in float(at["s"]) + _BESIDE_SEAMS:
                stretch = road_map.stretch(str(at["road"]), int(at["lane"]), s)
                if stretch is not None and stretch.length > SHORTEST:
                    options[_LaneNode(stretch, s)] = None
                    break
    return [list(options) for options in found]


def _along_lanes(
    road_map: RoadMap, begins: list[_LaneNode], ends: list[_LaneNode], most: float
) -> Floats | None:
    """Return points along the shortest way by lanes from one of ``begins`` to one of ``ends``, shape (K, 3).

    They are x, y, z in metres. None if there is no way of at most ``most`` metres.
    """
    number = count()  # of equally long paths, the one found first counts
    waiting: list[tuple[float, int, _LaneNode, _LaneNode | None]] = [
        (0.0, next(number), each, None) for each in begins
    ]
    came: dict[_LaneNode, _LaneNode | None] = {}
    while waiting:
        driven, _, node, before = heappop(waiting)
        if node in came or driven > most:
            continue
        came[node] = before
        lane, enter = node
        ahead = 1.0 if lane.end > lane.begin else -1.0
        reached = [each.s for each in ends if each.stretch == lane and (each.s - enter) * ahead >= -_BACK]
        if reached:
            way = [node]
            while (last := came[way[-1]]) is not None:
                way.append(last)
            return _points_along(road_map, way[::-1], reached[0])
        for cost, onward in _onward(road_map, node):
            heappush(waiting, (driven + cost, next(number), onward, node))
    return None


def _onward(road_map: RoadMap, node: _LaneNode) -> Iterator[tuple[float, _LaneNode]]:
    """Yield the lanes into which a vehicle can go on from ``node``, each with the cost of going there.

    They are the lanes that follow the lane of ``node``, and those beside it. The cost is in metres.
    """
    stretch, enter = node
    for after in road_map.next_lanes(stretch):
        if _has_traffic(road_map, after):
            yield abs(stretch.end - enter), _LaneNode(after, after.begin)
    for lane in (stretch.lane - 1, stretch.lane + 1):
        beside = stretch._replace(lane=lane)
        if lane * stretch.lane > 0 and _has_traffic(road_map, beside):
            yield _CHANGE, _LaneNode(beside, enter)


def _has_traffic(road_map: RoadMap, stretch: LaneStretch) -> bool:
    point = road_map.point(stretch.road, stretch.lane, stretch.middle)
    return point is not None and point.lane_type in (LaneType.DRIVING, LaneType.BIDIRECTIONAL)


def _points_along(road_map: RoadMap, way: list[_LaneNode], goal: float) -> Floats | None:
    """Return the points in the middle of the lanes of a path, x, y, z in metres, shape (K, 3).

    ``way``: lanes of the path, each with the ``s`` of its beginning. ``goal``: ``s`` on the last lane, in
    metres, at which the path ends. In a lane change, the points move from one lane to the other over the
    whole length of the lane section. None if the map has no lane at a point.
    """
    sections = [
        list(group) for _, group in groupby(way, lambda node: (node.stretch._replace(lane=0), node.s))
    ]
    points: list[Floats] = []
    for nodes in sections:
        stretch, enter = nodes[0]
        leave = goal if nodes is sections[-1] else stretch.end
        steps = max(int(abs(leave - enter) / _SAMPLED), 1)
        for share in np.linspace(0.0, 1.0, steps + 1).tolist():
            s = stretch.middle + (enter + (leave - enter) * share - stretch.middle) * _INSIDE
            one = other = road_map.point(stretch.road, stretch.lane, s)
            if len(nodes) > 1:
                other = road_map.point(stretch.road, nodes[-1].stretch.lane, s)
            if one is None or other is None:
                return None
            points.append(np.array(one.location) * (1.0 - share) + np.array(other.location) * share)
    return np.array(points)


def _each_metre(points: Floats) -> Floats:
    """Return points on the line through ``points`` (N, C): one every metre from its start, and its end."""
    lengths = np.linalg.norm(np.diff(points, axis=0), axis=1)
    points = points[np.concatenate(([True], lengths > 0.0))]
    driven = np.concatenate(([0.0], np.cumsum(lengths[lengths > 0.0])))
    at = np.append(np.arange(0.0, driven[-1], STEP), driven[-1])
    return np.column_stack([np.interp(at, driven, axis) for axis in points.T])
