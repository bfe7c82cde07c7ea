"""Many polylines or polygons in one pair of arrays, as a painter wants them."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Floats, Ints
from viewer.lazy import lazy
from viewer.quick_dataclass import dataclass
from viewer.roads.arrays import frozen, offsets, ranges


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
        """Forbid to write to the arrays."""
        frozen(self.points)
        frozen(self.first)

    def __len__(self) -> int:
        """Return the number of paths."""
        return len(self.first) - 1

    def path(self, row: int) -> Floats:
        """Return the points of one path, shape (K, 2)."""
        return self.points[self.first[row] : self.first[row + 1]]

    def select(self, rows: Ints) -> Paths:
        """Return some of the paths."""
        count = np.diff(self.first)[rows]
        return Paths(self.points[ranges(self.first[rows], count)], offsets(count))

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


def paths(pieces: Iterable[Floats]) -> Paths:
    """Return paths from the points of each, shape (K, 2)."""
    points = [np.asarray(piece, np.float64).reshape(-1, 2) for piece in pieces]
    first = offsets(np.array([len(piece) for piece in points], np.int64))
    return Paths(np.concatenate(points) if points else np.empty((0, 2)), first)
