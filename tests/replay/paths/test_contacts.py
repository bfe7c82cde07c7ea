"""How those who touch moved just before."""

from __future__ import annotations

import numpy as np
import pytest

from tests.scenes import Scene, actor, hit, pose, street
from viewer.replay.paths.contacts import motion_before


def test_speeds_are_those_before_and_the_angle_is_between_headings(tmp_path):
    index = street().index(tmp_path / "street.log")
    contact = index.contacts[0]
    motion = motion_before(index, contact.first_frame, (contact.actor, contact.other))
    assert np.linalg.norm(motion.velocities, axis=1) == pytest.approx([10.0, 0.0], abs=1e-6)
    assert motion.angle == pytest.approx(90.0)
    assert not motion.recorded


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
    assert motion_before(index, 1, (0, 1)).angle == pytest.approx(angle)
