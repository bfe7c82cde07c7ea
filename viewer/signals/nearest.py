"""Signals between an actor and those around it: distances between boxes, and times until they would touch."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from viewer.analysis.boxes import distances, times_to_touch
from viewer.analysis.conflicts import in_danger
from viewer.analysis.pairs import near_pairs
from viewer.analysis.traffic import Traffic
from viewer.arrays import Floats, Ints
from viewer.cancellation import check
from viewer.signals.series import Samples
from viewer.signals.town import TownReading

HORIZON = 10.0
"""Seconds ahead within which motion is continued."""
_BLOCK = 1 << 16
_NOTHING = Samples(np.empty(0, np.int64), np.empty(0), recorded=False)


@dataclass(frozen=True, eq=False)
class Nearest:
    """Who is nearest to an actor at some moments: (K,) moments, lives, and metres between the boxes."""

    moments: Ints
    lives: Ints
    distances: Floats


def nearest_distance(reading: TownReading) -> Samples:
    """Return the metres from the actor's box to the nearest other one; negative by how deep they overlap."""
    nearest = find_nearest(reading)
    if nearest is None:
        return _NOTHING
    return Samples(reading.traffic.frames[nearest.moments], nearest.distances, recorded=False)


def nearest_id(reading: TownReading) -> Samples:
    """Return the id of the nearest other actor."""
    nearest = find_nearest(reading)
    if nearest is None:
        return _NOTHING
    traffic = reading.traffic
    ids = traffic.index.actors.actor_id[traffic.rows[nearest.lives]].astype(np.float64)
    return Samples(traffic.frames[nearest.moments], ids, recorded=False)


