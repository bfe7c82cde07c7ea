"""SignalSource, which reads each part of a recording once, and functions that make signals from it.

Velocities are derived from poses by ``viewer.replay.world.motion``: central differences with the frames' true
durations, nothing smoothed, nothing across gaps and teleports. Acceleration is the derivative of the recorded
velocity where Kinematics has the actor, else of the velocity derived from its poses; jerk is the derivative
of the acceleration along the heading. An actor has no motion while a scenario parks it far below the road.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Floats, Ints
from viewer.cancellation import ShouldContinue, rising
from viewer.lazy import lazy
from viewer.logfile import packets
from viewer.logfile.enums import VehicleDoor
from viewer.logfile.fields import PacketKind
from viewer.logfile.payload import Records
from viewer.recording.actors import MOVERS, PARKED_DEPTH
from viewer.recording.index import RecordingIndex
from viewer.recording.motion_check import motion_check
from viewer.recording.read.changes import changes_of, door_changes
from viewer.recording.read.records import gather, gather_entries
from viewer.recording.units import recorded_velocities
from viewer.replay.paths.trajectory import Trajectory, lifetime_of, trajectory
from viewer.replay.world.appearance import real_time_factors
from viewer.replay.world.motion import rotation_matrices
from viewer.signals.series import Samples

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.analysis.route_line import PlannedRoute
    from viewer.roads.road_map import RoadMap

_YAW, _Z = 1, 2


class SignalSource:
    """Parts of a recording from which the signals of one actor, a pair of actors, or the scene are made.

    Each part is read at first use and then cached. Methods and properties can raise ChangedError,
    UnreadableError, and ReadingCancelledError once ``should_continue`` returns False.
    """

    def __init__(
        self,
        index: RecordingIndex,
        row: int | None,
        should_continue: ShouldContinue,
        *,
        other: int | None = None,
        road_map: RoadMap | None = None,
        route: PlannedRoute | None = None,
    ) -> None:
        """Store the arguments and read nothing yet; ``row`` and ``other`` are rows of the actor table.

        Without ``route``, signals that need it have no values; without ``road_map``, signals that use it are
        less exact.
        """
        self.index = index
        self.row = -1 if row is None else row
        self.other = -1 if other is None else other
        self.road_map, self.route = road_map, route
        self.should_continue = rising(should_continue)
        self._records: dict[int, tuple[Ints, Records]] = {}

    @lazy
    def lifetime(self) -> slice:
        """Slice of the indices of the frames in which the signal's actor is alive."""
        return lifetime_of(self.index, self.row)

    def records(
        self, kind: PacketKind, reader: Callable[..., tuple[Ints, Records]] = gather
    ) -> tuple[Ints, Records]:
        """Return the frame indices (K,) and records (K,) of the actor in packets of ``kind``.

        They are read once per kind, by ``reader``: a function (as ``gather`` of
        ``viewer.recording.read.records``) with the parameters index, kind, id of the actor, frames (slice),
        and ``should_continue``.
        """
        if kind.id not in self._records:
            actor_id = int(self.index.actors.actor_id[self.row])
            self._records[kind.id] = reader(
                self.index, kind, actor_id, self.lifetime, should_continue=self.should_continue
            )
        return self._records[kind.id]

    @lazy
    def poses(self) -> Trajectory:
        """Recorded poses of the signal's actor over its lifetime."""
        return trajectory(self.index, self.row, should_continue=self.should_continue)

    @lazy
    def other_poses(self) -> Trajectory:
        """Poses of the second actor of a pair over its lifetime."""
        return trajectory(self.index, self.other, should_continue=self.should_continue)

    @lazy
    def is_parked(self) -> Flags:
        """Whether a scenario parks the actor far below the road, at each pose, shape (K,)."""
        actors = self.index.actors
        moves = actors.category[self.row] in MOVERS
        return moves & np.asarray(self.poses.locations[:, 2] < actors.road_level - PARKED_DEPTH)

    def while_not_parked(self, frames: Ints, values: Floats, *, recorded: bool = True) -> Samples:
        """Return the samples ``values`` at ``frames`` without those while a scenario parks the actor.

        A parked actor is far below the road.

        Args:
            frames: frame indices, shape (K,).
            values: value in each of these frames, shape (K,).
            recorded: whether the values are in the file; False if they are derived.
        """
        kept = ~np.isin(frames, self.poses.frames[self.is_parked])
        return Samples(frames[kept], values[kept], recorded)

    def recorded_unless_contradicted(
        self, name: str, frames: Ints, recorded: Floats, derived: Floats
    ) -> tuple[Floats, bool]:
        """Return ``recorded`` with wrong values replaced by ``derived`` ones, and True if none was wrong.

        A recorded velocity is wrong where it does not lead from one pose of the actor to the next.

        Args:
            name: ``velocity`` or ``angular_velocity``.
            frames: frame indices of ``recorded``, ascending, shape (K,).
            recorded: recorded values in these frames, shape (K,).
            derived: derived values, one per pose of the actor.
        """
        wrong = motion_check(self.index).wrong_in(name, self.row, frames)
        indices = np.searchsorted(self.poses.frames, frames)
        wrong &= np.append(self.poses.frames, -1)[indices] == frames
        return np.where(wrong, np.append(derived, np.nan)[indices], recorded), not wrong.any()

    @lazy
    def recorded_velocity(self) -> tuple[Ints, Floats]:
        """Frame indices (K,) and velocities (K, 3) in m/s, as recorded in Kinematics packets."""
        frames, records = self.records(packets.KINEMATICS)
        return frames, recorded_velocities(records["velocity"])

    @lazy
    def velocities(self) -> Floats:
        """Velocities (K, 3) in m/s at the poses: all recorded, or all derived from the poses.

        They are derived if none is recorded, or if the poses contradict a recorded one. Both are never mixed:
        the signal would jump from one to the other.
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
        """Accelerations (K, 3) in m/s² at the poses, in the actor's frame: forward, right, up."""
        axes, in_world = rotation_matrices(self.poses.rotations), self.poses.derived(self.velocities)
        return np.asarray(np.einsum("kwa,kw->ka", axes, in_world))


