"""Who comes near whom, and how: pairs from a tree of boxes, then moment by moment how close they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeAlias

import numpy as np
import shapely
from numpy.typing import NDArray

from viewer.analysis.boxes import Rectangles, components, distances, lengths, times_to_touch
from viewer.analysis.traffic import Traffic, changes
from viewer.arrays import Flags, Floats, Ints, spans, spread
from viewer.cancellation import Proceed, always, check
from viewer.lazy import lazy

_PERIOD = 1.0
"""Seconds that are looked at together."""
_MARGIN = 1.2
"""How much longer motion is continued than is asked for: within a period, somebody may get faster."""
_DEVIATION = 0.5
"""Seconds of motion to all sides: nobody keeps speed and direction exactly, nor is seen at all times."""
_LOOKS = 5
"""How often in a period places are looked at: in between, nobody gets far."""
_ANYWHERE = 30.0
"""Metres around the places at which somebody was seen who was not there for a whole period."""
_TOGETHER = 64
"""Periods that are looked at between two questions whether to go on."""
_CROWD = 20_000
"""Lives that are looked at between two questions, over as many periods as that makes, one at least."""
_SPARE = 1.0
"""Metres that are added on all sides."""
_LEAST = 0.2
"""Seconds that a period has at least."""

Singles: TypeAlias = NDArray[np.floating]


Encounters: TypeAlias = tuple[Ints, Ints, Ints, Ints]


def find_encounters(traffic: Traffic, chosen: Flags, reach: float, proceed: Proceed = always) -> Encounters:
    """Return when pairs with at least one of the chosen lives (N,) are near each other.

    Two lives, the one with the lower id first, and the moments from which and before which they are, (E,)
    each; all of two lives follow each other.

    Near are those whose boxes may come together within ``reach`` seconds. Two that stand, those of one family
    (what is attached to each other), and those who are never there at the same time are no pairs.
    """
    ticks = np.floor((traffic.times - traffic.times[:1]) / (_PERIOD / _LOOKS)).astype(np.int64)
    looks, starts = changes(ticks), changes(ticks // _LOOKS)
    stops = np.append(starts[1:], len(ticks))
    found = [(np.empty(0, np.int64),) * 3]
    together = max(min(_TOGETHER, _CROWD // max(len(traffic), 1)), 1)
    for begin in range(0, len(starts), together):
        check(proceed, 0.0)
        part = slice(begin, begin + together)
        reaches = _reaches(traffic, starts[part], stops[part], looks, _MARGIN * reach)
        first, second, period = _overlaps(*reaches, traffic.moves, chosen)
        found.append((first, second, period + begin))
    check(proceed, 0.0)
    first, second, period = (np.concatenate(each) for each in zip(*found, strict=True))
    family = families(traffic)
    apart = family[first] != family[second]
    first, second, period = first[apart], second[apart], period[apart]
    begins = np.maximum(starts[period], np.maximum(traffic.begins[first], traffic.begins[second]))
    # One moment of the next period too, so that no step between two is lost.
    ends = np.minimum(stops[period] + 1, np.minimum(traffic.ends[first], traffic.ends[second]))
    there = begins < ends
    order = np.lexsort((period[there], second[there], first[there]))
    first, second, begins, ends = (each[there][order] for each in (first, second, begins, ends))
    new = np.ones(len(first), np.bool_)
    new[1:] = (np.diff(first) != 0) | (np.diff(second) != 0) | (begins[1:] > ends[:-1])
    heads = np.flatnonzero(new)
    tails = np.flatnonzero(np.roll(new, -1))
    first, second = first[heads], second[heads]
    # Not by rows: who is written first in the file says nothing about two.
    ids = traffic.index.actors.actor_id[traffic.rows]
    later = ids[first] > ids[second]
    return np.where(later, second, first), np.where(later, first, second), begins[heads], ends[tails]


def _reaches(
    traffic: Traffic, starts: Ints, stops: Ints, looks: Ints, ahead_for: float
) -> tuple[Ints, Ints, Singles, Singles]:
    """Return how far lives could get in periods that follow each other: periods and lives, shape (N,) each.

    And the least and the greatest x and y, shape (N, 2) each, as far as they are known.

    ``starts`` are their first moments, ``stops`` those after their last ones; ``looks`` are of all periods.
    """
    times = traffic.times
    lasts = np.minimum(stops, len(times) - 1)  # the first moment of the next period counts too
    alive = (traffic.begins <= lasts[:, None]) & (starts[:, None] < traffic.ends)
    period, life = np.nonzero(alive)
    low, high = (np.full((len(life), 2), np.nan, np.float32) for _ in range(2))
    still = np.flatnonzero(~traffic.moves[life])
    low[still] = high[still] = traffic.places_at(life[still], traffic.begins[life[still]])[:, :2]

    moving = np.flatnonzero(traffic.moves[life])
    mover, when = life[moving], period[moving]
    places, ends = np.searchsorted(looks, (starts, stops))
    counts = ends - places
    often = [looks[places + np.minimum(look, counts - 1)] for look in range(int(counts.max()))]
    begins, ends = (traffic.xy_at(mover, moments[when]) for moments in (starts, lasts))
    least, greatest = np.fmin(begins, ends), np.fmax(begins, ends)
    for moments in often[1:]:  # much faster than to reduce along an axis
        there = traffic.xy_at(mover, moments[when])
        np.fmin(least, there, out=least)
        np.fmax(greatest, there, out=greatest)
    seconds = np.maximum(times[lasts] - times[starts], _LEAST).astype(np.float32)[when, None]
    goes = (ends - begins) / seconds
    # Who is not there at both ends of the period, or is put elsewhere, may go anywhere.
    unknown = ~np.isfinite(goes[:, :1] + goes[:, 1:])
    around = (greatest - least) / seconds
    spread = np.where(unknown, np.fmax(around * ahead_for, _ANYWHERE), np.abs(goes) * _DEVIATION)
    farthest = np.nan_to_num(np.maximum(spread[:, :1], spread[:, 1:]))
    ahead = np.where(unknown, np.float32(0.0), goes) * ahead_for
    low[moving] = least - farthest + np.minimum(ahead, 0.0)
    high[moving] = greatest + farthest + np.maximum(ahead, 0.0)

    centers, extents = traffic.boxes.centers, traffic.boxes.extents
    radius = (lengths(extents) + lengths(centers) + _SPARE).astype(np.float32)[life, None]
    low, high = low - radius, high + radius
    known = np.isfinite(high - low).all(axis=1)
    return period[known], life[known], low[known], high[known]


def _overlaps(
    periods: Ints, lives: Ints, low: Singles, high: Singles, moves: Flags, chosen: Flags
) -> tuple[Ints, Ints, Ints]:
    """Return pairs of lives whose reaches overlap, and in which period, shape (E,) each.

    One of them at least moves, and one is chosen.
    """
    # Side by side, so that one tree holds all periods.
    aside = periods * (1.0 + np.ptp(np.append(low[:, 0], high[:, 0]))) if len(lives) else 0.0
    boxes = shapely.box(low[:, 0] + aside, low[:, 1], high[:, 0] + aside, high[:, 1])
    asked = np.flatnonzero(chosen[lives])
    two, one = shapely.STRtree(boxes[asked]).query(boxes)
    one = asked[one]
    once = ((one < two) | ~chosen[lives[two]]) & (moves[lives[one]] | moves[lives[two]])
    one, two = one[once], two[once]
    return np.minimum(lives[one], lives[two]), np.maximum(lives[one], lives[two]), periods[one]


def families(traffic: Traffic) -> Ints:
    """Return the topmost carrier of each life, as a row of the actor table, shape (N,)."""
    parents = traffic.index.actors.parent
    family = traffic.rows.copy()
    for _ in range(8):  # longer chains are damage
        up = parents[family]
        family = np.where(up >= 0, up, family)
    return family


JOINED = 1.0
"""Seconds: what touches, or comes near, again within them never parted."""
_BLOCK = 25_000
"""Moments of pairs that are looked at together."""
_PREPARING = 0.2
"""Share of looking at pairs that is working out how each moves."""
_REVERSING = 0.1
"""m/s backwards from which on a vehicle reverses; who is slower stands."""
_CLOSE = 1.0
"""Metres between the circles around two boxes within which they are always looked at."""


PairSpan: TypeAlias = tuple[slice, tuple[int, int], tuple[int, int]]
"""Rows of ``PairMoments`` that are about one pair, its two lives, and the first and the last moment."""


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
            yield slice(first, last + 1), lives, moments

    def along_motion(self) -> PairMoments:
        """Return the same with each box heading where it goes: of who reverses, its tail is ahead.

        Who stands keeps its heading towards the other's nose or tail.
        """
        forwards = [components(*each)[0] for each in zip(self.boxes, self.velocities, strict=True)]
        backwards = [each < -_REVERSING for each in forwards]
        stands = [each < _REVERSING for each in self.speeds]
        turned = (backwards[0] | stands[0] & backwards[1], backwards[1] | stands[1] & backwards[0])
        one, other = (
            box._replace(headings=np.where(each[:, None], -box.headings, box.headings))
            for box, each in zip(self.boxes, turned, strict=True)
        )
        return replace(self, boxes=(one, other))

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
    first, second, begins, ends = find_encounters(traffic, chosen, reach, proceed)
    traffic.prepare(np.union1d(first, second), lambda share: proceed(_PREPARING * share))
    # What is said of a pair depends on all of its moments, so that no pair is cut.
    heads = np.flatnonzero(np.diff(first, prepend=-1) | np.diff(second, prepend=-1))
    before = np.append(0, np.cumsum(ends - begins))[heads]
    cuts = np.append(heads[changes(before // _BLOCK)], len(first)).tolist()
    for block in (slice(*each) for each in pairwise(cuts)):
        check(proceed, _PREPARING + (1.0 - _PREPARING) * block.start / len(first))
        here = first[block], second[block], begins[block], ends[block]
        yield _pair_moments(traffic, here, reach)


def _pair_moments(traffic: Traffic, encounters: Encounters, reach: float) -> PairMoments:
    *both, begins, ends = encounters
    moments = spread(begins, ends - begins)
    first, second = (np.repeat(each, ends - begins) for each in both)
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
    seen = boxes.seen_from_above(first, poses[0]), boxes.seen_from_above(second, poses[1])
    times, distance = traffic.times[moments], distances(*seen)
    closing = np.full(len(rows), np.nan)
    with np.errstate(divide="ignore", invalid="ignore"):
        closing[1:] = -np.diff(distance) / np.diff(times)
    closing[~follows] = np.nan
    return PairMoments(
        first, second, moments, times, seen, (velocities[0], velocities[1]),
        (poses[0][:, 2] + poses[1][:, 2]) / 2.0, follows, apart, distance, closing,
        times_to_touch(*seen, velocities[1] - velocities[0]),
    )  # fmt: skip
