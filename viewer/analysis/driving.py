"""How vehicles are driven: accelerations, jerk and turning, smoothed over time, against bounds of comfort.

Bounds are those of nuPlan's comfort metrics; as there, motion is smoothed before it is compared, because
unsmoothed jerk of a simulated vehicle is beyond every bound all the time.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from viewer.analysis.event_table import Severity
from viewer.analysis.inquiry import Inquiry, spans
from viewer.analysis.kinds import DRIVING, KINDS
from viewer.analysis.traffic import LifeMotion
from viewer.arrays import Floats, Ints
from viewer.replay.world.motion import derive

_HOLD, _PAUSE = 0.2, 0.5
"""Seconds beyond a bound from which on it counts, and seconds within it after which it is over."""
_SETTLING = 1.0
"""Seconds after its birth in which a vehicle still falls onto its wheels."""

_LONGEST, _TIMES_MEDIAN = 0.15, 2.0
"""Seconds, and times the median: of a longer step, CARLA's physics simulates only a part (substepping caps
it), so that speeds told by its length are none. Nothing is smoothed across."""

FEWEST = 4
"""Samples in a window: a parabola through fewer is no average."""
_SHARE = 0.7
"""Share of half a window by which a stretch must go on: nearer to its end, a parabola says little."""
_FINE = 1e-6  # s
_BLOCK = 4096
"""Samples that are worked on together: they stay in the processor's cache."""
_REMEMBERED = 64


def add_driving(inquiry: Inquiry) -> None:
    """Add where vehicles brake, accelerate, swerve or turn beyond the bounds."""
    limits, traffic = inquiry.thresholds, inquiry.traffic
    smoother = _MotionSmoother(traffic.times, limits["smoothing"], limits["smoothing.jerk"])
    too_coarse = []
    for motion in inquiry.motions(inquiry.drivers):
        compared = smoother.smooth(motion)
        if not np.isfinite(compared["harsh_acceleration"]).any():
            told = np.isfinite(motion.locations[:, 0])
            if told.any() and np.ptp(motion.times[told]) > limits["smoothing"] + _SETTLING:
                too_coarse.append(motion.life)
            continue
        settled = motion.judged & (motion.times >= motion.times[0] + _SETTLING)
        for kind, values in compared.items():
            with np.errstate(invalid="ignore"):
                beyond = settled & (values > limits[kind])
            for first, last in spans(motion.times, beyond, hold=_HOLD, gap=_PAUSE):
                value, limit, severity = _told(kind, float(np.nanmax(values[first : last + 1])), limits)
                inquiry.add(
                    kind, motion.moments(first, last), (motion.life,), value, limit, severity=severity
                )
    if too_coarse:
        for kind in (each.name for each in KINDS.values() if each.finder is DRIVING):
            inquiry.skip(kind, "frames are too far apart to smooth motion over the window", tuple(too_coarse))


def _told(kind: str, value: float, limits: Mapping[str, float]) -> tuple[float, float, Severity]:
    """Return value and threshold as they are told, and the severity."""
    if kind != "harsh_braking":
        return value, limits[kind], Severity.LOW
    severe = value > limits["harsh_braking.severe"]
    return -value, -limits[kind], Severity.HIGH if severe else Severity.MEDIUM


class _MotionSmoother:
    """Smooths the motion of the lives of a recording, whose times they share."""

    def __init__(self, times: Floats, window: float, jerk_window: float) -> None:
        steps = np.diff(times)
        self._slow = steps > max(_LONGEST, _TIMES_MEDIAN * float(np.median(steps)) if len(steps) else 0.0)
        self._smoother = Smoother(times, window)
        self._jerk_smoother = Smoother(times, jerk_window)

    def smooth(self, motion: LifeMotion) -> dict[str, Floats]:
        """Return what is compared with bounds, positive beyond, by kind; (K,) each, NaN where it is unknown.

        Accelerations in m/s² along and across the vehicle, the change of both (m/s³), rad/s and rad/s².
        """
        signals = np.full((5, len(motion.times)), np.nan)
        for stretch in motion.stretches:
            slow = self._slow[motion.begin + stretch.start : motion.begin + stretch.stop - 1]
            edges = [0, *(np.flatnonzero(slow) + 1).tolist(), stretch.stop - stretch.start]
            for first, last in pairwise(edges):
                if last - first >= FEWEST:
                    part = slice(stretch.start + first, stretch.start + last)
                    signals[:, part] = self._signals(motion, part)
        ahead, right, jerk, yaw_rate, yaw_acceleration = signals
        return {
            "harsh_braking": -ahead,
            "harsh_acceleration": ahead,
            "lateral_acceleration": np.abs(right),
            "jerk": jerk,
            "yaw_rate": np.abs(yaw_rate),
            "yaw_acceleration": np.abs(yaw_acceleration),
        }

    def _signals(self, motion: LifeMotion, part: slice) -> Floats:
        begin = motion.begin + part.start
        times, headings = motion.times[part], motion.headings[part]
        yaws = np.radians(np.unwrap(motion.yaws[part], period=360.0))
        velocities = derive(times, np.column_stack((motion.locations[part, :2], yaws)))
        yaw_rates = self._smoother.smooth(velocities[:, 2:], begin)[:, 0]
        slopes = self._smoother.smooth(velocities, begin, slopes=True)
        ahead = (slopes[:, :2] * headings).sum(axis=1)
        right = slopes[:, 1] * headings[:, 0] - slopes[:, 0] * headings[:, 1]
        jerk = np.full(len(times), np.nan)
        known = np.flatnonzero(np.isfinite(ahead))
        if len(known) and len(known) == known[-1] - known[0] + 1:
            both = np.column_stack((ahead, right))[known]
            jerk[known] = np.hypot(*self._jerk_smoother.smooth(both, begin + int(known[0]), slopes=True).T)
        return np.stack((ahead, right, jerk, yaw_rates, slopes[:, 2]))


