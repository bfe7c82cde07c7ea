"""The World: all actors of a recording at one time, as arrays; made by ``world_at``."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Floats, Ints, match
from viewer.lazy import lazy
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState
from viewer.logfile.fields import PacketKind
from viewer.logfile.payload import Records
from viewer.recording.actors import MOVERS, PARKED_DEPTH, VEHICLES, Actor, Category
from viewer.recording.index import FrameBytes, RecordingIndex
from viewer.recording.motion_check import motion_check
from viewer.recording.units import metres, pitch_yaw_roll, recorded_velocities
from viewer.replay.world.motion import compose, derive, interpolate_angles, teleported, turns
from viewer.replay.world.snapshot import ActorSnapshot, snapshot

_PLACED_ONCE = np.zeros(256, np.bool_)
_PLACED_ONCE[[Category.TRAFFIC_LIGHT, Category.TRAFFIC_SIGN, Category.PROP, Category.SPECTATOR]] = True
"""True for each Category whose pose only EventAdd has; all others move or are attached to a parent."""


def is_placed_once(category: NDArray[np.uint8]) -> Flags:
    """Return whether actors of each ``category`` have their pose in EventAdd alone; shape as given.

    These are traffic lights, signs, props and the spectator; all others move or are attached to a parent.
    """
    return _PLACED_ONCE[category]


@dataclass(frozen=True, eq=False)
class World:
    """The actors alive at one time, as arrays of equal length N, in ascending order of actor ids.

    Attributes:
        index: the recording.
        frame_index: index of the frame in force: the last that begins at or before ``elapsed``.
        elapsed: the requested time in seconds, clipped to the recording.
        interpolated: whether poses were interpolated towards the next frame.
        frame_bytes: the frame's bytes; None if the recording has no frame.
        rows: rows of the actor table ``index.actors``, shape (N,).
        locations: metres in CARLA's coordinates, shape (N, 3); NaN where unknown.
        rotations: degrees as pitch, yaw, roll, shape (N, 3); NaN where unknown.
        in_position: whether the pose is that of a Position record, shape (N,).
    """

    index: RecordingIndex
    frame_index: int
    elapsed: float
    interpolated: bool
    frame_bytes: FrameBytes | None = field(repr=False)
    rows: Ints
    locations: Floats
    rotations: Floats
    in_position: Flags

    def __repr__(self) -> str:
        return f"World(frame={self.frame}, elapsed={self.elapsed:.2f}, actors={len(self.rows)})"

    @property
    def frame(self) -> int:
        """Frame id as recorded; 0 if the recording has no frame."""
        return int(self.index.frame_starts["frame"][self.frame_index]) if self.frame_bytes else 0

    @lazy
    def actor_ids(self) -> Ints:
        """Ids of the actors, ascending, shape (N,)."""
        return self.index.actors.actor_id[self.rows]

    @lazy
    def categories(self) -> NDArray[np.uint8]:
        """``Category`` of each actor, shape (N,)."""
        return self.index.actors.category[self.rows]

    @lazy
    def has_pose(self) -> Flags:
        """Flags (N,): whether each actor's pose is known, recorded or computed from its parent's."""
        return np.asarray(np.isfinite(self.locations).all(axis=1))

    @lazy
    def below(self) -> Floats:
        """By how many metres each actor is parked below the road, shape (N,); 0 for all others.

        Scenarios park vehicles and walkers there until they need them.
        """
        depth = self.index.actors.road_level - self.locations[:, 2]
        with np.errstate(invalid="ignore"):
            away = (depth > PARKED_DEPTH) & np.isfinite(depth) & np.isin(self.categories, MOVERS)
        return np.where(away, depth, 0.0)

    @lazy
    def box_centers(self) -> Floats:
        """Centre of each actor's bounding box: metres forward, right and up from the actor, (N, 3)."""
        return self.index.actors.box_center[self.rows]

    @lazy
    def box_extents(self) -> Floats:
        """Half-extents of the bounding boxes, metres, shape (N, 3)."""
        return self.index.actors.box_extent[self.rows]

    @lazy
    def box_recorded(self) -> Flags:
        """Flags (N,): whether each bounding box is recorded; if not, it is a usual one for the blueprint."""
        return self.index.actors.box_recorded[self.rows]

    @property
    def velocities(self) -> Floats:
        """Velocities in m/s along the world's axes, shape (N, 3); NaN where neither recorded nor derivable.

        Lights, signs, props and the spectator get NaN: they are many and hardly ever moved; ``velocity_of``
        derives the velocity of a single one. First access reads the frames around this one, and can raise
        ChangedError or UnreadableError.
        """
        return self._motion[0]

    @lazy
    def speeds(self) -> Floats:
        """Speed of each actor, the length of its velocity, in m/s, shape (N,)."""
        return np.asarray(np.linalg.norm(self.velocities, axis=1))

    @property
    def velocity_recorded(self) -> Flags:
        """For each actor, True if its velocity is recorded, shape (N,); else it is derived from poses."""
        return self._motion[1]

    @lazy
    def _motion(self) -> tuple[Floats, Flags]:
        """Velocity of each actor, (N, 3) in m/s, and a mask (N,) of those that are recorded.

        A velocity that is not in a Kinematics packet, or that the actor's poses contradict, is derived from
        the poses in the frames around this one.
        """
        velocities, recorded = np.full((len(self.rows), 3), np.nan), np.zeros(len(self.rows), np.bool_)
        kinematics = self.records(packets.KINEMATICS)
        indices, known = match(self.actor_ids, kinematics["actor_id"])
        values = recorded_velocities(kinematics["velocity"][known])
        sane = np.isfinite(values).all(axis=1)
        sane &= ~motion_check(self.index).wrong("velocity", self.rows[indices], self.frame_index)
        velocities[indices[sane]] = values[sane]
        recorded[indices[sane]] = True
        others = np.flatnonzero(self.in_position & ~is_placed_once(self.categories) & ~recorded)
        if len(others):
            velocities[others] = self._derived(self.rows[others])
        return velocities, recorded

    def _derived(self, rows: Ints) -> Floats:
        """Return velocities (N, 3) in m/s of the actors in ``rows``, from their poses in nearby frames.

        These are the frames before, at and after this one; more for an actor whose pose is repeated for
        several frames before a new one comes. ``rows`` (N,) of the actor table are in ascending order of
        actor ids.
        """
        velocities = np.full((len(rows), 3), np.nan)
        rhythms = motion_check(self.index).rhythms
        waits = np.array([2 * rhythms[row].longest if row in rhythms else 1 for row in rows.tolist()])
        driven = np.isin(self.index.actors.category[rows], VEHICLES)
        for wait in sorted({*waits.tolist()}):
            around, poses = self._poses_around(rows[waits == wait], wait)
            here, locations = self.frame_index - around.start, poses[..., :3]
            for chosen, times in ((driven, self.index.driven_elapsed), (~driven, self.index.elapsed)):
                mine = chosen[waits == wait]
                if mine.any():
                    elapsed, ways = times[around.start : around.stop], locations[:, mine]
                    jumps = teleported(np.diff(ways, axis=0), np.diff(elapsed)[:, None])
                    for i, jump in enumerate(jumps):
                        # Positions beyond a teleport say nothing about the motion here.
                        beyond = slice(0, i + 1) if i < here else slice(i + 1, None)
                        ways[beyond, jump] = np.nan
                    velocities[(waits == wait) & chosen] = derive(elapsed, ways)[here]
        return velocities

    def _poses_around(self, rows: Ints, reach: int) -> tuple[range, Floats]:
        """Return the indices of F frames around this one, and the poses (F, N, 6) of ``rows`` (N,) in them.

        A pose is x, y, z in metres and pitch, yaw, roll in degrees; NaN where Position lacks the actor or the
        actor is not alive.

        Args:
            rows: rows of the actor table, in ascending order of actor ids.
            reach: number of frames before and after this one. At the start of the recording, later frames
                make up for those that are missing before. If ``reach`` is more than 1, poses that repeat the
                one before are replaced by interpolated ones.
        """
        index, actors = self.index, self.index.actors
        last = max(self.frame_index + reach, 2 * reach)  # the first may have to borrow from the second
        around = range(max(self.frame_index - reach, 0), min(last + 1, len(index.frame_starts)))
        poses = np.full((len(around), len(rows), 6), np.nan)
        for i, number in enumerate(around):
            frame = self if number == self.frame_index else index.read_frame(number)
            indices, locations, rotations = _recorded_poses(frame, actors.actor_id[rows])
            poses[i, indices, :3], poses[i, indices, 3:] = locations, rotations
            poses[i, (number < actors.spawn_frame[rows]) | (actors.destroy_frame[rows] <= number)] = np.nan
        if reach > 1:
            check, elapsed = motion_check(index), index.elapsed[around.start : around.stop]
            for number, row in enumerate(rows.tolist()):
                there = np.isfinite(poses[:, number, 0])
                poses[there, number] = check.even(row, elapsed[there], poses[there, number])
        return around, poses

    @lazy
    def light_states(self) -> NDArray[np.int8]:
        """TrafficLightState of each actor, shape (N,); −1 for other actors and where not recorded."""
        states = self._column(packets.TRAFFIC_LIGHT_STATE, "state", np.dtype(np.int16), -1)
        return np.asarray(np.minimum(states, TrafficLightState.UNKNOWN).astype(np.int8))

    @lazy
    def vehicle_lights(self) -> NDArray[np.uint32]:
        """Recorded bits of VehicleLightState, shape (N,); 0 where not recorded."""
        return self._column(packets.VEHICLE_LIGHT, "lights", np.dtype(np.uint32), 0)

    def velocity_of(self, actor_index: int) -> Floats:
        """Return the velocity (3,) in m/s of the actor at ``actor_index`` in this World's arrays.

        It is derived also for lights, signs, props and the spectator, for which ``velocities`` has NaN.
        """
        velocity: Floats = self.velocities[actor_index]
        if self.in_position[actor_index] and not np.isfinite(velocity).all():
            velocity = self._derived(self.rows[[actor_index]])[0]
        return velocity

    def angular_velocity_of(self, actor_index: int) -> Floats:
        """Return the angular velocity (3,) in °/s of the actor at ``actor_index`` in this World's arrays.

        It is derived from poses, never the recorded one.
        """
        row = int(self.rows[actor_index])
        rhythm = motion_check(self.index).rhythms.get(row)
        around, poses = self._poses_around(
            self.rows[[actor_index]], 1 if rhythm is None else 2 * rhythm.longest
        )
        elapsed = (
            self.index.driven_elapsed if self.categories[actor_index] in VEHICLES else self.index.elapsed
        )
        turned, there = np.full((len(around), 3), np.nan), np.isfinite(poses[:, 0]).all(axis=1)
        turned[there] = turns(poses[there, 0, 3:])
        derived: Floats = derive(elapsed[around.start : around.stop], turned)[self.frame_index - around.start]
        return derived

    def records(self, kind: PacketKind) -> Records:
        """Return the records of ``kind`` in this frame, with values in the units of the file, shape (K,)."""
        if self.frame_bytes is None:
            return np.empty(0, self.index.dialect.dtype(kind))
        return self.frame_bytes.records(kind)

    def payloads(self, kind: PacketKind) -> list[bytes]:
        """Return the undecoded content of each packet of ``kind`` in this frame.

        CARLA writes at most one of each kind.
        """
        return self.frame_bytes.payloads(kind) if self.frame_bytes is not None else []

    def index_of(self, row: int) -> int | None:
        """Return the index into this World's arrays of the actor in ``row`` of the actor table.

        None if the actor is not alive.
        """
        if not 0 <= row < len(self.index.actors):
            return None
        actor_index = int(np.searchsorted(self.actor_ids, self.index.actors.actor_id[row]))
        return actor_index if actor_index < len(self.rows) and self.rows[actor_index] == row else None

    def row_of(self, actor: Actor | int) -> int | None:
        """Return the row in the actor table of ``actor``, an Actor or an id; None if it is not alive."""
        actor_id = actor.id if isinstance(actor, Actor) else actor
        at = int(np.searchsorted(self.actor_ids, actor_id))
        if at == len(self.rows) or self.actor_ids[at] != actor_id:
            return None
        row = int(self.rows[at])
        return None if isinstance(actor, Actor) and self.index.actor(row) != actor else row

    def find(self, actor: Actor | int) -> ActorSnapshot | None:
        """Return the state of ``actor``, an Actor or an id; None if it is not alive."""
        row = self.row_of(actor)
        return None if row is None else snapshot(self, row)

    def snapshot(self, row: int) -> ActorSnapshot | None:
        """Return the state of the actor in ``row`` of the actor table; None if it is not alive."""
        return snapshot(self, row)

    def _column(self, kind: PacketKind, name: str, dtype: np.dtype, default: int) -> NDArray:  # type: ignore[type-arg]
        column = np.full(len(self.rows), default, dtype)
        records = self.records(kind)
        indices, known = match(self.actor_ids, records["actor_id"])
        column[indices] = records[name][known]
        return column


