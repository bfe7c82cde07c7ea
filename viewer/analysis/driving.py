"""How vehicles are driven: accelerations, jerk and turning, smoothed over time, against bounds of comfort.

Bounds are those of nuPlan's comfort metrics; as there, motion is smoothed before it is compared, because
unsmoothed jerk of a simulated vehicle is beyond every bound all the time.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from viewer.analysis.event_kinds import DRIVING, KINDS
from viewer.analysis.event_table import Severity
from viewer.analysis.find_events import Inquiry
from viewer.analysis.traffic import LifeMotion
from viewer.arrays import Flags, Floats, spans
from viewer.cancellation import Proceed, always, check
from viewer.replay.world.motion import derive

_HOLD, _PAUSE = 0.2, 0.5
"""Seconds beyond a bound from which on it counts, and seconds within it after which it is over."""
_SETTLING = 1.0
"""Seconds after its birth in which a vehicle still falls onto its wheels."""

_LONGEST, _TIMES_MEDIAN = 0.15, 2.0
"""Seconds, and times the median: of a longer step, CARLA's physics simulates only a part (substepping caps
it), so that speeds told by its length are none. Nothing is smoothed across."""

_REVERSING = 0.1
"""m/s backwards from which on a vehicle reverses."""
FEWEST = 4
"""Samples in a window: a parabola through fewer is no average."""
_SHARE = 0.7
"""Share of half a window by which a stretch must go on: nearer to its end, a parabola says little."""
_FINE = 1e-6  # s
_REMEMBERED = 8
"""Stretches whose weights are kept: those of an hour take 36 MB."""


def add_driving(inquiry: Inquiry) -> None:
    """Add where vehicles brake, accelerate, swerve or turn beyond the bounds."""
    limits, traffic = inquiry.thresholds, inquiry.traffic
    ask = inquiry.proceed
    smoothers = tuple(Smoother(traffic.times, limits[name], ask) for name in ("smoothing", "smoothing.jerk"))
    steps = np.diff(traffic.times)
    slow = steps > max(_LONGEST, _TIMES_MEDIAN * float(np.median(steps)) if len(steps) else 0.0)
    too_coarse = []
    for motion in inquiry.motions(inquiry.drivers):
        compared = _compared(motion, slow, *smoothers)
        if not np.isfinite(compared["harsh_acceleration"]).any():
            told = np.isfinite(motion.locations[:, 0])
            if told.any() and np.ptp(motion.times[told]) > limits["smoothing"] + _SETTLING:
                too_coarse.append(motion.life)
            continue
        settled = motion.judged & (motion.times >= motion.times[0] + _SETTLING)
        for kind, values in compared.items():
            beyond, limit = settled & (values > limits[kind]), limits[kind]
            for first, last in spans(motion.times, beyond, hold=_HOLD, gap=_PAUSE):
                value, sign, severity = float(np.nanmax(values[first : last + 1])), 1.0, Severity.LOW
                if kind == "harsh_braking":
                    severe = value > limits["harsh_braking.severe"]
                    sign, severity = -1.0, Severity.HIGH if severe else Severity.MEDIUM
                moments = motion.moments(first, last)
                inquiry.add(kind, moments, (motion.life,), sign * value, sign * limit, severity=severity)
    if too_coarse:
        for kind in (each.name for each in KINDS.values() if each.finder is DRIVING):
            inquiry.skip(kind, "frames are too far apart to smooth motion over the window", tuple(too_coarse))


def _compared(
    motion: LifeMotion, slow: Flags, smoother: Smoother, jerk_smoother: Smoother
) -> dict[str, Floats]:
    """Return what is compared with bounds, positive beyond, by kind; (K,) each, NaN where it is unknown.

    Accelerations in m/s² along the way that the vehicle goes and across it, the change of both (m/s³), rad/s
    and rad/s². Of all steps of the recording it is told which are ``slow``.
    """
    ahead, right, jerk, yaw_rate, yaw_acceleration = signals = np.full((5, len(motion.times)), np.nan)
    told, broken = np.isfinite(motion.locations[:, 0]), motion.broken.copy()
    broken[:-1] |= slow[motion.begin : motion.begin + len(broken) - 1]
    begins = np.flatnonzero(told & np.append(True, broken[:-1]))
    for begin, end in zip(begins.tolist(), (np.flatnonzero(told & broken) + 1).tolist(), strict=True):
        if end - begin >= FEWEST:
            signals[:, begin:end] = _signals(motion, slice(begin, end), smoother, jerk_smoother)
    return {
        "harsh_braking": -ahead,
        "harsh_acceleration": ahead,
        "lateral_acceleration": np.abs(right),
        "jerk": jerk,
        "yaw_rate": np.abs(yaw_rate),
        "yaw_acceleration": np.abs(yaw_acceleration),
    }


def _signals(motion: LifeMotion, part: slice, smoother: Smoother, jerk_smoother: Smoother) -> Floats:
    begin = motion.begin + part.start
    times, headings = motion.times[part], motion.headings[part]
    yaws = np.radians(np.unwrap(motion.yaws[part], period=360.0))
    velocities = derive(times, np.column_stack((motion.locations[part, :2], yaws)))
    yaw_rates = smoother.smooth(velocities[:, 2:], begin)[:, 0]
    slopes = smoother.smooth(velocities, begin, slopes=True)
    forwards = (smoother.smooth(velocities[:, :2], begin) * headings).sum(axis=1)
    ahead = (slopes[:, :2] * headings).sum(axis=1)
    right = slopes[:, 1] * headings[:, 0] - slopes[:, 0] * headings[:, 1]
    jerk = np.full(len(times), np.nan)
    known = np.flatnonzero(np.isfinite(ahead))
    if len(known) and len(known) == known[-1] - known[0] + 1:
        both = np.column_stack((ahead, right))[known]
        jerk[known] = np.hypot(*jerk_smoother.smooth(both, begin + int(known[0]), slopes=True).T)
    # Who brakes while it reverses accelerates towards its nose.
    faster = np.where(forwards < -_REVERSING, -ahead, ahead)
    return np.stack((faster, right, jerk, yaw_rates, slopes[:, 2]))


class Smoother:
    """Smooths what is sampled at certain times, over windows of a length in seconds.

    What it returns is NaN near the ends of a stretch (70 % of half a window), and where a window has fewer
    than four samples.
    """

    def __init__(self, times: Floats, window: float, proceed: Proceed = always) -> None:
        """Take the times of the samples (K,), ascending; ``proceed`` is asked whether to go on."""
        self._times, self._half, self._proceed = times, window / 2, proceed
        # Most vehicles are there from the first moment to the last one.
        self._weights = lru_cache(_REMEMBERED)(
            lambda begin, end: _weights(times[begin:end], window / 2, proceed)
        )

    def smooth(self, values: Floats, begin: int, *, slopes: bool = False) -> Floats:
        """Return smoothed values, or their time derivatives, of an unbroken stretch, shape (N, C).

        Args:
            values: at ``times[begin : begin + N]``, shape (N, C).
            begin: place of the first.
            slopes: whether the derivatives are wanted.

        """
        count, columns = values.shape
        before, *weights = self._weights(begin, begin + count)
        padded = np.zeros((columns, count + len(weights[slopes])))
        padded[:, before : before + count] = values.T
        smoothed = np.zeros((columns, count))
        for number, weight in enumerate(weights[slopes]):
            check(self._proceed, 0.0)
            smoothed += weight * padded[:, number : number + count]
        mine = self._times[begin : begin + count]
        near_an_end = np.minimum(mine - mine[:1], mine[-1:] - mine) < self._half * _SHARE - _FINE
        smoothed[:, near_an_end] = np.nan
        return smoothed.T


def _weights(times: Floats, half: float, proceed: Proceed) -> tuple[int, Floats, Floats]:
    """Return the weights of parabolas through all samples within half a window on either side.

    How many samples before each of K the first weight is for; the weights that give values, 0 outside the
    window, shape (W, K); and those that give slopes.
    """
    begins = np.searchsorted(times, times - half - _FINE)
    ends = np.searchsorted(times, times + half + _FINE, side="right")
    here = np.arange(len(times))
    before, after = (int(each.max(initial=0)) for each in (here - begins, ends - here))
    # At first 1 and u, which goes from −1 to 1, of the samples of each window; 0 outside it.
    values, slopes = np.empty((2, before + after, len(times)))
    s0, s1, s2, s3, s4 = np.zeros((5, len(times)))
    for number, (one, u) in enumerate(zip(values, slopes, strict=True)):
        check(proceed, 0.0)
        place = here + (number - before)
        one[:] = (begins <= place) & (place < ends)
        u[:] = (times.take(place, mode="clip") - times) * (one / half)
        square = u * u
        s0 += one
        s1 += u
        s2 += square
        s3 += square * u
        s4 += square * square
    c00, c01, c02 = s2 * s4 - s3 * s3, s2 * s3 - s1 * s4, s1 * s3 - s2 * s2
    c11, c12 = s0 * s4 - s2 * s2, s1 * s2 - s0 * s3
    determinant = s0 * c00 + s1 * c01 + s2 * c02
    determinant[(s0 < FEWEST) | (determinant <= 0.0)] = np.nan
    for one, u in zip(values, slopes, strict=True):
        check(proceed, 0.0)
        square = u * u
        one[:], u[:] = (
            (c00 * one + c01 * u + c02 * square) / determinant,
            (c01 * one + c11 * u + c12 * square) / (determinant * half),
        )
    return before, values, slopes
