"""Geometry of an event: bounding boxes of its actors, at its time and before, and where they touched."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from viewer.analysis.boxes import actor_boxes
from viewer.analysis.controlled_lanes import ahead_and_aside
from viewer.analysis.event_kinds import KINDS
from viewer.analysis.event_table import EventSource, FoundEvent, Severity
from viewer.analysis.stand_cause import StandCause
from viewer.arrays import Floats, Ints, wrap_degrees
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState
from viewer.recording.actors import MOVERS
from viewer.recording.index import RecordingIndex
from viewer.recording.read.records import gather
from viewer.replay.paths.contacts import contact_position, motion_at, motion_before
from viewer.replay.world.appearance import GroundBoxes
from viewer.replay.world.world import World, world_at
from viewer.roads.arrays import left_of
from viewer.roads.lane_types import HAS_TRAFFIC

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.roads.road_map import RoadMap


BEFORE = (0.5, 1.0)
"""Seconds before an event at which the bounding boxes of its actors are drawn on the map as well."""
_LOOK, _APPROACH, _ON_LANES = 0.25, 2.0, 5.0
"""Seconds: step when looking back from an event, duration of the path shown before it, and search for a lane.

The search is for the lane that the actor was on last; it goes back at most 5 s.
"""
_AROUND, _STEP = 12.0, 1.0
"""Metres of lane drawn before and after the point where an actor left it; metres between points of its edges.
"""
_NO_LANE: Floats = np.empty((2, 0, 2))
_CORNER = 1 / 3
"""Largest distance from the centre of a bounding box that still counts as the middle of the box.

It is a share of half the box's size. A point farther away along the box is at the front or rear, across the
box at the left or right.
"""


class Phase(NamedTuple):
    """Time for which a traffic light has one state.

    Attributes:
        state: the state.
        start: elapsed seconds at which it begins, or at which the event begins.
        end: elapsed seconds at which it ends, or at which the event ends.
    """

    state: TrafficLightState
    start: float
    end: float


@dataclass(frozen=True, eq=False)
class EventGeometry:
    """Geometry of an event on the ground, in CARLA's coordinates.

    Attributes:
        event: the event.
        frame: index of the frame in which the boxes are shown.
        rows: rows in the actor table of its N vehicles and walkers, shape (N,).
        at: their boxes in ``frame``; NaN where a pose is unknown.
        before: their boxes at each of the seconds ``BEFORE`` the event.
        velocities: their velocities along x and y in m/s, shape (N, 2), NaN where unknown: those in
            ``frame``; for a contact, those in the frame just before the actors are slowed by it.
        recorded: whether the velocities are recorded, else they are derived from poses.
        angle: angle between the headings of two actors in degrees; NaN if there are not two.
        frames_before: by how many frames ``velocities`` and ``angle`` are earlier than ``frame``.
        point: x and y in metres of where it happened; None if the event has no position of its own.
        side: side of the first box that ``point`` is on, as two numbers: 1 front, −1 rear, 0 neither; then
            1 right, −1 left, 0 neither. None unless the event is a contact.
        light: x and y in metres of the controlling traffic light, None without one.
        way: path of the actors in the last two seconds, x and y in metres, shape (K, 2).
        lane: left and right edge of the lane that was departed from or driven the wrong way, x and y of L
            points in metres, shape (2, L, 2); L is 0 for other events and without a road map.
        ahead: rows in the actor table of what a standing vehicle stands behind or against, the nearest first,
            shape (A,); A is 0 for other events.
        boxes_ahead: their boxes while the vehicle stands.
        phases: states of the traffic light during a stand.
    """

    event: FoundEvent
    frame: int
    rows: Ints
    at: GroundBoxes
    before: tuple[GroundBoxes, ...]
    velocities: Floats
    recorded: bool
    angle: float
    frames_before: int
    point: tuple[float, float] | None
    side: tuple[int, int] | None
    light: tuple[float, float] | None
    way: Floats
    lane: Floats
    ahead: Ints
    boxes_ahead: GroundBoxes
    phases: tuple[Phase, ...]

    @property
    def speeds(self) -> Floats:
        """Speeds over ground of the event's N vehicles and walkers in m/s, shape (N,); NaN where unknown."""
        return np.hypot(self.velocities[:, 0], self.velocities[:, 1])


