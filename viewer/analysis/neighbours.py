"""Who comes near whom, and when: pairs from a tree of boxes, a second of the recording at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from viewer.analysis.traffic import Traffic, lasting
from viewer.arrays import Floats, Ints
from viewer.cancellation import Proceed, always, check
from viewer.recording.index import RecordingIndex

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

Singles = NDArray[np.float32]
Places = NDArray[np.floating]


@dataclass(frozen=True, eq=False)
class Encounters:
    """Stretches of time in which two lives are near each other.

    All of two lives follow each other.

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

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.first)

    def blocks(self, most: int) -> Iterator[slice]:
        """Cut them into groups of at most so many moments, but of all encounters of at least one pair each.

        What is said of a pair depends on all of its moments, so that no pair is cut.
        """
        if not len(self):
            return
        heads = np.flatnonzero((np.diff(self.first) != 0) | (np.diff(self.second) != 0)) + 1
        cuts = np.concatenate(([0], heads, [len(self)]))
        total = np.concatenate(([0], np.cumsum(self.ends - self.begins)))[cuts]
        begin = 0
        while begin < len(cuts) - 1:
            end = max(int(np.searchsorted(total, total[begin] + most, side="right")) - 1, begin + 1)
            yield slice(int(cuts[begin]), int(cuts[end]))
            begin = end


def find_encounters(
    traffic: Traffic,
    chosen: NDArray[np.bool_],
    reach: float,
    proceed: Proceed = always,
    *,
    spare: float = _SPARE,
) -> Encounters:
    """Return when pairs with at least one of the chosen lives (N,) are near each other.

    Near are those whose boxes, with ``spare`` metres more on all sides, may come together within ``reach``
    seconds. Two that stand, those of one
    family (what is attached to each other), and those who are never there at the same time are no pairs.
    """
    starts = _periods(traffic.times)
    stops = np.append(starts[1:], len(traffic.times))
    found = [(np.empty(0, np.int64),) * 3]
    for begin in range(0, len(starts), _TOGETHER):
        check(proceed, 0.0)
        part = slice(begin, begin + _TOGETHER)
        low, high = _bounds(traffic, starts[part], stops[part], _MARGIN * reach, spare)
        first, second, period = _overlaps(low, high, traffic.moves, chosen)
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
    if not len(first):
        return Encounters(first, second, begins, ends)
    new = np.ones(len(first), np.bool_)
    new[1:] = (np.diff(first) != 0) | (np.diff(second) != 0) | (begins[1:] > ends[:-1])
    heads = np.flatnonzero(new)
    tails = np.append(heads[1:], len(first)) - 1
    first, second = first[heads], second[heads]
    # Not by rows: who is written first in the file says nothing about two.
    ids = traffic.index.actors.actor_id[traffic.rows]
    later = ids[first] > ids[second]
    return Encounters(
        np.where(later, second, first), np.where(later, first, second), begins[heads], ends[tails]
    )


def frames_looked_at(index: RecordingIndex) -> Ints:
    """Return the frames whose poses tell who comes near whom, ascending; the encounters are the same."""
    kept = np.flatnonzero(lasting(index.elapsed))
    if not len(kept):
        return kept
    times = index.elapsed[kept]
    looks = kept[np.append(np.flatnonzero(np.diff(_ticks(times, times[0]), prepend=-1)), len(kept) - 1)]
    # Where poses were written one frame late, they stand in the next one.
    after = looks + 1 if index.driven_elapsed is not index.elapsed else looks
    return np.unique(np.concatenate((looks, np.minimum(after, len(index.elapsed) - 1))))


