"""The stripes of pedestrian crossings."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from viewer.arrays import Floats
from viewer.roads.shapes import Paths, paths

_STRIPE = 0.5  # m wide, and as much between two
_INSIDE = 1e-6  # m
_LONGEST = 200.0  # m: no crossing, but an area


def stripes(crossings: Paths) -> Paths:
    """Return closed outlines of the stripes of crossings, across the way one walks."""
    return paths(stripe for row in range(len(crossings)) for stripe in _stripes_of(crossings.path(row)[:-1]))


def _stripes_of(corners: Floats) -> Iterator[Floats]:
    """Yield the stripes of one crossing from its corners (K, 2); one walks along the longest side."""
    sides = np.roll(corners, -1, axis=0) - corners
    lengths = np.hypot(*sides.T)
    longest = int(lengths.argmax())
    if not 0.0 < lengths[longest] <= _LONGEST:
        return
    along = sides[longest] / lengths[longest]
    across = np.array([-along[1], along[0]])
    u, v = corners @ along, corners @ across
    count = max(int((np.ptp(u) + _STRIPE) // (2 * _STRIPE)), 1)
    first = (u.min() + u.max()) / 2 - (count - 0.5) * _STRIPE
    for number in range(count):
        begin = first + 2 * number * _STRIPE
        # At its very ends an outline has one point or two, as rounding will have it.
        edges = np.clip([begin, begin + _STRIPE], u.min() + _INSIDE, u.max() - _INSIDE)
        low, high = _cut(u, v, edges)
        outline = [(edges[0], low[0]), (edges[1], low[1]), (edges[1], high[1]), (edges[0], high[0])]
        yield np.array([*outline, outline[0]]) @ np.array([along, across])


def _cut(u: Floats, v: Floats, at: Floats) -> tuple[Floats, Floats]:
    """Return the least and the greatest v of an outline at some u."""
    next_u, next_v = np.roll(u, -1), np.roll(v, -1)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = (at[:, None] - u) / (next_u - u)
    inside = (share >= 0) & (share <= 1)
    crossing = v + np.where(inside, share, 0.0) * (next_v - v)
    low = np.where(inside, crossing, np.inf).min(axis=1)
    high = np.where(inside, crossing, -np.inf).max(axis=1)
    return low, high
