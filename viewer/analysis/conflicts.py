"""Rules for conflicts of two actors: near misses, time to collision, headway, crossing paths."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from viewer.analysis.boxes import Rectangles, components, depths, lengths
from viewer.analysis.contacts import BoxContact, add_contacts, find_box_contacts, recorded_collisions
from viewer.analysis.event_table import Severity, within_a_second
from viewer.analysis.pairs import PairSamples, near_pairs
from viewer.analysis.rule_context import RuleContext
from viewer.analysis.traffic import Traffic, changes
from viewer.arrays import Flags, Floats, multi_arange
from viewer.cancellation import check
from viewer.recording.actors import VEHICLES, Category

_STANDS = 0.005
"""Speed in m/s up to which a vehicle counts as standing: it does not drive towards another actor then."""
_TTC_HOLD = 0.3
_HEADWAY_HOLD, _HEADWAY_SLOWEST = 1.0, 2.0
"""Least seconds that a headway must be too low to be an event, and least m/s of the vehicle behind.

A headway is the time in which that vehicle reaches the place of the one ahead; it means nothing in a creeping
queue.
"""
_DRAC_HOLD, _DRAC_CLOSING = 0.2, 0.5
_DRAC_MOST = 12.68
"""Largest deceleration needed to avoid a crash that is reported, in m/s²; greater ones are cut to it.

It is the best that brakes can do on a dry road.
"""
_NEAR_MISS_TIME = 1.0
"""Greatest time in seconds from a low time to collision of two actors to a near miss of them."""
_SAME_WAY = np.cos(np.radians(30.0))
"""Least cosine of the angle between the headings of two vehicles of which one follows the other (30°)."""
_ONCOMING = np.cos(np.radians(120.0))
_CROSSES = np.sin(np.radians(30.0))
"""Least sine of the angle between two headings for which paths cross; at smaller angles, they merge."""
_SLOWEST = 0.5
"""Speed in m/s; only an actor faster than this can be found on course to cross the path of another one."""
_LOOK = 2.0
"""Seconds before and after the crossing of two actors' paths for which their boxes are compared, too.

