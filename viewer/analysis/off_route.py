"""Whether the hero leaves its route, as ScenarioRunner's InRouteTest counts it."""

from __future__ import annotations

import math

import numpy as np

from viewer.analysis.event_table import Severity
from viewer.analysis.inquiry import Inquiry
from viewer.analysis.route_line import NO_ROUTE
from viewer.arrays import Flags, Floats, Ints

_AHEAD = 5
"""Points of the route that are looked at beyond the one that was reached."""
_SAFE = 0.5
"""Share of the threshold up to which one is on the route."""
_SHORTEST = 1e-3
"""Metres of a route, so that there are shares of it."""
_SHARE = 0.3
"""Share of the route's length that may be driven farther away than that."""


def add_off_route(inquiry: Inquiry) -> None:
    """Add that the hero is too far from its route, once: there a run of the Leaderboard ends.

    It lasts until the hero is back, or to the end.
    """
    planned, hero, traffic = inquiry.route, inquiry.hero, inquiry.traffic
    if planned is None:
        inquiry.skip("off_route", inquiry.no_route or NO_ROUTE)
    elif hero is None:
        inquiry.skip("off_route", "there is no hero whose route it is")
    elif inquiry.judged[hero]:
        motion = traffic.motion_of(hero)
        moments = np.flatnonzero(motion.judged & np.isfinite(motion.locations).all(axis=1))
        reached, away = follow(planned.line, motion.locations[moments])
        limit = inquiry.thresholds["off_route"]
        off, share = _off(planned.line, reached, away, limit)
        if not off.any():
            return
        first = int(np.argmax(off))
        back = np.flatnonzero(away[first:] < _SAFE * limit)
        last = first + int(back[0]) - 1 if len(back) else len(moments) - 1
        far = away[first] >= limit
        note = "" if far else f"{share[first]:.0%} of the route's length was driven {_SAFE * limit:g} m away"
        note = "; ".join(filter(None, (f"route {planned.route.id}", note, planned.said)))
        inquiry.add(
            "off_route", motion.moments(int(moments[first]), int(moments[last])), (hero,),
            away[first : last + 1].max(), limit if far else _SAFE * limit, severity=Severity.HIGH, note=note,
            scenario_runner=True,
        )  # fmt: skip


def follow(line: Floats, places: Floats) -> tuple[Ints, Floats]:
    """Return which point of a route is reached at each place, and how many metres away it is, both (K,).

    From one place to the next the nearest point is looked for among six: the one that was reached, and those
    after it; of points that are equally near the last one counts.

    Args:
        line: of the route, metres, shape (N, 2) or more columns.
        places: in the order of time, metres, shape (K, 2) or more columns.

    """
    points = [(x, y) for x, y in line[:, :2].tolist()]
    reached, away, at = [], [], 0
    for x, y in places[:, :2].tolist():
        here = [math.hypot(x - px, y - py) for px, py in points[at : at + _AHEAD + 1]]
        least = min(here)
        at += len(here) - 1 - here[::-1].index(least)
        reached.append(at)
        away.append(least)
    return np.array(reached, np.int64), np.array(away, np.float64)


def _off(line: Floats, reached: Ints, away: Floats, limit: float) -> tuple[Flags, Floats]:
    """Return whether the hero is off its route at each place, and the share driven beside it, both (K,)."""
    driven = np.concatenate(([0.0], np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))))
    steps = np.diff(driven[reached], prepend=0.0)
    beside = (steps > 0.0) & (away >= _SAFE * limit)
    share = np.cumsum(np.where(beside, steps, 0.0)) / max(driven[-1], _SHORTEST)
    return (away >= limit) | (beside & (share > _SHARE)), share
