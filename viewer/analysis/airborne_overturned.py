"""Rules for vehicles in the air or overturned, and for actors that fall.

The height of a vehicle over ground comes from a road map, if its heights fit the recording. Without one, it
is estimated: a vehicle on the ground rises and sinks as its own pitch and roll predict; any other vertical
motion is lift.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from viewer.analysis.boxes import Rectangles, corners, distances, lengths
from viewer.analysis.event_table import Severity
from viewer.analysis.falls import add_falls
from viewer.analysis.rule_context import HEIGHTS_FIT, RuleContext
from viewer.analysis.traffic import TrackMotion, Traffic
from viewer.arrays import Flags, Floats, Ints, spans
from viewer.recording.actors import VEHICLES
from viewer.replay.world.motion import derive, rotation_matrices
from viewer.roads.locate import LanesAt
from viewer.roads.road_map import RoadMap

_SETTLING = 1.0
"""Seconds after a spawn or teleport in which a rule ignores a vehicle, as it may still drop onto its wheels.
"""
_PAUSE = 0.5
"""Longest time in seconds for which a vehicle may touch the ground, or be upright, without ending an event.

The events are those of vehicles in the air, and of overturned ones.
"""
_FITS = HEIGHTS_FIT
"""Metres by which a vehicle may be below the road on which it is; if it is lower, a road below is tried."""
_GRAVITY, _FREELY = 9.81, 2.0
"""Acceleration of free fall in m/s², and by how much that of a vehicle in free fall may differ from it."""
_OVER_REST = 2.0
"""Height in metres above the last ground position that makes a vehicle airborne where no map height is known.
"""
_STRAYS, _STRAYS_MOVING = 0.2, 0.05
"""Largest difference of a vehicle's vertical speed from that along the slope under it, while on the ground.

The limit is the first value (m/s) plus the second one times the vehicle's speed. The slope is that of its own
pitch and roll.
"""
_LEANS = 0.5
"""Least cosine of a vehicle's tilt at which its pitch and roll are taken for the slope of the ground (60°).
"""
_BANKED = 20.0
"""Largest sideways lean of a vehicle, in degrees, that is taken for the banking of the road under it.

The map's heights leave banking out, so the vehicle's height over the road is corrected by it.
"""
_UNDER = (0.0, 1.0, 4.0, 16.0)
"""Depths below a vehicle at which its road is looked up, one after another, until a road below it is found.

