"""Rules for driving style: accelerations, jerk and turning of vehicles, smoothed, against bounds of comfort.

The bounds are those of nuPlan's comfort metrics. As in nuPlan, motion is smoothed first: the unsmoothed jerk
of a simulated vehicle exceeds every bound all the time.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from viewer.analysis.event_kinds import DRIVING, KINDS
from viewer.analysis.event_table import Severity
from viewer.analysis.rule_context import RuleContext
from viewer.analysis.traffic import TrackMotion
from viewer.arrays import TIME_ROUNDING, Flags, Floats, spans
from viewer.cancellation import ShouldContinue, always, check
from viewer.lazy import lazy
from viewer.replay.world.motion import derive

_HOLD, _PAUSE = 0.2, 0.5
"""Seconds after which exceeding a limit of comfort is an event, and after which keeping it ends that."""
_SETTLING = 1.0
"""Seconds after a spawn in which the driving of a vehicle is not judged: it still drops onto its wheels."""

_LONGEST, _TIMES_MEDIAN = 0.15, 2.0
"""Longest time step between samples at which speeds are usable: in seconds, and in median time steps.

The longer of the two counts. CARLA's physics simulates only a part of a longer step (substepping is capped),
so its speeds are wrong. Smoothing never crosses a longer step.
"""

_REVERSING = 0.1
"""Backward speed in m/s from which on a vehicle counts as reversing."""
FEWEST = 4
"""Least number of samples in a smoothing window: a parabola through fewer would average nothing."""
_SHARE = 0.7
"""Least time from a smoothed sample to the end of its gapless stretch, as a share of half the window.

Nearer to an end, results of smoothing are NaN, as the fitted parabolas are unreliable there.
"""
_REMEMBERED = 32
"""Number of short stretches of samples without gaps whose smoothing weights are cached."""
_TOGETHER = 4096
"""Number of samples that are smoothed at once: so few fit into the processor's cache."""


def add_driving(context: RuleContext) -> None:
    """Add events of harsh braking, acceleration, lateral acceleration, jerk and turning to ``context``."""
    limits, traffic = context.thresholds, context.traffic
    ask = context.should_continue
    smoothers = tuple(Smoother(traffic.times, limits[name], ask) for name in ("smoothing", "smoothing.jerk"))
    steps = np.diff(traffic.times)
    slow = steps > max(_LONGEST, _TIMES_MEDIAN * float(np.median(steps)) if len(steps) else 0.0)
    too_coarse = []
    for motion in context.motions(context.drivers):
        compared = _compared(motion, slow, *smoothers)
        if not np.isfinite(compared["harsh_acceleration"]).any():
            known = np.isfinite(motion.locations[:, 0])
            if known.any() and np.ptp(motion.times[known]) > limits["smoothing"] + _SETTLING:
                too_coarse.append(motion.track)
            continue
        settled = motion.judged & (motion.times >= motion.times[0] + _SETTLING)
        for kind, values in compared.items():
            beyond, limit = settled & (values > limits[kind]), limits[kind]
            for first, last in spans(motion.times, beyond, hold=_HOLD, gap=_PAUSE):
                value, sign, severity = float(np.nanmax(values[first : last + 1])), 1.0, Severity.LOW
                if kind == "harsh_braking":
                    severe = value > limits["harsh_braking.severe"]
                    sign, severity = -1.0, Severity.HIGH if severe else Severity.MEDIUM
                samples = motion.samples(first, last)
                context.add(kind, samples, (motion.track,), sign * value, sign * limit, severity=severity)
    if too_coarse:
        for kind in (each.name for each in KINDS.values() if each.finder is DRIVING):
            context.skip(kind, "frames are too far apart to smooth motion over the window", tuple(too_coarse))


def _compared(
    motion: TrackMotion, slow: Flags, smoother: Smoother, jerk_smoother: Smoother
) -> dict[str, Floats]:
    """Return the smoothed values of a vehicle that are compared with thresholds, by id of the kind of event.

    Each is an array of shape (K,), one value per sample of ``motion``: deceleration, acceleration and lateral
    acceleration in m/s², jerk in m/s³, yaw rate in rad/s, yaw acceleration in rad/s²; NaN where unknown. A
    value above its threshold makes an event. ``jerk_smoother`` smooths the jerk, ``smoother`` all else;
    neither smooths across a time step marked in ``slow``, the mask of overlong steps of the recording.
    """
    ahead, right, jerk, yaw_rate, yaw_acceleration = signals = np.full((5, len(motion.times)), np.nan)
    known, broken = np.isfinite(motion.locations[:, 0]), motion.broken.copy()
    broken[:-1] |= slow[motion.begin : motion.begin + len(broken) - 1]
    begins = np.flatnonzero(known & np.append(True, broken[:-1]))
    for begin, end in zip(begins.tolist(), (np.flatnonzero(known & broken) + 1).tolist(), strict=True):
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


