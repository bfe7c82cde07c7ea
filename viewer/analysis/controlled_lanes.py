"""Lanes that traffic lights and stop signs control, at junctions and at stop lines elsewhere."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Floats, Ints, wrap_degrees
from viewer.lazy import lazy
from viewer.logfile import packets
from viewer.recording.index import RecordingIndex
from viewer.recording.read.changes import changes_of
from viewer.recording.units import metres

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.roads.lanes import LanePoint, LaneStretch
    from viewer.roads.road_map import RoadMap

BY_MAP, BY_VOLUME = "the map's signals", "its trigger volume"
"""Texts that say from where a light's or sign's lanes are known: the map, or its recorded trigger volume."""
LIGHT_SOURCES = (BY_MAP, BY_VOLUME, "where it stands")
"""How the light that controls a lane is known, as text, most reliable first."""
LIGHT, STOP = "1000001", "206"
"""OpenDRIVE types of the signals that are traffic lights and stop signs in CARLA's maps."""
TO_JUNCTION = 13.0
"""Longest way along a lane, in metres, from a traffic light or stop sign to a junction that it controls.

Traffic then stops where the lane enters the junction. A light or sign farther away has a stop line at its own
position on the lane. ScenarioRunner notices no violation at a line farther than this from the trigger volume.
"""
ALONG = 60.0
"""Largest angle in degrees between a vehicle's heading and its lane's direction to count as driving along it.
"""
SAME_LEVEL = 8.0
"""Metres: a traffic light can only be for a road whose height differs from its own by no more than this."""
_SAME_POSITION = 2.0
"""Largest distance in metres of a recorded light or sign from the signal in the map that is the same one.

Also the largest distance of a trigger volume from the lane's end to which it belongs.
"""
_BEYOND = 0.5
"""Metres past the end of a lane, in driving direction, of the point at which a junction is looked for."""
_ONE_LINE = 3.0
"""Distance in metres along a lane below which two stop lines count as one.

Several traffic lights or signs may share one line.
"""
_SAMPLE, _INNER = 1.0, 0.9
"""Metres between points along a trigger volume at which lanes are looked up; share of it they cover."""
_FACING, _TOLERANCE = 90.0, 40.0
"""Yaw in degrees of a light or sign relative to the traffic it stops, and the tolerance around it.

CARLA's models face to the left of that traffic, in all known recordings.
"""

Lane = tuple[str, int]
"""A lane: OpenDRIVE's id of its road, and the id of the lane on that road."""

TriggerVolumes: TypeAlias = NDArray[np.void]
"""Trigger volumes of traffic lights or stop signs, an array of ``_VOLUME``.

``row`` is the light's or sign's row in the actor table, ``yaw`` its yaw in degrees; ``center`` (x, y, z) and
``extent`` (half-length and half-width of a rectangle in plan view) are in metres.
"""
_VOLUME = np.dtype([("row", "i8"), ("yaw", "f8"), ("center", "f8", 3), ("extent", "f8", 2)])


class LanePosition(NamedTuple):
    """Position on a lane: OpenDRIVE's ids of road and lane, and metres ``s`` along the reference line."""

    road: str
    lane: int
    s: float


class ControllingSignals(NamedTuple):
    """Traffic lights or stop signs that control a lane, and how that is known.

    Attributes:
        rows: their rows in the actor table; negative for signs that only the map has. Where only one can be
            named, it is the first.
        how: one of ``LIGHT_SOURCES``.
    """

    rows: tuple[int, ...]
    how: str


class SignalLine(NamedTuple):
    """Stop line of traffic lights or signs on a lane that does not lead into a junction.

    Attributes:
        controlling_signals: lights or signs that the line is for.
        at: position of the line on the lane.
        middle: point in the middle of the lane at the line.
    """

    controlling_signals: ControllingSignals
    at: LanePosition
    middle: LanePoint


