"""Conflicts between two who do not touch: near misses, time to collision, headway, deceleration needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain

import numpy as np

from viewer.analysis.contacts import JOINED, ContactTimes
from viewer.analysis.event_table import Severity
from viewer.analysis.inquiry import Inquiry, Measurement
from viewer.analysis.pairs import PairMoments
from viewer.analysis.rectangles import Rectangles, components
from viewer.analysis.spans import spans
from viewer.analysis.traffic import Traffic
from viewer.arrays import Flags, Floats
from viewer.recording.actors import VEHICLES

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
        pair = int(pairs.first[begin]), int(pairs.second[begin])
        moments = int(pairs.moments[begin]), int(pairs.moments[end])
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
        pair = int(pairs.first[begin]), int(pairs.second[begin])
        moments = int(pairs.moments[begin]), int(pairs.moments[end])
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
        moments = int(pairs.moments[begin]), int(pairs.moments[end])
        inquiry.add("headway", moments, (int(pairs.first[begin]), int(pairs.second[begin])), finding)


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
        moments = int(pairs.moments[begin]), int(pairs.moments[end])
        inquiry.add("drac", moments, (int(pairs.first[begin]), int(pairs.second[begin])), finding)


def _held(pairs: PairMoments, mask: Flags, hold: float) -> list[list[int]]:
    found: list[list[int]] = spans(
        pairs.times, mask, hold=hold, gap=JOINED, apart=pairs.apart, skips=~pairs.follows
    ).tolist()
    return found


def _place(pairs: PairMoments, row: int) -> Floats:
    """Return the middle between two at a moment, x, y, z in metres."""
    one, other = pairs.boxes
    return np.append((one.centers[row] + other.centers[row]) / 2.0, pairs.heights[row])
