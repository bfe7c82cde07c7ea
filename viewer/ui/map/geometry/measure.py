"""Measuring on the map: points that are clicked, on the ground or on actors, which take them along."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Point = tuple[float, float]
Where = Callable[[int], Point | None]


class Anchor(NamedTuple):
    """A point in metres, and the row of the actor it belongs to, if it does."""

    point: Point
    row: int | None = None


class Measure:
    """A path from point to point; the last one follows the mouse until the path is finished."""

    def __init__(self) -> None:
        """Begin with no point."""
        self._anchors: list[Anchor] = []
        self._mouse: Point | None = None
        self._open = True

    def clear(self) -> None:
        """Begin anew."""
        self._anchors.clear()
        self._open = True

    def add(self, point: Point, row: int | None) -> None:
        """Put a point at the end of the path; after a finished one another begins."""
        if not self._open:
            self.clear()
        self._anchors.append(Anchor(point, row))

    def finish(self) -> None:
        """End the path: the mouse leaves it, the actors in it do not."""
        self._open = False

    def point_at(self, point: Point | None) -> None:
        """Take where the mouse is."""
        self._mouse = point

    def points(self, where: Where) -> NDArray[np.float64]:
        """Return the path in metres, shape (K, 2).

        Args:
            where: returns where the actor of a row is, or None; one that is gone stays where it was last.

        """
        self._anchors = [_moved(anchor, where) for anchor in self._anchors]
        points = [anchor.point for anchor in self._anchors]
        if self._open and points and self._mouse is not None:
            points.append(self._mouse)
        return np.array(points, np.float64).reshape(-1, 2)


def _moved(anchor: Anchor, where: Where) -> Anchor:
    point = None if anchor.row is None else where(anchor.row)
    return anchor if point is None else anchor._replace(point=point)


def lengths(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the lengths of the pieces of a path (K, 2), metres, shape (K − 1,)."""
    return np.hypot(*np.diff(points, axis=0).T) if len(points) > 1 else np.empty(0)
