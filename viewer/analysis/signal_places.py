"""Where lights and signs act: on lanes that lead into a junction, and at lines on lanes that lead to none."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from viewer.analysis.traffic_lights import TriggerVolumes, match_signals, trigger_volumes
from viewer.arrays import Floats, Ints
from viewer.recording.index import RecordingIndex

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.roads.lanes import LanePoint
    from viewer.roads.road_map import RoadMap

BY_MAP, BY_VOLUME = "the map's signals", "its trigger volume"
"""How it is known where one acts."""
LIGHT_SOURCES = (BY_MAP, BY_VOLUME, "where it stands")
"""How it is known which light governs, what is told best first."""
TO_JUNCTION = 13.0
"""Metres of lane between a signal and the junction that it is for: its line is where the lane ends.

ScenarioRunner sees nobody run it whose line is farther from its volume.
"""
_BEYOND = 0.5
"""Metres behind the end of a lane at which one looks for a junction."""
_ONE_LINE = 3.0
"""Metres along a lane within which signals have one line."""
_SAMPLE, _INNER = 1.0, 0.9
"""Metres between the places at which a volume is looked at, across the lanes, and the share of it."""
_FACING, _TOLERANCE = 90.0, 40.0
"""Yaw of a light or sign, seen from those it stops: CARLA's show to their left (in all real recordings)."""

Lane = tuple[str, int]
"""OpenDRIVE's ids of a road and of a lane of it."""


class LanePlace(NamedTuple):
    """A place on a lane: OpenDRIVE's ids of road and lane, and metres along the road."""

    road: str
    lane: int
    s: float


class SignalLine(NamedTuple):
    """A line across a lane that leads into no junction, where a light or sign is.

    Attributes:
        rows: of the lights or signs, rows of the actor table; negative for signs that only the map has.
        how: it is known, BY_MAP or BY_VOLUME.
        road: OpenDRIVE's id of the road.
        lane: OpenDRIVE's id of the lane.
        s: metres along the road.
        middle: of the lane there.

    """

    rows: tuple[int, ...]
    how: str
    road: str
    lane: int
    s: float
    middle: LanePoint


