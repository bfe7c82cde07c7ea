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


def boxes_beside(middles: Floats, halves: Floats, sizes: Floats) -> Floats:
    """Return eight rectangles around each of K given rectangles on the map, the best place first.

    Args:
        middles: middles of the given rectangles in pixels, shape (K, 2).
        halves: half their widths and heights in pixels, shape (K, 2).
        sizes: widths and heights in pixels of the eight rectangles, shape (K, 2) or (2,).

    Returns:
        left, top, right, bottom in whole pixels, shape (K, 8, 4).
    """
    middles, halves, sizes = middles[:, None], halves[:, None], sizes[..., None, :]
    corners = np.round(middles + _SIDES * (halves + _BESIDE) - sizes * (1 - _SIDES) / 2)
    return np.concatenate([corners, corners + sizes], axis=2)


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
    """Return the distances of rectangles ``boxes`` from ``others`` in pixels, 0 where they overlap.

    Both have left, top, right, bottom along the last axis and are broadcast against each other.
    """
    apart = np.maximum(boxes[..., :2] - others[..., 2:], others[..., :2] - boxes[..., 2:])
    apart = np.maximum(apart, 0.0)
    return np.asarray(np.hypot(apart[..., 0], apart[..., 1]))


def free_places(boxes: Floats, occupied: Floats, area: tuple[float, float, float, float]) -> Flags:
    """Return a mask of which ``boxes`` (K, 4) lie in ``area`` and overlap none of ``occupied`` (N, 4), (K,).

    All are rectangles: left, top, right, bottom in pixels.
    """
    around = np.concatenate(
        [boxes[:, :2].min(axis=0, initial=np.inf), boxes[:, 2:].max(axis=0, initial=-np.inf)]
    )
    near = occupied[overlap(occupied, around)]
    inside = (boxes[:, :2] >= area[:2]) & (boxes[:, 2:] <= area[2:])
    covered = overlap(boxes[:, None], near)
    return np.asarray(inside.all(axis=1) & ~covered.any(axis=1))


def first_free(boxes: Floats, occupied: Floats, area: tuple[float, float, float, float]) -> int | None:
    """Return the index of the first of ``boxes`` that ``free_places`` finds free; None if none is."""
    free = free_places(boxes, occupied, area)
    return int(free.argmax()) if free.any() else None
