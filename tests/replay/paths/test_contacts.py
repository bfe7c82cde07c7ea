"""How those who touch moved just before."""

from __future__ import annotations

import math

import pytest

from tests.scenes import HERO, Scene, actor, hit, pose, street
from viewer.replay.paths.contacts import contact_motion


def test_speeds_are_those_before_and_the_angle_is_between_headings(tmp_path):
    index = street().index(tmp_path / "street.log")
    motion = contact_motion(index, index.contacts[0])
    assert motion.speed == pytest.approx(10.0)
    assert motion.other_speed == pytest.approx(0.0, abs=1e-6)
    assert motion.angle == pytest.approx(90.0)
    assert not motion.recorded


def test_scenery_has_no_speed_and_no_angle(tmp_path):
    scene = Scene()
    for k in range(3):
        scene.frame(
            add=[actor(HERO)] if k == 0 else [],
            poses=[pose(HERO, (float(k), 0.0, 0.0))],
            collisions=[hit(HERO)] if k == 2 else [],
        )
    index = scene.index(tmp_path / "wall.log")
    motion = contact_motion(index, index.contacts[0])
    assert motion.speed == pytest.approx(20.0)
    assert math.isnan(motion.other_speed)
    assert math.isnan(motion.angle)


@pytest.mark.parametrize(("yaw", "angle"), [(-170.0, 20.0), (350.0, 180.0), (530.0, 0.0)])
def test_the_angle_is_the_short_way_round(tmp_path, yaw, angle):
    scene = Scene()
    for k in range(2):
        scene.frame(
            add=[actor(1), actor(2)] if k == 0 else [],
            poses=[pose(1, (0.0, 0.0, 0.0), (0.0, 170.0, 0.0)), pose(2, (4.0, 0.0, 0.0), (0.0, yaw, 0.0))],
            collisions=[hit(1, 2)] if k else [],
        )
    index = scene.index(tmp_path / "turn.log")
    assert contact_motion(index, index.contacts[0]).angle == pytest.approx(angle)
