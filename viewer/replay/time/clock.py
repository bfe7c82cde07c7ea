"""Clocks that ran beside a recording: the time of day at each of its moments."""

from __future__ import annotations

import math
from datetime import date, timedelta

import numpy as np
from numpy.typing import NDArray

from viewer.cancellation import Proceed, always
from viewer.logfile import packets
from viewer.quick_dataclass import dataclass
from viewer.recording.index import RecordingIndex
from viewer.recording.read.gather import gather_single
from viewer.recording.times import never_decreasing

DAY = 86_400.0
"""Seconds."""

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
"""As they are written in dates."""


@dataclass(frozen=True, eq=False)
class Clock:
    """What a clock showed while the recording was made.

    A reading is in seconds after midnight of the day of the first frame; after the next midnight it is more
    than a day, and goes on increasing.

    Attributes:
        start: reading at elapsed 0.
        zone: name of its time zone, empty if that is not known.
        day: the day of the first frame, None if that is not known.
        elapsed: moments at which it was read, seconds, ascending, shape (K,); empty if it ran as fast as the
            simulation.
        passed: seconds that had passed on it since ``start``, never decreasing, shape (K,).

    """

    start: float
    zone: str = ""
    elapsed: NDArray[np.float64] | None = None
    passed: NDArray[np.float64] | None = None
    day: date | None = None

    def reading(self, elapsed: float) -> float:
        """Return what it shows at a moment."""
        if self.elapsed is None or self.passed is None:
            return self.start + elapsed
        beyond = max(elapsed - float(self.elapsed[-1]), 0.0)  # frames that it was not read for yet
        return self.start + float(np.interp(elapsed, self.elapsed, self.passed)) + beyond

    def moments(self, readings: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the elapsed seconds at which it shows each reading, shape as given."""
        if self.elapsed is None or self.passed is None:
            return readings - self.start
        beyond = np.maximum(readings - self.start - self.passed[-1], 0.0)
        found: NDArray[np.float64] = np.interp(readings - self.start, self.passed, self.elapsed) + beyond
        return found

    def text(self, reading: float, digits: int = 3) -> str:
        """Return a reading as people write it, without the zone.

        >>> Clock(0.0).text(50_602.1184), Clock(0.0).text(86_399.9996), Clock(0.0).text(3_660, 0)
        ('14:03:22.118', '00:00:00.000', '01:01:00')
        """
        if not math.isfinite(reading):
            return "–"
        parts = 10**digits
        seconds, rest = divmod(round(reading * parts) % (int(DAY) * parts), parts)
        fraction = f".{rest:0{digits}}" if digits else ""
        return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}{fraction}"

    def day_text(self, reading: float) -> str:
        """Return which day it is at a reading: its date, or how many days have passed if that is not known.

        >>> Clock(0.0).day_text(DAY), Clock(0.0, day=date(2021, 12, 31)).day_text(1.5 * DAY)
        ('+1 d', '1 Jan')
        """
        days = math.floor(reading / DAY)
        try:
            now = self.day + timedelta(days=days) if self.day is not None else None
        except OverflowError:  # after the year 9999
            now = None
        if now is None:
            return f"+{days:,} d"
        return f"{now.day} {MONTHS[now.month - 1]}"


def wall_clock(index: RecordingIndex) -> Clock | None:
    """Return the clock that showed the header's date at the start and ran with the simulation, in UTC.

    None if the file holds an impossible date.
    """
    start = _start(index)
    return None if start is None else Clock(start, "UTC", day=_date(index))


def platform_clock(index: RecordingIndex, passed: NDArray[np.float64]) -> Clock | None:
    """Return the clock of the computer that simulated, from PlatformTime.

    Args:
        index: the recording.
        passed: seconds since ``start_recorder`` at each frame, shape (K,) with K ≤ F; NaN where a frame has
            none. What runs backwards stands still instead.

    """
    start = _start(index)
    told = np.flatnonzero(np.isfinite(passed))
    if start is None or not len(told):
        return None
    return Clock(start, "UTC", index.elapsed[told], never_decreasing(passed[told]), _date(index))


def platform_times(index: RecordingIndex, *, proceed: Proceed = always) -> NDArray[np.float64]:
    """Return the seconds since ``start_recorder`` at each frame, shape (F,); NaN where a frame has none.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
        ReadingCancelledError: ``proceed`` said no.

    """
    everything = slice(0, len(index.heads))
    frames, records = gather_single(index, packets.PLATFORM_TIME, everything, proceed=proceed)
    times = np.full(len(index.heads), np.nan)
    times[frames] = records["time"]
    return times


def _date(index: RecordingIndex) -> date | None:
    return None if index.header.date is None else index.header.date.date()


def _start(index: RecordingIndex) -> float | None:
    """Return the seconds from midnight to the header's date."""
    date = index.header.date
    return None if date is None else date.hour * 3600.0 + date.minute * 60.0 + date.second
