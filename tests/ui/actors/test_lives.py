from __future__ import annotations

import numpy as np
import pytest

from tests.scenes import Scene, actor, hit, pose
from viewer.ui.actors.lives import LifeColumns

CAR, VAN, SENSOR, LATE = 10, 11, 12, 13


@pytest.fixture
def columns(tmp_path):
    """A car and a van, touching twice, a sensor on the car, scenery, and somebody who comes and goes."""
    scene = Scene()
    cars = [actor(CAR, "vehicle.audi.tt"), actor(VAN, "vehicle.mercedes.sprinter")]
    for frame in range(60):
        add, remove, parents = [], [], []
        if frame == 0:
            add, parents = [*cars, actor(SENSOR, "sensor.other.collision")], [(SENSOR, CAR)]
        if frame == 20:
            add = [actor(LATE, "vehicle.audi.tt")]
        if frame == 40:
            remove = [LATE]
        touches = {5: [hit(CAR, VAN)], 30: [hit(VAN, CAR), hit(LATE)], 50: [hit(CAR)]}
        there = [CAR, VAN, *([LATE] if 20 <= frame < 40 else [])]
        scene.frame(
            0.1, add=add, remove=remove, parents=parents, collisions=touches.get(frame, ()),
            poses=[pose(each, (each, 0.0, 0.0)) for each in there],
        )  # fmt: skip
    index = scene.index(tmp_path / "lives.log")
    rows = [index.actors.rows_of(each)[0] for each in (CAR, VAN, SENSOR, LATE)]
    return LifeColumns(index), rows, index


def test_both_take_part_in_a_contact_and_scenery_is_nobody(columns):
    lives, rows, _ = columns
    assert lives.collisions[rows].tolist() == [3, 2, 0, 1]
    assert len(lives.collisions) == 4


def test_from_when_to_when_one_is_there(columns):
    lives, rows, index = columns
    first, last, end = index.elapsed[20], index.elapsed[40], index.duration
    assert lives.spawned[rows].tolist() == pytest.approx([0.0, 0.0, 0.0, first])
    assert np.isnan(lives.destroyed[rows[:3]]).all()
    assert lives.destroyed[rows[3]] == last
    assert lives.durations[rows].tolist() == pytest.approx([end, end, end, last - first])


def test_who_carries_whom(columns):
    lives, rows, _ = columns
    assert lives.parents[rows[2]] == CAR
    assert np.isnan(lives.parents[[rows[0], rows[1], rows[3]]]).all()
