"""Conflicts between two who do not touch: near misses, times to collision, headways, paths that cross."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Iterator, Mapping, Sequence

import numpy as np

from viewer.analysis.boxes import Rectangles, components, depths, lengths
from viewer.analysis.contacts import Touch, add_contacts, beside, find_touches, recorded_hits
from viewer.analysis.event_table import Severity
from viewer.analysis.find_events import Inquiry
from viewer.analysis.pairs import PairMoments, near_pairs
from viewer.analysis.traffic import Traffic
from viewer.arrays import Flags, Floats
from viewer.cancellation import check
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
_CROSSES = np.sin(np.radians(30.0))
"""Sine of the angle between headings from which on paths cross, and do not merge."""
_SLOWEST = 0.5
"""m/s: who is slower does not cross."""
_LOOK = 2.0
"""Seconds around, beyond the threshold, in which places are compared."""
_JOINED = 2.0


def add_pair_events(inquiry: Inquiry) -> None:
    """Add what happens between two: collisions, contacts and conflicts."""
    traffic, limits = inquiry.traffic, inquiry.thresholds
    touches: list[Touch] = []
    hits = recorded_hits(inquiry)
    contacts: defaultdict[frozenset[int | None], list[tuple[int, int]]] = defaultdict(list)  # their moments
    for hit in hits:
        contacts[frozenset(hit.lives)].append((hit.begin, hit.end))
    reach = max(limits[name] for name in ("ttc", "headway", "pet"))
    for pairs in near_pairs(traffic, inquiry.judged, reach, inquiry.proceed):
        found = find_touches(traffic, pairs, limits)
        check(inquiry.proceed, 0.0)
        for touch in found:
            contacts[frozenset(touch.lives)].append(touch.moments)
        touches += found
        _add_near_misses(inquiry, pairs, contacts)
        check(inquiry.proceed, 0.0)
        _add_conflicts(inquiry, pairs)
        check(inquiry.proceed, 0.0)
        _add_encroachments(inquiry, pairs, {frozenset(touch.lives) for touch in found})
    add_contacts(inquiry, touches, hits)


def _add_near_misses(
    inquiry: Inquiry,
    pairs: PairMoments,
    contacts: Mapping[frozenset[int | None], Sequence[tuple[int, int]]],
) -> None:
    """Add where two were close while closing, and would have collided; not beside a contact of theirs."""
    limits, traffic = inquiry.thresholds, inquiry.traffic
    drives = np.isin(traffic.category, VEHICLES)
    close = drives[pairs.first] | drives[pairs.second]
    close &= (pairs.distances >= 0.0) & (pairs.distances < limits["near_miss.gap"])
    closing = close & (pairs.closing >= limits["near_miss.closing"])
    if not closing.any():
        return
    urgent = _was_urgent(pairs, limits["ttc"])
    for rows, lives, moments in pairs.spans(close):
        counts = closing[rows]
        if not (counts & urgent[rows]).any():
            continue
        if any(beside(traffic, moments, contact) for contact in contacts.get(frozenset(lives), ())):
            continue
        least = rows.start + int(np.argmin(pairs.distances[rows]))
        note = f"closing at {pairs.closing[rows][counts].max():.1f} m/s"
        inquiry.add(
            "near_miss", moments, inquiry.in_order(*lives), pairs.distances[least], limits["near_miss.gap"],
            note=note, place=_place(pairs, least),
        )  # fmt: skip


def _was_urgent(pairs: PairMoments, limit: float) -> Flags:
    """Tell when two would soon have collided in the second before, shape (M,)."""
    rows = np.arange(len(pairs))
    latest = np.maximum.accumulate(np.where(pairs.times_to_collision < limit, rows, -1))
    unbroken = latest >= np.maximum.accumulate(np.where(pairs.follows, 0, rows))
    return np.asarray(unbroken & (pairs.times - pairs.times[latest] <= _NEAR_MISS_TIME))


def _add_conflicts(inquiry: Inquiry, pairs: PairMoments) -> None:
    """Add low times to collision, low headways, and decelerations needed, of whoever has the other ahead."""
    reported: set[tuple[int, int, int]] = set()
    pairs = pairs.along_motion()
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
    pairs = pairs.along_motion()
    return _among(pairs, _has_ahead(traffic, pairs), _is_in_the_way)


def _among(pairs: PairMoments, rows: Flags, test: Callable[[Rectangles, Rectangles], Flags]) -> Flags:
    """Tell at which of some rows (M,) a test of both boxes holds."""
    places = np.flatnonzero(rows)
    found = np.zeros(len(pairs), np.bool_)
    found[places] = test(*(box.take(places) for box in pairs.boxes))
    return found


def _has_ahead(traffic: Traffic, pairs: PairMoments) -> Flags:
    """Tell whether the middle of the second is ahead of the first, a vehicle that moves."""
    one, other = pairs.boxes
    along, _ = components(one, other.centers - one.centers)
    drives = np.isin(traffic.category, VEHICLES)[pairs.first] & (pairs.speeds[0] > _STANDS)
    return np.asarray(drives & (along > 0.0) & (pairs.distances > 0.0))


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
    for lives, moments, least in _worst(pairs, soon, pairs.times_to_collision, _TTC_HOLD):
        during = range(moments[0], moments[1] + 1)
        if not reported.isdisjoint((*lives[::-1], moment) for moment in during):  # both have the other ahead
            continue
        reported |= {(*lives, moment) for moment in during}
        value = float(pairs.times_to_collision[least])
        severity = Severity.HIGH if value < limits["ttc.severe"] else Severity.MEDIUM
        note = f"{pairs.distances[least]:.1f} m apart then"
        inquiry.add(
            "ttc", moments, lives, value, limit, severity=severity, note=note, place=_place(pairs, least)
        )


def _worst(
    pairs: PairMoments, beyond: Flags, values: Floats, hold: float
) -> Iterator[tuple[tuple[int, int], tuple[int, int], int]]:
    """Yield lives and moments of spans in which something holds (M,), and the row with the least value."""
    for rows, lives, moments in pairs.spans(beyond, hold=hold):
        places = rows.start + np.flatnonzero(beyond[rows])
        yield lives, moments, int(places[np.argmin(values[places])])


def _add_headways(inquiry: Inquiry, pairs: PairMoments, follows: Flags) -> None:
    limit = inquiry.thresholds["headway"]
    with np.errstate(divide="ignore", invalid="ignore"):
        headways = pairs.distances / pairs.speeds[0]
    near = follows & (headways < limit) & (pairs.speeds[0] >= _HEADWAY_SLOWEST)
    for lives, moments, least in _worst(pairs, near, headways, _HEADWAY_HOLD):
        note = f"{pairs.distances[least]:.1f} m behind at {pairs.speeds[0][least]:.1f} m/s"
        inquiry.add("headway", moments, lives, headways[least], limit, severity=Severity.LOW, note=note)


def _add_decelerations(inquiry: Inquiry, pairs: PairMoments, follows: Flags) -> None:
    limit = inquiry.thresholds["drac"]
    # Along the follower: what the leader does across it needs no braking.
    velocity, _ = components(pairs.boxes[0], pairs.velocities[0] - pairs.velocities[1])
    closing = np.maximum(velocity, 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        needed = np.minimum(closing**2 / (2.0 * pairs.distances), _DRAC_MOST)
    hard = follows & (needed > limit) & (closing >= _DRAC_CLOSING)
    for lives, moments, most in _worst(pairs, hard, -needed, _DRAC_HOLD):
        note = f"closing at {closing[most]:.1f} m/s, {pairs.distances[most]:.1f} m apart"
        if needed[most] == _DRAC_MOST:
            note += ", more than brakes can do"
        inquiry.add("drac", moments, lives, needed[most], limit, severity=Severity.MEDIUM, note=note)


def _place(pairs: PairMoments, row: int) -> Floats:
    """Return the middle between two at a moment, x, y, z in metres."""
    one, other = pairs.boxes
    return np.append((one.centers[row] + other.centers[row]) / 2.0, pairs.heights[row])


def _add_encroachments(inquiry: Inquiry, pairs: PairMoments, touched: Container[frozenset[int]]) -> None:
    """Add where one left the area in which two paths cross less than the threshold before the other came."""
    limit, traffic = inquiry.thresholds["pet"], inquiry.traffic
    moving = traffic.moves & (traffic.category != Category.PROP)
    pairs = pairs.along_motion()
    for view in (pairs, pairs.reversed()):
        rows = np.flatnonzero(moving[view.first] & moving[view.second] & (view.speeds[0] > _SLOWEST))
        over, where = np.zeros(len(view), np.bool_), np.empty((len(view), 2))
        boxes = [each.take(rows) for each in view.boxes]
        over[rows], where[rows] = _over_the_crossing(boxes[0], boxes[1], view.speeds[1][rows], limit)
        for span, (one, other), moments in view.spans(over, gap=_JOINED):
            check(inquiry.proceed, 0.0)
            middle = where[(span.start + span.stop - 1) // 2]
            if frozenset((one, other)) in touched:
                continue
            left, entered = _left_and_entered(traffic, one, other, moments, middle, limit)
            if left is None or entered is None:
                continue
            value = float(traffic.times[entered] - traffic.times[left])
            if 0.0 < value < limit:
                place = np.append(middle, traffic.places_at(np.array([one]), np.array([left]))[0, 2])
                ids = traffic.index.actors.actor_id[traffic.rows[[one, other]]].tolist()
                inquiry.add(
                    "pet", (left, entered), inquiry.in_order(one, other), value, limit,
                    note=f"{ids[0]} left, then {ids[1]} came", place=place,
                )  # fmt: skip


def _over_the_crossing(
    one: Rectangles, other: Rectangles, speeds: Floats, limit: float
) -> tuple[Flags, Floats]:
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
) -> tuple[int, int] | tuple[None, None]:
    """Return the moments at which the first has left the common area, and at which the second enters it."""
    around = traffic.times[list(moments)] + (-_LOOK, limit + _LOOK)
    begin, end = np.searchsorted(traffic.times, around).tolist()
    reach = lengths(traffic.boxes.extents[[one, other]]).sum()
    near = []
    for life in (one, other):
        span = np.arange(max(begin, int(traffic.begins[life])), min(end, int(traffic.ends[life])))
        box, moving = traffic.boxes_at(life, span), traffic.moving_at(life, span)
        there = (lengths(box.centers - where) < reach) & moving["judged"]
        there &= ~np.append(False, moving["broken"][:-1])
        near.append((span[there], box.take(np.flatnonzero(there))))
    (when, first), (later, second) = near
    i, j = (each.ravel() for each in np.indices((len(when), len(later))))
    shared = depths(first.take(i), second.take(j)) > 0.0
    return (int(when[i[shared].max()]), int(later[j[shared].min()])) if shared.any() else (None, None)
