"""Bounding boxes of actors, and the overlap, distance and time to contact of two of them.

In plan view boxes are oriented rectangles. Two of them are apart exactly if they are apart along one of the
directions of their sides (separating axis theorem). Arrays are of K pairs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from viewer.arrays import Flags, Floats, Ints
from viewer.recording.actors import ActorTable, Category
from viewer.recording.columns import read_only
from viewer.recording.plausible import sound_extents
from viewer.recording.usual_boxes import usual_box


@dataclass(frozen=True, eq=False)
class ActorBoxes:
    """Bounding boxes of N actors, each in its actor's own frame.

    Attributes:
        centers: x, y, z of the centres in metres, shape (N, 3).
        extents: half-extents in metres, shape (N, 3).
        recorded: True where the box is recorded, else it is the usual one of the blueprint, shape (N,).

    """

    centers: Floats
    extents: Floats
    recorded: Flags

    @property
    def source(self) -> str:
        """Where the bounding boxes come from: ``recorded``, ``blueprint`` (its usual box), or ``mixed``."""
        if not self.recorded.any():
            return "blueprint"
        return "recorded" if self.recorded.all() else "mixed"

    def rectangles_at(self, indices: Ints, poses: Floats) -> Rectangles:
        """Return the bounding boxes of actors, seen from above, with the actors at ``poses``.

        ``indices`` (K,) say which boxes; ``poses`` are x, y, z in metres and yaw in degrees, shape (K, 4).
        """
        yaw = np.radians(poses[:, 3])
        cos, sin = np.cos(yaw), np.sin(yaw)
        x, y, _ = self.centers.take(indices, axis=0).T
        middles = np.column_stack((poses[:, 0] + x * cos - y * sin, poses[:, 1] + y * cos + x * sin))
        extents = self.extents.take(indices, axis=0)[:, :2]
        return Rectangles(middles, np.column_stack((cos, sin)), extents)


def actor_boxes(actors: ActorTable, rows: Ints) -> ActorBoxes:
    """Return the bounding boxes of the actors in ``rows`` of the actor table.

    An implausible recorded box is replaced by the usual one of the blueprint.
    """
    centers, extents = actors.box_center[rows].copy(), actors.box_extent[rows].copy()
    recorded = actors.box_recorded[rows]
    wrong = recorded & ~sound_extents(extents)
    for index in np.flatnonzero(wrong).tolist():
        description, category = actors.descriptions[rows[index]], Category(actors.category[rows[index]])
        centers[index], extents[index] = usual_box(description.type_id, description.attributes, category)
    return ActorBoxes(*map(read_only, (centers, extents, recorded & ~wrong)))


class Rectangles(NamedTuple):
    """Oriented rectangles in plan view, K of them.

    Attributes:
        centers: x and y in metres, shape (K, 2).
        headings: unit vectors along the length, shape (K, 2).
        extents: half-lengths and half-widths in metres, shape (K, 2).

    """

    centers: Floats
    headings: Floats
    extents: Floats

    def take(self, indices: Ints) -> Rectangles:
        """Return the rectangles with these ``indices``."""
        return Rectangles(*(each.take(indices, axis=0) for each in self))


def lengths(vectors: Floats) -> Floats:
    """Return the lengths of ``vectors`` in the x-y plane, shape (K,); further components are ignored.

    Ten times faster than ``np.hypot``, but squares of huge numbers overflow.
    """
    x, y = vectors[:, 0], vectors[:, 1]
    return np.asarray(np.sqrt(x * x + y * y))


def depths(first: Rectangles, second: Rectangles) -> Floats:
    """Return how deep each pair of boxes overlaps in metres, shape (K,); negative for pairs that are apart.

    The depth is the least distance by which one must move to be apart. A negative depth is no distance: use
    ``distances``.
    """
    offsets, reaches = _axes(first, second)
    return np.asarray((reaches - np.abs(offsets)).min(axis=0))


def distances(first: Rectangles, second: Rectangles) -> Floats:
    """Return the distance of each pair of rectangles in metres, shape (K,).

    Where the two overlap, it is minus the depth of the overlap.
    """
    distance = -depths(first, second)
    apart = np.flatnonzero(distance > 0.0)
    one, other = first.take(apart), second.take(apart)
    # Two rectangles that are apart are nearest at a corner of one of them.
    distance[apart] = np.sqrt(np.minimum(_corner_squares(one, other), _corner_squares(other, one)))
    return distance


def times_to_touch(first: Rectangles, second: Rectangles, velocities: Floats) -> Floats:
    """Return after how many seconds the rectangles of each pair touch if both move straight on, shape (K,).

    It is 0 where they overlap already, infinite where they never touch. ``velocities`` are those of
    ``second`` relative to ``first``, m/s, shape (K, 2).
    """
    offsets, reaches = _axes(first, second)
    speeds = np.stack((*components(first, velocities), *components(second, velocities)))
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        one, other = (-reaches - offsets) / speeds, (reaches - offsets) / speeds
    still = speeds == 0.0
    within = np.abs(offsets) <= reaches
    enter = np.where(still, np.where(within, -np.inf, np.inf), np.minimum(one, other)).max(axis=0)
    leave = np.where(still, np.inf, np.maximum(one, other)).min(axis=0)
    return np.where((enter <= leave) & (leave >= 0.0), np.maximum(enter, 0.0), np.inf)


def components(rectangles: Rectangles, vectors: Floats) -> tuple[Floats, Floats]:
    """Return two components of ``vectors`` (K, 2) for each rectangle: along its heading, and to its right.

    Each is an array of shape (K,); if ``vectors`` has the shape (K, P, 2), of shape (P, K).
    """
    (cos, sin), (x, y) = rectangles.headings.T, vectors.T
    return cos * x + sin * y, cos * y - sin * x


def corners(rectangles: Rectangles) -> Floats:
    """Return the four corners of each rectangle, x and y in metres, shape (K, 4, 2)."""
    along = rectangles.headings * rectangles.extents[:, :1]
    across = rectangles.headings[:, ::-1] * (-1.0, 1.0) * rectangles.extents[:, 1:]
    signs = ((1, 1), (1, -1), (-1, -1), (-1, 1))
    return np.stack([rectangles.centers + a * along + b * across for a, b in signs], axis=1)


def touching_points(first: Rectangles, second: Rectangles) -> Floats:
    """Return roughly the middle of each pair of boxes' overlap or gap: x and y in metres, (K, 2)."""
    total, weight = np.zeros_like(first.centers), np.zeros(len(first.centers))
    for one, other in ((first, second), (second, first)):
        points = corners(one)
        reaches = np.stack(components(other, points - other.centers[:, None]))
        beyond, beside = np.maximum(np.abs(reaches) - other.extents.T[:, None], 0.0)
        distance = np.asarray(np.hypot(beyond, beside).T)
        # Corners inside the other rectangle count; if there are none, the nearest corner.
        chosen = distance <= distance.min(axis=1, keepdims=True) + 1e-6
        importance = 1.0 / (distance.min(axis=1) + 1e-3)
        total += importance[:, None] * (points * chosen[..., None]).sum(axis=1) / chosen.sum(axis=1)[:, None]
        weight += importance
    return np.asarray(total / weight[:, None])