# -- signals of motion


def recorded_speed(source: SignalSource) -> Samples:
    """Return the actor's speed in m/s from Kinematics packets, or from poses where these contradict it."""
    frames, velocities = source.recorded_velocity
    speeds = np.linalg.norm(velocities, axis=1)
    derived = np.linalg.norm(source.poses.velocities(), axis=1)
    values, recorded = source.recorded_unless_contradicted("velocity", frames, speeds, derived)
    return source.while_not_parked(frames, values, recorded=recorded)


def derived_speed(source: SignalSource) -> Samples:
    """Return the actor's speed in m/s derived from its poses."""
    return source.while_not_parked(source.poses.frames, np.linalg.norm(source.poses.velocities(), axis=1))


def acceleration(axis: int, source: SignalSource) -> Samples:
    """Return the actor's acceleration in m/s² along its forward (``axis`` 0) or right axis (1)."""
    return source.while_not_parked(source.poses.frames, source.accelerations[:, axis])


def jerk(source: SignalSource) -> Samples:
    """Return the time derivative of the actor's acceleration along its heading, m/s³."""
    return source.while_not_parked(source.poses.frames, source.poses.derived(source.accelerations[:, 0]))


def recorded_yaw_rate(source: SignalSource) -> Samples:
    """Return the actor's angular velocity about z in °/s, as recorded.

    Where its poses contradict the recorded values, they are replaced by ones derived from the poses.
    """
    frames, records = source.records(packets.KINEMATICS)
    rates = recorded_velocities(records["angular_velocity"])[:, _Z]
    derived = derived_yaw_rate(source).values
    return Samples(frames, *source.recorded_unless_contradicted("angular_velocity", frames, rates, derived))


def derived_yaw_rate(source: SignalSource) -> Samples:
    """Return the time derivative of the actor's yaw in °/s, each step the shorter way round."""
    yaws = np.unwrap(source.poses.rotations[:, _YAW], period=360.0)
    return Samples(source.poses.frames, source.poses.derived(yaws))


