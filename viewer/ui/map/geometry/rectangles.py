"""Which rectangles and lines on the screen lie over each other. Pure numpy.

Rectangles are left, top, right, bottom and lines x, y, x, y in pixels, along the last axis.
"""

from __future__ import annotations

import numpy as np

from viewer.arrays import Flags, Floats


def overlap(boxes: Floats, others: Floats) -> Flags:
    """Return which rectangles cover which others; those that only touch do not."""
    covers: Flags = (boxes[..., 0] < others[..., 2]) & (boxes[..., 2] > others[..., 0])
    covers &= (boxes[..., 1] < others[..., 3]) & (boxes[..., 3] > others[..., 1])
    return covers


def cross(lines: Floats, boxes: Floats) -> Flags:
    """Return which lines pass through which rectangles; those along an edge do not."""
    begins, ways = lines[..., :2], lines[..., 2:] - lines[..., :2]
    flat = ways == 0.0
    within = (begins > boxes[..., :2]) & (begins < boxes[..., 2:])
    with np.errstate(divide="ignore", invalid="ignore"):
        first, second = (boxes[..., :2] - begins) / ways, (boxes[..., 2:] - begins) / ways
    enters = np.where(flat, np.where(within, 0.0, 2.0), np.minimum(first, second))
    leaves = np.where(flat, 1.0, np.maximum(first, second))
    enters = np.maximum(np.maximum(enters[..., 0], enters[..., 1]), 0.0)
    crosses: Flags = enters < np.minimum(np.minimum(leaves[..., 0], leaves[..., 1]), 1.0)
    return crosses


def meet(lines: Floats, others: Floats) -> Flags:
    """Return which lines cross or touch which others."""

    def side(a: Floats, b: Floats, point: Floats) -> Floats:
        way, off = b - a, point - a
        turn: Floats = way[..., 0] * off[..., 1] - way[..., 1] * off[..., 0]
        return turn

    a, b, c, d = lines[..., :2], lines[..., 2:], others[..., :2], others[..., 2:]
    meet: Flags = (side(a, b, c) * side(a, b, d) <= 0) & (side(c, d, a) * side(c, d, b) <= 0)
    return meet