def lanes_onward(
    road_map: RoadMap, start: LaneStretch, way: float, reach: float
) -> Iterator[tuple[LaneStretch, float, tuple[LaneStretch, ...]]]:
    """Yield each lane that traffic on ``start`` can reach, the metres to its end, and the lanes after it.

    Metres count from the traffic's position on ``start``. A lane is a ``LaneStretch``, a lane within one lane
    section. ``start`` comes first, then the lanes one step on, two steps on, and so on, each lane once.

    Args:
        road_map: the map of the lanes.
        start: the lane to begin with.
        way: metres from the traffic's position to the end of ``start``.
        reach: metres; the lanes after a lane whose end is this far away, or farther, are left out.
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


class ControlledLanes:
    """Lanes that the traffic lights, or the stop signs, of a recording control.

    They come from the map's signals; for actors that match no signal, from recorded trigger volumes. Rows are
    those of the actor table, negative for signals that only the map has.

    Attributes:
        lanes: rows of the lights or signs by lane (ids of road and lane), for lanes that enter a junction or
            lie in one.
        lines: stop lines more than 13 m before any junction.
        volumes: trigger volumes before junctions, of lights or signs that match no signal of the map.
        recorded: all recorded trigger volumes of the lights or signs.
        unplaced: rows for which neither map nor volume says which lane they control.
        of_signal: positions on controlled lanes by row, for lights or signs that match a signal of the map.
        in_junctions: OpenDRIVE's ids of the roads in junctions.
    """

    def __init__(
        self, index: RecordingIndex, road_map: RoadMap, rows: Ints, kind: str, *, map_alone: bool = False
    ) -> None:
        """Find the lanes that the traffic lights or stop signs in ``rows`` (of the actor table) control.

        Args:
            index: the recording.
            road_map: the map of its town.
            rows: rows of the lights or of the signs.
            kind: OpenDRIVE's type of their signals.
            map_alone: whether to add signals of the map that match no recorded actor.
        """
        self._map = road_map
        self.in_junctions = {road.id for road in road_map.roads if road.junction}
        self.recorded = volumes = trigger_volumes(index, rows)
        row_of = _match(index, road_map, rows, kind)
        if map_alone:
            alone = [each.id for each in road_map.signals if each.type == kind and each.id not in row_of]
            row_of |= {name: -1 - number for number, name in enumerate(dict.fromkeys(alone))}
        self.of_signal: dict[int, list[LanePosition]] = {}
        for name, row in row_of.items():
            if lanes := [LanePosition(*at) for at in road_map.lanes_of(name)]:
                self.of_signal.setdefault(row, []).extend(lanes)
        at = {signal.id: (signal.road, signal.s) for signal in road_map.signals}
        mounted = {row: at[name] for name, row in row_of.items()}
        self.lanes: dict[Lane, dict[int, None]] = {}
        found: list[SignalLine] = []
        for row, lanes in self.of_signal.items():
            beyond = [each for each in lanes if not self._is_for_junction(each, mounted[row])]
            for each in lanes:
                self.lanes.setdefault(each[:2], {}).update({} if each in beyond else {row: None})
            lines = [*self._lines_of(volumes[volumes["row"] == row])] if beyond else []
            found += lines or self._lines(ControllingSignals((row,), BY_MAP), beyond)
        others = volumes[~np.isin(volumes["row"], [*self.of_signal])]
        found += self._lines_of(others)
        before_junctions = [
            any(map(self._is_for_junction, self._lanes_in(each) or self._lanes_near(each))) for each in others
        ]
        self.volumes = others[np.array(before_junctions, np.bool_)]
        self.lines = self._merged(found)
        of_lines = [row for line in found for row in line.controlling_signals.rows]
        self.unplaced: Ints = rows[~np.isin(rows, [*self.of_signal, *self.volumes["row"], *of_lines])]

    def controlling_signals(self, line: Floats, lanes: Iterable[Lane]) -> ControllingSignals:
        """Return the traffic lights or stop signs that control a vehicle on its way into a junction.

        Args:
            line: where the vehicle's front enters the junction, x, y, z in metres, shape (3,).
            lanes: the lane that the vehicle comes from, and the lanes of the junction that it may be on.
        """
        named = tuple(dict.fromkeys(row for lane in lanes for row in self.lanes.get(lane, ())))
        return (
            ControllingSignals(named, BY_MAP)
            if named
            else ControllingSignals(rows_around(self.volumes, line), BY_VOLUME)
        )

    def on(self, lane: LaneStretch) -> list[tuple[float, SignalLine]]:
        """Return the stop lines on ``lane`` in driving order, each with metres from the begin of ``lane``."""
        there = [
            (abs(line.at.s - lane.begin), line)
            for line in self.lines
            if line.at[:2] == lane[:2] and lane.contains(line.at.s)
        ]
        return sorted(there, key=lambda each: each[0])

    @lazy
    def lane_ends(self) -> list[tuple[LaneStretch, LanePoint]]:
        """Lanes that lead into a junction, each with the point at its end, midway between its edges."""
        lanes = self._map.lanes_into_junctions()
        ends = ((each, self._map.point(each.road, each.lane, each.end)) for each in lanes)
        return [(each, point) for each, point in ends if point is not None]

    def _is_for_junction(self, at: LanePosition, mounted: tuple[str, float] | None = None) -> bool:
        """Return whether the lane position ``at`` is in a junction or at most 13 m before one.

        ``mounted`` is where the light or sign itself stands: a road, and metres ``s`` along it. If that is
        the road of ``at``, a junction at most 13 m after the light or sign counts, too.
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
        """Return whether ``lane`` leads into a junction.

        This is known from its ``following`` lanes or, without any, from the point behind its end.
        """
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
            yield from self._lines(ControllingSignals((int(volume["row"]),), BY_VOLUME), lanes)

    def _lines(
        self, controlling_signals: ControllingSignals, lanes: Sequence[LanePosition]
    ) -> Iterator[SignalLine]:
        for each in lanes:
            middle = self._map.point(*each)
            if middle is not None:
                yield SignalLine(controlling_signals, each, middle)

    def _lanes_in(self, volume: np.void) -> list[LanePosition]:
        """Return positions on lanes, of types for traffic, in the trigger volume of a light or sign.

        One per lane, the one nearest to the volume's centre. If the light or sign faces the traffic of some
        of the lanes, only these are returned.
        """
        extent, yaw = float(volume["extent"][0]), np.radians(volume["yaw"])
        along = np.arange(-_INNER * extent, _INNER * extent + 1e-6, _SAMPLE)
        along = along[np.argsort(np.abs(along), kind="stable")] if len(along) else np.zeros(1)
        points = volume["center"] + along[:, None] * np.array([np.cos(yaw), np.sin(yaw), 0.0])
        places = self._map.locate(points)
        places = places[places["on_lane"]]
        found: dict[Lane, tuple[LanePosition, bool]] = {}
        columns = (places[name].tolist() for name in ("road", "lane", "s", "heading"))
        for road, lane, s, heading in zip(*columns, strict=True):
            point = self._map.point(road, lane, s)
            if point is not None and point.lane_type.has_traffic:
                towards = bool(faces(volume["yaw"], heading))
                found.setdefault((road, lane), (LanePosition(road, lane, s), towards))
        return [at for at, towards in found.values() if towards] or [at for at, _ in found.values()]

    def _lanes_near(self, volume: np.void) -> list[LanePosition]:
        """Return the lanes that lead into a junction and end in the trigger ``volume`` or near it.

        Near is at most 2 m beside it. The method is called for a volume that is itself on no lane.
        """
        alone = np.array([volume])
        return [
            LanePosition(each.road, each.lane, each.end)
            for each, middle in self.lane_ends
            if rows_around(alone, np.array(middle.location))
        ]

    def _merged(self, lines: Sequence[SignalLine]) -> tuple[SignalLine, ...]:
        """Return the stop ``lines``, with those less than 3 m apart on a lane merged into one.

        If a light or sign has several stop lines on one lane, only the one that a vehicle reaches first is
        kept.
        """

        def driven(line: SignalLine) -> float:
            stretch = self._map.stretch(*line.at)
            return line.at.s if stretch is None or stretch.end >= stretch.begin else -line.at.s

        joined: list[SignalLine] = []
        taken: set[tuple[int, Lane]] = set()
        for line in sorted(
            lines, key=lambda each: (*each.at[:2], driven(each), each.controlling_signals.rows)
        ):
            lane = line.at[:2]
            rows = tuple(row for row in line.controlling_signals.rows if (row, lane) not in taken)
            taken |= {(row, lane) for row in rows}
            last = joined[-1] if joined else None
            if last is not None and last.at[:2] == lane and abs(line.at.s - last.at.s) < _ONE_LINE:
                both = (*last.controlling_signals.rows, *rows)
                joined[-1] = last._replace(controlling_signals=last.controlling_signals._replace(rows=both))
            elif rows:
                joined.append(line._replace(controlling_signals=line.controlling_signals._replace(rows=rows)))
        return tuple(joined)


