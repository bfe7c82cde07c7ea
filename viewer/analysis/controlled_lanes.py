"""Where lights and signs act: on lanes that lead into a junction, and at lines on lanes that lead to none."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Floats, Ints
from viewer.lazy import lazy
from viewer.logfile import packets
from viewer.recording.index import RecordingIndex
from viewer.recording.read.changes import changes_of
from viewer.recording.units import metres

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.roads.lanes import LanePoint, LaneStretch
    from viewer.roads.road_map import RoadMap

BY_MAP, BY_VOLUME = "the map's signals", "its trigger volume"
"""How it is known where one acts."""
LIGHT_SOURCES = (BY_MAP, BY_VOLUME, "where it stands")
"""How it is known which light governs, what is told best first."""
LIGHT, STOP = "1000001", "206"
"""Types of signals in CARLA's maps."""
TO_JUNCTION = 13.0
"""Metres of lane between a signal and the junction that it is for: its line is where the lane ends.

ScenarioRunner sees nobody run it whose line is farther from its volume.
"""
ALONG = 60.0
"""Degrees from the lane's direction within which a vehicle drives along it."""
SAME_LEVEL = 8.0
"""Metres of height within which a light is that of a road: poles stand on it, heads hang above it."""
_SAME_PLACE = 2.0
"""Metres between a light of the recording and the signal of the map that it is; or beside a volume."""
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

TriggerVolumes: TypeAlias = NDArray[np.void]
"""Boxes on the road that belong to lights or signs, seen from above.

``row`` is that of the light or sign in the actor table, ``yaw`` its own in degrees; in metres are ``center``
and ``extent`` (half of length and width).
"""
_VOLUME = np.dtype([("row", "i8"), ("yaw", "f8"), ("center", "f8", 3), ("extent", "f8", 2)])


class LanePlace(NamedTuple):
    """A place on a lane: OpenDRIVE's ids of road and lane, and metres along the road."""

    road: str
    lane: int
    s: float


class Governing(NamedTuple):
    """Lights or signs that act on a lane, the one that decides first, and how that is known.

    Rows of the actor table, negative for signs that only the map has; one of ``LIGHT_SOURCES``.
    """

    rows: tuple[int, ...]
    how: str


class SignalLine(NamedTuple):
    """A line across a lane that leads into no junction: which lights or signs, where, and the lane there."""

    governing: Governing
    at: LanePlace
    middle: LanePoint


def lanes_onward(
    road_map: RoadMap, start: LaneStretch, way: float, reach: float
) -> Iterator[tuple[LaneStretch, float, tuple[LaneStretch, ...]]]:
    """Yield a lane, and those that traffic on it comes to, each once: metres to its end, and those after it.

    Args:
        road_map: where.
        start: the lane.
        way: metres that count until its end.
        reach: metres; what is as far away, or farther, is not followed.

    """
    waiting, seen = deque([(start, way)]), {start}
    while waiting:
        stretch, way = waiting.popleft()
        following = road_map.next_lanes(stretch)
        yield stretch, way, following
        for each in following if way < reach else ():
            if each not in seen:
                seen.add(each)
                waiting.append((each, way + each.length))


