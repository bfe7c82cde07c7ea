"""What was true at a time: the one function that answers for every panel."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Floats, Ints, match
from viewer.lazy import lazy
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState
from viewer.logfile.fields import PacketKind
from viewer.logfile.payload import Records
from viewer.recording.actors import MOVERS, PUT_AWAY, VEHICLES, Category
from viewer.recording.index import FrameBytes, RecordingIndex
from viewer.recording.motion_check import motion_check
from viewer.recording.units import metres, pitch_yaw_roll, recorded_velocities
from viewer.replay.world.motion import compose, derive, interpolate_angles, teleported, turns
from viewer.replay.world.snapshot import ActorSnapshot, snapshot

_STANDS = np.zeros(256, np.bool_)
_STANDS[[Category.TRAFFIC_LIGHT, Category.TRAFFIC_SIGN, Category.PROP, Category.SPECTATOR]] = True
"""Categories whose place is told once, by EventAdd; all else moves or hangs on a parent."""


def stands(category: NDArray[np.uint8]) -> Flags:
    """Tell which categories are placed once and for all by EventAdd, of any shape."""
    return _STANDS[category]


@dataclass(frozen=True, eq=False)
class World:
    """The actors alive at one time, as aligned columns in ascending order of their ids.

    Attributes:
        index: the recording it was taken from.
        frame_index: index of the frame in force, in ``index.frames``.
        elapsed: the time asked for, in seconds, kept within the recording.
        interpolated: whether poses were interpolated towards the next frame.
        frame_bytes: the frame as read.
        rows: rows of the actor table, shape (N,).
        locations: metres in CARLA's frame, shape (N, 3); NaN where the file does not tell.
        rotations: degrees as pitch, yaw, roll, shape (N, 3); NaN where the file does not tell.
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

    @property
    def frame(self) -> int:
        """The frame's id as written; 0 if the recording has no frame."""
        return int(self.index.heads["frame"][self.frame_index]) if self.frame_bytes else 0

    @lazy
    def actor_ids(self) -> Ints:
        """Actor ids, ascending, shape (N,)."""
        return self.index.actors.actor_id[self.rows]

    @lazy
    def categories(self) -> NDArray[np.uint8]:
        """Category of each actor, shape (N,)."""
        return self.index.actors.category[self.rows]

    @lazy
    def has_pose(self) -> Flags:
        """Whether the file tells where the actor is, shape (N,)."""
        return np.asarray(np.isfinite(self.locations).all(axis=1))

    @lazy
    def below(self) -> Floats:
        """Metres that an actor is below everybody else, where a scenario has put it away; else 0; (N,)."""
        depth = self.index.actors.road_level - self.locations[:, 2]
        with np.errstate(invalid="ignore"):
            away = (depth > PUT_AWAY) & np.isfinite(depth) & np.isin(self.categories, MOVERS)
        return np.where(away, depth, 0.0)

    @lazy
    def box_centers(self) -> Floats:
        """Centres of the bounding boxes in the actors' own frames, metres, shape (N, 3)."""
        return self.index.actors.box_center[self.rows]

    @lazy
    def box_extents(self) -> Floats:
        """Half-extents of the bounding boxes, metres, shape (N, 3)."""
        return self.index.actors.box_extent[self.rows]

    @lazy
    def box_recorded(self) -> Flags:
        """Whether the box is recorded or the usual one for such an actor, shape (N,)."""
        return self.index.actors.box_recorded[self.rows]

    @property
    def velocities(self) -> Floats:
        """Velocity in m/s, world axes, shape (N, 3); NaN where it is neither recorded nor derivable.

        For what stands (lights, signs, props, the spectator) it is not derived here: they are many, and
        hardly ever moved. ``velocity_of`` derives it for a single one. Read when first asked for, from the
        frames around it: errors as for ``world_at``.
        """
        return self._motion[0]

    @lazy
    def speeds(self) -> Floats:
        """Length of the velocity in m/s, shape (N,)."""
        return np.asarray(np.linalg.norm(self.velocities, axis=1))

    @property
    def velocity_recorded(self) -> Flags:
        """Whether the velocity is recorded, shape (N,)."""
        return self._motion[1]

    @lazy
    def _motion(self) -> tuple[Floats, Flags]:
        """Velocities (N, 3) of Kinematics, else derived from the frames around; which are recorded (N,).

        Derived are those, too, that the poses contradict.
        """
        velocities, recorded = np.full((len(self.rows), 3), np.nan), np.zeros(len(self.rows), np.bool_)
        kinematics = self.records(packets.KINEMATICS)
        places, known = match(self.actor_ids, kinematics["actor_id"])
        values = recorded_velocities(kinematics["velocity"][known])
        sane = np.isfinite(values).all(axis=1)
        sane &= ~motion_check(self.index).wrong("velocity", self.rows[places], self.frame_index)
        velocities[places[sane]] = values[sane]
        recorded[places[sane]] = True
        others = np.flatnonzero(self.in_position & ~stands(self.categories) & ~recorded)
        if len(others):
            velocities[others] = self._derived(self.rows[others])
        return velocities, recorded

    def _derived(self, rows: Ints) -> Floats:
        """Return velocities (N, 3) of some actors from Position in the frame before, this one and the next.

        Where poses are new less often it is from as many more frames. Rows of the actor table are those of
        ascending ids, shape (N,).
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
                    for i, jump in enumerate(
                        jumps
                    ):  # beyond a teleport nothing is told about the motion here
                        beyond = slice(0, i + 1) if i < here else slice(i + 1, None)
                        ways[beyond, jump] = np.nan
                    velocities[(waits == wait) & chosen] = derive(elapsed, ways)[here]
        return velocities

    def _poses_around(self, rows: Ints, reach: int) -> tuple[range, Floats]:
        """Return frame indices up to ``reach`` away, and the poses of some actors in them, (F, N, 6).

        Metres, and degrees as pitch, yaw, roll; NaN where Position does not tell, or the actor is not alive.
        """
        index, actors = self.index, self.index.actors
        last = max(self.frame_index + reach, 2 * reach)  # the first may have to borrow from the second
        around = range(max(self.frame_index - reach, 0), min(last + 1, len(index.heads)))
        poses = np.full((len(around), len(rows), 6), np.nan)
        for i, number in enumerate(around):
            frame = self if number == self.frame_index else index.read_frame(number)
            records = frame.records(packets.POSITION)
            places, known = match(actors.actor_id[rows], records["actor_id"])
            poses[i, places, :3] = metres(records["location"][known])
            poses[i, places, 3:] = pitch_yaw_roll(records["rotation"][known])
            poses[i, (number < actors.spawn_frame[rows]) | (actors.destroy_frame[rows] <= number)] = np.nan
        if reach > 1:
            check, elapsed = motion_check(index), index.elapsed[around.start : around.stop]
            for number, row in enumerate(rows.tolist()):
                there = np.isfinite(poses[:, number, 0])
                poses[there, number] = check.even(row, elapsed[there], poses[there, number])
        return around, poses

    @lazy
    def light_states(self) -> NDArray[np.int8]:
        """TrafficLightState of each actor, −1 for what is no traffic light or not told, shape (N,)."""
        states = self._column(packets.TRAFFIC_LIGHT_STATE, "state", np.dtype(np.int16), -1)
        return np.asarray(np.minimum(states, TrafficLightState.UNKNOWN).astype(np.int8))

    @lazy
    def vehicle_lights(self) -> NDArray[np.uint32]:
        """Bits of VehicleLightState, 0 where none are recorded, shape (N,)."""
        return self._column(packets.VEHICLE_LIGHT, "lights", np.dtype(np.uint32), 0)

    def velocity_of(self, place: int) -> Floats:
        """Return the velocity of the actor at a place in these columns, of what stands too, shape (3,)."""
        velocity: Floats = self.velocities[place]
        if self.in_position[place] and not np.isfinite(velocity).all():
            velocity = self._derived(self.rows[[place]])[0]
        return velocity

    def angular_velocity_of(self, place: int) -> Floats:
        """Return the angular velocity of the actor at a place, derived from its poses, °/s, shape (3,)."""
        row = int(self.rows[place])
        rhythm = motion_check(self.index).rhythms.get(row)
        around, poses = self._poses_around(self.rows[[place]], 1 if rhythm is None else 2 * rhythm.longest)
        elapsed = self.index.driven_elapsed if self.categories[place] in VEHICLES else self.index.elapsed
        turned, there = np.full((len(around), 3), np.nan), np.isfinite(poses[:, 0]).all(axis=1)
        turned[there] = turns(poses[there, 0, 3:])
        derived: Floats = derive(elapsed[around.start : around.stop], turned)[self.frame_index - around.start]
        return derived

    def records(self, kind: PacketKind) -> Records:
        """Return the frame's records of a kind as written, in the file's units, shape (K,)."""
        if self.frame_bytes is None:
            return np.empty(0, self.index.dialect.dtype(kind))
        return self.frame_bytes.records(kind)

    def payloads(self, kind: PacketKind) -> list[bytes]:
        """Return the frame's payloads of a kind as written; CARLA writes one at most."""
        return self.frame_bytes.payloads(kind) if self.frame_bytes is not None else []

    def place_of(self, row: int) -> int | None:
        """Return where a row of the actor table stands in these columns, or None if not alive."""
        if not 0 <= row < len(self.index.actors):
            return None
        place = int(np.searchsorted(self.actor_ids, self.index.actors.actor_id[row]))
        return place if place < len(self.rows) and self.rows[place] == row else None

    def row_of(self, actor_id: int) -> int | None:
        """Return the row of the actor table for a living id, or None."""
        place = int(np.searchsorted(self.actor_ids, actor_id))
        return int(self.rows[place]) if place < len(self.rows) and self.actor_ids[place] == actor_id else None

    def find(self, actor_id: int) -> ActorSnapshot | None:
        """Return everything known about the living actor with this id, None if there is none."""
        row = self.row_of(actor_id)
        return None if row is None else snapshot(self, row)

    def snapshot(self, row: int) -> ActorSnapshot | None:
        """Return everything known about the actor of a row of the actor table, None if it is not alive."""
        return snapshot(self, row)

    def _column(self, kind: PacketKind, name: str, dtype: np.dtype, default: int) -> NDArray:  # type: ignore[type-arg]
        column = np.full(len(self.rows), default, dtype)
        records = self.records(kind)
        places, known = match(self.actor_ids, records["actor_id"])
        column[places] = records[name][known]
        return column


