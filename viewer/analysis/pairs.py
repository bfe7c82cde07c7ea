"""Pairs of actors near each other: found by a spatial tree of rectangles, then compared sample by sample."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeAlias

import numpy as np
import shapely
from numpy.typing import NDArray

from viewer.analysis.boxes import Rectangles, components, distances, lengths, times_to_touch
from viewer.analysis.event_table import SAME_TIME
from viewer.analysis.traffic import Traffic, changes
from viewer.arrays import Flags, Floats, Ints, multi_arange, spans
from viewer.cancellation import ShouldContinue, always, check
from viewer.lazy import lazy

_PERIOD = 1.0
"""Length in seconds of the periods of a recording in each of which pairs of near actors are searched for."""
_MARGIN = 1.2
"""Factor for the time over which an actor's motion is extrapolated: above 1, as the actor may speed up."""
_DEVIATION = 0.5
"""Factor in seconds: the area that an actor may be in is widened by the way it goes in this time."""
_LOOKS = 5
"""Number of positions of each actor that are looked at in a period of 1 s; it moves little between two."""
_ANYWHERE = 30.0
"""Least margin in metres around an actor's positions in 1 s, if that at its begin or end is unknown.

The actor may have been anywhere in the area with this margin.
"""
_TOGETHER = 64
"""Most periods (of 1 s) in which pairs of actors are searched between two calls of ``should_continue``."""
_CROWD = 20_000
"""Largest product of actors and periods (of 1 s) for which pairs are searched between calls of a callback.

The callback is ``should_continue``, which may cancel the search.
"""
_SPARE = 1.0
"""Metres added on each side of the area that an actor may reach within a period of 1 s."""
_LEAST = 0.2
"""Least length in seconds that a period (usually 1 s) is taken to have when an actor's speed is computed."""

Floats32: TypeAlias = NDArray[np.floating]


_Ints32: TypeAlias = NDArray[np.int32]
Encounters: TypeAlias = tuple[_Ints32, _Ints32, _Ints32, _Ints32]


