"""Array functions for road geometry, and Paths: many polylines or polygons in two arrays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Floats, Ints, multi_arange, wrap_degrees
from viewer.lazy import lazy

_STEPS = 1e7  # in a metre: positions along a road that differ by less are the same
_BITS = 43  # enough for roads of 800 km
_FARTHEST = float(1 << (_BITS - 1)) / _STEPS
_ONE_WAY = np.array(False)  # noqa: FBT003


def offsets(count: Ints) -> Ints:
    """Return the starts of consecutive ranges with ``count`` items each, and the end of the last range.

    >>> offsets(np.array([2, 0, 3])).tolist()
    [0, 2, 2, 5]
    """
    return np.concatenate([[0], np.cumsum(count)]).astype(np.int64)


def keys(owners: Ints, s: Floats) -> Ints:
    """Return integers that sort as the pairs (``owners``, ``s``) do, with ``s`` rounded to 0.1 µm.

    ``owners`` are rows of roads, of lane sections or of lanes; ``s`` are positions on these in metres along
    the road, ≥ 0.
    """
    steps = np.round(np.clip(s, 0.0, _FARTHEST) * _STEPS).astype(np.int64)
    return (owners.astype(np.int64) << _BITS) + steps


def from_keys(key: Ints) -> tuple[Ints, Floats]:
    """Return the pairs packed in the integers ``key``: rows of owners, and s in metres along the road.

    Owners are roads, lane sections or lanes; ``key`` is (owner << 43) + s in units of 0.1 µm.
    """
    return key >> _BITS, (key & ((1 << _BITS) - 1)) / _STEPS


def interpolate(values: Floats, indices: Ints, share: Floats) -> Floats:
    """Return values between those at ``indices`` and the next ones, by linear interpolation.

    ``values`` are numbers (N,) or points (N, 2). ``share`` is the way to the next value, from 0 to 1.
    """
    begin, end = values[indices], values[np.minimum(indices + 1, len(values) - 1)]
    return np.asarray(begin + (share if values.ndim == 1 else share[:, None]) * (end - begin))


def left_of(heading: Floats) -> Floats:
    """Return unit vectors (N, 2) to the left of ``heading`` (radians clockwise), in CARLA's x, y.

    >>> left_of(np.array([0.0])).tolist()
    [[0.0, -1.0]]
    """
    return np.column_stack([np.sin(heading), -np.cos(heading)])


def yaws(heading: Floats) -> Floats:
    """Return ``heading`` (radians) as CARLA's yaws: degrees above −180 and up to 180."""
    return wrap_degrees(np.degrees(heading))


def turn_between(first: Floats, second: Floats | float, both_ways: Flags = _ONE_WAY) -> Floats:
    """Return the angle between two directions (yaws in degrees), from 0 to 180°.

    Where ``both_ways`` is True, as for lanes with traffic in both directions, opposite directions count as
    the same, so the angle is 0 to 90°.
    """
    turn = np.abs(wrap_degrees(first - second))
    return np.where(both_ways, np.minimum(turn, 180.0 - turn), turn)


@dataclass(frozen=True, eq=False)
class Paths:
    """Polylines in the plane; a polygon is a polyline whose last point equals its first.

    Attributes:
        points: points of all paths, one after the other, metres in CARLA's coordinates, (N, 2), read-only.
        first: index into ``points`` of each path's first point, and at last N, shape (M + 1,), read-only.
    """

    points: Floats
    first: Ints

    def __post_init__(self) -> None:
        self.points.flags.writeable = self.first.flags.writeable = False

    def __len__(self) -> int:
        return len(self.first) - 1

    def path(self, row: int) -> Floats:
        """Return the points of one path, that with the index ``row``, shape (K, 2)."""
        return self.points[self.first[row] : self.first[row + 1]]

    def select(self, rows: Ints) -> Paths:
        """Return new Paths with the paths whose indices are ``rows``."""
        count = np.diff(self.first)[rows]
        return Paths(self.points[multi_arange(self.first[rows], count)], offsets(count))

    @lazy
    def owners(self) -> Ints:
        """Index of the path that each point belongs to, shape (N,)."""
        return np.repeat(np.arange(len(self)), np.diff(self.first))

    @lazy
    def joined(self) -> NDArray[np.int32]:
        """1 for each point that a line joins to the next one, 0 for the last of each path, shape (N,)."""
        joined = np.ones(len(self.points), np.int32)
        joined[self.first[1:] - 1] = 0
        return joined

    @lazy
    def boxes(self) -> Floats:
        """Rectangle around each of the M paths: least x, least y, greatest x, greatest y; shape (M, 4)."""
        if not len(self):
            return np.empty((0, 4))
        low = np.minimum.reduceat(self.points, self.first[:-1])
        high = np.maximum.reduceat(self.points, self.first[:-1])
        return np.concatenate([low, high], axis=1)

    def near(self, low: Floats | tuple[float, float], high: Floats | tuple[float, float]) -> Ints:
        """Return the indices of the paths whose bounding rectangles touch the one from ``low`` to ``high``.

        ``low`` is its corner with the least x and y, ``high`` the one with the greatest, in metres.
        """
        boxes = self.boxes
        touch = (boxes[:, :2] <= high).all(axis=1) & (boxes[:, 2:] >= low).all(axis=1)
        return np.flatnonzero(touch)


class Shapes(NamedTuple):
    """Outlines or lines of map elements, one entry each, M in all.

    Attributes:
        paths: the outlines or lines.
        section: row of the lane section of each, −1 for none, shape (M,).
        kind: integer for each, shape (M,): a Surface for lane surfaces, an ObjectKind for objects on the
            road, an index into a list of line styles for painted lines.
    """

    paths: Paths
    section: Ints
    kind: Ints


def paths(pieces: Iterable[Floats]) -> Paths:
    """Return the lines ``pieces`` joined into one Paths object; empty ones are skipped.

    Each piece has the points of one line, shape (K, 2), in metres.
    """
    points = [np.asarray(piece, np.float64).reshape(-1, 2) for piece in pieces if len(piece)]
    first = offsets(np.array([len(piece) for piece in points], np.int64))
    return Paths(np.concatenate(points) if points else np.empty((0, 2)), first)
