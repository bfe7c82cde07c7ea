"""Poses: composing, interpolating, and telling a movement from a teleport.

Locations in metres, rotations in degrees as (pitch, yaw, roll), in CARLA's left-handed frame.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

TELEPORT_SPEED = 120.0
"""m/s; whatever moves faster between two frames was put there, not driven."""
TELEPORT_DISTANCE = 2.0
"""m; a jitter shorter than this is no teleport, however short the frame."""


def rotation_matrices(rotations: Floats) -> Floats:
    """Return the matrices (…, 3, 3) of rotations (…, 3), by the formula of CARLA's Transform::GetMatrix."""
    pitch, yaw, roll = np.moveaxis(np.radians(rotations), -1, 0)
    cp, sp, cy, sy, cr, sr = (
        np.cos(pitch),
        np.sin(pitch),
        np.cos(yaw),
        np.sin(yaw),
        np.cos(roll),
        np.sin(roll),
    )
    rows = [
        [cp * cy, cy * sp * sr - sy * cr, -cy * sp * cr - sy * sr],
        [cp * sy, sy * sp * sr + cy * cr, -sy * sp * cr + cy * sr],
        [sp, -cp * sr, cp * cr],
    ]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def rotations_of(matrices: Floats) -> Floats:
    """Return (pitch, yaw, roll), shape (…, 3), of rotation matrices (…, 3, 3)."""
    pitch = np.arcsin(np.clip(matrices[..., 2, 0], -1.0, 1.0))
    yaw = np.arctan2(matrices[..., 1, 0], matrices[..., 0, 0])
    roll = np.arctan2(-matrices[..., 2, 1], matrices[..., 2, 2])
    rotations: Floats = np.degrees(np.stack([pitch, yaw, roll], axis=-1))
    return rotations


def compose(
    parent_locations: Floats, parent_rotations: Floats, locations: Floats, rotations: Floats
) -> tuple[Floats, Floats]:
    """Return the world poses of what is placed relative to parents; all arguments (…, 3)."""
    matrices = rotation_matrices(parent_rotations)
    placed = parent_locations + np.einsum("...ij,...j->...i", matrices, locations)
    return placed, rotations_of(matrices @ rotation_matrices(rotations))


def interpolate_angles(start: Floats, end: Floats, fraction: float) -> Floats:
    """Return angles between two, in degrees, the short way round."""
    return start + ((end - start + 180.0) % 360.0 - 180.0) * fraction


def teleported(displacements: Floats, seconds: Floats | float) -> NDArray[np.bool_]:
    """Tell which displacements (…, 3) within ``seconds`` are no movement, shape (…,)."""
    distance = np.linalg.norm(displacements, axis=-1)
    jumps: NDArray[np.bool_] = distance > TELEPORT_DISTANCE + TELEPORT_SPEED * np.asarray(seconds)
    return jumps
