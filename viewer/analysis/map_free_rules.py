"""What needs no map: teleports, stalls of the simulator, vehicles that stand, and a hero off its route."""

from __future__ import annotations

import math

import numpy as np

from viewer.analysis.controlled_lanes import ahead_and_aside
from viewer.analysis.event_table import Severity
from viewer.analysis.find_events import Inquiry
from viewer.analysis.pairs import families
from viewer.analysis.route_line import NO_ROUTE
from viewer.analysis.traffic_lights import LaneLights, LightBook
from viewer.arrays import Flags, Floats, Ints, spans
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState
from viewer.recording.actors import MOVERS, VEHICLES
from viewer.recording.read.records import all_records, gather
from viewer.replay.time.time_range import TIMES_MEDIAN

_FIXED = 1e-3
"""Share of the median within which all frames of a fixed step last."""
_PAUSE = 0.5
"""Seconds of motion that do not end a standstill."""
_MOVED = 2.0
"""Metres: what moved so far at any time has a driver."""
_LOOK = 1.0
"""Seconds between two looks at what a vehicle waits for."""
_QUEUE, _QUEUE_SPEED = 8.0, 0.5
"""Metres to a vehicle ahead that does not move either (m/s): a queue."""
_STOPPING = (TrafficLightState.RED, TrafficLightState.YELLOW)
_LONG, _BLOCKED = 180.0, 0.1
"""Seconds after which ScenarioRunner counts an actor as blocked, and m/s below which it is."""


def add_teleports(inquiry: Inquiry) -> None:
    """Add the steps that nobody can drive."""
    traffic, limit = inquiry.traffic, inquiry.thresholds["teleport"]
    movers = np.flatnonzero(inquiry.judged & traffic.moves & np.isin(traffic.category, MOVERS))
    for motion in inquiry.motions(movers.tolist()):
        judged = motion.judged & np.append(motion.judged[1:], False)[: len(motion.judged)]
        for step in np.flatnonzero(motion.teleports & judged).tolist():
            length = float(np.linalg.norm(motion.locations[step + 1] - motion.locations[step]))
            speed = length / float(motion.times[step + 1] - motion.times[step])
            moments, note = motion.moments(step, step + 1), f"{length:.1f} m in one step"
            inquiry.add("teleport", moments, (motion.life,), speed, limit, severity=Severity.LOW, note=note)


def add_stalls(inquiry: Inquiry) -> None:
    """Add frames that took too long, by simulated time or, with a fixed step, by the clock on the wall."""
    index, traffic = inquiry.traffic.index, inquiry.traffic
    if len(index.heads) < 2:  # noqa: PLR2004 - between two frames
        return
    lasts = index.frames["duration"][:-1].copy()
    clock = "simulated time"
    middle = float(np.median(lasts))
    if (np.abs(lasts - middle) <= _FIXED * middle).all():
        frames, records = all_records(
            index, packets.PLATFORM_TIME, slice(0, len(index.heads)), proceed=inquiry.proceed
        )
        told = np.full(len(index.heads), np.nan)
        told[frames] = records["time"]
        lasts = np.diff(told)
        clock = "the clock of the computer"
        if not np.isfinite(lasts).any():
            inquiry.skip("stall", "frames have a fixed length, and PlatformTime is not recorded")
            return
    ids = index.heads["frame"].astype(np.float64)
    lasts[np.diff(ids) != 1.0] = np.nan  # frames are missing there
    median = float(np.nanmedian(lasts)) if np.isfinite(lasts).any() else 0.0
    limit = max(inquiry.thresholds["stall"], TIMES_MEDIAN * median)
    long = lasts > limit
    for first, last in spans(np.arange(len(lasts), dtype=np.float64), long, gap=1.5):
        worst = float(np.nanmax(lasts[first : last + 1]))
        moments = np.searchsorted(traffic.frames, [first, last + 1], side="right") - 1
        begin, end = (int(each) for each in np.clip(moments, 0, len(traffic.frames) - 1))
        inquiry.add("stall", (begin, end), (), worst, limit, severity=Severity.LOW, note=f"by {clock}")


