"""How vehicles are driven: accelerations, jerk and turning, smoothed over time, against bounds of comfort.

Bounds are those of nuPlan's comfort metrics; as there, motion is smoothed before it is compared, because
unsmoothed jerk of a simulated vehicle is beyond every bound all the time.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from viewer.analysis.event_table import Severity
from viewer.analysis.inquiry import Inquiry, Measurement, spans
from viewer.analysis.kinds import DRIVING, KINDS
from viewer.analysis.traffic import LifeMotion
from viewer.arrays import Floats, Ints
from viewer.cancellation import check
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


FEWEST = 4
"""Samples in a window: a parabola through fewer is no average."""
_SHARE = 0.7
"""Share of half a window by which a stretch must go on: nearer to its end, a parabola says little."""
_FINE = 1e-6  # s
_WIDER = 2.0
"""How much wider windows may be made so that all have equally many samples on either side."""
_BLOCK = 4096
"""Samples that are worked on together: they stay in the processor's cache."""
_REMEMBERED = 64


class _Weights(NamedTuple):
    """Weights of K samples.

    Attributes:
        begins: where their windows begin, shape (K,).
        ends: where they end, shape (K,).
        firsts: the place that the first weight is for, shape (K,).
        values: weights of the value, 0 outside the window, shape (W, K).
        slopes: weights of the slope, the same.

    """

    begins: Ints
    ends: Ints
    firsts: Ints
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
        self._edges: dict[tuple[int, int], _Weights] = {}

    def values(self, values: Floats, begin: int) -> Floats:
        """Return smoothed values, (N, C), of an unbroken stretch.

        Args:
            values: at ``times[begin : begin + N]``, shape (N, C).
            begin: place of the first.

        """
        return self._smooth(values, begin, slopes=False)

    def slopes(self, values: Floats, begin: int) -> Floats:
        """Return the time derivatives of smoothed values, (N, C); arguments as for ``values``."""
        return self._smooth(values, begin, slopes=True)

    def _smooth(self, values: Floats, begin: int, *, slopes: bool) -> Floats:
        end = begin + len(values)
        whole = self._whole
        smoothed = np.full((values.shape[1], len(values)), np.nan)
        columns = np.ascontiguousarray(values.T)
        inside = (whole.begins[begin:end] >= begin) & (whole.ends[begin:end] <= end)
        rows = np.flatnonzero(inside)
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
        if len(mine):
            near_an_end = np.minimum(mine - mine[0], mine[-1] - mine) < self._half * _SHARE - _FINE
            smoothed[:, near_an_end] = np.nan
        return smoothed.T

    def _edge(self, first: int, last: int) -> _Weights:
        """Return the weights of a stretch by itself; lives share the latest."""
        if (first, last) not in self._edges:
            if len(self._edges) >= _REMEMBERED:
                self._edges.clear()
            self._edges[first, last] = _weights(self._times[first:last], self._half)
        return self._edges[first, last]


def _weighted(weights: _Weights, part: slice, offset: int, columns: Floats, *, slopes: bool) -> Floats:
    """Return weighted sums of columns (C, N) that begin at ``offset``, for a part of the samples."""
    chosen = weights.slopes if slopes else weights.values
    total = np.zeros((len(columns), part.stop - part.start))
    for start in range(part.start, part.stop, _BLOCK):
        here = slice(start, min(start + _BLOCK, part.stop))
        firsts = weights.firsts[here] - offset
        least = int(firsts.min())
        room = np.zeros((len(columns), int(firsts.max()) - least + len(chosen)))
        known = slice(max(least, 0), min(least + room.shape[1], columns.shape[1]))
        room[:, known.start - least : known.stop - least] = columns[:, known]
        in_step = room.shape[1] == len(firsts) + len(chosen) - 1
        sums = total[:, start - part.start : here.stop - part.start]
        for number, weight in enumerate(chosen[:, here]):
            # A view is several times faster than picking.
            sums += weight * (
                room[:, number : number + len(firsts)]
                if in_step
                else room.take(firsts - least + number, axis=1)
            )
    return total


def _weights(times: Floats, half: float) -> _Weights:
    """Return the weights of parabolas through all samples within half a window on either side."""
    begins = np.searchsorted(times, times - half - _FINE)
    ends = np.searchsorted(times, times + half + _FINE, side="right")
    firsts, width = begins, int((ends - begins).max()) if len(times) else 0
    here = np.arange(len(times))
    before = int((here - begins).max()) if len(times) else 0
    across = before + (int((ends - here).max()) if len(times) else 0)
    if across <= _WIDER * width:  # all windows as if they began equally many samples before: in step
        firsts, width = here - before, across
    values, slopes = np.empty((2, width, len(times)))
    # Parts of about the same length: of a single sample, numpy adds up in another order.
    cuts = np.linspace(0, len(times), max(len(times) // _BLOCK, 1) + 1).astype(np.int64).tolist()
    for part in (slice(*each) for each in pairwise(cuts)):
        places = firsts[part] + np.arange(width)[:, None]
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
    return _Weights(begins, ends, firsts, values, slopes)


def _parabola(factors: tuple[Floats, ...], ones: Floats, u: Floats, squares: Floats) -> Floats:
    """Return ``factors`` (B,) times ones, u and its squares, (W, B) each, with one array more at a time."""
    total: Floats = factors[0] * ones
    total += factors[1] * u
    total += factors[2] * squares
    return total