def find_encounters(
    traffic: Traffic, chosen: Flags, reach: float, should_continue: ShouldContinue = always
) -> Encounters:
    """Return when pairs of tracks are near each other, of which at least one is ``chosen``.

    Two tracks (actors from spawn to destruction, indices in ``traffic``) are near if the areas that they may
    be in within ``reach`` seconds, by their present motion, overlap. Pairs that both stand, that are attached
    to each other, or that never exist at the same time are left out. ``chosen`` is a mask of the tracks,
    shape (N,).

    The result has four arrays of shape (E,): the track with the lower actor id, the other track, first sample
    and sample after the last one (indices into ``Traffic.times``); all spans of a pair are adjacent. Raises
    ReadingCancelledError if ``should_continue`` returns False.
    """
    ticks = np.floor((traffic.times - traffic.times[:1]) / (_PERIOD / _LOOKS)).astype(np.int64)
    looks, starts = changes(ticks), changes(ticks // _LOOKS)
    stops = np.append(starts[1:], len(ticks))
    family = root_parents(traffic)
    found = [(np.empty(0, np.int64), np.empty(0, np.int32), np.empty(0, np.int32))]
    together = max(min(_TOGETHER, _CROWD // max(len(traffic), 1)), 1)
    for begin in range(0, len(starts), together):
        check(should_continue, 0.0)
        part = slice(begin, begin + together)
        reaches = _reaches(traffic, starts[part], stops[part], looks, _MARGIN * reach)
        first, second, period = _overlaps(*reaches, traffic.moves, chosen)
        begins = np.maximum(starts[part][period], np.maximum(traffic.begins[first], traffic.begins[second]))
        # Include the first sample of the next period, so that the step between periods is not lost.
        ends = np.minimum(stops[part][period] + 1, np.minimum(traffic.ends[first], traffic.ends[second]))
        wanted = (family[first] != family[second]) & (begins < ends)
        pair = first[wanted] * len(traffic) + second[wanted]
        found.append((pair, begins[wanted].astype(np.int32), ends[wanted].astype(np.int32)))
    check(should_continue, 0.0)
    pair, begins, ends = (np.concatenate(each) for each in zip(*found, strict=True))
    found.clear()
    order = np.argsort(pair, kind="stable")  # the spans of a pair stay in the order of time
    pair, begins, ends = pair[order], begins[order], ends[order]
    new = np.diff(pair, prepend=-1) != 0
    new[1:] |= begins[1:] > ends[:-1]
    pair, begins, ends = pair[new], begins[new], ends[np.roll(new, -1)]
    first, second = (each.astype(np.int32) for each in np.divmod(pair, max(len(traffic), 1)))
    # By id, not by row: the order in the file has no meaning for a pair.
    ids = traffic.index.actors.actor_id[traffic.rows]
    later = ids[first] > ids[second]
    return np.where(later, second, first), np.where(later, first, second), begins, ends


def _new_pairs(first: NDArray[np.integer], second: NDArray[np.integer]) -> Flags:
    """Return a mask of the entries of another pair of tracks than the entry before, shape (K,)."""
    new = np.ones(len(first), np.bool_)
    new[1:] = (first[1:] != first[:-1]) | (second[1:] != second[:-1])
    return new


def _reaches(
    traffic: Traffic, starts: Ints, stops: Ints, looks: Ints, ahead_for: float
) -> tuple[Ints, Ints, Floats32, Floats32]:
    """Return the area that each track may be in during each period (about 1 s), as a rectangle in plan view.

    Four arrays: index of the period, shape (N,); track, an index in ``traffic``, shape (N,); least x and y of
    the area in metres, shape (N, 2); greatest x and y, shape (N, 2). Tracks with no known position in a
    period are left out.

    Args:
        traffic: the tracks (actors from spawn to destruction).
        starts: first sample (index into ``Traffic.times``) of each period.
        stops: sample after the last one of each period.
        looks: samples, of all periods, at which the positions are read.
        ahead_for: seconds for which motion is extrapolated.
    """
    times = traffic.times
    lasts = np.minimum(stops, len(times) - 1)  # includes the first sample of the next period
    alive = (traffic.begins <= lasts[:, None]) & (starts[:, None] < traffic.ends)
    period, track = np.nonzero(alive)
    low, high = (np.full((len(track), 2), np.nan, np.float32) for _ in range(2))
    still = np.flatnonzero(~traffic.moves[track])
    low[still] = high[still] = traffic.positions_at(track[still], traffic.begins[track[still]])[:, :2]

    moving = np.flatnonzero(traffic.moves[track])
    mover, when = track[moving], period[moving]
    places, ends = np.searchsorted(looks, (starts, stops))
    counts = ends - places
    often = [looks[places + np.minimum(look, counts - 1)] for look in range(int(counts.max()))]
    begins, ends = (traffic.xy_at(mover, samples[when]) for samples in (starts, lasts))
    least, greatest = np.fmin(begins, ends), np.fmax(begins, ends)
    for samples in often[1:]:  # much faster than to reduce along an axis
        there = traffic.xy_at(mover, samples[when])
        np.fmin(least, there, out=least)
        np.fmax(greatest, there, out=greatest)
    seconds = np.maximum(times[lasts] - times[starts], _LEAST).astype(np.float32)[when, None]
    goes = (ends - begins) / seconds
    # An actor that is unknown at an end of the period, or teleports, may go anywhere.
    unknown = ~np.isfinite(goes[:, :1] + goes[:, 1:])
    around = (greatest - least) / seconds
    margin = np.where(unknown, np.fmax(around * ahead_for, _ANYWHERE), np.abs(goes) * _DEVIATION)
    farthest = np.nan_to_num(np.maximum(margin[:, :1], margin[:, 1:]))
    ahead = np.where(unknown, np.float32(0.0), goes) * ahead_for
    low[moving] = least - farthest + np.minimum(ahead, 0.0)
    high[moving] = greatest + farthest + np.maximum(ahead, 0.0)

    centers, extents = traffic.boxes.centers, traffic.boxes.extents
    radius = (lengths(extents) + lengths(centers) + _SPARE).astype(np.float32)[track, None]
    low, high = low - radius, high + radius
    known = np.isfinite(high - low).all(axis=1)
    return period[known], track[known], low[known], high[known]


def _overlaps(
    periods: Ints, tracks: Ints, low: Floats32, high: Floats32, moves: Flags, chosen: Flags
) -> tuple[Ints, Ints, Ints]:
    """Return the pairs of tracks whose areas overlap in a period (about 1 s), as three arrays of shape (E,).

    They are the lower track index, the higher one, and the period. An area is a rectangle around all that a
    track covers in a period. At least one track of a pair moves, and at least one is ``chosen``.

    Args:
        periods: period of each area, shape (N,).
        tracks: track (index in ``Traffic``) of each area, shape (N,).
        low: least x and y of each area in metres, shape (N, 2).
        high: greatest x and y, shape (N, 2).
        moves: mask of the tracks that move at any time.
        chosen: mask of the tracks of which a pair must have one.
    """
    # Shift periods side by side along x, so that one tree holds all of them.
    aside = periods * (1.0 + np.ptp(np.append(low[:, 0], high[:, 0]))) if len(tracks) else 0.0
    boxes = shapely.box(low[:, 0] + aside, low[:, 1], high[:, 0] + aside, high[:, 1])
    asked = np.flatnonzero(chosen[tracks])
    two, one = shapely.STRtree(boxes[asked]).query(boxes)
    one = asked[one]
    once = ((one < two) | ~chosen[tracks[two]]) & (moves[tracks[one]] | moves[tracks[two]])
    one, two = one[once], two[once]
    return np.minimum(tracks[one], tracks[two]), np.maximum(tracks[one], tracks[two]), periods[one]


def root_parents(traffic: Traffic) -> Ints:
    """Return the actor-table row of each track's topmost parent, shape (N,).

    The topmost parent is the last in the chain of actors to which the track's actor is attached, or the actor
    itself if it is attached to none. A track is one actor from spawn to destruction.
    """
    parents = traffic.index.actors.parent
    family = traffic.rows.copy()
    for _ in range(8):  # longer chains are damage
        up = parents[family]
        family = np.where(up >= 0, up, family)
    return family


_BLOCK = 25_000
"""Approximate number of samples (a pair of actors at one time each) computed at once, to limit memory.

All samples of a pair are computed together.
"""
_PREPARING = 0.2
"""Fraction of the search's progress that preparing the actors' motion takes; comparing pairs takes the rest.
"""
_REVERSING = 0.1
"""Speed in m/s: a vehicle reverses if it moves backwards faster than this, and stands if it is slower."""
_CLOSE = 1.0
"""Metres between circles around the boxes of two actors below which they count as near at any speed."""


PairSpan: TypeAlias = tuple[slice, tuple[int, int], tuple[int, int]]
"""Span of time of one pair of actors: slice of the rows of a ``PairSamples``, two tracks, two samples.

Tracks are indices in ``Traffic``; the samples, the first and the last one, are indices into
``Traffic.times``.
"""


@dataclass(frozen=True, eq=False)
class PairSamples:
    """M rows, each one pair of actors at one sample at which their boxes may touch soon, at the same height.

    Rows are sorted by pair, then by time.

    Attributes:
        first: track of the first actor (index in ``Traffic``), shape (M,).
        second: track of the second actor, shape (M,).
        samples: sample (index into ``Traffic.times``), shape (M,).
        times: elapsed seconds, shape (M,).
        boxes: bounding boxes of the first and of the second actor in plan view, M rectangles each.
        velocities: of the first and of the second actor over ground, m/s, shape (M, 2) each.
        heights: mean z of both, metres, shape (M,).
        follows: True where the row before is the same pair at the previous sample, without gap or teleport,
            shape (M,).
        apart: True where the row before is another pair, shape (M,).
        distances: distance between the boxes in metres, negative by the depth where they overlap, shape (M,).
        closing: closing speed of the boxes since the previous row, m/s; NaN if unknown, shape (M,).
        times_to_collision: seconds until the boxes touch if both move straight on, infinite if never, shape
            (M,).
    """

    first: Ints
    second: Ints
    samples: Ints
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
        """Return the number of samples: each is one pair of actors at one time."""
        return len(self.first)

    @lazy
    def speeds(self) -> tuple[Floats, Floats]:
        """Speeds of both actors over ground in m/s, shape (M,) each."""
        return lengths(self.velocities[0]), lengths(self.velocities[1])

    def spans(self, beyond: Flags, *, hold: float = 0.0, gap: float = SAME_TIME) -> Iterator[PairSpan]:
        """Yield each span of time in which the mask ``beyond`` (M,) is True for one pair of actors.

        A span is a slice of the rows, the pair's two tracks (indices of actors), and the first and last
        sample. Parts in which ``beyond`` is True for less than ``hold`` seconds are left out first; then
        parts of a pair less than ``gap`` seconds apart are joined to one span.
        """
        found = spans(self.times, beyond, hold=hold, gap=gap, apart=self.apart, skips=~self.follows)
        for first, last in found:
            tracks = int(self.first[first]), int(self.second[first])
            samples = int(self.samples[first]), int(self.samples[last])
            yield slice(first, last + 1), tracks, samples

    def along_motion(self) -> PairSamples:
        """Return a copy in which the box of a reversing vehicle faces the direction of its motion.

        A standing vehicle is turned around, too, if the other one reverses.
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

    def reversed(self) -> PairSamples:
        """Return a copy with first and second actor exchanged."""
        boxes, velocities = self.boxes[::-1], self.velocities[::-1]
        return replace(self, first=self.second, second=self.first, boxes=boxes, velocities=velocities)


def near_pairs(
    traffic: Traffic, chosen: Flags, reach: float, should_continue: ShouldContinue = always
) -> Iterator[PairSamples]:
    """Yield the samples at which two actors are so near that they may touch within ``reach`` seconds.

    This is judged by their distance and speeds. Each ``PairSamples`` is about some pairs, with one row for
    each sample of a pair; all samples of a pair are in the same one. At least one track of each pair is
    ``chosen``, a mask of the tracks of ``traffic``. Raises ReadingCancelledError if ``should_continue``
    returns False.
    """
    first, second, begins, ends = find_encounters(traffic, chosen, reach, should_continue)
    nearby = np.zeros(len(traffic), np.bool_)
    nearby[first] = nearby[second] = True
    traffic.prepare(np.flatnonzero(nearby), lambda share: should_continue(_PREPARING * share))
    # Rules need all samples of a pair, so blocks end between pairs.
    heads = np.flatnonzero(_new_pairs(first, second))
    before = np.append(0, np.cumsum(ends - begins))[heads]
    cuts = np.append(heads[changes(before // _BLOCK)], len(first)).tolist()
    for block in (slice(*each) for each in pairwise(cuts)):
        check(should_continue, _PREPARING + (1.0 - _PREPARING) * block.start / len(first))
        yield _pair_samples(traffic, (first[block], second[block], begins[block], ends[block]), reach)


def _pair_samples(traffic: Traffic, encounters: Encounters, reach: float) -> PairSamples:
    *both, begins, ends = (each.astype(np.int64) for each in encounters)
    samples = multi_arange(begins, ends - begins)
    first, second = (np.repeat(each, ends - begins) for each in both)
    boxes, tracks = traffic.boxes, (first, second)
    poses = [traffic.positions_at(each, samples) for each in tracks]
    moving = [traffic.moving_at(each, samples) for each in tracks]
    velocities = [each["velocity"].astype(np.float64) for each in moving]
    radii = lengths(boxes.extents) + lengths(boxes.centers)
    near = moving[0]["judged"] & moving[1]["judged"]
    between = lengths(poses[1] - poses[0]) - radii[first] - radii[second]
    closing = lengths(velocities[1] - velocities[0])
    faster = np.maximum(lengths(velocities[0]), lengths(velocities[1]))
    heights = [pose[:, 2] + boxes.centers[each, 2] for pose, each in zip(poses, tracks, strict=True)]
    with np.errstate(invalid="ignore"):
        near &= (between < _CLOSE + reach * closing) | (between < reach * faster)
        near &= np.abs(heights[1] - heights[0]) < boxes.extents[first, 2] + boxes.extents[second, 2]
    rows = np.flatnonzero(near)
    first, second, samples = first[rows], second[rows], samples[rows]
    apart = _new_pairs(first, second)
    follows = ~apart
    follows[1:] &= np.diff(samples) == 1
    for each in (first, second):
        follows &= ~traffic.moving_at(each, np.maximum(samples - 1, 0))["broken"]
    poses, velocities = ([each.take(rows, axis=0) for each in both] for both in (poses, velocities))
    seen = boxes.rectangles_at(first, poses[0]), boxes.rectangles_at(second, poses[1])
    times, distance = traffic.times[samples], distances(*seen)
    closing = np.full(len(rows), np.nan)
    with np.errstate(divide="ignore", invalid="ignore"):
        closing[1:] = -np.diff(distance) / np.diff(times)
    closing[~follows] = np.nan
    return PairSamples(
        first, second, samples, times, seen, (velocities[0], velocities[1]),
        (poses[0][:, 2] + poses[1][:, 2]) / 2.0, follows, apart, distance, closing,
        times_to_touch(*seen, velocities[1] - velocities[0]),
    )  # fmt: skip
