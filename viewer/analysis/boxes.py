"""Boxes that rules go by: how large they are, how far two overlap or are apart, and when they will touch.

Seen from above they are oriented rectangles. By the theorem of separating axes two are apart exactly if they
are so along one of their four sides' directions. Arrays are of K pairs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from viewer.arrays import Flags, Floats, Ints
from viewer.recording.actors import ActorTable, Category
from viewer.recording.columns import read_only
from viewer.recording.indexing.actor_builder import usual_box
from viewer.recording.plausible import sound_extents


@dataclass(frozen=True, eq=False)
class ActorBoxes:
    """Boxes of some actors: centres in the actors' frames and half-extents in metres, shape (N, 3) each.

    ``recorded`` tells which are recorded, shape (N,); the others are those that the blueprint usually has.
    """

    centers: Floats
    extents: Floats
    recorded: Flags

    @property
    def source(self) -> str:
        """Return ``recorded``, ``blueprint`` or ``mixed``."""
        if not self.recorded.any():
            return "blueprint"
        return "recorded" if self.recorded.all() else "mixed"

    def seen_from_above(self, numbers: Ints, places: Floats) -> Rectangles:
        """Return some boxes, by their numbers (K,), where their actors are at x, y, z, yaw (K, 4)."""
        yaw = np.radians(places[:, 3])
        cos, sin = np.cos(yaw), np.sin(yaw)
        x, y, _ = self.centers.take(numbers, axis=0).T
        middles = np.column_stack((places[:, 0] + x * cos - y * sin, places[:, 1] + y * cos + x * sin))
        extents = self.extents.take(numbers, axis=0)[:, :2]
        return Rectangles(middles, np.column_stack((cos, sin)), extents)


def actor_boxes(actors: ActorTable, rows: Ints) -> ActorBoxes:
    """Return the boxes of rows of the actor table."""
    centers, extents = actors.box_center[rows].copy(), actors.box_extent[rows].copy()
    recorded = actors.box_recorded[rows]
    wrong = recorded & ~sound_extents(extents)
    for place in np.flatnonzero(wrong).tolist():
        description, category = actors.descriptions[rows[place]], Category(int(actors.category[rows[place]]))
        centers[place], extents[place] = usual_box(description.type_id, description.attributes, category)
    return ActorBoxes(*map(read_only, (centers, extents, recorded & ~wrong)))


class Rectangles(NamedTuple):
    """Rectangles: middles (K, 2) and half sizes (K, 2) in metres, directions of their length (K, 2)."""

    centers: Floats
    headings: Floats
    extents: Floats

    def take(self, places: Ints) -> Rectangles:
        """Return those at some places."""
        return Rectangles(*(each.take(places, axis=0) for each in self))


def lengths(vectors: Floats) -> Floats:
    """Return the lengths of vectors seen from above, by their first two components (K, 2 or more).

    ``hypot`` is for numbers whose squares are no numbers, and ten times slower.
    """
    x, y = vectors[:, 0], vectors[:, 1]
    return np.asarray(np.sqrt(x * x + y * y))


def depths(first: Rectangles, second: Rectangles) -> Floats:
    """Return by how many metres pairs overlap: what one must move for them to be apart; negative if they are.

    A negative depth is no distance: see ``distances``.
    """
    offsets, reaches = _axes(first, second)
    return np.asarray((reaches - np.abs(offsets)).min(axis=0))


def distances(first: Rectangles, second: Rectangles) -> Floats:
    """Return the distance between pairs in metres, shape (K,); where they overlap, minus the depth."""
    distance = -depths(first, second)
    apart = np.flatnonzero(distance > 0.0)
    one, other = first.take(apart), second.take(apart)
    # Between two rectangles that are apart, it is that of a corner of one to the other.
    distance[apart] = np.sqrt(np.minimum(_corner_squares(one, other), _corner_squares(other, one)))
    return distance


def times_to_touch(first: Rectangles, second: Rectangles, velocities: Floats) -> Floats:
    """Return in how many seconds pairs touch if neither turns, shape (K,); 0 if they do, infinite if never.

    ``velocities`` are those of the second as the first sees them, m/s, shape (K, 2).
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
    """Return the components of vectors (K, 2) along rectangles and to their left, (K,) each.

    Of vectors (K, P, 2) they are (P, K) each.
    """
    (cos, sin), (x, y) = rectangles.headings.T, vectors.T
    return cos * x + sin * y, cos * y - sin * x


def corners(rectangles: Rectangles) -> Floats:
    """Return the corners, in metres, shape (K, 4, 2)."""
    along = rectangles.headings * rectangles.extents[:, :1]
    across = rectangles.headings[:, ::-1] * (-1.0, 1.0) * rectangles.extents[:, 1:]
    signs = ((1, 1), (1, -1), (-1, -1), (-1, 1))
    return np.stack([rectangles.centers + a * along + b * across for a, b in signs], axis=1)


def touching_points(first: Rectangles, second: Rectangles) -> Floats:
    """Return the middle of where pairs overlap or are nearest, roughly, shape (K, 2)."""
    total, weight = np.zeros_like(first.centers), np.zeros(len(first.centers))
    for one, other in ((first, second), (second, first)):
        points = corners(one)
        reaches = np.stack(components(other, points - other.centers[:, None]))
        beyond, beside = np.maximum(np.abs(reaches) - other.extents.T[:, None], 0.0)
        distance = np.asarray(np.hypot(beyond, beside).T)
        near = distance <= distance.min(axis=1, keepdims=True) + 1e-6
        inside = distance <= 0.0
        chosen = np.where(inside.any(axis=1, keepdims=True), inside, near)
        # Who has a corner inside the other says where they touch; else whose corner is nearest.
        importance = 1.0 / (distance.min(axis=1) + 1e-3)
        total += importance[:, None] * (points * chosen[..., None]).sum(axis=1) / chosen.sum(axis=1)[:, None]
        weight += importance
    return np.asarray(total / weight[:, None])


def _axes(first: Rectangles, second: Rectangles) -> tuple[Floats, Floats]:
    """Return, along the four directions (4, K), the offset of the second, and how far both reach."""
    between = second.centers - first.centers
    offsets = np.stack((*components(first, between), *components(second, between)))
    cos, sin = (np.abs(each) for each in components(first, second.headings))
    (la, wa), (lb, wb) = first.extents.T, second.extents.T
    ours = la + lb * cos + wb * sin, wa + lb * sin + wb * cos
    theirs = lb + la * cos + wa * sin, wb + la * sin + wa * cos
    return offsets, np.stack((*ours, *theirs))


def _corner_squares(ones: Rectangles, others: Rectangles) -> Floats:
    """Return the square of how far the nearest corner of each of ``ones`` is from the other; 0 inside."""
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
