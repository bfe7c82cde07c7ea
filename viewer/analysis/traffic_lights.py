"""Traffic lights of a recording: what they show, where one stops for them, and which one is ahead."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.analysis.controlled_lanes import (
    ALONG,
    LIGHT,
    LIGHT_SOURCES,
    SAME_LEVEL,
    Governing,
    Lane,
    SignalPlaces,
    TriggerVolumes,
    ahead_and_aside,
    faces,
    lanes_onward,
    trigger_volumes,
)
from viewer.arrays import Floats, Ints
from viewer.cancellation import Proceed, always, check
from viewer.lazy import lazy
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState
from viewer.recording.actors import Category
from viewer.recording.index import RecordingIndex
from viewer.recording.read.records import gather
from viewer.roads.arrays import left_of, turn_between
from viewer.roads.lane_types import BOTH_WAYS, HAS_TRAFFIC

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.roads.lanes import LanePoint, LaneStretch
    from viewer.roads.road_map import RoadMap

AHEAD, ASIDE = 60.0, 15.0
"""Metres ahead, and to either side, within which a light counts."""
_BEHIND, _BEYOND = 3.0, 40.0
"""Metres from the line within which a light may govern it: its pole may stand beyond the crossing."""
_GROUP = 12.0
"""Metres within which lights that face the same way belong to the same approach."""
_INSIDE = 0.01
"""Metres before its end at which a lane is looked at."""
_NEAR = 8.0
"""Metres between the end of a lane and the painted line that is its own."""
_DERIVED_WIDTH = 0.4
"""Metres of a line that is not painted."""


class LightBook:
    """The traffic lights of a recording and their states."""

    def __init__(self, index: RecordingIndex) -> None:
        """Find them."""
        self.index = index
        self.rows = np.flatnonzero(index.actors.category == Category.TRAFFIC_LIGHT)
        self._told: dict[int, tuple[Ints, NDArray[np.uint8]]] = {}

    def ahead(
        self, frames: Ints, places: Floats, reach: float = 0.0, *, proceed: Proceed = always
    ) -> tuple[Ints, Ints]:
        """Return the light ahead at each pose: its row, −1 for none, and its place in LIGHT_SOURCES.

        It is the nearest of those that face the actor and stand on its level up to 60 m ahead and 15 m aside;
        of a light whose trigger volume is recorded, it is the volume that lies ahead, or around the actor.

        Args:
            frames: indices of the frames, shape (K,).
            places: of the actor in them, x, y, z in metres and yaw in degrees, shape (K, 4).
            reach: metres from its place to its front.
            proceed: is told the share that is done, and answers whether to go on.

        Raises:
            ReadingCancelledError: ``proceed`` said no.

        """
        rows, sources = np.full((2, len(frames)), -1, np.int64)
        if not len(self.rows) or not len(frames):
            return rows, sources
        self._look_ahead(places, reach, rows, sources, proceed)
        actors = self.index.actors
        there = (actors.spawn_frame[rows] <= frames) & (frames < actors.destroy_frame[rows])
        return np.where(there, rows, -1), sources

    def _look_ahead(self, poses: Floats, _reach: float, rows: Ints, sources: Ints, proceed: Proceed) -> None:
        """Write what lies ahead into ``rows`` and ``sources``."""
        actors, volumes = self.index.actors, {int(each["row"]): each for each in self.volumes}
        nearest = np.full(len(poses), np.inf)
        for number, row in enumerate(self.rows.tolist()):
            check(proceed, number / len(self.rows))
            point, behind, source = actors.location[row, :2], 0.0, 2
            if row in volumes:
                point, behind, source = volumes[row]["center"][:2], volumes[row]["extent"].max(), 1
            along, aside = ahead_and_aside(point - poses[:, :2], poses[:, 3])
            counts = np.abs(actors.location[row, 2] - poses[:, 2]) < SAME_LEVEL
            counts &= faces(actors.rotation[row, 1], poses[:, 3])
            counts &= (along > -behind) & (along < AHEAD) & (np.abs(aside) < ASIDE)
            distances = np.where(counts, np.hypot(along, aside), np.inf)
            near = distances < nearest
            rows[near], sources[near], nearest[near] = row, source, distances[near]

    def states(self, row: int, frames: Ints) -> NDArray[np.uint8]:
        """Return the TrafficLightState of a light at frame indices, UNKNOWN where it is not told, shape (K,).

        Errors as for ``world_at``.
        """
        told, states = self.told(row)
        there = np.append(states, np.uint8(TrafficLightState.UNKNOWN))[np.searchsorted(told, frames)]
        return np.where(np.isin(frames, told), there, np.uint8(TrafficLightState.UNKNOWN))

    def red_for(self, row: int, frame: int) -> tuple[float, bool]:
        """Return for how many seconds a light that is red at a frame index has been red, in the recording.

        And whether it may be longer: no other state of it is told before, and it was there at the beginning.

        The time in a state that is recorded stands still while a light waits for others.
        """
        elapsed, begin = self.index.elapsed, int(self.index.actors.spawn_frame[row])
        told, states = self.told(row)
        frames = told[: np.searchsorted(told, frame, side="right")]
        others = np.flatnonzero(states[: len(frames)] != TrafficLightState.RED)
        first = frames[min(others[-1] + 1, len(frames) - 1)] if len(others) else frames[0]
        longer = not len(others) and not (begin > 0 and frames[0] == begin)
        return float(elapsed[frame] - elapsed[first]), longer

    def told(self, row: int) -> tuple[Ints, NDArray[np.uint8]]:
        """Return the frames that tell the state of a light, and the states, (K,) each."""
        if row not in self._told:
            actors, kind = self.index.actors, packets.TRAFFIC_LIGHT_STATE
            lives = slice(int(actors.spawn_frame[row]), len(self.index.heads))
            frames, records = gather(self.index, kind, int(actors.actor_id[row]), lives)
            self._told[row] = frames, records["state"]
        return self._told[row]

    @lazy
    def volumes(self) -> TriggerVolumes:
        """The trigger volumes of the lights that have one."""
        return trigger_volumes(self.index, self.rows)


class LaneLights(LightBook):
    """The same with a map: which lights govern its lanes.

    Ahead is the first light that governs the lane that the actor drives along, up to 60 m ahead, whatever
    bends it takes; none where its front is in a junction, or on no lane.
    """

    def __init__(self, index: RecordingIndex, road_map: RoadMap) -> None:
        """Take the recording and the map that its lights stand in."""
        super().__init__(index)
        self.road_map = road_map
        self.places = SignalPlaces(index, road_map, self.rows, LIGHT)
        self._found: dict[LaneStretch, tuple[float, Governing] | None] = {}

    def governing(self, line: Floats, yaw: float, lanes: Iterable[Lane]) -> Governing:
        """Return the lights that govern whoever crosses into a junction, nearest first; none if none do.

        Args:
            line: where one crosses into it, metres, shape (3,).
            yaw: of who does, degrees.
            lanes: the lane one comes from, and those of the junction that one may be on.

        """
        if self.places.lanes or len(self.places.volumes):
            return self.places.governing(line, lanes)
        return Governing(self._facing(line, yaw), LIGHT_SOURCES[2])

    @lazy
    def unplaced(self) -> Ints:
        """Rows of the lights of which nothing tells where they act, not even where they stand."""
        rows = self.places.unplaced
        if self.places.lanes or len(self.places.volumes) or not len(rows):
            return rows
        ends = [point for _, point in self.places.lane_ends]
        used = [row for end in ends for row in self._facing(np.array(end.location), end.yaw)]
        return rows[~np.isin(rows, used)]

    def after(self, lane: LaneStretch) -> tuple[float, Governing] | None:
        """Return the first light that governs those who follow a lane to the end of its section, or beyond.

        Metres from that end to its line, and who governs it. Lines across the lane itself are none of these.
        """
        if lane not in self._found:
            self._found[lane] = self._first(lane)
        return self._found[lane]

    def _first(self, start: LaneStretch) -> tuple[float, Governing] | None:
        inside = self.places.in_junctions
        for lane, way, following in lanes_onward(self.road_map, start, 0.0, AHEAD):
            lines = self.places.on(lane) if lane != start else ()
            if lines:
                along, line = lines[0]
                return way - lane.length + along, line.governing
            entered = [each[:2] for each in following if each.road in inside]
            if entered and lane.road not in inside:
                s = lane.end - np.sign(lane.end - lane.begin) * _INSIDE
                point = self.road_map.point(lane.road, lane.lane, s)
                if point is not None:
                    found = self.governing(np.array(point.location), point.yaw, [lane[:2], *entered])
                    if found.rows:
                        return way, found
        return None

    def _facing(self, line: Floats, yaw: float) -> tuple[int, ...]:
        """Return the nearest lights ahead that face whoever crosses a line: those of one approach."""
        actors, rows = self.index.actors, self.places.unplaced
        offset = actors.location[rows] - line
        along, aside = ahead_and_aside(offset, yaw)
        near = (along > -_BEHIND) & (along < _BEYOND) & (np.abs(aside) < ASIDE)
        near &= np.abs(offset[:, 2]) < SAME_LEVEL
        here = np.flatnonzero(near & faces(actors.rotation[rows, 1], yaw))
        here = here[np.argsort(along[here], kind="stable")]
        return tuple(rows[here[along[here] - along[here[:1]] < _GROUP]].tolist())

    def _look_ahead(self, poses: Floats, reach: float, rows: Ints, sources: Ints, proceed: Proceed) -> None:
        """Write what lies ahead along the lanes into ``rows`` and ``sources``."""
        turn, yaws = np.radians(poses[:, 3]), poses[:, 3]
        fronts = poses[:, :3] + reach * np.column_stack((np.cos(turn), np.sin(turn), np.zeros(len(turn))))
        places = self.road_map.locate(fronts, yaws)
        turn = turn_between(yaws, places["heading"], BOTH_WAYS[places["lane_type"]])
        drives = places["on_lane"] & HAS_TRAFFIC[places["lane_type"]] & (places["junction_row"] < 0)
        drives &= turn < ALONG
        left = np.flatnonzero(drives)
        while len(left):
            check(proceed, 1.0 - len(left) / len(yaws))
            place = places[left[0]]
            lane = self.road_map.stretch(str(place["road"]), int(place["lane"]), float(place["s"]))
            if lane is None:
                left = left[1:]
                continue
            same = (places["road_row"][left] == place["road_row"]) & (places["lane"][left] == place["lane"])
            same &= lane.contains(places["s"][left])
            same[0] = True
            mine, left = left[same], left[~same]
            to_end = np.abs(lane.end - places["s"][mine])
            after = self.after(lane)
            ahead = [] if after is None else [after]
            lines = reversed(self.places.on(lane))
            ahead += [(way - lane.length, line.governing) for way, line in lines]
            for distance, governing in ahead:  # the nearest one last
                near = mine[(to_end + distance >= 0.0) & (to_end + distance < AHEAD)]
                rows[near] = governing.rows[0]
                sources[near] = LIGHT_SOURCES.index(governing.how)


class StopLine(NamedTuple):
    """A stop line that lights govern.

    Attributes:
        points: along its middle, metres, shape (K, 2).
        width: metres.
        lights: rows of the actor table, the one that decides first; never empty.
        how: how it is known, one of ``LIGHT_SOURCES``.
        derived: whether the map has no line there, and it is the end of a lane.

    """

    points: Floats
    width: float
    lights: tuple[int, ...]
    how: str
    derived: bool


def governed_stop_lines(
    index: RecordingIndex, road_map: RoadMap, proceed: Proceed = always
) -> tuple[StopLine, ...]:
    """Return the stop lines that lights of a recording govern: the map's, else where lanes end.

    Errors as for ``trajectory``.
    """
    lights = LaneLights(index, road_map)
    if not len(lights.rows):
        return ()
    painted = road_map.stop_lines
    middles = np.array([line.points.mean(axis=0) for line in painted]).reshape(-1, 2)
    taken: dict[int, StopLine] = {}
    found: list[StopLine] = []
    ends: list[tuple[LanePoint, Governing]] = []
    for number, (lane, middle) in enumerate(lights.places.lane_ends):
        check(proceed, number / len(lights.places.lane_ends))
        ahead = lights.after(lane)
        if ahead is not None and ahead[0] <= 0.0:
            ends.append((middle, ahead[1]))
    ends += [(line.middle, line.governing) for line in lights.places.lines]
    for middle, governing in ends:
        far = np.hypot(*(middles - middle.location[:2]).T)
        if len(far) and far.min() <= _NEAR:
            nearest = int(far.argmin())
            line = painted[nearest]
            taken.setdefault(nearest, StopLine(line.points, line.width, *governing, derived=False))
        else:
            place = np.array(middle.location[:2])
            half = left_of(np.radians([middle.yaw]))[0] * middle.width / 2
            points = np.array([place + half, place - half])
            found.append(StopLine(points, _DERIVED_WIDTH, *governing, derived=True))
    return (*taken.values(), *found)
