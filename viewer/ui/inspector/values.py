"""How the inspector writes values: numbers with fixed digits, units behind them, links."""

from __future__ import annotations

import math
from collections.abc import Sequence

from viewer.ui.format import UNKNOWN, number, seconds
from viewer.ui.inspector.sheet import Piece, SeekTo, SelectActor, Source, Swatch, Value

_COLOR_PARTS = 3
_BRIGHTEST = 255
_ABBREVIATIONS = {"rpm": "RPM", "moi": "MOI", "abs": "ABS"}


def plain(text: str, tip: str = "") -> Value:
    """Return a text as it is."""
    return Value((Piece(text),), tip=tip)


def quantity(value: float, digits: int, unit: str, source: Source = Source.UNMARKED, tip: str = "") -> Value:
    """Return a number with its unit; an unknown one has none."""
    text = number(value, digits)
    pieces = (Piece(text),) if text == UNKNOWN else (Piece(text), *_unit(unit))
    return Value(pieces, source, tip)


def vector(
    values: Sequence[float], digits: int, unit: str, source: Source = Source.UNMARKED, tip: str = ""
) -> Value:
    """Return three numbers in one text.

    They are separated by commas and therefore not grouped by any: they are copied into scripts.
    """
    if not all(map(math.isfinite, values)):
        return Value((Piece(UNKNOWN),), tip=tip)
    x, y, z = (number(value, digits).replace(",", "") for value in values)
    return Value((Piece(f"{x}, {y}, {z}"), *_unit(unit)), source, tip)


def phrase(*parts: str | tuple[float, int, str]) -> tuple[Piece, ...]:
    """Return the pieces of words, which stand back as units do, and of numbers with digits and unit."""
    pieces: list[Piece] = []
    for part in parts:
        if isinstance(part, str):
            pieces.append(Piece(part, unit=True))
        else:
            value, digits, unit = part
            pieces += (Piece(number(value, digits)), *_unit(unit))
    return tuple(pieces)


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
    text = " ".join(words)
    return text[:1].upper() + text[1:]


def moment(elapsed: float) -> Piece:
    """Return a time as a link that goes there."""
    return Piece(seconds(elapsed), target=SeekTo(elapsed))


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
