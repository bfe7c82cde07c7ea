"""Signals of where an actor is and how it moves.

Velocities are derived from poses by ``viewer.replay.world.derivatives``: central differences with the frames'
true durations, nothing smoothed, nothing across gaps and teleports. Acceleration is the derivative of the
recorded velocity where Kinematics has the actor, else of the velocity derived from its poses; jerk is the
derivative of the acceleration along the heading. There is no motion of those whom a scenario keeps far below.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from viewer.logfile import packets
from viewer.recording.units import recorded_velocities
from viewer.replay.world.derivatives import derive_to_the_ends
from viewer.signals.reading import Reading
from viewer.signals.series import Samples

_YAW, _Z = 1, 2


def recorded_speed(reading: Reading) -> Samples:
    """Return the length of the velocity in Kinematics, m/s."""
    frames, velocities = reading.recorded_velocity
    return reading.on_the_road(Samples(frames, np.linalg.norm(velocities, axis=1), recorded=True))


def derived_speed(reading: Reading) -> Samples:
    """Return the length of the velocity derived from the poses, m/s."""
    poses = reading.poses
    speeds = np.linalg.norm(poses.velocities(), axis=1)
    return reading.on_the_road(Samples(poses.frames, speeds, recorded=False))


def acceleration(axis: int) -> Callable[[Reading], Samples]:
    """Return how to read the acceleration along an axis of the actor, m/s²: 0 forward, 1 right."""

    def read(reading: Reading) -> Samples:
        samples = Samples(reading.poses.frames, reading.accelerations[:, axis], recorded=False)
        return reading.on_the_road(samples)

    return read


def jerk(reading: Reading) -> Samples:
    """Return how fast the acceleration along the heading changes, m/s³."""
    poses = reading.poses
    along = reading.accelerations[:, 0]
    values = derive_to_the_ends(poses.taken, along, poses.broken) if len(poses) else along
    return reading.on_the_road(Samples(poses.frames, values, recorded=False))


def recorded_yaw_rate(reading: Reading) -> Samples:
    """Return the angular velocity about the world's z in Kinematics, °/s."""
    frames, records = reading.records(packets.KINEMATICS)
    return Samples(frames, recorded_velocities(records["angular_velocity"])[:, _Z], recorded=True)


def derived_yaw_rate(reading: Reading) -> Samples:
    """Return the derivative of the yaw, °/s; each step the short way round."""
    poses = reading.poses
    yaw = np.unwrap(poses.rotations[:, _YAW], period=360.0)
    values = derive_to_the_ends(poses.taken, yaw, poses.broken) if len(poses) else yaw
    return Samples(poses.frames, values, recorded=False)


def location(axis: int) -> Callable[[Reading], Samples]:
    """Return how to read a coordinate of the location, metres: 0 x, 1 y, 2 z."""

    def read(reading: Reading) -> Samples:
        poses = reading.poses
        return Samples(poses.frames, poses.locations[:, axis], bool(poses.in_position.all()))

    return read


def rotation(axis: int) -> Callable[[Reading], Samples]:
    """Return how to read an angle of the rotation, degrees: 0 pitch, 1 yaw, 2 roll."""

    def read(reading: Reading) -> Samples:
        poses = reading.poses
        return Samples(poses.frames, poses.rotations[:, axis], bool(poses.in_position.all()))

    return read


def distance(reading: Reading) -> Samples:
    """Return the distance between the places of two actors, metres, in the frames that tell both."""
    mine, theirs = reading.poses, reading.other_poses
    frames, here, there = np.intersect1d(mine.frames, theirs.frames, assume_unique=True, return_indices=True)
    apart = np.linalg.norm(mine.locations[here] - theirs.locations[there], axis=1)
    return Samples(frames, apart, recorded=False)
