"""Rules of the lane: wrong way, sidewalk, outside lanes, solid lines, limits, and falling below the road.

Vehicles are looked at ten times a second where they move; their boxes only where they reach beyond the lane
that their middle is on.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from viewer.analysis.boxes import Rectangles, corners
from viewer.analysis.event_table import Severity
from viewer.analysis.find_events import Inquiry
from viewer.analysis.traffic import LifeMotion, Traffic, changes
from viewer.arrays import Flags, Floats, Ints, spans
from viewer.recording.actors import Category
from viewer.roads.arrays import turn_between
from viewer.roads.lane_types import BOTH_WAYS, HAS_TRAFFIC, LaneType, Surface
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
_DEEPER = 0.1
"""Metres: steps in which it is measured how far a box reaches."""

_SIDEWALK = np.array([kind.surface is Surface.SIDEWALK for kind in LaneType])
_DRIVABLE = np.array([kind.has_traffic or kind is LaneType.PARKING for kind in LaneType])

Places: TypeAlias = NDArray[np.void]
"""``viewer.roads.locate.PLACE``."""


@dataclass(frozen=True, eq=False)
class _Visit:
    """Where a vehicle is at some of its moments: on the road that of the middle of its box, shape (K,)."""

    life: int
    moments: Ints
    times: Floats
    poses: Floats  # x, y, z in metres and yaw in degrees, shape (K, 4)
    box: Rectangles
    places: Places
    velocities: Floats  # m/s, world axes, shape (K, 3)
    leaves: Flags  # whether the box reaches beyond the lane that its middle is on

    def spans(
        self, beyond: Flags, hold: float = 0.0, gap: float = _PAUSE
    ) -> Iterator[tuple[slice, tuple[int, int]]]:
        """Yield the looks, and the first and last moment, where something holds (K,), as ``spans`` does."""
        unseen = np.diff(self.times, prepend=self.times[0]) > 2 * _SELDOM
        for first, last in spans(self.times, beyond, hold=hold, gap=gap, apart=unseen):
            yield slice(first, last + 1), (int(self.moments[first]), int(self.moments[last]))

    def corners_at(self, road_map: RoadMap, rows: Ints, extents: Floats, *, heads: bool = False) -> Places:
        """Return where the corners of the box are at some looks, if it has these half sizes, shape (N, 4).

        ``heads`` tells whether where it heads is to choose among lanes that lie over each other.
        """
        points = corners(Rectangles(self.box.centers[rows], self.box.headings[rows], extents)).reshape(-1, 2)
        heights, yaws = np.repeat(self.poses[rows, 2:], 4, axis=0).T
        return road_map.locate(np.column_stack((points, heights)), yaws if heads else None).reshape(-1, 4)


def add_lane_events(inquiry: Inquiry, road_map: RoadMap) -> None:
    """Add where vehicles break the rules of the lane."""
    unlimited = []
    for motion in inquiry.motions(inquiry.drivers):
        visit = _visit(inquiry.traffic, road_map, motion)
        if not len(visit.moments):
            continue
        _add_wrong_way(inquiry, visit)
        _add_off_the_road(inquiry, road_map, visit)
        _add_solid_lines(inquiry, road_map, visit)
        if np.isfinite(visit.places["speed_limit"]).any():
            _add_speeding(inquiry, visit)
        else:
            unlimited.append(motion.life)
    if unlimited:
        inquiry.skip("speeding", "the road map has no limits where they drive", tuple(unlimited))


def _visit(traffic: Traffic, road_map: RoadMap, motion: LifeMotion) -> _Visit:
    looks = _looks(motion)
    moments = looks + motion.begin
    poses, box = traffic.places_at(motion.life, moments), traffic.boxes_at(motion.life, moments)
    places = road_map.locate(np.column_stack((box.centers, poses[:, 2])), poses[:, 3])
    turn = np.radians(poses[:, 3] - places["heading"])
    half = box.extents[:, 1] * np.abs(np.cos(turn)) + box.extents[:, 0] * np.abs(np.sin(turn))
    inside = _on(places, HAS_TRAFFIC) & (np.abs(places["offset"]) + half < places["width"] / 2)
    velocities = motion.velocities[looks]
    return _Visit(motion.life, moments, motion.times[looks], poses, box, places, velocities, ~inside)


def _on(places: Places, kinds: Flags) -> Flags:
    return np.asarray(places["on_lane"] & kinds[places["lane_type"]])


def _looks(motion: LifeMotion) -> Ints:
    looks = []
    last, before = -np.inf, (np.inf, np.inf)
    candidates = np.flatnonzero(motion.judged)
    # At most ten in a second, without a loop over all frames.
    candidates = candidates[changes(np.floor(motion.times[candidates] / _OFTEN))]
    times, places = motion.times[candidates].tolist(), motion.locations[candidates, :2].tolist()
    for moment, time, (x, y) in zip(candidates.tolist(), times, places, strict=True):
        if time - last >= _SELDOM or math.hypot(x - before[0], y - before[1]) >= _STEP:
            looks.append(moment)
            last, before = time, (x, y)
    return np.array(looks, np.int64)


def _add_wrong_way(inquiry: Inquiry, visit: _Visit) -> None:
    limits, places = inquiry.thresholds, visit.places
    turn = turn_between(visit.poses[:, 3], places["heading"], BOTH_WAYS[places["lane_type"]])
    wrong = _on(places, HAS_TRAFFIC) & (places["junction_row"] < 0) & (turn > limits["wrong_way"])
    forward = np.maximum((visit.velocities[:, :2] * visit.box.headings).sum(axis=1), 0.0)
    between = np.nan_to_num(forward[:-1] + forward[1:]) / 2.0
    way = np.append(0.0, np.cumsum(between * np.diff(visit.times)))
    for looks, moments in visit.spans(wrong, limits["wrong_way.time"]):
        length = float(np.ptp(way[looks]))
        if length >= limits["wrong_way.distance"]:
            inquiry.add(
                "wrong_way", moments, (visit.life,), np.nanmax(turn[looks]), limits["wrong_way"],
                severity=Severity.HIGH, note=f"{length:.1f} m that way",
                scenario_runner=_came_from_a_right_way(places, looks.start),
            )  # fmt: skip


def _came_from_a_right_way(places: Places, first: int) -> bool:
    """Tell whether it came onto the wrong lane from another one or a junction: what ScenarioRunner looks at.

    Who was spawned there, or turned around in its lane, it does not notice.
    """
    before = np.flatnonzero(_on(places, HAS_TRAFFIC)[:first])
    last = places[before[-1:]]
    turned = turn_between(last["heading"], places["heading"][first]) > _OTHER_WAY
    return bool((turned | (last["junction_row"] >= 0)).any())


def _add_off_the_road(inquiry: Inquiry, road_map: RoadMap, visit: _Visit) -> None:
    limits, kinds = inquiry.thresholds, ["sidewalk", "outside_lanes"]
    if inquiry.traffic.category[visit.life] == Category.BICYCLE:
        inquiry.skip("sidewalk", "bicycles may be there", (visit.life,))
        kinds.remove("sidewalk")
    most = float(inquiry.traffic.boxes.extents[visit.life, :2].min())
    rows = np.flatnonzero(visit.leaves)
    for kind in kinds:
        least = limits[kind]
        reaches = np.zeros(len(visit.times), np.bool_)
        reaches[rows] = _reaches(road_map, visit, rows, least, kind)
        for looks, moments in visit.spans(reaches, limits[f"{kind}.time"]):
            there = np.flatnonzero(reaches[looks]) + looks.start
            value = least
            while value + _DEEPER <= most and _reaches(road_map, visit, there, value + _DEEPER, kind).any():
                value += _DEEPER
            theirs = (_on_their_sidewalk if kind == "sidewalk" else _off_their_lanes)(road_map, visit, there)
            inquiry.add(kind, moments, (visit.life,), value, least, scenario_runner=theirs)


def _reaches(road_map: RoadMap, visit: _Visit, rows: Ints, inside: float, kind: str) -> Flags:
    """Tell when a box reaches a kind of ground with a corner that is moved inwards by some metres."""
    places = visit.corners_at(road_map, rows, np.maximum(visit.box.extents[rows] - inside, 0.0))
    found = sidewalk = _on(places, _SIDEWALK)
    if kind != "sidewalk":
        # Inside junctions maps have holes between lanes, which are asphalt.
        hole = ~places["on_lane"] & (visit.places["junction_row"][rows, None] >= 0)
        found = ~(sidewalk | hole | _on(places, _DRIVABLE))
    return np.asarray(found.any(axis=1))


def _on_their_sidewalk(road_map: RoadMap, visit: _Visit, rows: Ints) -> bool:
    """Tell whether ScenarioRunner would count it at one of some looks: with all of the box, or its middle."""
    places = visit.corners_at(road_map, rows, visit.box.extents[rows])
    whole = _on(places, _SIDEWALK).any(axis=1) & ~_on(places, HAS_TRAFFIC).any(axis=1)
    return bool((_on(visit.places[rows], _SIDEWALK) | whole).any())


def _off_their_lanes(road_map: RoadMap, visit: _Visit, rows: Ints) -> bool:
    """Tell the same: farther than half a lane and 0.5 m from the middle of every lane, none within 0.5 m."""
    away = np.ones(len(rows), np.bool_)
    for x, y in ((0.0, 0.0), (0.5, 0.0), (-0.5, 0.0), (0.0, 0.5), (0.0, -0.5)):
        near = road_map.locate(np.column_stack((visit.box.centers[rows] + (x, y), visit.poses[rows, 2])))
        away &= ~_on(near, _DRIVABLE)
    # A single look may be at a gap between two roads.
    return bool((away[1:] & away[:-1]).any())


def _add_solid_lines(inquiry: Inquiry, road_map: RoadMap, visit: _Visit) -> None:
    limit = inquiry.thresholds["solid_line"]
    rows = np.flatnonzero(visit.leaves & (visit.places["junction_row"] < 0))
    past, forbidden = np.zeros(len(visit.times)), np.zeros(len(visit.times), np.bool_)
    wheels = visit.corners_at(road_map, rows, visit.box.extents[rows] * _WHEELS, heads=True)
    far, wrong = road_map.past_solid_lines(np.repeat(visit.places[rows], 4), wheels.ravel())
    past[rows] = far.reshape(-1, 4).max(axis=1)
    forbidden[rows] = (wrong & (far >= limit)).reshape(-1, 4).any(axis=1)
    for looks, moments in visit.spans(past >= limit, gap=_CROSSING_PAUSE):
        if forbidden[looks.start]:  # else it came from the broken side
            first, last = visit.places["lane"][[looks.start, looks.stop - 1]]
            note = "crossed" if first != last else "and back"
            inquiry.add("solid_line", moments, (visit.life,), past[looks].max(), limit, note=note)


def _add_speeding(inquiry: Inquiry, visit: _Visit) -> None:
    limits = inquiry.thresholds
    speeds = np.hypot(visit.velocities[:, 0], visit.velocities[:, 1])
    allowed = visit.places["speed_limit"] + limits["speeding"]
    fast = speeds > allowed
    for looks, moments in visit.spans(fast, limits["speeding.time"]):
        most = looks.start + int(np.nanargmax((speeds - allowed)[looks]))
        note = f"the limit is {visit.places['speed_limit'][most] * 3.6:.0f} km/h"
        inquiry.add(
            "speeding", moments, (visit.life,), speeds[most], allowed[most], severity=Severity.LOW, note=note
        )
