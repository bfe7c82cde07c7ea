"""Post-encroachment time: how soon one enters where the other, whose path it crosses, has just left."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from viewer.analysis.contacts import Touch
from viewer.analysis.event_table import Severity
from viewer.analysis.inquiry import Inquiry, Measurement
from viewer.analysis.pairs import PairMoments, seen_from_above
from viewer.analysis.rectangles import Rectangles, components, depths
from viewer.analysis.spans import spans
from viewer.analysis.traffic import Traffic
from viewer.arrays import Floats
from viewer.recording.actors import Category

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
            one, other = int(view.first[begin]), int(view.second[begin])
            if frozenset((one, other)) in touched:
                continue
            moments = int(view.moments[begin]), int(view.moments[end])
            middle = where[(begin + end) // 2]
            found = _left_and_entered(inquiry.traffic, one, other, moments, middle, limit)
            if found is None:
                continue
            left, entered = found
            value = float(inquiry.traffic.times[entered] - inquiry.traffic.times[left])
            if 0.0 < value < limit:
                place = np.append(middle, inquiry.traffic.places_at(np.array([one]), np.array([left]))[0, 2])
                ids = [
                    int(inquiry.traffic.index.actors.actor_id[inquiry.traffic.rows[k]]) for k in (one, other)
                ]
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
