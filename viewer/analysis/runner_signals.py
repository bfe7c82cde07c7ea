"""Criteria of ScenarioRunner about red lights and stop signs, by their own rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from viewer.analysis.controlled_lanes import (
    LIGHT_SOURCES,
    TO_JUNCTION,
    ControlledLanes,
    LanePosition,
    TriggerVolumes,
    ahead_and_aside,
)
from viewer.analysis.rule_context import RuleContext
from viewer.analysis.traffic import TrackMotion
from viewer.analysis.traffic_lights import TrafficLights
from viewer.arrays import Flags, Floats
from viewer.logfile.enums import TrafficLightState
from viewer.roads.lane_types import LaneType
from viewer.roads.road_map import RoadMap

if TYPE_CHECKING:
    from viewer.analysis.junctions import Crossing, JunctionEntry

_TAIL = (0.8, 1.0, 1.0)
"""Part of a vehicle whose crossing of a stop line at red counts as a red light run.

It begins 0.8 half-lengths behind the vehicle's centre, and ends 1.0 half-lengths plus 1.0 m behind it.
"""
_REACH, _STEP, _LARGER = 4.0, 0.5, 1.2
"""ScenarioRunner's rule for stop signs: reach of the look ahead in metres, its step in metres, and a factor.

The rule looks ahead along the lane. A sign counts if a point there lies in its trigger volume, enlarged by
the factor.
"""
_STOPPED = 0.1
"""Speed in m/s below which a vehicle has stopped, for ScenarioRunner."""
_BACKWARDS = -0.17
"""Lowest forward speed (m/s) and cosine of the angle to the lane for ScenarioRunner's stop sign rule.

