"""Rule for falling actors: off the road or through it, after their spawn, or where no ground was loaded."""

from __future__ import annotations

import numpy as np

from viewer.analysis.event_table import Severity
from viewer.analysis.rule_context import RuleContext
from viewer.analysis.traffic import TrackMotion
from viewer.arrays import Flags, Floats, spans
from viewer.recording.actors import VEHICLES
from viewer.roads.road_map import RoadMap

_FALLS = 1.0
"""Least speed downwards in m/s at which an actor counts as falling."""
_HOLD, _PAUSE = 0.2, 0.3
"""Seconds: length of the shortest fall of an actor that counts, and of the longest interruption in a fall."""
_FAR = 20.0
"""Depth of a fall in metres beyond which its end is taken not to be on a road that the map lacks."""
_JUMP = 5.0
"""Depth in metres from which on a fall that does not end below the road is an event of its own.

A smaller fall is a step in the ground, or the drop of an actor that was spawned above it.
"""
_LANDED = 0.3
"""Seconds for which an actor must still be recorded after a fall for the fall to count as ended."""


def add_falls(context: RuleContext, road_map: RoadMap | None, motion: TrackMotion) -> None:
    """Add an event to ``context`` for each fall of an actor that leads below the road or is deeper than 5 m.

    ``motion`` has the actor's poses. A deep fall that ends above the road is left out if the actor has an
    in-the-air event at that time.
    """
    for first, last in spans(motion.times, _falling(motion), hold=_HOLD, gap=_PAUSE):
        # A fall that begins far below the road is of an actor that a scenario has parked there.
        if motion.locations[first, 2] >= context.traffic.parked_below:
            _add_fall(context, road_map, motion, first, min(last + 1, len(motion.times) - 1))


def _falling(motion: TrackMotion) -> Flags:
    """Return a mask, shape (K,), of the samples after which an actor falls until the next sample.

    A teleport does not count as a fall.
    """
    falls = np.zeros(len(motion.times), np.bool_)
    if len(falls) > 1:
        with np.errstate(invalid="ignore"):
            falls[:-1] = np.diff(motion.locations[:, 2]) < -_FALLS * np.diff(motion.times)
    return falls & ~motion.broken


def _add_fall(
    context: RuleContext, road_map: RoadMap | None, motion: TrackMotion, first: int, last: int
) -> None:
    limit, track = context.thresholds["below_road"], motion.track
    z = motion.locations[first : last + 1, 2]
    fallen = float(z[0] - z[-1])
    steep = fallen > float(np.linalg.norm(motion.locations[last, :2] - motion.locations[first, :2]))
    ends = motion.times[-1] - motion.times[last] < _LANDED
    lost = ends or fallen > _FAR
    depth = _depths(context, road_map, motion, slice(first, last + 1), steep=steep, lost=lost)
    below = np.flatnonzero(depth > limit)
    if len(below) and motion.times[last] - motion.times[first + below[0]] >= _HOLD:
        samples = motion.samples(first + int(below[0]), last)
        context.add("below_road", samples, (track,), np.nanmax(depth), limit, severity=Severity.HIGH)
    elif steep and fallen > _JUMP and not _is_already_found(context, motion, first, last):
        samples, limit = motion.samples(first, last), context.thresholds["in_the_air"]
        lasted = motion.times[last] - motion.times[first]
        note = "not seen to come down" if ends else f"down after {lasted:.2f} s"
        context.add("in_the_air", samples, (track,), fallen, limit, severity=Severity.HIGH, note=note)


def _depths(
    context: RuleContext,
    road_map: RoadMap | None,
    motion: TrackMotion,
    part: slice,
    *,
    steep: bool,
    lost: bool,
) -> Floats:
    """Return how deep an actor is below the road, in metres, during a fall, shape (K,).

    At samples where no road is known, depths of a steep fall are measured from the height of its start, or
    from that of the lowest spawn in the recording if that is lower. Depths of a fall that is not steep are
    NaN there.

    Args:
        context: the recording and its motions.
        road_map: the map, None if there is none.
        motion: motion of the actor.
        part: the K samples of the fall.
        steep: whether the actor moves more down than sideways.
        lost: whether the actor falls far, or until its track ends; then a steep fall is measured from the
            height of its start in any case.
    """
    places = motion.locations[part]
    level = np.full(len(places), np.nan)
    if steep:
        level[:] = places[0, 2] if lost else min(places[0, 2], context.traffic.index.actors.road_level)
    if road_map is not None:
        # Vehicles have their origin on the ground, walkers at mid-body.
        drives = context.traffic.category[motion.track] in VEHICLES
        reach = 0.0 if drives else float(context.traffic.boxes.extents[motion.track, 2])
        road = road_map.locate(places - (0.0, 0.0, reach), motion.yaws[part])
        level = np.where(road["on_lane"], road["z"] + reach, level)
    return np.asarray(level - places[:, 2])


def _is_already_found(context: RuleContext, motion: TrackMotion, first: int, last: int) -> bool:
    """Return whether there is an event "in the air" of a vehicle between its samples ``first`` and ``last``.

    ``motion`` is that of the vehicle; the event may also begin earlier or end later.
    """
    row, times = int(context.traffic.rows[motion.track]), motion.times
    return any(
        each.kind == "in_the_air" and each.rows == (row,)
        and each.start <= times[last] and times[first] <= each.end
        for each in context.events
    )  # fmt: skip
