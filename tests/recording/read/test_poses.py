"""All trajectories in one pass, against those that are read one by one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.replay.paths.test_trajectory import families
from tests.scenes import HERO, LATE, Scene, actor, pose, street
from viewer.api import open_recording
from viewer.logfile.fields import Engine
from viewer.recording.read.poses import MemoryBudgetError, read_trajectories
from viewer.replay.paths.trajectory import lifetime_of, trajectory


def everybody(index):
    return np.arange(len(index.actors))


def check_against_single_ones(index, frames=slice(None)):
    found = read_trajectories(index, everybody(index), frames)
    first, stop, _ = frames.indices(len(index.frame_starts))
    for number, row in enumerate(found.rows.tolist()):
        single, life = trajectory(index, row), lifetime_of(index, row)
        expected = np.full((life.stop - life.start, 6), np.nan)
        told = single.frames[single.in_position] - life.start
        expected[told, :3] = single.locations[single.in_position]
        expected[told, 3:] = single.rotations[single.in_position]
        begin, end = max(first, life.start), min(stop, life.stop)
        assert (found.begins[number], found.ends[number]) == (begin - first, end - first)
        np.testing.assert_allclose(
            found.of(number), expected[begin - life.start : end - life.start], rtol=1e-6, atol=1e-5
        )
    return found


@pytest.mark.parametrize("engine", Engine)
def test_the_street(scratch, engine):
    found = check_against_single_ones(street(engine=engine).index(scratch))
    assert found.poses.dtype == (np.float32 if engine is Engine.UE4 else np.float64)


@settings(max_examples=120)
@given(families(), st.integers(0, 5), st.integers(1, 12))
def test_any_family_in_any_range_of_frames(scratch, scene, start, length):
    check_against_single_ones(scene.index(scratch), slice(start, start + length))


def test_real_recordings(recording_file):
    with open_recording(recording_file) as recording:
        check_against_single_ones(recording.index)


def test_who_changes_places_all_the_time_is_found(scratch):
    scene, rng = Scene(), np.random.default_rng(0)
    ids = list(range(10, 30))
    for k in range(50):
        rng.shuffle(ids)
        scene.frame(
            add=[actor(each) for each in sorted(ids)] if k == 0 else [],
            poses=[pose(each, (each, k, 0)) for each in ids],
        )
    found = check_against_single_ones(scene.index(scratch))
    assert (found.poses[:, found.columns[5], 0] == 15).all()


def test_of_a_doubled_record_the_last_counts(scratch):
    scene = Scene().frame(add=[actor(1), actor(2)], poses=[pose(1, (1, 0, 0)), pose(2, (2, 0, 0))])
    scene.frame(poses=[pose(1, (3, 0, 0)), pose(1, (4, 0, 0))])
    scene.frame(poses=[pose(1, (5, 0, 0)), pose(2, (6, 0, 0)), pose(1, (7, 0, 0))])
    scene.frame(poses=[pose(1, (5, 0, 0)), pose(2, (6, 0, 0)), pose(1, (7, 0, 0))])
    found = read_trajectories(scene.index(scratch), np.array([0, 1]))
    assert found.of(0)[:, 0].tolist() == [1, 4, 7, 7]
    np.testing.assert_array_equal(found.of(1)[:, 0], [2, np.nan, 6, 6])


def test_a_place_that_is_none_is_no_pose_and_an_angle_that_is_none_is_0(scratch):
    scene = Scene().frame(add=[actor(1)], poses=[pose(1, (np.inf, 0, 0), (1, 2, 3))])
    scene.frame(poses=[pose(1, (1, 2, 3), (np.nan, 90, 0))])
    scene.frame(poses=[pose(1, (1e9, 2, 3))])
    poses = read_trajectories(scene.index(scratch), np.array([0])).of(0)
    np.testing.assert_array_equal(poses[1], [1, 2, 3, 0, 90, 0])
    assert np.isnan(poses[[0, 2]]).all()


def test_a_slot_is_used_again(scratch):
    scene = Scene()
    for k in range(10):
        scene.frame(add=[actor(k + 1)], remove=[k] if k else [], poses=[pose(k + 1, (k, 0, 0))])
    found = check_against_single_ones(scene.index(scratch))
    assert found.poses.shape == (10, 1, 6)
    assert len(found.rows) == 10


def test_only_those_asked_for(scratch):
    index = street().index(scratch)
    rows = [index.actors.rows_of(actor_id)[0] for actor_id in (LATE, HERO)]
    found = read_trajectories(index, np.array(rows))
    assert found.rows.tolist() == sorted(rows)
    assert found.of(found.rows.tolist().index(rows[0])).shape == (10, 6)


def test_nobody_and_nothing(scratch):
    index = street().index(scratch)
    assert read_trajectories(index, np.empty(0, np.int64)).poses.shape == (20, 0, 6)
    assert len(read_trajectories(index, everybody(index), slice(20, 30)).rows) == 0


def test_a_group_that_its_actor_leaves_without_a_word(scratch):
    scene = Scene().frame(add=[actor(1), actor(2)], poses=[pose(1, (1, 0, 0))])
    scene.frame(poses=[pose(2, (2, 0, 0))]).frame(poses=[pose(2, (2, 0, 0))])
    found = read_trajectories(scene.index(scratch), np.array([0]))
    np.testing.assert_array_equal(found.of(0)[:, 0], [1, np.nan, np.nan])


def test_a_budget_is_kept(scratch, monkeypatch):
    monkeypatch.setattr("viewer.recording.read.poses.BUDGET", 1000)
    index = street().index(scratch)
    with pytest.raises(MemoryBudgetError, match="20 frames"):
        read_trajectories(index, everybody(index))
