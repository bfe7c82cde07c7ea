"""CARLA's left-handed frame turned into the right-handed one of other programs: y and yaw are mirrored.

x stays forward and z up; y goes to the left, yaw turns against the clock, positive pitch looks down.
"""

from __future__ import annotations

import numpy as np

from viewer.arrays import Floats

_LOCATIONS = (1.0, -1.0, 1.0)
_ROTATIONS = (-1.0, -1.0, 1.0)


def mirrored_locations(locations: Floats) -> Floats:
    """Return locations in metres, shape (…, 3), in the right-handed frame."""
    return locations * _LOCATIONS + 0.0  # no −0


def mirrored_rotations(rotations: Floats) -> Floats:
    """Return rotations as pitch, yaw, roll in degrees, shape (…, 3), in the right-handed frame."""
    return rotations * _ROTATIONS + 0.0


def quaternions(rotations: Floats) -> Floats:
    """Return unit quaternions x, y, z, w, shape (…, 4), right-handed, of CARLA's rotations (…, 3).

    Yaw about z, then pitch about y, then roll about x: the product of the three half-angle quaternions.
    """
    half = np.radians(mirrored_rotations(rotations)) / 2.0
    (cp, cy, cr), (sp, sy, sr) = (np.moveaxis(part, -1, 0) for part in (np.cos(half), np.sin(half)))
    return np.stack(
        (
            cy * cp * sr - sy * sp * cr,
            cy * sp * cr + sy * cp * sr,
            sy * cp * cr - cy * sp * sr,
            cy * cp * cr + sy * sp * sr,
        ),
        axis=-1,
    )