class _Weights(NamedTuple):
    """Weights of K samples, over windows as if all began equally many samples before theirs.

    Attributes:
        begins: where their windows begin, shape (K,).
        ends: where they end, shape (K,).
        before: how many samples before each the first weight is for.
        values: weights of the value, 0 outside the window, shape (W, K).
        slopes: weights of the slope, the same.

    """

    begins: Ints
    ends: Ints
    before: int
    values: Floats
    slopes: Floats


class Smoother:
    """Smooths what is sampled at certain times, over windows of a length in seconds.

    What it returns is NaN near the ends of a stretch (70 % of half a window), and where a window has fewer
    than four samples.
    """

    def __init__(self, times: Floats, window: float) -> None:
        """Work out the weights for all times (K,), ascending."""
        self._times, self._half = times, window / 2
        self._whole = _weights(times, self._half)
        # Of a stretch by itself; lives share the latest.
        self._edge = lru_cache(_REMEMBERED)(lambda first, last: _weights(times[first:last], window / 2))

    def smooth(self, values: Floats, begin: int, *, slopes: bool = False) -> Floats:
        """Return smoothed values, or their time derivatives, of an unbroken stretch, shape (N, C).

        Args:
            values: at ``times[begin : begin + N]``, shape (N, C).
            begin: place of the first.
            slopes: whether the derivatives are wanted.

        """
        end, whole = begin + len(values), self._whole
        smoothed = np.full((values.shape[1], len(values)), np.nan)
        columns = np.ascontiguousarray(values.T)
        rows = np.flatnonzero((whole.begins[begin:end] >= begin) & (whole.ends[begin:end] <= end))
        edges = [slice(0, len(values))]
        if len(rows):
            first, last = int(rows[0]), int(rows[-1]) + 1
            middle = slice(begin + first, begin + last)
            smoothed[:, first:last] = _weighted(whole, middle, begin, columns, slopes=slopes)
            edges = [slice(0, first), slice(last, len(values))]
        for edge in edges:
            if edge.start == edge.stop:
                continue
            # As far as the windows of the edge reach into the stretch.
            first = max(min(int(whole.begins[begin + edge.start]), end) - begin, 0)
            last = min(int(whole.ends[begin + edge.stop - 1]) - begin, len(values))
            own, there = self._edge(begin + first, begin + last), slice(edge.start - first, edge.stop - first)
            smoothed[:, edge] = _weighted(own, there, 0, columns[:, first:last], slopes=slopes)
        mine = self._times[begin:end]
        near_an_end = np.minimum(mine - mine[:1], mine[-1:] - mine) < self._half * _SHARE - _FINE
        smoothed[:, near_an_end] = np.nan
        return smoothed.T


def _weighted(weights: _Weights, part: slice, offset: int, columns: Floats, *, slopes: bool) -> Floats:
    """Return weighted sums of columns (C, N) that begin at ``offset``, for a part of the samples."""
    chosen = weights.slopes if slopes else weights.values
    padded = np.zeros((len(columns), columns.shape[1] + len(chosen)))
    padded[:, weights.before : weights.before + columns.shape[1]] = columns
    total = np.zeros((len(columns), part.stop - part.start))
    for start in range(part.start, part.stop, _BLOCK):
        here = slice(start, min(start + _BLOCK, part.stop))
        sums = total[:, start - part.start : here.stop - part.start]
        for number, weight in enumerate(chosen[:, here], start - offset):
            sums += weight * padded[:, number : number + len(weight)]
    return total


def _weights(times: Floats, half: float) -> _Weights:
    """Return the weights of parabolas through all samples within half a window on either side."""
    begins = np.searchsorted(times, times - half - _FINE)
    ends = np.searchsorted(times, times + half + _FINE, side="right")
    here = np.arange(len(times))
    before, after = (int(each.max(initial=0)) for each in (here - begins, ends - here))
    values, slopes = np.empty((2, before + after, len(times)))
    # Parts of about the same length: of a single sample, numpy adds up in another order.
    cuts = np.linspace(0, len(times), max(len(times) // _BLOCK, 1) + 1).astype(np.int64).tolist()
    for part in (slice(*each) for each in pairwise(cuts)):
        places = here[part] - before + np.arange(before + after)[:, None]
        inside = (places >= begins[part]) & (places < ends[part])
        u = times[np.clip(places, 0, len(times) - 1)] - times[part]
        u *= inside / half
        ones, squares = inside.astype(np.float64), u * u
        s0, s1, s2 = ones.sum(axis=0), u.sum(axis=0), squares.sum(axis=0)
        s3, s4 = (squares * u).sum(axis=0), (squares * squares).sum(axis=0)
        c00, c01, c02 = s2 * s4 - s3 * s3, s2 * s3 - s1 * s4, s1 * s3 - s2 * s2
        c11, c12 = s0 * s4 - s2 * s2, s1 * s2 - s0 * s3
        determinant = s0 * c00 + s1 * c01 + s2 * c02
        usable = (s0 >= FEWEST) & (determinant > 0.0)
        determinant[~usable] = np.nan
        with np.errstate(invalid="ignore"):
            np.divide(_parabola((c00, c01, c02), ones, u, squares), determinant, out=values[:, part])
            np.divide(_parabola((c01, c11, c12), ones, u, squares), determinant * half, out=slopes[:, part])
    return _Weights(begins, ends, before, values, slopes)


def _parabola(factors: tuple[Floats, ...], ones: Floats, u: Floats, squares: Floats) -> Floats:
    total: Floats = factors[0] * ones
    total += factors[1] * u
    total += factors[2] * squares
    return total
