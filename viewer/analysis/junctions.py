"""Red lights and stop signs: who enters a junction when, and what governs the lane it comes from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from viewer.analysis.event_table import NotJudged, Severity
from viewer.analysis.find import Inquiry
from viewer.analysis.signal_places import (
    ALONG,
    LIGHT_SOURCES,
    Governing,
    Lane,
    SignalLine,
    ahead_and_aside,
)
from viewer.analysis.stop_signs import StopSigns, judge_stops
from viewer.analysis.traffic import LifeMotion, changes, fronts
from viewer.analysis.traffic_lights import LaneLights, LightBook
from viewer.arrays import Floats, Ints
from viewer.logfile.enums import TrafficLightState
from viewer.recording.actors import Category
from viewer.replay.paths.contacts import motion_at
from viewer.roads.arrays import turn_between
from viewer.roads.kinds import HAS_TRAFFIC
from viewer.roads.road_map import RoadMap

_OFTEN = 0.1
"""Seconds between two looks at where a front is."""
_AFTER = 6.0
"""Metres behind the line in which it shows which lane of the junction a vehicle took."""
_ONE_LEVEL = 3.0
"""Metres of height between a line and who drives over it."""
_NEAR = 30.0
"""Metres within which a light or sign that is on no lane may be for somebody."""
_TAIL = (0.8, 1.0, 1.0)
"""ScenarioRunner's tail: from 0.8 of the half-length behind the middle to 1 m behind the end."""


@dataclass(frozen=True, eq=False)
class JunctionEntry:
    """A vehicle whose front enters a junction.

    Attributes:
        life: its number.
        moment: the first moment with the front in the junction.
        line: where the front crossed into it, x, y, z in metres.
        yaw: of the vehicle then, degrees.
        lanes: the lane it comes from, then those of the junction that it may be on.
        at_junction: whether it is one: it may be a line on a lane that leads into none.

    """

    life: int
    moment: int
    line: Floats
    yaw: float
    lanes: tuple[Lane, ...]
    at_junction: bool = True


def add_junction_events(inquiry: Inquiry, road_map: RoadMap) -> None:
    """Add red lights and stop signs that vehicles ran."""
    index = inquiry.traffic.index
    if not (index.actors.category == Category.TRAFFIC_LIGHT).any():
        inquiry.skip("red_light", "the recording has no traffic lights")
    lights = LaneLights(index, road_map)
    signs = StopSigns(index, road_map)
    for motion in inquiry.motions(inquiry.drivers):
        front = fronts(inquiry.traffic, motion.life)
        entries = [*_entries(motion, front, road_map)]
        at_lights = [(each, lights.governing(each.line, each.yaw, each.lanes)) for each in entries]
        at_lights += _crossings(motion, front, lights.places.lines)
        last_counted: int | None = None
        for entry, governing in sorted(at_lights, key=lambda each: each[0].moment):
            last_counted = _judge_light(inquiry, lights, entry, governing, last_counted)
        at_signs = [(each, signs.places.governing(each.line, each.lanes)) for each in entries]
        judge_stops(inquiry, signs, motion, [*at_signs, *_crossings(motion, front, signs.places.lines)])
    _tell_unplaced(inquiry, "red_light", lights.unplaced)
    _tell_unplaced(inquiry, "stop_sign", signs.places.unplaced)


def _tell_unplaced(inquiry: Inquiry, kind: str, rows: Ints) -> None:
    """Tell which lights or signs act on no lane that is known, if somebody comes near."""
    traffic = inquiry.traffic
    places = traffic.index.actors.location[rows]
    near: dict[int, list[int]] = {}  # rows of the drivers, by place in ``rows``
    for life in inquiry.drivers if len(rows) else ():
        motion = traffic.motion_of(life)
        way = motion.locations[motion.judged]
        for number, place in enumerate(places):
            if (np.linalg.norm(way - place, axis=1) < _NEAR).any():
                near.setdefault(number, []).append(int(traffic.rows[life]))
    reason = "no signal of the road map and no trigger volume tells on which lane it acts"
    by_driver: dict[tuple[int, ...], list[int]] = {}
    for number, who in near.items():
        by_driver.setdefault(tuple(who), []).append(int(rows[number]))
    for drivers, those in by_driver.items():
        inquiry.not_judged[NotJudged(kind, (*those, *drivers), reason)] = None