def add_standstills(inquiry: Inquiry) -> None:
    """Add vehicles with a driver that stand although neither a red light nor a queue is ahead."""
    traffic, limits = inquiry.traffic, inquiry.thresholds
    index, road_map = traffic.index, inquiry.road_map
    lights = LightBook(index) if road_map is None else LaneLights(index, road_map)
    shortest = limits["standing"]
    for motion in inquiry.motions(inquiry.drivers):
        times = motion.times
        if not len(times) or times[-1] - times[0] < min(shortest, _LONG):
            continue
        stands = motion.judged & (motion.speeds < limits["standing.speed"])
        blocked = spans(times, motion.judged & (motion.speeds < _BLOCKED))
        # Theirs measures from the last moment at which it moved.
        blocked = [(a, b) for a, b in blocked if times[b] - times[max(a - 1, 0)] > _LONG]
        found = [(a, b) for a, b in spans(times, stands, gap=_PAUSE) if times[b] - times[a] >= shortest]
        ours: list[tuple[int, int]] = []
        for first, last in found if found and _has_driver(inquiry, motion.life) else ():
            looks = np.unique(np.searchsorted(times, np.arange(times[first], times[last], _LOOK)))
            looks = np.append(looks[looks < last], last)
            waits = _waits(inquiry, lights, motion.life, looks)
            ours += [(int(looks[a]), int(looks[b])) for a, b in spans(times[looks], ~waits, hold=shortest)]
        theirs = [span for span in blocked if not _meets(span, ours)]
        for first, last in ours + theirs:
            lasted, mine = float(times[last] - times[first]), (first, last) in ours
            counted = [
                min(int(np.searchsorted(times, times[max(a - 1, 0)] + _LONG, side="right")), b)
                for a, b in blocked
                if _meets((first, last), [(a, b)])
            ]
            inquiry.add(
                "standing", motion.moments(first, last), (motion.life,), lasted, shortest if mine else _LONG,
                lasts=True, ours=mine, scenario_runner=bool(counted),
                scenario_runner_time=float(times[counted[0]]) if counted else None,
            )  # fmt: skip


def _meets(span: tuple[int, int], others: list[tuple[int, int]]) -> bool:
    return any(first <= span[1] and span[0] <= last for first, last in others)


def _has_driver(inquiry: Inquiry, life: int) -> bool:
    """Tell whether a vehicle moves at any time, or is told to."""
    traffic, motion = inquiry.traffic, inquiry.traffic.motion_of(life)
    places = motion.locations[motion.judged, :2]
    if len(places) and (np.ptp(places, axis=0) > _MOVED).any():
        return True
    index, (first, last) = traffic.index, traffic.frames[list(motion.moments(0, len(motion.times) - 1))]
    actor_id = int(index.actors.actor_id[traffic.rows[life]])
    _, records = gather(index, packets.ANIM_VEHICLE, actor_id, slice(int(first), int(last) + 1))
    return bool((records["throttle"] > 0.0).any())


def _waits(inquiry: Inquiry, lights: LightBook, life: int, looks: Ints) -> Flags:
    """Tell when a vehicle has a red or yellow light ahead, or another one that stands; shape (K,)."""
    traffic = inquiry.traffic
    moments = looks + int(traffic.begins[life])
    frames = traffic.frames[moments]
    reach = float(traffic.boxes.centers[life, 0] + traffic.boxes.extents[life, 0])
    places = traffic.places_at(np.full(len(looks), life), moments)
    ahead, _ = lights.ahead(frames, places, reach)
    waits = np.zeros(len(looks), np.bool_)
    for light in np.unique(ahead[ahead >= 0]).tolist():
        mine = ahead == light
        waits[mine] = np.isin(lights.states(light, frames[mine]), _STOPPING)
    family = families(traffic)
    others = np.flatnonzero(traffic.moves & np.isin(traffic.category, VEHICLES) & (family != family[life]))
    for look, moment in enumerate(moments.tolist()):
        there = others[(traffic.begins[others] <= moment) & (moment < traffic.ends[others])]
        waits[look] |= _has_queue(inquiry, life, there, moment)
    return waits


def _has_queue(inquiry: Inquiry, life: int, others: Ints, moment: int) -> bool:
    """Tell whether one of some others stands close ahead at a moment."""
    traffic = inquiry.traffic
    lives = np.append(others, life)
    places = traffic.places_at(lives, np.full(len(lives), moment))
    along, across = ahead_and_aside(places[:-1, :2] - places[-1, :2], places[-1, 3])
    extents = traffic.boxes.extents
    with np.errstate(invalid="ignore"):
        ahead = (along > 0.0) & (along - extents[life, 0] - extents[others, 0] < _QUEUE)
        ahead &= np.abs(across) < extents[life, 1] + extents[others, 1]
    motions = map(traffic.motion_of, others[ahead].tolist())
    return any(motion.speeds[moment - motion.begin] < _QUEUE_SPEED for motion in motions)


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
    planned, heroes, traffic = inquiry.route, inquiry.heroes, inquiry.traffic
    if isinstance(planned, str):
        inquiry.skip("off_route", planned or NO_ROUTE)
    elif not heroes:
        inquiry.skip("off_route", "there is no hero whose route it is")
    elif judged := [hero for hero in heroes if inquiry.judged[hero]]:
        # Of several lifetimes each goes on with the route where the one before has ended.
        motions = [traffic.motion_of(hero) for hero in judged]
        known = [each.judged & np.isfinite(each.locations).all(axis=1) for each in motions]
        both = [*zip(motions, known, strict=True)]
        moments = np.concatenate([each.begin + np.flatnonzero(there) for each, there in both])
        lives = np.repeat(judged, [int(there.sum()) for there in known])
        reached, away = follow(planned.line, np.concatenate([each.locations[there] for each, there in both]))
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
            "off_route", (int(moments[first]), int(moments[last])), (int(lives[first]),),
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
