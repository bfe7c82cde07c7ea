"""Two lives near each other, moment by moment: boxes, speeds, and how close they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from viewer.analysis.boxes import Rectangles, distances, lengths, times_to_touch
from viewer.analysis.inquiry import spans
from viewer.analysis.neighbours import Encounters, find_encounters
from viewer.analysis.traffic import Traffic, changes
from viewer.arrays import Flags, Floats, Ints
from viewer.cancellation import Proceed, always, check
from viewer.lazy import lazy
from viewer.roads.arrays import ranges

JOINED = 1.0
"""Seconds: what touches, or comes near, again within them never parted."""
_BLOCK = 25_000
"""Moments of pairs that are looked at together."""
_PREPARING = 0.2
"""Share of looking at pairs that is working out how each moves."""
_CLOSE = 1.0
"""Metres between the circles around two boxes within which they are always looked at."""


class PairSpan(NamedTuple):
    """Rows of ``PairMoments`` that are about one pair, its two lives, and the first and the last moment."""

    rows: slice
    lives: tuple[int, int]
    moments: tuple[int, int]


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
        distances: metres between the boxes; negative where they overlap, by how deep they do; shape (M,).
        closing: how fast the boxes come closer, m/s, since the moment before; NaN where that is unknown,
            shape (M,).
        times_to_collision: seconds until the boxes touch if both keep speed and heading, infinite if never,
            shape (M,).

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
    distances: Floats
    closing: Floats
    times_to_collision: Floats

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.first)

    @lazy
    def speeds(self) -> tuple[Floats, Floats]:
        """Speeds of both over ground, m/s, shape (M,) each."""
        return lengths(self.velocities[0]), lengths(self.velocities[1])

    def spans(self, beyond: Flags, *, hold: float = 0.0, gap: float = JOINED) -> Iterator[PairSpan]:
        """Yield where something holds, (M,), for some seconds and with shorter pauses: see ``spans``."""
        found = spans(self.times, beyond, hold=hold, gap=gap, apart=self.apart, skips=~self.follows)
        for first, last in found:
            lives = int(self.first[first]), int(self.second[first])
            moments = int(self.moments[first]), int(self.moments[last])
            yield PairSpan(slice(first, last + 1), lives, moments)

    def reversed(self) -> PairMoments:
        """Return the same seen from the other one."""
        boxes, velocities = self.boxes[::-1], self.velocities[::-1]
        return replace(self, first=self.second, second=self.first, boxes=boxes, velocities=velocities)


def near_pairs(
    traffic: Traffic, chosen: Flags, reach: float, proceed: Proceed = always
) -> Iterator[PairMoments]:
    """Yield the moments at which pairs with one at least of the chosen lives (N,) are near.

    They could meet within ``reach`` seconds. All that is about one pair comes together.
    """
    encounters = find_encounters(traffic, chosen, reach, proceed)
    first, second, begins, ends = encounters
    traffic.prepare(np.union1d(first, second), lambda share: proceed(_PREPARING * share))
    # What is said of a pair depends on all of its moments, so that no pair is cut.
    heads = np.flatnonzero(np.diff(first, prepend=-1) | np.diff(second, prepend=-1))
    before = np.append(0, np.cumsum(ends - begins))[heads]
    cuts = np.append(heads[changes(before // _BLOCK)], len(first)).tolist()
    for block in (slice(*each) for each in pairwise(cuts)):
        check(proceed, _PREPARING + (1.0 - _PREPARING) * block.start / len(first))
        yield _pair_moments(traffic, Encounters(*(each[block] for each in encounters)), reach)


def _pair_moments(traffic: Traffic, encounters: Encounters, reach: float) -> PairMoments:
    begins, ends = encounters.begins, encounters.ends
    moments = ranges(begins, ends - begins)
    first, second = (np.repeat(each, ends - begins) for each in (encounters.first, encounters.second))
    boxes, lives = traffic.boxes, (first, second)
    poses = [traffic.places_at(each, moments) for each in lives]
    moving = [traffic.moving_at(each, moments) for each in lives]
    velocities = [each["velocity"].astype(np.float64) for each in moving]
    radii = lengths(boxes.extents) + lengths(boxes.centers)
    near = moving[0]["judged"] & moving[1]["judged"]
    between = lengths(poses[1] - poses[0]) - radii[first] - radii[second]
    closing = lengths(velocities[1] - velocities[0])
    faster = np.maximum(lengths(velocities[0]), lengths(velocities[1]))
    heights = [pose[:, 2] + boxes.centers[each, 2] for pose, each in zip(poses, lives, strict=True)]
    with np.errstate(invalid="ignore"):
        near &= (between < _CLOSE + reach * closing) | (between < reach * faster)
        near &= np.abs(heights[1] - heights[0]) < boxes.extents[first, 2] + boxes.extents[second, 2]
    rows = np.flatnonzero(near)
    first, second, moments = first[rows], second[rows], moments[rows]
    apart = np.ones(len(rows), np.bool_)
    apart[1:] = (np.diff(first) != 0) | (np.diff(second) != 0)
    follows = ~apart
    follows[1:] &= np.diff(moments) == 1
    for each in (first, second):
        follows &= ~traffic.moving_at(each, np.maximum(moments - 1, 0))["broken"]
    poses, velocities = ([each.take(rows, axis=0) for each in both] for both in (poses, velocities))
    both = boxes.seen_from_above(first, poses[0]), boxes.seen_from_above(second, poses[1])
    times, distance = traffic.times[moments], distances(*both)
    closing = np.full(len(rows), np.nan)
    with np.errstate(divide="ignore", invalid="ignore"):
        closing[1:] = -np.diff(distance) / np.diff(times)
    closing[~follows] = np.nan
    return PairMoments(
        first, second, moments, times, both, (velocities[0], velocities[1]),
        (poses[0][:, 2] + poses[1][:, 2]) / 2.0, follows, apart, distance, closing,
        times_to_touch(*both, velocities[1] - velocities[0]),
    )  # fmt: skip
