"""Conflicts between two who do not touch: near misses, times to collision, headways, paths that cross."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from viewer.analysis.contacts import JOINED, ContactTimes, Touch
from viewer.analysis.event_table import Severity
from viewer.analysis.inquiry import Inquiry, Measurement, spans
from viewer.analysis.pairs import PairMoments, seen_from_above
from viewer.analysis.rectangles import Rectangles, components, depths
from viewer.analysis.traffic import Traffic
from viewer.arrays import Flags, Floats
from viewer.recording.actors import VEHICLES, Category

_STANDS = 0.005
"""m/s: who is slower conflicts with nobody."""
_TTC_HOLD = 0.3
_HEADWAY_HOLD, _HEADWAY_SLOWEST = 1.0, 2.0
"""Seconds and m/s: in a queue that creeps, headway says nothing."""
_DRAC_HOLD, _DRAC_CLOSING = 0.2, 0.5
_DRAC_MOST = 12.68
"""m/s²: the best that cars brake on a dry road. Who needs more collides, however near the two already are."""
_NEAR_MISS_TIME = 1.0
"""Seconds before, in which it was close to a collision."""
_SAME_WAY = np.cos(np.radians(30.0))
"""Cosine between the headings of those who follow each other."""
_ONCOMING = np.cos(np.radians(120.0))


def add_near_misses(inquiry: Inquiry, pairs: PairMoments, contacts: Iterable[ContactTimes]) -> None:
    """Add where two were close while closing, and would have collided; not beside a contact of theirs."""
    limits = inquiry.thresholds
    distances = pairs.distances
    with np.errstate(invalid="ignore"):
        driven = np.isin(inquiry.traffic.category[pairs.first], VEHICLES)
        driven |= np.isin(inquiry.traffic.category[pairs.second], VEHICLES)
        close = driven & (distances >= 0.0) & (distances < limits["near_miss.gap"])
        closing = close & (pairs.closing >= limits["near_miss.closing"])
    if not closing.any():
        return
    urgent = _was_urgent(pairs, limits["ttc"])
    for begin, end in spans(pairs.times, close, gap=JOINED, apart=pairs.apart, skips=~pairs.follows).tolist():
        rows = np.flatnonzero(closing[begin : end + 1]) + begin
        if not urgent[rows].any():
            continue
        pair, moments = pairs.span(begin, end)
        theirs = chain.from_iterable(known.get(frozenset(pair), ()) for known in contacts)
        if any(_beside(inquiry, moments, contact) for contact in theirs):
            continue
        least = begin + int(np.argmin(distances[begin : end + 1]))
        speed = float(pairs.closing[rows].max())
        finding = Measurement(
            distances[least], limits["near_miss.gap"], Severity.MEDIUM, f"closing at {speed:.1f} m/s"
        )
        inquiry.add("near_miss", moments, inquiry.in_order(*pair), finding, _place(pairs, least))


def _was_urgent(pairs: PairMoments, limit: float) -> Flags:
    """Tell when two would soon have collided in the second before, shape (M,)."""
    rows = np.arange(len(pairs))
    latest = np.maximum.accumulate(np.where(pairs.times_to_collision < limit, rows, -1))
    unbroken = latest >= np.maximum.accumulate(np.where(pairs.follows, 0, rows))
    return np.asarray(unbroken & (pairs.times - pairs.times[latest] <= _NEAR_MISS_TIME))


def _beside(inquiry: Inquiry, one: tuple[int, int], other: tuple[int, int]) -> bool:
    times = inquiry.traffic.times
    return bool(times[one[0]] <= times[other[1]] + JOINED and times[other[0]] <= times[one[1]] + JOINED)


def add_conflicts(inquiry: Inquiry, pairs: PairMoments) -> None:
    """Add low times to collision, low headways, and decelerations needed, of whoever has the other ahead."""
    _ = pairs.distances, pairs.times_to_collision  # once for both views
    reported: set[tuple[int, int, int]] = set()
    for view in (pairs, pairs.reversed()):
        ahead = _has_ahead(inquiry.traffic, view)
        if not ahead.any():
            continue
        _add_times_to_collision(inquiry, view, ahead, reported)
        ahead &= np.isin(inquiry.traffic.category, VEHICLES)[view.second]
        follows = _among(view, ahead, _follows)
        _add_headways(inquiry, view, follows)
        _add_decelerations(inquiry, view, follows)


def in_danger(traffic: Traffic, pairs: PairMoments) -> Flags:
    """Tell whether the first of two drives towards the other: ahead of it, and not in a lane of its own."""
    return _among(pairs, _has_ahead(traffic, pairs), _is_in_the_way)


def _among(pairs: PairMoments, rows: Flags, test: Callable[[Rectangles, Rectangles], Flags]) -> Flags:
    """Tell at which of some rows (M,) a test of both boxes holds; most rows are not tested at all."""
    places = np.flatnonzero(rows)
    found = np.zeros(len(pairs), np.bool_)
    found[places] = test(*(box.take(places) for box in pairs.boxes))
    return found


def _has_ahead(traffic: Traffic, pairs: PairMoments) -> Flags:
    """Tell whether the middle of the second is ahead of the first, a vehicle that moves."""
    one, other = pairs.boxes
    drives = np.isin(traffic.category, VEHICLES)[pairs.first]
    along, _ = components(one, other.centers - one.centers)
    return np.asarray(drives & (along > 0.0) & (pairs.speeds[0] > _STANDS) & (pairs.distances > 0.0))


def _across(one: Rectangles, other: Rectangles) -> Floats:
    return np.abs(components(one, other.centers - one.centers)[1])


def _follows(one: Rectangles, other: Rectangles) -> Flags:
    """Tell whether the second drives ahead of the first in its lane: the same way, and in its corridor."""
    in_corridor = _across(one, other) < one.extents[:, 1] + other.extents[:, 1]
    return np.asarray((components(one, other.headings)[0] > _SAME_WAY) & in_corridor)


def _is_in_the_way(one: Rectangles, other: Rectangles) -> Flags:
    """Tell whether the second does not come towards the first beside it, each in its own lane."""
    widths = one.extents[:, 1] + other.extents[:, 1]
    head_on = (_across(one, other) < widths) & (_across(other, one) < widths)
    return np.asarray((components(one, other.headings)[0] >= _ONCOMING) | head_on)


def _add_times_to_collision(
    inquiry: Inquiry, pairs: PairMoments, ahead: Flags, reported: set[tuple[int, int, int]]
) -> None:
    limits = inquiry.thresholds
    limit = min(limits["ttc"], limits["ttc.horizon"])
    soon = _among(pairs, ahead & (pairs.times_to_collision < limit), _is_in_the_way)
    for begin, end in _held(pairs, soon, _TTC_HOLD):
        pair, moments = pairs.span(begin, end)
        told = {(*pair[::-1], moment) for moment in range(moments[0], moments[1] + 1)}
        if told & reported:  # both have the other ahead
            continue
        reported |= {(*pair, moment) for moment in range(moments[0], moments[1] + 1)}
        times = np.where(soon[begin : end + 1], pairs.times_to_collision[begin : end + 1], np.inf)
        least = begin + int(np.argmin(times))
        value = float(pairs.times_to_collision[least])
        severity = Severity.HIGH if value < limits["ttc.severe"] else Severity.MEDIUM
        note = f"{pairs.distances[least]:.1f} m apart then"
        finding = Measurement(value, limit, severity, note)
        inquiry.add("ttc", moments, pair, finding, _place(pairs, least))


def _add_headways(inquiry: Inquiry, pairs: PairMoments, follows: Flags) -> None:
    limit = inquiry.thresholds["headway"]
    with np.errstate(divide="ignore", invalid="ignore"):
        headways = pairs.distances / pairs.speeds[0]
    near = follows & (headways < limit) & (pairs.speeds[0] >= _HEADWAY_SLOWEST)
    for begin, end in _held(pairs, near, _HEADWAY_HOLD):
        least = begin + int(np.argmin(np.where(near[begin : end + 1], headways[begin : end + 1], np.inf)))
        note = f"{pairs.distances[least]:.1f} m behind at {pairs.speeds[0][least]:.1f} m/s"
        finding = Measurement(headways[least], limit, Severity.LOW, note)
        pair, moments = pairs.span(begin, end)
        inquiry.add("headway", moments, pair, finding)


def _add_decelerations(inquiry: Inquiry, pairs: PairMoments, follows: Flags) -> None:
    limit = inquiry.thresholds["drac"]
    # Along the follower: what the leader does across it needs no braking.
    velocity, _ = components(pairs.boxes[0], pairs.velocities[0] - pairs.velocities[1])
    closing = np.maximum(velocity, 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        needed = np.minimum(closing**2 / (2.0 * pairs.distances), _DRAC_MOST)
    hard = follows & (needed > limit) & (closing >= _DRAC_CLOSING)
    for begin, end in _held(pairs, hard, _DRAC_HOLD):
        most = begin + int(np.argmax(np.where(hard[begin : end + 1], needed[begin : end + 1], -np.inf)))
        note = f"closing at {closing[most]:.1f} m/s, {pairs.distances[most]:.1f} m apart"
        if needed[most] == _DRAC_MOST:
            note += ", more than brakes can do"
        finding = Measurement(needed[most], limit, Severity.MEDIUM, note)
        pair, moments = pairs.span(begin, end)
        inquiry.add("drac", moments, pair, finding)


def _held(pairs: PairMoments, mask: Flags, hold: float) -> list[list[int]]:
    found: list[list[int]] = spans(
        pairs.times, mask, hold=hold, gap=JOINED, apart=pairs.apart, skips=~pairs.follows
    ).tolist()
    return found


def _place(pairs: PairMoments, row: int) -> Floats:
    """Return the middle between two at a moment, x, y, z in metres."""
    one, other = pairs.boxes
    return np.append((one.centers[row] + other.centers[row]) / 2.0, pairs.heights[row])


_CROSSES = np.sin(np.radians(30.0))
"""Sine of the angle between headings from which on paths cross, and do not merge."""
_SLOWEST = 0.5
"""m/s: who is slower does not cross."""
_LOOK = 2.0
"""Seconds around, beyond the threshold, in which places are compared."""
_JOINED = 2.0


def add_encroachments(inquiry: Inquiry, pairs: PairMoments, touches: list[Touch]) -> None:
    """Add where one left the area in which two paths cross less than the threshold before the other came."""
    limit = inquiry.thresholds["pet"]
    moving = inquiry.traffic.moves & (inquiry.traffic.category != Category.PROP)
    touched = {frozenset((touch.first, touch.second)) for touch in touches}
    for view in (pairs, pairs.reversed()):
        rows = np.flatnonzero(moving[view.first] & moving[view.second] & (view.speeds[0] > _SLOWEST))
        over, where = np.zeros(len(view), np.bool_), np.empty((len(view), 2))
        boxes = [each.take(rows) for each in view.boxes]
        over[rows], where[rows] = _over_the_crossing(boxes[0], boxes[1], view.speeds[1][rows], limit)
        for begin, end in spans(
            view.times, over, gap=_JOINED, apart=view.apart, skips=~view.follows
        ).tolist():
            (one, other), moments = view.span(begin, end)
            if frozenset((one, other)) in touched:
                continue
            middle = where[(begin + end) // 2]
            found = _left_and_entered(inquiry.traffic, one, other, moments, middle, limit)
            if found is None:
                continue
            left, entered = found
            value = float(inquiry.traffic.times[entered] - inquiry.traffic.times[left])
            if 0.0 < value < limit:
                place = np.append(middle, inquiry.traffic.places_at(np.array([one]), np.array([left]))[0, 2])
                ids = inquiry.traffic.index.actors.actor_id[inquiry.traffic.rows[[one, other]]].tolist()
                finding = Measurement(value, limit, Severity.MEDIUM, f"{ids[0]} left, then {ids[1]} came")
                inquiry.add("pet", (left, entered), inquiry.in_order(one, other), finding, place)


def _over_the_crossing(
    one: Rectangles, other: Rectangles, speeds: Floats, limit: float
) -> tuple[NDArray[np.bool_], Floats]:
    """Tell when the first is where its path crosses that of the second, who is still to come; and where.

    ``speeds`` are those of the second, m/s.
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
    traffic: Traffic, one: int, other: int, moments: tuple[int, int], where: Floats, limit: float
) -> tuple[int, int] | None:
    """Return the moments at which the first has left the common area, and at which the second enters it."""
    times = traffic.times
    begin, end = (
        int(np.searchsorted(times, times[moment] + aside))
        for moment, aside in zip(moments, (-_LOOK, limit + _LOOK), strict=True)
    )
    places = []
    for life in (one, other):
        span = np.arange(max(begin, int(traffic.begins[life])), min(end, int(traffic.ends[life])))
        lives = np.full(len(span), life)
        box = seen_from_above(traffic, lives, traffic.places_at(lives, span))
        reach = np.hypot(*traffic.boxes.extents[[one, other], :2].T).sum()
        near = (np.hypot(*(box.centers - where).T) < reach) & traffic.judged_at(lives, span)
        near &= ~np.concatenate(([False], traffic.broken_at(lives, span)[:-1]))
        places.append((span[near], box.take(np.flatnonzero(near))))
    (when, first), (later, second) = places
    if not len(when) or not len(later):
        return None
    i, j = (each.ravel() for each in np.indices((len(when), len(later))))
    shared = depths(first.take(i), second.take(j)) > 0.0
    if not shared.any():
        return None
    return int(when[i[shared].max()]), int(later[j[shared].min()])