They are multiples of the height of the road found last above the vehicle. If that road is a bridge, a look-up
farther down finds the road under it.
"""
_COUPLED = 0.5
"""Largest change, in metres, of the distance between two actors of which one counts as carried by the other.
"""


class _Body(NamedTuple):
    """Bounding box of a vehicle at each of its K samples (its frames, as in ``TrackMotion.times``).

    Attributes:
        poses: x, y, z in metres and pitch, yaw, roll in degrees, shape (K, 6).
        up: unit vector of the box's up axis in world coordinates, shape (K, 3).
        middle: z of the box's centre in metres, shape (K,).
        lowest: z of the box's lowest corner in metres, shape (K,).
        put: True at the spawn, after a teleport, and where the pose before is unknown, shape (K,).
        settled: True where the pose is known, no scenario has parked the vehicle below the road, and the last
            ``put`` is at least ``_SETTLING`` seconds ago, shape (K,).
    """

    poses: Floats
    up: Floats
    middle: Floats
    lowest: Floats
    put: Flags
    settled: Flags

    def at(self, samples: Ints) -> _Body:
        """Return a copy with only those samples (moments in time) that have the indices ``samples``."""
        return _Body._make(each[samples] for each in self)


def add_states(context: RuleContext, motion: TrackMotion) -> None:
    """Add to ``context`` an actor's falls; of a vehicle also when it is overturned or in the air.

    ``motion`` is the actor's.
    """
    road_map = context.height_map
    if context.traffic.category[motion.track] in VEHICLES:
        body = _body(context.traffic, motion)
        if body.settled.any():
            _add_overturned(context, motion, body)
            _add_in_the_air(context, road_map, motion, body)
    add_falls(context, road_map, motion)


def _body(traffic: Traffic, motion: TrackMotion) -> _Body:
    poses = traffic.poses_of(motion.track)
    matrices = rotation_matrices(poses[:, 3:])
    middle = poses[:, 2] + matrices[:, 2] @ traffic.boxes.centers[motion.track]
    lowest = middle - np.abs(matrices[:, 2]) @ traffic.boxes.extents[motion.track]
    known = np.asarray(np.isfinite(poses).all(axis=1))
    put = known.copy()
    put[1:] &= ~known[:-1] | motion.teleports[:-1]
    since = motion.times - np.maximum.accumulate(np.where(put, motion.times, -np.inf))
    settled = known & motion.judged & (since >= _SETTLING)
    return _Body(poses, matrices[:, :, 2], middle, lowest, put, settled)


def _add_overturned(context: RuleContext, motion: TrackMotion, body: _Body) -> None:
    limit, hold = context.thresholds["overturned"], context.thresholds["overturned.time"]
    tilt = np.degrees(np.arccos(np.clip(body.up[:, 2], -1.0, 1.0)))
    lies = body.settled & (tilt > limit)
    for first, last in spans(motion.times, lies, hold=hold, gap=_PAUSE, apart=body.put):
        note = _ended(body, motion, first, last, ("upright again after {:.2f} s", "not upright again"))
        samples, most = motion.samples(first, last), tilt[first : last + 1].max()
        context.add("overturned", samples, (motion.track,), most, limit, severity=Severity.HIGH, note=note)


def _add_in_the_air(context: RuleContext, road_map: RoadMap | None, motion: TrackMotion, body: _Body) -> None:
    limit, hold = context.thresholds["in_the_air"], context.thresholds["in_the_air.time"]
    heights = np.full(len(motion.times), np.nan)
    if road_map is not None:
        heights = _heights(context, road_map, motion, body, limit)
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
        heights_there = np.where(mapped, heights, lifts)[there]
        if not mapped[there].all():
            ends = there[[0, -1]]
            heights_there = np.append(heights_there, body.middle[there].max() - body.middle[ends].min())
        if heights_there.max() <= limit or _is_carried(context.traffic, motion, first):
            continue
        over = "over the road" if mapped[there].any() else "over where it came from or down"
        down = _ended(body, motion, first, last, ("down after {:.2f} s", "not seen to come down"))
        samples, note = motion.samples(first, last), f"{over}; {down}"
        context.add(
            "in_the_air",
            samples,
            (motion.track,),
            heights_there.max(),
            limit,
            severity=Severity.HIGH,
            note=note,
        )


def _ended(body: _Body, motion: TrackMotion, first: int, last: int, texts: tuple[str, str]) -> str:
    """Return one of two ``texts`` about a vehicle's state (overturned, in the air), by whether it ended.

    It is ``texts[0]``, with the duration in seconds in place of ``{}``, if the recording shows the end: the
    vehicle's sample after ``last`` exists and is ``settled``. Else it is ``texts[1]``. ``first`` and ``last``
    are the first and last sample of the state.
    """
    goes_on = last + 1 < len(body.put) and body.settled[last + 1]
    return texts[0].format(motion.times[last] - motion.times[first]) if goes_on else texts[1]


def _heights(
    context: RuleContext, road_map: RoadMap, motion: TrackMotion, body: _Body, limit: float
) -> Floats:
    """Return the height of a vehicle's lowest box corner over the road at each of K samples, in metres, (K,).

    NaN where there is no road or no pose. To save time, the road is looked up at most every 0.1 s, and
    samples in between repeat the last height. Around heights over ``limit`` (metres) it is looked up at each
    sample.
    """
    traffic, known = context.traffic, np.flatnonzero(np.isfinite(body.poses).all(axis=1))
    heights, centre = np.full(len(motion.times), np.nan), context.centre_lanes(road_map, motion)
    looks = centre.for_heights
    seen = _heights_at(*centre.at(looks), road_map, body.at(looks), limit)
    place = np.clip(np.searchsorted(looks, known, side="right") - 1, 0, None)
    heights[known] = seen[place]
    # Near heights over the limit, look up each sample: the event's ends must be exact.
    is_high = np.pad(seen > limit, 1)
    close = known[(is_high[:-2] | is_high[1:-1] | is_high[2:])[place]]
    box = traffic.boxes_at(motion.track, close + motion.begin)
    heights[close] = _heights_at(box, road_map.lanes_at(box.centers), road_map, body.at(close), limit)
    return heights


def _heights_at(box: Rectangles, lanes: LanesAt, road_map: RoadMap, body: _Body, limit: float) -> Floats:
    """Return how high a vehicle is over the road at each sample, in metres, shape (K,); NaN without a road.

    The height is that of the lowest corner of its bounding box ``body``. The road is that of ``lanes``, at
    the centre of ``box`` (the box in plan view); where the height is over ``limit`` (metres), it is looked up
    at the box's corners, too, and the least height counts.
    """
    height = _over(lanes, body)
    rows = np.flatnonzero(height > limit)
    for corner in corners(box.take(rows)).transpose(1, 0, 2) if len(rows) else ():
        height[rows] = np.fmin(height[rows], _over(road_map.lanes_at(corner), body.at(rows)))
    return height


def _over(lanes: LanesAt, body: _Body) -> Floats:
    """Return how high a vehicle's lowest point is over the road at each sample, in metres, shape (K,).

    The point is the lowest corner of the bounding box ``body``; ``lanes`` are the lanes that may be under it
    at each sample. NaN where there is no road, negative where the corner is below it.
    """
    z, yaws, up = body.lowest, body.poses[:, 4], body.up
    over = np.full(len(z), np.nan)
    rows, above = np.arange(len(z)), np.zeros(len(z))
    for times in _UNDER:
        if not len(rows):
            break
        hits = lanes.nearest(z - times * above, yaws)[rows]
        rows, hits = rows[hits >= 0], hits[hits >= 0]
        # The map leaves banking out, but a vehicle on a banked road leans with it.
        heading = np.radians(lanes.yaws(hits))
        across = up[rows, 1] * np.cos(heading) - up[rows, 0] * np.sin(heading)
        leans = np.abs(across) < np.sin(np.radians(_BANKED))
        banked = np.where(leans, np.abs(lanes.t[hits] * across / np.maximum(up[rows, 2], _LEANS)), 0.0)
        over[rows] = z[rows] - lanes.z[hits] - banked
        rows = rows[(over[rows] < -_FITS) & lanes.overlaps[hits]]
        above[rows] = -over[rows]
    return over


def _falls_freely(motion: TrackMotion, body: _Body, hold: float) -> Flags:
    """Return a mask, shape (K,), of those K samples of a vehicle at which it is in free fall.

    Free falls that last less than ``hold`` seconds are left out.
    """
    times, free = motion.times, np.zeros(len(motion.times), np.bool_)
    slopes = np.diff(body.middle) / np.diff(times)
    slopes[body.put[1:]] = np.nan
    falls = np.abs(2.0 * np.diff(slopes) / (times[2:] - times[:-2]) + _GRAVITY) <= _FREELY
    for begin in range(3):  # an acceleration needs three samples
        free[begin : begin + len(falls)] |= falls
    found = np.zeros(len(times), np.bool_)
    for first, last in spans(times, free, hold=hold, apart=body.put):
        found[first : last + 1] = True
    return found


def _lifts(motion: TrackMotion, body: _Body, free: Flags, grounded: Flags, limit: float) -> Floats:
    """Return how far a vehicle has risen off the slope under it at each of the K samples, in metres, (K,).

    0 on the ground, negative where it sank. The vehicle leaves the ground where it falls freely (mask
    ``free``), tilts by more than 60°, or rises or sinks other than its pitch and roll predict. It is back on
    the ground when none of these holds. After a lift of more than ``limit`` metres it must also be low over
    the map's road (mask ``grounded``).
    """
    times, up = motion.times, body.up
    leaned = np.where(up[:, 2] >= _LEANS, up[:, 2], np.inf)
    slope = -(up[:, :2] * motion.velocities).sum(axis=1) / leaned
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
    """Return a mask, shape (K,), of the samples at which a vehicle high over the road is in the air.

    A vehicle that has been on the ground since its last spawn or teleport is in the air only from the sample
    on at which it leaves the slope: it may be on a bridge that the map lacks. Any other vehicle is in the air
    as long as it is high.

    Args:
        high: mask of samples above the height limit over the road, shape (K,).
        ground: mask of samples below it, shape (K,).
        put: mask of spawns and teleports, shape (K,).
        leaves: mask of samples at which it rises or sinks other than along a slope, shape (K,).
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


