"""Replaying the real recordings."""

from __future__ import annotations

import numpy as np
import pytest

from viewer.logfile.source import LogFile
from viewer.recording.actors import Category
from viewer.recording.indexing.builder import read_index
from viewer.replay.paths.contacts import contact_position
from viewer.replay.paths.driven_paths import moving_positions
from viewer.replay.paths.trajectory import trajectory
from viewer.replay.world.motion import rotation_matrices
from viewer.replay.world.world import world_at


@pytest.fixture
def index(recording_file):
    return read_index(LogFile(recording_file))


@pytest.fixture(params=["town01_carla0910_additional_data.log", "town01_carla0913_additional_data.log"])
def with_additional_data(recordings, request):
    return read_index(LogFile(recordings / request.param))


def test_every_frame_can_be_shown(index):
    for elapsed in index.elapsed.tolist():
        world = world_at(index, elapsed)
        assert np.isfinite(world.box_extents).all()
        movers = np.isin(world.categories, (Category.VEHICLE, Category.BICYCLE, Category.WALKER))
        assert world.has_pose[movers].all()
        assert (world.speeds[movers] < 40.0).all()
        lights = world.categories == Category.TRAFFIC_LIGHT
        assert world.has_pose[lights].all()
        assert (world.light_states[~lights] == -1).all()


def test_everybody_can_be_inspected_in_the_middle(index):
    world = world_at(index, index.duration / 2, interpolate=True)
    for actor_id in world.actor_ids.tolist():
        snapshot = world.find(actor_id)
        assert (snapshot.control is not None) == (snapshot.category in {Category.VEHICLE, Category.BICYCLE})
        assert (snapshot.walker_speed is not None) == (snapshot.category is Category.WALKER)


def test_trajectories_are_what_the_world_says(index):
    hero = index.actors.hero_rows[0]
    poses = trajectory(index, hero)
    for place in range(0, len(poses), 10):
        world = world_at(index, float(poses.elapsed[place]))
        here = world.index_of(hero)
        assert (poses.locations[place] == world.locations[here]).all()
        assert (poses.rotations[place] == world.rotations[here]).all()


def test_sensors_attached_after_the_start_are_carried_by_their_car(with_additional_data):
    index = with_additional_data
    actors = index.actors
    children = np.flatnonzero(actors.parent >= 0)
    assert len(children) == 5
    for row in children.tolist():
        parent = int(actors.parent[row])
        assert parent == actors.hero_rows[0]
        for frame in range(
            int(actors.spawn_frame[row]), min(int(actors.destroy_frame[parent]), len(index.frame_starts)), 20
        ):
            world = world_at(index, float(index.elapsed[frame]))
            car = world.index_of(parent)
            turn = rotation_matrices(world.rotations[car])
            child = world.snapshot(row)
            assert child.pose_source == "EventParent"
            assert child.location == pytest.approx(
                world.locations[car] + turn @ actors.location[row], abs=1e-9
            )
            assert rotation_matrices(np.array(child.rotation)) == pytest.approx(
                turn @ rotation_matrices(actors.rotation[row]), abs=1e-9
            )


def test_sensors_whose_parent_is_not_recorded_are_nowhere(recordings):
    index = read_index(LogFile(recordings / "town03_carla096_collision.rec"))
    world = world_at(index, 5.0)
    sensors = world.categories == Category.SENSOR
    assert sensors.sum() == 11
    assert not world.has_pose[sensors].any()


def test_those_who_collide_touch(recordings):
    index = read_index(LogFile(recordings / "town03_carla096_collision.rec"))
    (contact,) = index.contacts
    world = world_at(index, float(index.elapsed[contact.first_frame]))
    here, there = world.index_of(contact.actor), world.index_of(contact.other)
    distance = np.linalg.norm(world.locations[here, :2] - world.locations[there, :2])
    assert distance < np.linalg.norm(world.box_extents[here, :2]) + np.linalg.norm(
        world.box_extents[there, :2]
    )
    place = contact_position(index, contact)
    assert [place.x, place.y] == pytest.approx(world.locations[[here, there], :2].mean(axis=0).tolist())


def test_a_view_of_all_is_a_part_of_town(index):
    places, _ = moving_positions(index)
    assert len(places) > 0
    assert (np.ptp(places, axis=0) < 1000.0).all()