def find_nearest(reading: TownReading) -> Nearest | None:
    """Return who is nearest to the actor of a reading at each moment that tells both; None if it has none.

    Boxes are compared seen from above, of those on the same level; parents and what they carry are no pair.
    """
    traffic = reading.traffic
    life = _life(traffic, reading.row)
    if life is None:
        return None
    moments = _judged(traffic, life)
    actors = traffic.index.actors
    row = int(traffic.rows[life])
    others = np.flatnonzero(
        (traffic.rows != row) & (actors.parent[traffic.rows] != row) & (traffic.rows != actors.parent[row])
    )
    found = np.full(len(moments), np.inf)
    who = np.full(len(moments), -1, np.int64)
    block = max(_BLOCK // max(len(others), 1), 1)
    for start in range(0, len(moments) if len(others) else 0, block):
        check(reading.proceed, start / len(moments))
        part = slice(start, start + block)
        found[part], who[part] = _nearest_of(traffic, life, others, moments[part])
    known = who >= 0
    return Nearest(moments[known], who[known], found[known])


def _nearest_of(traffic: Traffic, life: int, others: Ints, moments: Ints) -> tuple[Floats, Ints]:
    """Return distances and lives of the nearest of some others at some moments, both (K,)."""
    number, other = (each.ravel() for each in np.indices((len(moments), len(others))))
    lives, when = others[other], moments[number]
    there = (traffic.begins[lives] <= when) & (when < traffic.ends[lives])
    number, lives, when = number[there], lives[there], when[there]
    boxes = traffic.boxes
    mine, theirs = traffic.places_at(np.full(len(when), life), when), traffic.places_at(lives, when)
    heights = np.abs(theirs[:, 2] + boxes.centers[lives, 2] - mine[:, 2] - boxes.centers[life, 2])
    with np.errstate(invalid="ignore"):
        level = heights < boxes.extents[lives, 2] + boxes.extents[life, 2]
        far = np.hypot(*(theirs - mine)[:, :2].T)
    radii = np.hypot(*boxes.extents[:, :2].T) + np.hypot(*boxes.centers[:, :2].T)
    reach = radii[lives] + radii[life]
    known = level & np.isfinite(far)
    # Only those can be the nearest whose circle is as near as the far side of the nearest one's.
    most = np.full(len(moments), np.inf)
    np.minimum.at(most, number[known], (far + reach)[known])
    rows = np.flatnonzero(known & (far - reach <= most[number]))
    number, lives, when = number[rows], lives[rows], when[rows]
    one = traffic.boxes.seen_from_above(np.full(len(rows), life), mine[rows])
    two = traffic.boxes.seen_from_above(lives, theirs[rows])
    distance = distances(one, two)
    found, who = np.full(len(moments), np.inf), np.full(len(moments), -1, np.int64)
    order = np.lexsort((distance, number))
    first = order[np.flatnonzero(np.diff(number[order], prepend=-1))]
    found[number[first]], who[number[first]] = distance[first], lives[first]
    return found, who


def time_to_collision(reading: TownReading) -> Samples:
    """Return the least time to collision of the actor with anybody ahead, seconds, up to 10 s.

    It is that of the rule: both keep speed and heading; nobody counts who comes along a lane of its own.
    """
    traffic = reading.traffic
    life = _life(traffic, reading.row)
    if life is None:
        return _NOTHING
    chosen = np.arange(len(traffic)) == life
    least = np.full(len(traffic.times), np.inf)
    for pairs in near_pairs(traffic, chosen, HORIZON, reading.proceed):
        for view in (pairs, pairs.reversed()):
            mine = in_danger(traffic, view) & (view.first == life) & (view.times_to_collision <= HORIZON)
            np.minimum.at(least, view.moments[mine], view.times_to_collision[mine])
    moments = np.flatnonzero(np.isfinite(least))
    return Samples(traffic.frames[moments], least[moments], recorded=False)


def box_distance(reading: TownReading) -> Samples:
    """Return the metres between the boxes of two actors from above; negative by how deep they overlap."""
    pair = _pair(reading)
    if pair is None:
        return _NOTHING
    traffic, one, other, moments = pair
    boxes = [
        traffic.boxes.seen_from_above(lives, traffic.places_at(lives, moments))
        for lives in (np.full(len(moments), one), np.full(len(moments), other))
    ]
    return Samples(traffic.frames[moments], distances(boxes[0], boxes[1]), recorded=False)


def pair_time_to_collision(reading: TownReading) -> Samples:
    """Return in how many seconds, up to 10, two boxes touch if both keep speed and heading."""
    pair = _pair(reading)
    if pair is None:
        return _NOTHING
    traffic, one, other, moments = pair
    traffic.prepare(np.array([one, other]), reading.proceed)
    lives = [np.full(len(moments), each) for each in (one, other)]
    boxes = [traffic.boxes.seen_from_above(each, traffic.places_at(each, moments)) for each in lives]
    velocities = [traffic.velocities_at(each, moments) for each in lives]
    times = times_to_touch(boxes[0], boxes[1], velocities[1] - velocities[0])
    soon = np.flatnonzero(times <= HORIZON)
    return Samples(traffic.frames[moments[soon]], times[soon], recorded=False)


def _pair(reading: TownReading) -> tuple[Traffic, int, int, Ints] | None:
    """Return everybody, two lives, and the moments that tell both; None if one has no life."""
    traffic = reading.traffic
    one, other = _life(traffic, reading.row), _life(traffic, reading.other)
    if one is None or other is None:
        return None
    return traffic, one, other, np.intersect1d(_judged(traffic, one), _judged(traffic, other))


def _judged(traffic: Traffic, life: int) -> Ints:
    """Return the moments at which a life is told and not put away."""
    begin = int(traffic.begins[life])
    if not traffic.moves[life]:
        return np.arange(begin, int(traffic.ends[life]))
    return begin + np.flatnonzero(traffic.motion_of(life).judged)


def _life(traffic: Traffic, row: int) -> int | None:
    found = np.flatnonzero(traffic.rows == row)
    return int(found[0]) if len(found) else None