def trigger_volumes(index: RecordingIndex, rows: Ints) -> TriggerVolumes:
    """Return the recorded trigger volumes of the actors in ``rows`` of the actor table."""
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


def rows_around(volumes: TriggerVolumes, point: Floats) -> tuple[int, ...]:
    """Return the actor-table rows of the trigger volumes that contain ``point`` or are at most 2 m beside it.

    ``point`` has shape (2,) or (3,), in metres.
    """
    along, aside = ahead_and_aside(point[:2] - volumes["center"][:, :2], volumes["yaw"])
    # The line may lie behind the volume, as far as ScenarioRunner looks ahead.
    near = np.abs(np.column_stack((along, aside))) <= volumes["extent"] + _SAME_POSITION
    return tuple(np.unique(volumes["row"][near.all(axis=1)]).tolist())


def _match(index: RecordingIndex, road_map: RoadMap, rows: Ints, kind: str) -> dict[str, int]:
    """Return the actor-table row of the actor at each map signal of the type ``kind``, by the signal's id.

    It is the nearest of the actors in ``rows``, at most 2 m away; signals without such an actor are left out.
    """
    found: dict[str, int] = {}
    for signal in road_map.signals if len(rows) else ():
        if signal.type == kind:
            offset = index.actors.location[rows] - signal.location
            far = np.where(np.abs(offset[:, 2]) < SAME_LEVEL, np.hypot(*offset[:, :2].T), np.inf)
            nearest = int(np.argmin(far))
            if far[nearest] <= _SAME_POSITION:
                found[signal.id] = int(rows[nearest])
    return found


def ahead_and_aside(offsets: Floats, yaws: Floats | float) -> tuple[Floats, Floats]:
    """Return how far ``offsets`` are ahead and to the right of an actor with ``yaws`` (degrees).

    Two arrays in the unit of ``offsets``, of its shape (…, 2 or 3) without the last axis.
    """
    turn = np.radians(yaws)
    ahead: Floats = offsets[..., 0] * np.cos(turn) + offsets[..., 1] * np.sin(turn)
    aside: Floats = offsets[..., 1] * np.cos(turn) - offsets[..., 0] * np.sin(turn)
    return ahead, aside


def faces(lights: Floats | float, yaws: Floats | float) -> Flags:
    """Return a mask, True where lights with yaw ``lights`` face traffic with yaw ``yaws`` (both degrees)."""
    return np.asarray(np.abs(wrap_degrees(np.asarray(lights) - yaws - _FACING)) < _TOLERANCE)
