"""Red lights and stop signs: who enters a junction when, and what governs the lane it comes from."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from viewer.analysis.event import Severity
from viewer.analysis.inquiry import Inquiry, Measurement
from viewer.analysis.lane_lights import LIGHT_SOURCES, Lane, LaneLights
from viewer.analysis.signals import LightBook, stop_lanes, stop_signs, trigger_volumes
from viewer.analysis.traffic import Traffic
from viewer.arrays import Floats
from viewer.cancellation import check
from viewer.logfile.enums import TrafficLightState
from viewer.quick_dataclass import dataclass
from viewer.recording.actors import Category
from viewer.roads.kinds import LaneType
from viewer.roads.locate import turn_between
from viewer.roads.road_map import RoadMap

_OFTEN = 0.1
"""Seconds between two looks at where a front is."""
_ALONG = 60.0
"""Degrees from the lane's direction within which a vehicle drives along it."""
_BEFORE = 4.0
"""Metres before the line in which a vehicle must have stopped."""
_AFTER = 6.0
"""Metres behind the line in which it shows which lane of the junction a vehicle took."""
_TAIL = (0.8, 1.0, 1.0)
"""ScenarioRunner's tail: from 0.8 of the half-length behind the middle to 1 m behind the end."""
_TRAFFIC = np.array([kind.has_traffic for kind in LaneType])


@dataclass(frozen=True, eq=False)
class JunctionEntry:
    """A vehicle whose front enters a junction.

    Attributes:
        life: its number.
        moment: the first moment with the front in the junction.
        line: where the front crossed into it, x, y, z in metres.
        yaw: of the vehicle then, degrees.
        lanes: the lane it comes from, then those of the junction that it may be on.
        speed: m/s.

    """

    life: int
    moment: int
    line: Floats
    yaw: float
    lanes: tuple[Lane, ...]
    speed: float


def add_junction_events(inquiry: Inquiry, road_map: RoadMap) -> None:
    """Add red lights and stop signs that vehicles ran."""
    index = inquiry.traffic.index
    categories = index.actors.category
    if not (categories == Category.TRAFFIC_LIGHT).any():
        inquiry.skip("red_light", "the recording has no traffic lights")
    lights = LaneLights(LightBook(index, road_map), road_map)
    stops = stop_lanes(road_map)
    signs = stop_signs(index)
    volumes = trigger_volumes(index, signs if not stops else signs[:0])
    if len(signs) and not stops and not len(volumes):
        inquiry.skip("stop_sign", "neither the road map nor a trigger volume says on which lanes signs act")
    drivers = inquiry.drivers
    for number, life in enumerate(drivers):
        check(inquiry.proceed, number / len(drivers))
        last_counted: int | None = None
        for entry in _entries(inquiry, road_map, life):
            last_counted = _judge_light(inquiry, lights, entry, last_counted)
            if stops.intersection(entry.lanes):
                _judge_stop(inquiry, entry, "the map's signals")
            elif len(volumes.around(entry.line)):
                _judge_stop(inquiry, entry, "its trigger volume")


def _judge_light(
    inquiry: Inquiry, lights: LaneLights, entry: JunctionEntry, last_counted: int | None
) -> int | None:
    """Add a red light that was run; return the light that ScenarioRunner counted last."""
    traffic = inquiry.traffic
    book = lights.book
    frames = [int(traffic.frames[moment]) for moment in (entry.moment - 1, entry.moment)]
    found = lights.governing(entry.line, entry.yaw, entry.lanes)
    if not len(found.rows):
        return last_counted
    unknown = (int(TrafficLightState.UNKNOWN), 0.0)
    states = np.array(
        [[book.states(frame).get(int(row), unknown)[0] for row in found.rows] for frame in frames]
    )
    red = (states == TrafficLightState.RED).all(axis=0)
    if red.any() != red.all():
        inquiry.skip("red_light", "lights that may govern the lane show different states", (entry.life,))
        return last_counted
    if np.isin(states, (TrafficLightState.OFF, TrafficLightState.UNKNOWN)).any():
        inquiry.skip("red_light", "the light is off, or its state is not known", (entry.life,))
        return last_counted
    if not red.all():
        return last_counted
    light = int(found.rows[0])
    lives = (entry.life,)
    theirs: bool | None = light != last_counted and _tail_crosses_red(inquiry, book, entry, light)
    if found.how == LIGHT_SOURCES[-1]:  # theirs goes by trigger volumes, which nobody knows here
        theirs = None
    actor_id = int(traffic.index.actors.actor_id[light])
    note = f"light {actor_id}, by {found.how}, at {entry.speed:.1f} m/s"
    red_for = book.red_for(light, frames[1])
    finding = Measurement(red_for, 0.0, Severity.HIGH, note, scenario_runner=theirs, light=light)
    inquiry.add("red_light", (entry.moment, entry.moment), lives, finding, entry.line)
    return light if theirs else last_counted


