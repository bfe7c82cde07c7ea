"""Oriented rectangles on the ground: how far they overlap, how far apart they are, and when they will touch.

All arrays are of K pairs. By the theorem of separating axes two rectangles are apart exactly if they are so
along one of their four sides' directions.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from viewer.arrays import Floats


class Rectangles(NamedTuple):
    """Rectangles: middles (K, 2) and half sizes (K, 2) in metres, directions of their length (K, 2)."""

    centers: Floats
    headings: Floats
    extents: Floats


class _Axes(NamedTuple):
    """Along the four directions, (4, K): offset of the second from the first, and how far both reach."""

    directions: Floats
    offsets: Floats
    reaches: Floats


def depths(first: Rectangles, second: Rectangles) -> Floats:
    """Return by how many metres pairs overlap: what one must move for them to be apart; negative if they are.

    A negative depth is no distance: see ``gaps``.
    """
    axes = _axes(first, second)
    depth: Floats = (axes.reaches - np.abs(axes.offsets)).min(axis=0)
    return depth


def gaps(first: Rectangles, second: Rectangles) -> Floats:
    """Return the distance between pairs in metres, shape (K,); 0 where they overlap."""
    return np.maximum(distances(first, second), 0.0)


def distances(first: Rectangles, second: Rectangles) -> Floats:
    """Return the distance between pairs in metres, shape (K,); where they overlap, minus the depth."""
    distance = -depths(first, second)
    apart = np.flatnonzero(distance > 0.0)
    one, other = (Rectangles(*(each[apart] for each in box)) for box in (first, second))
    # Between two rectangles that are apart, it is that of a corner of one to the other.
    distance[apart] = np.minimum(_from_corners(one, other), _from_corners(other, one))
    return distance


def times_to_touch(first: Rectangles, second: Rectangles, velocities: Floats) -> Floats:
    """Return in how many seconds pairs touch if neither turns, shape (K,); 0 if they do, infinite if never.

    ``velocities`` are those of the second as the first sees them, m/s, shape (K, 2).
    """
    axes = _axes(first, second)
    speeds = np.einsum("akd,kd->ak", axes.directions, velocities)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        one, other = (-axes.reaches - axes.offsets) / speeds, (axes.reaches - axes.offsets) / speeds
    still = speeds == 0.0
    within = np.abs(axes.offsets) <= axes.reaches
    enter = np.where(still, np.where(within, -np.inf, np.inf), np.minimum(one, other)).max(axis=0)
    leave = np.where(still, np.where(within, np.inf, -np.inf), np.maximum(one, other)).min(axis=0)
    return np.where((enter <= leave) & (leave >= 0.0), np.maximum(enter, 0.0), np.inf)


def corners(rectangles: Rectangles) -> Floats:
    """Return the corners, in metres, shape (K, 4, 2)."""
    along = rectangles.headings * rectangles.extents[:, :1]
    across = _left(rectangles.headings) * rectangles.extents[:, 1:]
    signs = ((1, 1), (1, -1), (-1, -1), (-1, 1))
    return np.stack([rectangles.centers + a * along + b * across for a, b in signs], axis=1)


def touching_points(first: Rectangles, second: Rectangles) -> Floats:
    """Return the middle of where pairs overlap or are nearest, roughly, shape (K, 2)."""
    total, weight = np.zeros_like(first.centers), np.zeros(len(first.centers))
    for one, other in ((first, second), (second, first)):
        points = corners(one)
        distance = _distances(points, other)
        near = distance <= distance.min(axis=1, keepdims=True) + 1e-6
        inside = distance <= 0.0
        chosen = np.where(inside.any(axis=1, keepdims=True), inside, near)
        # Who has a corner inside the other says where they touch; else whose corner is nearest.
        importance = 1.0 / (distance.min(axis=1) + 1e-3)
        total += importance[:, None] * (points * chosen[..., None]).sum(axis=1) / chosen.sum(axis=1)[:, None]
        weight += importance
    middle: Floats = total / weight[:, None]
    return middle


def _left(headings: Floats) -> Floats:
    return np.stack((-headings[:, 1], headings[:, 0]), axis=1)


def _axes(first: Rectangles, second: Rectangles) -> _Axes:
    offset = second.centers - first.centers
    directions = np.stack((first.headings, _left(first.headings), second.headings, _left(second.headings)))
    offsets = np.einsum("akd,kd->ak", directions, offset)
    cos = np.abs((first.headings * second.headings).sum(axis=1))
    sin = np.abs(first.headings[:, 0] * second.headings[:, 1] - first.headings[:, 1] * second.headings[:, 0])
    (la, wa), (lb, wb) = first.extents.T, second.extents.T
    reaches = np.stack(
        (
            la + lb * cos + wb * sin,
            wa + lb * sin + wb * cos,
            lb + la * cos + wa * sin,
            wb + la * sin + wa * cos,
        )
    )
    return _Axes(directions, offsets, reaches)


def _from_corners(ones: Rectangles, others: Rectangles) -> Floats:
    """Return the distance of the nearest corner of each of ``ones`` to the other, 0 for one inside."""
    nearest: Floats = _distances(corners(ones), others).min(axis=1)
    return nearest


def _distances(points: Floats, rectangles: Rectangles) -> Floats:
    """Return the distances of points (K, P, 2) from rectangles, shape (K, P); 0 inside."""
    offsets = points - rectangles.centers[:, None]
    along = np.einsum("kpd,kd->kp", offsets, rectangles.headings)
    across = np.einsum("kpd,kd->kp", offsets, _left(rectangles.headings))
    beyond = np.maximum(np.abs(along) - rectangles.extents[:, :1], 0.0)
    beside = np.maximum(np.abs(across) - rectangles.extents[:, 1:], 0.0)
    distance: Floats = np.hypot(beyond, beside)
    return distance