def pose_component(part: str, axis: int, source: SignalSource) -> Samples:
    """Return one coordinate of an actor's location (metres) or rotation (degrees) over time.

    ``part`` is "locations" or "rotations", the attribute of Trajectory; ``axis`` is its column. ``source``
    has the actor's poses.
    """
    poses = source.poses
    return Samples(poses.frames, getattr(poses, part)[:, axis], bool(poses.in_position.all()))


def distance(source: SignalSource) -> Samples:
    """Return the distance in metres between the locations of both actors, where both have poses."""
    mine, theirs = source.poses, source.other_poses
    frames, here, there = np.intersect1d(mine.frames, theirs.frames, assume_unique=True, return_indices=True)
    apart = np.linalg.norm(mine.locations[here] - theirs.locations[there], axis=1)
    return Samples(frames, apart)


# -- signals of states


Value = Callable[[Records], NDArray[Any]]
"""Function that makes the values of a signal, numbers or flags (K,), from the records (K,) of a packet kind.
"""


def field_of(kind: PacketKind, value: str | Value, source: SignalSource) -> Samples:
    """Return the values of a field over time, from the records of ``kind`` about the actor of ``source``.

    ``value`` is the name of the field, or a function that computes the values from the records.
    """
    frames, records = source.records(kind)
    return Samples(frames, records[value] if isinstance(value, str) else value(records))


def time_since_change(source: SignalSource) -> Samples:
    """Return for how many seconds a traffic light has had its state, since the first frame at most.

    The recorded ``time_in_state`` stands still, mostly at 0, while a light waits for others of its group.
    """
    frames, records = source.records(packets.TRAFFIC_LIGHT_STATE)
    changed = np.flatnonzero(np.diff(records["state"].astype(np.int64), prepend=-1))
    times = source.index.elapsed[frames]
    latest = changed[np.searchsorted(changed, np.arange(len(times)), side="right") - 1]
    return Samples(frames, times - times[latest])


def wheel_steering(wheel: int, source: SignalSource) -> Samples:
    """Return the steering angle of a vehicle's wheel over time, in degrees.

    ``wheel`` is 0 front left, 1 front right, 2 back left or 3 back right.
    """
    frames, wheels = source.records(packets.ANIM_VEHICLE_WHEELS, gather_entries)
    mine = np.flatnonzero(wheels["place"] == wheel)
    mine = mine[np.diff(frames[mine], append=-1) != 0]  # of a doubled wheel the last counts
    return Samples(frames[mine], wheels["steering_angle"][mine])


def door(which: VehicleDoor, source: SignalSource) -> Samples:
    """Return whether door ``which`` is open, as 0 or 1: closed at first, then as last recorded."""
    doors, lifetime = door_changes(source.index), source.lifetime
    mine = doors.rows == source.row
    is_open = doors.records[mine] >> which & 1
    return _held(np.append(lifetime.start, doors.frames[mine]), np.append(0, is_open), lifetime.stop)


def frame_duration(source: SignalSource) -> Samples:
    """Return the duration of each frame in seconds; the last one, whose duration is unknown, is left out."""
    durations = source.index.frames["duration"][:-1]
    return Samples(np.arange(len(durations)), durations)


def real_time_factor(source: SignalSource) -> Samples:
    """Return recorded seconds per wall-clock second, over each frame."""
    everything = slice(0, len(source.index.frame_starts))
    return Samples(*real_time_factors(source.index, everything, should_continue=source.should_continue))


def weather(name: str, source: SignalSource) -> Samples:
    """Return the weather parameter ``name`` (a field of the Weather packet) over time, as last recorded."""
    frames, _, records = changes_of(source.index, packets.WEATHER, source.should_continue)
    return _held(frames, records[name], len(source.index.frame_starts))


def _held(frames: Ints, values: NDArray[Any], end: int) -> Samples:
    """Return one sample per frame from the first of ``frames`` to ``end`` (excluded): the latest value.

    ``frames`` (ascending) are the frame indices at which ``values`` were recorded.
    """
    every = np.arange(frames[0] if len(frames) else end, end)
    return Samples(every, values[np.searchsorted(frames, every, side="right") - 1])
