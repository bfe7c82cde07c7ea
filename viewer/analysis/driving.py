"""How vehicles are driven: accelerations, jerk and turning, smoothed over time, against bounds of comfort.

Bounds are those of nuPlan's comfort metrics; as there, motion is smoothed before it is compared, because
unsmoothed jerk of a simulated vehicle is beyond every bound all the time.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from viewer.analysis.event_table import Severity
from viewer.analysis.inquiry import Inquiry, Measurement
from viewer.analysis.kinds import DRIVING, KINDS
from viewer.analysis.smoothing import FEWEST, Smoother
from viewer.analysis.spans import spans
from viewer.analysis.traffic import LifeMotion
from viewer.arrays import Floats
from viewer.cancellation import check
from viewer.quick_dataclass import dataclass
from viewer.replay.world.derivatives import derive

_HOLD, _PAUSE = 0.2, 0.5
"""Seconds beyond a bound from which on it counts, and seconds within it after which it is over."""
_SETTLING = 1.0
"""Seconds after its birth in which a vehicle still falls onto its wheels."""

_LONGEST, _TIMES_MEDIAN = 0.15, 2.0
"""Seconds, and times the median: of a longer step, CARLA's physics simulates only a part (substepping caps
it), so that speeds told by its length are none. Nothing is smoothed across."""


@dataclass(frozen=True, eq=False)
class SmoothedMotion:
    """Smoothed motion of a life, at each of its moments (K,); NaN where it cannot be told.

    Attributes:
        longitudinal: acceleration forwards, m/s².
        lateral: acceleration to the right, m/s².
        jerk: change of both, m/s³, without a sign.
        yaw_rate: rad/s, clockwise seen from above.
        yaw_acceleration: rad/s².

    """

    longitudinal: Floats
    lateral: Floats
    jerk: Floats
    yaw_rate: Floats
    yaw_acceleration: Floats


class MotionSmoother:
    """Smooths the motion of the lives of a recording, whose times they share."""

    def __init__(self, times: Floats, window: float, jerk_window: float) -> None:
        """Take the moments of the recording (K,) and the windows, in seconds."""
        steps = np.diff(times)
        self._slow = steps > max(_LONGEST, _TIMES_MEDIAN * float(np.median(steps)) if len(steps) else 0.0)
        self._smoother = Smoother(times, window)
        self._jerk_smoother = Smoother(times, jerk_window)

    def smooth(self, motion: LifeMotion, begin: int) -> SmoothedMotion:
        """Return the smoothed motion of a life that begins at a moment."""
        signals = np.full((5, len(motion.times)), np.nan)
        for stretch in motion.stretches:
            slow = np.flatnonzero(self._slow[begin + stretch.start : begin + stretch.stop - 1]) + 1
            edges = [stretch.start, *(slow + stretch.start).tolist(), stretch.stop]
            for first, last in pairwise(edges):
                if last - first >= FEWEST:
                    signals[:, first:last] = self._signals(motion, slice(first, last), begin + first)
        return SmoothedMotion(*signals)

    def _signals(self, motion: LifeMotion, stretch: slice, begin: int) -> Floats:
        times, headings = motion.times[stretch], motion.headings[stretch]
        yaws = np.radians(np.unwrap(motion.yaws[stretch], period=360.0))
        velocities = derive(times, np.column_stack((motion.locations[stretch, :2], yaws)))
        yaw_rates = self._smoother.values(velocities[:, 2:], begin)[:, 0]
        slopes = self._smoother.slopes(velocities, begin)
        ahead = (slopes[:, :2] * headings).sum(axis=1)
        right = slopes[:, 1] * headings[:, 0] - slopes[:, 0] * headings[:, 1]
        jerk = np.full(len(times), np.nan)
        known = np.flatnonzero(np.isfinite(ahead))
        if len(known) and len(known) == known[-1] - known[0] + 1:
            first, last = int(known[0]), int(known[-1]) + 1
            both = np.column_stack((ahead, right))[first:last]
            jerk[first:last] = np.hypot(*self._jerk_smoother.slopes(both, begin + first).T)
        return np.stack((ahead, right, jerk, yaw_rates, slopes[:, 2]))


def add_driving(inquiry: Inquiry) -> None:
    """Add where vehicles brake, accelerate, swerve or turn beyond the bounds."""
    limits, traffic = inquiry.thresholds, inquiry.traffic
    drivers = inquiry.drivers
    if not drivers:
        return
    smoother = MotionSmoother(traffic.times, limits["smoothing"], limits["smoothing.jerk"])
    too_coarse = []
    for number, life in enumerate(drivers):
        check(inquiry.proceed, number / len(drivers))
        motion = traffic.motion_of(life)
        begin = int(traffic.begins[life])
        smoothed = smoother.smooth(motion, begin)
        if not np.isfinite(smoothed.longitudinal).any():
            told = np.isfinite(motion.locations[:, 0])
            if told.any() and np.ptp(motion.times[told]) > limits["smoothing"] + _SETTLING:
                too_coarse.append(life)
            continue
        settled = motion.judged & (motion.times >= motion.times[0] + _SETTLING)
        for kind, values in _compared(smoothed).items():
            bound = limits[kind]
            with np.errstate(invalid="ignore"):
                beyond = settled & (values > bound)
            for first, last in spans(motion.times, beyond, hold=_HOLD, gap=_PAUSE).tolist():
                most = first + int(np.nanargmax(values[first : last + 1]))
                _add(inquiry, kind, life, (begin + first, begin + last), float(values[most]), bound)
    if too_coarse:
        for kind in (each.name for each in KINDS.values() if each.finder is DRIVING):
            inquiry.skip(kind, "frames are too far apart to smooth motion over the window", tuple(too_coarse))


def _compared(smoothed: SmoothedMotion) -> dict[str, Floats]:
    """Return what is compared, positive, by the kind whose bound it is compared with."""
    return {
        "harsh_braking": -smoothed.longitudinal,
        "harsh_acceleration": smoothed.longitudinal,
        "lateral_acceleration": np.abs(smoothed.lateral),
        "jerk": smoothed.jerk,
        "yaw_rate": np.abs(smoothed.yaw_rate),
        "yaw_acceleration": np.abs(smoothed.yaw_acceleration),
    }


def _add(
    inquiry: Inquiry, kind: str, life: int, moments: tuple[int, int], value: float, bound: float
) -> None:
    severity = Severity.LOW
    if kind == "harsh_braking":
        severe = value > inquiry.thresholds["harsh_braking.severe"]
        severity = Severity.HIGH if severe else Severity.MEDIUM
        value, bound = -value, -bound
    inquiry.add(kind, moments, (life,), Measurement(value, bound, severity))
