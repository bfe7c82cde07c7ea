"""Times of the day as people write them."""

from __future__ import annotations

import re

from viewer.notes.note import DAY

_TIME_OF_DAY = re.compile(r"([01]?\d|2[0-3]):([0-5]\d):([0-5]\d(?:[.,]\d+)?)", re.ASCII)
_MILLI = 1000
_DIGITS = 6
"""Digits behind the point of a second that are kept: the sum of its parts has more, and they are wrong."""


def parse_time_of_day(text: str) -> float:
    """Return the seconds since midnight of a time such as ``14:03:22.118``.

    Raises:
        ValueError: it is no such time.

    """
    match = _TIME_OF_DAY.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"'{text}' is no time of day")
    hours, minutes, seconds = match.groups()
    return round(int(hours) * 3600 + int(minutes) * 60 + float(seconds.replace(",", ".")), _DIGITS)


def time_of_day(seconds: float) -> str:
    """Return seconds since midnight as ``14:03:22.118``; whole days are left out.

    >>> time_of_day(50602.118), time_of_day(86399.9996)
    ('14:03:22.118', '00:00:00.000')
    """
    milliseconds = round(seconds * _MILLI) % int(DAY * _MILLI)
    rest, milliseconds = divmod(milliseconds, _MILLI)
    rest, second = divmod(rest, 60)
    hour, minute = divmod(rest, 60)
    return f"{hour:02}:{minute:02}:{second:02}.{milliseconds:03}"