def _tail_crosses_red(inquiry: Inquiry, book: LightBook, entry: JunctionEntry, light: int) -> bool:
    """Tell whether the light is red while the tail crosses the line: what ScenarioRunner looks at."""
    traffic = inquiry.traffic
    motion = traffic.motion_of(entry.life)
    extent = float(traffic.boxes.extents[entry.life, 0])
    begin = entry.moment - int(traffic.begins[entry.life])
    heading = np.array([np.cos(np.radians(entry.yaw)), np.sin(np.radians(entry.yaw))])
    beyond = (motion.locations[begin:, :2] - entry.line[:2]) @ heading
    crossing = (beyond >= _TAIL[0] * extent) & (beyond <= _TAIL[1] * extent + _TAIL[2])
    left = np.flatnonzero(beyond > _TAIL[1] * extent + _TAIL[2])
    crossing = crossing[: left[0]] if len(left) else crossing
    return any(
        book.states(int(traffic.frames[entry.moment + moment])).get(light, (None, 0.0))[0]
        == TrafficLightState.RED
        for moment in np.flatnonzero(crossing).tolist()
    )


def _judge_stop(inquiry: Inquiry, entry: JunctionEntry, how: str) -> None:
    """Add a stop sign that was run: nowhere before the line was the vehicle slow enough."""
    traffic = inquiry.traffic
    motion = traffic.motion_of(entry.life)
    here = entry.moment - int(traffic.begins[entry.life])
    far = np.hypot(*(_fronts(traffic, entry.life)[: here + 1, :2] - entry.line[:2]).T)
    start = np.flatnonzero(~(far <= _BEFORE))
    first = int(start[-1]) + 1 if len(start) else 0
    if first == 0:  # it was there when the recording began: it may have stopped before
        inquiry.skip("stop_sign", "it stood before the line when it was first seen", (entry.life,))
        return
    slowest = float(np.nanmin(motion.speeds[first : here + 1]))
    limit = inquiry.thresholds["stop_sign"]
    if slowest >= limit:
        finding = Measurement(slowest, limit, Severity.HIGH, f"stop sign by {how}")
        inquiry.add("stop_sign", (entry.moment, entry.moment), (entry.life,), finding, entry.line)


def _entries(inquiry: Inquiry, road_map: RoadMap, life: int) -> Iterator[JunctionEntry]:
    """Yield where a vehicle drives into junctions with its front, along its lane."""
    traffic = inquiry.traffic
    motion = traffic.motion_of(life)
    front = _fronts(traffic, life)
    looks = np.flatnonzero(motion.judged)
    if not len(looks):
        return
    ticks = np.floor(motion.times[looks] / _OFTEN)
    looks = looks[np.flatnonzero(np.diff(ticks, prepend=-1.0))]
    places = road_map.locate(front[looks], motion.yaws[looks])
    inside = places["on_lane"] & (places["junction_row"] >= 0)
    outside = places["on_lane"] & (places["junction_row"] < 0) & _TRAFFIC[places["lane_type"]]
    aligned = turn_between(motion.yaws[looks], places["heading"], np.zeros(len(looks), np.bool_)) < _ALONG
    for step in np.flatnonzero(inside[1:] & outside[:-1] & aligned[:-1]).tolist():
        first, last = int(looks[step]), int(looks[step + 1])
        if motion.broken[first:last].any():
            continue
        between = np.arange(first, last + 1)
        in_junction = road_map.locate(front[between], motion.yaws[between])["junction_row"] >= 0
        local = int(between[np.argmax(in_junction)]) if in_junction.any() else last
        moment = local + int(traffic.begins[life])
        forward = float((motion.velocities[local, :2] * motion.headings[local]).sum())
        if moment < 1 or not forward > 0.0:
            continue
        way = np.hypot(*(front[looks[step + 1 :], :2] - front[local, :2]).T)
        until = int(np.argmax(way > _AFTER)) if (way > _AFTER).any() else len(way)
        taken = places[step + 1 : step + 1 + max(until, 1)]
        taken = taken[taken["on_lane"] & (taken["junction_row"] == places["junction_row"][step + 1])]
        yaw = float(motion.yaws[local])
        # Not those of the other direction, across whose lanes it may cut.
        turn = turn_between(taken["heading"], np.full(len(taken), yaw), np.zeros(len(taken), np.bool_))
        taken = taken[turn < _ALONG]
        lanes = np.append(places[step : step + 1], taken)
        on = tuple(dict.fromkeys(zip(lanes["road"].tolist(), lanes["lane"].tolist(), strict=True)))
        yield JunctionEntry(life, moment, front[local], yaw, on, forward)


def _fronts(traffic: Traffic, life: int) -> Floats:
    """Return where the front of a vehicle is at each of its moments, x, y, z in metres, shape (K, 3)."""
    motion = traffic.motion_of(life)
    front = motion.locations.copy()
    front[:, :2] += motion.headings * (traffic.boxes.centers[life, 0] + traffic.boxes.extents[life, 0])
    return front
