"""Who falls: off the road or through it, from its spawn on, or where no ground was loaded."""

from __future__ import annotations

import numpy as np

from viewer.analysis.event_table import Severity
from viewer.analysis.find_events import Inquiry
from viewer.analysis.traffic import LifeMotion
from viewer.arrays import Flags, Floats, spans
from viewer.recording.actors import VEHICLES
from viewer.roads.road_map import RoadMap

_FALLS = 1.0
"""m/s downwards from which on an actor falls."""
_HOLD, _PAUSE = 0.2, 0.3
"""Seconds that a fall lasts, and for which it may be slower."""
_FAR = 20.0
"""Metres of a fall from which on nothing that it ends on is the road."""
_JUMP = 5.0
"""Metres that an actor falls onto something below: less is a step, or a spawn over the road."""
_LANDED = 0.3
"""Seconds for which an actor is seen after its fall, so that it has come down."""


def add_falls(inquiry: Inquiry, road_map: RoadMap | None, motion: LifeMotion) -> None:
    """Add where an actor falls below the road, or falls far onto something and is not yet known to."""
    for first, last in spans(motion.times, _falling(motion), hold=_HOLD, gap=_PAUSE):
        # One that begins far below is of an actor that a scenario has put away.
        if motion.locations[first, 2] >= inquiry.traffic.parked_below:
            _add_fall(inquiry, road_map, motion, first, min(last + 1, len(motion.times) - 1))


def _falling(motion: LifeMotion) -> Flags:
    """Return at which moments an actor goes down to the next one, fast, and was not put there, shape (K,)."""
    falls = np.zeros(len(motion.times), np.bool_)
    if len(falls) > 1:
        with np.errstate(invalid="ignore"):
            falls[:-1] = np.diff(motion.locations[:, 2]) < -_FALLS * np.diff(motion.times)
    return falls & ~motion.broken


def _add_fall(inquiry: Inquiry, road_map: RoadMap | None, motion: LifeMotion, first: int, last: int) -> None:
    limit, life = inquiry.thresholds["below_road"], motion.life
    z = motion.locations[first : last + 1, 2]
    fallen = float(z[0] - z[-1])
    steep = fallen > float(np.linalg.norm(motion.locations[last, :2] - motion.locations[first, :2]))
    ends = motion.times[-1] - motion.times[last] < _LANDED
    lost = ends or fallen > _FAR
    depth = _depths(inquiry, road_map, motion, slice(first, last + 1), steep=steep, lost=lost)
    below = np.flatnonzero(depth > limit)
    if len(below) and motion.times[last] - motion.times[first + below[0]] >= _HOLD:
        moments = motion.moments(first + int(below[0]), last)
        inquiry.add("below_road", moments, (life,), np.nanmax(depth), limit, severity=Severity.HIGH)
    elif steep and fallen > _JUMP and not _is_told(inquiry, motion, first, last):
        moments, limit = motion.moments(first, last), inquiry.thresholds["in_the_air"]
        lasted = motion.times[last] - motion.times[first]
        note = "not seen to come down" if ends else f"down after {lasted:.2f} s"
        inquiry.add("in_the_air", moments, (life,), fallen, limit, severity=Severity.HIGH, note=note)


def _depths(
    inquiry: Inquiry, road_map: RoadMap | None, motion: LifeMotion, part: slice, *, steep: bool, lost: bool
) -> Floats:
    """Return how deep an actor is below the road at some of its moments, metres, shape (K,).

    Where the map has no road, that is below where it fell from if it falls steeply and is ``lost``, else
    below the lowest place where anybody was spawned; NaN if it does not fall steeply.
    """
    places = motion.locations[part]
    level = np.full(len(places), np.nan)
    if steep:
        level[:] = places[0, 2] if lost else min(places[0, 2], inquiry.traffic.index.actors.road_level)
    if road_map is not None:
        # Vehicles have their origin on the ground, walkers in mid-body.
        drives = inquiry.traffic.category[motion.life] in VEHICLES
        reach = 0.0 if drives else float(inquiry.traffic.boxes.extents[motion.life, 2])
        road = road_map.locate(places - (0.0, 0.0, reach), motion.yaws[part])
        level = np.where(road["on_lane"], road["z"] + reach, level)
    return np.asarray(level - places[:, 2])


def _is_told(inquiry: Inquiry, motion: LifeMotion, first: int, last: int) -> bool:
    """Return whether it is known already that an actor is in the air during some of its moments."""
    row, times = int(inquiry.traffic.rows[motion.life]), motion.times
    return any(
        each.kind == "in_the_air" and each.actors == (row,)
        and each.start <= times[last] and times[first] <= each.end
        for each in inquiry.events
    )  # fmt: skip
