"""Times as text: elapsed seconds, frame ids or time of day; labels, round ticks, and parsing.

All times passed and returned are elapsed seconds of the recording, whatever form they are shown in.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from viewer.lazy import lazy
from viewer.recording.index import RecordingIndex
from viewer.replay.time.typed_time import DAY, clock_start, clock_text, find_moment, parse_moment

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
"""English abbreviations of the months, for dates."""

_DECIMAL = ((1.0, 5), (2.0, 4), (5.0, 5), (10.0, 5))
"""Round distances between labelled ticks of a time axis, each with the number of parts for minor ticks.

They are from 1 to 10, to be multiplied by a power of ten.
"""
_SEXAGESIMAL = (
    *((15.0, 3), (30.0, 3), (60.0, 6), (120.0, 4), (300.0, 5), (600.0, 5), (900.0, 3), (1800.0, 3)),
    *((3600.0, 4), (7200.0, 4), (10_800.0, 3), (21_600.0, 6), (43_200.0, 4), (DAY, 4)),
)
"""Possible steps in seconds between labelled ticks of a time axis, where more than 10 s lie between them.

The steps are round on a clock. Each has the number of parts into which minor ticks divide it.
"""
_TENS = 10.0
_LONG = 120.0
"""Duration in seconds from which on a recording's times are shown as minutes and seconds: ``22:11.650``."""
_INSTANT = 1e-6
"""Seconds by which a tick of a time axis may miss midnight, through rounding, and still be labelled so."""
_FINEST = 1e-12
"""Shortest distance in seconds between ticks of a time axis.

At shorter ones, floats cannot distinguish the times of two ticks.
"""


class TimeForm(Enum):
    """Forms in which times are shown: elapsed seconds, frame ids, or time of day."""

    ELAPSED = "elapsed"
    FRAME = "frame"
    WALL = "wall"
    """Time of day in the simulation: the date in the recording's header plus the time since then."""


@dataclass(frozen=True, slots=True)
class Tick:
    """Labelled mark of a time axis at a round time.

    Attributes:
        time: elapsed seconds.
        text: its label, with no more digits than the distance of the ticks needs.
        rank: 2 where the time is a multiple of ten distances between labelled ticks, 1 where it is one of
            five, else 0.
    """

    time: float
    text: str
    rank: int