class SignalPlaces:
    """Where lights or signs of one type act, by the map's signals, else by their recorded trigger volumes.

    Attributes:
        lanes: rows of those that act where a lane enters a junction, by that lane or one in the junction.
        lines: across lanes that lead into no junction soon.
        volumes: those that lie before junctions, of rows that the map does not place.
        recorded: all volumes of the rows.
        unplaced: rows of those of which nothing says where they act.
        of_signal: lanes by row, of those that the map places; rows as those of ``Governing``.
        in_junctions: OpenDRIVE's ids of the roads in junctions.

    """

    def __init__(
        self, index: RecordingIndex, road_map: RoadMap, rows: Ints, kind: str, *, map_alone: bool = False
    ) -> None:
        """Place some rows of the actor table, which the map has as signals of a type.

        With ``map_alone`` signals of the map count that the recording has not.
        """
        self._map = road_map
        self.in_junctions = {road.id for road in road_map.roads if road.junction}
        self.recorded = volumes = trigger_volumes(index, rows)
        row_of = _match(index, road_map, rows, kind)
        if map_alone:
            alone = [each.id for each in road_map.signals if each.type == kind and each.id not in row_of]
            row_of |= {name: -1 - number for number, name in enumerate(dict.fromkeys(alone))}
        self.of_signal: dict[int, list[LanePlace]] = {}
        for name, row in row_of.items():
            if lanes := [LanePlace(*at) for at in road_map.lanes_of(name)]:
                self.of_signal.setdefault(row, []).extend(lanes)
        at = {signal.id: (signal.road, signal.s) for signal in road_map.signals}
        mounted = {row: at[name] for name, row in row_of.items()}
        self.lanes: dict[Lane, dict[int, None]] = {}
        found: list[SignalLine] = []
        for row, lanes in self.of_signal.items():
            beyond = [each for each in lanes if not self._is_for_junction(each, mounted[row])]
            for each in lanes:
                self.lanes.setdefault(each[:2], {}).update({} if each in beyond else {row: None})
            told = [*self._lines_of(volumes[volumes["row"] == row])] if beyond else []
            found += told or self._lines(Governing((row,), BY_MAP), beyond)
        others = volumes[~np.isin(volumes["row"], [*self.of_signal])]
        found += self._lines_of(others)
        before_junctions = [
            any(map(self._is_for_junction, self._lanes_in(each) or self._lanes_near(each))) for each in others
        ]
        self.volumes = others[np.array(before_junctions, np.bool_)]
        self.lines = self._joined(found)
        of_lines = [row for line in found for row in line.governing.rows]
        self.unplaced: Ints = rows[~np.isin(rows, [*self.of_signal, *self.volumes["row"], *of_lines])]

    def governing(self, line: Floats, lanes: Iterable[Lane]) -> Governing:
        """Return what acts on whoever crosses into a junction.

        Args:
            line: where one crosses into it, metres, shape (3,).
            lanes: the lane one comes from, and those of the junction that one may be on.

        """
        named = tuple(dict.fromkeys(row for lane in lanes for row in self.lanes.get(lane, ())))
        return Governing(named, BY_MAP) if named else Governing(rows_around(self.volumes, line), BY_VOLUME)

    def on(self, lane: LaneStretch) -> list[tuple[float, SignalLine]]:
        """Return the lines on a lane in the direction of its traffic, and how far from its begin each is."""
        there = [
            (abs(line.at.s - lane.begin), line)
            for line in self.lines
            if line.at[:2] == lane[:2] and lane.contains(line.at.s)
        ]
        return sorted(there, key=lambda each: each[0])

    @lazy
    def lane_ends(self) -> list[tuple[LaneStretch, LanePoint]]:
        """The lanes that end before junctions, and their middles there."""
        lanes = self._map.lanes_into_junctions()
        ends = ((each, self._map.point(each.road, each.lane, each.end)) for each in lanes)
        return [(each, point) for each, point in ends if point is not None]

    def _is_for_junction(self, at: LanePlace, mounted: tuple[str, float] | None = None) -> bool:
        """Tell whether traffic at a place of a lane is in a junction, or soon comes to one.

        Or it would where the signal stands, if that is on the same road: it may be named elsewhere.
        """
        if at.road in self.in_junctions:
            return True
        if mounted is not None and mounted[0] == at.road and mounted[1] != at.s:
            return self._is_for_junction(at) or self._is_for_junction(at._replace(s=mounted[1]))
        stretch = self._map.stretch(*at)
        if stretch is None:
            return False
        near = lanes_onward(self._map, stretch, abs(stretch.end - at.s), TO_JUNCTION)
        return any(way <= TO_JUNCTION and self._leads_on(lane, following) for lane, way, following in near)

    def _leads_on(self, lane: LaneStretch, following: tuple[LaneStretch, ...]) -> bool:
        """Tell whether a lane leads into a junction; one without links, whether one begins where it ends."""
        if following:
            return any(each.road in self.in_junctions for each in following)
        point = self._map.point(lane.road, lane.lane, lane.end)
        if point is None:
            return False
        yaw = np.radians(point.yaw)
        beyond = np.array(point.location) + _BEYOND * np.array([np.cos(yaw), np.sin(yaw), 0.0])
        return bool(self._map.locate(beyond)["junction_row"][0] >= 0)

    def _lines_of(self, volumes: TriggerVolumes) -> Iterator[SignalLine]:
        for volume in volumes:
            lanes = [each for each in self._lanes_in(volume) if not self._is_for_junction(each)]
            yield from self._lines(Governing((int(volume["row"]),), BY_VOLUME), lanes)

    def _lines(self, governing: Governing, lanes: Sequence[LanePlace]) -> Iterator[SignalLine]:
        for each in lanes:
            middle = self._map.point(*each)
            if middle is not None:
                yield SignalLine(governing, each, middle)

    def _lanes_in(self, volume: np.void) -> list[LanePlace]:
        """Return the lanes with traffic that a volume lies across: those that its actor faces, if any."""
        extent, yaw = float(volume["extent"][0]), np.radians(volume["yaw"])
        along = np.arange(-_INNER * extent, _INNER * extent + 1e-6, _SAMPLE)
        along = along[np.argsort(np.abs(along), kind="stable")] if len(along) else np.zeros(1)
        points = volume["center"] + along[:, None] * np.array([np.cos(yaw), np.sin(yaw), 0.0])
        places = self._map.locate(points)
        places = places[places["on_lane"]]
        found: dict[Lane, tuple[LanePlace, bool]] = {}
        columns = (places[name].tolist() for name in ("road", "lane", "s", "heading"))
        for road, lane, s, heading in zip(*columns, strict=True):
            point = self._map.point(road, lane, s)
            if point is not None and point.lane_type.has_traffic:
                towards = bool(faces(volume["yaw"], heading))
                found.setdefault((road, lane), (LanePlace(road, lane, s), towards))
        return [at for at, towards in found.values() if towards] or [at for at, _ in found.values()]

    def _lanes_near(self, volume: np.void) -> list[LanePlace]:
        """Return the lanes that end before a junction close to a volume that lies on no lane."""
        alone = np.array([volume])
        return [
            LanePlace(each.road, each.lane, each.end)
            for each, middle in self.lane_ends
            if rows_around(alone, np.array(middle.location))
        ]

    def _joined(self, lines: Sequence[SignalLine]) -> tuple[SignalLine, ...]:
        """Return lines, those that are one told once, and of a light or sign the first one on each lane."""

        def driven(line: SignalLine) -> float:
            stretch = self._map.stretch(*line.at)
            return line.at.s if stretch is None or stretch.end >= stretch.begin else -line.at.s

        joined: list[SignalLine] = []
        taken: set[tuple[int, Lane]] = set()
        for line in sorted(lines, key=lambda each: (*each.at[:2], driven(each), each.governing.rows)):
            lane = line.at[:2]
            rows = tuple(row for row in line.governing.rows if (row, lane) not in taken)
            taken |= {(row, lane) for row in rows}
            last = joined[-1] if joined else None
            if last is not None and last.at[:2] == lane and abs(line.at.s - last.at.s) < _ONE_LINE:
                both = (*last.governing.rows, *rows)
                joined[-1] = last._replace(governing=last.governing._replace(rows=both))
            elif rows:
                joined.append(line._replace(governing=line.governing._replace(rows=rows)))
        return tuple(joined)


