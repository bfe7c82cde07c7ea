"""The one place where the file's units and orders become the program's (metres; pitch, yaw, roll)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

CENTIMETRES_PER_METRE = 100.0
_FROM_FILE = [1, 2, 0]  # the file has (roll, pitch, yaw), FORMAT.md §3
FASTEST = 1e4
"""m/s or °/s: beyond it a recorded number is damage, not motion."""
FARTHEST = 1e9
"""Centimetres or degrees: 10,000 km from the origin is no place in a CARLA world."""


def metres(centimetres: ArrayLike) -> NDArray[np.float64]:
    """Convert lengths in cm, of any shape, to float64 metres; what cannot be a length becomes NaN."""
    with np.errstate(invalid="ignore"):  # a signalling NaN complains when it is widened
        return _within(np.asarray(centimetres, np.float64), FARTHEST, np.nan) / CENTIMETRES_PER_METRE


def recorded_velocities(recorded: ArrayLike) -> NDArray[np.float64]:
    """Convert velocities in m/s or °/s, of any shape, to float64; what cannot be one becomes NaN."""
    with np.errstate(invalid="ignore"):
        return _within(np.asarray(recorded, np.float64), FASTEST, np.nan)


def pitch_yaw_roll(roll_pitch_yaw: ArrayLike) -> NDArray[np.float64]:
    """Reorder rotations in degrees, shape (…, 3), from the file's order to CARLA's Python order.

    Angles that are no angles (NaN, infinite, absurd) become 0, so that the actor keeps its place.
    """
    with np.errstate(invalid="ignore"):
        return _within(np.asarray(roll_pitch_yaw, np.float64)[..., _FROM_FILE], FARTHEST, 0.0)


def _within(values: NDArray[np.float64], limit: float, otherwise: float) -> NDArray[np.float64]:
    """Return the values, or something else for those that are not between both limits."""
    if not values.size or (values.min() > -limit and values.max() < limit):
        return values
    return np.where(np.abs(values) < limit, values, otherwise)
