"""Traffic lights of a recording: their states, the lanes and stop lines they control, the light ahead."""

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
    ControlledLanes,
    ControllingSignals,
    Lane,
    TriggerVolumes,
    ahead_and_aside,
    faces,
    lanes_onward,
    trigger_volumes,
)
from viewer.arrays import Floats, Ints
from viewer.cancellation import ShouldContinue, always, check
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
"""Metres ahead of an actor, and to either side, within which a traffic light counts as ahead of it."""
_BEHIND, _BEYOND = 3.0, 40.0
"""Metres before and past a stop line within which its light may stand: poles may be across the junction."""
_GROUP = 12.0
"""Metres beyond the nearest traffic light within which lights that face the same vehicle control it, too."""
_INSIDE = 0.01
"""Distance in metres from the end of a lane, inside it, at which the lane's direction is computed."""
_NEAR = 8.0
"""Largest distance in metres between the end of a lane and its painted stop line."""
_DERIVED_WIDTH = 0.4
"""Width in metres with which a traffic light's stop line is drawn where the map has no painted one."""


class TrafficLights:
    """Traffic lights of a recording and their states; finds the one ahead of an actor without a road map."""

    def __init__(self, index: RecordingIndex) -> None:
        """Find which actors of the recording ``index`` are traffic lights."""
        self.index = index
        self.rows = np.flatnonzero(index.actors.category == Category.TRAFFIC_LIGHT)
        self._recorded_states: dict[int, tuple[Ints, NDArray[np.uint8]]] = {}

    def ahead(
        self,
        frames: Ints,
        poses: Floats,
        reach: float = 0.0,
        *,
        within: float = AHEAD,
        should_continue: ShouldContinue = always,
    ) -> tuple[Ints, Ints]:
        """Return the light ahead of an actor at each pose, and how that is known, shape (K,) each.

        The light is a row in the actor table (−1 for none); how it is known is an index in ``LIGHT_SOURCES``:
        by the map, by a trigger volume, or by where it stands.

        Without a road map: the nearest light that faces the actor, at its height, at most 60 m ahead and 15 m
        aside. If a light's trigger volume is recorded, the volume must be ahead instead, or around the actor.

        Args:
            frames: frame indices, shape (K,).
            poses: poses of the actor: x, y, z in metres and yaw in degrees, shape (K, 4).
            reach: metres from the actor's origin to its front.
            within: metres up to which it may be ahead: from the actor, or with a road map from its front.
            should_continue: is called with the share done so far; returns False to cancel.

        Raises:
            ReadingCancelledError: ``should_continue`` returned False.
        """
        rows, sources = np.full((2, len(frames)), -1, np.int64)
        if not len(self.rows) or not len(frames):
            return rows, sources
        self._look_ahead(poses, (reach, within), rows, sources, should_continue)
        actors = self.index.actors
        there = (actors.spawn_frame[rows] <= frames) & (frames < actors.destroy_frame[rows])
        return np.where(there, rows, -1), sources

    def _look_ahead(
        self,
        poses: Floats,
        reaches: tuple[float, float],
        rows: Ints,
        sources: Ints,
        should_continue: ShouldContinue,
    ) -> None:
        """Store the row of the traffic light ahead of each of ``poses``, and by what it was found.

        ``poses`` are x, y, z in metres and yaw in degrees, shape (K, 4); the second of ``reaches`` is how far
        ahead it may be, in metres. Results are put into two arrays of
        shape (K,): rows of the actor table into ``rows``, and indices in ``LIGHT_SOURCES`` into ``sources``:
        1 for the light's trigger volume, 2 for the place where it stands. Where no light is ahead, they stay
        as they are.
        """
        actors, volumes = self.index.actors, {int(each["row"]): each for each in self.volumes}
        nearest = np.full(len(poses), np.inf)
        for number, row in enumerate(self.rows.tolist()):
            check(should_continue, number / len(self.rows))
            point, behind, source = actors.location[row, :2], 0.0, 2
            if row in volumes:
                point, behind, source = volumes[row]["center"][:2], volumes[row]["extent"].max(), 1
            along, aside = ahead_and_aside(point - poses[:, :2], poses[:, 3])
            counts = np.abs(actors.location[row, 2] - poses[:, 2]) < SAME_LEVEL
            counts &= faces(actors.rotation[row, 1], poses[:, 3])
            counts &= (along > -behind) & (along < reaches[1]) & (np.abs(aside) < ASIDE)
            distances = np.where(counts, np.hypot(along, aside), np.inf)
            near = distances < nearest
            rows[near], sources[near], nearest[near] = row, source, distances[near]

    def states(self, row: int, frames: Ints) -> NDArray[np.uint8]:
        """Return the TrafficLightState of the light ``row`` in ``frames``, shape (K,); UNKNOWN if unrecorded.

        Raises:
            ChangedError: the recording was replaced or cut since it was opened.
            UnreadableError: the system cannot read.

        """
        recorded, states = self.recorded_states(row)
        there = np.append(states, np.uint8(TrafficLightState.UNKNOWN))[np.searchsorted(recorded, frames)]
        return np.where(np.isin(frames, recorded), there, np.uint8(TrafficLightState.UNKNOWN))

    def red_for(self, row: int, frame: int) -> tuple[float, bool]:
        """Return the seconds for which the light ``row``, red in frame ``frame``, has been red, and a flag.

        The flag is True if it may have been red for longer: it was red when the recording began, and not just
        spawned. Seconds are counted in the recording: the recorded time in a state pauses while other lights
        of the junction are on. ``frame`` is a frame index.
        """
        elapsed, begin = self.index.elapsed, int(self.index.actors.spawn_frame[row])
        recorded, states = self.recorded_states(row)
        frames = recorded[: np.searchsorted(recorded, frame, side="right")]
        others = np.flatnonzero(states[: len(frames)] != TrafficLightState.RED)
        first = frames[min(others[-1] + 1, len(frames) - 1)] if len(others) else frames[0]
        longer = not len(others) and not (begin > 0 and frames[0] == begin)
        return float(elapsed[frame] - elapsed[first]), longer

    def recorded_states(self, row: int) -> tuple[Ints, NDArray[np.uint8]]:
        """Return the frame indices with a recorded state of the light ``row``, and the states, (K,) each."""
        if row not in self._recorded_states:
            actors, kind = self.index.actors, packets.TRAFFIC_LIGHT_STATE
            tracks = slice(int(actors.spawn_frame[row]), len(self.index.frame_starts))
            frames, records = gather(self.index, kind, int(actors.actor_id[row]), tracks)
            self._recorded_states[row] = frames, records["state"]
        return self._recorded_states[row]

    @lazy
    def volumes(self) -> TriggerVolumes:
        """Trigger volumes of the traffic lights; lights without a recorded one are left out."""
        return trigger_volumes(self.index, self.rows)


