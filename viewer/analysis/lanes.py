"""Rules of the lane: wrong way, sidewalk, outside lanes, solid lines, limits, and falling below the road.

Vehicles are looked at ten times a second where they move; their boxes only where they reach beyond the lane
that their middle is on.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from viewer.analysis.event_table import Severity
from viewer.analysis.inquiry import Inquiry, Measurement, spans
from viewer.analysis.rectangles import Rectangles, corners
from viewer.arrays import Flags, Floats, Ints
from viewer.cancellation import check
from viewer.recording.actors import Category
from viewer.roads.kinds import LaneType, Surface
from viewer.roads.locate import turn_between
from viewer.roads.road_map import RoadMap

_OFTEN, _STEP, _SELDOM = 0.1, 0.2, 0.5
"""A moving vehicle is looked at every 0.1 s, if it has moved by 0.2 m, and every 0.5 s anyway."""
_PAUSE = 0.5
"""Seconds of being right that end an event; of solid lines, between two crossings."""
_CROSSING_PAUSE = 1.0
_WHEELS = np.array((0.6, 0.8))
"""Where wheels stand, as shares of the half-length and half-width: boxes have bumpers and mirrors."""
_OTHER_WAY = 150.0
"""Degrees between two lanes from which on ScenarioRunner sees a change to the other direction."""
_FALLS = 1.0
"""m/s downwards."""
_FALL_HOLD = 0.2
_DEEPER = 0.1
"""Metres: steps in which it is measured how far a box reaches."""

_TRAFFIC = np.array([kind.has_traffic for kind in LaneType])
_BOTH_WAYS = np.array([kind is LaneType.BIDIRECTIONAL for kind in LaneType])
_SIDEWALK = np.array([kind.surface is Surface.SIDEWALK for kind in LaneType])
_DRIVABLE = np.array([kind.has_traffic or kind is LaneType.PARKING for kind in LaneType])


@dataclass(frozen=True, eq=False)
class LaneVisit:
    """Where a vehicle is on the road, at some of its moments.

    Attributes:
        life: its number.
        moments: of the recording, shape (K,).
        times: seconds, shape (K,).
        poses: x, y, z, yaw, shape (K, 4).
        box: seen from above.
        places: on the road, of the middle of the box, ``viewer.roads.locate.PLACE``, shape (K,).
        velocities: m/s, world axes, shape (K, 3).
        leaves: whether the box reaches beyond the lane that its middle is on, shape (K,).

    """

    life: int
    moments: Ints
    times: Floats
    poses: Floats
    box: Rectangles
    places: NDArray[np.void]
    velocities: Floats
    leaves: Flags


def add_lane_events(inquiry: Inquiry, road_map: RoadMap) -> None:
    """Add where vehicles break the rules of the lane."""
    drivers = inquiry.drivers
    unlimited = []
    for number, life in enumerate(drivers):
        check(inquiry.proceed, number / len(drivers))
        visit = _visit(inquiry, road_map, life)
        if not len(visit.moments):
            continue
        _add_wrong_way(inquiry, visit)
        _add_off_the_road(inquiry, road_map, visit)
        _add_solid_lines(inquiry, road_map, visit)
        _add_below_road(inquiry, visit)
        if np.isfinite(visit.places["speed_limit"]).any():
            _add_speeding(inquiry, visit)
        else:
            unlimited.append(life)
    if unlimited:
        inquiry.skip("speeding", "the road map has no limits where they drive", tuple(unlimited))


def _visit(inquiry: Inquiry, road_map: RoadMap, life: int) -> LaneVisit:
    traffic = inquiry.traffic
    motion = traffic.motion_of(life)
    local = _looks(motion.times, motion.locations, motion.judged)
    moments = local + int(traffic.begins[life])
    lives = np.full(len(local), life)
    poses = traffic.places_at(lives, moments)
    headings = motion.headings[local]
    center, extent = traffic.boxes.centers[life], traffic.boxes.extents[life]
    left = np.column_stack((-headings[:, 1], headings[:, 0]))
    middles = poses[:, :2] + center[0] * headings + center[1] * left
    box = Rectangles(middles, headings, np.broadcast_to(extent[:2], (len(local), 2)))
    places = road_map.locate(np.column_stack((middles, poses[:, 2])), poses[:, 3])
    turn = np.radians(poses[:, 3] - places["heading"])
    half = extent[1] * np.abs(np.cos(turn)) + extent[0] * np.abs(np.sin(turn))
    with np.errstate(invalid="ignore"):
        inside = places["on_lane"] & (np.abs(places["offset"]) + half < places["width"] / 2)
    inside &= _TRAFFIC[places["lane_type"]]
    return LaneVisit(
        life, moments, motion.times[local], poses, box, places, motion.velocities[local], ~inside
    )


def _looks(times: Floats, locations: Floats, judged: Flags) -> Ints:
    """Return the moments at which a vehicle is looked at, ascending."""
    looks = []
    last, before = -np.inf, (np.inf, np.inf)
    candidates = np.flatnonzero(judged)
    if not len(candidates):
        return candidates
    # At most ten in a second, without a loop over all frames.
    ticks = np.floor(times[candidates] / _OFTEN)
    candidates = candidates[np.flatnonzero(np.diff(ticks, prepend=-1.0))]
    for moment, time, (x, y) in zip(
        candidates.tolist(), times[candidates].tolist(), locations[candidates, :2].tolist(), strict=True
    ):
        if time - last >= _SELDOM or math.hypot(x - before[0], y - before[1]) >= _STEP:
            looks.append(moment)
            last, before = time, (x, y)
    return np.array(looks, np.int64)


def _gaps(visit: LaneVisit) -> Flags:
    """Tell before which looks the vehicle was not to be seen for a while, shape (K,)."""
    return np.diff(visit.times, prepend=visit.times[0]) > 2 * _SELDOM


def _add_wrong_way(inquiry: Inquiry, visit: LaneVisit) -> None:
    limits, places = inquiry.thresholds, visit.places
    with np.errstate(invalid="ignore"):
        turn = turn_between(visit.poses[:, 3], places["heading"], _BOTH_WAYS[places["lane_type"]])
        wrong = places["on_lane"] & _TRAFFIC[places["lane_type"]] & (places["junction_row"] < 0)
        wrong &= turn > limits["wrong_way"]
    forward = np.maximum((visit.velocities[:, :2] * visit.box.headings).sum(axis=1), 0.0)
    between = np.nan_to_num(forward[:-1] + forward[1:]) / 2.0
    way = np.append(0.0, np.cumsum(between * np.diff(visit.times)))
    for first, last in spans(
        visit.times, wrong, hold=limits["wrong_way.time"], gap=_PAUSE, apart=_gaps(visit)
    ).tolist():
        length = way[last] - way[first]
        if length >= limits["wrong_way.distance"]:
            value = float(np.nanmax(turn[first : last + 1]))
            theirs = _came_from_a_right_way(visit, first)
            finding = Measurement(
                value, limits["wrong_way"], Severity.HIGH, f"{length:.1f} m that way", scenario_runner=theirs
            )
            inquiry.add("wrong_way", _moments(visit, first, last), (visit.life,), finding)


def _came_from_a_right_way(visit: LaneVisit, first: int) -> bool:
    """Tell whether it came onto the wrong lane from another one or a junction: what ScenarioRunner looks at.

    Who was spawned there, or turned around in its lane, it does not notice.
    """
    places = visit.places
    before = np.flatnonzero((places["on_lane"] & _TRAFFIC[places["lane_type"]])[:first])
    if not len(before):
        return False
    last, here = places[before[-1:]], places[first : first + 1]
    turn = turn_between(last["heading"], here["heading"], np.array([False]))
    return bool(last["junction_row"][0] >= 0 or turn[0] > _OTHER_WAY)


def _add_off_the_road(inquiry: Inquiry, road_map: RoadMap, visit: LaneVisit) -> None:
    bicycle = inquiry.traffic.category[visit.life] == Category.BICYCLE
    if bicycle:
        inquiry.skip("sidewalk", "bicycles may be there", (visit.life,))
    for kind in ("outside_lanes",) if bicycle else ("sidewalk", "outside_lanes"):
        least = inquiry.thresholds[kind]
        rows = np.flatnonzero(visit.leaves)
        reaches = np.zeros(len(visit.times), np.bool_)
        reaches[rows] = _reaches(road_map, visit, rows, least, kind)
        for first, last in spans(
            visit.times, reaches, hold=inquiry.thresholds[f"{kind}.time"], gap=_PAUSE, apart=_gaps(visit)
        ).tolist():
            there = np.flatnonzero(reaches[first : last + 1]) + first
            value = least
            most = float(inquiry.traffic.boxes.extents[visit.life, :2].min())
            while value + _DEEPER <= most and _reaches(road_map, visit, there, value + _DEEPER, kind).any():
                value += _DEEPER
            theirs = _theirs(road_map, visit, there, kind)
            finding = Measurement(value, least, Severity.MEDIUM, scenario_runner=theirs)
            inquiry.add(kind, _moments(visit, first, last), (visit.life,), finding)


def _reaches(road_map: RoadMap, visit: LaneVisit, rows: Ints, inside: float, kind: str) -> Flags:
    """Tell when a box reaches a kind of ground with a corner that is moved inwards by some metres."""
    extents = np.maximum(visit.box.extents[rows] - inside, 0.0)
    points = corners(Rectangles(visit.box.centers[rows], visit.box.headings[rows], extents))
    heights = np.broadcast_to(visit.poses[rows, 2, None, None], (*points.shape[:2], 1))
    places = road_map.locate(np.concatenate((points, heights), axis=2).reshape(-1, 3))
    sidewalk = places["on_lane"] & _SIDEWALK[places["lane_type"]]
    if kind == "sidewalk":
        found = sidewalk
    else:
        # Inside junctions maps have holes between lanes, which are asphalt.
        hole = ~places["on_lane"] & np.repeat(visit.places["junction_row"][rows] >= 0, 4)
        found = ~sidewalk & ~hole & ~(places["on_lane"] & _DRIVABLE[places["lane_type"]])
    reached: Flags = found.reshape(-1, 4).any(axis=1)
    return reached


def _theirs(road_map: RoadMap, visit: LaneVisit, rows: Ints, kind: str) -> bool:
    """Tell whether ScenarioRunner would count it at one of some looks."""
    types = visit.places["lane_type"][rows]
    on_lane = visit.places["on_lane"][rows]
    if kind == "sidewalk":
        if (on_lane & _SIDEWALK[types]).any():
            return True
        points = corners(Rectangles(*(each[rows] for each in visit.box)))
        heights = np.broadcast_to(visit.poses[rows, 2, None, None], (*points.shape[:2], 1))
        places = road_map.locate(np.concatenate((points, heights), axis=2).reshape(-1, 3)).reshape(-1, 4)
        off = ~(places["on_lane"] & _TRAFFIC[places["lane_type"]]).any(axis=1)
        return bool((off & (places["on_lane"] & _SIDEWALK[places["lane_type"]]).any(axis=1)).any())
    # Farther than half a lane and 0.5 m from the middle of every lane: no lane within 0.5 m.
    away = np.ones(len(rows), np.bool_)
    for x, y in ((0.0, 0.0), (0.5, 0.0), (-0.5, 0.0), (0.0, 0.5), (0.0, -0.5)):
        near = road_map.locate(np.column_stack((visit.box.centers[rows] + (x, y), visit.poses[rows, 2])))
        away &= ~(near["on_lane"] & _DRIVABLE[near["lane_type"]])
    # A single look may be at a gap between two roads.
    return bool((away[1:] & away[:-1]).any())


def _add_solid_lines(inquiry: Inquiry, road_map: RoadMap, visit: LaneVisit) -> None:
    limit = inquiry.thresholds["solid_line"]
    rows = np.flatnonzero(visit.leaves & (visit.places["junction_row"] < 0))
    past, forbidden = np.zeros(len(visit.times)), np.zeros(len(visit.times), np.bool_)
    if not len(rows):
        return
    box = Rectangles(visit.box.centers[rows], visit.box.headings[rows], visit.box.extents[rows] * _WHEELS)
    wheels = corners(box)
    heights = np.broadcast_to(visit.poses[rows, 2, None, None], (*wheels.shape[:2], 1))
    yaws = np.repeat(visit.poses[rows, 3], 4)
    places = road_map.locate(np.concatenate((wheels, heights), axis=2).reshape(-1, 3), yaws)
    homes = np.repeat(visit.places[rows], 4)
    far, wrong = road_map.lines.past(homes, places)
    past[rows] = far.reshape(-1, 4).max(axis=1)
    forbidden[rows] = (wrong & (far >= limit)).reshape(-1, 4).any(axis=1)
    lane = visit.places["lane"]
    for first, last in spans(visit.times, past >= limit, gap=_CROSSING_PAUSE, apart=_gaps(visit)).tolist():
        if not forbidden[first]:  # it came from the broken side
            continue
        value = float(past[first : last + 1].max())
        kind = "crossed" if lane[first] != lane[last] else "and back"
        finding = Measurement(value, limit, Severity.MEDIUM, kind)
        inquiry.add("solid_line", _moments(visit, first, last), (visit.life,), finding)


def _add_speeding(inquiry: Inquiry, visit: LaneVisit) -> None:
    limits = inquiry.thresholds
    speeds = np.hypot(visit.velocities[:, 0], visit.velocities[:, 1])
    allowed = visit.places["speed_limit"] + limits["speeding"]
    with np.errstate(invalid="ignore"):
        fast = speeds > allowed
    for first, last in spans(
        visit.times, fast, hold=limits["speeding.time"], gap=_PAUSE, apart=_gaps(visit)
    ).tolist():
        most = first + int(np.nanargmax((speeds - allowed)[first : last + 1]))
        note = f"the limit is {visit.places['speed_limit'][most] * 3.6:.0f} km/h"
        finding = Measurement(float(speeds[most]), float(allowed[most]), Severity.LOW, note)
        inquiry.add("speeding", _moments(visit, first, last), (visit.life,), finding)


def _add_below_road(inquiry: Inquiry, visit: LaneVisit) -> None:
    limit = inquiry.thresholds["below_road"]
    with np.errstate(invalid="ignore"):
        depth = visit.places["z"] - visit.poses[:, 2]
        falls = visit.places["on_lane"] & (depth > limit) & (visit.velocities[:, 2] < -_FALLS)
    for first, last in spans(visit.times, falls, hold=_FALL_HOLD, gap=_PAUSE, apart=_gaps(visit)).tolist():
        value = float(np.nanmax(depth[first : last + 1]))
        finding = Measurement(value, limit, Severity.HIGH)
        inquiry.add("below_road", _moments(visit, first, last), (visit.life,), finding)


def _moments(visit: LaneVisit, first: int, last: int) -> tuple[int, int]:
    return int(visit.moments[first]), int(visit.moments[last])
