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
        values = np.asarray(centimetres, np.float64)
        return np.where(np.abs(values) < FARTHEST, values / CENTIMETRES_PER_METRE, np.nan)


def recorded_velocities(recorded: ArrayLike) -> NDArray[np.float64]:
    """Convert velocities in m/s or °/s, of any shape, to float64; what cannot be one becomes NaN."""
    with np.errstate(invalid="ignore"):
        values = np.asarray(recorded, np.float64)
        return np.where(np.abs(values) < FASTEST, values, np.nan)


def pitch_yaw_roll(roll_pitch_yaw: ArrayLike) -> NDArray[np.float64]:
    """Reorder rotations in degrees, shape (…, 3), from the file's order to CARLA's Python order.

    Angles that are no angles (NaN, infinite, absurd) become 0, so that the actor keeps its place.
    """
    with np.errstate(invalid="ignore"):
        values = np.asarray(roll_pitch_yaw, np.float64)[..., _FROM_FILE]
        return np.where(np.abs(values) < FARTHEST, values, 0.0)
