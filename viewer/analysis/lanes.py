"""Rules of the lane: wrong way, sidewalk, outside all lanes, solid lines, and speed limits.

A moving vehicle is looked up in the map ten times a second; the corners of its bounding box only while that
reaches beyond the lane of the vehicle's centre.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from viewer.analysis.boxes import Rectangles, corners
from viewer.analysis.centre_lanes import SELDOM
from viewer.analysis.event_table import Severity
from viewer.analysis.rule_context import RuleContext
from viewer.analysis.runner_lanes import count_lanes
from viewer.analysis.traffic import TrackMotion
from viewer.arrays import Flags, Floats, Ints, spans
from viewer.recording.actors import VEHICLES, Category
from viewer.roads.arrays import turn_between
from viewer.roads.lane_types import BOTH_WAYS, DRIVABLE, HAS_TRAFFIC, SIDEWALK
from viewer.roads.road_map import RoadMap

_PAUSE, _CROSSING_PAUSE = 0.5, 1.0
"""Seconds without a violation after which a lane event has ended; the second is for crossing solid lines."""
_WHEELS = np.array((0.6, 0.8))
"""Position of a vehicle's wheels, as fractions of the half-length and half-width of its bounding box.

The bounding box includes bumpers and mirrors.
"""
_DEEPER = 0.1
"""Step in metres by which a vehicle's bounding box is made smaller to measure how far it is off the road.