def _axes(first: Rectangles, second: Rectangles) -> tuple[Floats, Floats]:
    """Return how far pairs of rectangles are apart along their sides, and at which distance they touch.

    Two arrays of shape (4, K), in metres, for the four directions of the sides of both: the signed distance
    from the centre of ``first`` to that of ``second``, and the distance of the centres at which they would
    touch. A pair does not overlap if, in any direction, the former is larger in size than the latter.
    """
    between = second.centers - first.centers
    offsets = np.stack((*components(first, between), *components(second, between)))
    cos, sin = (np.abs(each) for each in components(first, second.headings))
    (la, wa), (lb, wb) = first.extents.T, second.extents.T
    first_reaches = la + lb * cos + wb * sin, wa + lb * sin + wb * cos
    second_reaches = lb + la * cos + wa * sin, wb + la * sin + wa * cos
    return offsets, np.stack((*first_reaches, *second_reaches))


def _corner_squares(ones: Rectangles, others: Rectangles) -> Floats:
    """Return the squared distance from a rectangle's nearest corner to another rectangle, in m², shape (K,).

    Each of ``ones`` is paired with the rectangle at the same index in ``others``. The corner is one of
    ``ones``; the distance is 0 if the corner lies inside the other.
    """
    x, y = components(others, ones.centers - others.centers)
    cos, sin = components(others, ones.headings)
    (length, width), (reach, side) = ones.extents.T, others.extents.T
    ahead, aside = (cos * length, sin * length), (-sin * width, cos * width)
    nearest = np.full(len(x), np.inf)
    for a, b in ((1, 1), (1, -1), (-1, -1), (-1, 1)):
        beyond = np.maximum(np.abs(x + a * ahead[0] + b * aside[0]) - reach, 0.0)
        beside = np.maximum(np.abs(y + a * ahead[1] + b * aside[1]) - side, 0.0)
        np.minimum(nearest, beyond * beyond + beside * beside, out=nearest)
    return nearest
