"""States that no driver wants: a vehicle in the air, one that lies on its side or roof, and who falls.

How high a vehicle is, a road map tells whose heights are those of the recording. Elsewhere its motion does:
who stands on something moves as its own slope goes, and rises or falls else.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from viewer.analysis.boxes import corners, distances, lengths
from viewer.analysis.event_table import Severity
from viewer.analysis.falls import add_falls
from viewer.analysis.find_events import Inquiry
from viewer.analysis.traffic import LifeMotion, Traffic, changes
from viewer.arrays import Flags, Floats, Ints, spans
from viewer.recording.actors import MOVERS
from viewer.replay.paths.driven_paths import moving_poses
from viewer.replay.world.motion import derive, rotation_matrices
from viewer.roads.road_map import RoadMap

_SETTLING = 1.0
"""Seconds after its birth, or after it was put elsewhere, in which a vehicle still falls onto its wheels."""
_PAUSE = 0.5
"""Seconds on the ground, or upright, that do not end it."""
_FITS = 0.3
"""Metres: median error of a map's heights under those who drive, from which on they are others."""
_GRAVITY, _FREELY = 9.81, 2.0
"""m/s²: how fast what nothing holds falls, and how far from that it may seem to."""
_OVER_REST = 2.0
"""Metres over where it rested before, at which it is in the air where no map tells heights."""
_STRAYS, _STRAYS_MOVING = 0.2, 0.05
"""m/s, and share of the speed, by which going up and down may differ from what a vehicle's slope says."""
_LEANS = 0.5
"""Cosine of the angle from which on that slope says nothing."""
_BANKED = 20.0
"""Degrees to a side that a road may lean without the map telling it."""
_LOOK, _SELDOM = 0.1, 0.5
"""Seconds between two looks at the map; the second for who stands."""
_STANDS = 0.01
"""Metres between two looks."""
_UNDER = (0.0, 1.0, 4.0, 16.0)
"""How far below a vehicle the road under a bridge is looked for, in times of the bridge's height over it."""
_COUPLED = 0.5
"""Metres by which who hangs together moves to each other, at most."""


class _Body(NamedTuple):
    """The box of a vehicle at its moments, shape (K,) each.

    Attributes:
        poses: x, y, z in metres and pitch, yaw, roll in degrees, shape (K, 6).
        up: its axis upwards, in the world's frame, shape (K, 3).
        middle: height of its middle, metres.
        lowest: height of its lowest corner, metres.
        put: whether it was born there, put there, or not to be seen before.
        settled: whether rules judge it, and it has been where it is for a while.

    """

    poses: Floats
    up: Floats
    middle: Floats
    lowest: Floats
    put: Flags
    settled: Flags

    def at(self, moments: Ints) -> _Body:
        """Return it at some of its moments."""
        return _Body._make(each[moments] for each in self)


def add_states(inquiry: Inquiry) -> None:
    """Add vehicles that are in the air or overturned, and who falls."""
    traffic, road_map = inquiry.traffic, inquiry.road_map
    if road_map is not None:
        places, yaws = moving_poses(traffic.index)
        error = np.abs(places[:, 2] - road_map.locate(places, yaws)["z"])
        known = error[np.isfinite(error)]
        if len(known) and not float(np.median(known)) < _FITS:
            road_map = None
    drivers = {*inquiry.drivers}
    movers = np.flatnonzero(inquiry.judged & traffic.moves & np.isin(traffic.category, MOVERS))
    for motion in inquiry.motions(movers.tolist()):
        if motion.life in drivers:
            body = _body(traffic, motion)
            if body.settled.any():
                _add_overturned(inquiry, motion, body)
                _add_in_the_air(inquiry, road_map, motion, body)
        add_falls(inquiry, road_map, motion)


def _body(traffic: Traffic, motion: LifeMotion) -> _Body:
    poses = traffic.poses_of(motion.life)
    matrices = rotation_matrices(poses[:, 3:])
    middle = poses[:, 2] + matrices[:, 2] @ traffic.boxes.centers[motion.life]
    lowest = middle - np.abs(matrices[:, 2]) @ traffic.boxes.extents[motion.life]
    told = np.asarray(np.isfinite(poses).all(axis=1))
    put = told.copy()
    put[1:] &= ~told[:-1] | motion.teleports[:-1]
    since = motion.times - np.maximum.accumulate(np.where(put, motion.times, -np.inf))
    settled = told & motion.judged & (since >= _SETTLING)
    return _Body(poses, matrices[:, :, 2], middle, lowest, put, settled)


def _add_overturned(inquiry: Inquiry, motion: LifeMotion, body: _Body) -> None:
    limit, hold = inquiry.thresholds["overturned"], inquiry.thresholds["overturned.time"]
    tilt = np.degrees(np.arccos(np.clip(body.up[:, 2], -1.0, 1.0)))
    lies = body.settled & (tilt > limit)
    for first, last in spans(motion.times, lies, hold=hold, gap=_PAUSE, apart=body.put):
        note = _ended(body, motion, first, last, ("upright again after {:.2f} s", "not upright again"))
        moments, most = motion.moments(first, last), tilt[first : last + 1].max()
        inquiry.add("overturned", moments, (motion.life,), most, limit, severity=Severity.HIGH, note=note)