def world_at(
    index: RecordingIndex, elapsed: float, *, interpolate: bool = False, frame_index: int | None = None
) -> World:
    """Return the actors alive at ``elapsed`` seconds, which are clipped to the recording (NaN counts as 0).

    The frame in force is the last that begins at or before that time; where several begin at once, pass
    ``frame_index`` to choose another one. With ``interpolate``, poses are between that frame and the next:
    linear in location, the short way round in rotation. All other states are those of the frame.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
    """
    elapsed = 0.0 if math.isnan(elapsed) else min(max(elapsed, 0.0), index.duration)
    if not len(index.frame_starts):
        empty, no_rows = np.empty((0, 3)), np.empty(0, np.int64)
        return World(index, 0, elapsed, False, None, no_rows, empty, empty, no_rows != 0)  # noqa: FBT003 - a row
    if frame_index is None:
        frame_index = index.frame_at(elapsed)
    frame = index.read_frame(frame_index)
    rows = index.actors.alive(frame_index)
    duration = float(index.frames["duration"][frame_index])
    on = elapsed - float(index.elapsed[frame_index])
    fraction = min(on / duration, 1.0) if interpolate and duration > 0.0 else 0.0
    world = World(index, frame_index, elapsed, fraction > 0.0, frame, rows, *_poses(index, frame, rows))
    if fraction > 0.0:
        _interpolate(world, fraction)
    _place_children(world)
    return world


