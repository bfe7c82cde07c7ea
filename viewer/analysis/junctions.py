"""Rules for red lights and stop signs: when a vehicle enters a junction, and what controls its lane."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from viewer.analysis.controlled_lanes import (
    ALONG,
    LIGHT_SOURCES,
    STOP,
    TO_JUNCTION,
    ControlledLanes,
    ControllingSignals,
    Lane,
    LanePosition,
    SignalLine,
    TriggerVolumes,
    ahead_and_aside,
)
from viewer.analysis.event_table import NotJudged, Severity
from viewer.analysis.rule_context import RuleContext
from viewer.analysis.traffic import TrackMotion, changes
from viewer.analysis.traffic_lights import MappedTrafficLights, TrafficLights
from viewer.arrays import Flags, Floats, Ints
from viewer.logfile.enums import TrafficLightState
from viewer.recording.actors import Category
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.contacts import motion_at
from viewer.roads.arrays import turn_between
from viewer.roads.lane_types import HAS_TRAFFIC, LaneType
from viewer.roads.road_map import RoadMap

_OFTEN = 0.1
"""Seconds between two look-ups, in the road map, of the lane at the front of a vehicle."""
_AFTER = 6.0
"""Metres after the entry into a junction within which the possible lanes of the vehicle are collected."""
_ONE_LEVEL = 3.0
"""Largest difference in height, in metres, between a stop line and a vehicle on it."""
_NEAR = 30.0
"""Metres from a light or sign whose lanes are unknown, within which a vehicle may have to obey it."""
_TAIL = (0.8, 1.0, 1.0)
"""Part of a vehicle whose crossing of a stop line at red ScenarioRunner counts as a red light run.

It begins 0.8 half-lengths behind the vehicle's centre, and ends 1.0 half-lengths plus 1.0 m behind it.
"""
_BEFORE = 4.0
"""Metres before the line of a stop sign within which a vehicle must have stopped."""
_LATER = 2.0
"""Seconds for which ScenarioRunner may notice a stop sign after a vehicle's front has crossed its stop line.
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


@dataclass(frozen=True, eq=False)
class JunctionEntry:
    """Entry of a vehicle into a junction, or across a stop line on a lane that leads into none.

    Attributes:
        track: index in ``Traffic`` of the vehicle's track (an actor from spawn to destruction).
        sample: index into ``Traffic.times`` at which its front is first in the junction, or across the line.
        line: where the front crossed, x, y, z in metres.
        yaw: yaw of the vehicle then, degrees.
        lanes: the lane it comes from, then the lanes in the junction that it may be on.
        at_junction: False for a stop line on a lane that leads into no junction.
    """

    track: int
    sample: int
    line: Floats
    yaw: float
    lanes: tuple[Lane, ...]
    at_junction: bool = True


def add_junction_events(context: RuleContext, road_map: RoadMap) -> None:
    """Add to ``context`` the events of vehicles that ran red lights or stop signs."""
    index = context.traffic.index
    if not (index.actors.category == Category.TRAFFIC_LIGHT).any():
        context.skip("red_light", "the recording has no traffic lights")
    lights = MappedTrafficLights(index, road_map)
    signs = StopSigns(index, road_map)
    for motion in context.motions(context.drivers):
        boxes, front = context.traffic.boxes, motion.locations.copy()  # x, y, z in metres, shape (K, 3)
        front[:, :2] += motion.headings * (boxes.centers[motion.track, 0] + boxes.extents[motion.track, 0])
        entries = [*_entries(motion, front, road_map)]
        at_lights = [(each, lights.controlling_signals(each.line, each.yaw, each.lanes)) for each in entries]
        at_lights += _crossings(motion, front, lights.controlled_lanes.lines)
        last_counted: int | None = None
        for entry, controlling_signals in sorted(at_lights, key=lambda each: each[0].sample):
            last_counted = _judge_light(context, lights, entry, controlling_signals, last_counted)
        at_signs = [
            (each, signs.controlled_lanes.controlling_signals(each.line, each.lanes)) for each in entries
        ]
        _judge_stops(
            context,
            signs,
            motion,
            front,
            [*at_signs, *_crossings(motion, front, signs.controlled_lanes.lines)],
        )
    _report_unplaced(context, "red_light", lights.unplaced)
    _report_unplaced(context, "stop_sign", signs.controlled_lanes.unplaced)


