"""Rules that need no map: teleports, stalls of the simulator, vehicles that stand, a hero off its route."""

from __future__ import annotations

import math

import numpy as np

from viewer.analysis.controlled_lanes import ahead_and_aside
from viewer.analysis.event_table import Severity
from viewer.analysis.pairs import root_parents
from viewer.analysis.route_line import NO_ROUTE
from viewer.analysis.rule_context import RuleContext
from viewer.analysis.scenario_runner import OFF_ROUTE, count_blocked, count_off_route
from viewer.analysis.traffic_lights import TrafficLights
from viewer.arrays import Flags, Floats, Ints, spans
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState
from viewer.recording.actors import MOVERS, VEHICLES
from viewer.recording.read.records import all_records, gather
from viewer.replay.time.time_range import TIMES_MEDIAN

_FIXED = 1e-3
"""Largest deviation of frame durations from their median, as a share of it, at which the time step is fixed.
"""
_PAUSE = 0.5
"""Seconds: if a standing vehicle moves for no longer than this, it still counts as standing."""
_MOVED = 2.0
"""Metres that a vehicle must have moved in the recording to be taken to have a driver."""
_LOOK = 1.0
"""Seconds between two checks of what a standing vehicle waits for."""
_QUEUE, _QUEUE_SPEED = 8.0, 0.5
"""Limits below which a vehicle ahead counts as a queue: the gap to it in metres, and its speed in m/s."""
_STOPPING = (TrafficLightState.RED, TrafficLightState.YELLOW)


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
        frames, records = all_records(
            index,
            packets.PLATFORM_TIME,
            slice(0, len(index.frame_starts)),
            should_continue=context.should_continue,
        )
        wall_times = np.full(len(index.frame_starts), np.nan)
        wall_times[frames] = records["time"]
        lasts = np.diff(wall_times)
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


def add_standstills(context: RuleContext) -> None:
    """Add to ``context`` the events of vehicles with a driver that stand with no red light or queue ahead."""
    limits = context.thresholds
    shortest = limits["standing"]
    for motion in context.motions(context.drivers):
        times = motion.times
        if not len(times):
            continue
        count_blocked(context, motion)
        stands = motion.judged & (motion.speeds < limits["standing.speed"])
        found = [(a, b) for a, b in spans(times, stands, gap=_PAUSE) if times[b] - times[a] >= shortest]
        for first, last in found if found and _has_driver(context, motion.track) else ():
            looks = np.unique(np.searchsorted(times, np.arange(times[first], times[last], _LOOK)))
            looks = np.append(looks[looks < last], last)
            waits = _waits_for_light_or_queue(context, motion.track, looks)
            for a, b in spans(times[looks], ~waits, hold=shortest):
                samples = motion.samples(int(looks[a]), int(looks[b]))
                lasted = times[looks[b]] - times[looks[a]]
                context.add("standing", samples, (motion.track,), lasted, shortest, lasts=True)


def _has_driver(context: RuleContext, track: int) -> bool:
    """Return whether the vehicle ``track``, an index in ``context.traffic``, ever moves or has throttle."""
    traffic, motion = context.traffic, context.traffic.motion_of(track)
    places = motion.locations[motion.judged, :2]
    if len(places) and (np.ptp(places, axis=0) > _MOVED).any():
        return True
    index, (first, last) = traffic.index, traffic.frames[list(motion.samples(0, len(motion.times) - 1))]
    actor_id = int(index.actors.actor_id[traffic.rows[track]])
    _, records = gather(index, packets.ANIM_VEHICLE, actor_id, slice(int(first), int(last) + 1))
    return bool((records["throttle"] > 0.0).any())


def _waits_for_light_or_queue(context: RuleContext, track: int, looks: Ints) -> Flags:
    """Return a mask, shape (K,): True where a vehicle has a red or yellow light or a queue ahead.

    A queue is another vehicle that stands close ahead.

    Args:
        context: data for the rules, with the motion of all actors in ``context.traffic``.
        track: index of the vehicle in ``context.traffic``.
        looks: the K samples (moments in time) to judge, counted from the vehicle's first one.
    """
    traffic = context.traffic
    samples = looks + int(traffic.begins[track])
    frames = traffic.frames[samples]
    reach = float(traffic.boxes.centers[track, 0] + traffic.boxes.extents[track, 0])
    places = traffic.positions_at(np.full(len(looks), track), samples)
    lights = context.mapped_lights or TrafficLights(traffic.index)
    ahead, _ = lights.ahead(frames, places, reach)
    waits = np.zeros(len(looks), np.bool_)
    for light in np.unique(ahead[ahead >= 0]).tolist():
        mine = ahead == light
        waits[mine] = np.isin(lights.states(light, frames[mine]), _STOPPING)
    family = root_parents(traffic)
    others = np.flatnonzero(traffic.moves & np.isin(traffic.category, VEHICLES) & (family != family[track]))
    for look, sample in enumerate(samples.tolist()):
        there = others[(traffic.begins[others] <= sample) & (sample < traffic.ends[others])]
        waits[look] |= _has_queue(context, track, there, sample)
    return waits


def _has_queue(context: RuleContext, track: int, others: Ints, sample: int) -> bool:
    """Return whether one of the vehicles ``others`` stands less than 8 m ahead of the vehicle ``track``.

    The vehicles are indices in ``context.traffic``; ``sample``, the time, is an index into ``Traffic.times``.
    """
    traffic = context.traffic
    tracks = np.append(others, track)
    places = traffic.positions_at(tracks, np.full(len(tracks), sample))
    along, across = ahead_and_aside(places[:-1, :2] - places[-1, :2], places[-1, 3])
    extents = traffic.boxes.extents
    with np.errstate(invalid="ignore"):
        ahead = (along > 0.0) & (along - extents[track, 0] - extents[others, 0] < _QUEUE)
        ahead &= np.abs(across) < extents[track, 1] + extents[others, 1]
    motions = map(traffic.motion_of, others[ahead].tolist())
    return any(motion.speeds[sample - motion.begin] < _QUEUE_SPEED for motion in motions)


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
