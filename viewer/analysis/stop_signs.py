"""Stop signs: who does not stop at their lines, and whom ScenarioRunner would count for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from viewer.analysis import signal_places
from viewer.analysis.event_table import Severity
from viewer.analysis.find import Inquiry
from viewer.analysis.traffic import LifeMotion, fronts
from viewer.arrays import Flags, Floats, Ints
from viewer.recording.index import RecordingIndex
from viewer.roads.kinds import LaneType
from viewer.roads.road_map import RoadMap

if TYPE_CHECKING:
    from viewer.analysis.junctions import JunctionEntry

_BEFORE = 4.0
"""Metres before the line in which a vehicle must have stopped."""
_AFTER = 2.0
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


Counted: TypeAlias = tuple[int, int, int]
"""A sign that ScenarioRunner counts as run: its row, and the moments of noticing and of leaving it."""


class StopSigns:
    """The stop signs of a recording and of its map."""

    def __init__(self, index: RecordingIndex, road_map: RoadMap) -> None:
        """Find where they act."""
        self.road_map = road_map
        self.places = signal_places.SignalPlaces(
            index, road_map, rows_of_signs(index), signal_places.STOP, map_alone=True
        )
        # As theirs has them: recorded, else what CARLA makes of signals of the map. It looks at one of each.
        recorded = self.places.recorded
        self.volumes = np.concatenate((recorded, np.array([*self._made()], recorded.dtype)))
        rows, counts = np.unique(self.volumes["row"], return_counts=True)
        self.known = {*rows[counts == 1].tolist()}
        self._ways: dict[signal_places.LanePlace, Floats] = {}

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
        key = signal_places.LanePlace(road, lane, round(s, 3))
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


def judge_stops(
    inquiry: Inquiry,
    signs: StopSigns,
    motion: LifeMotion,
    at_signs: Sequence[tuple[JunctionEntry, signal_places.Governing]],
) -> None:
    """Add the signs that a vehicle ran: nowhere before the line was it slow enough.

    Args:
        inquiry: where to.
        signs: of the recording and its map.
        motion: of the vehicle.
        at_signs: where it crosses lines, with the signs there, if any.

    """
    life, begin, front = motion.life, motion.begin, fronts(inquiry.traffic, motion.life)
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
        until = entry.moment + int(np.searchsorted(motion.times, motion.times[here] + _AFTER)) - here
        away = np.flatnonzero(~(far <= _REACH + signal_places.TO_JUNCTION))
        since = begin + (int(away[-1]) + 1 if len(away) else 0)
        same = [(row, a, b) for row, a, b in left if row in rows and a <= until and b >= since]
        for each in same[:1]:
            left.remove(each)
        counts = bool(same) if all(row in signs.known for row in rows) else None
        inquiry.add(
            "stop_sign", (entry.moment, entry.moment), (life,), slowest, limit, severity=Severity.HIGH,
            note=f"stop sign by {how}", place=entry.line, scenario_runner=counts,
        )  # fmt: skip
    for row, noticed, end in left:
        slowest = float(np.nanmin(motion.speeds[noticed - begin : end - begin + 1]))
        counts = True if row in signs.known else None
        inquiry.add(
            "stop_sign", (end, end), (life,), slowest, _STOPPED, severity=Severity.HIGH,
            ours=False, scenario_runner=counts,
        )  # fmt: skip


def _counted(motion: LifeMotion, signs: StopSigns) -> list[Counted]:
    """Return the signs that ScenarioRunner counts: left without having stood since they were noticed."""
    near = np.zeros(len(motion.times), np.bool_)
    for x, y, _ in signs.volumes["center"].tolist():
        near |= np.hypot(*(motion.locations[:, :2] - (x, y)).T) < _REACH + _OFF_LANE[-1, 0]
    ticks = np.flatnonzero(motion.judged & np.isfinite(motion.locations[:, 0]))
    looks = ticks[near[ticks] | np.append(False, near[ticks][:-1])]
    if not len(looks):
        return []
    places = _on_lanes(signs.road_map, motion.locations[looks])
    found: list[Counted] = []
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


def _affect(volumes: signal_places.TriggerVolumes, way: Floats) -> Flags:
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
