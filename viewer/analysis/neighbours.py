"""Who comes near whom, and when: pairs from a tree of boxes, a second of the recording at a time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

import numpy as np
import shapely
from numpy.typing import NDArray

from viewer.analysis.boxes import lengths
from viewer.analysis.traffic import Traffic, changes
from viewer.arrays import Flags, Ints
from viewer.cancellation import Proceed, always, check

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
_SPARE = 1.0
"""Metres that are added on all sides."""
_LEAST = 0.2
"""Seconds that a period has at least."""

Singles: TypeAlias = NDArray[np.floating]


class _Reaches(NamedTuple):
    """Least and greatest x, y that lives (N,) could reach in periods (N,), (N, 2) each; NaN if not known."""

    periods: Ints
    lives: Ints
    low: Singles
    high: Singles


class Encounters(NamedTuple):
    """Stretches of time in which two lives are near each other; all of two lives follow each other.

    Attributes:
        first: number of the one life, that with the lower id, shape (E,).
        second: number of the other, shape (E,).
        begins: the moment it begins, shape (E,).
        ends: the moment after its last one, shape (E,).

    """

    first: Ints
    second: Ints
    begins: Ints
    ends: Ints


def find_encounters(traffic: Traffic, chosen: Flags, reach: float, proceed: Proceed = always) -> Encounters:
    """Return when pairs with at least one of the chosen lives (N,) are near each other.

    Near are those whose boxes may come together within ``reach`` seconds. Two that stand, those of one family
    (what is attached to each other), and those who are never there at the same time are no pairs.
    """
    ticks = np.floor((traffic.times - traffic.times[:1]) / (_PERIOD / _LOOKS)).astype(np.int64)
    looks, starts = changes(ticks), changes(ticks // _LOOKS)
    stops = np.append(starts[1:], len(ticks))
    found = [(np.empty(0, np.int64),) * 3]
    for begin in range(0, len(starts), _TOGETHER):
        check(proceed, 0.0)
        part = slice(begin, begin + _TOGETHER)
        reaches = _reaches(traffic, starts[part], stops[part], looks, _MARGIN * reach)
        first, second, period = _overlaps(reaches, traffic.moves, chosen)
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
    return Encounters(
        np.where(later, second, first), np.where(later, first, second), begins[heads], ends[tails]
    )


def _reaches(traffic: Traffic, starts: Ints, stops: Ints, looks: Ints, ahead_for: float) -> _Reaches:
    """Return how far lives could get in periods that follow each other, by period and then by life.

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
    begins, ends = (_seen(traffic, mover, moments[when]) for moments in (starts, lasts))
    least, greatest = np.fmin(begins, ends), np.fmax(begins, ends)
    for moments in often[1:]:  # much faster than to reduce along an axis
        there = _seen(traffic, mover, moments[when])
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
    return _Reaches(period, life, low - radius, high + radius)


def _seen(traffic: Traffic, lives: Ints, moments: Ints) -> Singles:
    """Return x and y of moving lives at moments, shape (K, 2); NaN where one is not there."""
    alive = (traffic.begins[lives] <= moments) & (moments < traffic.ends[lives])
    return np.where(alive[:, None], traffic.xy_at(lives, moments), np.float32(np.nan))


def _overlaps(reaches: _Reaches, moves: Flags, chosen: Flags) -> tuple[Ints, Ints, Ints]:
    """Return pairs of lives whose reaches overlap, and in which period, shape (E,) each.

    One of them at least moves, and one is chosen.
    """
    known = np.isfinite(reaches.high - reaches.low).all(axis=1)
    periods, lives, low, high = (each[known] for each in reaches)
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


def seconds_ahead(limits: Mapping[str, float]) -> float:
    """Return how many seconds ahead it matters who comes near."""
    return max(limits[name] for name in ("ttc", "headway", "pet"))
