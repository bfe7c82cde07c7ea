"""Moments as people name them: ``12.5``, ``#136``, ``14:03:22``, ``+1.5``, ``50 %``, ``collision:2``."""

from __future__ import annotations

import math
import re
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

import numpy as np

from viewer.recording.index import RecordingIndex

DAY = 86_400.0
"""Seconds."""

_COLLISION = re.compile(r"collision(?:[: ]\s*([0-9]{1,9}))?", re.IGNORECASE)
_FRAME = re.compile(r"(?:#|frame\s)\s*([0-9]{1,18})", re.IGNORECASE)
_COLONS = re.compile(
    r"([+-]?)(?:([0-9]{1,6}):)?([0-9]{1,6}):([0-9]{1,2}(?:[.,][0-9]*)?)\s*(utc)?", re.IGNORECASE
)
_GROUPED = re.compile(r"[+-]?[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]*)?")
_AMOUNT = re.compile(r"([^a-z%]*?(?:e[+-]?[0-9]+)?)\s*(%|ms|s|min|h|)", re.IGNORECASE)
_UNITS = {"": 1.0, "ms": 1e-3, "s": 1.0, "min": 60.0, "h": 3600.0}
_SIXTY = 60
_ROUNDING = 0.0005
"""Seconds that a time can differ from what it reads with three digits."""
_LONGEST = 24
_FORMS = "give seconds, #FRAME, collision:N, H:M:S, a time of day, 50 %, or +1.5 from here"


class MomentError(ValueError):
    """The text names no moment, or one that the recording does not have."""


@dataclass(frozen=True, slots=True)
class TimeQuery:
    """A moment as asked for.

    Attributes:
        kind: what the value is:

            - ``elapsed``: seconds from the start, or, if negative, from the end;
            - ``exact``: the same, of a playhead; what a person reads and types is rounded to milliseconds;
            - ``relative``: seconds from the playhead; where there is none, as ``elapsed``;
            - ``share``: share of the length, 0 to 1;
            - ``frame``: id of a frame;
            - ``collision``: number of a contact, from 1;
            - ``clock``: seconds after midnight;
            - ``hours``: hours, minutes and seconds in seconds: elapsed, or after midnight;
            - ``minutes``: minutes and seconds in seconds: elapsed, or hours and minutes of a time of day.

        value: finite; a whole number of frames and contacts.

    """

    kind: Literal["elapsed", "exact", "relative", "share", "frame", "collision", "clock", "hours", "minutes"]
    value: float


def parse_moment(text: str) -> TimeQuery:
    """Read a moment, as ``TIME`` of the command line or in the window.

    >>> parse_moment("#136")
    TimeQuery(kind='frame', value=136)
    >>> parse_moment("1:02:03.5"), parse_moment("14:03:22 UTC")
    (TimeQuery(kind='hours', value=3723.5), TimeQuery(kind='clock', value=50602.0))
    >>> parse_moment("-2"), parse_moment("50 %")
    (TimeQuery(kind='relative', value=-2.0), TimeQuery(kind='share', value=0.5))

    Raises:
        MomentError: it is none of these; the message says what can be given.

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
    index: RecordingIndex,
    moment: TimeQuery,
    *,
    now: float | None = None,
    clock_first: bool = False,
) -> float:
    """Return the elapsed seconds of a moment, as far as the recording has been read.

    Negative seconds count from the end, as CARLA's replay_file takes them; before the start is the start.

    Args:
        index: the recording.
        moment: the moment.
        now: the playhead, for what is relative to it.
        clock_first: whether what may be elapsed or a time of day is a time of day, if there is such a one.

    Raises:
        MomentError: it is not there; the message says what is.

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
    """Return the beginning of the frame that a time names which was rounded to milliseconds, else that time.

    What is read as 0.450 s may begin a little later; who types that does not mean the frame before.
    """
    place = int(np.searchsorted(index.elapsed, elapsed, side="right"))
    near = place < len(index.elapsed) and index.elapsed[place] - elapsed < _ROUNDING
    return float(index.elapsed[place]) if near else elapsed


def clock_start(index: RecordingIndex) -> float | None:
    """Return what a clock that runs with the simulation shows at the start, by the header's date in UTC.

    Readings are seconds after midnight of that day, more than a day after the next one. None without a date.
    """
    date = index.header.date
    return None if date is None else date.hour * 3600.0 + date.minute * 60.0 + date.second


def clock_text(reading: float, digits: int = 3) -> str:
    """Return a reading as people write it, without the zone.

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
    """Return hours, minutes and seconds; the last two are less than 60 if there is something before them."""
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
    """Return what was typed, no longer than can be read at a glance."""
    return f"'{text}'" if len(text) <= _LONGEST else f"'{text[:_LONGEST]}…'"


def _find_collision(index: RecordingIndex, number: int) -> float:
    if not 1 <= number <= len(index.contacts):
        raise MomentError(f"there is no collision {number}: the recording has {len(index.contacts)}")
    return float(index.elapsed[index.contacts[number - 1].first_frame])


def _find_frame(index: RecordingIndex, frame: int) -> float:
    ids = index.heads["frame"]
    (found,) = np.nonzero(ids == np.uint64(frame))
    if not len(found):
        known = f"frames count from {ids[0]} to {ids[-1]}" if len(ids) else "the recording has none"
        raise MomentError(f"there is no frame {frame}: {known}{_damage(index)}")
    return float(index.elapsed[found[0]])


def _find_elapsed(index: RecordingIndex, seconds: float) -> float:
    if seconds > index.duration + _ROUNDING:
        length = f"the recording has {index.duration:.3f} s"
        raise MomentError(f"{seconds:g} s is after the end: {length}{_damage(index)}")
    elapsed = seconds if seconds >= 0 else index.duration + seconds
    return min(max(elapsed, 0.0), index.duration)


def _find_reading(index: RecordingIndex, moment: TimeQuery, *, clock_first: bool) -> float:
    """Return the moment of hours, minutes and seconds, which may be elapsed or a time of day."""
    end = index.duration + _ROUNDING
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
    """Return a clause that says what may be missing from a damaged recording, empty for a sound one."""
    last = next((problem for problem in reversed(index.problems) if problem.damage), None)
    return "" if last is None else f". It is damaged: {last.what}"
