"""How far actors have travelled."""

from __future__ import annotations

import numpy as np
import pytest

from tests.scenes import Scene, actor, pose
from viewer.logfile.source import LogFile
from viewer.program import resource
from viewer.recording.actors import MOVERS
from viewer.recording.indexing.builder import read_index
from viewer.replay.paths.driven_paths import distances_travelled
from viewer.replay.paths.trajectory import trajectory
from viewer.signals.series import motion_stats
from viewer.signals.table import read_speed


def test_ways_are_added_up_and_teleports_left_out(tmp_path):
    scene = Scene()
    scene.frame(add=[actor(1), actor(2), actor(3)], poses=[pose(1, (0, 0, 0)), pose(2, (0, 0, 0))])
    scene.frame(poses=[pose(1, (3, 4, 0)), pose(2, (1, 0, 0))])
    scene.frame(poses=[pose(2, (1, 1, 0)), pose(1, (3, 4, 0))])  # in another order
    scene.frame(poses=[pose(1, (500, 4, 0)), pose(2, (1, 1, 0))])  # one jumps
    scene.frame(poses=[pose(1, (502, 4, 0)), pose(2, (1, 3, 0))])
    ways = distances_travelled(scene.index(tmp_path / "ways.log"))
    assert ways[:2] == pytest.approx([7.0, 4.0], abs=1e-4)
    assert np.isnan(ways[2])  # never had a pose


def test_nothing_is_known_of_the_way_where_frames_or_poses_are_missing(tmp_path):
    scene = Scene().frame(add=[actor(1), actor(2)], poses=[pose(1, (0, 0, 0)), pose(2, (0, 0, 0))])
    scene.frame(poses=[pose(1, (1, 0, 0))]).frame(poses=[pose(1, (2, 0, 0)), pose(2, (2, 0, 0))])
    scene.frame(poses=[pose(1, (3, 0, 0)), pose(2, (3, 0, 0))])
    ways = distances_travelled(scene.index(tmp_path / "gaps.log"))
    assert ways == pytest.approx([3.0, 1.0], abs=1e-4)


def test_the_distance_is_that_of_the_statistics_of_a_range():
    index = read_index(LogFile(resource("sample.log")))
    ways, rows = distances_travelled(index), np.flatnonzero(np.isin(index.actors.category, MOVERS)).tolist()
    for row in rows:
        poses = trajectory(index, row)
        stats = motion_stats(index, poses, read_speed(index, row, poses), (0.0, index.duration))
        assert ways[row] == pytest.approx(stats.distance, abs=1e-6, nan_ok=True)


def test_an_id_that_is_used_again_begins_another_way(tmp_path):
    scene = Scene().frame(add=[actor(1)], poses=[pose(1, (0, 0, 0))]).frame(poses=[pose(1, (2, 0, 0))])
    scene.frame(remove=[1], add=[actor(1)], poses=[pose(1, (50, 0, 0))]).frame(poses=[pose(1, (51, 0, 0))])
    ways = distances_travelled(scene.index(tmp_path / "again.log"))
    assert ways == pytest.approx([2.0, 1.0], abs=1e-4)


def test_what_is_written_after_an_end_is_the_way_of_another(tmp_path):
    """As the poses of somebody whom nobody added are."""
    scene = Scene().frame(add=[actor(1)], poses=[pose(1, (0, 0, 0)), pose(9, (0, 0, 0))])
    scene.frame(poses=[pose(1, (2, 0, 0)), pose(9, (2, 0, 0))])
    scene.frame(remove=[1], poses=[pose(1, (3, 0, 0)), pose(9, (3, 0, 0))])
    scene.frame(poses=[pose(1, (4, 0, 0)), pose(9, (4, 0, 0))])
    ways = distances_travelled(scene.index(tmp_path / "after.log"))
    assert sorted(ways) == pytest.approx([1.0, 2.0, 4.0], abs=1e-4)


def test_places_that_are_no_numbers_add_nothing(tmp_path):
    scene = Scene().frame(add=[actor(1)], poses=[pose(1, (0, 0, 0))])
    for x in (1.0, float("nan"), float("inf"), 1e30, 2.0, 3.0):
        scene.frame(poses=[pose(1, (x, 0, 0))])
    assert distances_travelled(scene.index(tmp_path / "odd.log")) == pytest.approx([2.0], abs=1e-4)
