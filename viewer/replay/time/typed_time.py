"""Times as people type them: ``12.5``, ``#136``, ``14:03:22``, ``+1.5``, ``50 %``, ``collision:2``."""

from __future__ import annotations

import math
import re
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

import numpy as np

from viewer.recording.index import RecordingIndex

DAY = 86_400.0
"""Seconds of a day."""

_COLLISION = re.compile(r"collision(?:[: ]\s*([0-9]{1,9}))?", re.IGNORECASE)
_FRAME = re.compile(r"(?:#|frame\s)\s*([0-9]{1,18})", re.IGNORECASE)
_COLONS = re.compile(
    r"([+-]?)(?:([0-9]{1,6}):)?([0-9]{1,6}):([0-9]{1,2}(?:[.,][0-9]*)?)\s*(utc)?", re.IGNORECASE
)
_GROUPED = re.compile(r"[+-]?[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]*)?")
_AMOUNT = re.compile(r"([^a-z%]*?(?:e[+-]?[0-9]+)?)\s*(%|ms|s|min|h|)", re.IGNORECASE)
_UNITS = {"": 1.0, "ms": 1e-3, "s": 1.0, "min": 60.0, "h": 3600.0}
_SIXTY = 60
ROUNDING = 0.0005
"""Largest difference in seconds between a time with three decimals, as shown and typed, and the exact time.
"""
_LONGEST = 24
_FORMS = "give seconds, #FRAME, collision:N, H:M:S, a time of day, 50 %, or +1.5 from here"


class MomentError(ValueError):
    """Error for a text that is no time, or a time that the recording does not have."""


@dataclass(frozen=True, slots=True)
class TimeQuery:
    """A parsed time, not yet looked up in a recording.

    Attributes:
        kind: meaning of ``value``:

            - ``elapsed``: seconds from the start, or, if negative, from the end;
            - ``exact``: like ``elapsed``, but not rounded to milliseconds (from a playhead, not typed);
            - ``relative``: seconds from the playhead; without a playhead, like ``elapsed``;
            - ``share``: share of the length, 0 to 1;
            - ``frame``: id of a frame;
            - ``collision``: number of a contact, from 1;
            - ``clock``: time of day in seconds after midnight;
            - ``hours``: h:m:s in seconds, either elapsed or a time of day;
            - ``minutes``: a:b in seconds, either m:s elapsed or h:m of a time of day.

        value: finite; integral for ``frame`` and ``collision``.
    """

    kind: Literal["elapsed", "exact", "relative", "share", "frame", "collision", "clock", "hours", "minutes"]
    value: float


def parse_moment(text: str) -> TimeQuery:
    """Parse ``text`` as a time, as typed in the window or as ``TIME`` on the command line.

    >>> parse_moment("#136")
    TimeQuery(kind='frame', value=136)
    >>> parse_moment("1:02:03.5"), parse_moment("14:03:22 UTC")
    (TimeQuery(kind='hours', value=3723.5), TimeQuery(kind='clock', value=50602.0))
    >>> parse_moment("-2"), parse_moment("50 %")
    (TimeQuery(kind='relative', value=-2.0), TimeQuery(kind='share', value=0.5))

    Raises:
        MomentError: the text is no time; the message says which forms there are.
    """
    text = text.strip()
    if collision := _COLLISION.fullmatch(text):
        return TimeQuery("collision", int(collision[1] or 1))
    if frame := _FRAME.fullmatch(text):
        return TimeQuery("frame", int(frame[1]))
    plain = text.replace("−", "-")
    if colons := _COLONS.fullmatch(plain):
        return _with_colons(text, colons)
    return _amount(text, plain)


def find_moment(
    index: RecordingIndex, moment: TimeQuery, *, now: float | None = None, clock_first: bool = False
) -> float:
    """Return the elapsed seconds of ``moment`` in the recording, as far as it has been read.

    Negative seconds count from the end, as in CARLA's replay_file; times before the start become the start.

    Args:
        index: the recording.
        moment: the parsed time.
        now: the playhead in seconds, for relative times.
        clock_first: whether a time that may be elapsed or a time of day is tried as a time of day first.

    Raises:
        MomentError: the recording has no such time; the message says which it has.
    """
    match moment.kind:
        case "collision":
            return _find_collision(index, int(moment.value))
        case "frame":
            return _find_frame(index, int(moment.value))
        case "share":
            return moment.value * index.duration
        case "relative" if now is not None:
            return min(max(now + moment.value, 0.0), index.duration)
        case "clock" | "hours" | "minutes":
            return _find_reading(index, moment, clock_first=clock_first)
    elapsed = _find_elapsed(index, moment.value)
    return elapsed if moment.kind == "exact" else unrounded(index, elapsed)


def unrounded(index: RecordingIndex, elapsed: float) -> float:
    """Return the start of the frame that begins up to 0.5 ms after ``elapsed``; ``elapsed`` if there is none.

    A frame shown at 0.450 s may begin slightly later; typing 0.450 must not select the frame before.
    """
    following = int(np.searchsorted(index.elapsed, elapsed, side="right"))
    near = following < len(index.elapsed) and index.elapsed[following] - elapsed < ROUNDING
    return float(index.elapsed[following]) if near else elapsed


