"""Rule for actors that fall: off the road or through it, after their spawn, or where no ground was loaded."""

from __future__ import annotations

import numpy as np

from viewer.analysis.event_table import Severity
from viewer.analysis.find_events import RuleContext
from viewer.analysis.traffic import TrackMotion
from viewer.arrays import Flags, Floats, spans
from viewer.recording.actors import VEHICLES
from viewer.roads.road_map import RoadMap

_FALLS = 1.0
"""Least speed downwards in m/s at which an actor counts as falling."""
_HOLD, _PAUSE = 0.2, 0.3
"""Shortest fall, and longest interruption within one fall, in seconds."""
_FAR = 20.0
"""Depth of a fall in metres beyond which the ground at its end is taken not to be a road."""
_JUMP = 5.0
"""Depth in metres beyond which a fall that ends above the road is an event; less is a step or a spawn."""
_LANDED = 0.3
"""Seconds for which an actor must still be recorded after a fall for the fall to count as ended."""


def add_falls(context: RuleContext, road_map: RoadMap | None, motion: TrackMotion) -> None:
    """Add events to ``context`` where the actor of ``motion`` falls below the road, or by more than 5 m.

    A deep fall that ends above the road is left out if the actor has an in-the-air event at that time.
    """
    for first, last in spans(motion.times, _falling(motion), hold=_HOLD, gap=_PAUSE):
        # A fall that begins far below the road is of an actor that a scenario has parked there.
        if motion.locations[first, 2] >= context.traffic.parked_below:
            _add_fall(context, road_map, motion, first, min(last + 1, len(motion.times) - 1))


def _falling(motion: TrackMotion) -> Flags:
    """Return a mask, shape (K,), of the samples from which an actor falls to the next; no teleports."""
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
    """Return how deep an actor is below the road, in metres, at the samples ``part`` of its fall, shape (K,).

    Where no road is known, a ``steep`` fall (more down than sideways) is measured from the height of its
    start, or from that of the lowest spawn in the recording if that is lower. If the actor is ``lost`` (falls
    far, or until its track ends), it is measured from its start in any case. A fall that is not steep gives
    NaN there.
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
    """Return whether an in-the-air event of this vehicle overlaps the samples ``first`` to ``last``."""
    row, times = int(context.traffic.rows[motion.track]), motion.times
    return any(
        each.kind == "in_the_air" and each.actors == (row,)
        and each.start <= times[last] and times[first] <= each.end
        for each in context.events
    )  # fmt: skip
