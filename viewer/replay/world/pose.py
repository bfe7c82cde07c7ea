"""Poses: composing, interpolating, and telling a movement from a teleport.

Locations in metres, rotations in degrees as (pitch, yaw, roll), in CARLA's left-handed frame.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Floats

TELEPORT_SPEED = 120.0
"""m/s; whatever moves faster between two frames was put there, not driven."""
TELEPORT_DISTANCE = 2.0
"""m; a jitter shorter than this is no teleport, however short the frame."""
_VERTICAL = 1.0 - 1e-9
"""Sine of the pitch from which rounding would decide about yaw and roll."""


def rotation_matrices(rotations: Floats) -> Floats:
    """Return the matrices (…, 3, 3) of rotations (…, 3), by the formula of CARLA's Transform::GetMatrix."""
    angles = np.radians(rotations)
    cosines, sines = np.cos(angles), np.sin(angles)
    cp, cy, cr = cosines[..., 0], cosines[..., 1], cosines[..., 2]
    sp, sy, sr = sines[..., 0], sines[..., 1], sines[..., 2]
    matrices = np.empty((*angles.shape, 3))
    matrices[..., 0, 0] = cp * cy
    matrices[..., 0, 1] = cy * sp * sr - sy * cr
    matrices[..., 0, 2] = -cy * sp * cr - sy * sr
    matrices[..., 1, 0] = cp * sy
    matrices[..., 1, 1] = sy * sp * sr + cy * cr
    matrices[..., 1, 2] = -sy * sp * cr + cy * sr
    matrices[..., 2, 0] = sp
    matrices[..., 2, 1] = -cp * sr
    matrices[..., 2, 2] = cp * cr
    return matrices


def rotations_of(matrices: Floats) -> Floats:
    """Return (pitch, yaw, roll), shape (…, 3), of rotation matrices (…, 3, 3).

    Straight up or down, where yaw and roll are the same turn, all of it is yaw.
    """
    rotations = np.empty(matrices.shape[:-1])
    rotations[..., 0] = np.arcsin(np.clip(matrices[..., 2, 0], -1.0, 1.0))
    rotations[..., 1] = np.arctan2(matrices[..., 1, 0], matrices[..., 0, 0])
    rotations[..., 2] = np.arctan2(-matrices[..., 2, 1], matrices[..., 2, 2])
    vertical = np.abs(matrices[..., 2, 0]) > _VERTICAL
    if vertical.any():
        rotations[vertical, 1] = np.arctan2(-matrices[vertical, 0, 1], matrices[vertical, 1, 1])
        rotations[vertical, 2] = 0.0
    np.degrees(rotations, out=rotations)
    return rotations


def compose(
    parent_locations: Floats, parent_rotations: Floats, locations: Floats, rotations: Floats
) -> tuple[Floats, Floats]:
    """Return the world poses of what is placed relative to parents; all arguments (…, 3)."""
    matrices = rotation_matrices(parent_rotations)
    placed = parent_locations + (matrices @ locations[..., None])[..., 0]
    return placed, rotations_of(matrices @ rotation_matrices(rotations))


def interpolate_angles(start: Floats, end: Floats, fraction: float) -> Floats:
    """Return angles between two, in degrees, the short way round."""
    turn = end - start
    return start + (turn - np.round(turn / 360.0) * 360.0) * fraction  # several times faster than %


def teleported(displacements: Floats, seconds: Floats | float) -> NDArray[np.bool_]:
    """Tell which displacements (…, 3) within ``seconds`` are no movement, shape (…,)."""
    distance = np.linalg.norm(displacements, axis=-1)
    jumps: NDArray[np.bool_] = distance > TELEPORT_DISTANCE + TELEPORT_SPEED * np.asarray(seconds)
    return jumps