class MappedTrafficLights(TrafficLights):
    """Traffic lights of a recording whose road map is known, and so also the lanes that they control.

    The light ahead of an actor is then the first one that controls the actor's lane, up to 60 m along the
    lane. There is none while the actor's front is in a junction or on no lane.
    """

    def __init__(self, index: RecordingIndex, road_map: RoadMap) -> None:
        """Find the lanes of ``road_map`` that the traffic lights of the recording ``index`` control."""
        super().__init__(index)
        self.road_map = road_map
        self.controlled_lanes = ControlledLanes(index, road_map, self.rows, LIGHT)
        self._found: dict[LaneStretch, tuple[float, ControllingSignals] | None] = {}

    def controlling_signals(self, line: Floats, yaw: float, lanes: Iterable[Lane]) -> ControllingSignals:
        """Return the lights that control a vehicle on its way into a junction, the nearest first; maybe none.

        Args:
            line: where its front enters the junction, metres, shape (3,).
            yaw: yaw of the vehicle, degrees.
            lanes: the lane it comes from, and the lanes of the junction that it may be on.

        """
        if self.controlled_lanes.lanes or len(self.controlled_lanes.volumes):
            return self.controlled_lanes.controlling_signals(line, lanes)
        return ControllingSignals(self._facing(line, yaw), LIGHT_SOURCES[2])

    @lazy
    def unplaced(self) -> Ints:
        """Rows in the actor table of the lights that control no known lane.

        A lane is known from a signal of the road map or a trigger volume; if no light has either, from where
        the lights stand.
        """
        rows = self.controlled_lanes.unplaced
        if self.controlled_lanes.lanes or len(self.controlled_lanes.volumes) or not len(rows):
            return rows
        ends = [point for _, point in self.controlled_lanes.lane_ends]
        used = [row for end in ends for row in self._facing(np.array(end.location), end.yaw)]
        return rows[~np.isin(rows, used)]

    def after(self, lane: LaneStretch) -> tuple[float, ControllingSignals] | None:
        """Return the traffic lights that a vehicle on ``lane`` meets next; None if there are none.

        They are those of the first stop line at the end of ``lane`` or beyond, which comes with its distance
        in metres from that end. ``lane`` is a lane within one lane section; stop lines before its end do not
        count.
        """
        if lane not in self._found:
            self._found[lane] = self._first(lane)
        return self._found[lane]

    def _first(self, start: LaneStretch) -> tuple[float, ControllingSignals] | None:
        inside = self.controlled_lanes.in_junctions
        for lane, way, following in lanes_onward(self.road_map, start, 0.0, AHEAD):
            lines = self.controlled_lanes.on(lane) if lane != start else ()
            if lines:
                along, line = lines[0]
                return way - lane.length + along, line.controlling_signals
            entered = [each[:2] for each in following if each.road in inside]
            if entered and lane.road not in inside:
                s = lane.end - np.sign(lane.end - lane.begin) * _INSIDE
                point = self.road_map.point(lane.road, lane.lane, s)
                if point is not None:
                    found = self.controlling_signals(
                        np.array(point.location), point.yaw, [lane[:2], *entered]
                    )
                    if found.rows:
                        return way, found
        return None

    def _facing(self, line: Floats, yaw: float) -> tuple[int, ...]:
        """Return the actor-table rows of the nearest lights beyond ``line`` that a vehicle there faces.

        ``line`` is where the vehicle enters a junction, in metres, shape (3,); ``yaw`` is its yaw in degrees.
        """
        actors, rows = self.index.actors, self.controlled_lanes.unplaced
        offset = actors.location[rows] - line
        along, aside = ahead_and_aside(offset, yaw)
        near = (along > -_BEHIND) & (along < _BEYOND) & (np.abs(aside) < ASIDE)
        near &= np.abs(offset[:, 2]) < SAME_LEVEL
        here = np.flatnonzero(near & faces(actors.rotation[rows, 1], yaw))
        here = here[np.argsort(along[here], kind="stable")]
        return tuple(rows[here[along[here] - along[here[:1]] < _GROUP]].tolist())

    def _look_ahead(
        self,
        poses: Floats,
        reaches: tuple[float, float],
        rows: Ints,
        sources: Ints,
        should_continue: ShouldContinue,
    ) -> None:
        """Find the traffic light ahead of each of ``poses``; results are stored in ``rows`` and ``sources``.

        That is the first light that controls the lane under the actor's front, along that lane.
        ``rows`` and ``sources``, shape (K,), are left as they are where there is none.

        Args:
            poses: poses of one actor: x, y, z in metres and yaw in degrees, shape (K, 4).
            reaches: metres from the actor's origin to its front, and from there to the farthest line.
            rows: receives the lights' rows in the actor table.
            sources: receives how each light is known, as an index in ``LIGHT_SOURCES``.
            should_continue: returns False to cancel.
        """
        (reach, within), turn, yaws = reaches, np.radians(poses[:, 3]), poses[:, 3]
        fronts = poses[:, :3] + reach * np.column_stack((np.cos(turn), np.sin(turn), np.zeros(len(turn))))
        places = self.road_map.locate(fronts, yaws)
        turn = turn_between(yaws, places["heading"], BOTH_WAYS[places["lane_type"]])
        drives = places["on_lane"] & HAS_TRAFFIC[places["lane_type"]] & (places["junction_row"] < 0)
        drives &= turn < ALONG
        left = np.flatnonzero(drives)
        while len(left):
            check(should_continue, 1.0 - len(left) / len(yaws))
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
            lines = reversed(self.controlled_lanes.on(lane))
            ahead += [(way - lane.length, line.controlling_signals) for way, line in lines]
            for distance, controlling_signals in ahead:  # the nearest last: it overwrites
                near = mine[(to_end + distance >= 0.0) & (to_end + distance < within)]
                rows[near] = controlling_signals.rows[0]
                sources[near] = LIGHT_SOURCES.index(controlling_signals.how)


