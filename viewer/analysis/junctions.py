"""Red lights and stop signs: who enters a junction when, and what governs the lane it comes from."""

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
    Governing,
    Lane,
    LanePlace,
    SignalLine,
    SignalPlaces,
    TriggerVolumes,
    ahead_and_aside,
)
from viewer.analysis.event_table import NotJudged, Severity
from viewer.analysis.find_events import Inquiry
from viewer.analysis.traffic import LifeMotion, changes
from viewer.analysis.traffic_lights import LaneLights, LightBook
from viewer.arrays import Flags, Floats, Ints
from viewer.logfile.enums import TrafficLightState
from viewer.recording.actors import Category
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.contacts import motion_at
from viewer.roads.arrays import turn_between
from viewer.roads.lane_types import HAS_TRAFFIC, LaneType
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
_BEFORE = 4.0
"""Metres before the line in which a vehicle must have stopped."""
_LATER = 2.0
"""Seconds after the front crossed the line in which ScenarioRunner may see it reach the sign."""

_REACH, _STEP, _LARGER = 4.0, 0.5, 1.2
"""Of ScenarioRunner: metres that it looks ahead along the lane and away from the sign, metres between two of
its looks, and by what the extent of the volume is multiplied."""
_STOPPED = 0.1
"""m/s below which a vehicle has stopped for it."""
_BACKWARDS = -0.17
"""Speed along the heading, m/s, and cosine to the lane's direction, below which it looks for no sign."""
_OFF_LANE = np.array(
    [(r * np.cos(a), r * np.sin(a)) for r in np.arange(0.5, 8.1, 0.5) for a in np.arange(16) * np.pi / 8]
)
"""Where a lane is looked for that a vehicle is beside of, nearest first."""
_LANE_SIZE = 0.45
"""Of a lane's width: half of the volume that CARLA makes of a signal of the map, which ends there."""


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
        boxes, front = inquiry.traffic.boxes, motion.locations.copy()  # x, y, z in metres, shape (K, 3)
        front[:, :2] += motion.headings * (boxes.centers[motion.life, 0] + boxes.extents[motion.life, 0])
        entries = [*_entries(motion, front, road_map)]
        at_lights = [(each, lights.governing(each.line, each.yaw, each.lanes)) for each in entries]
        at_lights += _crossings(motion, front, lights.places.lines)
        last_counted: int | None = None
        for entry, governing in sorted(at_lights, key=lambda each: each[0].moment):
            last_counted = _judge_light(inquiry, lights, entry, governing, last_counted)
        at_signs = [(each, signs.places.governing(each.line, each.lanes)) for each in entries]
        _judge_stops(
            inquiry, signs, motion, front, [*at_signs, *_crossings(motion, front, signs.places.lines)]
        )
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
        "red_light", (moment, moment), (entry.life,), red_for, math.nan, severity=Severity.HIGH, note=note,
        place=entry.line, ours=bool(red.all()), scenario_runner=theirs, light=light, at_least=longer,
        scenario_runner_time=float(traffic.times[tail]) if theirs and tail is not None else None,
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


class StopSigns:
    """The stop signs of a recording and of its map."""

    def __init__(self, index: RecordingIndex, road_map: RoadMap) -> None:
        """Find where they act."""
        self.road_map = road_map
        self.places = SignalPlaces(index, road_map, rows_of_signs(index), STOP, map_alone=True)
        # As theirs has them: recorded, else what CARLA makes of signals of the map. It looks at one of each.
        recorded = self.places.recorded
        self.volumes = np.concatenate((recorded, np.array([*self._made()], recorded.dtype)))
        rows, counts = np.unique(self.volumes["row"], return_counts=True)
        self.known = {*rows[counts == 1].tolist()}
        self._ways: dict[LanePlace, Floats] = {}

    def _made(self) -> Iterator[tuple[Any, ...]]:
        for row, lanes in self.places.of_signal.items():
            if row < 0 or row in self.places.recorded["row"]:  # theirs asks the simulator for its signs
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
        """Return where a lane goes from a place on, every 0.5 m up to 4 m, x, y, z, shape (1 to 9, 3)."""
        key = LanePlace(road, lane, round(s, 3))
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
    inquiry: Inquiry,
    signs: StopSigns,
    motion: LifeMotion,
    front: Floats,
    at_signs: Sequence[tuple[JunctionEntry, Governing]],
) -> None:
    """Add the signs that a vehicle ran, of those where it crosses lines: not slow enough anywhere before."""
    life, begin = motion.life, motion.begin
    left = _counted(motion, signs)
    limit = inquiry.thresholds["stop_sign"]
    for entry, (rows, how) in sorted(at_signs, key=lambda each: each[0].moment):
        if not rows:
            continue
        here = entry.moment - begin
        far = np.hypot(*(front[: here + 1, :2] - entry.line[:2]).T)
        start = np.flatnonzero(~(far <= _BEFORE))
        first = int(start[-1]) + 1 if len(start) else 0
        if first == 0:  # it was there when the recording began: it may have stopped before
            inquiry.skip("stop_sign", "it stood before the line when it was first seen", (life,))
            continue
        slowest = float(np.nanmin(motion.speeds[first : here + 1]))
        if not slowest >= limit:
            continue
        until = entry.moment + int(np.searchsorted(motion.times, motion.times[here] + _LATER)) - here
        away = np.flatnonzero(~(far <= _REACH + TO_JUNCTION))
        since = begin + (int(away[-1]) + 1 if len(away) else 0)
        same = [(row, a, b) for row, a, b in left if row in rows and a <= until and b >= since]
        for each in same[:1]:
            left.remove(each)
        counts = bool(same) if all(row in signs.known for row in rows) else None
        inquiry.add(
            "stop_sign", (entry.moment, entry.moment), (life,), slowest, limit, severity=Severity.HIGH,
            note=f"stop sign by {how}", place=entry.line, scenario_runner=counts,
            scenario_runner_time=float(inquiry.traffic.times[same[0][2]]) if same else None,
        )  # fmt: skip
    for row, noticed, end in left:
        slowest = float(np.nanmin(motion.speeds[noticed - begin : end - begin + 1]))
        counts = True if row in signs.known else None
        inquiry.add(
            "stop_sign", (end, end), (life,), slowest, _STOPPED, severity=Severity.HIGH,
            ours=False, scenario_runner=counts,
        )  # fmt: skip


def _counted(motion: LifeMotion, signs: StopSigns) -> list[tuple[int, int, int]]:
    """Return the signs that ScenarioRunner counts: left without having stood since they were noticed.

    Of each its row, and the moments of noticing and of leaving it.
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
    """Tell which volumes are on the way of a lane, as ScenarioRunner sees them: without their yaws, (N,)."""
    if not len(way):
        return np.zeros(len(volumes), np.bool_)
    near = np.linalg.norm(way[0] - volumes["center"], axis=1) <= _REACH
    beside = np.abs(way[:, None, :2] - volumes["center"][:, :2])
    return np.asarray(near & (beside < _LARGER * volumes["extent"]).all(axis=2).any(axis=0))


def _on_lanes(road_map: RoadMap, points: Floats) -> np.ndarray:
    """Return where points are on driving lanes, or where the nearest such lane is."""
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
    """Return the rows of the stop signs of a recording."""
    descriptions = index.actors.descriptions
    return np.flatnonzero([each.type_id == "traffic.stop" for each in descriptions])
