"""Data that the inspector shows: a tree of rows, each with one value per actor."""

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
    """Link that selects the actor ``row`` (row index in the table of actors)."""

    row: int


@dataclass(frozen=True, slots=True)
class SeekTo:
    """Link that moves the playhead to ``elapsed`` (seconds)."""

    elapsed: float


Link = SelectActor | SeekTo
Raw = float | int | str | bool | None
"""Type of a value as it was recorded, not rounded for display; None stands for an unknown value."""


class Source(Enum):
    """Origin of a value in the inspector: recorded, derived from recorded ones, or not told (``UNMARKED``).

    Only derived values are marked.
    """

    UNMARKED = auto()
    RECORDED = auto()
    DERIVED = auto()


@dataclass(frozen=True, slots=True)
class Swatch:
    """Small area of colour beside a value: name of a colour in the theme, or red, green, blue (0 to 255)."""

    color: str | tuple[int, int, int]
    round: bool = False


class Value(NamedTuple):
    """Value in a cell of the inspector, with everything that can be shown about it.

    Attributes:
        text: the text that is shown, without a unit.
        shown_unit: the unit that is shown after it.
        source: whether it is recorded or derived.
        tip: tooltip.
        raw: the value with all its digits; None if it is unknown, a text, or made of parts. Never NaN:
            an unknown value has to equal itself.
        unit: unit of ``raw``.
        link: target of a click on it.
        signals: keys of the signals (quantities over time) that show it over time.
        parts: (name, value) of each part, for a value that is made of several.
        swatch: area of colour beside it.
        lamps: the lit lamps of a vehicle that have an icon; None if the value is not about lamps.
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
        """Text of the value as shown, followed by its unit."""
        return f"{self.text} {self.shown_unit}" if self.shown_unit else self.text

    @property
    def derived(self) -> bool:
        """Whether the value is derived from recorded ones."""
        return self.source is Source.DERIVED


NOTHING = Value(UNKNOWN)
"""Value of a row of the inspector whose quantity is unknown now but was known earlier."""


class Kind(IntEnum):
    """Appearance of a row in the inspector."""

    VALUE = auto()
    SECTION = auto()
    FOLD = auto()
    """Kind of an inspector row that can be unfolded; its children are made only while it is unfolded."""
    SPEED = auto()
    ASIDE = auto()
    """Kind of a row of the inspector that repeats a value or is a placeholder; it is not copied."""
    BAR = auto()
    """Row whose value is from 0 to 1, with a bar."""
    MIDDLE_BAR = auto()
    """Kind of an inspector row with a value from −1 to 1, which is drawn as a bar from the middle."""
    LAMPS = auto()


class Row(NamedTuple):
    """Row of the inspector.

    Attributes:
        key: identifier that is the same at all times and unique in the tree.
        name: text in the column of names.
        cells: one value per actor; None where it is unknown now or the actor has no such row.
        kind: appearance.
        children: rows inside this one.
        subject: text after the name, such as "51" in "Collision with 51": a link to an actor, or "scenery".
            An empty value if nothing follows the name.
    """

    key: str
    name: str
    cells: tuple[Value | None, ...] = (Value(),)
    kind: Kind = Kind.VALUE
    children: tuple[Row, ...] = ()
    subject: Value = Value()

    @property
    def title(self) -> str:
        """Name of the row and its ``subject``, such as "Collision with 51"."""
        return f"{self.name} {self.subject.text}".strip()

    @property
    def signals(self) -> tuple[SeriesKey, ...]:
        """Keys of all signals (quantities over time) whose values this row of the inspector shows."""
        return tuple(key for value in self.cells if value for key in value.signals)

    @property
    def derived(self) -> bool:
        """Whether any value in this row of the inspector is derived, not recorded."""
        return any(value.derived for value in self.cells if value)

    @property
    def differs(self) -> bool:
        """Whether the values in this row of the inspector differ between the actors shown side by side."""
        return len({value and value.written for value in self.cells}) > 1

    @property
    def values(self) -> str:
        """Values in all columns of this row of the inspector in one line, separated by tabs."""
        return "\t".join(value.written if value else "" for value in self.cells)

    @property
    def text(self) -> str:
        """Name and values of this row of the inspector, as one line of text."""
        values, derived = self.values, " (derived)" if self.derived else ""
        if len(self.cells) > 1:
            return f"{self.title}{derived}\t{values}"
        return f"{self.title}: {values}{derived}" if values else self.title


def field(key: str, name: str, value: Value | None, kind: Kind = Kind.VALUE) -> Row:
    """Return an inspector row for one actor, with a child row for each part of ``value``, such as x, y and z.

    Args:
        key: identifier of the row, unique in the inspector.
        name: text in the column of names.
        value: value of the actor; None if the actor has none.
        kind: appearance of the row.
    """
    parts = () if value is None else value.parts
    children = tuple(
        Row(f"{key} {part}", capital(part) if len(part) > 1 else part, (each,)) for part, each in parts
    )
    return Row(key, name, (value,), kind, children)


def section(key: str, name: str, rows: Iterable[Row]) -> Row:
    """Return a section heading with ``rows`` inside."""
    return Row(key, name, (), Kind.SECTION, tuple(rows))


def fold(key: str, name: str, value: Value, opened: Collection[str], inside: Iterable[Row]) -> Row:
    """Return an inspector row that can be unfolded; its children are made only if it is unfolded.

    It is if ``key`` is in ``opened``, the keys of the unfolded rows; its children are then ``inside``.
    """
    children = tuple(inside) if key in opened else (Row(f"{key} inside", "", kind=Kind.ASIDE),)
    return Row(key, name, (value,), Kind.FOLD, children)


def shown(rows: Iterable[Row], seen: set[str]) -> list[Row]:
    """Return those of the inspector's ``rows`` that have a value now or had one before.

    ``seen`` has the keys of rows that had a value before; those of rows with a value now are added, so that
    rows do not come and go while time runs. Sections without such rows are left out.
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
