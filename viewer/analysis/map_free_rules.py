"""Rules that need no map: teleports, stalls of the simulator, a hero off its route."""

from __future__ import annotations

import math

import numpy as np

from viewer.analysis.event_table import Severity
from viewer.analysis.route_line import NO_ROUTE
from viewer.analysis.rule_context import RuleContext
from viewer.analysis.scenario_runner import OFF_ROUTE, count_off_route
from viewer.analysis.slow_down import wall_times
from viewer.arrays import Flags, Floats, Ints, spans
from viewer.recording.actors import MOVERS
from viewer.replay.time.time_range import TIMES_MEDIAN

_FIXED = 1e-3
"""Largest deviation of frame durations from their median, as a share of it, at which the time step is fixed.
"""


def add_teleports(context: RuleContext) -> None:
    """Add to ``context`` a teleport for each step of a vehicle or walker that is faster than any driving."""
    traffic, limit = context.traffic, context.thresholds["teleport"]
    movers = np.flatnonzero(context.judged & traffic.moves & np.isin(traffic.category, MOVERS))
    for motion in context.motions(movers.tolist()):
        judged = motion.judged & np.append(motion.judged[1:], False)[: len(motion.judged)]
        for step in np.flatnonzero(motion.teleports & judged).tolist():
            length = float(np.linalg.norm(motion.locations[step + 1] - motion.locations[step]))
            speed = length / float(motion.times[step + 1] - motion.times[step])
            samples, note = motion.samples(step, step + 1), f"{length:.1f} m in one step"
            context.add("teleport", samples, (motion.track,), speed, limit, severity=Severity.LOW, note=note)


def add_stalls(context: RuleContext) -> None:
    """Add to ``context`` an event for each time that frames lasted too long.

    A frame lasts as long as its simulated time; in a recording with a fixed time step, as long as it took by
    the computer's clock (PlatformTime).
    """
    index, traffic = context.traffic.index, context.traffic
    if len(index.frame_starts) < 2:  # noqa: PLR2004 - between two frames
        return
    lasts = index.frames["duration"][:-1].copy()
    clock = "simulated time"
    middle = float(np.median(lasts))
    if (np.abs(lasts - middle) <= _FIXED * middle).all():
        lasts = np.diff(wall_times(index, context.should_continue))
        clock = "the clock of the computer"
        if not np.isfinite(lasts).any():
            context.skip("stall", "frames have a fixed length, and PlatformTime is not recorded")
            return
    ids = index.frame_starts["frame"].astype(np.float64)
    lasts[np.diff(ids) != 1.0] = np.nan  # frames are missing there
    median = float(np.nanmedian(lasts)) if np.isfinite(lasts).any() else 0.0
    limit = max(context.thresholds["stall"], TIMES_MEDIAN * median)
    long = lasts > limit
    for first, last in spans(np.arange(len(lasts), dtype=np.float64), long, gap=1.5):
        worst = float(np.nanmax(lasts[first : last + 1]))
        samples = np.searchsorted(traffic.frames, [first, last + 1], side="right") - 1
        begin, end = (int(each) for each in np.clip(samples, 0, len(traffic.frames) - 1))
        context.add("stall", (begin, end), (), worst, limit, severity=Severity.LOW, note=f"by {clock}")


_AHEAD = 5
"""Number of route points, after the one that the hero reached last, that its position is compared with."""
_SAFE = 0.5
"""Share of the off-route threshold (a distance in metres) below which the hero counts as on its route."""
_SHORTEST = 1e-3
"""Least length in metres that a route is taken to have, so that shares of it are finite."""
_SHARE = 0.3
"""Largest share of a route's length that the hero may drive beside the route before it counts as off it.

It drives beside the route where it is ``_SAFE`` times the off-route threshold or more away from it.
"""


def add_off_route(context: RuleContext) -> None:
    """Add one event to ``context`` if the hero is too far from its route: a Leaderboard run ends there.

    The event lasts until the hero is back, or to the end of the recording.
    """
    planned, heroes, traffic = context.route, context.heroes, context.traffic
    if isinstance(planned, str):
        context.skip("off_route", planned or NO_ROUTE)
    elif not heroes:
        context.skip("off_route", "there is no hero whose route it is")
    elif judged := [hero for hero in heroes if context.judged[hero]]:
        # Each track of the hero goes on with the route where the one before has ended.
        motions = [traffic.motion_of(hero) for hero in judged]
        known = [each.judged & np.isfinite(each.locations).all(axis=1) for each in motions]
        both = [*zip(motions, known, strict=True)]
        samples = np.concatenate([each.begin + np.flatnonzero(there) for each, there in both])
        tracks = np.repeat(judged, [int(there.sum()) for there in known])
        reached, away = follow(planned.line, np.concatenate([each.locations[there] for each, there in both]))
        count_off_route(context, tracks, samples, _off(planned.line, reached, away, OFF_ROUTE)[0])
        limit = context.thresholds["off_route"]
        off, share = _off(planned.line, reached, away, limit)
        if not off.any():
            return
        first = int(np.argmax(off))
        back = np.flatnonzero(away[first:] < _SAFE * limit)
        last = first + int(back[0]) - 1 if len(back) else len(samples) - 1
        far = away[first] >= limit
        note = "" if far else f"{share[first]:.0%} of the route's length was driven {_SAFE * limit:g} m away"
        note = "; ".join(filter(None, (f"route {planned.route.id}", note, planned.note)))
        context.add(
            "off_route", (int(samples[first]), int(samples[last])), (int(tracks[first]),),
            away[first : last + 1].max(), limit if far else _SAFE * limit, severity=Severity.HIGH, note=note,
        )  # fmt: skip


def follow(line: Floats, positions: Floats) -> tuple[Ints, Floats]:
    """Return the index of the route point that each position has reached, and its distance in metres.

    Both have shape (K,). The nearest of the point reached last and the five after it is reached; of equally
    near points, the last.

    Args:
        line: points of the route in metres, shape (N, 2) or more columns.
        positions: positions in order of time, in metres, shape (K, 2) or more columns.
    """
    points = [(x, y) for x, y in line[:, :2].tolist()]
    reached, away, at = [], [], 0
    for x, y in positions[:, :2].tolist():
        here = [math.hypot(x - px, y - py) for px, py in points[at : at + _AHEAD + 1]]
        least = min(here)
        at += len(here) - 1 - here[::-1].index(least)
        reached.append(at)
        away.append(least)
    return np.array(reached, np.int64), np.array(away, np.float64)


def _off(line: Floats, reached: Ints, away: Floats, limit: float) -> tuple[Flags, Floats]:
    """Return a mask of the positions off the route, and how much of the route was driven too far from it.

    The latter is a share of the route's length, up to each position. Both have shape (K,). Too far is half of
    ``limit`` or more. A position is off the route if it is ``limit`` metres or more away; or if it is too far
    away, and the share is more than 30 %.

    Args:
        line: points of the route in metres, shape (N, 2 or 3).
        reached: index of the route point that each position has reached, shape (K,).
        away: distance of each position from that point in metres, shape (K,).
        limit: the off-route threshold in metres.
    """
    driven = np.concatenate(([0.0], np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))))
    steps = np.diff(driven[reached], prepend=0.0)
    beside = (steps > 0.0) & (away >= _SAFE * limit)
    share = np.cumsum(np.where(beside, steps, 0.0)) / max(driven[-1], _SHORTEST)
    return (away >= limit) | (beside & (share > _SHARE)), share
