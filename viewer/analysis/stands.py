"""Stands of a vehicle: the spans of time in which it does not get on, and whether it has a driver."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from viewer.analysis.traffic import TrackMotion, Traffic
from viewer.arrays import TIME_ROUNDING, Floats, spans
from viewer.logfile import packets
from viewer.recording.read.records import gather

_PAUSE = 0.5
"""Seconds: if a standing vehicle moves for less than this, it still counts as standing."""
_CREEP = 1.0
"""Metres: a vehicle whose position changes by less than this in the least time of a stand creeps, and stands.
"""
_LOOKS = 32
"""Number of positions of a vehicle that are looked at first: most vehicles with a driver move far."""
_STEP = 0.2
"""Seconds between the positions that a creeping vehicle is looked for in."""
_MOVED = 2.0
"""Metres that a vehicle must have moved in the recording to be taken to have a driver."""


def find_stands(motion: TrackMotion, shortest: float, slow: float) -> list[tuple[int, int]]:
    """Return the first and last sample of each stand of a vehicle, as indices into the samples of ``motion``.

    A stand is a span of ``shortest`` seconds or more in which the vehicle is slower than ``slow`` (m/s),
    apart from motion that lasts less than 0.5 s; or one in which it creeps: its position changes by less than
    1 m in any ``shortest`` seconds. Creeping counts from the first to the last slow sample, and only where
    there is no stand of the first kind.
    """
    times = motion.times
    if not len(times) or times[-1] - times[0] < shortest:
        return []
    found = slow_spans(motion, shortest, slow)
    for begin, end in _creeps(motion, shortest, found):
        here = slice(begin, end + 1)
        samples = np.flatnonzero(motion.judged[here] & (motion.speeds[here] < slow)) + begin
        if len(samples) and times[samples[-1]] - times[samples[0]] >= shortest:
            found.append((int(samples[0]), int(samples[-1])))
    return sorted(found)


def slow_spans(motion: TrackMotion, shortest: float, slow: float) -> list[tuple[int, int]]:
    """Return the first and last sample of each span of ``shortest`` s or more slower than ``slow`` (m/s).

    They are indices into the samples of ``motion``; motion that lasts less than 0.5 s does not end a span.
    """
    found = spans(motion.times, motion.judged & (motion.speeds < slow), gap=_PAUSE)
    return [(a, b) for a, b in found if motion.times[b] - motion.times[a] >= shortest - TIME_ROUNDING]


def _creeps(motion: TrackMotion, shortest: float, found: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the spans in which a vehicle's position changes by less than 1 m in any ``shortest`` seconds.

    Spans are the first and last sample, as indices into the samples of ``motion``. Time within the stands
    ``found`` (first and last samples) is left out.
    """
    times = motion.times
    if len(found) == 1 and times[found[0][0]] - times[0] + times[-1] - times[found[0][1]] < shortest:
        return []
    looks = np.unique(np.searchsorted(times, np.arange(times[0], times[-1], _STEP)))
    known = motion.judged & np.isfinite(motion.locations[:, 0])
    for first, last in found:
        known[first : last + 1] = False
    places = np.where(known[looks, None], motion.locations[looks, :2], np.nan)
    ends = np.searchsorted(times[looks], times[looks] + shortest - _STEP / 2)
    begins = np.flatnonzero(ends < len(looks))
    offsets = places[ends[begins]] - places[begins]
    with np.errstate(invalid="ignore"):
        begins = begins[np.hypot(offsets[:, 0], offsets[:, 1]) < _CREEP]
    creeps = np.zeros(len(looks), np.bool_)
    for begin in begins.tolist():
        if _extent(places[begin : ends[begin] + 1]) < _CREEP:  # NaN, where it is not known, is no creep
            creeps[begin : ends[begin] + 1] = True
    return [(int(looks[first]), int(looks[last])) for first, last in spans(times[looks], creeps)]


def _extent(places: Floats) -> float:
    """Return the diagonal of the rectangle around ``places`` (K, 2), in their unit; NaN if one is NaN."""
    return float(np.hypot(*(places.max(axis=0) - places.min(axis=0))))


def has_driver(traffic: Traffic, track: int) -> bool:
    """Return whether the vehicle ``track``, an index in ``traffic``, ever moves 2 m or has throttle.

    A vehicle without a driver is parked.
    """
    begin, end = int(traffic.begins[track]), int(traffic.ends[track])
    looks = np.linspace(begin, end - 1, _LOOKS).astype(np.int64)
    if _far(traffic.xy_at(np.full(_LOOKS, track), looks)):  # much faster
        return True
    motion = traffic.motion_of(track)
    places = motion.locations[motion.judged, :2]
    if _far(places):
        return True
    index, actor_id = traffic.index, int(traffic.index.actors.actor_id[traffic.rows[track]])
    frames = slice(int(traffic.frames[begin]), int(traffic.frames[end - 1]) + 1)
    _, records = gather(index, packets.ANIM_VEHICLE, actor_id, frames)
    return bool((records["throttle"] > 0.0).any())


def _far(places: NDArray[np.floating]) -> bool:
    """Return whether ``places`` (K, 2) spread over more than 2 m along an axis; NaN counts as unknown."""
    spread = np.fmax.reduce(places) - np.fmin.reduce(places) if len(places) else np.zeros(2)
    return bool((spread > _MOVED).any())
