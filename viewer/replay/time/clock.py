"""The time of day at each moment of a recording: the header's date, and what has elapsed since, in UTC."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import date, timedelta

from viewer.recording.index import RecordingIndex

DAY = 86_400.0
"""Seconds."""

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
"""As they are written in dates."""


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock that runs with the simulation.

    A reading is in seconds after midnight of the day of the first frame; after the next midnight it is more
    than a day, and goes on increasing.

    Attributes:
        start: reading at elapsed 0.
        day: the day of the first frame.

    """

    start: float
    day: date

    def text(self, reading: float, digits: int = 3) -> str:
        """Return a reading as people write it, without the zone.

        >>> Clock(0.0, date(2021, 12, 31)).text(50_602.1184), Clock(0.0, date(2021, 12, 31)).text(3_660, 0)
        ('14:03:22.118', '01:01:00')
        """
        if not math.isfinite(reading):
            return "–"
        parts = 10**digits
        seconds, rest = divmod(round(reading * parts) % (int(DAY) * parts), parts)
        fraction = f".{rest:0{digits}}" if digits else ""
        return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}{fraction}"

    def day_text(self, reading: float) -> str:
        """Return which day it is at a reading: its date, or how many days have passed after the year 9999.

        >>> Clock(0.0, date(2021, 12, 31)).day_text(1.5 * DAY)
        '1 Jan'
        """
        days = math.floor(reading / DAY)
        try:
            now = self.day + timedelta(days=days)
        except OverflowError:
            return f"+{days:,} d"
        return f"{now.day} {MONTHS[now.month - 1]}"


def wall_clock(index: RecordingIndex) -> Clock | None:
    """Return the clock that showed the header's date at the start, None if that is impossible."""
    date = index.header.date
    if date is None:
        return None
    return Clock(date.hour * 3600.0 + date.minute * 60.0 + date.second, date.date())