def world_at(
    index: RecordingIndex, elapsed: float, *, interpolate: bool = False, frame_index: int | None = None
) -> World:
    """Return what was true at ``elapsed`` seconds; times outside the recording are moved to its ends.

    The frame in force is the last with elapsed ≤ the time; of several that begin at once, another one can be
    asked for by ``frame_index``. With ``interpolate``, poses are those between that frame and the next,
    linear in location and the short way round in rotation; states are those of the frame.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.

    """
    elapsed = min(max(elapsed, 0.0), index.duration) if elapsed == elapsed else 0.0  # noqa: PLR0124 - NaN
    if not len(index.heads):
        places, nobody = np.empty((0, 3)), np.empty(0, np.int64)
        return World(index, 0, elapsed, False, None, nobody, places, places, nobody != 0)  # noqa: FBT003 - a row
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
    """Return locations, rotations and which of them Position tells, before children are placed."""
    actors = index.actors
    elsewhere = np.flatnonzero(~stands(actors.category[rows]) | (actors.parent[rows] >= 0))
    # take and a list of places are several times faster than indexing and a mask.
    locations, rotations = actors.location.take(rows, axis=0), actors.rotation.take(rows, axis=0)
    locations[elsewhere] = np.nan
    rotations[elsewhere] = np.nan
    told = np.zeros(len(rows), np.bool_)
    records = frame.records(packets.POSITION)
    places, known = match(actors.actor_id[rows], records["actor_id"])
    locations[places] = metres(records["location"]).take(known, axis=0)
    rotations[places] = pitch_yaw_roll(records["rotation"]).take(known, axis=0)
    told[places] = True
    return locations, rotations, told