def _signals(motion: TrackMotion, part: slice, smoother: Smoother, jerk_smoother: Smoother) -> Floats:
    begin = motion.begin + part.start
    times, headings = motion.times[part], motion.headings[part]
    yaws = np.radians(np.unwrap(motion.yaws[part], period=360.0))
    velocities = derive(times, np.column_stack((motion.locations[part, :2], yaws)))
    smoothed = smoother.smooth(velocities, begin)
    slopes = smoother.smooth(velocities, begin, slopes=True)
    forwards = (smoothed[:, :2] * headings).sum(axis=1)
    ahead = (slopes[:, :2] * headings).sum(axis=1)
    right = slopes[:, 1] * headings[:, 0] - slopes[:, 0] * headings[:, 1]
    jerk = np.full(len(times), np.nan)
    known = np.flatnonzero(np.isfinite(ahead))
    if len(known) and len(known) == known[-1] - known[0] + 1:
        both = np.column_stack((ahead, right))[known]
        jerk[known] = np.hypot(*jerk_smoother.smooth(both, begin + int(known[0]), slopes=True).T)
    # A vehicle that brakes in reverse accelerates towards its nose.
    faster = np.where(forwards < -_REVERSING, -ahead, ahead)
    return np.stack((faster, right, jerk, smoothed[:, 2], slopes[:, 2]))


class Smoother:
    """Smoothing of values sampled at given times, by parabolas fitted within a time window.

    Results are NaN within 35 % of the window from either end of the values, and where the window has fewer
    than four samples.
    """

    def __init__(self, times: Floats, window: float, should_continue: ShouldContinue = always) -> None:
        """Set the ``times`` of the samples (seconds, ascending, shape (K,)) and the length of the window.

        The length is in seconds. Methods raise ReadingCancelledError if ``should_continue``, called now and
        then, returns False.
        """
        self._times, self._half, self._should_continue = times, window / 2, should_continue
        self._weights_of = lru_cache(_REMEMBERED)(
            lambda begin, end: _weights(times[begin:end], window / 2, should_continue)
        )

    @lazy
    def _weights(self) -> tuple[int, Floats, Floats]:
        return _weights(self._times, self._half, self._should_continue)

    def smooth(self, values: Floats, begin: int, *, slopes: bool = False) -> Floats:
        """Return smoothed ``values``, or their time derivatives, of a stretch without gaps, shape (N, C).

        Args:
            values: samples of C quantities at ``times[begin : begin + N]``, shape (N, C).
            begin: index of the first one in ``times``.
            slopes: whether to return derivatives.
        """
        count, (before, *weights) = len(values), self._weights
        width = len(weights[slopes])

        def weighted(first: int, last: int) -> Floats:
            of_these, *own = self._weights_of(begin + first, begin + last)
            return self._weighted(values[first:last], of_these, own[slopes])

        if count <= 4 * width:
            smoothed = weighted(0, count)
        else:
            smoothed = self._weighted(values, before, weights[slopes][:, begin : begin + count])
            # Windows at the ends hold fewer samples.
            smoothed[:width] = weighted(0, 2 * width)[:width]
            smoothed[-width:] = weighted(count - 2 * width, count)[-width:]
        mine = self._times[begin : begin + count]
        near_an_end = np.minimum(mine - mine[:1], mine[-1:] - mine) < self._half * _SHARE - TIME_ROUNDING
        smoothed[near_an_end] = np.nan
        return smoothed

    def _weighted(self, values: Floats, before: int, weights: Floats) -> Floats:
        """Return the sums of ``values`` (N, C) in the window of each sample, shape (N, C).

        ``weights`` (W, N) are those of the values from ``before`` samples before each sample on.
        """
        count, columns = values.shape
        padded = np.zeros((columns, count + len(weights)))
        padded[:, before : before + count] = values.T
        sums = np.zeros((columns, count))
        for start in range(0, count, _TOGETHER):
            check(self._should_continue, 0.0)
            part = sums[:, start : start + _TOGETHER]
            for number, weight in enumerate(weights[:, start : start + _TOGETHER], start):
                part += weight * padded[:, number : number + part.shape[1]]
        return sums.T


def _weights(times: Floats, half: float, should_continue: ShouldContinue) -> tuple[int, Floats, Floats]:
    """Return the weights that fit a parabola to all samples within ``half`` seconds of each of the K samples.

    Three values: an offset in samples; weights for smoothed values; weights for time derivatives. Weights
    have shape (W, K); W is large enough for every window. ``[w, k]`` is the weight of sample ``k + w -
    offset`` in the result at sample ``k``: 0 outside the window, NaN if it has fewer than four samples.
    """
    begins = np.searchsorted(times, times - half - TIME_ROUNDING)
    ends = np.searchsorted(times, times + half + TIME_ROUNDING, side="right")
    here = np.arange(len(times))
    before, after = (int(each.max(initial=0)) for each in (here - begins, ends - here))
    # First 1 and u (time in the window, from −1 to 1) of each sample; 0 outside the window.
    values, slopes = np.empty((2, before + after, len(times)))
    s0, s1, s2, s3, s4 = np.zeros((5, len(times)))
    for number, (one, u) in enumerate(zip(values, slopes, strict=True)):
        check(should_continue, 0.0)
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
        check(should_continue, 0.0)
        square = u * u
        one[:], u[:] = (
            (c00 * one + c01 * u + c02 * square) / determinant,
            (c01 * one + c11 * u + c12 * square) / (determinant * half),
        )
    return before, values, slopes