def trigger_volumes(index: RecordingIndex, rows: Ints) -> TriggerVolumes:
    """Return the recorded trigger volumes of some rows of the actor table."""
    _, of, records = changes_of(index, packets.TRIGGER_VOLUME)
    found = np.zeros(len(records), _VOLUME)
    found["row"] = of
    found["center"] = metres(records["origin"]).reshape(-1, 3)
    found["center"][:, 2] = np.nan_to_num(found["center"][:, 2])
    found["extent"] = np.abs(metres(records["extent"]).reshape(-1, 3)[:, :2])
    known = np.isfinite(found["center"]).all(axis=1) & np.isfinite(found["extent"]).all(axis=1)
    found = found[known & np.isin(of, rows)]
    found["yaw"] = index.actors.rotation[found["row"], 1]
    return np.asarray(found)


def rows_around(volumes: TriggerVolumes, place: Floats) -> tuple[int, ...]:
    """Return the rows of those that a place (2,) or (3,) is in, or not more than 2 m beside."""
    along, aside = ahead_and_aside(place[:2] - volumes["center"][:, :2], volumes["yaw"])
    # The line may be as far behind the volume as ScenarioRunner looks ahead of it.
    near = np.abs(np.column_stack((along, aside))) <= volumes["extent"] + _SAME_PLACE
    return tuple(np.unique(volumes["row"][near.all(axis=1)]).tolist())


def _match(index: RecordingIndex, road_map: RoadMap, rows: Ints, kind: str) -> dict[str, int]:
    """Return which rows of lights or signs are which signals of a type in the map, by the signals' ids."""
    found: dict[str, int] = {}
    for signal in road_map.signals if len(rows) else ():
        if signal.type == kind:
            offset = index.actors.location[rows] - signal.location
            far = np.where(np.abs(offset[:, 2]) < SAME_LEVEL, np.hypot(*offset[:, :2].T), np.inf)
            nearest = int(np.argmin(far))
            if far[nearest] <= _SAME_PLACE:
                found[signal.id] = int(rows[nearest])
    return found


def ahead_and_aside(offsets: Floats, yaws: Floats | float) -> tuple[Floats, Floats]:
    """Return how far ahead and to the right offsets (…, 2 or 3) are, seen with yaws in degrees, (…)."""
    turn = np.radians(yaws)
    ahead: Floats = offsets[..., 0] * np.cos(turn) + offsets[..., 1] * np.sin(turn)
    aside: Floats = offsets[..., 1] * np.cos(turn) - offsets[..., 0] * np.sin(turn)
    return ahead, aside


def faces(lights: Floats | float, yaws: Floats | float) -> Flags:
    """Tell whether lights of some yaws, degrees, face those who drive with others."""
    turn = np.asarray(lights) - yaws - _FACING
    return np.asarray(np.abs(turn - np.round(turn / 360.0) * 360.0) < _TOLERANCE)
