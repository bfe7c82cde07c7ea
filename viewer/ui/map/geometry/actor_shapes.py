"""Outlines of actors seen from above. Pure numpy.

A shape is given in a unit box, from −1 to 1, with the nose at u = 1 (right) and the right side at v = 1
(below). For a long actor, only the middle of the shape is stretched: the nose of a bus is as long as that of
a car.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from viewer.arrays import Floats


class ActorShape(IntEnum):
    """Shape of an actor seen from above."""

    CAR = 0
    BICYCLE = 1
    DISC = 2
    WEDGE = 3
    SQUARE = 4


def _disc(points: int, nose: float) -> list[tuple[float, float]]:
    """Return the outline of a disc with a pointed nose at its front, as points x, y.

    The first is the nose's tip, at (1, 0). Then come ``points`` points of a circle around (0, 0), whose
    radius is ``1 - nose``.
    """
    radius = 1 - nose
    half_nose = 0.45
    angles = np.linspace(half_nose, 2 * np.pi - half_nose, points)
    return [
        (1.0, 0.0),
        *zip((np.cos(angles) * radius).tolist(), (np.sin(angles) * radius).tolist(), strict=True),
    ]


def _mirrored(*parts: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
    """Return a symmetric closed outline, given the points of its right side from the tail to the nose.

    ``parts`` are consecutive pieces of the right side.
    """
    right = [point for part in parts for point in part]
    return [*right, *((u, -v) for u, v in reversed(right))]


def _curved(*ends: tuple[float, float], points: int) -> tuple[tuple[float, float], ...]:
    """Return points of a cubic Bézier curve with the four control points ``ends``, both ends included."""
    share = np.linspace(0.0, 1.0, points)[:, None]
    first, second, third, fourth = np.array(ends)
    rest = 1 - share
    curve = rest**3 * first + 3 * share * rest**2 * second + 3 * share**2 * rest * third + share**3 * fourth
    return tuple((u, v) for u, v in curve.tolist())


_CAR_TAIL = ((-1.00, 0.60), (-0.97, 0.84), (-0.88, 0.97), (-0.74, 1.00))
_CAR_NOSE = _curved((0.50, 1.0), (0.84, 1.0), (1.0, 0.74), (1.0, 0.0), points=8)

_OUTLINES = {
    ActorShape.CAR: _mirrored(_CAR_TAIL, _CAR_NOSE),
    ActorShape.BICYCLE: (
        (-1.0, -0.3),
        (-0.3, -1.0),
        (0.25, -1.0),
        (1.0, 0.0),
        (0.25, 1.0),
        (-0.3, 1.0),
        (-1.0, 0.3),
    ),
    ActorShape.DISC: tuple(_disc(15, 0.22)),
    ActorShape.WEDGE: ((-1.0, -1.0), (1.0, 0.0), (-1.0, 1.0), (-0.7, 0.0)),
    ActorShape.SQUARE: ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)),
}
_GLASS = {
    ActorShape.CAR: (
        ((0.06, -0.66), (0.42, -0.80), (0.42, 0.80), (0.06, 0.66)),
        ((-0.80, -0.72), (-0.62, -0.62), (-0.62, 0.62), (-0.80, 0.72)),
    ),
}
_LONGEST_IN_WIDTHS = 2.3  # a car's length in car widths: beyond that a shape is stretched in the middle only


def outline(shape: ActorShape, centers: Floats, headings: Floats, halves: Floats) -> Floats:
    """Return the outlines of M actors of one shape, shape (M, K, 2).

    Args:
        shape: shape of the actors.
        centers: middles of the boxes, shape (M, 2).
        headings: radians, clockwise on a screen whose y grows downwards, shape (M,).
        halves: half length and half width, shape (M, 2), in the unit of ``centers``.
    """
    return placed(np.array(_OUTLINES[shape]), centers, headings, halves)


def glass(shape: ActorShape, centers: Floats, headings: Floats, halves: Floats) -> list[Floats]:
    """Return the windows of M actors of one shape as outlines of shape (M, 4, 2); an empty list if none.

    The boxes of the actors are given by ``centers`` (M, 2), ``headings`` (M,) in radians, and ``halves`` (M,
    2): half length and half width.
    """
    return [placed(np.array(pane), centers, headings, halves) for pane in _GLASS.get(shape, ())]


def placed(unit: Floats, centers: Floats, headings: Floats, halves: Floats) -> Floats:
    """Return ``unit`` (K, 2), points relative to a unit box, as points on the boxes of M actors, (M, K, 2).

    Args:
        unit: points on a box that reaches from −1 to 1 in length and width.
        centers: centres of the actors' boxes, shape (M, 2).
        headings: radians clockwise on the screen, shape (M,).
        halves: half length and half width of each box, shape (M, 2), in the unit of ``centers``.
    """
    length, width = halves[:, :1], halves[:, 1:]
    fitted = np.minimum(length, _LONGEST_IN_WIDTHS * width)
    ends = np.sign(unit[:, 0])
    along = ends * length + (unit[:, 0] - ends) * fitted
    across = unit[:, 1] * width
    cos, sin = np.cos(headings)[:, None], np.sin(headings)[:, None]
    return np.stack(
        [centers[:, :1] + along * cos - across * sin, centers[:, 1:] + along * sin + across * cos], axis=-1
    )