def _interpolate(world: World, fraction: float) -> None:
    """Move the poses told by Position towards those of the next frame, in place."""
    index, locations, rotations = world.index, world.locations, world.rotations
    frame_index = world.frame_index
    following = index.read_frame(frame_index + 1).records(packets.POSITION)
    places, known = match(world.actor_ids, following["actor_id"])
    stays = world.in_position[places] & (index.actors.destroy_frame[world.rows[places]] > frame_index + 1)
    places, known = places[stays], known[stays]
    steps = metres(following["location"]).take(known, axis=0) - locations.take(places, axis=0)
    moves = np.flatnonzero(~teleported(steps, index.frames["duration"][frame_index]))
    places, known, steps = places[moves], known[moves], steps.take(moves, axis=0)
    locations[places] = locations.take(places, axis=0) + steps * fraction
    ends = pitch_yaw_roll(following["rotation"]).take(known, axis=0)
    rotations[places] = interpolate_angles(rotations.take(places, axis=0), ends, fraction)


def _place_children(world: World) -> None:
    """Place actors that hang on a parent and are not told by Position, parents before children, in place."""
    actors, rows = world.index.actors, world.rows
    locations, rotations = world.locations, world.rotations
    waiting = np.flatnonzero((actors.parent[rows] >= 0) & ~world.in_position)
    unplaced = np.zeros(len(rows), np.bool_)
    unplaced[waiting] = True
    while len(waiting):
        parents = actors.parent[rows[waiting]]
        places = np.minimum(np.searchsorted(world.actor_ids, actors.actor_id[parents]), len(rows) - 1)
        alive = rows[places] == parents
        ready = alive & np.isfinite(locations[places]).all(axis=1) & ~unplaced[places]
        if not ready.any():
            return
        now, on = waiting[ready], places[ready]
        here = actors.location[rows[now]], actors.rotation[rows[now]]
        locations[now], rotations[now] = compose(locations[on], rotations[on], *here)
        unplaced[now] = False
        waiting = waiting[~ready]
