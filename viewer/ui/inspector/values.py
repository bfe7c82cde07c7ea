"""How the inspector writes values: numbers with fixed digits, units behind them, links."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TypeVar

from viewer.recording.index import RecordingIndex
from viewer.replay.world.snapshot import Measured
from viewer.signals import SIGNALS
from viewer.signals.series import SeriesKey
from viewer.ui import format as fmt
from viewer.ui.format import UNKNOWN, capital, number, seconds
from viewer.ui.inspector.sheet import OverTime, Piece, SeekTo, SelectActor, Source, Swatch, Value
from viewer.ui.speed_unit import MPS, in_shown_unit, speed_digits, unit_shown
from viewer.ui.translation import tr

T = TypeVar("T")

TimeText = Callable[[float], str]
"""How a moment is written, given in seconds."""

_COLOR_PARTS = 3
_BRIGHTEST = 255
_ABBREVIATIONS = {"rpm": "RPM", "moi": "MOI", "abs": "ABS"}


def plain(text: str, tip: str = "") -> Value:
    """Return a text of the file."""
    return Value((Piece(fmt.plain(text)),), tip=fmt.plain(tip))


def quantity(value: float, digits: int, unit: str, source: Source = Source.UNMARKED, tip: str = "") -> Value:
    """Return a number with its unit, a speed in the one that is shown; an unknown one has none."""
    digits = speed_digits() if unit == MPS and digits > 1 else digits
    return as_written(number(in_shown_unit(value, unit), digits), value, unit, source, tip)


def source_of(measured: Measured[T]) -> tuple[Source, str]:
    """Return where a measure of motion is from, and that in words."""
    if measured.recorded:
        return Source.RECORDED, tr("Recorded")
    return Source.DERIVED, tr("Derived from the positions in the frames around")


def as_written(text: str, value: float, unit: str, source: Source = Source.UNMARKED, tip: str = "") -> Value:
    """Return a number that is written already, with its unit; an unknown one has none."""
    if text == UNKNOWN:
        return Value((Piece(text),), source, tip, unit=unit)
    return Value((Piece(text), *_unit(unit_shown(unit))), source, tip, raw=float(value), unit=unit)


XYZ = ("x", "y", "z")


def vector(
    values: Sequence[float],
    digits: int,
    unit: str,
    source: Source = Source.UNMARKED,
    tip: str = "",
    *,
    names: Sequence[str] = XYZ,
    over_time: Sequence[SeriesKey | None] = (),
) -> Value:
    """Return some numbers in one text; ``over_time`` are the signals of those that have one.

    They are separated by commas and therefore not grouped by any: they are copied into scripts.
    """
    if not all(map(math.isfinite, values)):
        return Value((Piece(UNKNOWN),), tip=tip)
    targets = [key and OverTime(key) for key in over_time] or [None] * len(values)
    digits = speed_digits() if unit == MPS and digits > 1 else digits
    shown = [number(in_shown_unit(value, unit), digits) for value in values]
    behind = _unit(unit_shown(unit))
    parts = []
    for name, text, value, target in zip(names, shown, values, targets, strict=True):
        pieces = Piece(text, target=target), *[Piece(each.text, each.unit, target) for each in behind]
        parts.append((name, Value(pieces, source, tip, None, value, unit)))
    texts = [text.replace(",", "") for text in shown]
    if any(targets):
        written = [Piece(text, target=target) for text, target in zip(texts, targets, strict=True)]
        together = [each for piece in written for each in (Piece(", "), piece)][1:]
    else:
        together = [Piece(", ".join(texts))]
    return Value((*together, *behind), source, tip, parts=tuple(parts))


def seen_over_time(value: Value, key: SeriesKey | None) -> Value:
    """Return the value as one that can be pointed at and plotted; as it is if there is no such signal."""
    if key is None:
        return value
    target = OverTime(key)
    return value._replace(pieces=tuple([Piece(text, unit, target) for text, unit, _ in value.pieces]))


def signal_of(
    index: RecordingIndex, name: str, row: int | None, other: int | None = None
) -> SeriesKey | None:
    """Return the signal of an actor, or of the recording, None if it can have no such."""
    return SeriesKey(name, row, other) if SIGNALS[name].possible(index, row) else None


def figure(value: float) -> str:
    """Return a number that rarely changes with as many digits as it needs, at most six.

    >>> figure(0.15000000596), figure(5729.578), figure(-2.0), figure(math.inf)
    ('0.15', '5,729.58', '−2', '–')
    """
    return f"{value:,.6g}".replace("-", "−") if math.isfinite(value) else UNKNOWN


def figures(values: Sequence[float], unit: str = "") -> str:
    """Return numbers that rarely change in one line.

    >>> figures((0.5, 1200.0), "cm")
    '0.5, 1200 cm'
    """
    text = ", ".join(figure(value).replace(",", "") for value in values)
    return f"{text} {unit}" if unit else text


def title(name: str) -> str:
    """Return a name of the file as a label.

    >>> title("max_rpm"), title("moi"), title("fog density")
    ('Max RPM', 'MOI', 'Fog density')
    """
    words = [_ABBREVIATIONS.get(word, word) for word in name.replace("_", " ").split()]
    return capital(" ".join(words))


def moment(elapsed: float, time_text: TimeText = seconds) -> Piece:
    """Return a time as a link that goes there."""
    return Piece(time_text(elapsed), target=SeekTo(elapsed))


def actor(row: int, actor_id: int) -> Piece:
    """Return an actor's id as a link that selects it; no link if ``row`` is −1, for one that is not known."""
    return Piece(str(actor_id), target=SelectActor(row) if row >= 0 else None)


def swatch_of(text: str) -> Swatch | None:
    """Return the colour that an attribute like ``140,0,0`` stands for."""
    try:
        parts = [int(part) for part in text.split(",")]
    except ValueError:
        return None
    if len(parts) != _COLOR_PARTS or not all(0 <= part <= _BRIGHTEST for part in parts):
        return None
    return Swatch((parts[0], parts[1], parts[2]))


def _unit(unit: str) -> tuple[Piece, ...]:
    return (Piece(f" {unit}", unit=True),) if unit else ()
