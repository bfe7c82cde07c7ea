"""What the inspector shows, as plain data: a sheet is a list of rows, a value is made of pieces."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, IntEnum, auto
from typing import NamedTuple

from viewer.logfile.enums import VehicleLightState
from viewer.signals import Series
from viewer.signals.series import SeriesKey
from viewer.ui.format import UNKNOWN


@dataclass(frozen=True, slots=True)
class SelectActor:
    """A link to an actor, by its row in the actor table."""

    row: int


@dataclass(frozen=True, slots=True)
class SeekTo:
    """A link to a time in seconds."""

    elapsed: float


@dataclass(frozen=True, slots=True)
class OverTime:
    """What a value was over time: shown under its row when it is clicked, and dragged into the time view."""

    key: SeriesKey


Target = SelectActor | SeekTo | OverTime
Raw = float | int | str | bool | None
"""A value as the file tells it, with all its digits."""


class Piece(NamedTuple):
    """A part of a text.

    Attributes:
        text: what it says.
        unit: whether it is a unit, which stands back behind its number.
        target: where it leads if it can be clicked.

    """

    text: str
    unit: bool = False
    target: Target | None = None


class Source(Enum):
    """Where a value is from; only derived ones are marked."""

    UNMARKED = auto()
    RECORDED = auto()
    DERIVED = auto()


@dataclass(frozen=True, slots=True)
class Swatch:
    """A spot of colour before a value: a role of the theme, or red, green and blue from 0 to 255."""

    color: str | tuple[int, int, int]
    round: bool = False


class Curve(NamedTuple):
    """A signal over a stretch of time.

    Attributes:
        key: which signal.
        series: None as long as it is not read.
        begin: seconds.
        end: seconds.
        now: seconds.
        color: role of the theme.
        scale: least and greatest value that the height shows; None for those of the stretch.

    """

    key: SeriesKey
    series: Series | None
    begin: float
    end: float
    now: float
    color: str
    scale: tuple[float, float] | None = None


class Lamp(NamedTuple):
    """A lamp of a vehicle, what it is called, whether it is lit, and the signal that tells it over time."""

    lamp: VehicleLightState
    name: str
    lit: bool
    key: SeriesKey | None


class Value(NamedTuple):
    """A value with what there is to say about it.

    Attributes:
        pieces: what is written.
        source: where it is from.
        tip: what more there is to say.
        swatch: a spot of colour before it.
        raw: the number, with all its digits; None for what is unknown, only words, or made of parts. It is
            never NaN: a value that stays unknown has to equal itself.
        unit: of the number.
        parts: the single values of one that is made of several, with their names.
        below: the same in another unit, where there is room for it.
        curve: what it was over time.
        lamps: those that it tells of, lit or not.

    """

    pieces: tuple[Piece, ...] = ()
    source: Source = Source.UNMARKED
    tip: str = ""
    swatch: Swatch | None = None
    raw: Raw = None
    unit: str = ""
    parts: tuple[tuple[str, Value], ...] = ()
    below: str = ""
    curve: Curve | None = None
    lamps: tuple[Lamp, ...] = ()

    @property
    def text(self) -> str:
        """The value as a person reads it."""
        return "".join(piece.text for piece in self.pieces)

    @property
    def link(self) -> SelectActor | SeekTo | None:
        """Where its first link leads."""
        targets = (piece.target for piece in self.pieces)
        return next((target for target in targets if isinstance(target, SelectActor | SeekTo)), None)

    @property
    def signals(self) -> tuple[SeriesKey, ...]:
        """What of it can be seen over time, each once."""
        keys = [piece.target.key for piece in self.pieces if isinstance(piece.target, OverTime)]
        keys += [lamp.key for lamp in self.lamps if lamp.key is not None]
        return tuple(dict.fromkeys((*keys, *((self.curve.key,) if self.curve else ()))))

    @property
    def derived(self) -> bool:
        """Whether it is not in the file but derived from what is."""
        return self.source is Source.DERIVED


NOTHING = Value((Piece(UNKNOWN),))
"""Stands for a value that the file tells at other times."""


class RowKind(IntEnum):
    """What a row is."""

    VALUE = auto()
    HEADING = auto()
    FOLD = auto()
    NOTE = auto()
    GROUP = auto()
    """The name over a value's parts."""
    SPEED = auto()
    BAR = auto()
    """A value from 0 to 1."""
    MIDDLE_BAR = auto()
    """A value from −1 to 1."""
    LAMPS = auto()
    CURVE = auto()


class Row(NamedTuple):
    """One row.

    Attributes:
        key: its name, the same at all times; the signal's name where the value changes with time.
        label: what stands at the left.
        value: what stands at the right; None if the file does not tell it now.
        kind: what it is.
        opened: whether a fold is open.
        depth: how deep it stands inside a fold.
        cells: the values of several actors side by side, in place of ``value``; None for who has no such row.
        group: name of the row it stands under, with which its own label begins.
        differs: whether the cells are not all alike.

    """

    key: str
    label: tuple[Piece, ...]
    value: Value | None = Value()
    kind: RowKind = RowKind.VALUE
    opened: bool = False
    depth: int = 0
    cells: tuple[Value | None, ...] = ()
    differs: bool = False
    group: str = ""

    @property
    def values(self) -> tuple[Value | None, ...]:
        """The value, or those of all actors."""
        return self.cells or (self.value,)

    @property
    def value_text(self) -> str:
        """The value in one line; several are separated by tabs."""
        return "\t".join(value.text if value else "" for value in self.values)

    @property
    def signals(self) -> tuple[SeriesKey, ...]:
        """What of it can be seen over time."""
        return tuple(key for value in self.values if value for key in value.signals)

    @property
    def derived(self) -> bool:
        """Whether a value in it is not recorded."""
        return any(value.derived for value in self.values if value)

    @property
    def label_text(self) -> str:
        """The label as a person reads it."""
        return "".join(piece.text for piece in self.label)

    @property
    def text(self) -> str:
        """The row in one line."""
        label, value = self.label_text, self.value_text
        if self.cells:
            return f"{label} (derived)\t{value}" if self.derived else f"{label}\t{value}"
        value += " (derived)" if self.derived else ""
        return f"{label}: {value}" if value else label


def fact(key: str, label: str, value: Value | None) -> Row:
    """Return a row with a plain label."""
    return Row(key, (Piece(label),), value)


def heading(key: str, title: str) -> Row:
    """Return the heading of a section."""
    return Row(key, (Piece(title),), kind=RowKind.HEADING)


def fold(key: str, label: str, value: Value, opened: Collection[str], inside: Iterable[Row]) -> Iterator[Row]:
    """Yield a row that folds, and what is inside if it is among those opened."""
    is_open = key in opened
    yield Row(key, (Piece(label),), value, RowKind.FOLD, is_open)
    if is_open:
        yield from (each._replace(depth=each.depth + 1) for each in inside)


def told(rows: Iterable[Row], seen: set[str]) -> list[Row]:
    """Return the rows whose value is told, and those that were seen before, so that rows do not come and go.

    A heading with nothing under it is left out. ``seen`` takes up the keys of what is told.
    """
    waiting: Row | None = None
    result: list[Row] = []
    for each in rows:
        if each.kind is RowKind.HEADING:
            waiting = each
            continue
        if each.value is not None:
            seen.add(each.key)
        elif each.key not in seen:
            continue
        if waiting is not None:
            result.append(waiting)
            waiting = None
        result.append(each if each.value is not None else each._replace(value=NOTHING))
    return result