def geometry_of(index: RecordingIndex, event: FoundEvent, road_map: RoadMap | None = None) -> EventGeometry:
    """Return the geometry of ``event`` on the ground; with ``road_map`` also the lane that was departed from.

    Raises:
        ChangedError: the recording was replaced or cut since it was opened.
        UnreadableError: the system cannot read.

    """
    frame, kind = event.frame, KINDS[event.kind]
    if (
        event.source is EventSource.DERIVED
        and {*event.rows} - {None}
        and index.driven_elapsed is not index.elapsed
    ):
        frame = min(frame + 1, len(index.frame_starts) - 1)  # poses are written a frame late, records are not
    elapsed = float(index.elapsed[frame])
    mine = [row for row in event.rows if row is not None and index.actors.category[row] in MOVERS]
    rows = np.array(mine, np.int64)
    world = world_at(index, elapsed, frame_index=frame)
    at = _outlines(world, rows)
    # In the frame of a contact the actors have slowed down already.
    motion = (motion_before if kind.is_contact else motion_at)(index, frame, mine)

    before = np.arange(0.0, (_ON_LANES if kind.leaves_lane else _APPROACH) + _LOOK, _LOOK)
    worlds = [world_at(index, max(elapsed - ago, 0.0), interpolate=True) for ago in before.tolist()]
    seen = [_outlines(world, rows) for world in worlds[: round(_APPROACH / _LOOK) + 1]]
    points = np.concatenate([*(each.centers for each in reversed(seen)), at.centers])
    cause = event.cause
    light_row = event.light if cause is None else cause.root.light
    place, light = None if light_row is None else world.index_of(light_row), None
    if place is not None and world.has_pose[place]:
        light = float(world.locations[place, 0]), float(world.locations[place, 1])
    point = event.place[:2] if event.place is not None and kind.finder.placed else None
    ahead = np.array([] if cause is None else _ahead(cause), np.int64)
    settled = event.end - (event.end - event.start) / 6  # within the last third, which decides the cause
    return EventGeometry(
        event=event,
        frame=frame,
        rows=rows,
        at=at,
        before=tuple(seen[round(ago / _LOOK)] for ago in BEFORE),
        velocities=motion.velocities[:, :2],
        recorded=motion.recorded,
        angle=motion.angle,
        frames_before=motion.frames_before,
        point=point,
        side=_side(at, point) if kind.is_contact else None,
        light=light,
        way=points[np.isfinite(points).all(axis=1)],
        lane=_lane(worlds, event, road_map),
        ahead=ahead,
        boxes_ahead=_outlines(world_at(index, settled) if len(ahead) else world, ahead),
        phases=() if cause is None or light_row is None else _phases(index, event, light_row),
    )


def event_of(index: RecordingIndex, contact_index: int) -> FoundEvent:
    """Return the recorded contact at index ``contact_index`` as a collision event, without any search.

    Its measured value and threshold are NaN.
    """
    contact = index.contacts[contact_index]
    place = contact_position(index, contact)
    begin, end = (float(index.elapsed[frame]) for frame in (contact.first_frame, contact.last_frame))
    by = " and ".join(str(actor_id) for actor_id in contact.reported_by)
    rows = tuple(row if row >= 0 else None for row in (contact.actor, contact.other))
    return FoundEvent(
        kind="collision",
        start=begin,
        end=end,
        rows=rows,
        actors=tuple(None if row is None else index.actor(row) for row in rows),
        value=math.nan,
        threshold=math.nan,
        frame=contact.first_frame,
        place=None if place is None else (place.x, place.y, 0.0),
        severity=Severity.HIGH,
        note=f"reported by {by}",
        source=EventSource.RECORDED,
        contact=contact_index,
    )


