"""Conversion of the file's units and axis order to those of the program: metres; pitch, yaw, roll in degrees.

No other module converts recorded units.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

CENTIMETRES_PER_METRE = 100.0
PITCH_YAW_ROLL = [1, 2, 0]
"""Indices that reorder a recorded rotation (roll, pitch, yaw) to (pitch, yaw, roll)."""
FASTEST = 1e4
"""Largest recorded speed in m/s, or turning speed in °/s, that is plausible; larger values are damage."""
FARTHEST = 1e9
"""Largest recorded coordinate in centimetres (10,000 km), or angle in degrees, that is plausible."""


def metres(centimetres: ArrayLike, dtype: DTypeLike = np.float64) -> NDArray[Any]:
    """Return lengths in centimetres, an array of any shape, in metres; implausible values become NaN."""
    return _within(centimetres, dtype, FARTHEST, np.nan) / CENTIMETRES_PER_METRE


def recorded_velocities(recorded: ArrayLike, dtype: DTypeLike = np.float64) -> NDArray[Any]:
    """Return recorded velocities in m/s or °/s, of any shape, with implausible values set to NaN."""
    return _within(recorded, dtype, FASTEST, np.nan)


def angles(recorded: ArrayLike, dtype: DTypeLike = np.float64) -> NDArray[Any]:
    """Return recorded angles in degrees, of any shape, with NaN and angles of 10⁹° and more set to 0."""
    return _within(recorded, dtype, FARTHEST, 0.0)


def pitch_yaw_roll(roll_pitch_yaw: ArrayLike) -> NDArray[np.float64]:
    """Return rotations, given as roll, pitch, yaw in degrees, as pitch, yaw, roll, shape (…, 3).

    NaN and angles of 10⁹° and more become 0, so that an actor with such a damaged angle still has a pose.
    """
    return angles(np.asarray(roll_pitch_yaw)[..., PITCH_YAW_ROLL])


def _within(recorded: ArrayLike, dtype: DTypeLike, limit: float, otherwise: float) -> NDArray[Any]:
    """Return ``recorded`` as ``dtype``; values not between −``limit`` and ``limit`` become ``otherwise``."""
    with np.errstate(invalid="ignore"):  # converting a signalling NaN warns
        values = np.asarray(recorded, dtype)
        if not values.size or (values.min() > -limit and values.max() < limit):
            return values
        return np.where(np.abs(values) < limit, values, otherwise)
