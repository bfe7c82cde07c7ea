"""Free positions for rectangles: labels beside actors, chips in the corners, messages."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import QRect

from viewer.arrays import Flags, Floats

_BESIDE = 4.0
"""Pixels between a rectangle on the map, such as an actor's, and the label beside it."""
_SIDES = np.array(((0, -1), (0, 1), (1, 0), (-1, 0), (1, -1), (-1, -1), (1, 1), (-1, 1)), np.float64)
"""Directions from a rectangle on the screen in which its label may lie, best first.

(1, 0) is right of the rectangle, (0, 1) is below it.
"""


def sides_of(boxes: Iterable[QRect]) -> Floats:
    """Return left, top, right and bottom in pixels of each of ``boxes``, shape (K, 4)."""
    sides = [(box.left(), box.top(), box.right() + 1, box.bottom() + 1) for box in boxes]
    return np.array(sides, np.float64).reshape(-1, 4)


def overlap(boxes: Floats, others: Floats) -> Flags:
    """Return a mask of which rectangles ``boxes`` overlap which of ``others``; touching is no overlap.

    Both have left, top, right, bottom along the last axis and are broadcast against each other.
    """
    covers: Flags = (boxes[..., 0] < others[..., 2]) & (boxes[..., 2] > others[..., 0])
    covers &= (boxes[..., 1] < others[..., 3]) & (boxes[..., 3] > others[..., 1])
    return covers


def boxes_beside(middle: Floats, half: Floats, size: tuple[float, float]) -> Floats:
    """Return the eight rectangles of one size that lie around a given rectangle on the map, best place first.

    Args:
        middle: middle of the given rectangle in pixels, shape (2,).
        half: half its width and height in pixels, shape (2,).
        size: width and height in pixels of the eight rectangles.

    Returns:
        left, top, right, bottom in whole pixels, shape (8, 4).
    """
    corners = np.round(middle + _SIDES * (half + _BESIDE) - np.array(size) * (1 - _SIDES) / 2)
    return np.concatenate([corners, corners + size], axis=1)


def boxes_along(points: Floats, half: float) -> Floats:
    """Return squares that cover the line from each of ``points`` (K, 2) to the next, shape (N, 4).

    ``half`` is half the side of a square in pixels; all of ``points`` are finite.
    """
    ways = np.diff(points, axis=0)
    counts = np.ceil(np.hypot(*ways.T) / (2 * half)).astype(np.int64) + 1
    pieces = [
        start + way * np.linspace(0.0, 1.0, count)[:, None]
        for start, way, count in zip(points, ways, counts.tolist(), strict=False)
    ]
    middles = np.concatenate([points[:0], *pieces])
    return np.hstack([middles - half, middles + half])


def distances(boxes: Floats, others: Floats) -> Floats:
    """Return the distance of each of ``boxes`` (K, 4) from each of ``others`` (N, 4) in pixels, shape (K, N).

    All are rectangles: left, top, right, bottom in pixels. The distance is 0 if they overlap.
    """
    one, other = boxes[:, None], others[None]
    apart = np.maximum(one[..., :2] - other[..., 2:], other[..., :2] - one[..., 2:])
    return np.asarray(np.hypot(*np.moveaxis(np.maximum(apart, 0.0), -1, 0)))


def free_places(boxes: Floats, occupied: Floats, area: tuple[float, float, float, float]) -> Flags:
    """Return a mask of which ``boxes`` (K, 4) lie in ``area`` and overlap none of ``occupied`` (N, 4), (K,).

    All are rectangles: left, top, right, bottom in pixels.
    """
    around = np.concatenate([boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)])
    near = occupied[overlap(occupied, around)]
    inside = (boxes[:, :2] >= area[:2]) & (boxes[:, 2:] <= area[2:])
    covered = overlap(boxes[:, None], near)
    return np.asarray(inside.all(axis=1) & ~covered.any(axis=1))


def first_free(boxes: Floats, occupied: Floats, area: tuple[float, float, float, float]) -> int | None:
    """Return the index of the first of ``boxes`` that ``free_places`` finds free; None if none is."""
    free = free_places(boxes, occupied, area)
    return int(free.argmax()) if free.any() else None
