"""Which traffic lights govern the lanes, and which one a vehicle has ahead."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.analysis.signal_places import LIGHT_SOURCES, Lane, SignalLine, SignalPlaces, faces
from viewer.analysis.traffic_lights import LIGHT, SAME_LEVEL, LightBook
from viewer.arrays import Floats, Ints
from viewer.cancellation import Proceed, always, check
from viewer.lazy import lazy
from viewer.replay.paths.trajectory import Trajectory
from viewer.roads.kinds import LaneType

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.roads.road_map import RoadMap


_ALONG = 60.0
"""Degrees from the lane's direction within which a vehicle drives along it."""
_YAW, _Z = 1, 2
_BLOCK = 1 << 16
_TRAFFIC = np.array([kind.has_traffic for kind in LaneType])
_BOTH_WAYS = np.array([kind is LaneType.BIDIRECTIONAL for kind in LaneType])


@dataclass(frozen=True, eq=False)
class LightsAhead:
    """The light ahead at each of some poses.

    Attributes:
        rows: of the lights, −1 where there is none, shape (K,).
        sources: how it is known, places in LIGHT_SOURCES, shape (K,).

    """

    rows: Ints
    sources: Ints


def lights_ahead(
    book: LightBook,
    lanes: LaneLights | None,
    poses: Trajectory,
    reach: float = 0.0,
    *,
    proceed: Proceed = always,
) -> LightsAhead:
    """Return the light ahead at each pose.

    With a map it is the first that governs the lane that the actor drives along, up to 60 m ahead, whatever
    bends it takes; none where its front is in a junction, or on no lane. Without one it is the nearest of
    those that face the actor and stand on its level up to 60 m ahead and 15 m aside; of a light whose trigger
    volume is recorded, it is the volume that lies ahead, or around the actor.

    Args:
        book: the lights.
        lanes: which lanes they govern, None without a map.
        poses: of the actor.
        reach: metres from its place to its front.
        proceed: is told the share that is done, and answers whether to go on.

    Raises:
        ReadingCancelledError: ``proceed`` said no.

    """
    rows, sources = np.full((2, len(poses)), -1, np.int64)
    if not len(book.rows) or not len(poses):
        return LightsAhead(rows, sources)
    if lanes is None:
        rows = _by_place(book, poses, proceed)
        sources[:] = np.where(np.isin(rows, book.volumes.rows), 1, 2)
    else:
        _by_lane(lanes, poses, reach, rows, sources, proceed)
    actors = book.index.actors
    there = (actors.spawn_frame[rows] <= poses.frames) & (poses.frames < actors.destroy_frame[rows])
    return LightsAhead(np.where(there, rows, -1), sources)


def _by_lane(
    lanes: LaneLights, poses: Trajectory, reach: float, rows: Ints, sources: Ints, proceed: Proceed
) -> None:
    """Write what lies ahead along the lanes into ``rows`` and ``sources``."""
    from viewer.roads.arrays import turn_between  # noqa: PLC0415 - not before the first picture

    yaws = poses.rotations[:, _YAW]
    fronts = poses.locations.copy()
    fronts[:, 0] += reach * np.cos(np.radians(yaws))
    fronts[:, 1] += reach * np.sin(np.radians(yaws))
    places = lanes.road_map.locate(fronts, yaws)
    with np.errstate(invalid="ignore"):
        turn = turn_between(yaws, places["heading"], _BOTH_WAYS[places["lane_type"]])
        drives = places["on_lane"] & _TRAFFIC[places["lane_type"]] & (places["junction_row"] < 0)
        drives &= turn < _ALONG
    left = np.flatnonzero(drives)
    while len(left):
        check(proceed, 1.0 - len(left) / len(poses))
        place = places[left[0]]
        road, lane, s = str(place["road"]), int(place["lane"]), float(place["s"])
        same = (places["road_row"][left] == place["road_row"]) & (places["lane"][left] == lane)
        ends = lanes.road_map.lane_begin_and_end(road, lane, s)
        if ends is not None:
            there = places["s"][left]
            same &= (there >= min(ends)) & (there <= max(ends))
        same[0] = True
        mine, left = left[same], left[~same]
        if ends is None:
            continue
        to_end = np.abs(ends[1] - places["s"][mine])
        after = lanes.after(road, lane, s)
        ahead = [] if after is None else [after]
        length = abs(ends[1] - ends[0])
        ahead += [
            LightAhead(way - length, governing_of(line))
            for way, line in reversed(lanes.places.on(road, lane, *ends))
        ]
        for each in ahead:  # the nearest one last
            near = mine[(to_end + each.distance >= 0.0) & (to_end + each.distance < AHEAD)]
            rows[near] = each.governing.rows[0]
            sources[near] = LIGHT_SOURCES.index(each.governing.how)


def _by_place(book: LightBook, poses: Trajectory, proceed: Proceed) -> Ints:
    """Return the rows of the lights that stand, or have their volume, ahead of poses, −1 for none, (K,)."""
    actors, lights = book.index.actors, book.rows
    points, behind = actors.location[lights, :2].copy(), np.zeros(len(lights))
    for row, center, extent in zip(
        book.volumes.rows.tolist(), book.volumes.centers, book.volumes.extents, strict=True
    ):
        points[lights == row], behind[lights == row] = center, extent.max()
    ahead = np.full(len(poses), -1, np.int64)
    block = max(_BLOCK // len(lights), 1)
    for start in range(0, len(poses), block):
        check(proceed, start / len(poses))
        part = slice(start, start + block)
        yaws = poses.rotations[part, None, _YAW]
        along, aside = _seen(points - poses.locations[part, None, :2], np.radians(yaws))
        level = np.abs(actors.location[lights, _Z] - poses.locations[part, None, _Z]) < SAME_LEVEL
        counts = level & faces(actors.rotation[lights, _YAW], yaws)
        counts &= (along > -behind) & (along < AHEAD) & (np.abs(aside) < _ASIDE)
        distances = np.where(counts, np.hypot(along, aside), np.inf)
        nearest = distances.argmin(axis=1)
        found = np.isfinite(distances[np.arange(len(nearest)), nearest])
        ahead[part] = np.where(found, lights[nearest], -1)
    return ahead


def _seen(offsets: NDArray[np.float64], yaws: Floats) -> tuple[Floats, Floats]:
    """Return how far ahead and to the right offsets (K, L, 2) are, seen with yaws (K, 1) in radians."""
    along = offsets[..., 0] * np.cos(yaws) + offsets[..., 1] * np.sin(yaws)
    return along, offsets[..., 1] * np.cos(yaws) - offsets[..., 0] * np.sin(yaws)


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