The threshold ``pet`` (post-encroachment time) is added to the seconds after it.
"""
_JOINED = 2.0
_TOGETHER, _BLOCK = 64, 50_000
"""Number of crossings of paths that are judged at once, and of pairs of boxes that are compared for them."""


class _Crossing(NamedTuple):
    """Crossing of the paths of two actors, with one of them on it.

    Attributes:
        one: track of the actor that is on the crossing.
        other: track of the actor that moves towards it.
        first: first sample at which ``one`` is there.
        last: last sample.
        x: metres.
        y: metres.
    """

    one: int
    other: int
    first: int
    last: int
    x: float
    y: float


def add_pair_events(context: RuleContext) -> None:
    """Find all events between two actors, and add them to ``context``: collisions, contacts and conflicts."""
    traffic, limits = context.traffic, context.thresholds
    box_contacts: list[BoxContact] = []
    crossings: list[_Crossing] = []
    collisions = recorded_collisions(context)
    contacts: defaultdict[frozenset[int | None], list[tuple[int, int]]] = defaultdict(list)  # samples
    for collision in collisions:
        contacts[frozenset(collision.tracks)].append((collision.begin, collision.end))
    reach = max(limits[name] for name in ("ttc", "headway", "pet"))
    for pairs in near_pairs(traffic, context.judged, reach, context.should_continue):
        found = find_box_contacts(traffic, pairs, limits)
        check(context.should_continue, 0.0)
        for box_contact in found:
            contacts[frozenset(box_contact.tracks)].append(box_contact.samples)
        box_contacts += found
        _add_near_misses(context, pairs, contacts)
        check(context.should_continue, 0.0)
        _add_conflicts(context, pairs)
        check(context.should_continue, 0.0)
        crossings += _crossings(context, pairs, {frozenset(box_contact.tracks) for box_contact in found})
        if len(crossings) >= _TOGETHER:
            _add_encroachments(context, crossings)
            crossings = []
    _add_encroachments(context, crossings)
    traffic.release()
    add_contacts(context, box_contacts, collisions)


def _add_near_misses(
    context: RuleContext,
    pairs: PairSamples,
    contacts: Mapping[frozenset[int | None], Sequence[tuple[int, int]]],
) -> None:
    """Add the near misses in ``pairs``: small gaps while closing, shortly after a low time to collision.

    A gap within a second of a contact of the same two actors is not a near miss. ``contacts`` has the (first,
    last) sample of each contact, by the set of the two track indices (None for scenery).
    """
    limits, traffic = context.thresholds, context.traffic
    drives = np.isin(traffic.category, VEHICLES)
    close = drives[pairs.first] | drives[pairs.second]
    close &= (pairs.distances >= 0.0) & (pairs.distances < limits["near_miss.gap"])
    closing = close & (pairs.closing >= limits["near_miss.closing"])
    if not closing.any():
        return
    urgent = _was_urgent(pairs, limits["ttc"])
    for rows, tracks, samples in pairs.spans(close):
        counts = closing[rows]
        if not (counts & urgent[rows]).any():
            continue
        span, others = traffic.times[[*samples]], contacts.get(frozenset(tracks), ())
        if any(within_a_second(span, traffic.times[[*contact]]) for contact in others):
            continue
        least = rows.start + int(np.argmin(pairs.distances[rows]))
        note = f"closing at {pairs.closing[rows][counts].max():.1f} m/s"
        context.add(
            "near_miss", samples, context.in_order(*tracks), pairs.distances[least], limits["near_miss.gap"],
            note=note, place=_midpoint(pairs, least),
        )  # fmt: skip


def _was_urgent(pairs: PairSamples, limit: float) -> Flags:
    """Return a mask, shape (M,), of the rows of ``pairs`` at most 1 s after a low time to collision.

    A row is one pair of actors at one moment. The time to collision is low below ``limit`` seconds. It must
    be that of the same pair, without a gap in time since.
    """
    rows = np.arange(len(pairs))
    latest = np.maximum.accumulate(np.where(pairs.times_to_collision < limit, rows, -1))
    unbroken = latest >= np.maximum.accumulate(np.where(pairs.follows, 0, rows))
    return np.asarray(unbroken & (pairs.times - pairs.times[latest] <= _NEAR_MISS_TIME))


def _add_conflicts(context: RuleContext, pairs: PairSamples) -> None:
    """Add events of low time to collision, low headway, and high needed deceleration to ``context``.

    The rules are applied to each pair in both orders: either actor may be the one that has the other ahead.
    """
    reported: set[tuple[int, int, int]] = set()
    pairs = pairs.along_motion()
    for view in (pairs, pairs.reversed()):
        ahead = _has_ahead(context.traffic, view)
        if not ahead.any():
            continue
        _add_times_to_collision(context, view, ahead, reported)
        ahead &= np.isin(context.traffic.category, VEHICLES)[view.second]
        follows = _among(view, ahead, _follows)
        _add_headways(context, view, follows)
        _add_decelerations(context, view, follows)


def in_danger(traffic: Traffic, pairs: PairSamples) -> Flags:
    """Return the rows of ``pairs`` in which the first actor drives towards the second, as a mask, shape (M,).

    A row is one pair of actors at one moment. The second is ahead of the first, and not oncoming in a lane of
    its own.
    """
    pairs = pairs.along_motion()
    return _among(pairs, _has_ahead(traffic, pairs), _is_in_the_way)


def _among(pairs: PairSamples, rows: Flags, test: Callable[[Rectangles, Rectangles], Flags]) -> Flags:
    """Return a mask of the pairs of actors selected by ``rows`` whose two bounding boxes pass ``test``.

    ``rows`` and the result are masks of ``pairs``, shape (M,). ``test`` is called only with the boxes of the
    selected pairs.
    """
    places = np.flatnonzero(rows)
    found = np.zeros(len(pairs), np.bool_)
    found[places] = test(*(box.take(places) for box in pairs.boxes))
    return found


def _has_ahead(traffic: Traffic, pairs: PairSamples) -> Flags:
    """Return a mask, shape (M,), of the rows of ``pairs`` in which a moving vehicle has another actor ahead.

    The vehicle is the first actor of the pair. It is False where the boxes of both actors overlap.
    """
    one, other = pairs.boxes
    along, _ = components(one, other.centers - one.centers)
    drives = np.isin(traffic.category, VEHICLES)[pairs.first] & (pairs.speeds[0] > _STANDS)
    return np.asarray(drives & (along > 0.0) & (pairs.distances > 0.0))


def _across(one: Rectangles, other: Rectangles) -> Floats:
    return np.abs(components(one, other.centers - one.centers)[1])


def _follows(one: Rectangles, other: Rectangles) -> Flags:
    """Return a mask of the pairs of bounding boxes in which ``other`` is in line with ``one``, shape (K,).

    The heading of ``other`` then differs by less than 30°, and its centre is less than the sum of both
    half-widths to the side.
    """
    in_corridor = _across(one, other) < one.extents[:, 1] + other.extents[:, 1]
    return np.asarray((components(one, other.headings)[0] > _SAME_WAY) & in_corridor)


def _is_in_the_way(one: Rectangles, other: Rectangles) -> Flags:
    """Return a mask of the pairs of vehicles in which one may be in the way of the other, shape (K,).

    It is False only for vehicles that come towards each other in lanes side by side. ``one`` and ``other``
    are the bounding boxes of the vehicles of each pair.
    """
    widths = one.extents[:, 1] + other.extents[:, 1]
    head_on = (_across(one, other) < widths) & (_across(other, one) < widths)
    return np.asarray((components(one, other.headings)[0] >= _ONCOMING) | head_on)


def _add_times_to_collision(
    context: RuleContext, pairs: PairSamples, ahead: Flags, reported: set[tuple[int, int, int]]
) -> None:
    limits = context.thresholds
    limit = min(limits["ttc"], limits["ttc.horizon"])
    soon = _among(pairs, ahead & (pairs.times_to_collision < limit), _is_in_the_way)
    for tracks, samples, least in _worst(pairs, soon, pairs.times_to_collision, _TTC_HOLD):
        during = range(samples[0], samples[1] + 1)
        if not reported.isdisjoint((*tracks[::-1], sample) for sample in during):  # reported the other way
            continue
        reported |= {(*tracks, sample) for sample in during}
        value = float(pairs.times_to_collision[least])
        severity = Severity.HIGH if value < limits["ttc.severe"] else Severity.MEDIUM
        note = f"{pairs.distances[least]:.1f} m apart then"
        context.add(
            "ttc", samples, tracks, value, limit, severity=severity, note=note, place=_midpoint(pairs, least)
        )


def _worst(
    pairs: PairSamples, beyond: Flags, values: Floats, hold: float
) -> Iterator[tuple[tuple[int, int], tuple[int, int], int]]:
    """Yield the worst moment of each span in which the mask ``beyond`` (M,) is True for one pair of actors.

    For each span: the pair's two tracks; its first and last sample; and the row of ``pairs`` in the span at
    which ``values`` (M,) is least. Spans shorter than ``hold`` seconds are left out.
    """
    for rows, tracks, samples in pairs.spans(beyond, hold=hold):
        places = rows.start + np.flatnonzero(beyond[rows])
        yield tracks, samples, int(places[np.argmin(values[places])])


def _add_headways(context: RuleContext, pairs: PairSamples, follows: Flags) -> None:
    limit = context.thresholds["headway"]
    with np.errstate(divide="ignore", invalid="ignore"):
        headways = pairs.distances / pairs.speeds[0]
    near = follows & (headways < limit) & (pairs.speeds[0] >= _HEADWAY_SLOWEST)
    for tracks, samples, least in _worst(pairs, near, headways, _HEADWAY_HOLD):
        note = f"{pairs.distances[least]:.1f} m behind at {pairs.speeds[0][least]:.1f} m/s"
        context.add("headway", samples, tracks, headways[least], limit, severity=Severity.LOW, note=note)


def _add_decelerations(context: RuleContext, pairs: PairSamples, follows: Flags) -> None:
    limit = context.thresholds["drac"]
    # Only speed along the follower's heading needs braking.
    velocity, _ = components(pairs.boxes[0], pairs.velocities[0] - pairs.velocities[1])
    closing = np.maximum(velocity, 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        needed = np.minimum(closing**2 / (2.0 * pairs.distances), _DRAC_MOST)
    hard = follows & (needed > limit) & (closing >= _DRAC_CLOSING)
    for tracks, samples, most in _worst(pairs, hard, -needed, _DRAC_HOLD):
        note = f"closing at {closing[most]:.1f} m/s, {pairs.distances[most]:.1f} m apart"
        if needed[most] == _DRAC_MOST:
            note += ", more than brakes can do"
        context.add("drac", samples, tracks, needed[most], limit, severity=Severity.MEDIUM, note=note)


def _midpoint(pairs: PairSamples, row: int) -> Floats:
    """Return the point midway between the two actors in ``row`` of ``pairs``: x, y, z in metres, (3,)."""
    one, other = pairs.boxes
    return np.append((one.centers[row] + other.centers[row]) / 2.0, pairs.heights[row])


def _crossings(
    context: RuleContext, pairs: PairSamples, touched: Container[frozenset[int]]
) -> Iterator[_Crossing]:
    """Yield the crossings of paths in ``pairs``, once for each span of time that an actor is on one.

    Pairs in ``touched`` (sets of two track indices) are left out.
    """
    limit, traffic = context.thresholds["pet"], context.traffic
    moving = traffic.moves & (traffic.category != Category.PROP)
    pairs = pairs.along_motion()
    for view in (pairs, pairs.reversed()):
        check(context.should_continue, 0.0)
        rows = np.flatnonzero(moving[view.first] & moving[view.second] & (view.speeds[0] > _SLOWEST))
        over, where = np.zeros(len(view), np.bool_), np.empty((len(view), 2))
        boxes = [each.take(rows) for each in view.boxes]
        over[rows], where[rows] = _over_the_crossing(boxes[0], boxes[1], view.speeds[1][rows], limit)
        for span, tracks, samples in view.spans(over, gap=_JOINED):
            if frozenset(tracks) not in touched:
                yield _Crossing(*tracks, *samples, *where[(span.start + span.stop - 1) // 2].tolist())


def _add_encroachments(context: RuleContext, crossings: Sequence[_Crossing]) -> None:
    """Add events of low post-encroachment time: one actor left a crossing just before another entered it."""
    limit, traffic = context.thresholds["pet"], context.traffic
    found: list[tuple[int, int]] = []
    for start in range(0, len(crossings), _TOGETHER):
        check(context.should_continue, 0.0)
        found += _left_and_entered(traffic, crossings[start : start + _TOGETHER], limit)
    for each, (left, entered) in zip(crossings, found, strict=True):
        value = 0.0 if left < 0 else float(traffic.times[entered] - traffic.times[left])
        if 0.0 < value < limit:
            z = traffic.positions_at(each.one, np.array([left]))[0, 2]
            ids = traffic.index.actors.actor_id[traffic.rows[[each.one, each.other]]].tolist()
            context.add(
                "pet", (left, entered), context.in_order(each.one, each.other), value, limit,
                note=f"{ids[0]} left, then {ids[1]} came", place=(each.x, each.y, z),
            )  # fmt: skip


def _over_the_crossing(
    one: Rectangles, other: Rectangles, speeds: Floats, limit: float
) -> tuple[Flags, Floats]:
    """Return a mask of the pairs in which ``one`` is on the crossing of both paths, and the crossings.

    The mask has shape (K,); crossings are x and y in metres, shape (K, 2), meaningless where the mask is
    False. A crossing must be ahead of ``other``, and so near that it can be there in about ``limit`` seconds
    at its speed. ``speeds`` are those of ``other`` in m/s, shape (K,).
    """
    _, cross = components(one, other.headings)
    offset = other.centers - one.centers
    with np.errstate(divide="ignore", invalid="ignore"):
        along, ahead = -components(other, offset)[1] / cross, -components(one, offset)[1] / cross
        over = (np.abs(cross) > _CROSSES) & (np.abs(along) < one.extents[:, 0] + other.extents[:, 1])
        reach = (limit + 1.0) * np.maximum(speeds, 2.0) + other.extents[:, 0] + one.extents[:, 1]
        over &= (ahead > 0.0) & (ahead < reach)
        where = one.centers + np.nan_to_num(along)[:, None] * one.headings
    return over, where


def _left_and_entered(
    traffic: Traffic, crossings: Sequence[_Crossing], limit: float
) -> Iterator[tuple[int, int]]:
    """Return for each crossing the last sample of ``one`` on it, and the first of ``other`` on it.

    A crossing is the area near its point that both boxes cover, at different times; −1 and the number of
    samples if there is none. Boxes are compared from 2 s before ``first`` to ``limit`` + 2 s after ``last``.
    """
    one, other, first, last = np.array([each[:4] for each in crossings]).T
    where = np.array([each[4:] for each in crossings])
    times, extents = traffic.times, traffic.boxes.extents
    begins, ends = np.searchsorted(times, (times[first] - _LOOK, times[last] + (limit + _LOOK)))
    reach = lengths(extents[one]) + lengths(extents[other])
    near = []
    for track in (one, other):
        starts = np.maximum(begins, traffic.begins[track])
        counts = np.maximum(np.minimum(ends, traffic.ends[track]) - starts, 0)
        crossing, samples = np.repeat(np.arange(len(track)), counts), multi_arange(starts, counts)
        box, moving = traffic.boxes_at(track[crossing], samples), traffic.moving_at(track[crossing], samples)
        there = (lengths(box.centers - where[crossing]) < reach[crossing]) & moving["judged"]
        there[1:] &= ~moving["broken"][:-1] | (np.diff(crossing) != 0)
        rows = np.flatnonzero(there)
        near.append((crossing[rows], samples[rows], box.take(rows)))
    (mine, when, ours), (theirs, later, others) = near
    left, entered = np.full(len(one), -1), np.full(len(one), len(times))
    starts, stops = (np.searchsorted(theirs, mine, side=side) for side in ("left", "right"))
    blocks = changes(np.cumsum(stops - starts) // _BLOCK)
    for block in (slice(*each) for each in pairwise([*blocks.tolist(), len(mine)])):
        counts = (stops - starts)[block]
        i, j = np.repeat(np.arange(len(mine))[block], counts), multi_arange(starts[block], counts)
        shared = depths(ours.take(i), others.take(j)) > 0.0
        np.maximum.at(left, mine[i[shared]], when[i[shared]])
        np.minimum.at(entered, mine[i[shared]], later[j[shared]])
    return zip(left.tolist(), entered.tolist(), strict=True)