def _poses(index: RecordingIndex, frame: FrameBytes, rows: Ints) -> tuple[Floats, Floats, Flags]:
    """Return the poses of ``rows`` (N,) in ``frame``, and whether each is from a Position record (N,).

    Locations (N, 3) are in metres, rotations (N, 3) are pitch, yaw, roll in degrees. Without a Position
    record, unattached lights, signs, props and the spectator have the pose in EventAdd, all other actors NaN.
    """
    actors = index.actors
    elsewhere = np.flatnonzero(~is_placed_once(actors.category[rows]) | (actors.parent[rows] >= 0))
    # take with an array of indices is several times faster than indexing and a mask.
    locations, rotations = actors.location.take(rows, axis=0), actors.rotation.take(rows, axis=0)
    locations[elsewhere] = np.nan
    rotations[elsewhere] = np.nan
    in_position = np.zeros(len(rows), np.bool_)
    indices, placed, turned = _recorded_poses(frame, actors.actor_id[rows])
    locations[indices], rotations[indices], in_position[indices] = placed, turned, True
    return locations, rotations, in_position


def _recorded_poses(frame: World | FrameBytes, actor_ids: Ints) -> tuple[Ints, Floats, Floats]:
    """Return which of ``actor_ids`` (ascending) have a Position record in ``frame``, and their poses there.

    Returned are indices in ``actor_ids`` (K,), locations (K, 3) in metres, and rotations (K, 3): pitch, yaw,
    roll in degrees.
    """
    records = frame.records(packets.POSITION)
    indices, known = match(actor_ids, records["actor_id"])
    locations, rotations = metres(records["location"]), pitch_yaw_roll(records["rotation"])
    return indices, locations.take(known, axis=0), rotations.take(known, axis=0)