def _judge_light(
    inquiry: Inquiry, lights: LightBook, entry: JunctionEntry, found: Governing, last_counted: int | None
) -> int | None:
    """Add a red light that was run; return the light that ScenarioRunner counted last."""
    traffic = inquiry.traffic
    if not found.rows:
        return last_counted
    frames = traffic.frames[entry.moment - 1 : entry.moment + 1]
    states = np.array([lights.states(row, frames) for row in found.rows])
    red = (states == TrafficLightState.RED).all(axis=1)
    if red.any() != red.all():
        inquiry.skip("red_light", "lights that may govern the lane show different states", (entry.life,))
        return last_counted
    if np.isin(states, (TrafficLightState.OFF, TrafficLightState.UNKNOWN)).any():
        inquiry.skip("red_light", "the light is off, or its state is not known", (entry.life,))
        return last_counted
    light = found.rows[0]
    # Theirs looks for the line where the lane comes to a junction.
    tail = _tail_crosses_red(inquiry, lights, entry, light) if entry.at_junction else None
    theirs: bool | None = tail is not None and light != last_counted
    if not red.all() and not theirs:
        return last_counted
    counted = light if theirs else last_counted
    if found.how == LIGHT_SOURCES[-1]:  # theirs goes by trigger volumes, which nobody knows here
        theirs = None
    moment = entry.moment if red.all() or tail is None else tail
    frame = int(traffic.frames[moment])
    actor_id = int(traffic.index.actors.actor_id[light])
    # As the window shows it then, from the frame that has the pose of that moment.
    shown = min(frame + traffic.pose_lag, len(traffic.index.heads) - 1)
    motion = motion_at(traffic.index, shown, (int(traffic.rows[entry.life]),))
    note = f"light {actor_id}, by {found.how}, at {np.hypot(*motion.velocities[0, :2]):.1f} m/s"
    red_for, longer = lights.red_for(light, frame)
    inquiry.add(
        "red_light", (moment, moment), (entry.life,), red_for, 0.0, severity=Severity.HIGH, note=note,
        place=entry.line, ours=bool(red.all()), scenario_runner=theirs, light=light, at_least=longer,
    )  # fmt: skip
    return counted


def _tail_crosses_red(inquiry: Inquiry, lights: LightBook, entry: JunctionEntry, light: int) -> int | None:
    """Return the first moment with the tail on the line while the light is red, as ScenarioRunner looks."""
    traffic = inquiry.traffic
    motion = traffic.motion_of(entry.life)
    extent = float(traffic.boxes.extents[entry.life, 0])
    here = motion.locations[entry.moment - motion.begin :]
    beyond, _ = ahead_and_aside(here - entry.line, entry.yaw)
    left = np.flatnonzero(beyond > _TAIL[1] * extent + _TAIL[2])
    until = left[0] if len(left) else len(beyond)
    moments = entry.moment + np.flatnonzero(beyond[:until] >= _TAIL[0] * extent)
    red = moments[lights.states(light, traffic.frames[moments]) == TrafficLightState.RED]
    return next(iter(red.tolist()), None)


def _entries(motion: LifeMotion, front: Floats, road_map: RoadMap) -> Iterator[JunctionEntry]:
    """Yield where a vehicle drives into junctions with its front (K, 3), along its lane."""
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
        # Not those of the other direction, across whose lanes it may cut.
        taken = taken[turn_between(taken["heading"], yaw) < ALONG]
        lanes = np.append(places[step : step + 1], taken)
        on = tuple(dict.fromkeys(zip(lanes["road"].tolist(), lanes["lane"].tolist(), strict=True)))
        yield JunctionEntry(motion.life, motion.begin + local, front[local], yaw, on)


def _crossings(
    motion: LifeMotion, front: Floats, lines: Sequence[SignalLine]
) -> Iterator[tuple[JunctionEntry, Governing]]:
    """Yield where the front of a vehicle crosses lines on lanes that lead to no junction, along the lane."""
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
                yield JunctionEntry(motion.life, *where, (line.at[:2],), at_junction=False), line.governing
