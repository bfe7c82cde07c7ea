from __future__ import annotations

import numpy as np
import pytest

from viewer.export.boxes import mirrored_locations, quaternions
from viewer.replay.world.motion import rotation_matrices

IDENTITY = np.eye(3)


def turned(quaternion, vectors):
    """Rotate vectors (K, 3) by x, y, z, w: v + 2 u × (u × v + w v)."""
    u, w = quaternion[:3], quaternion[3]
    return vectors + 2.0 * np.cross(u, np.cross(u, vectors) + w * vectors)


def test_y_is_mirrored() -> None:
    assert mirrored_locations(np.array([[1.0, 2.0, 3.0]])).tolist() == [[1.0, -2.0, 3.0]]


@pytest.mark.parametrize(
    ("rotation", "quaternion"),
    [
        ((0, 0, 0), (0, 0, 0, 1)),
        ((0, 90, 0), (0, 0, -(0.5**0.5), 0.5**0.5)),  # to the right: with the clock seen from above
        ((90, 0, 0), (0, -(0.5**0.5), 0, 0.5**0.5)),  # up: the nose goes to +z
        ((0, 0, 90), (0.5**0.5, 0, 0, 0.5**0.5)),
    ],
)
def test_quarter_turns(rotation, quaternion) -> None:
    np.testing.assert_allclose(quaternions(np.array(rotation, float)), quaternion, atol=1e-12)


def test_axes_are_the_mirror_images_of_carlas() -> None:
    rotations = np.random.default_rng(0).uniform(-180.0, 180.0, (50, 3))
    for rotation in rotations:
        forward, right, up = rotation_matrices(rotation).T
        axes = turned(quaternions(rotation), IDENTITY)
        np.testing.assert_allclose(axes[0], mirrored_locations(forward), atol=1e-12)
        np.testing.assert_allclose(axes[1], mirrored_locations(-right), atol=1e-12)
        np.testing.assert_allclose(axes[2], mirrored_locations(up), atol=1e-12)