def _both(each: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return what holds for x and for y; much faster than ``all`` along an axis of two."""
    return np.asarray(each[..., 0] & each[..., 1])


def _periods(times: Floats) -> Ints:
    """Return the moments at which periods begin."""
    if not len(times):
        return np.empty(0, np.int64)
    return np.flatnonzero(np.diff(_ticks(times, times[0]) // _LOOKS, prepend=-1))


def _ticks(times: Floats, zero: float) -> Ints:
    """Number the fifths of periods that moments are in."""
    ticks: Ints = np.floor((times - zero) / (_PERIOD / _LOOKS)).astype(np.int64)
    return ticks


def _bounds(
    traffic: Traffic, starts: Ints, stops: Ints, ahead_for: float, spare: float
) -> tuple[Singles, Singles]:
    """Return least and greatest x, y that lives could reach in periods, both (N, P, 2); NaN if not there.

    ``starts`` are their first moments, ``stops`` those after their last ones; they follow each other.
    """
    count, periods = len(traffic), len(starts)
    low, high = (np.full((count, periods, 2), np.nan, np.float32) for _ in range(2))
    if not count or not periods:
        return low, high
    times = traffic.times
    lasts = np.minimum(stops, len(times) - 1)  # the first moment of the next period counts too
    ahead = np.zeros((count, periods, 2), np.float32)
    moving = np.flatnonzero(traffic.moves)
    if len(moving):
        slots = traffic.slots[moving]
        ticks = _ticks(times[starts[0] : stops[-1]], times[0])
        looks = starts[0] + np.flatnonzero(np.diff(ticks, prepend=-1))
        xy, ends, begins = traffic.xy(looks), traffic.xy(lasts), traffic.xy(starts)
        places = np.searchsorted(looks, starts)
        counts = np.diff(places, append=len(looks))
        least, greatest = np.fmin(begins, ends), np.fmax(begins, ends)
        for look in range(1, int(counts.max())):  # much faster than to reduce along the first axis
            there = xy[places + np.minimum(look, counts - 1)]
            np.fmin(least, there, out=least)
            np.fmax(greatest, there, out=greatest)
        seconds = np.maximum(times[lasts] - times[starts], _LEAST).astype(np.float32)[:, None, None]
        goes, spread = _ways(least, greatest, (ends - begins) / seconds, seconds, ahead_for)
        low[moving], high[moving], ahead[moving] = (
            each.transpose(1, 0, 2)[slots] for each in (least - spread, greatest + spread, goes)
        )
        # While somebody comes or goes, its slot may be somebody else's for a part of the period.
        life, period = np.nonzero(
            (traffic.begins[moving, None] > starts) | (traffic.ends[moving, None] <= lasts)
        )
        number = moving[life]
        least, greatest = (np.full((len(life), 2), np.nan, np.float32) for _ in range(2))
        often = [looks[places + np.minimum(look, counts - 1)] for look in range(int(counts.max()))]
        for moments in (each[period] for each in (*often, lasts)):
            alive = (traffic.begins[number] <= moments) & (moments < traffic.ends[number])
            there = np.where(alive[:, None], traffic.xy_at(slots[life], moments), np.nan)
            np.fmin(least, there, out=least)
            np.fmax(greatest, there, out=greatest)
        goes, spread = _ways(least, greatest, np.full_like(least, np.nan), seconds[period, :, 0], ahead_for)
        low[number, period], high[number, period] = least - spread, greatest + spread
        ahead[number, period] = goes
    still = np.flatnonzero(~traffic.moves)
    low[still] = high[still] = traffic.places_at(still, traffic.begins[still])[:, None, :2]
    dead = (traffic.begins[:, None] > lasts) | (starts >= traffic.ends[:, None])
    low[dead], high[dead] = np.nan, np.nan
    centers, extents = traffic.boxes.centers[:, :2], traffic.boxes.extents[:, :2]
    radius = np.hypot(extents[:, 0], extents[:, 1]) + np.hypot(centers[:, 0], centers[:, 1]) + spare
    reach = radius.astype(np.float32)[:, None, None]
    low += np.minimum(ahead * ahead_for, 0.0) - reach
    high += np.maximum(ahead * ahead_for, 0.0) + reach
    return low, high


def _ways(
    least: Places, greatest: Places, goes: Places, seconds: Singles, ahead_for: float
) -> tuple[Places, Places]:
    """Return how fast somebody goes in periods (…, 2), and how far beyond the places it may get, (…, 1)."""
    # Who is not there at both ends of the period, or is put elsewhere, may go anywhere.
    unknown = ~_both(np.isfinite(goes))[..., None]
    around = (greatest - least) / seconds
    spread = np.where(unknown, np.fmax(around * ahead_for, _ANYWHERE), np.abs(goes) * _DEVIATION)
    farthest = np.nan_to_num(np.maximum(spread[..., :1], spread[..., 1:]))
    return np.where(unknown, np.float32(0.0), goes), farthest


def _overlaps(
    low: Singles, high: Singles, moves: NDArray[np.bool_], chosen: NDArray[np.bool_]
) -> tuple[Ints, Ints, Ints]:
    """Return pairs of lives whose bounds overlap and the period, each once, with one at least that moves."""
    least = np.fmin.reduce(low[chosen], initial=np.inf)
    greatest = np.fmax.reduce(high[chosen], initial=-np.inf)
    near = _both(low <= greatest) & _both(least <= high) & _both(np.isfinite(high - low))
    found = [np.empty(0, np.int64)]
    for period in np.flatnonzero(near.any(axis=0)).tolist():
        lives = np.flatnonzero(near[:, period])
        boxes = shapely.box(*low[lives, period].T, *high[lives, period].T)
        asked = chosen[lives]
        other, one = shapely.STRtree(boxes[asked]).query(boxes)
        a, b = lives[asked][one], lives[other]
        pairs = (a != b) & (moves[a] | moves[b])
        a, b = a[pairs], b[pairs]
        found.append((period * len(moves) + np.minimum(a, b)) * len(moves) + np.maximum(a, b))
    keys = np.sort(np.concatenate(found))  # np.unique would hash, and hold the interpreter for seconds
    rest, second = np.divmod(keys[np.diff(keys, prepend=-1) != 0], max(len(moves), 1))
    periods, first = np.divmod(rest, max(len(moves), 1))
    return first, second, periods


def families(traffic: Traffic) -> Ints:
    """Return the topmost carrier of each life, as a row of the actor table, shape (N,)."""
    parents = traffic.index.actors.parent
    family = traffic.rows.copy()
    for _ in range(8):  # longer chains are damage
        up = parents[family]
        family = np.where(up >= 0, up, family)
    return family