def _add_in_the_air(inquiry: Inquiry, road_map: RoadMap | None, motion: LifeMotion, body: _Body) -> None:
    limit, hold = inquiry.thresholds["in_the_air"], inquiry.thresholds["in_the_air.time"]
    heights = np.full(len(motion.times), np.nan)
    if road_map is not None:
        heights = _heights(inquiry.traffic, road_map, motion, body, limit)
    mapped = np.isfinite(heights)
    high = heights > limit
    if not high.any() and (mapped | ~body.settled).all():
        return
    free = _falls_freely(motion, body, hold)
    lifts = _lifts(motion, body, free, mapped & ~high, limit)
    flies = ~mapped & (free | (lifts > _OVER_REST))
    flies |= _left_the_ground(high, mapped & ~high, body.put, free | (np.abs(lifts) > limit / 2))
    flies &= body.settled
    for first, last in spans(motion.times, flies, hold=hold, gap=_PAUSE, apart=body.put):
        there = first + np.flatnonzero(flies[first : last + 1])
        told = np.where(mapped, heights, lifts)[there]
        if not mapped[there].all():
            ends = there[[0, -1]]
            told = np.append(told, body.middle[there].max() - body.middle[ends].min())
        if told.max() <= limit or _is_carried(inquiry.traffic, motion, first):
            continue
        over = "over the road" if mapped[there].any() else "over where it came from or down"
        down = _ended(body, motion, first, last, ("down after {:.2f} s", "not seen to come down"))
        moments, note = motion.moments(first, last), f"{over}; {down}"
        inquiry.add(
            "in_the_air", moments, (motion.life,), told.max(), limit, severity=Severity.HIGH, note=note
        )


def _ended(body: _Body, motion: LifeMotion, first: int, last: int, texts: tuple[str, str]) -> str:
    """Return what is said of how a state ended: as long as it was to be seen, or before."""
    goes_on = last + 1 < len(body.put) and body.settled[last + 1]
    return texts[0].format(motion.times[last] - motion.times[first]) if goes_on else texts[1]


def _heights(traffic: Traffic, road_map: RoadMap, motion: LifeMotion, body: _Body, limit: float) -> Floats:
    """Return how high the lowest corner is over the highest road below the box, metres, shape (K,).

    NaN where there is no road. Most moments are near one that is looked at, and have its height.
    """
    known = np.flatnonzero(np.isfinite(body.poses).all(axis=1))
    heights = np.full(len(motion.times), np.nan)
    looks = known[changes(np.floor(motion.times[known] / _LOOK))]
    moved = np.abs(np.diff(body.poses[looks], axis=0, prepend=np.inf)).max(axis=1) > _STANDS
    looks = looks[moved | (np.diff(np.floor(motion.times[looks] / _SELDOM), prepend=-1.0) > 0)]
    seen = _heights_at(traffic, road_map, motion.life, body.at(looks), limit)
    place = np.clip(np.searchsorted(looks, known, side="right") - 1, 0, None)
    heights[known] = seen[place]
    # Around what is high, every moment counts.
    is_high = np.pad(seen > limit, 1)
    close = known[(is_high[:-2] | is_high[1:-1] | is_high[2:])[place]]
    heights[close] = _heights_at(traffic, road_map, motion.life, body.at(close), limit)
    return heights


def _heights_at(traffic: Traffic, road_map: RoadMap, life: int, body: _Body, limit: float) -> Floats:
    """Return the heights at some moments; where they are above the limit, that over all of the box."""
    box = traffic.boxes.seen_from_above(np.full(len(body.poses), life), body.poses[:, [0, 1, 2, 4]])
    height = _over(road_map, box.centers, body)
    rows = np.flatnonzero(height > limit)
    for corner in corners(box.take(rows)).transpose(1, 0, 2):
        height[rows] = np.fmin(height[rows], _over(road_map, corner, body.at(rows)))
    return height


def _over(road_map: RoadMap, xy: Floats, body: _Body) -> Floats:
    """Return how high the lowest corner is over the road below points (K, 2); negative if that is above."""
    z, yaws, up = body.lowest, body.poses[:, 4], body.up
    over = np.full(len(z), np.nan)
    rows, above = np.arange(len(z)), np.zeros(len(z))
    for times in _UNDER:
        if not len(rows):
            break
        places = road_map.locate(np.column_stack((xy[rows], z[rows] - times * above[rows])), yaws[rows])
        # A road that leans to a side, which the map does not tell, leans whoever is on it.
        heading = np.radians(places["heading"])
        across = up[rows, 1] * np.cos(heading) - up[rows, 0] * np.sin(heading)
        leans = np.abs(across) < np.sin(np.radians(_BANKED))
        banked = np.where(leans, np.abs(places["t"] * across / np.maximum(up[rows, 2], _LEANS)), 0.0)
        over[rows] = z[rows] - places["z"] - banked
        rows = rows[over[rows] < -_FITS]
        above[rows] = -over[rows]
    return over