def _is_carried(traffic: Traffic, motion: TrackMotion, sample: int) -> bool:
    """Return whether another actor carries a vehicle, as a truck or trailer does.

    It does if it is the vehicle's parent, or if both overlap at a steady distance as long as both exist. Only
    actors near the vehicle at ``sample`` (index into ``motion.times``) are compared.
    """
    track, now = motion.track, motion.begin + sample
    if traffic.index.actors.parent[traffic.rows[track]] >= 0:
        return True
    alive = np.flatnonzero((traffic.begins <= now) & (now < traffic.ends))
    reach, places = lengths(traffic.boxes.extents), traffic.positions_at(alive, np.full(len(alive), now))
    near = lengths(places - traffic.positions_at(track, np.array([now]))) < reach[alive] + reach[track]
    for other in alive[near & (alive != track)].tolist():
        begin = max(motion.begin, int(traffic.begins[other]))
        samples = np.arange(begin, min(int(traffic.ends[track]), int(traffic.ends[other])))
        both = np.array([traffic.positions_at(each, samples) for each in (track, other)])
        known = np.isfinite(both).all(axis=(0, 2))
        one, two = (traffic.boxes_at(each, samples[known]) for each in (track, other))
        away = np.column_stack((lengths(one.centers - two.centers), (both[0] - both[1])[known, 2]))
        if len(away) and (np.ptp(away, axis=0) < _COUPLED).all() and (distances(one, two) < 0.0).all():
            return True
    return False