def _report_unplaced(context: RuleContext, kind: str, rows: Ints) -> None:
    """Add to ``context.not_judged`` the lights or signs of which no lane is known, with the vehicles nearby.

    Those farther than 30 m from the path of every vehicle are left out. ``kind`` is the id of the kind of
    events, "red_light" or "stop_sign"; ``rows`` are rows in the actor table.
    """
    traffic = context.traffic
    places = traffic.index.actors.location[rows]
    near: dict[int, list[int]] = {}  # rows of the drivers, by index into ``rows``
    for track in context.drivers if len(rows) else ():
        motion = traffic.motion_of(track)
        way = motion.locations[motion.judged]
        for number, place in enumerate(places):
            if (np.linalg.norm(way - place, axis=1) < _NEAR).any():
                near.setdefault(number, []).append(int(traffic.rows[track]))
    reason = "no signal of the road map and no trigger volume tells on which lane it acts"
    by_driver: dict[tuple[int, ...], list[int]] = {}
    for number, who in near.items():
        by_driver.setdefault(tuple(who), []).append(int(rows[number]))
    for drivers, those in by_driver.items():
        context.not_judged[NotJudged(kind, (*those, *drivers), reason)] = None


def _judge_light(
    context: RuleContext,
    lights: TrafficLights,
    entry: JunctionEntry,
    found: ControllingSignals,
    last_counted: int | None,
) -> int | None:
    """Add an event if a vehicle entered a junction at red; return the light that ScenarioRunner counted last.

    The light is a row in the actor table, None for none. The event is added if the rule of this program or
    that of ScenarioRunner is broken.

    Args:
        context: receives the event.
        lights: traffic lights of the recording.
        entry: the vehicle's entry.
        found: lights that control the lane.
        last_counted: result for the vehicle's entry before this one; ScenarioRunner does not count a light
            twice in a row.
    """
    traffic = context.traffic
    if not found.rows:
        return last_counted
    frames = traffic.frames[entry.sample - 1 : entry.sample + 1]
    states = np.array([lights.states(row, frames) for row in found.rows])
    red = (states == TrafficLightState.RED).all(axis=1)
    if red.any() != red.all():
        context.skip("red_light", "lights that may govern the lane show different states", (entry.track,))
        return last_counted
    if np.isin(states, (TrafficLightState.OFF, TrafficLightState.UNKNOWN)).any():
        context.skip("red_light", "the light is off, or its state is not known", (entry.track,))
        return last_counted
    light = found.rows[0]
    # ScenarioRunner looks for a stop line only where the lane enters a junction.
    tail = _tail_crosses_red(context, lights, entry, light) if entry.at_junction else None
    runner_counts: bool | None = tail is not None and light != last_counted
    if not red.all() and not runner_counts:
        return last_counted
    counted = light if runner_counts else last_counted
    if found.how == LIGHT_SOURCES[-1]:  # ScenarioRunner uses trigger volumes, unknown here
        runner_counts = None
    sample = entry.sample if red.all() or tail is None else tail
    frame = int(traffic.frames[sample])
    actor_id = int(traffic.index.actors.actor_id[light])
    # The speed that the window shows: in the frame in which this sample's pose is written.
    shown = min(frame + traffic.pose_lag, len(traffic.index.frame_starts) - 1)
    motion = motion_at(traffic.index, shown, (int(traffic.rows[entry.track]),))
    note = f"light {actor_id}, by {found.how}, at {np.hypot(*motion.velocities[0, :2]):.1f} m/s"
    red_for, longer = lights.red_for(light, frame)
    context.add(
        "red_light", (sample, sample), (entry.track,), red_for, math.nan, severity=Severity.HIGH, note=note,
        place=entry.line, by_our_rule=bool(red.all()), scenario_runner=runner_counts, light=light,
        at_least=longer,
        scenario_runner_time=float(traffic.times[tail]) if runner_counts and tail is not None else None,
    )  # fmt: skip
    return counted


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


