"""What several parts of the geometry do with arrays, and many polylines or polygons in one pair of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Floats, Ints, spread
from viewer.lazy import lazy

_STEPS = 1e7  # in a metre: positions along a road that differ by less are the same
_BITS = 43  # enough for roads of 800 km
_FARTHEST = float(1 << (_BITS - 1)) / _STEPS
_ONE_WAY = np.array(False)  # noqa: FBT003


def offsets(count: Ints) -> Ints:
    """Return where each of several ranges begins that follow each other, and the end of the last."""
    return np.concatenate([[0], np.cumsum(count)]).astype(np.int64)


def keys(owners: Ints, s: Floats) -> Ints:
    """Return integers that sort as (owner, s) does."""
    steps = np.round(np.clip(s, 0.0, _FARTHEST) * _STEPS).astype(np.int64)
    return (owners.astype(np.int64) << _BITS) + steps


def from_keys(key: Ints) -> tuple[Ints, Floats]:
    """Return the owners in keys, and the positions, metres."""
    return key >> _BITS, (key & ((1 << _BITS) - 1)) / _STEPS


def between(values: Floats, places: Ints, share: Floats) -> Floats:
    """Return values a share of the way from each place to the next one, of numbers (N,) or points (N, 2)."""
    begin, end = values[places], values[np.minimum(places + 1, len(values) - 1)]
    return np.asarray(begin + (share if values.ndim == 1 else share[:, None]) * (end - begin))


def left_of(heading: Floats) -> Floats:
    """Return the directions to the left of headings in radians, shape (N, 2): where CARLA's y is smaller."""
    return np.column_stack([np.sin(heading), -np.cos(heading)])


def yaws(heading: Floats) -> Floats:
    """Return headings in radians as CARLA's yaws: degrees above −180 and up to 180."""
    degrees = np.degrees(heading)
    return np.asarray(degrees - 360.0 * np.ceil((degrees - 180.0) / 360.0))


def turn_between(first: Floats, second: Floats | float, both_ways: Flags = _ONE_WAY) -> Floats:
    """Return the degrees between two yaws, 0 to 180; 0 to 90 where either direction is right."""
    turn = np.abs((first - second + 180.0) % 360.0 - 180.0)
    return np.where(both_ways, np.minimum(turn, 180.0 - turn), turn)


@dataclass(frozen=True, eq=False)
class Paths:
    """Polylines in the plane; a polygon is one whose last point is its first again.

    Attributes:
        points: of all paths, one after the other, metres in CARLA's frame, shape (N, 2), read-only.
        first: where each path begins in ``points``, and the end of the last, shape (M + 1,), read-only.

    """

    points: Floats
    first: Ints

    def __post_init__(self) -> None:
        self.points.flags.writeable = self.first.flags.writeable = False

    def __len__(self) -> int:
        return len(self.first) - 1

    def path(self, row: int) -> Floats:
        """Return the points of one path, shape (K, 2)."""
        return self.points[self.first[row] : self.first[row + 1]]

    def select(self, rows: Ints) -> Paths:
        """Return some of the paths."""
        count = np.diff(self.first)[rows]
        return Paths(self.points[spread(self.first[rows], count)], offsets(count))

    @lazy
    def joined(self) -> NDArray[np.int32]:
        """1 for points that a line leads from to the next, 0 for the last of each path, shape (N,)."""
        joined = np.ones(len(self.points), np.int32)
        joined[self.first[1:] - 1] = 0
        return joined

    @lazy
    def boxes(self) -> Floats:
        """What the paths lie in: least x, least y, greatest x, greatest y; shape (M, 4)."""
        if not len(self):
            return np.empty((0, 4))
        low = np.minimum.reduceat(self.points, self.first[:-1])
        high = np.maximum.reduceat(self.points, self.first[:-1])
        return np.concatenate([low, high], axis=1)

    def near(self, low: Floats | tuple[float, float], high: Floats | tuple[float, float]) -> Ints:
        """Return the paths whose boxes touch the one between two corners."""
        boxes = self.boxes
        touch = (boxes[:, :2] <= high).all(axis=1) & (boxes[:, 2:] >= low).all(axis=1)
        return np.flatnonzero(touch)


class Shapes(NamedTuple):
    """Outlines or lines; the lane sections that they lie in, −1 for none, (M,); and what they are, (M,)."""

    paths: Paths
    section: Ints
    kind: Ints


def paths(pieces: Iterable[Floats]) -> Paths:
    """Return paths from the points of each, shape (K, 2)."""
    points = [np.asarray(piece, np.float64).reshape(-1, 2) for piece in pieces if len(piece)]
    first = offsets(np.array([len(piece) for piece in points], np.int64))
    return Paths(np.concatenate(points) if points else np.empty((0, 2)), first)
