"""Signals of the recording as a whole: how time went, and the weather."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from viewer.logfile import packets
from viewer.replay.series.reading import Reading
from viewer.replay.series.series import Samples


def frame_duration(reading: Reading) -> Samples:
    """Return how long each frame lasts, seconds; nobody knows it of the last one."""
    durations = reading.index.frames["duration"][:-1].copy()
    return Samples(np.arange(len(durations)), durations, recorded=True)


def real_time_factor(reading: Reading) -> Samples:
    """Return recorded seconds per second of the wall clock, over each frame.

    Where the clock stood still or went backwards, and in the last frame, it is not known.
    """
    frames, records = reading.single(packets.PLATFORM_TIME)
    with np.errstate(invalid="ignore", over="ignore"):
        took = np.diff(records["time"].astype(np.float64))
    took[np.diff(frames) > 1] = np.nan
    frames = frames[:-1]
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        factors = np.where(took > 0.0, reading.index.frames["duration"][frames] / took, np.nan)
    return Samples(frames, factors, recorded=False)


def weather(name: str) -> Callable[[Reading], Samples]:
    """Return how to read a parameter of the weather: as of the latest change."""

    def read(reading: Reading) -> Samples:
        changes = reading.book.of(packets.WEATHER)
        frames = np.arange(int(changes.frames[0]) if len(changes.frames) else 0, len(reading.index.heads))
        if not len(changes.frames):
            frames = frames[:0]
        latest = np.searchsorted(changes.frames, frames, side="right") - 1
        with np.errstate(invalid="ignore"):
            return Samples(frames, changes.records[name].astype(np.float64)[latest], recorded=True)

    return read
