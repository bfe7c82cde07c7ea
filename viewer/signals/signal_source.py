"""What is read of an actor or the scene, each part once, and the signals that are made of it.

Velocities are derived from poses by ``viewer.replay.world.motion``: central differences with the frames' true
durations, nothing smoothed, nothing across gaps and teleports. Acceleration is the derivative of the recorded
velocity where Kinematics has the actor, else of the velocity derived from its poses; jerk is the derivative
of the acceleration along the heading. There is no motion of those whom a scenario keeps far below.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Floats, Ints
from viewer.cancellation import Proceed, rising
from viewer.lazy import lazy
from viewer.logfile import packets
from viewer.logfile.enums import VehicleDoor
from viewer.logfile.fields import PacketKind
from viewer.logfile.payload import Records
from viewer.recording.actors import MOVERS, PUT_AWAY
from viewer.recording.index import RecordingIndex
from viewer.recording.motion_check import motion_check
from viewer.recording.read.changes import changes_of, door_changes
from viewer.recording.read.records import gather, gather_entries
from viewer.recording.units import recorded_velocities
from viewer.replay.paths.trajectory import Trajectory, life_of, trajectory
from viewer.replay.world.appearance import real_time_factors
from viewer.replay.world.motion import rotation_matrices
from viewer.signals.series import Samples

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.analysis.route_line import PlannedRoute
    from viewer.roads.road_map import RoadMap

_YAW, _Z = 1, 2


class Reading:
    """The parts that signals of one actor, of a pair, or of the scene are made from.

    Parts are read when they are first asked for. Errors: ChangedError, UnreadableError, and
    ReadingCancelledError once ``proceed`` says no.
    """

    def __init__(
        self,
        index: RecordingIndex,
        row: int | None,
        proceed: Proceed,
        *,
        other: int | None = None,
        road_map: RoadMap | None = None,
        route: PlannedRoute | None = None,
    ) -> None:
        """Read nothing yet; ``row`` and ``other`` are rows of the actor table."""
        self.index = index
        self.row = -1 if row is None else row
        self.other = -1 if other is None else other
        self.road_map, self.route = road_map, route
        self.proceed = rising(proceed)
        self._records: dict[int, tuple[Ints, Records]] = {}

    @lazy
    def life(self) -> slice:
        """Indices of the frames in which the actor is alive."""
        return life_of(self.index, self.row)

    def records(
        self, kind: PacketKind, reader: Callable[..., tuple[Ints, Records]] = gather
    ) -> tuple[Ints, Records]:
        """Return frames (K,) and records (K,) of the actor, or what else the reader finds in a kind."""
        if kind.id not in self._records:
            actor_id = int(self.index.actors.actor_id[self.row])
            self._records[kind.id] = reader(self.index, kind, actor_id, self.life, proceed=self.proceed)
        return self._records[kind.id]

    @lazy
    def poses(self) -> Trajectory:
        """Where the actor was."""
        return trajectory(self.index, self.row, proceed=self.proceed)

    @lazy
    def other_poses(self) -> Trajectory:
        """Where the other actor was."""
        return trajectory(self.index, self.other, proceed=self.proceed)

    @lazy
    def put_away(self) -> Flags:
        """Whether a scenario keeps the actor far below the road, at each pose, shape (K,)."""
        actors = self.index.actors
        moves = actors.category[self.row] in MOVERS
        return moves & np.asarray(self.poses.locations[:, 2] < actors.road_level - PUT_AWAY)

    def on_the_road(self, frames: Ints, values: Floats, *, recorded: bool = True) -> Samples:
        """Return samples of motion without those of when a scenario keeps the actor far below the road."""
        kept = ~np.isin(frames, self.poses.frames[self.put_away])
        return Samples(frames[kept], values[kept], recorded)

    def believed(self, name: str, frames: Ints, recorded: Floats, derived: Floats) -> tuple[Floats, bool]:
        """Return what is ``recorded`` of an actor, or ``derived`` where poses contradict it; whether all is.

        Args:
            name: ``velocity`` or ``angular_velocity``.
            frames: frame indices, ascending, shape (K,).
            recorded: in these frames, shape (K,).
            derived: at the poses.

        """
        wrong = motion_check(self.index).wrong_in(name, self.row, frames)
        places = np.searchsorted(self.poses.frames, frames)
        wrong &= np.append(self.poses.frames, -1)[places] == frames
        return np.where(wrong, np.append(derived, np.nan)[places], recorded), not wrong.any()

    @lazy
    def recorded_velocity(self) -> tuple[Ints, Floats]:
        """Frames (K,) and velocities (K, 3) in m/s as Kinematics has them."""
        frames, records = self.records(packets.KINEMATICS)
        return frames, recorded_velocities(records["velocity"])

    @lazy
    def velocities(self) -> Floats:
        """Velocities (K, 3) in m/s at the poses: recorded ones if there are any, else derived ones.

        They are not mixed: from one to the other they would jump.
        """
        poses = self.poses
        frames, recorded = self.recorded_velocity
        wrong = motion_check(self.index).wrong_in("velocity", self.row, frames).any()
        if np.isfinite(recorded).any() and not wrong:
            velocities = np.full((len(poses), 3), np.nan)
            _, here, there = np.intersect1d(poses.frames, frames, assume_unique=True, return_indices=True)
            velocities[here] = recorded[there]
            return velocities
        return poses.derived(poses.locations)

    @lazy
    def accelerations(self) -> Floats:
        """Accelerations (K, 3) at the poses in m/s², in the actor's frame: forward, right, up."""
        axes, in_world = rotation_matrices(self.poses.rotations), self.poses.derived(self.velocities)
        return np.asarray(np.einsum("kwa,kw->ka", axes, in_world))