def _entries(motion: TrackMotion, front: Floats, road_map: RoadMap) -> Iterator[JunctionEntry]:
    """Yield the entries of a vehicle into junctions, driving forwards along a lane that leads into them.

    ``front``: position of the vehicle's front at each of the K samples of ``motion``, x, y, z in metres,
    shape (K, 3).
    """
    looks = np.flatnonzero(motion.judged)
    if not len(looks):
        return
    looks = looks[changes(np.floor(motion.times[looks] / _OFTEN))]
    places = road_map.locate(front[looks], motion.yaws[looks])
    inside = places["on_lane"] & (places["junction_row"] >= 0)
    outside = places["on_lane"] & (places["junction_row"] < 0) & HAS_TRAFFIC[places["lane_type"]]
    aligned = turn_between(motion.yaws[looks], places["heading"]) < ALONG
    for step in np.flatnonzero(inside[1:] & outside[:-1] & aligned[:-1]).tolist():
        first, last = int(looks[step]), int(looks[step + 1])
        if motion.broken[first:last].any():
            continue
        between = np.arange(first, last + 1)
        in_junction = road_map.locate(front[between], motion.yaws[between])["junction_row"] >= 0
        local = int(between[np.argmax(in_junction)])
        if not motion.forwards[local] > 0.0:
            continue
        way = np.hypot(*(front[looks[step + 1 :], :2] - front[local, :2]).T)
        until = int(np.argmax(np.append(way > _AFTER, True)))
        taken = places[step + 1 : step + 1 + max(until, 1)]
        taken = taken[taken["on_lane"] & (taken["junction_row"] == places["junction_row"][step + 1])]
        yaw = float(motion.yaws[local])
        # Lanes of the opposite direction do not count: the vehicle may cut across them.
        taken = taken[turn_between(taken["heading"], yaw) < ALONG]
        lanes = np.append(places[step : step + 1], taken)
        on = tuple(dict.fromkeys(zip(lanes["road"].tolist(), lanes["lane"].tolist(), strict=True)))
        yield JunctionEntry(motion.track, motion.begin + local, front[local], yaw, on)


def _crossings(
    motion: TrackMotion, front: Floats, lines: Sequence[SignalLine]
) -> Iterator[tuple[JunctionEntry, ControllingSignals]]:
    """Yield each crossing of a line in ``lines`` by a vehicle that drives forwards along the line's lane.

    Each comes with the traffic lights or stop signs that the line is for. ``front``: position of the
    vehicle's front at each of the K samples of ``motion``, x, y, z in metres, shape (K, 3).
    """
    for line in lines:
        offset = front - line.middle.location
        along, aside = ahead_and_aside(offset, line.middle.yaw)
        turn = turn_between(motion.yaws, line.middle.yaw)
        there = (np.abs(aside) <= line.middle.width / 2) & (np.abs(offset[:, 2]) < _ONE_LEVEL)
        there &= motion.judged & (turn < ALONG)
        steps = (along[:-1] < 0.0) & (along[1:] >= 0.0) & there[:-1] & there[1:] & ~motion.broken[:-1]
        for local in (np.flatnonzero(steps) + 1).tolist():
            if motion.forwards[local] > 0.0:
                where = motion.begin + local, front[local], float(motion.yaws[local])
                yield (
                    JunctionEntry(motion.track, *where, (line.at[:2],), at_junction=False),
                    line.controlling_signals,
                )


