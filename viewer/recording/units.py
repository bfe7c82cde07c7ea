"""The one place where the file's units and orders become the program's (metres; pitch, yaw, roll)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

CENTIMETRES_PER_METRE = 100.0
PITCH_YAW_ROLL = [1, 2, 0]
"""Where they stand in the file, which has (roll, pitch, yaw)."""
FASTEST = 1e4
"""m/s or °/s: beyond it a recorded number is damage, not motion."""
FARTHEST = 1e9
"""Centimetres or degrees: 10,000 km from the origin is no place in a CARLA world."""


def metres(centimetres: ArrayLike, dtype: DTypeLike = np.float64) -> NDArray[Any]:
    """Convert lengths in cm, of any shape, to metres; what cannot be a length becomes NaN."""
    with np.errstate(invalid="ignore"):  # a signalling NaN complains when it is widened
        return _within(np.asarray(centimetres, dtype), FARTHEST, np.nan) / CENTIMETRES_PER_METRE


def recorded_velocities(recorded: ArrayLike, dtype: DTypeLike = np.float64) -> NDArray[Any]:
    """Convert velocities in m/s or °/s, of any shape; what cannot be one becomes NaN."""
    with np.errstate(invalid="ignore"):
        return _within(np.asarray(recorded, dtype), FASTEST, np.nan)


def angles(recorded: ArrayLike, dtype: DTypeLike = np.float64) -> NDArray[Any]:
    """Convert angles in degrees, of any shape; what is none (NaN, infinite, absurd) becomes 0."""
    with np.errstate(invalid="ignore"):
        return _within(np.asarray(recorded, dtype), FARTHEST, 0.0)


def pitch_yaw_roll(roll_pitch_yaw: ArrayLike) -> NDArray[np.float64]:
    """Reorder rotations in degrees, shape (…, 3), from the file's order to CARLA's Python order.

    Angles that are no angles become 0, so that the actor keeps its place.
    """
    return angles(np.asarray(roll_pitch_yaw)[..., PITCH_YAW_ROLL])


def _within(values: NDArray[Any], limit: float, otherwise: float) -> NDArray[Any]:
    """Return the values, or something else for those that are not between both limits."""
    if not values.size or (values.min() > -limit and values.max() < limit):
        return values
    return np.where(np.abs(values) < limit, values, otherwise)
