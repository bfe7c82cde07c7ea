"""Velocities: recorded, or derived from poses."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.scenes import Scene, actor, pose, street
from viewer.logfile import packets
from viewer.logfile.fields import Engine
from viewer.replay.paths.trajectory import trajectory
from viewer.replay.world.world import is_placed_once, world_at
from viewer.signals.table import read_speed

UNKNOWN = pytest.approx([math.nan] * 3, nan_ok=True)


# -- in a world


def drive(places, times, **more):
    """Return a scene of one car at these places on x; the first time is 0."""
    scene = Scene(**more)
    for k, (x, delta) in enumerate(zip(places, np.diff(times, prepend=0.0), strict=True)):
        scene.frame(delta, add=[actor(1)] if k == 0 else [], poses=[pose(1, (x, 0, 0))])
    return scene


def speeds(index):
    """Return the velocity along x in each frame."""
    return [float(world_at(index, elapsed).velocities[0, 0]) for elapsed in index.elapsed]


TIMES = [0.0, 0.25, 0.75, 1.0, 2.0]


@pytest.mark.parametrize("engine", Engine)
def test_derived_velocities(scratch, engine):
    index = drive([3 * t * t + t for t in TIMES], TIMES, engine=engine).index(scratch)
    derived = speeds(index)
    assert derived[1:-1] == pytest.approx([6 * t + 1 for t in TIMES[1:-1]], abs=1e-3)
    assert derived[0] == pytest.approx(1.75, abs=1e-3)
    assert derived[-1] == pytest.approx(10.0, abs=1e-3)
    world = world_at(index, 0.3)
    assert world.speeds == pytest.approx(np.abs(world.velocities[:, 0]))
    assert world.velocity_recorded.tolist() == [False]


def test_a_teleport_gives_no_velocity(scratch):
    index = drive([0, 1, 2, 502, 503, 505], [0.0, 0.5, 1.0, 1.5, 2.0, 2.5]).index(scratch)
    assert speeds(index) == pytest.approx([2.0, 2.0, 2.0, 2.0, 3.0, 4.0], abs=1e-3)


def test_the_motion_of_another_life_is_not_mixed_in(scratch):
    scene = Scene().frame(0.5, add=[actor(1)], poses=[pose(1, (0, 0, 0))])
    scene.frame(0.5, remove=[1], add=[actor(1)], poses=[pose(1, (1, 0, 0))])
    index = scene.frame(0.5, poses=[pose(1, (3, 0, 0))]).index(scratch)
    assert speeds(index)[1:] == pytest.approx([4.0, 4.0], abs=1e-4)
    assert math.isnan(speeds(index)[0])


def test_what_is_not_in_position_has_no_velocity(scratch):
    world = world_at(street().index(scratch), 0.31)
    known = np.isfinite(world.speeds)
    assert known.tolist() == (world.in_position & ~is_placed_once(world.categories)).tolist()
    assert world.speeds[0] == pytest.approx(10.0, abs=1e-3)
    told = [np.isfinite(world.velocity_of(place)).all() for place in range(len(world.rows))]
    assert told == world.in_position.tolist()


def test_what_stands_has_a_velocity_when_one_asks_for_it_alone(scratch):
    scene = Scene()
    for k in range(3):
        added = [actor(1), actor(2, "static.prop.trafficcone01")] if k == 0 else []
        scene.frame(0.5, add=added, poses=[pose(1, (k, 0, 0)), pose(2, (0, 3 * k, 0))])
    world = world_at(scene.index(scratch), 0.5)
    assert world.velocities[0] == pytest.approx([2.0, 0.0, 0.0], abs=1e-4)
    assert world.velocities[1] == UNKNOWN
    assert world.velocity_of(0) == pytest.approx([2.0, 0.0, 0.0], abs=1e-4)
    assert world.velocity_of(1) == pytest.approx([0.0, 6.0, 0.0], abs=1e-4)
    pushed = world.find(2)
    assert pushed.speed.value == pytest.approx(6.0, abs=1e-4)
    assert not pushed.speed.recorded


def kinematics(actor_id, velocity, angular_velocity=(0.0, 0.0, 0.0)):
    return {packets.KINEMATICS: [(actor_id, velocity, angular_velocity)]}


def test_recorded_velocities_win(scratch):
    scene = Scene().frame(0.5, add=[actor(1), actor(2)], poses=[pose(1, (0, 0, 0)), pose(2, (0, 0, 0))])
    moved = [pose(1, (1, 0, 0)), pose(2, (1, 0, 0))]
    index = scene.frame(0.5, poses=moved, extra=kinematics(1, (7.0, 0.0, 1.0), (1, 2, 3))).index(scratch)
    world = world_at(index, 0.5)
    assert world.velocities[0].tolist() == [7.0, 0.0, 1.0]
    assert world.velocities[1] == pytest.approx([2.0, 0.0, 0.0], abs=1e-4)
    assert world.velocity_recorded.tolist() == [True, False]
    assert world.find(1).velocity.recorded
    assert world.find(1).angular_velocity.value == (1.0, 2.0, 3.0)
    assert not world.find(2).velocity.recorded
    assert world.find(2).angular_velocity is None


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf, 1e30])
def test_a_recorded_velocity_that_is_none_is_derived(scratch, bad):
    scene = drive([0, 1], [0.0, 0.5]).frame(
        0.5, poses=[pose(1, (2, 0, 0))], extra=kinematics(1, (bad, 0, 0), (bad, 0, 0))
    )
    index = scene.index(scratch)
    world = world_at(index, 1.0)
    assert world.velocities[0] == pytest.approx([2.0, 0.0, 0.0], abs=1e-4)
    assert world.velocity_recorded.tolist() == [False]
    assert world.find(1).angular_velocity is None
    profile = read_speed(index, 0, trajectory(index, 0))
    assert np.isfinite(profile.values).all()


# -- over a life


def test_a_trajectory_has_the_velocities_of_its_frames(scratch):
    for scene in (
        drive([0, 1, 2, 502, 503, 505, 505, 900], [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 2.5, 3.0]),
        drive([0.0], [0.0]),
        street(),
    ):
        index = scene.index(scratch)
        for row in range(len(index.actors)):
            poses = trajectory(index, row)
            for frame, velocity in zip(poses.frames.tolist(), poses.velocities(), strict=True):
                told = index.read_frame(frame).records(packets.POSITION)["actor_id"].tolist()
                if index.actors.actor_id[row] not in told:
                    continue
                world = world_at_frame(index, frame)
                if world is not None:
                    assert velocity == pytest.approx(
                        world.velocity_of(world.index_of(row)), abs=1e-9, nan_ok=True
                    )


def world_at_frame(index, frame):
    """Return the world of a frame, None if a later one has the same time."""
    world = world_at(index, float(index.elapsed[frame]))
    return world if world.frame_index == frame else None
