"""Where many actors were and will be around a moment."""

from __future__ import annotations

import numpy as np
import pytest

from tests.scenes import Scene, actor, pose
from viewer.replay.paths.trajectory import TRAIL_STEP, sample, sample_indices, trails

CAR, LATE, WALKER = 3, 5, 7


@pytest.fixture
def index(tmp_path):
    """Four seconds at ten frames a second; the car goes 2 m/s, another one comes after 2 s."""
    scene = Scene()
    for k in range(41):
        poses = [pose(CAR, (0.2 * k, 1.0, 0.0)), pose(WALKER, (9.0, 9.0, 0.0))]
        add = [actor(CAR), actor(WALKER, "walker.pedestrian.0001")] if k == 0 else []
        if k >= 20:
            poses.append(pose(LATE, (0.0, 5.0, 0.0)))
            add += [actor(LATE)] if k == 20 else []
        scene.frame(0.1, add=add, poses=poses)
    return scene.index(tmp_path / "drive.log")


def test_samples_lie_between_behind_and_ahead_and_within_the_recording(index):
    numbers = sample_indices(index, 2.0, 1.0, 0.5)
    assert [number * TRAIL_STEP for number in numbers] == [1.0, 1.25, 1.5, 1.75, 2.0, 2.25, 2.5]
    assert sample_indices(index, 0.0, 5.0, 0.0) == range(1)
    assert sample_indices(index, index.duration, 0.0, 99.0).stop * TRAIL_STEP <= index.duration + TRAIL_STEP


def test_a_sample_holds_vehicles_alone(index):
    found = sample(index, 4)
    assert found.rows.tolist() == index.actors.rows_of(CAR)
    assert found.positions[0].tolist() == pytest.approx([2.0, 1.0], abs=0.21)  # of the frame before


def test_ways_have_gaps_where_an_actor_is_not(index):
    numbers = sample_indices(index, 2.0, 1.0, 1.0)
    found = trails({number: sample(index, number) for number in numbers if number != 5}, numbers, None)
    car, late = index.actors.rows_of(CAR)[0], index.actors.rows_of(LATE)[0]
    assert found.rows.tolist() == [car, late]
    assert 5 * TRAIL_STEP not in found.elapsed
    assert np.isnan(found.positions[1, found.elapsed < 1.9]).all()
    assert np.isfinite(found.positions[1, found.elapsed > 2.1]).all()


def test_ways_of_some_actors_only(index):
    numbers = sample_indices(index, 1.0, 1.0, 0.0)
    samples = {number: sample(index, number) for number in numbers}
    car = np.array(index.actors.rows_of(CAR))
    assert trails(samples, numbers, car).rows.tolist() == car.tolist()
    assert trails({}, numbers, car).positions.shape == (1, 0, 2)
