"""Names of array types, and indexing that several parts of the geometry share."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

_STEPS = 1e7  # in a metre: positions along a road that differ by less are the same
_BITS = 43  # enough for roads of 800 km
_FARTHEST = float(1 << (_BITS - 1)) / _STEPS


def ranges(first: Ints, count: Ints) -> Ints:
    """Return ``count[i]`` consecutive numbers from ``first[i]`` on, for each i, one after the other."""
    ends = np.cumsum(count)
    total = int(ends[-1]) if len(ends) else 0
    numbers: Ints = np.arange(total) + np.repeat(first - (ends - count), count)
    return numbers


def offsets(count: Ints) -> Ints:
    """Return where each of several ranges begins that follow each other, and the end of the last."""
    return np.concatenate([[0], np.cumsum(count)]).astype(np.int64)


def keys(owners: Ints, s: Floats) -> Ints:
    """Return integers that sort as (owner, s) does."""
    steps = np.round(np.clip(s, 0.0, _FARTHEST) * _STEPS).astype(np.int64)
    return (owners.astype(np.int64) << _BITS) + steps


def owner_of(key: Ints) -> Ints:
    """Return the owner in a key."""
    return key >> _BITS


def s_of(key: Ints) -> Floats:
    """Return the position in a key, metres."""
    return (key & ((1 << _BITS) - 1)) / _STEPS


def frozen(values: ArrayLike) -> NDArray[np.generic]:
    """Return an array that cannot be written to."""
    array = np.asarray(values)
    array.flags.writeable = False
    return array