The box is made smaller until none of its corners is off the road any more.
"""

Places: TypeAlias = NDArray[np.void]
"""Array of ``viewer.roads.locate.LANE_POSITION``: positions on lanes."""


@dataclass(frozen=True, eq=False)
class LaneVisit:
    """Motion of one vehicle, and its lane, at the K samples that the rules on lanes check.

    Attributes:
        track: index of the vehicle's track in ``Traffic``.
        samples: indices into ``Traffic.times``, shape (K,).
        times: elapsed seconds, shape (K,).
        poses: x, y, z in metres and yaw in degrees, shape (K, 4).
        box: bounding box in plan view at each sample.
        places: lane position of the box's centre, shape (K,).
        velocities: m/s along the world axes, shape (K, 2).
        leaves: True where the box reaches beyond the lane of its centre, shape (K,).
    """

    track: int
    samples: Ints
    times: Floats
    poses: Floats  # x, y, z in metres and yaw in degrees, shape (K, 4)
    box: Rectangles
    places: Places
    velocities: Floats  # m/s, world axes, shape (K, 2)
    leaves: Flags  # True where the box reaches beyond the lane of its centre

    def spans(
        self, beyond: Flags, hold: float = 0.0, gap: float = _PAUSE
    ) -> Iterator[tuple[slice, tuple[int, int]]]:
        """Yield the spans of time in which ``beyond`` is True, each as a slice of it and two samples.

        The two are the first and last sample of the span, as indices into ``Traffic.times``.

        Args:
            beyond: one value for each of the vehicle's K samples here, shape (K,).
            hold: parts that last less than this many seconds are left out first.
            gap: then parts less than this many seconds apart become one span.
        """
        unseen = np.diff(self.times, prepend=self.times[0]) > 2 * SELDOM
        for first, last in spans(self.times, beyond, hold=hold, gap=gap, apart=unseen):
            yield slice(first, last + 1), (int(self.samples[first]), int(self.samples[last]))

    def is_on(self, kinds: Flags) -> Flags:
        """Return a mask, shape (K,), of the samples at which the box's centre is on a lane of ``kinds``.

        ``kinds`` are flags indexed by LaneType.
        """
        return _on(self.places, kinds)

    def corners_at(self, road_map: RoadMap, rows: Ints, extents: Floats, *, use_yaw: bool = False) -> Places:
        """Return the lane positions of the four corners of the vehicle's bounding box at N samples, (N, 4).

        Args:
            road_map: map of the lanes.
            rows: indices of these samples (moments in time), shape (N,).
            extents: half length and half width of the box in metres, shape (N, 2).
            use_yaw: whether the vehicle's yaw helps to choose among lanes above each other.
        """
        points = corners(Rectangles(self.box.centers[rows], self.box.headings[rows], extents)).reshape(-1, 2)
        heights, yaws = np.repeat(self.poses[rows, 2:], 4, axis=0).T
        return road_map.locate(np.column_stack((points, heights)), yaws if use_yaw else None).reshape(-1, 4)


def add_lane_events(context: RuleContext, motion: TrackMotion) -> None:
    """Add a vehicle's events to ``context``: wrong way, off the road, solid line crossed, speeding.

    ``motion`` is the vehicle's; other actors and recordings without a map have no such events.
    """
    road_map = context.road_map
    if road_map is None or context.traffic.category[motion.track] not in VEHICLES:
        return
    visit = _visit(context, road_map, motion)
    if not len(visit.samples):
        return
    count_lanes(context, road_map, visit)
    _add_wrong_way(context, visit)
    _add_off_the_road(context, road_map, visit)
    _add_solid_lines(context, road_map, visit)
    if np.isfinite(visit.places["speed_limit"]).any():
        _add_speeding(context, visit)
    else:
        context.without_limits.append(motion.track)


def skip_without_limits(context: RuleContext) -> None:
    """Record in ``context`` that speeding was not judged where the map has no limits."""
    if context.without_limits:
        reason = "the road map has no limits where they drive"
        context.skip("speeding", reason, tuple(context.without_limits))


def _visit(context: RuleContext, road_map: RoadMap, motion: TrackMotion) -> LaneVisit:
    centre = context.centre_lanes(road_map, motion)
    looks = centre.for_lanes
    samples = looks + motion.begin
    poses = context.traffic.positions_at(motion.track, samples)
    box, lanes = centre.at(looks)
    places = road_map.located(lanes, poses[:, 2], poses[:, 3])
    turn = np.radians(poses[:, 3] - places["heading"])
    half = box.extents[:, 1] * np.abs(np.cos(turn)) + box.extents[:, 0] * np.abs(np.sin(turn))
    inside = _on(places, HAS_TRAFFIC) & (np.abs(places["offset"]) + half < places["width"] / 2)
    velocities = motion.velocities[looks]
    return LaneVisit(motion.track, samples, motion.times[looks], poses, box, places, velocities, ~inside)


def _on(places: Places, kinds: Flags) -> Flags:
    return np.asarray(places["on_lane"] & kinds[places["lane_type"]])


def _add_wrong_way(context: RuleContext, visit: LaneVisit) -> None:
    limits, places = context.thresholds, visit.places
    turn = turn_between(visit.poses[:, 3], places["heading"], BOTH_WAYS[places["lane_type"]])
    wrong = visit.is_on(HAS_TRAFFIC) & (places["junction_row"] < 0) & (turn > limits["wrong_way"])
    forward = np.maximum((visit.velocities * visit.box.headings).sum(axis=1), 0.0)
    between = np.nan_to_num(forward[:-1] + forward[1:]) / 2.0
    way = np.append(0.0, np.cumsum(between * np.diff(visit.times)))
    for looks, samples in visit.spans(wrong, limits["wrong_way.time"]):
        length = float(np.ptp(way[looks]))
        if length >= limits["wrong_way.distance"]:
            context.add(
                "wrong_way", samples, (visit.track,), np.nanmax(turn[looks]), limits["wrong_way"],
                severity=Severity.HIGH, note=f"{length:.1f} m that way",
            )  # fmt: skip


def _add_off_the_road(context: RuleContext, road_map: RoadMap, visit: LaneVisit) -> None:
    limits, kinds = context.thresholds, ["sidewalk", "outside_lanes"]
    if context.traffic.category[visit.track] == Category.BICYCLE:
        context.skip("sidewalk", "bicycles may be there", (visit.track,))
        kinds.remove("sidewalk")
    most = float(context.traffic.boxes.extents[visit.track, :2].min())
    rows = np.flatnonzero(visit.leaves)
    for kind in kinds:
        least = limits[kind]
        reaches = np.zeros(len(visit.times), np.bool_)
        reaches[rows] = _reaches(road_map, visit, rows, least, kind)
        for looks, samples in visit.spans(reaches, limits[f"{kind}.time"]):
            there = np.flatnonzero(reaches[looks]) + looks.start
            value = least
            while value + _DEEPER <= most and _reaches(road_map, visit, there, value + _DEEPER, kind).any():
                value += _DEEPER
            context.add(kind, samples, (visit.track,), value, least)


def _reaches(road_map: RoadMap, visit: LaneVisit, rows: Ints, inside: float, kind: str) -> Flags:
    """Return a mask, shape (N,), of the samples at which a corner of the vehicle's box is off the road.

    For kind "sidewalk", a corner is off the road on a sidewalk. For kind "outside_lanes", it is where there
    is no sidewalk and no driving or parking lane; a gap between lanes counts as road if the box's centre is
    in a junction.

    Args:
        road_map: map of the roads.
        visit: a vehicle's bounding box and lane at K samples (moments in time).
        rows: indices of N of these samples.
        inside: metres by which the box is first made smaller on each side.
        kind: "sidewalk" or "outside_lanes".
    """
    places = visit.corners_at(road_map, rows, np.maximum(visit.box.extents[rows] - inside, 0.0))
    found = sidewalk = _on(places, SIDEWALK)
    if kind != "sidewalk":
        # Gaps between lanes inside a junction are asphalt.
        hole = ~places["on_lane"] & (visit.places["junction_row"][rows, None] >= 0)
        found = ~(sidewalk | hole | _on(places, DRIVABLE))
    return np.asarray(found.any(axis=1))


def _add_solid_lines(context: RuleContext, road_map: RoadMap, visit: LaneVisit) -> None:
    limit = context.thresholds["solid_line"]
    rows = np.flatnonzero(visit.leaves & (visit.places["junction_row"] < 0))
    past, forbidden = np.zeros(len(visit.times)), np.zeros(len(visit.times), np.bool_)
    wheels = visit.corners_at(road_map, rows, visit.box.extents[rows] * _WHEELS, use_yaw=True)
    far, wrong = road_map.past_solid_lines(np.repeat(visit.places[rows], 4), wheels.ravel())
    past[rows] = far.reshape(-1, 4).max(axis=1)
    forbidden[rows] = (wrong & (far >= limit)).reshape(-1, 4).any(axis=1)
    for looks, samples in visit.spans(past >= limit, gap=_CROSSING_PAUSE):
        if forbidden[looks.start]:  # otherwise it crossed from the broken side of the line
            first, last = visit.places["lane"][[looks.start, looks.stop - 1]]
            note = "crossed" if first != last else "and back"
            context.add("solid_line", samples, (visit.track,), past[looks].max(), limit, note=note)


def _add_speeding(context: RuleContext, visit: LaneVisit) -> None:
    limits = context.thresholds
    speeds = np.hypot(visit.velocities[:, 0], visit.velocities[:, 1])
    allowed = visit.places["speed_limit"] + limits["speeding"]
    fast = speeds > allowed
    for looks, samples in visit.spans(fast, limits["speeding.time"]):
        most = looks.start + int(np.nanargmax((speeds - allowed)[looks]))
        note = f"the limit is {visit.places['speed_limit'][most] * 3.6:.0f} km/h"
        context.add(
            "speeding", samples, (visit.track,), speeds[most], allowed[most], severity=Severity.LOW, note=note
        )