# -- signals of motion


def recorded_speed(reading: Reading) -> Samples:
    """Return the length of the velocity in Kinematics, m/s; the derived one where poses contradict it."""
    frames, velocities = reading.recorded_velocity
    speeds = np.linalg.norm(velocities, axis=1)
    derived = np.linalg.norm(reading.poses.velocities(), axis=1)
    values, recorded = reading.believed("velocity", frames, speeds, derived)
    return reading.on_the_road(frames, values, recorded=recorded)


def derived_speed(reading: Reading) -> Samples:
    """Return the length of the velocity derived from the poses, m/s."""
    return reading.on_the_road(reading.poses.frames, np.linalg.norm(reading.poses.velocities(), axis=1))


def acceleration(axis: int, reading: Reading) -> Samples:
    """Return the acceleration along an axis of the actor, m/s²: 0 forward, 1 right."""
    return reading.on_the_road(reading.poses.frames, reading.accelerations[:, axis])


def jerk(reading: Reading) -> Samples:
    """Return how fast the acceleration along the heading changes, m/s³."""
    return reading.on_the_road(reading.poses.frames, reading.poses.derived(reading.accelerations[:, 0]))


def recorded_yaw_rate(reading: Reading) -> Samples:
    """Return the angular velocity about z, °/s, of Kinematics; derived where poses contradict it."""
    frames, records = reading.records(packets.KINEMATICS)
    rates = recorded_velocities(records["angular_velocity"])[:, _Z]
    derived = derived_yaw_rate(reading).values
    return Samples(frames, *reading.believed("angular_velocity", frames, rates, derived))


def derived_yaw_rate(reading: Reading) -> Samples:
    """Return the derivative of the yaw, °/s; each step the short way round."""
    yaws = np.unwrap(reading.poses.rotations[:, _YAW], period=360.0)
    return Samples(reading.poses.frames, reading.poses.derived(yaws))


def number_of_pose(part: str, axis: int, reading: Reading) -> Samples:
    """Return a number of the pose: of ``locations`` in metres, or of ``rotations`` in degrees."""
    poses = reading.poses
    return Samples(poses.frames, getattr(poses, part)[:, axis], bool(poses.in_position.all()))


def distance(reading: Reading) -> Samples:
    """Return the distance between the places of two actors, metres, in the frames that tell both."""
    mine, theirs = reading.poses, reading.other_poses
    frames, here, there = np.intersect1d(mine.frames, theirs.frames, assume_unique=True, return_indices=True)
    apart = np.linalg.norm(mine.locations[here] - theirs.locations[there], axis=1)
    return Samples(frames, apart)


# -- signals of states


Value = Callable[[Records], NDArray[Any]]
"""Makes a number, or a flag, of each of some records (K,)."""


def told_by(kind: PacketKind, value: str | Value, reading: Reading) -> Samples:
    """Return a field of the actor's records, or what is made of them."""
    frames, records = reading.records(kind)
    return Samples(frames, records[value] if isinstance(value, str) else value(records))


def time_since_change(reading: Reading) -> Samples:
    """Return for how long a traffic light has shown its state, as far as the recording goes back, seconds.

    The recorded time in a state stands still, mostly at 0, while a light waits for others of its group.
    """
    frames, records = reading.records(packets.TRAFFIC_LIGHT_STATE)
    changed = np.flatnonzero(np.diff(records["state"].astype(np.int64), prepend=-1))
    times = reading.index.elapsed[frames]
    latest = changed[np.searchsorted(changed, np.arange(len(times)), side="right") - 1]
    return Samples(frames, times - times[latest])


def wheel_steering(place: int, reading: Reading) -> Samples:
    """Return the steering angle of the wheel at a place, degrees."""
    frames, wheels = reading.records(packets.ANIM_VEHICLE_WHEELS, gather_entries)
    mine = np.flatnonzero(wheels["place"] == place)
    mine = mine[np.diff(frames[mine], append=-1) != 0]  # of a doubled wheel the last counts
    return Samples(frames[mine], wheels["steering_angle"][mine])


def door(which: VehicleDoor, reading: Reading) -> Samples:
    """Return whether a door is open, as 0 or 1: closed at first, then as of the latest change."""
    doors, life = door_changes(reading.index), reading.life
    mine = doors.rows == reading.row
    is_open = doors.records[mine] >> which & 1
    return _held(np.append(life.start, doors.frames[mine]), np.append(0, is_open), life.stop)


def frame_duration(reading: Reading) -> Samples:
    """Return how long each frame lasts, seconds; nobody knows it of the last one."""
    durations = reading.index.frames["duration"][:-1]
    return Samples(np.arange(len(durations)), durations)


def real_time_factor(reading: Reading) -> Samples:
    """Return recorded seconds per second of the wall clock, over each frame."""
    everything = slice(0, len(reading.index.heads))
    return Samples(*real_time_factors(reading.index, everything, proceed=reading.proceed))


def weather(name: str, reading: Reading) -> Samples:
    """Return a parameter of the weather: as of the latest change."""
    frames, _, records = changes_of(reading.index, packets.WEATHER, reading.proceed)
    return _held(frames, records[name], len(reading.index.heads))


def _held(frames: Ints, values: NDArray[Any], end: int) -> Samples:
    """Return in each frame, from the first of some up to an end, the latest of the values told in them."""
    every = np.arange(frames[0] if len(frames) else end, end)
    return Samples(every, values[np.searchsorted(frames, every, side="right") - 1])
