"""Rules for red lights and stop signs: when a vehicle enters a junction, and what controls its lane."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from viewer.analysis.controlled_lanes import (
    ALONG,
    STOP,
    ControlledLanes,
    ControllingSignals,
    Lane,
    SignalLine,
    ahead_and_aside,
)
from viewer.analysis.event_table import NotJudged, Severity
from viewer.analysis.rule_context import RuleContext
from viewer.analysis.runner_signals import StopVolumes, count_red_lights, count_stop_signs
from viewer.analysis.traffic import TrackMotion, changes
from viewer.analysis.traffic_lights import TrafficLights
from viewer.arrays import Floats, Ints, multi_arange
from viewer.logfile.enums import TrafficLightState
from viewer.recording.actors import Category
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.contacts import motion_at
from viewer.roads.arrays import turn_between
from viewer.roads.lane_types import HAS_TRAFFIC
from viewer.roads.road_map import RoadMap

_OFTEN = 0.1
"""Seconds between two look-ups, in the road map, of the lane at the front of a vehicle."""
_AFTER = 6.0
"""Metres after the entry into a junction within which the possible lanes of the vehicle are collected."""
_SOON = 64
"""Number of look-ups after the entry that are first searched for the one ``_AFTER`` metres away."""
_STRETCH = 8
"""Number of positions in a row that are together compared with the places of junctions."""
_ONE_LEVEL = 3.0
"""Largest difference in height, in metres, between a stop line and a vehicle on it."""
_NEAR = 30.0
"""Metres from a light or sign whose lanes are unknown, within which a vehicle may have to obey it."""
_PART = 64
"""Number of positions in a row whose bounding box is compared with a light first."""
_BEFORE = 4.0
"""Metres before the line of a stop sign within which a vehicle must have stopped."""


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


Crossing: TypeAlias = tuple[JunctionEntry, ControllingSignals]
"""Entry of a vehicle, and the traffic lights or stop signs that control its lane there."""


def add_junction_events(context: RuleContext) -> None:
    """Add to ``context`` the events of vehicles that ran red lights or stop signs."""
    index, lights, road_map = context.traffic.index, context.mapped_lights, context.road_map
    if lights is None or road_map is None:
        return
    if not (index.actors.category == Category.TRAFFIC_LIGHT).any():
        context.skip("red_light", "the recording has no traffic lights")
    signs = ControlledLanes(index, road_map, rows_of_signs(index), STOP, map_alone=True)
    volumes = StopVolumes(road_map, signs)
    for motion in context.motions(context.drivers):
        boxes, front = context.traffic.boxes, motion.locations.copy()  # x, y, z in metres, shape (K, 3)
        front[:, :2] += motion.headings * (boxes.centers[motion.track, 0] + boxes.extents[motion.track, 0])
        entries = [*_entries(motion, front, road_map)]
        at_lights = [(each, lights.controlling_signals(each.line, each.yaw, each.lanes)) for each in entries]
        at_lights += _crossings(motion, front, lights.controlled_lanes.lines)
        at_lights = [each for each in sorted(at_lights, key=_by_time) if _judge_light(context, lights, *each)]
        count_red_lights(context, lights, at_lights)
        at_signs = [(each, signs.controlling_signals(each.line, each.lanes)) for each in entries]
        at_signs = sorted([*at_signs, *_crossings(motion, front, signs.lines)], key=_by_time)
        _judge_stops(context, motion, front, at_signs)
        count_stop_signs(context, motion, volumes, at_signs)
    _report_unplaced(context, "red_light", lights.unplaced)
    _report_unplaced(context, "stop_sign", signs.unplaced)


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
        starts = np.arange(0, len(way), _PART)
        low, high = np.fmin.reduceat(way, starts), np.fmax.reduceat(way, starts)
        for number, place in enumerate(places):
            parts = starts[((low - place < _NEAR) & (place - high < _NEAR)).all(axis=1)].tolist()
            if any((np.linalg.norm(way[at : at + _PART] - place, axis=1) < _NEAR).any() for at in parts):
                near.setdefault(number, []).append(int(traffic.rows[track]))
    reason = "no signal of the road map and no trigger volume tells on which lane it acts"
    by_driver: dict[tuple[int, ...], list[int]] = {}
    for number, who in near.items():
        by_driver.setdefault(tuple(who), []).append(int(rows[number]))
    for drivers, those in by_driver.items():
        context.not_judged[NotJudged(kind, (*those, *drivers), reason)] = None


def _by_time(crossing: Crossing) -> int:
    """Return the sample of an entry into a junction, to sort entries by."""
    return crossing[0].sample


def _judge_light(
    context: RuleContext, lights: TrafficLights, entry: JunctionEntry, found: ControllingSignals
) -> bool:
    """Add an event if a vehicle entered a junction at red; return whether it can be judged.

    Args:
        context: receives the event.
        lights: traffic lights of the recording.
        entry: the vehicle's entry.
        found: lights that control the lane.
    """
    traffic = context.traffic
    if not found.rows:
        return False
    frames = traffic.frames[entry.sample - 1 : entry.sample + 1]
    states = np.array([lights.states(row, frames) for row in found.rows])
    red = (states == TrafficLightState.RED).all(axis=1)
    if red.any() != red.all():
        context.skip("red_light", "lights that may govern the lane show different states", (entry.track,))
        return False
    if np.isin(states, (TrafficLightState.OFF, TrafficLightState.UNKNOWN)).any():
        context.skip("red_light", "the light is off, or its state is not known", (entry.track,))
        return False
    if red.all():
        light, frame = found.rows[0], int(frames[-1])
        # The speed that the window shows: in the frame in which this sample's pose is written.
        shown = min(frame + traffic.pose_lag, len(traffic.index.frame_starts) - 1)
        motion = motion_at(traffic.index, shown, (int(traffic.rows[entry.track]),))
        note = (
            f"light {int(traffic.index.actors.actor_id[light])}, by {found.how}, "
            f"at {np.hypot(*motion.velocities[0, :2]):.1f} m/s"
        )
        red_for, longer = lights.red_for(light, frame)
        context.add(
            "red_light", (entry.sample, entry.sample), (entry.track,), red_for, math.nan,
            severity=Severity.HIGH, note=note, place=entry.line, light=light, at_least=longer,
        )  # fmt: skip
    return True


def _entries(motion: TrackMotion, front: Floats, road_map: RoadMap) -> Iterator[JunctionEntry]:
    """Yield the entries of a vehicle into junctions, driving forwards along a lane that leads into them.

    ``front``: position of the vehicle's front at each of the K samples of ``motion``, x, y, z in metres,
    shape (K, 3).
    """
    looks = np.flatnonzero(motion.judged)
    if not len(looks):
        return
    looks = looks[changes(np.floor(motion.times[looks] / _OFTEN))]
    near = _near_junctions(front[looks, :2], road_map)
    there = looks[near]
    places = road_map.locate(front[there], motion.yaws[there])
    inside = places["on_lane"] & (places["junction_row"] >= 0)
    outside = places["on_lane"] & (places["junction_row"] < 0) & HAS_TRAFFIC[places["lane_type"]]
    aligned = turn_between(motion.yaws[there], places["heading"]) < ALONG
    steps = np.flatnonzero(inside[1:] & outside[:-1] & aligned[:-1])
    steps = steps[[not motion.broken[a:b].any() for a, b in zip(there[steps], there[steps + 1], strict=True)]]
    counts = there[steps + 1] - there[steps] + 1
    between = multi_arange(there[steps], counts)
    in_junction = road_map.locate(front[between], motion.yaws[between])["junction_row"] >= 0
    enters = np.split(in_junction, np.cumsum(counts)[:-1])
    for step, entered in zip(steps.tolist(), enters, strict=False):
        local = int(there[step] + np.argmax(entered))
        if not motion.forwards[local] > 0.0:
            continue
        begin = int(near[step + 1])
        for most in (_SOON, len(looks)):
            way = np.hypot(*(front[looks[begin : begin + most], :2] - front[local, :2]).T)
            if (way > _AFTER).any():
                break
        until = begin + max(int(np.argmax(np.append(way > _AFTER, True))), 1)
        taken = places[step + 1 : int(np.searchsorted(near, until))]
        taken = taken[taken["on_lane"] & (taken["junction_row"] == places["junction_row"][step + 1])]
        yaw = float(motion.yaws[local])
        # Lanes of the opposite direction do not count: the vehicle may cut across them.
        taken = taken[turn_between(taken["heading"], yaw) < ALONG]
        lanes = np.append(places[step : step + 1], taken)
        on = tuple(dict.fromkeys(zip(lanes["road"].tolist(), lanes["lane"].tolist(), strict=True)))
        yield JunctionEntry(motion.track, motion.begin + local, front[local], yaw, on)


def _near_junctions(points: Floats, road_map: RoadMap) -> Ints:
    """Return the indices of those of ``points`` (N, 2) on a way, in metres, that may be in a junction.

    The point before each of them is among them, too.
    """
    starts = np.arange(0, len(points), _STRETCH)
    low, high = np.minimum.reduceat(points, starts), np.maximum.reduceat(points, starts)
    near = road_map.reach_junctions(np.column_stack((low, high)))
    near[:-1] |= near[1:].copy()
    return np.flatnonzero(np.repeat(near, _STRETCH)[: len(points)])


def _crossings(motion: TrackMotion, front: Floats, lines: Sequence[SignalLine]) -> Iterator[Crossing]:
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


def _judge_stops(
    context: RuleContext,
    motion: TrackMotion,
    front: Floats,
    at_signs: Sequence[Crossing],
) -> None:
    """Add an event to ``context`` for each stop sign that a vehicle did not stop at.

    Args:
        context: receives the events.
        motion: motion of the vehicle, K samples.
        front: position of its front at each of them, x, y, z in metres, shape (K, 3).
        at_signs: entries of the vehicle into junctions by time, each with the signs that control its lane.
    """
    limit = context.thresholds["stop_sign"]
    for entry, (rows, how) in at_signs:
        if not rows:
            continue
        here = entry.sample - motion.begin
        far = np.hypot(*(front[: here + 1, :2] - entry.line[:2]).T)
        start = np.flatnonzero(~(far <= _BEFORE))
        first = int(start[-1]) + 1 if len(start) else 0
        if first == 0:  # at the line when first seen: it may have stopped before
            context.skip("stop_sign", "it stood before the line when it was first seen", (motion.track,))
            continue
        slowest = float(np.nanmin(motion.speeds[first : here + 1]))
        if slowest >= limit:
            context.add(
                "stop_sign", (entry.sample, entry.sample), (motion.track,), slowest, limit,
                severity=Severity.HIGH, note=f"stop sign by {how}", place=entry.line,
            )  # fmt: skip


def rows_of_signs(index: RecordingIndex) -> Ints:
    """Return the rows of a recording's stop signs in the actor table."""
    descriptions = index.actors.descriptions
    return np.flatnonzero([each.type_id == "traffic.stop" for each in descriptions])