def _falls_freely(motion: LifeMotion, body: _Body, hold: float) -> Flags:
    """Tell when nothing holds a vehicle, for as long as counts, shape (K,)."""
    times, free = motion.times, np.zeros(len(motion.times), np.bool_)
    slopes = np.diff(body.middle) / np.diff(times)
    slopes[body.put[1:]] = np.nan
    falls = np.abs(2.0 * np.diff(slopes) / (times[2:] - times[:-2]) + _GRAVITY) <= _FREELY
    for begin in range(3):  # it is that of three places
        free[begin : begin + len(falls)] |= falls
    found = np.zeros(len(times), np.bool_)
    for first, last in spans(times, free, hold=hold, apart=body.put):
        found[first : last + 1] = True
    return found


def _lifts(motion: LifeMotion, body: _Body, free: Flags, grounded: Flags, limit: float) -> Floats:
    """Return how far a vehicle went up since it stood on something, but for what its slope explains, (K,).

    Metres, negative for down. Whoever goes as its own slope does stands on something, and drives up hills
    and ramps; unless it came there by more than ``limit``.
    """
    times, up = motion.times, body.up
    leaned = np.where(up[:, 2] >= _LEANS, up[:, 2], np.inf)
    slope = -(up[:, :2] * motion.velocities[:, :2]).sum(axis=1) / leaned
    rises = np.nan_to_num(derive(times, body.middle, body.put[1:]) - slope)
    strays = _STRAYS + _STRAYS_MOVING * np.nan_to_num(motion.speeds)
    loose = free | (np.abs(rises) > strays) | (up[:, 2] < _LEANS)
    loose[1:] |= loose[:-1].copy()
    steps = np.append(0.0, np.diff(times) * (rises[1:] + rises[:-1]) / 2.0)
    steps[body.put] = 0.0
    state = np.where(body.put | (grounded & ~loose), 0, np.where(loose, 2, 1))
    edges = np.flatnonzero(np.diff(state, prepend=-1))
    lifts, lift = np.zeros(len(times)), 0.0
    for first, last in zip(edges.tolist(), [*edges[1:].tolist(), len(times)], strict=True):
        if state[first] == 0:
            lift = 0.0
        elif state[first] == 1:
            lift = lift if lift > limit else 0.0
            lifts[first:last] = lift
        else:
            lifts[first:last] = lift + np.cumsum(steps[first:last])
            lift = float(lifts[last - 1])
    return lifts


def _left_the_ground(high: Flags, ground: Flags, put: Flags, leaves: Flags) -> Flags:
    """Tell when who is high over the road stands on nothing, shape (K,).

    That is from when it left what it stood on, or from the beginning, if it never stood on the road.
    """
    flies = np.zeros(len(high), np.bool_)
    edges = np.flatnonzero(np.diff(np.concatenate(([False], high, [False])).astype(np.int8)))
    for first, last in edges.reshape(-1, 2).tolist():
        born = int(np.flatnonzero(put[: first + 1])[-1]) if put[: first + 1].any() else 0
        left = np.flatnonzero(leaves[first:last])
        if not ground[born:first].any():
            flies[first:last] = True
        elif len(left):
            flies[first + left[0] : last] = True
    return flies


def _is_carried(traffic: Traffic, motion: LifeMotion, moment: int) -> bool:
    """Tell whether a vehicle hangs on another, or stands on one all the time and goes where it goes."""
    life, now = motion.life, motion.begin + moment
    if traffic.index.actors.parent[traffic.rows[life]] >= 0:
        return True
    alive = np.flatnonzero((traffic.begins <= now) & (now < traffic.ends))
    reach, places = lengths(traffic.boxes.extents), traffic.places_at(alive, np.full(len(alive), now))
    near = lengths(places - traffic.places_at(life, np.array([now]))) < reach[alive] + reach[life]
    for other in alive[near & (alive != life)].tolist():
        begin = max(motion.begin, int(traffic.begins[other]))
        moments = np.arange(begin, min(int(traffic.ends[life]), int(traffic.ends[other])))
        both = np.array([traffic.places_at(each, moments) for each in (life, other)])
        known = np.isfinite(both).all(axis=(0, 2))
        one, two = (traffic.boxes_at(each, moments[known]) for each in (life, other))
        away = np.column_stack((lengths(one.centers - two.centers), (both[0] - both[1])[known, 2]))
        if len(away) and (np.ptp(away, axis=0) < _COUPLED).all() and (distances(one, two) < 0.0).all():
            return True
    return False
