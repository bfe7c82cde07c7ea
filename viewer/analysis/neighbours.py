"""Who comes near whom, and when: pairs from a grid, a second of the recording at a time."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from viewer.analysis.traffic import Traffic, lasting
from viewer.arrays import Floats, Ints
from viewer.cancellation import Proceed, always, check
from viewer.quick_dataclass import dataclass
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
_CELL = 32.0
"""Metres."""
FEW = 4
"""Lives that are compared with everybody, without a grid."""
_MOST_CELLS = 64
"""Cells along one axis that one actor enters; who is everywhere at once is damage."""

Singles = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Encounters:
    """Stretches of time in which two lives are near each other.

    Attributes:
        first: number of the one life, shape (E,).
        second: number of the other, greater, shape (E,).
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
        """Cut them into groups of at most so many moments, but of at least one encounter each."""
        total = np.cumsum(self.ends - self.begins)
        begin = 0
        while begin < len(self):
            done = total[begin - 1] if begin else 0
            end = max(int(np.searchsorted(total, done + most, side="right")), begin + 1)
            yield slice(begin, end)
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
    family = _families(traffic)
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
    return Encounters(first[heads], second[heads], begins[heads], ends[tails])


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
    ahead = np.zeros((count, periods, 2), np.float32)
    moving = np.flatnonzero(traffic.moves)
    if len(moving):
        slots = traffic.slots[moving]
        lasts = np.minimum(stops, len(times) - 1)  # the first moment of the next period counts too
        ticks = _ticks(times[starts[0] : stops[-1]], times[0])
        looks = starts[0] + np.flatnonzero(np.diff(ticks, prepend=-1))
        xy, ends, begins = traffic.xy[looks], traffic.xy[lasts], traffic.xy[starts]
        places = np.searchsorted(looks, starts)
        counts = np.diff(places, append=len(looks))
        least, greatest = np.fmin(begins, ends), np.fmax(begins, ends)
        for look in range(1, int(counts.max())):  # much faster than to reduce along the first axis
            there = xy[places + np.minimum(look, counts - 1)]
            np.fmin(least, there, out=least)
            np.fmax(greatest, there, out=greatest)
        seconds = np.maximum(times[lasts] - times[starts], _LEAST).astype(np.float32)[:, None, None]
        goes = (ends - begins) / seconds
        # Who is not there at both ends of the period, or is put elsewhere, may go anywhere.
        around = (greatest - least) / seconds
        unknown = ~_both(np.isfinite(goes))
        low[moving], high[moving] = (each.transpose(1, 0, 2)[slots] for each in (least, greatest))
        ahead[moving] = np.where(unknown[..., None], 0.0, goes).transpose(1, 0, 2)[slots]
        spread = np.where(
            unknown[..., None], np.fmax(around * ahead_for, _ANYWHERE), np.abs(goes) * _DEVIATION
        )
        spread = np.nan_to_num(np.maximum(spread[..., 0], spread[..., 1])).T[slots]
        low[moving] -= spread[..., None]
        high[moving] += spread[..., None]
    still = np.flatnonzero(~traffic.moves)
    low[still] = high[still] = traffic.poses_at(still, traffic.begins[still])[:, None, :2]
    dead = (traffic.begins[:, None] >= stops) | (starts >= traffic.ends[:, None])
    low[dead], high[dead] = np.nan, np.nan
    centers, extents = traffic.boxes.centers[:, :2], traffic.boxes.extents[:, :2]
    radius = np.hypot(extents[:, 0], extents[:, 1]) + np.hypot(centers[:, 0], centers[:, 1]) + spare
    reach = radius.astype(np.float32)[:, None, None]
    low += np.minimum(ahead * ahead_for, 0.0) - reach
    high += np.maximum(ahead * ahead_for, 0.0) + reach
    return low, high


def _overlaps(
    low: Singles, high: Singles, moves: NDArray[np.bool_], chosen: NDArray[np.bool_]
) -> tuple[Ints, Ints, Ints]:
    """Return pairs of lives whose bounds overlap and the period, each once, with one at least that moves."""
    if chosen.sum() <= FEW:
        return _overlaps_of_few(low, high, moves, np.flatnonzero(chosen))
    life, period = np.nonzero(_both(np.isfinite(low)) & _both(np.isfinite(high)))
    begin = np.floor(low[life, period] / _CELL).astype(np.int64)
    size = np.clip(np.floor(high[life, period] / _CELL).astype(np.int64) - begin + 1, 1, _MOST_CELLS)
    entry = np.repeat(np.arange(len(life)), size.prod(axis=1))
    number = np.arange(len(entry)) - np.repeat(
        np.cumsum(size.prod(axis=1)) - size.prod(axis=1), size.prod(axis=1)
    )
    column = begin[entry, 0] + number // size[entry, 1]
    row = begin[entry, 1] + number % size[entry, 1]
    # Cells far from each other may share a key: they only give pairs that are looked at in vain.
    key = (period[entry] * 4096 + column % 4096) * 4096 + row % 4096
    order = np.argsort(key, kind="stable")
    entry, key = entry[order], key[order]
    found = []
    for one, other in _pairs_within(key):
        a, b = entry[one], entry[other]
        la, lb = life[a], life[b]
        touch = _both(low[la, period[a]] <= high[lb, period[a]])
        touch &= _both(low[lb, period[a]] <= high[la, period[a]])
        touch &= (moves[la] | moves[lb]) & (chosen[la] | chosen[lb]) & (la != lb)
        least, most = np.minimum(la, lb)[touch], np.maximum(la, lb)[touch]
        found.append((period[a][touch] * len(moves) + least) * len(moves) + most)
    pairs = np.unique(np.concatenate(found)) if found else np.empty(0, np.int64)
    rest, second = np.divmod(pairs, max(len(moves), 1))
    periods, first = np.divmod(rest, max(len(moves), 1))
    return first, second, periods


def _overlaps_of_few(
    low: Singles, high: Singles, moves: NDArray[np.bool_], chosen: Ints
) -> tuple[Ints, Ints, Ints]:
    """Return the same where few are chosen, comparing each of them with everybody."""
    found = []
    for life in chosen.tolist():
        touch = _both(low[life] <= high) & _both(low <= high[life])  # not where there is a NaN
        touch &= (moves | moves[life])[:, None]
        touch[life] = False
        others, periods = np.nonzero(touch)
        found.append((np.minimum(others, life), np.maximum(others, life), periods))
    if not found:
        return np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0, np.int64)
    first, second, period = np.unique(np.concatenate(found, axis=1), axis=1)
    return first, second, period


def _pairs_within(key: Ints) -> Iterator[tuple[Ints, Ints]]:
    """Yield the pairs of places with equal keys, which are sorted: neighbours, those two apart, and so on."""
    places = np.arange(len(key))
    distance = 1
    while True:
        places = places[places + distance < len(key)]
        places = places[key[places] == key[places + distance]]
        if not len(places):
            return
        yield places, places + distance
        distance += 1


def _families(traffic: Traffic) -> Ints:
    """Return the topmost carrier of each life, as a row of the actor table, shape (N,)."""
    parents = traffic.index.actors.parent
    family = traffic.rows.copy()
    for _ in range(8):  # longer chains are damage
        up = parents[family]
        family = np.where(up >= 0, up, family)
    return family