It ignores signs while the vehicle reverses or drives against the lane.
"""
_OFF_LANE = np.array(
    [(r * np.cos(a), r * np.sin(a)) for r in np.arange(0.5, 8.1, 0.5) for a in np.arange(16) * np.pi / 8]
)
"""Offsets (x, y) in metres from a vehicle on no lane at which the nearest lane is looked for, nearest first.
"""
_LANE_SIZE = 0.45
"""Half-length of the trigger volume that CARLA makes for a signal of the map, as a share of the lane's width.
"""


def count_red_lights(context: RuleContext, lights: TrafficLights, crossings: Sequence[Crossing]) -> None:
    """Add to ``context`` the red lights that ScenarioRunner counts of a vehicle.

    It looks for a stop line only where the lane enters a junction, and does not count a light twice in a row.
    ``crossings`` are the vehicle's entries into junctions and over stop lines by time, each with the lights
    that control its lane.
    """
    last: int | None = None
    for entry, found in crossings:
        light = found.rows[0]
        judged = entry.at_junction and light != last
        tail = _tail_crosses_red(context, lights, entry, light) if judged else None
        # ScenarioRunner goes by trigger volumes: without one, and without the map, the line is a guess.
        known = found.how != LIGHT_SOURCES[-1]
        if tail is not None or not known:
            samples = entry.sample, entry.sample if tail is None else tail
            context.count("red_light", samples, entry.track, other=light, at=tail, known=known)
        last = last if tail is None else light


def _tail_crosses_red(
    context: RuleContext, lights: TrafficLights, entry: JunctionEntry, light: int
) -> int | None:
    """Return when a vehicle's tail first is on the stop line of ``light`` while that is red, else None.

    The tail is the part of the vehicle that ScenarioRunner checks for red lights. The result is an index into
    ``Traffic.times``; ``light`` is a row in the actor table, ``entry`` the vehicle's entry into the junction.
    """
    traffic = context.traffic
    motion = traffic.motion_of(entry.track)
    extent = float(traffic.boxes.extents[entry.track, 0])
    here = motion.locations[entry.sample - motion.begin :]
    beyond, _ = ahead_and_aside(here - entry.line, entry.yaw)
    left = np.flatnonzero(beyond > _TAIL[1] * extent + _TAIL[2])
    until = left[0] if len(left) else len(beyond)
    samples = entry.sample + np.flatnonzero(beyond[:until] >= _TAIL[0] * extent)
    red = samples[lights.states(light, traffic.frames[samples]) == TrafficLightState.RED]
    return next(iter(red.tolist()), None)


class StopVolumes:
    """Trigger volumes of stop signs as ScenarioRunner sees them: recorded, else as CARLA makes them of a map.

    Attributes:
        road_map: the map.
        volumes: the volumes.
        known: rows, in the actor table, of the signs of which exactly one volume is known.
    """

    def __init__(self, road_map: RoadMap, signs: ControlledLanes) -> None:
        """Find the volumes of ``signs``, the lanes that the recording's stop signs control."""
        self.road_map = road_map
        made = np.array([*self._made(signs)], signs.recorded.dtype)
        self.volumes: TriggerVolumes = np.concatenate((signs.recorded, made))
        rows, counts = np.unique(self.volumes["row"], return_counts=True)
        self.known = {*rows[counts == 1].tolist()}
        self._ways: dict[LanePosition, Floats] = {}

    def _made(self, signs: ControlledLanes) -> Iterator[tuple[Any, ...]]:
        for row, lanes in signs.of_signal.items():
            # ScenarioRunner only knows signs that are actors in the simulator.
            if row < 0 or row in signs.recorded["row"]:
                continue
            for at in lanes:
                point, stretch = self.road_map.point(*at), self.road_map.stretch(*at)
                if point is None or stretch is None or point.lane_type is not LaneType.DRIVING:
                    continue
                half = _LANE_SIZE * point.width
                back = at.s - half * np.sign(stretch.end - stretch.begin)
                low, high = sorted((stretch.begin, stretch.end))
                moved = at._replace(s=float(np.clip(back, low, high)))
                point = self.road_map.point(*moved) or point
                yield row, 0.0, point.location, (half, half)

    def way(self, road: str, lane: int, s: float) -> Floats:
        """Return the points of a lane from ``s`` to 4 m after it, one every 0.5 m.

        They are x, y, z in metres, shape (1 to 9, 3). Where the lane ends, the points continue on the lanes
        that follow it. ``s`` is in metres along the road.
        """
        key = LanePosition(road, lane, round(s, 3))
        if key not in self._ways:
            self._ways[key] = np.array(self._follow(road, lane, s))
        return self._ways[key]

    def _follow(self, road: str, lane: int, s: float) -> list[tuple[float, float, float]]:
        found: list[tuple[float, float, float]] = []
        stretch = self.road_map.stretch(road, lane, s)
        while stretch is not None and len(found) <= round(_REACH / _STEP):
            point = self.road_map.point(stretch.road, stretch.lane, s)
            if point is None:
                break
            found.append(point.location)
            left = _STEP
            while stretch is not None and abs(stretch.end - s) < left:
                left -= abs(stretch.end - s)
                stretch = next(iter(self.road_map.next_lanes(stretch)), None)
                s = s if stretch is None else stretch.begin
            if stretch is not None:
                s += left * float(np.sign(stretch.end - stretch.begin))
        return found


def count_stop_signs(
    context: RuleContext, motion: TrackMotion, signs: StopVolumes, crossings: Sequence[Crossing]
) -> None:
    """Add to ``context`` the stop signs that ScenarioRunner counts of a vehicle.

    ``crossings`` are the vehicle's entries into junctions and over stop lines, each with the signs that
    control its lane; of signs without a volume of their own it is not known whether they count.
    """
    begin, reach = motion.begin, _REACH + TO_JUNCTION
    for row, noticed, left in _run(motion, signs):
        samples = [noticed, left]
        for entry in [entry for entry, found in crossings if row in found.rows]:
            # The line may lie behind the sign: the count then lasts until there.
            between = slice(*sorted((left, entry.sample - begin)))
            way = np.hypot(*(motion.locations[between, :2] - entry.line[:2]).T)
            samples += [entry.sample - begin] if (way <= reach).all() else []
        span = begin + min(samples), begin + max(samples)
        context.count("stop_sign", span, motion.track, at=begin + left, known=row in signs.known)
    for entry, found in crossings:
        if not signs.known.issuperset(found.rows):
            context.count("stop_sign", (entry.sample, entry.sample), motion.track, known=False)


