"""The way between the way points of a route, as CARLA's planner makes it: along lanes, a point each metre."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from itertools import count, groupby, pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np

from viewer.analysis.route_files import Route, may_be_routes, read_routes, route_of, routes_or_reason
from viewer.arrays import Floats
from viewer.cancellation import Proceed, always
from viewer.recording.index import RecordingIndex
from viewer.roads.lane_types import LaneType
from viewer.roads.lanes import LaneStretch
from viewer.roads.map_content import SHORTEST
from viewer.roads.map_file import MapFile
from viewer.roads.road_map import RoadMap

NO_ROUTE = "there is no route"
STEP = 1.0
"""Metres between two points of the way."""
_DENSE = 2.0
"""Metres between way points that are joined as they are."""
_SAMPLED = 2.0
"""Metres between two points that are looked up on a lane."""
_DETOUR, _BESIDE = 3.0, 50.0
"""A way along lanes is at most so many times as long as the straight one, and so many metres more."""
_CHANGE = 5.0
"""Metres that one drives rather than change lanes."""
_INSIDE = 0.9999
"""Share of a section in which its lanes are looked up: at its ends another one may begin."""
_BESIDE_SEAMS = np.array([0.0, -0.01, 0.01])
"""Metres beside a place to look at where its section is too short to be kept."""
_YAWS = range(0, 360, 30)
_BACK = 1.0
"""Metres that the next way point may be behind the last one on a lane."""


class PlannedRoute(NamedTuple):
    """A route, and its way.

    Attributes:
        route: as its file has it.
        line: the way, a point each metre, in CARLA's frame, shape (N, 3).
        said: how the way points were joined, in words; empty if all are along lanes.

    """

    route: Route
    line: Floats
    said: str


class _Place(NamedTuple):
    """A lane within a section, and a place on it or where the way enters it, metres along the road."""

    stretch: LaneStretch
    s: float


def find_route(
    index: RecordingIndex,
    given: Iterable[Path] = (),
    *,
    hero: int | None = None,
    road_map: RoadMap | MapFile | None = None,
    proceed: Proceed = always,
) -> PlannedRoute | str:
    """Return the route that a recording is of, with its way; or why there is none, in words.

    The words are empty where there are no routes at all.

    Args:
        index: the recording.
        given: files of routes that count before those in the recording's folder.
        hero: row of the hero; the recording's if None.
        road_map: where they drive, if that is known; of a file all is read where there is a route.
        proceed: is told the share that is read, and answers whether to go on.

    Raises:
        RoadMapError: ``road_map`` is a file, and no map.
        ReadingCancelledError: ``proceed`` said no.
        RouteFileError: a file that is given is none of routes.
        ChangedError: the recording was replaced or cut since it was opened.
        UnreadableError: the system cannot read.

    """
    first = [route for path in given for route in read_routes(path)]
    near = sorted(index.path.parent.glob("*.xml"))
    beside = [routes_or_reason(path) for path in near if may_be_routes(path)]
    route, reason = route_of(index, (first, [route for routes, _ in beside for route in routes]), hero=hero)
    if route is None:
        return "; ".join(filter(None, (reason, *(why.rstrip(".") for _, why in beside))))
    return plan_route(route, road_map.whole(proceed) if isinstance(road_map, MapFile) else road_map)


def plan_route(route: Route, road_map: RoadMap | None = None) -> PlannedRoute:
    """Return a route with its way: along the lanes of the map where they lead from one point to the next.

    Way points less than 2 m apart are joined as they are.
    """
    points = np.array(route.points)
    places: list[list[_Place]] = [[] for _ in points] if road_map is None else _places(road_map, points)
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
    said = f"way points are joined straight{some}, not along lanes" if straight else ""
    return PlannedRoute(route, _each_metre(np.concatenate(parts)), said)


def _places(road_map: RoadMap, points: Floats) -> list[list[_Place]]:
    """Return the lanes that each point may be on: in junctions they cross, whichever way one heads."""
    found: list[dict[_Place, None]] = [{} for _ in points]
    for yaw in _YAWS:
        for options, at in zip(found, road_map.locate(points, np.full(len(points), yaw)), strict=True):
            for s in float(at["s"]) + _BESIDE_SEAMS:
                stretch = road_map.stretch(str(at["road"]), int(at["lane"]), s)
                if stretch is not None and stretch.length > SHORTEST:
                    options[_Place(stretch, s)] = None
                    break
    return [list(options) for options in found]


def _along_lanes(road_map: RoadMap, begins: list[_Place], ends: list[_Place], most: float) -> Floats | None:
    """Return the shortest way from one of some places to one of others, shape (K, 3); None if too long."""
    number = count()  # of two ways of one length the one that was found first
    waiting: list[tuple[float, int, _Place, _Place | None]] = [
        (0.0, next(number), each, None) for each in begins
    ]
    came: dict[_Place, _Place | None] = {}
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


def _onward(road_map: RoadMap, node: _Place) -> Iterator[tuple[float, _Place]]:
    """Yield where one comes to from a lane: those after it and beside it, with the metres until there."""
    stretch, enter = node
    for after in road_map.next_lanes(stretch):
        if _has_traffic(road_map, after):
            yield abs(stretch.end - enter), _Place(after, after.begin)
    for lane in (stretch.lane - 1, stretch.lane + 1):
        beside = stretch._replace(lane=lane)
        if lane * stretch.lane > 0 and _has_traffic(road_map, beside):
            yield _CHANGE, _Place(beside, enter)


def _has_traffic(road_map: RoadMap, stretch: LaneStretch) -> bool:
    point = road_map.point(stretch.road, stretch.lane, stretch.middle)
    return point is not None and point.lane_type in (LaneType.DRIVING, LaneType.BIDIRECTIONAL)


def _points_along(road_map: RoadMap, way: list[_Place], goal: float) -> Floats | None:
    """Return the middles of the lanes of a way; where it changes lanes, it does so over the whole section."""
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
    """Return a line of the same course with a point each metre, and its end."""
    lengths = np.linalg.norm(np.diff(points, axis=0), axis=1)
    points = points[np.concatenate(([True], lengths > 0.0))]
    driven = np.concatenate(([0.0], np.cumsum(lengths[lengths > 0.0])))
    at = np.append(np.arange(0.0, driven[-1], STEP), driven[-1])
    return np.column_stack([np.interp(at, driven, axis) for axis in points.T])