@dataclass(frozen=True, eq=False)
class Ticks:
    """Ticks of a time axis, some of them with labels.

    Attributes:
        major: labelled ticks, ascending.
        minor: times of all ticks, labelled ones included, in elapsed seconds, ascending, shape (K,).
    """

    major: tuple[Tick, ...]
    minor: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class TimeScale:
    """Conversion between elapsed seconds of one recording and text in one form.

    If the recording lacks the form (no date in the header, no frames), times are shown as elapsed.

    Attributes:
        index: the recording.
        form: form in which times are shown.
    """

    index: RecordingIndex
    form: TimeForm = TimeForm.ELAPSED

    def has(self, form: TimeForm) -> bool:
        """Return whether the recording can show times in ``form``."""
        return form is not TimeForm.WALL or self.index.header.date is not None

    def has_same_labels_as(self, other: TimeScale) -> bool:
        """Return whether ``other``, a scale of the same recording, has the same text for every time."""
        same = self.form is other.form and self._in_minutes == other._in_minutes
        return same and (self.index is other.index or self.form is not TimeForm.FRAME)  # ids are written

    @lazy
    def clock(self) -> float | None:
        """Time of day (UTC) at the start of the recording, in seconds after midnight.

        None if the header has no date, or if ``form`` is not TimeForm.WALL, the time of day.
        """
        return clock_start(self.index) if self.form is TimeForm.WALL else None

    # -- writing

    @property
    def unit(self) -> str:
        """Unit to write after a time, with a blank before it: " s" or " UTC".

        Empty for frame ids, and for minutes and seconds such as ``22:11.650``.
        """
        if self.clock is not None:
            return " UTC"
        return "" if self._in_frames or self._in_minutes else " s"

    def figure(self, elapsed: float, digits: int = 3) -> str:
        """Return the time ``elapsed`` (s) as text without unit: ``8.470``, ``22:11.650``, frame ``#2763``.

        ``digits`` is the number of decimals of the seconds; a frame id has none.
        """
        if self._in_frames:
            return f"#{self.index.frames['frame'][self.index.frame_at(elapsed)]}"
        if self.clock is not None:
            return clock_text(self.clock + elapsed, digits)
        if self._in_minutes and math.isfinite(elapsed):
            return minutes_text(elapsed, digits)
        return f"{elapsed:,.{digits}f}".replace("-", "−") if math.isfinite(elapsed) else "–"

    def label(self, elapsed: float, digits: int = 3) -> str:
        """Return ``elapsed`` as text with its unit, for example ``8.470 s``, ``22:11.650`` or ``#2763``.

        ``digits`` is the number of decimals of the seconds; a frame id has none.
        """
        return self.figure(elapsed, digits) + self.unit

    # -- ticks

    def ticks(self, start: float, end: float, most: float) -> Ticks:
        """Return ticks at round times from ``start`` to ``end`` seconds, about ``most`` of them labelled.

        Frames last differently long: where frame ids are shown, the distance of ticks varies.
        """
        if self._in_frames:
            return self._frame_ticks(start, end, most)
        in_clock = self.clock is not None
        zero = self.clock or 0.0  # ticks are even in seconds, or in what a clock shows
        first, last = zero + start, zero + end
        step, parts = _round_step((last - first) / most, sexagesimal=in_clock or self._in_minutes)
        digits = max(0, -math.floor(math.log10(step) + 1e-9))
        ticks = []
        for number in _multiples(first, last, step).tolist():
            value = number * step
            text = self._clock_label(value, step, digits) if in_clock else self.label(value, digits)
            ticks.append(Tick(value - zero, text, _rank(number)))
        small = step / parts
        return Ticks(tuple(ticks), _multiples(first, last, small).astype(np.float64) * small - zero)

    def _clock_label(self, reading: float, step: float, digits: int) -> str:
        """Return the label of a tick as time of day, or as a date if it is midnight of a later day.

        A midnight after the year 9999 is labelled with the number of days since the first day.

        Args:
            reading: time of the tick in seconds after midnight of the first day.
            step: distance of the ticks in seconds; labels have no seconds if it is in whole minutes.
            digits: number of decimals of the seconds.
        """
        days, date = math.floor((reading + _INSTANT) / DAY), self.index.header.date
        if date is not None and days > 0 and abs(math.remainder(reading, DAY)) < _INSTANT:
            try:
                day = date + timedelta(days)
            except OverflowError:
                return f"+{days:,} d"
            return f"{day.day} {MONTHS[day.month - 1]}"
        text = clock_text(reading, digits)
        return text if step % 60.0 else text[: text.rindex(":")]

    def _frame_ticks(self, start: float, end: float, most: float) -> Ticks:
        """Return ticks at frames with round ids, about ``most`` of them labelled.

        The frames are those from ``start`` to ``end`` seconds.
        """
        begin, stop = np.searchsorted(self.index.elapsed, (start, end), side="left").tolist()
        ids, times = self.index.frames["frame"][begin : stop + 1], self.index.elapsed[begin : stop + 1]
        if not len(ids):
            return Ticks((), np.empty(0))
        round_step, parts = _round_step(max(int(ids.max() - ids.min()) / most, 1.0))
        step = int(round_step)
        small = max(step // parts, 1)
        major = np.flatnonzero((ids % np.uint64(step) == 0) & (times >= start) & (times <= end))
        labelled = zip(ids[major].tolist(), times[major].tolist(), strict=True)
        return Ticks(
            tuple(Tick(time, f"#{frame}", _rank(frame // step)) for frame, time in labelled),
            times[ids % np.uint64(small) == 0],
        )

    # -- reading

    def parse(self, text: str, now: float | None = None) -> float:
        """Return the time that ``text`` names, in elapsed seconds; all forms are understood.

        A whole number is a frame id where frames are shown. A text that may be elapsed or a time of day, as
        ``1:02:03``, is first tried as time of day where times of day are shown, else first as elapsed.

        Args:
            text: ``8.47``, ``1:02:03.5``, ``#2763``, ``14:03:22``, ``+1.5``, ``50 %``, ``collision:2``, ….
            now: the playhead in seconds, to which signed numbers are added; without it, negative times count
                from the end.

        Raises:
            MomentError: the text is no time, or none of the recording; the message is a sentence.
        """
        text = text.strip()
        if self._in_frames and text.isdecimal():
            text = f"#{text}"
        return find_moment(self.index, parse_moment(text), now=now, clock_first=self.clock is not None)

    @property
    def _in_frames(self) -> bool:
        return self.form is TimeForm.FRAME and len(self.index.elapsed) > 0

    @property
    def _in_minutes(self) -> bool:
        return self.clock is None and len(self.index.elapsed) > 0 and self.index.duration >= _LONG


def minutes_text(elapsed: float, digits: int = 3) -> str:
    """Return ``elapsed`` seconds as minutes and seconds, with hours if there are any.

    >>> minutes_text(1331.65), minutes_text(300.0, 0), minutes_text(-3661.5, 1)
    ('22:11.650', '5:00', '−1:01:01.5')
    """
    whole, fraction = divmod(round(abs(elapsed) * 10**digits), 10**digits)
    minutes, seconds = divmod(whole, 60)
    hours, rest = divmod(minutes, 60)
    text = f"{hours}:{rest:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    sign = "−" if elapsed < 0 and (whole or fraction) else ""
    return f"{sign}{text}.{fraction:0{digits}}" if digits else sign + text


def elapsed_text(elapsed: float, length: float) -> str:
    """Return ``elapsed`` as text in a recording ``length`` seconds long: ``60.018 s`` or ``22:11.650``."""
    return minutes_text(elapsed) if length >= _LONG else f"{elapsed:.3f} s"


def _round_step(least: float, *, sexagesimal: bool = False) -> tuple[float, int]:
    """Return the smallest round distance ≥ ``least`` between labelled ticks, and a number of parts.

    Minor ticks divide the distance into that number of parts. ``least`` and the distance are in seconds or in
    frame ids. With ``sexagesimal``, distances of more than 10 s are round on a clock: 15 s, 30 s, 1 min, ….
    """
    least = max(least, _FINEST)
    if sexagesimal and least > _TENS:
        found = next((each for each in _SEXAGESIMAL if each[0] >= least * (1 - 1e-9)), None)
        if found is not None:
            return found
        days, parts = _round_step(least / DAY)
        return days * DAY, parts
    power = 10.0 ** math.floor(math.log10(least))
    step, parts = next(
        ((step, parts) for step, parts in _DECIMAL if step * power >= least * (1 - 1e-9)), _DECIMAL[-1]
    )
    return step * power, parts


def _multiples(first: float, last: float, step: float) -> NDArray[np.int64]:
    return np.arange(math.ceil(first / step - 1e-9), math.floor(last / step + 1e-9) + 1)


def _rank(number: int) -> int:
    return 2 if number % 10 == 0 else 1 if number % 5 == 0 else 0
