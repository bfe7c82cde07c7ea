"""Rule for a simulation that slows down: simulated over real time, by the clock of the computer."""

from __future__ import annotations

import numpy as np

from viewer.analysis.event_table import Severity
from viewer.analysis.rule_context import RuleContext
from viewer.arrays import Floats, spans
from viewer.cancellation import ShouldContinue, always
from viewer.logfile import packets
from viewer.recording.index import RecordingIndex
from viewer.recording.read.records import all_records

_WINDOW = 5.0
"""Seconds of simulated time over which the speed of the simulation is averaged."""
_USUAL = 0.9
"""Quantile of the speed of the simulation that is its usual one: a slow decay is no outlier of the median."""
_FEWEST = 3
"""Least number of frames with a clock."""


def wall_times(index: RecordingIndex, should_continue: ShouldContinue = always) -> Floats:
    """Return the seconds by the computer's clock (PlatformTime) of each frame, NaN where not recorded, (F,).

    Raises:
        ReadingCancelledError: ``should_continue`` returned False.
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
    """
    times = np.full(len(index.frame_starts), np.nan)
    every = slice(0, len(times))
    frames, records = all_records(index, packets.PLATFORM_TIME, every, should_continue=should_continue)
    times[frames] = records["time"]
    return times


def add_slow_downs(context: RuleContext) -> None:
    """Add to ``context`` an event for each time in which the simulation is much slower than usual.

    A single long frame is none (it is a stall): the frames themselves must be slow for
    ``slow_down.time`` seconds. What a lost frame took is not known.
    """
    index, traffic, limits = context.traffic.index, context.traffic, context.thresholds
    wall, elapsed = wall_times(index, context.should_continue), index.elapsed
    known = np.flatnonzero(np.isfinite(wall))
    if len(known) < _FEWEST:
        context.skip("slow_down", "PlatformTime is not recorded")
        return
    steps, took = np.diff(elapsed[known]), np.diff(wall[known])
    ids = index.frame_starts["frame"][known].astype(np.int64)
    fine = (np.diff(ids) == 1) & (took > 0.0) & (steps > 0.0)
    simulated, real = (np.append(0.0, np.cumsum(np.where(fine, each, 0.0))) for each in (steps, took))
    starts = elapsed[known]
    if simulated[-1] < _WINDOW or not fine.any():
        return
    ends = starts[:-1] + np.array([[-_WINDOW / 2], [_WINDOW / 2]])  # cut off at both ends of the recording
    passed, lasted = (np.diff(np.interp(ends, starts, each), axis=0)[0] for each in (simulated, real))
    with np.errstate(divide="ignore", invalid="ignore"):
        rates = passed / lasted
        of_frames = np.where(fine, steps / took, np.nan)
    usual = float(np.nanquantile(rates, _USUAL))
    shares = rates / usual
    slow = shares < limits["slow_down"]
    with np.errstate(invalid="ignore"):
        slow_frames = of_frames < limits["slow_down"] * usual
    for first, last in spans(starts[:-1], slow, gap=_WINDOW):
        here = np.flatnonzero(slow_frames[first : last + 1]) + first
        if not len(here):
            continue
        begin, end = int(here[0]), int(here[-1]) + 1
        while begin > 0 and slow_frames[begin - 1]:  # the mean follows half a window later
            begin -= 1
        while end < len(slow_frames) and slow_frames[end]:
            end += 1
        if starts[end] - starts[begin] < limits["slow_down.time"]:
            continue
        samples = np.searchsorted(traffic.frames, known[[begin, end]], side="right") - 1
        a, b = (int(each) for each in np.clip(samples, 0, len(traffic.frames) - 1))
        least = int(np.nanargmin(shares[begin:end])) + begin
        trend = [f"{rates[at]:.2f}" for at in (begin, least, end - 1)]
        note = f"simulated seconds per second: usually {usual:.2f}; {', '.join(trend)} at begin, worst, end"
        context.add(
            "slow_down", (a, b), (), shares[least], limits["slow_down"], severity=Severity.LOW, note=note
        )
