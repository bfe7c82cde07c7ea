"""What the inspector shows, as plain data: a sheet is a tree of rows, a row has a value for each actor."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import Enum, IntEnum, auto
from typing import NamedTuple

from viewer.logfile.enums import VehicleLightState
from viewer.signals.series import SeriesKey
from viewer.ui.format import UNKNOWN, capital


@dataclass(frozen=True, slots=True)
class SelectActor:
    """A link to an actor, by its row in the actor table."""

    row: int


@dataclass(frozen=True, slots=True)
class SeekTo:
    """A link to a time in seconds."""

    elapsed: float


Link = SelectActor | SeekTo
Raw = float | int | str | bool | None
"""A value as the file tells it, with all its digits."""


class Source(Enum):
    """Where a value is from; only derived ones are marked."""

    UNMARKED = auto()
    RECORDED = auto()
    DERIVED = auto()


@dataclass(frozen=True, slots=True)
class Swatch:
    """A spot of colour beside a value: a role of the theme, or red, green and blue from 0 to 255."""

    color: str | tuple[int, int, int]
    round: bool = False


class Value(NamedTuple):
    """A value with what there is to say about it.

    Attributes:
        text: what is written, without its unit.
        shown_unit: the unit that is written behind it.
        source: where it is from.
        tip: what more there is to say.
        raw: the number, with all its digits; None for what is unknown, only words, or made of parts. It is
            never NaN: a value that stays unknown has to equal itself.
        unit: of the number.
        link: where a click on it leads.
        signals: what of it can be seen over time.
        parts: the single values of one that is made of several, with their names.
        swatch: a spot of colour beside it.
        lamps: the lit ones of those that have a sign, None for a value that is not about lamps.

    """

    text: str = ""
    shown_unit: str = ""
    source: Source = Source.UNMARKED
    tip: str = ""
    raw: Raw = None
    unit: str = ""
    link: Link | None = None
    signals: tuple[SeriesKey, ...] = ()
    parts: tuple[tuple[str, Value], ...] = ()
    swatch: Swatch | None = None
    lamps: tuple[VehicleLightState, ...] | None = None

    @property
    def written(self) -> str:
        """The value with its unit, as a person reads it."""
        return f"{self.text} {self.shown_unit}" if self.shown_unit else self.text

    @property
    def derived(self) -> bool:
        """Whether it is not in the file but derived from what is."""
        return self.source is Source.DERIVED


NOTHING = Value(UNKNOWN)
"""Stands for a value that the file tells at other times."""


class Kind(IntEnum):
    """How a row looks."""

    VALUE = auto()
    SECTION = auto()
    FOLD = auto()
    """What is inside is told only while it is open."""
    SPEED = auto()
    ASIDE = auto()
    """What has been said already, or is not told yet; it is not copied."""
    BAR = auto()
    """A value from 0 to 1."""
    MIDDLE_BAR = auto()
    """A value from −1 to 1."""
    LAMPS = auto()


class Row(NamedTuple):
    """One row.

    Attributes:
        key: its name, the same at all times and the only one of its sheet.
        name: what stands at the left.
        cells: a value for each actor; None where the file does not tell it now, or who has no such row.
        kind: how it looks.
        children: rows that belong to it.
        subject: what the name ends with, if that is a link.

    """

    key: str
    name: str
    cells: tuple[Value | None, ...] = (Value(),)
    kind: Kind = Kind.VALUE
    children: tuple[Row, ...] = ()
    subject: Value = Value()

    @property
    def title(self) -> str:
        """The whole name."""
        return f"{self.name} {self.subject.text}".strip()

    @property
    def signals(self) -> tuple[SeriesKey, ...]:
        """What of all actors can be seen over time."""
        return tuple(key for value in self.cells if value for key in value.signals)

    @property
    def derived(self) -> bool:
        """Whether a value in it is not recorded."""
        return any(value.derived for value in self.cells if value)

    @property
    def differs(self) -> bool:
        """Whether the cells are not all alike."""
        return len({value and value.written for value in self.cells}) > 1

    @property
    def values(self) -> str:
        """The values in one line; several are separated by tabs."""
        return "\t".join(value.written if value else "" for value in self.cells)

    @property
    def text(self) -> str:
        """The row in one line."""
        values, derived = self.values, " (derived)" if self.derived else ""
        if len(self.cells) > 1:
            return f"{self.title}{derived}\t{values}"
        return f"{self.title}: {values}{derived}" if values else self.title


def field(key: str, name: str, value: Value | None, kind: Kind = Kind.VALUE) -> Row:
    """Return a row of one actor, with a child for each part of its value.

    ``value`` is None where the file does not tell it now.
    """
    parts = () if value is None else value.parts
    children = tuple(
        Row(f"{key} {part}", capital(part) if len(part) > 1 else part, (each,)) for part, each in parts
    )
    return Row(key, name, (value,), kind, children)


def section(key: str, name: str, rows: Iterable[Row]) -> Row:
    """Return a section with some rows."""
    return Row(key, name, (), Kind.SECTION, tuple(rows))


def fold(key: str, name: str, value: Value, opened: Collection[str], inside: Iterable[Row]) -> Row:
    """Return a row with others inside, which are made if it is among those opened."""
    children = tuple(inside) if key in opened else (Row(f"{key} inside", "", kind=Kind.ASIDE),)
    return Row(key, name, (value,), Kind.FOLD, children)


def shown(rows: Iterable[Row], seen: set[str]) -> list[Row]:
    """Return the rows whose value is told, and those that were seen before, so that rows do not come and go.

    A section with nothing in it is left out. ``seen`` takes up the keys of what is told.
    """
    result: list[Row] = []
    for row in rows:
        if row.kind is Kind.SECTION:
            inside = shown(row.children, seen)
            if inside:
                result.append(row._replace(children=tuple(inside)))
        elif row.cells[0] is not None:
            seen.add(row.key)
            result.append(row)
        elif row.key in seen:
            result.append(row._replace(cells=(NOTHING,)))
    return result
