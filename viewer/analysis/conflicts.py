"""Conflicts between two who do not touch: near misses, time to collision, headway, deceleration needed."""

from __future__ import annotations

import numpy as np

from viewer.analysis.contacts import JOINED, ContactTimes
from viewer.analysis.event import Severity
from viewer.analysis.inquiry import Inquiry, Measurement
from viewer.analysis.pairs import PairMoments
from viewer.analysis.rectangles import Rectangles
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
_NEAR_MISS_TIME = 1.0
"""Seconds before, in which it was close to a collision."""
_SAME_WAY = np.cos(np.radians(30.0))
"""Cosine between the headings of those who follow each other."""
_ONCOMING = np.cos(np.radians(120.0))


def add_near_misses(inquiry: Inquiry, pairs: PairMoments, contacts: ContactTimes) -> None:
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
    for begin, end in spans(pairs.times, close, gap=JOINED, apart=pairs.apart, skips=~pairs.follows).tolist():
        rows = np.flatnonzero(closing[begin : end + 1]) + begin
        if not len(rows) or not any(_was_urgent(pairs, row, limits["ttc"]) for row in rows.tolist()):
            continue
        pair = int(pairs.first[begin]), int(pairs.second[begin])
        moments = int(pairs.moments[begin]), int(pairs.moments[end])
        if any(_beside(inquiry, moments, contact) for contact in contacts.get(pair, ())):
            continue
        least = begin + int(np.argmin(distances[begin : end + 1]))
        speed = float(pairs.closing[rows].max())
        finding = Measurement(
            distances[least], limits["near_miss.gap"], Severity.MEDIUM, f"closing at {speed:.1f} m/s"
        )
        inquiry.add("near_miss", moments, inquiry.in_order(*pair), finding, _place(inquiry, pairs, least))


def _was_urgent(pairs: PairMoments, row: int, limit: float) -> bool:
    """Tell whether in the second before two would soon have collided."""
    start = row
    while start > 0 and pairs.follows[start] and pairs.times[row] - pairs.times[start - 1] <= _NEAR_MISS_TIME:
        start -= 1
    return bool((pairs.times_to_collision[start : row + 1] < limit).any())


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
        follows = ahead & _follows(inquiry, view)
        _add_headways(inquiry, view, follows)
        _add_decelerations(inquiry, view, follows)


def in_danger(traffic: Traffic, pairs: PairMoments) -> Flags:
    """Tell whether the first of two drives towards the other: ahead of it, and not in a lane of its own."""
    return _has_ahead(traffic, pairs) & ~_keeps_its_lane(pairs)


def _has_ahead(traffic: Traffic, pairs: PairMoments) -> Flags:
    drives = np.isin(traffic.category[pairs.first], VEHICLES)
    return np.asarray(drives & (_along(pairs) > 0.0) & (pairs.speeds[0] > _STANDS) & (pairs.distances > 0.0))


def _along(pairs: PairMoments) -> Floats:
    """Return how far ahead of the first the second's middle is, metres, shape (M,)."""
    one, other = pairs.boxes
    along: Floats = ((other.centers - one.centers) * one.headings).sum(axis=1)
    return along


def _across(one: Rectangles, other: Rectangles) -> Floats:
    offset = other.centers - one.centers
    return np.abs(one.headings[:, 0] * offset[:, 1] - one.headings[:, 1] * offset[:, 0])


def _aligned(pairs: PairMoments) -> Floats:
    """Return the cosine between the headings, shape (M,)."""
    cosine: Floats = (pairs.boxes[0].headings * pairs.boxes[1].headings).sum(axis=1)
    return cosine


def _follows(inquiry: Inquiry, pairs: PairMoments) -> Flags:
    """Tell whether the second drives ahead of the first in its lane: the same way, and in its corridor."""
    one, other = pairs.boxes
    leads = np.isin(inquiry.traffic.category[pairs.second], VEHICLES)
    in_corridor = _across(one, other) < one.extents[:, 1] + other.extents[:, 1]
    return np.asarray(leads & (_aligned(pairs) > _SAME_WAY) & in_corridor)


def _keeps_its_lane(pairs: PairMoments) -> Flags:
    """Tell whether the second comes towards the first but beside it: each in its own lane."""
    one, other = pairs.boxes
    widths = one.extents[:, 1] + other.extents[:, 1]
    head_on = (_across(one, other) < widths) & (_across(other, one) < widths)
    return np.asarray((_aligned(pairs) < _ONCOMING) & ~head_on)


def _add_times_to_collision(
    inquiry: Inquiry, pairs: PairMoments, ahead: Flags, reported: set[tuple[int, int, int]]
) -> None:
    limits = inquiry.thresholds
    limit = min(limits["ttc"], limits["ttc.horizon"])
    soon = ahead & (pairs.times_to_collision < limit) & ~_keeps_its_lane(pairs)
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
        inquiry.add("ttc", moments, pair, finding, _place(inquiry, pairs, least))


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
    velocity = ((pairs.velocities[0] - pairs.velocities[1]) * pairs.boxes[0].headings).sum(axis=1)
    closing = np.maximum(velocity, 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        needed = closing**2 / (2.0 * pairs.distances)
    hard = follows & (needed > limit) & (closing >= _DRAC_CLOSING)
    for begin, end in _held(pairs, hard, _DRAC_HOLD):
        most = begin + int(np.argmax(np.where(hard[begin : end + 1], needed[begin : end + 1], -np.inf)))
        note = f"closing at {closing[most]:.1f} m/s, {pairs.distances[most]:.1f} m apart"
        finding = Measurement(needed[most], limit, Severity.MEDIUM, note)
        moments = int(pairs.moments[begin]), int(pairs.moments[end])
        inquiry.add("drac", moments, (int(pairs.first[begin]), int(pairs.second[begin])), finding)


def _held(pairs: PairMoments, mask: Flags, hold: float) -> list[list[int]]:
    found: list[list[int]] = spans(
        pairs.times, mask, hold=hold, gap=JOINED, apart=pairs.apart, skips=~pairs.follows
    ).tolist()
    return found


def _place(inquiry: Inquiry, pairs: PairMoments, row: int) -> Floats:
    """Return the middle between two at a moment, x, y, z in metres."""
    one, other = pairs.boxes
    lives, moments = np.array([pairs.first[row], pairs.second[row]]), np.full(2, pairs.moments[row])
    height = inquiry.traffic.poses_at(lives, moments)[:, 2].mean()
    return np.append((one.centers[row] + other.centers[row]) / 2.0, height)
