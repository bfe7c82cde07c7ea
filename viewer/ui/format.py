"""Functions that format numbers, times and text from files for display.

Minus is − (U+2212), a range has an en dash, parts of a line are separated by a raised dot. A value that is
unknown (None, NaN, infinite) becomes a lone en dash, never "nan". All are pure functions.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta, timezone

from viewer.file_error import printable
from viewer.replay.time.time_forms import MONTHS, TimeScale
from viewer.ui.translation import tr

SEPARATOR = " · "
"""Separator between the parts of a line of text, such as a town and a time."""
UNKNOWN = "–"
"""Text that is shown in place of a value that is unknown."""

TimeText = Callable[[float], str]
"""Function that returns elapsed seconds as text, in the time format the user has chosen."""

_KILO = 1000


_TAG = re.compile("<(?=[a-zA-Z/!?])|&(?=lt;)")


def plain(text: str) -> str:
    r"""Return ``text``, such as a name from a file, as one line that no widget of Qt takes for HTML.

    Control characters and line breaks are escaped. An invisible character splits what Qt would take for a
    tag.

    >>> plain("vehicle.tesla.model3"), plain("a\nb\x1b"), len(plain("<b>"))
    ('vehicle.tesla.model3', 'a\\nb\\x1b', 4)
    """
    return _TAG.sub("\\g<0>\u2060", printable(text))


def plain_lines(text: str) -> str:
    """Return ``text`` from a file with its line breaks, but so that a tooltip does not take it for HTML."""
    return "\n".join(map(plain, text.splitlines()))


def number(value: float | None, digits: int = 2) -> str:
    """Return ``value`` with ``digits`` digits after the decimal point.

    >>> number(-6.357, 2), number(-0.001, 2), number(12345.6, 1), number(float("nan"))
    ('−6.36', '0.00', '12,345.6', '–')
    """
    if value is None or not math.isfinite(value):
        return UNKNOWN
    text = f"{value:,.{digits}f}"
    if not text.startswith("-"):
        return text
    return f"−{text[1:]}" if text.strip("-0.,") else text[1:]


def count(value: int) -> str:
    """Return ``value`` with its digits in groups of three.

    >>> count(1234), count(-3)
    ('1,234', '−3')
    """
    return number(value, 0)


def counted(value: int, one: str, many: str, **values: str) -> str:
    """Return ``one`` if ``value`` is 1, else ``many`` with ``value`` in place of ``{}`` or ``{count}``.

    Both texts are translated; ``values`` fill further named fields.

    >>> counted(1, "1 frame", "{} frames"), counted(1234, "1 frame", "{} frames")
    ('1 frame', '1,234 frames')
    """
    text = tr(one) if value == 1 else tr(many, value)
    return text.format(count(value), count=count(value), **values)


def numbers(values: tuple[float, ...], digits: int = 2) -> str:
    """Return ``values`` in one line, each with ``digits`` digits after the decimal point.

    >>> numbers((-6.36, 131.26, 0.0))
    '−6.36, 131.26, 0.00'
    """
    return ", ".join(number(value, digits) for value in values)


def seconds(value: float | None) -> str:
    """Return ``value`` (seconds) to the millisecond, with unit.

    >>> seconds(8.47), seconds(None)
    ('8.470 s', '–')
    """
    return _with_unit(value, 3, "s")


def distance(value: float | None) -> str:
    """Return ``value`` (metres) with unit.

    >>> distance(18.44), distance(1520)
    ('18.4 m', '1,520.0 m')
    """
    return _with_unit(value, 1, "m")


def angle(value: float | None) -> str:
    """Return ``value`` (degrees) with unit.

    >>> angle(-86.52)
    '−86.5°'
    """
    text = number(value, 1)
    return text if text == UNKNOWN else f"{text}°"


def bytes_(value: int) -> str:
    """Return ``value`` (a number of bytes) in a decimal unit.

    >>> bytes_(999), bytes_(3_210_000), bytes_(999_960)
    ('999 B', '3.2 MB', '1.0 MB')
    """
    if value < _KILO:
        return f"{count(value)} B"
    amount = float(value)
    for unit in ("kB", "MB", "GB"):
        amount /= _KILO
        if round(amount, 1) < _KILO:
            return f"{amount:.1f} {unit}"
    return f"{amount / _KILO:,.1f} TB"


def date(value: datetime | None) -> str:
    """Return the date ``value`` with hour and minute, in UTC.

    >>> date(datetime(2019, 10, 23, 1, 4, 32, tzinfo=timezone.utc))
    '23 Oct 2019 01:04 UTC'
    """
    if value is None:
        return UNKNOWN
    utc = _utc(value)
    return f"{day(utc)} {utc:%H:%M} UTC"


def day(value: datetime) -> str:
    """Return the date ``value`` without the time, in UTC.

    >>> day(datetime(2019, 10, 23, 1, 4, 32, tzinfo=timezone.utc))
    '23 Oct 2019'
    """
    utc = _utc(value)
    return tr("{utc.day} {month} {utc.year}").format(utc=utc, month=MONTHS[utc.month - 1])


def wall_clock(start: datetime | None, elapsed: float) -> str:
    """Return the time of day ``elapsed`` seconds after ``start``, in UTC.

    >>> wall_clock(datetime(2019, 10, 23, 1, 4, 32, tzinfo=timezone.utc), 8.47)
    '01:04:40 UTC'
    """
    if start is None or not math.isfinite(elapsed):
        return UNKNOWN
    try:
        return f"{_utc(start) + timedelta(seconds=elapsed):%H:%M:%S} UTC"
    except OverflowError:
        return UNKNOWN


def range_(first: str | int, last: str | int) -> str:
    """Return the range from ``first`` to ``last``; between texts, the dash has spaces around it.

    >>> range_(120, 131), range_(7, 7), range_("0.000 s", "end")
    ('120–131', '7', '0.000 s – end')
    """
    if first == last:
        return count(first) if isinstance(first, int) else first
    if isinstance(first, int) and isinstance(last, int):
        return f"{count(first)}–{count(last)}"
    return f"{first} – {last}"


def join(*parts: str) -> str:
    """Return the texts in ``parts`` that are not empty as one line, with " · " between them.

    >>> join("Town03", "", "15.2 s")
    'Town03 · 15.2 s'
    """
    return SEPARATOR.join(part for part in parts if part)


def together(names: Iterable[object]) -> str:
    """Return ``names`` joined by "and".

    >>> together((2763, 2768))
    '2763 and 2768'
    """
    return f" {tr('and')} ".join(map(str, names))


def capital(text: str) -> str:
    """Return ``text`` with its first letter in upper case.

    >>> capital("lane ID")
    'Lane ID'
    """
    return text[:1].upper() + text[1:]


def short_blueprint(type_id: str) -> str:
    """Return ``type_id`` without its first part, which repeats the category of the actor.

    For walkers, the second part ("pedestrian") is dropped instead, as it is the same for all of them.

    >>> short_blueprint("vehicle.lincoln.mkz2017"), short_blueprint("traffic.traffic_light")
    ('lincoln mkz2017', 'traffic light')
    >>> short_blueprint("walker.pedestrian.0006"), short_blueprint("spectator")
    ('walker 0006', 'spectator')
    """
    category, _, rest = type_id.partition(".")
    if category == "walker" and rest.startswith("pedestrian."):
        rest = rest.replace("pedestrian", category, 1)
    return plain(rest or type_id).replace(".", " ").replace("_", " ")


def _with_unit(value: float | None, digits: int, unit: str) -> str:
    text = number(value, digits)
    return text if text == UNKNOWN else f"{text} {unit}"


def _utc(value: datetime) -> datetime:
    """Return ``value`` converted to UTC; a date without a zone is taken as UTC, as dates in the file are."""
    return value.replace(tzinfo=timezone.utc) if value.tzinfo is None else value.astimezone(timezone.utc)


def moment_text(elapsed: float, scale: TimeScale | None) -> str:
    """Return ``elapsed`` (seconds) as the user wants times shown: "8.470 s", "#136" or a time of day.

    ``scale`` converts elapsed seconds of one recording to the chosen format; None gives seconds.
    """
    return seconds(elapsed) if scale is None else scale.label(elapsed)


def brief_moment_text(elapsed: float, scale: TimeScale | None) -> str:
    """Return ``elapsed`` (seconds) as the user wants times shown, seconds with one decimal place.

    ``scale`` converts elapsed seconds of one recording to the chosen format (seconds, frame or time of day);
    None gives seconds.

    >>> brief_moment_text(23.399, None)
    '23.4 s'
    """
    return _with_unit(elapsed, 1, "s") if scale is None else scale.label(elapsed, 1)
