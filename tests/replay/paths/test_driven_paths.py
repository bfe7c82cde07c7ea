"""Where vehicles drove."""

from __future__ import annotations

import numpy as np

from tests.scenes import Scene, actor, pose
from viewer.replay.paths.driven_paths import driven_paths


def test_a_path_holds_the_places_of_its_vehicle(tmp_path):
    scene = Scene()
    for k in range(40):
        scene.frame(add=[actor(1)] if k == 0 else (), poses=[pose(1, (k, 2.0 * k, 0.0))])

    (path,) = driven_paths(scene.index(tmp_path / "a.log"))

    assert path.tolist() == [[float(k), 2.0 * k] for k in range(40)]


def test_who_stands_or_walks_has_driven_no_path(tmp_path):
    scene = Scene()
    for k in range(40):
        add = [actor(1), actor(2, "walker.pedestrian.0001")] if k == 0 else ()
        scene.frame(add=add, poses=[pose(1, (0.01 * k, 0, 0)), pose(2, (k, 0, 0))])

    assert driven_paths(scene.index(tmp_path / "a.log")) == []


def test_a_path_ends_at_a_teleport_and_with_the_life_of_its_vehicle(tmp_path):
    scene = Scene()
    for k in range(30):
        x = k if k < 10 else 1000 + k
        add = [actor(1)] if k in {0, 20} else ()  # the id is used again at once, elsewhere
        y = 0 if k < 20 else 500
        scene.frame(add=add, remove=[1] if k == 20 else (), poses=[pose(1, (x, y, 0))])

    paths = driven_paths(scene.index(tmp_path / "a.log"))

    assert [path[[0, -1]].tolist() for path in paths] == [
        [[0.0, 0.0], [9.0, 0.0]],
        [[1010.0, 0.0], [1019.0, 0.0]],
        [[1020.0, 500.0], [1029.0, 500.0]],
    ]


def test_a_long_recording_is_sampled(tmp_path):
    scene = Scene()
    for k in range(1200):
        scene.frame(0.05, add=[actor(1)] if k == 0 else (), poses=[pose(1, (k, 0, 0))])

    (path,) = driven_paths(scene.index(tmp_path / "a.log"))

    assert len(path) == 500
    assert path[[0, -1], 0].tolist() == [0.0, 1199.0]
    assert np.all(np.diff(path[:, 0]) > 0)


def test_nothing_to_drive(tmp_path):
    assert driven_paths(Scene().index(tmp_path / "a.log")) == []
    assert (
        driven_paths(Scene().frame(add=[actor(1)], poses=[pose(1, (0, 0, 0))]).index(tmp_path / "b.log"))
        == []
    )


def test_of_a_long_recording_two_places_a_second_are_looked_at(scratch):
    """A zigzag with a turn in each of 3,000 frames."""
    scene = Scene()
    for k in range(3000):
        scene.frame(1.0, add=[actor(1)] if k == 0 else [], poses=[pose(1, (k, 3 * (k % 2), 0))])
    assert sum(len(path) - 1 for path in driven_paths(scene.index(scratch))) == 2999
