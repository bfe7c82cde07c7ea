"""Names of array types, and what several parts of the geometry do with arrays."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from viewer.arrays import Floats, Ints

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


def between(values: Floats, places: Ints, share: Floats) -> Floats:
    """Return values a share of the way from each place to the next one, of numbers (N,) or points (N, 2)."""
    begin, end = values[places], values[np.minimum(places + 1, len(values) - 1)]
    value: Floats = begin + (share if values.ndim == 1 else share[:, None]) * (end - begin)
    return value


def left_of(heading: Floats) -> Floats:
    """Return the directions to the left of headings in radians, shape (N, 2): where CARLA's y is smaller."""
    return np.column_stack([np.sin(heading), -np.cos(heading)])


def yaws(heading: Floats) -> Floats:
    """Return headings in radians as CARLA's yaws: degrees above −180 and up to 180."""
    degrees = np.degrees(heading)
    return np.asarray(degrees - 360.0 * np.ceil((degrees - 180.0) / 360.0))


def frozen(values: ArrayLike) -> NDArray[np.generic]:
    """Return an array that cannot be written to."""
    array = np.asarray(values)
    array.flags.writeable = False
    return array
