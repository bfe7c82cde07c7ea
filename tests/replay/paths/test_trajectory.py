"""Where one actor was, by the same rules as the world."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.scenes import CAMERA, HERO, LATE, LIGHT, Scene, actor, pose, street
from viewer.logfile.fields import Engine
from viewer.replay.paths.trajectory import trajectory
from viewer.replay.world.world import world_at


def check_against_worlds(index):
    """A trajectory has a pose for each frame whose world has one, and the same."""
    worlds = [world_at(index, elapsed) for elapsed in index.elapsed.tolist()]
    for row in range(len(index.actors)):
        poses = trajectory(index, row)
        assert (poses.elapsed == index.elapsed[poses.frames]).all()
        assert poses.locations.shape == poses.rotations.shape == (len(poses), 3)
        told = dict(zip(poses.frames.tolist(), range(len(poses)), strict=True))
        for frame, world in enumerate(worlds):
            place = world.index_of(row)
            if place is None or not world.has_pose[place]:
                assert frame not in told
            else:
                at = told[frame]
                np.testing.assert_allclose(poses.locations[at], world.locations[place], rtol=0, atol=1e-9)
                np.testing.assert_allclose(poses.rotations[at], world.rotations[place], rtol=0, atol=1e-9)
                assert poses.in_position[at] == world.in_position[place]


@pytest.mark.parametrize("engine", Engine)
def test_the_street_frame_by_frame(scratch, engine):
    check_against_worlds(street(engine=engine).index(scratch))


def test_lengths(scratch):
    index = street().index(scratch)
    lengths = {
        actor_id: len(trajectory(index, index.actors.rows_of(actor_id)[0]))
        for actor_id in (HERO, LATE, LIGHT, CAMERA)
    }
    assert lengths == {HERO: 20, LATE: 10, LIGHT: 20, CAMERA: 18}


@st.composite
def families(draw):
    """Actors of all kinds come, hang on each other, move, are missing from Position, and die."""
    kinds = st.sampled_from(
        ["vehicle.audi.tt", "sensor.camera.rgb", "static.prop.box", "walker.pedestrian.0001"]
    )
    scene, alive = Scene(), []
    for k in range(draw(st.integers(1, 12))):
        new = draw(st.lists(st.integers(1, 5), max_size=2, unique=True))
        gone = draw(st.lists(st.sampled_from(alive), max_size=1)) if alive else []
        alive = sorted((set(alive) - set(gone)) | set(new))
        pairs = (
            draw(st.lists(st.tuples(st.sampled_from(new), st.sampled_from(alive)), max_size=2)) if new else []
        )
        told = draw(st.lists(st.sampled_from(alive), unique=True)) if alive else []
        scene.frame(
            add=[actor(a, draw(kinds), (a, 1, 0), (0, 10 * a, 0)) for a in new],
            remove=gone,
            parents=pairs,
            poses=[pose(a, (k, a, 0), (0, 15 * k, 5)) for a in told],
        )
    return scene


@settings(max_examples=120)
@given(families())
def test_any_family_frame_by_frame(scratch, scene):
    check_against_worlds(scene.index(scratch))


def test_who_never_lived_a_frame_has_no_trajectory(scratch):
    index = Scene().frame(add=[actor(1, "static.prop.box")], remove=[1]).index(scratch)
    assert len(trajectory(index, 0)) == 0


def test_a_pose_that_is_none_is_left_out(scratch):
    scene = Scene().frame(add=[actor(1)], poses=[pose(1, (1, 2, 3))])
    scene.frame(poses=[pose(1, (np.nan, 2, 3))], add=[actor(2, "sensor.camera.rgb")], parents=[(2, 1)])
    index = scene.frame(poses=[pose(1, (2, 2, 3))]).index(scratch)
    assert trajectory(index, 0).frames.tolist() == [0, 2]
    assert trajectory(index, 1).frames.tolist() == [2]
    check_against_worlds(index)
