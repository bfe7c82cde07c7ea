"""Which light governs a lane: by the map's signals, else by trigger volumes, else by where lights stand."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from viewer.analysis.signal_places import BY_MAP, BY_VOLUME, Lane, SignalLine, SignalPlaces, faces
from viewer.analysis.signals import LIGHT, SAME_LEVEL, LightBook
from viewer.arrays import Floats, Ints
from viewer.lazy import lazy

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.roads.road_map import RoadMap

LIGHT_SOURCES = (BY_MAP, BY_VOLUME, "where it stands")
"""How it is known which light governs, what is told best first."""

AHEAD = 60.0
"""Metres of lane ahead within which a light counts."""
_BEHIND, _BEYOND, _ASIDE = 3.0, 40.0, 15.0
"""Metres from the line within which a light may govern it: its pole may stand beyond the crossing."""
_GROUP = 12.0
"""Metres within which lights that face the same way belong to the same approach."""
_INSIDE = 0.01
"""Metres before its end at which a lane is looked at."""


class Governing(NamedTuple):
    """Lights that govern a lane, rows of the actor table, nearest first, and how: one of LIGHT_SOURCES."""

    rows: Ints
    how: str


class LightAhead(NamedTuple):
    """The first line ahead with a light: metres from the end of a lane to it, and who governs it."""

    distance: float
    governing: Governing


class LaneLights:
    """Knows which lights govern the lanes of a map."""

    def __init__(self, book: LightBook, road_map: RoadMap) -> None:
        """Take the lights of a recording and the map that they stand in."""
        self.book = book
        self.road_map = road_map
        self._in_junctions = {road.id for road in road_map.roads if road.junction}
        self.places = SignalPlaces(book.index, road_map, book.rows, LIGHT)
        self._by_lane = self.places.lanes
        self.lines = self.places.lines
        self._found: dict[tuple[str, int, float], LightAhead | None] = {}

    def governing(self, line: Floats, yaw: float, lanes: Iterable[Lane]) -> Governing:
        """Return the lights that govern whoever crosses into a junction; none if there are none.

        Args:
            line: where one crosses into it, metres, shape (3,).
            yaw: of who does, degrees.
            lanes: the lane one comes from, and those of the junction that one may be on.

        """
        named = dict.fromkeys(row for lane in lanes for row in self._by_lane.get(lane, ()))
        if named or (self._by_lane and not len(self.places.volumes)):
            return Governing(np.array([*named], np.int64), LIGHT_SOURCES[0])
        if len(self.places.volumes):
            return Governing(self.places.volumes.around(line), LIGHT_SOURCES[1])
        return Governing(self._facing(line, yaw), LIGHT_SOURCES[2])

    @lazy
    def unplaced(self) -> Ints:
        """Rows of the lights of which nothing tells where they act, not even where they stand."""
        rows = self.places.unplaced
        if self._by_lane or len(self.places.volumes) or not len(rows):
            return rows
        used: set[int] = set()
        for lane in self.road_map.lanes_into_junctions():
            ends = self.road_map.lane_begin_and_end(lane.road, lane.lane, (lane.begin + lane.end) / 2.0)
            point = None if ends is None else self.road_map.point(lane.road, lane.lane, ends[1])
            if point is not None:
                used |= set(self._facing(np.array(point.location), point.yaw).tolist())
        return rows[~np.isin(rows, [*used])]

    def after(self, road: str, lane: int, s: float) -> LightAhead | None:
        """Return the first light that governs those who follow a lane to the end of its section, or beyond.

        Lines across the lane itself are none of these.

        Args:
            road: OpenDRIVE's id of the road.
            lane: OpenDRIVE's id of the lane.
            s: in the section, metres along the road.

        """
        ends = self.road_map.lane_begin_and_end(road, lane, s)
        if ends is None:
            return None
        key = (road, lane, ends[1])
        if key not in self._found:
            self._found[key] = self._first(road, lane, ends)
        return self._found[key]

    def _first(self, road: str, lane: int, ends: tuple[float, float]) -> LightAhead | None:
        waiting = deque([(road, lane, ends, 0.0)])
        seen = {(road, lane, ends[1])}
        while waiting:
            road, lane, (begin, end), distance = waiting.popleft()
            lines = self.places.on(road, lane, begin, end) if len(seen) > 1 else ()
            if lines:
                return LightAhead(distance - abs(end - begin) + lines[0][0], governing_of(lines[0][1]))
            s = end - np.sign(end - begin) * _INSIDE
            following = self.road_map.next_lanes(road, lane, s)
            entered = [(each.road, each.lane) for each in following if each.road in self._in_junctions]
            if entered and road not in self._in_junctions:
                point = self.road_map.point(road, lane, s)
                if point is not None:
                    lanes = [(road, lane), *entered]
                    found = self.governing(np.array(point.location), point.yaw, lanes)
                    if len(found.rows):
                        return LightAhead(distance, found)
            for each in following:
                middle = (each.begin + each.end) / 2.0
                onward = self.road_map.lane_begin_and_end(each.road, each.lane, middle)
                way = distance + each.end - each.begin
                if onward is not None and distance < AHEAD and (each.road, each.lane, onward[1]) not in seen:
                    seen.add((each.road, each.lane, onward[1]))
                    waiting.append((each.road, each.lane, onward, way))
        return None

    def _facing(self, line: Floats, yaw: float) -> Ints:
        """Return the nearest lights ahead that face whoever crosses a line: those of one approach."""
        actors, rows = self.book.index.actors, self.places.unplaced
        offset = actors.location[rows] - line
        cos, sin = np.cos(np.radians(yaw)), np.sin(np.radians(yaw))
        along = offset[:, 0] * cos + offset[:, 1] * sin
        across = offset[:, 1] * cos - offset[:, 0] * sin
        near = (along > -_BEHIND) & (along < _BEYOND) & (np.abs(across) < _ASIDE)
        near &= np.abs(offset[:, 2]) < SAME_LEVEL
        here = np.flatnonzero(near & faces(actors.rotation[rows, 1], yaw))
        here = here[np.argsort(along[here], kind="stable")]
        if not len(here):
            return here
        return np.asarray(rows[here[along[here] - along[here[0]] < _GROUP]])


def governing_of(line: SignalLine) -> Governing:
    """Return the lights of a line on a lane that leads into no junction."""
    return Governing(np.array(line.rows, np.int64), line.how)