class StopLine(NamedTuple):
    """Stop line that traffic lights control.

    Attributes:
        points: points of its middle line, x and y in metres, shape (K, 2).
        width: metres.
        lights: rows of the lights in the actor table, the first one standing for all; never empty.
        how: how the lights are known: by the map, a trigger volume or where they stand, as in
            ``LIGHT_SOURCES``.
        derived: True if it is not painted in the map, but the end of a lane.
    """

    points: Floats
    width: float
    lights: tuple[int, ...]
    how: str
    derived: bool


def governed_stop_lines(
    index: RecordingIndex, road_map: RoadMap, should_continue: ShouldContinue = always
) -> tuple[StopLine, ...]:
    """Return the stop lines that the recording's traffic lights control.

    Where the map has no painted stop line for a controlled lane, the end of the lane is taken.

    Raises:
        ReadingCancelledError: ``should_continue`` returned False.
        ChangedError: the recording was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
    """
    lights = MappedTrafficLights(index, road_map)
    if not len(lights.rows):
        return ()
    painted = road_map.stop_lines
    middles = np.array([line.points.mean(axis=0) for line in painted]).reshape(-1, 2)
    taken: dict[int, StopLine] = {}
    found: list[StopLine] = []
    ends: list[tuple[LanePoint, ControllingSignals]] = []
    for number, (lane, middle) in enumerate(lights.controlled_lanes.lane_ends):
        check(should_continue, number / len(lights.controlled_lanes.lane_ends))
        ahead = lights.after(lane)
        if ahead is not None and ahead[0] <= 0.0:
            ends.append((middle, ahead[1]))
    ends += [(line.middle, line.controlling_signals) for line in lights.controlled_lanes.lines]
    for middle, controlling_signals in ends:
        far = np.hypot(*(middles - middle.location[:2]).T)
        if len(far) and far.min() <= _NEAR:
            nearest = int(far.argmin())
            line = painted[nearest]
            taken.setdefault(nearest, StopLine(line.points, line.width, *controlling_signals, derived=False))
        else:
            place = np.array(middle.location[:2])
            half = left_of(np.radians([middle.yaw]))[0] * middle.width / 2
            points = np.array([place + half, place - half])
            found.append(StopLine(points, _DERIVED_WIDTH, *controlling_signals, derived=True))
    return (*taken.values(), *found)