def clock_start(index: RecordingIndex) -> float | None:
    """Return the time of day (UTC) in the file's header, in seconds after midnight; None without a date."""
    date = index.header.date
    return None if date is None else date.hour * 3600.0 + date.minute * 60.0 + date.second


def clock_text(reading: float, digits: int = 3) -> str:
    """Return ``reading`` (seconds after a midnight) as time of day, without the zone.

    >>> clock_text(50_602.1184), clock_text(3_660, 0)
    ('14:03:22.118', '01:01:00')
    """
    if not math.isfinite(reading):
        return "–"
    parts = 10**digits
    seconds, rest = divmod(round(reading * parts) % (int(DAY) * parts), parts)
    fraction = f".{rest:0{digits}}" if digits else ""
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}{fraction}"


def _with_colons(text: str, parts: re.Match[str]) -> TimeQuery:
    """Return the TimeQuery for ``text``, a time with colons; ``parts`` is its match of ``_COLONS``.

    Raises MomentError, which quotes ``text``, if seconds, or minutes after hours, are not below 60.
    """
    hours, minutes, seconds = int(parts[2] or 0), int(parts[3]), float(parts[4].replace(",", "."))
    if seconds >= _SIXTY or (parts[2] and minutes >= _SIXTY):
        raise MomentError(f"{_quoted(text)} is no time: minutes and seconds go up to 59")
    value = hours * 3600.0 + minutes * 60.0 + seconds
    if parts[1]:
        return TimeQuery("relative", -value if parts[1] == "-" else value)
    if parts[5]:
        return TimeQuery("clock", value if parts[2] else value * _SIXTY)
    return TimeQuery("hours" if parts[2] else "minutes", value)


def _amount(text: str, plain: str) -> TimeQuery:
    value, unit = math.nan, ""
    if amount := _AMOUNT.fullmatch(plain):
        number, unit = amount[1].strip(), amount[2].lower()
        with suppress(ValueError):
            value = float(number.replace(",", "" if _GROUPED.fullmatch(number) else "."))
    if not math.isfinite(value):
        raise MomentError(f"{_quoted(text)} is no time: {_FORMS}")
    if unit == "%":
        if not 0.0 <= value <= 100.0:  # noqa: PLR2004 - per cent
            raise MomentError(f"{_quoted(text)} is outside of the recording: shares go from 0 % to 100 %")
        return TimeQuery("share", value / 100.0)
    return TimeQuery("relative" if plain[0] in "+-" else "elapsed", value * _UNITS[unit])


def _quoted(text: str) -> str:
    """Return ``text`` in quotes for a message, shortened if it is long."""
    return f"'{text}'" if len(text) <= _LONGEST else f"'{text[:_LONGEST]}…'"


def _find_collision(index: RecordingIndex, number: int) -> float:
    if not 1 <= number <= len(index.contacts):
        raise MomentError(f"there is no collision {number}: the recording has {len(index.contacts)}")
    return float(index.elapsed[index.contacts[number - 1].first_frame])


def _find_frame(index: RecordingIndex, frame: int) -> float:
    ids = index.frame_starts["frame"]
    (found,) = np.nonzero(ids == np.uint64(frame))
    if not len(found):
        known = f"frames count from {ids[0]} to {ids[-1]}" if len(ids) else "the recording has none"
        raise MomentError(f"there is no frame {frame}: {known}{_damage(index)}")
    return float(index.elapsed[found[0]])


def _find_elapsed(index: RecordingIndex, seconds: float) -> float:
    if seconds > index.duration + ROUNDING:
        length = f"the recording has {index.duration:.3f} s"
        raise MomentError(f"{seconds:g} s is after the end: {length}{_damage(index)}")
    elapsed = seconds if seconds >= 0 else index.duration + seconds
    return min(max(elapsed, 0.0), index.duration)


def _find_reading(index: RecordingIndex, moment: TimeQuery, *, clock_first: bool) -> float:
    """Return the elapsed seconds of ``moment``, given in hours, minutes and seconds.

    The value may be elapsed or a time of day. If both are possible, it is a time of day with ``clock_first``,
    else elapsed. Raises MomentError if the recording has no such time.
    """
    end = index.duration + ROUNDING
    unit = float(_SIXTY) if moment.kind == "minutes" else 1.0
    reading, start = moment.value * unit, clock_start(index)
    elapsed = None if moment.kind == "clock" or moment.value > end else moment.value
    shown = None
    if start is not None:  # on the first day on which the clock still shows it, exact to a unit
        days = math.ceil((start - unit - reading) / DAY + 1e-12)
        shown = max(reading + days * DAY - start, 0.0)
    for found in (shown, elapsed) if clock_first else (elapsed, shown):
        if found is not None and found <= end:
            return unrounded(index, min(max(found, 0.0), index.duration))
    if start is None:
        raise MomentError(f"{moment.value:g} s is after the end: the recording has {index.duration:.3f} s")
    first, last = clock_text(start), clock_text(start + index.duration)
    span = f"it lasts {index.duration:.3f} s, from {first} to {last} UTC"
    raise MomentError(f"{clock_text(reading, 0)} is not in the recording: {span}{_damage(index)}")


def _damage(index: RecordingIndex) -> str:
    """Return the end of a message, ``. It is damaged: …``, with the file's last damage; empty without any."""
    last = next((problem for problem in reversed(index.problems) if problem.damage), None)
    return "" if last is None else f". It is damaged: {last.what}"
