"""Two lives near each other, moment by moment: boxes, speeds, and how close they are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from viewer.analysis.neighbours import Encounters
from viewer.analysis.rectangles import Rectangles, distances, lengths, times_to_touch
from viewer.analysis.traffic import Traffic
from viewer.arrays import Flags, Floats, Ints
from viewer.lazy import lazy

_CLOSE = 1.0
"""Metres between the circles around two boxes within which they are always looked at."""


@dataclass(frozen=True, eq=False)
class PairMoments:
    """Moments at which pairs are near and on the same level, by pair and then by time, M of them.

    Attributes:
        first: number of the one life, shape (M,).
        second: number of the other, shape (M,).
        moments: shape (M,).
        times: seconds, shape (M,).
        boxes: of both, seen from above.
        velocities: of both, over ground, m/s, shape (M, 2) each.
        heights: z in the middle between both, metres, shape (M,).
        follows: whether a row is of the same pair as the one before, and the next moment without a break
            between them, shape (M,).
        apart: whether a row is of another pair than the one before, shape (M,).

    """

    first: Ints
    second: Ints
    moments: Ints
    times: Floats
    boxes: tuple[Rectangles, Rectangles]
    velocities: tuple[Floats, Floats]
    heights: Floats
    follows: Flags
    apart: Flags

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.first)

    @lazy
    def distances(self) -> Floats:
        """Metres between the boxes; negative where they overlap, by how deep they do; shape (M,)."""
        return distances(*self.boxes)

    @lazy
    def closing(self) -> Floats:
        """How fast the boxes come closer, m/s, since the moment before; NaN where that is unknown; (M,)."""
        closing = np.full(len(self), np.nan)
        closing[1:] = -np.diff(self.distances)
        with np.errstate(divide="ignore", invalid="ignore"):
            closing[1:] /= np.diff(self.times)
        closing[~self.follows] = np.nan
        return closing

    @lazy
    def times_to_collision(self) -> Floats:
        """Seconds until the boxes touch if both keep speed and heading, shape (M,); infinite if never."""
        return times_to_touch(*self.boxes, self.velocities[1] - self.velocities[0])

    @lazy
    def speeds(self) -> tuple[Floats, Floats]:
        """Speeds of both over ground, m/s, shape (M,) each."""
        return lengths(self.velocities[0]), lengths(self.velocities[1])

    def span(self, begin: int, end: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return the lives of a row, and the first and last moment of the rows from it to another one."""
        lives = int(self.first[begin]), int(self.second[begin])
        return lives, (int(self.moments[begin]), int(self.moments[end]))

    def reversed(self) -> PairMoments:
        """Return the same seen from the other one."""
        (first, second), (one, other) = self.boxes, self.velocities
        swapped = PairMoments(
            self.second, self.first, self.moments, self.times, (second, first), (other, one), self.heights,
            self.follows, self.apart,
        )  # fmt: skip
        for name in ("distances", "closing", "times_to_collision"):  # they are the same both ways
            if name in self.__dict__:
                swapped.__dict__[name] = self.__dict__[name]
        return swapped


def pair_moments(traffic: Traffic, encounters: Encounters, block: slice, reach: float) -> PairMoments:
    """Return the moments of some encounters at which two are near: could meet within ``reach`` seconds."""
    begins, ends = encounters.begins[block], encounters.ends[block]
    counts = ends - begins
    number = np.repeat(np.arange(len(counts)), counts)
    moments = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts) + begins[number]
    first, second = encounters.first[block][number], encounters.second[block][number]
    poses = [traffic.places_at(lives, moments) for lives in (first, second)]
    velocities = [traffic.velocities_at(lives, moments) for lives in (first, second)]
    extents = traffic.boxes.extents
    radii = lengths(extents[:, :2]) + lengths(traffic.boxes.centers[:, :2])
    near = traffic.judged_at(first, moments) & traffic.judged_at(second, moments)
    between = lengths(poses[1] - poses[0]) - radii[first] - radii[second]
    closing = lengths(velocities[1] - velocities[0])
    faster = np.maximum(lengths(velocities[0]), lengths(velocities[1]))
    with np.errstate(invalid="ignore"):
        near &= (between < _CLOSE + reach * closing) | (between < reach * faster)
        heights = [
            pose[:, 2] + traffic.boxes.centers[lives, 2]
            for pose, lives in zip(poses, (first, second), strict=True)
        ]
        near &= np.abs(heights[1] - heights[0]) < extents[first, 2] + extents[second, 2]
    rows = np.flatnonzero(near)
    first, second, moments = first[rows], second[rows], moments[rows]
    apart = np.ones(len(rows), np.bool_)
    apart[1:] = (np.diff(first) != 0) | (np.diff(second) != 0)
    follows = ~apart
    follows[1:] &= np.diff(moments) == 1
    before = np.maximum(moments - 1, 0)
    follows &= ~traffic.broken_at(first, before) & ~traffic.broken_at(second, before)
    boxes = [
        seen_from_above(traffic, lives, pose.take(rows, axis=0))
        for pose, lives in zip(poses, (first, second), strict=True)
    ]
    return PairMoments(
        first, second, moments, traffic.times[moments], (boxes[0], boxes[1]),
        (velocities[0].take(rows, axis=0), velocities[1].take(rows, axis=0)),
        (poses[0][rows, 2] + poses[1][rows, 2]) / 2.0, follows, apart,
    )  # fmt: skip


def seen_from_above(traffic: Traffic, lives: Ints, places: Floats) -> Rectangles:
    """Return the boxes of lives at places (K, 4), seen from above."""
    yaw = np.radians(places[:, 3])
    cos, sin = np.cos(yaw), np.sin(yaw)
    x, y, _ = traffic.boxes.centers.take(lives, axis=0).T
    middles = np.column_stack((places[:, 0] + x * cos - y * sin, places[:, 1] + y * cos + x * sin))
    extents = traffic.boxes.extents.take(lives, axis=0)[:, :2]
    return Rectangles(middles, np.column_stack((cos, sin)), extents)
