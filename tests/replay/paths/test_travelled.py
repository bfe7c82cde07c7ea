"""How far actors have travelled."""

from __future__ import annotations

import numpy as np
import pytest

from tests.scenes import Scene, actor, pose
from viewer.replay.paths.driven_paths import distances_travelled


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


@pytest.mark.parametrize(
    ("step", "way"),
    [
        (lambda frame: 0.01 * (frame % 2), 0.0),  # who trembles goes nowhere
        (lambda frame: 0.005 * frame, 1.0),  # who creeps gets there
    ],
)
def test_two_centimetres_are_a_movement(tmp_path, step, way):
    scene = Scene()
    for frame in range(201):
        scene.frame(add=[] if frame else [actor(1)], poses=[pose(1, (step(frame), 0, 0))])
    assert distances_travelled(scene.index(tmp_path / "ways.log"))[0] == pytest.approx(way, abs=0.02)


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