def _interpolate(world: World, fraction: float) -> None:
    """Move actors in ``world`` towards their poses in the next frame, in place.

    ``fraction`` is the share of the way, 0 to 1. Only actors with recorded poses (in the packet Position) in
    both frames move, unless they teleport.
    """
    index, locations, rotations = world.index, world.locations, world.rotations
    following = world.frame_index + 1
    indices, ends, turned = _recorded_poses(index.read_frame(following), world.actor_ids)
    steps = ends - locations.take(indices, axis=0)
    moves = ~teleported(steps, index.frames["duration"][world.frame_index])
    moves &= world.in_position[indices] & (index.actors.destroy_frame[world.rows[indices]] > following)
    (kept,) = moves.nonzero()
    indices, turned = indices[kept], turned.take(kept, axis=0)
    locations[indices] += steps.take(kept, axis=0) * fraction
    rotations[indices] = interpolate_angles(rotations.take(indices, axis=0), turned, fraction)


def _place_children(world: World) -> None:
    """Compute the poses of actors that are attached to others, if they have no Position record.

    They follow from the poses of the actors that they are attached to. The arrays of ``world`` are changed in
    place.
    """
    actors, rows = world.index.actors, world.rows
    locations, rotations = world.locations, world.rotations
    waiting = np.flatnonzero((actors.parent[rows] >= 0) & ~world.in_position)
    unplaced = np.zeros(len(rows), np.bool_)
    unplaced[waiting] = True
    while len(waiting):
        parents = actors.parent[rows[waiting]]
        indices = np.minimum(np.searchsorted(world.actor_ids, actors.actor_id[parents]), len(rows) - 1)
        alive = rows[indices] == parents
        ready = alive & np.isfinite(locations[indices]).all(axis=1) & ~unplaced[indices]
        if not ready.any():
            return
        now, on = waiting[ready], indices[ready]
        here = actors.location[rows[now]], actors.rotation[rows[now]]
        locations[now], rotations[now] = compose(locations[on], rotations[on], *here)
        unplaced[now] = False
        waiting = waiting[~ready]