def _run(motion: TrackMotion, signs: StopVolumes) -> list[tuple[int, int, int]]:
    """Return the stop signs that a vehicle ran by ScenarioRunner's rule: it left them without a stop.

    Each is given by its row in the actor table, and the samples of ``motion`` at which the sign first applied
    to the vehicle and at which it no longer did.
    """
    near = np.zeros(len(motion.times), np.bool_)
    for x, y, _ in signs.volumes["center"].tolist():
        near |= np.hypot(*(motion.locations[:, :2] - (x, y)).T) < _REACH + _OFF_LANE[-1, 0]
    ticks = np.flatnonzero(motion.judged & np.isfinite(motion.locations[:, 0]))
    looks = ticks[near[ticks] | np.append(False, near[ticks][:-1])]
    if not len(looks):
        return []
    places = _on_lanes(signs.road_map, motion.locations[looks])
    found: list[tuple[int, int, int]] = []
    target, noticed, stood, last = None, 0, False, None
    for look, place in zip(looks.tolist(), places, strict=True):
        if not place["on_lane"]:
            continue
        way = signs.way(str(place["road"]), int(place["lane"]), float(place["s"]))
        if target is None:
            lane = np.radians(place["heading"])
            towards = float(motion.headings[look] @ (np.cos(lane), np.sin(lane)))
            if (
                float(np.nan_to_num(motion.velocities[look, :2]) @ motion.headings[look]) < _BACKWARDS
                or towards < _BACKWARDS
            ):
                continue
            target = next(iter(np.flatnonzero(_affect(signs.volumes, way)).tolist()), None)
            noticed, stood = look, False
            continue
        stood = stood or not float(np.nan_to_num(motion.speeds[look])) >= _STOPPED
        if not _affect(signs.volumes[target : target + 1], way).any():
            row = int(signs.volumes["row"][target])
            if not stood and row != last:
                found.append((row, noticed, look))
                last = row
            target = None
    return found


def _affect(volumes: TriggerVolumes, way: Floats) -> Flags:
    """Return a mask, shape (N,), of the stop signs whose trigger volumes contain a point of the lane ``way``.

    ``volumes`` are the N trigger volumes, ``way`` are points along the lane, x, y, z in metres, shape (K, 3).
    As in ScenarioRunner, volumes are 1.2 times as large, their yaw is ignored, and their centre must lie at
    most 4 m from the first point.
    """
    if not len(way):
        return np.zeros(len(volumes), np.bool_)
    near = np.linalg.norm(way[0] - volumes["center"], axis=1) <= _REACH
    beside = np.abs(way[:, None, :2] - volumes["center"][:, :2])
    return np.asarray(near & (beside < _LARGER * volumes["extent"]).all(axis=2).any(axis=0))


def _on_lanes(road_map: RoadMap, points: Floats) -> np.ndarray:
    """Return the position on a driving lane for each of ``points``, shape (N,), of dtype ``LANE_POSITION``.

    ``points`` are x, y, z in metres, shape (N, 3). For a point beside all driving lanes, the nearest one up
    to 8 m away counts; without one, ``on_lane`` is False.
    """
    places = road_map.locate(points)
    for each in np.flatnonzero(~(places["on_lane"] & (places["lane_type"] == LaneType.DRIVING))).tolist():
        around = np.tile(points[each], (len(_OFF_LANE), 1))
        around[:, :2] += _OFF_LANE
        there = road_map.locate(around)
        driving = np.flatnonzero(there["on_lane"] & (there["lane_type"] == LaneType.DRIVING))
        places[each] = there[driving[0]] if len(driving) else places[each]
        places["on_lane"][each] = bool(len(driving))
    return places