def _outlines(world: World, rows: Ints) -> GroundBoxes:
    """Return the ground boxes of the actors in ``rows`` of the actor table; NaN where a pose is unknown.

    ``world`` has the state of all actors at one time.
    """
    poses = np.full((len(rows), 4), np.nan)
    for number, place in enumerate(map(world.index_of, rows.tolist())):
        if place is not None and world.has_pose[place]:
            poses[number] = *world.locations[place], world.rotations[place, 1]
    seen = actor_boxes(world.index.actors, rows).rectangles_at(np.arange(len(rows)), poses)
    return GroundBoxes(seen.centers, np.radians(wrap_degrees(poses[:, 3])), seen.extents)


def _ahead(cause: StandCause) -> tuple[int, ...]:
    """Return the rows of what a vehicle stands behind or against, by ``cause``, the nearest first."""
    return cause.chain or (() if cause.row is None else (cause.row,))


def _phases(index: RecordingIndex, event: FoundEvent, light: int) -> tuple[Phase, ...]:
    """Return the recorded states of ``light``, a row of the actor table, while ``event`` lasts."""
    last = int(np.searchsorted(index.elapsed, event.end, side="right"))
    actor_id = int(index.actors.actor_id[light])
    frames, records = gather(index, packets.TRAFFIC_LIGHT_STATE, actor_id, slice(event.frame, last))
    states = np.minimum(records["state"], TrafficLightState.UNKNOWN).astype(np.int64)
    begins = np.flatnonzero(np.diff(states, prepend=-1))
    spans = pairwise([*index.elapsed[frames[begins]].tolist(), event.end])
    return tuple(
        Phase(TrafficLightState(state), *span)
        for state, span in zip(states[begins].tolist(), spans, strict=True)
    )


def _side(at: GroundBoxes, point: tuple[float, float] | None) -> tuple[int, int] | None:
    if point is None or not len(at.centers) or not np.isfinite(at.centers[0]).all():
        return None
    offset = ahead_and_aside(np.array(point) - at.centers[0], np.degrees(at.headings[0]))
    shares = np.array(offset) / np.maximum(at.extents[0], 1e-6)
    ahead, aside = np.where(np.abs(shares) < _CORNER, 0, np.sign(shares).astype(np.int64)).tolist()
    return ahead, aside


def _lane(worlds: Sequence[World], event: FoundEvent, road_map: RoadMap | None) -> Floats:
    """Return the edges of the lane that the first actor of ``event`` was on last, in metres, shape (2, L, 2).

    The edges are the left and the right one, in driving direction. L is 0 if the actor was on no lane for
    traffic, or if the kind of event is not about leaving a lane. ``worlds`` are past states of the recording,
    the latest first.
    """
    row = next(iter(event.rows), None)
    if road_map is None or row is None or not KINDS[event.kind].leaves_lane:
        return _NO_LANE
    places = [(world, place) for world in worlds if (place := world.index_of(row)) is not None]
    found = road_map.locate(
        np.array([world.locations[place] for world, place in places]).reshape(-1, 3),
        np.array([world.rotations[place, 1] for world, place in places]),
    )
    on_lane = np.flatnonzero(found["on_lane"] & HAS_TRAFFIC[found["lane_type"]])
    if not len(on_lane):
        return _NO_LANE
    last = found[on_lane[0]]
    road, lane, s = str(last["road"]), int(last["lane"]), float(last["s"])
    stretch = road_map.stretch(road, lane, s)
    if stretch is None:
        return _NO_LANE
    begin, end = np.clip((stretch.begin, stretch.end), s - _AROUND, s + _AROUND)
    along = np.linspace(begin, end, max(int(abs(end - begin) / _STEP), 1) + 1)
    points = [each for each in (road_map.point(road, lane, at) for at in along.tolist()) if each is not None]
    if not points:
        return _NO_LANE
    middles = np.array([each.location[:2] for each in points])
    left = left_of(np.radians([each.yaw for each in points])) * [[each.width / 2] for each in points]
    return np.stack((middles + left, middles - left))
