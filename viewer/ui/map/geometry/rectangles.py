"""Rectangles on the screen: which lie over each other, and where one is beside others. Pure numpy."""

from __future__ import annotations

import numpy as np

from viewer.arrays import Flags, Floats

_BESIDE = 4.0
"""Pixels between a box and what is beside it."""
_SIDES = np.array(((0, -1), (0, 1), (1, 0), (-1, 0), (1, -1), (-1, -1), (1, 1), (-1, 1)), np.float64)
"""The places beside a box, the best first: to the right and below is 1."""


def overlap(boxes: Floats, others: Floats) -> Flags:
    """Return which rectangles cover which others; those that only touch do not.

    Both are left, top, right, bottom along the last axis.
    """
    covers: Flags = (boxes[..., 0] < others[..., 2]) & (boxes[..., 2] > others[..., 0])
    covers &= (boxes[..., 1] < others[..., 3]) & (boxes[..., 3] > others[..., 1])
    return covers


def boxes_beside(middle: Floats, half: Floats, size: tuple[float, float]) -> Floats:
    """Return where a rectangle of some size can be beside a box, the best place first.

    Args:
        middle: of the box, pixels, shape (2,).
        half: half its width and height, shape (2,).
        size: width and height of the rectangle.

    Returns:
        left, top, right, bottom in whole pixels, shape (8, 4).

    """
    corners = np.round(middle + _SIDES * (half + _BESIDE) - np.array(size) * (1 - _SIDES) / 2)
    return np.concatenate([corners, corners + size], axis=1)


def free_side(boxes: Floats, taken: Floats, screen: tuple[float, float], last: int | None) -> int | None:
    """Return which of the places (K, 4) is on the screen and covers nothing that is taken (N, 4).

    The ``last`` one as long as it is free, else the first that is; None if none is.
    """
    around = np.concatenate([boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)])
    near = taken[overlap(taken, around)]
    free: Flags = np.all((boxes[:, :2] >= 0) & (boxes[:, 2:] <= screen), axis=1)
    free &= ~overlap(boxes[:, None], near).any(axis=1)
    if last is not None and free[last]:
        return last
    return int(free.argmax()) if free.any() else None