class SignalPlaces:
    """Where lights or signs of one type act, by the map's signals, else by their recorded trigger volumes.

    Attributes:
        lanes: rows of those that act where a lane enters a junction, by that lane or one in the junction.
        lines: across lanes that lead into no junction soon.
        volumes: those that lie before junctions, of rows that the map does not place.
        recorded: all volumes of the rows.
        unplaced: rows of those of which nothing says where they act.
        of_signal: lanes by row, of those that the map places; rows as those of ``SignalLine``.

    """

    def __init__(
        self, index: RecordingIndex, road_map: RoadMap, rows: Ints, kind: str, *, map_alone: bool = False
    ) -> None:
        """Place some rows of the actor table, which the map has as signals of a type.

        With ``map_alone`` signals of the map count that the recording has not.
        """
        self._map = road_map
        self._inside = {road.id for road in road_map.roads if road.junction}
        volumes = trigger_volumes(index, rows)
        row_of = match_signals(index, road_map, rows, kind)
        if map_alone:
            alone = [each.id for each in road_map.signals if each.type == kind and each.id not in row_of]
            row_of |= {name: -1 - number for number, name in enumerate(dict.fromkeys(alone))}
        at = {signal.id: (signal.road, signal.s) for signal in road_map.signals}
        mounted = {row: at[name] for name, row in row_of.items()}
        self.of_signal: dict[int, list[LanePlace]] = {}
        for name, row in row_of.items():
            self.of_signal.setdefault(row, []).extend(LanePlace(*at) for at in road_map.lanes_of(name))
        self.of_signal = {row: lanes for row, lanes in self.of_signal.items() if lanes}
        self.lanes: dict[Lane, list[int]] = {}
        found: list[SignalLine] = []
        placed: set[int] = set()
        for row, lanes in self.of_signal.items():
            beyond = [each for each in lanes if not self._is_for_junction(each, mounted.get(row))]
            for each in lanes:
                rows_of_lane = self.lanes.setdefault((each.road, each.lane), [])
                if each not in beyond and row not in rows_of_lane:
                    rows_of_lane.append(row)
            told = [*self._lines_of(volumes, row)] if beyond else []
            found += told or self._lines((row,), BY_MAP, beyond)
            placed.add(row)
        before_junctions = np.zeros(len(volumes), np.bool_)
        for number, row in enumerate(volumes.rows.tolist()):
            if row in placed:
                continue
            lanes = self._lanes_in(volumes, number) or self._lanes_near(volumes, number)
            before_junctions[number] = any(map(self._is_for_junction, lanes))
            found += self._lines_of(volumes, row)
        placed |= {row for line in found for row in line.rows} | set(volumes.rows[before_junctions].tolist())
        self.volumes = volumes.take(before_junctions)
        self.lines = self._joined(found)
        self.unplaced = np.array([row for row in rows.tolist() if row not in placed], np.int64)
        self.recorded = volumes

    def on(self, road: str, lane: int, begin: float, end: float) -> list[tuple[float, SignalLine]]:
        """Return the lines on a lane in the direction of its traffic, and how far from its begin each is."""
        way = np.sign(end - begin)
        there = [
            (float((line.s - begin) * way), line)
            for line in self.lines
            if (line.road, line.lane) == (road, lane) and min(begin, end) <= line.s <= max(begin, end)
        ]
        return sorted(there, key=lambda each: each[0])

    def _is_for_junction(self, at: LanePlace, mounted: tuple[str, float] | None = None) -> bool:
        """Tell whether traffic at a place of a lane is in a junction, or soon comes to one.

        Or it would where the signal stands, if that is on the same road: it may be named elsewhere.
        """
        if at.road in self._inside:
            return True
        if mounted is not None and mounted[0] == at.road and mounted[1] != at.s:
            return self._is_for_junction(at) or self._is_for_junction(at._replace(s=mounted[1]))
        ends = self._map.lane_begin_and_end(at.road, at.lane, at.s)
        if ends is None:
            return False
        waiting = deque([(at.road, at.lane, ends, abs(ends[1] - at.s))])
        seen = {(at.road, at.lane, ends[1])}
        while waiting:
            road, lane, (begin, end), way = waiting.popleft()
            if way > TO_JUNCTION:
                continue
            following = self._map.next_lanes(road, lane, (begin + end) / 2.0)
            if not following and self._has_junction_behind(road, lane, end):
                return True
            for each in following:
                if each.road in self._inside:
                    return True
                onward = self._map.lane_begin_and_end(each.road, each.lane, (each.begin + each.end) / 2.0)
                if onward is not None and (each.road, each.lane, onward[1]) not in seen:
                    seen.add((each.road, each.lane, onward[1]))
                    waiting.append((each.road, each.lane, onward, way + each.end - each.begin))
        return False

    def _has_junction_behind(self, road: str, lane: int, end: float) -> bool:
        """Tell whether a lane that the file links to nothing ends where a junction begins."""
        point = self._map.point(road, lane, end)
        if point is None:
            return False
        yaw = np.radians(point.yaw)
        beyond = np.array(point.location) + _BEYOND * np.array([np.cos(yaw), np.sin(yaw), 0.0])
        return bool(self._map.locate(beyond)["junction_row"][0] >= 0)

    def _lines_of(self, volumes: TriggerVolumes, row: int) -> Iterator[SignalLine]:
        for number in np.flatnonzero(volumes.rows == row).tolist():
            lanes = [each for each in self._lanes_in(volumes, number) if not self._is_for_junction(each)]
            yield from self._lines((row,), BY_VOLUME, lanes)

    def _lines(self, rows: tuple[int, ...], how: str, lanes: Sequence[LanePlace]) -> Iterator[SignalLine]:
        for each in lanes:
            middle = self._map.point(*each)
            if middle is not None:
                yield SignalLine(rows, how, *each, middle)

    def _lanes_in(self, volumes: TriggerVolumes, number: int) -> list[LanePlace]:
        """Return the lanes with traffic that a volume lies across: those that its actor faces, if any."""
        center, extent = volumes.centers[number], float(volumes.extents[number, 0])
        yaw = np.radians(volumes.yaws[number])
        along = np.arange(-_INNER * extent, _INNER * extent + 1e-6, _SAMPLE)
        along = along[np.argsort(np.abs(along), kind="stable")] if len(along) else np.zeros(1)
        points = center + along[:, None] * np.array([np.cos(yaw), np.sin(yaw)])
        heights = np.full((len(points), 1), volumes.heights[number])
        places = self._map.locate(np.concatenate((points, heights), axis=1))
        places = places[places["on_lane"]]
        found: dict[Lane, LanePlace] = {}
        turned: dict[Lane, bool] = {}
        for road, lane, s, heading in zip(
            *(places[name].tolist() for name in ("road", "lane", "s", "heading")), strict=True
        ):
            point = self._map.point(road, lane, s)
            if point is not None and point.lane_type.has_traffic:
                found.setdefault((road, lane), LanePlace(road, lane, s))
                turned.setdefault((road, lane), bool(faces(volumes.yaws[number], heading)))
        facing = [found[lane] for lane, towards in turned.items() if towards]
        return facing or [*found.values()]

    def _lanes_near(self, volumes: TriggerVolumes, number: int) -> list[LanePlace]:
        """Return the lanes that end before a junction close to a volume that lies on no lane."""
        found = []
        for each in self._map.lanes_into_junctions():
            ends = self._map.lane_begin_and_end(each.road, each.lane, (each.begin + each.end) / 2.0)
            point = None if ends is None else self._map.point(each.road, each.lane, ends[1])
            if ends is not None and point is not None:
                place = np.array(point.location)
                if volumes.rows[number] in volumes.around(place):
                    found.append(LanePlace(each.road, each.lane, ends[1]))
        return found

    def _joined(self, lines: Sequence[SignalLine]) -> tuple[SignalLine, ...]:
        """Return lines, those that are one told once, and of a light or sign the first one on each lane."""
        joined: list[SignalLine] = []
        taken: set[tuple[int, Lane]] = set()
        for line in sorted(lines, key=lambda each: (each.road, each.lane, self._along(each), each.rows)):
            lane = line.road, line.lane
            rows = tuple(row for row in line.rows if (row, lane) not in taken)
            taken |= {(row, lane) for row in rows}
            last = joined[-1] if joined else None
            if last is not None and (last.road, last.lane) == lane and abs(line.s - last.s) < _ONE_LINE:
                joined[-1] = last._replace(rows=(*last.rows, *rows))
            elif rows:
                joined.append(line._replace(rows=rows))
        return tuple(joined)

    def _along(self, line: SignalLine) -> float:
        """Return where a line is in the direction of its lane's traffic, metres."""
        ends = self._map.lane_begin_and_end(line.road, line.lane, line.s)
        return line.s if ends is None or ends[1] >= ends[0] else -line.s


def across(middle: LanePoint) -> Floats:
    """Return the two ends of a line across a lane, metres, shape (2, 2)."""
    yaw = np.radians(middle.yaw)
    half = np.array([-np.sin(yaw), np.cos(yaw)]) * middle.width / 2
    place = np.array(middle.location[:2])
    return np.array([place - half, place + half])


def faces(lights: Floats | float, yaws: Floats | float) -> np.ndarray:
    """Tell whether lights of some yaws, degrees, face those who drive with others."""
    turn = np.asarray(lights) - yaws - _FACING
    return np.asarray(np.abs(turn - np.round(turn / 360.0) * 360.0) < _TOLERANCE)
