"""Criteria of ScenarioRunner about lanes: wrong way, sidewalk, outside the lanes, by their own rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from viewer.analysis.rule_context import RuleContext
from viewer.arrays import Flags, spans
from viewer.roads.arrays import turn_between
from viewer.roads.lane_types import DRIVABLE, HAS_TRAFFIC, SIDEWALK
from viewer.roads.road_map import RoadMap

if TYPE_CHECKING:
    from viewer.analysis.lanes import LaneVisit

_OTHER_WAY, _AGAINST = 150.0, 120.0
"""Limits of the criterion for wrong lanes, angles in degrees.

The first is that between a vehicle's last lane and its new one above which their directions differ; the
second that between its heading and its lane above which it has left a junction on a wrong lane.
"""
_ALLOWED = 0.5
"""Metres that a vehicle's centre may be outside the lanes."""


def count_lanes(context: RuleContext, road_map: RoadMap, visit: LaneVisit) -> None:
    """Add to ``context`` what the criteria about lanes count of a vehicle, whose lanes ``visit`` has."""
    for kind, found in (
        ("wrong_way", _wrong_ways(visit)),
        ("sidewalk", spans(visit.times, _on_sidewalk(road_map, visit))),
        # At a single sample the vehicle may be over a gap between two roads.
        ("outside_lanes", [(a, b) for a, b in spans(visit.times, _off_lanes(road_map, visit)) if b > a]),
    ):
        for first, last in found:
            context.count(kind, (int(visit.samples[first]), int(visit.samples[last])), visit.track)


def _wrong_ways(visit: LaneVisit) -> Iterator[tuple[int, int]]:
    """Yield the first and last index into ``visit.samples`` of each time that a vehicle is on a wrong lane.

    A vehicle is on one from when it enters the lane from one of the other direction, or out of a junction and
    against the lane, until it enters the next lane.
    """
    on = np.flatnonzero(visit.is_on(HAS_TRAFFIC))
    places, yaws = visit.places[on], visit.poses[on, 3]
    inside = places["junction_row"] >= 0
    other = (np.diff(places["road_row"]) != 0) | (np.diff(places["lane"]) != 0)
    turned = turn_between(places["heading"][:-1], places["heading"][1:]) > _OTHER_WAY
    against = inside[:-1] & (turn_between(yaws[1:], places["heading"][1:]) > _AGAINST)
    begin: int | None = None
    for step in np.flatnonzero(other & ~inside[1:]).tolist():
        here, is_wrong = int(on[step + 1]), against[step] or (turned[step] and begin is None)
        if begin is not None and not is_wrong:
            yield begin, here
        begin = (here if begin is None else begin) if is_wrong else None
    if begin is not None:
        yield begin, len(visit.samples) - 1


def _on_sidewalk(road_map: RoadMap, visit: LaneVisit) -> Flags:
    """Return a mask, shape (K,), of the samples at which a vehicle counts as on a sidewalk.

    A vehicle does from when its centre is on a sidewalk, or a corner is and none is on a lane with traffic,
    until its centre is on a driving or parking lane, or a corner is on a lane with traffic.
    """
    begins, ends = visit.is_on(SIDEWALK), visit.is_on(DRIVABLE)
    rows = np.flatnonzero(~begins & ~ends)
    corners = visit.corners_at(road_map, rows, visit.box.extents[rows])
    on_sidewalk, on_road = (
        corners["on_lane"] & kinds[corners["lane_type"]] for kinds in (SIDEWALK, HAS_TRAFFIC)
    )
    # CARLA takes the lane with the nearest middle: in the outer quarters of a sidewalk maybe the one beside.
    on_sidewalk &= np.abs(corners["offset"]) < corners["width"] / 4
    ends[rows] = on_road.any(axis=1)
    begins[rows] = on_sidewalk.any(axis=1) & ~ends[rows]
    latest = np.maximum.accumulate(np.where(begins | ends, np.arange(len(begins)), -1))
    return np.asarray((latest >= 0) & begins[latest])


def _off_lanes(road_map: RoadMap, visit: LaneVisit) -> Flags:
    """Return a mask, shape (K,), of the samples at which no driving or parking lane is within 0.5 m.

    The distance is that of the centre of the vehicle's bounding box.
    """
    off = ~visit.is_on(DRIVABLE)
    rows = np.flatnonzero(off)
    around = visit.box.centers[rows, None] + _ALLOWED * np.array([(1, 0), (-1, 0), (0, 1), (0, -1)])
    heights = np.repeat(visit.poses[rows, 2], 4)
    near = road_map.locate(np.column_stack((around.reshape(-1, 2), heights))).reshape(-1, 4)
    off[rows] = ~(near["on_lane"] & DRIVABLE[near["lane_type"]]).any(axis=1)
    return off