class StopSigns:
    """Stop signs of a recording and its road map, with the trigger volumes that ScenarioRunner would see."""

    def __init__(self, index: RecordingIndex, road_map: RoadMap) -> None:
        """Find the recording's stop signs with their trigger volumes, and the lanes that they control."""
        self.road_map = road_map
        self.controlled_lanes = ControlledLanes(index, road_map, rows_of_signs(index), STOP, map_alone=True)
        # ScenarioRunner's volumes: recorded, else what CARLA makes of the map's signals; one per sign.
        recorded = self.controlled_lanes.recorded
        self.volumes = np.concatenate((recorded, np.array([*self._made()], recorded.dtype)))
        rows, counts = np.unique(self.volumes["row"], return_counts=True)
        self.known = {*rows[counts == 1].tolist()}
        self._ways: dict[LanePosition, Floats] = {}

    def _made(self) -> Iterator[tuple[Any, ...]]:
        for row, lanes in self.controlled_lanes.of_signal.items():
            # ScenarioRunner only knows signs that are actors in the simulator.
            if row < 0 or row in self.controlled_lanes.recorded["row"]:
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


def _judge_stops(
    context: RuleContext,
    signs: StopSigns,
    motion: TrackMotion,
    front: Floats,
    at_signs: Sequence[tuple[JunctionEntry, ControllingSignals]],
) -> None:
    """Add an event to ``context`` for each stop sign that a vehicle did not stop at.

    It is added if this program's rule or ScenarioRunner's criterion counts it.

    Args:
        context: receives the events.
        signs: stop signs of the recording and its map.
        motion: motion of the vehicle, K samples.
        front: position of its front at each of them, x, y, z in metres, shape (K, 3).
        at_signs: entries of the vehicle into junctions, each with the signs that control its lane.
    """
    track, begin = motion.track, motion.begin
    left = _counted(motion, signs)
    limit = context.thresholds["stop_sign"]
    for entry, (rows, how) in sorted(at_signs, key=lambda each: each[0].sample):
        if not rows:
            continue
        here = entry.sample - begin
        far = np.hypot(*(front[: here + 1, :2] - entry.line[:2]).T)
        start = np.flatnonzero(~(far <= _BEFORE))
        first = int(start[-1]) + 1 if len(start) else 0
        if first == 0:  # at the line when first seen: it may have stopped before
            context.skip("stop_sign", "it stood before the line when it was first seen", (track,))
            continue
        slowest = float(np.nanmin(motion.speeds[first : here + 1]))
        if not slowest >= limit:
            continue
        until = entry.sample + int(np.searchsorted(motion.times, motion.times[here] + _LATER)) - here
        away = np.flatnonzero(~(far <= _REACH + TO_JUNCTION))
        since = begin + (int(away[-1]) + 1 if len(away) else 0)
        same = [(row, a, b) for row, a, b in left if row in rows and a <= until and b >= since]
        for each in same[:1]:
            left.remove(each)
        counts = bool(same) if all(row in signs.known for row in rows) else None
        context.add(
            "stop_sign", (entry.sample, entry.sample), (track,), slowest, limit, severity=Severity.HIGH,
            note=f"stop sign by {how}", place=entry.line, scenario_runner=counts,
            scenario_runner_time=float(context.traffic.times[same[0][2]]) if same else None,
        )  # fmt: skip
    for row, noticed, end in left:
        slowest = float(np.nanmin(motion.speeds[noticed - begin : end - begin + 1]))
        counts = True if row in signs.known else None
        context.add(
            "stop_sign", (end, end), (track,), slowest, _STOPPED, severity=Severity.HIGH,
            by_our_rule=False, scenario_runner=counts,
        )  # fmt: skip


def _counted(motion: TrackMotion, signs: StopSigns) -> list[tuple[int, int, int]]:
    """Return the stop signs that a vehicle ran by ScenarioRunner's rule: it left them without a stop.

    Each is given by its row in the actor table, and the samples (indices into ``Traffic.times``) at which the
    sign first applied to the vehicle and at which it no longer did.
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
                found.append((row, motion.begin + noticed, motion.begin + look))
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


def rows_of_signs(index: RecordingIndex) -> Ints:
    """Return the rows of a recording's stop signs in the actor table."""
    descriptions = index.actors.descriptions
    return np.flatnonzero([each.type_id == "traffic.stop" for each in descriptions])
