"""What the inspector shows, as plain data: a sheet is a list of rows, a value is made of pieces."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum, auto

from viewer.replay.series.key import SeriesKey
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
    """What a value was over time: shown when it is pointed at, plotted when it is clicked."""

    key: SeriesKey


Target = SelectActor | SeekTo | OverTime
Raw = float | int | str | bool | None
"""A value as the file tells it, with all its digits."""


@dataclass(frozen=True, slots=True)
class Piece:
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


@dataclass(frozen=True, slots=True)
class Value:
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

    """

    pieces: tuple[Piece, ...] = ()
    source: Source = Source.UNMARKED
    tip: str = ""
    swatch: Swatch | None = None
    raw: Raw = None
    unit: str = ""
    parts: tuple[tuple[str, Value], ...] = ()

    def with_pieces(self, pieces: tuple[Piece, ...]) -> Value:
        """Return the same value written in another way; ``replace`` would take far longer, in each frame."""
        return Value(pieces, self.source, self.tip, self.swatch, self.raw, self.unit, self.parts)

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
        targets = (piece.target for piece in self.pieces)
        return tuple(dict.fromkeys(target.key for target in targets if isinstance(target, OverTime)))


NOTHING = Value((Piece(UNKNOWN),))
"""Stands for a value that the file tells at other times."""


class RowKind(Enum):
    """What a row is."""

    VALUE = auto()
    HEADING = auto()
    FOLD = auto()
    NOTE = auto()


@dataclass(frozen=True, slots=True)
class Row:
    """One row.

    Attributes:
        key: its name, the same at all times; the signal's name where the value changes with time.
        label: what stands at the left.
        value: what stands at the right; None if the file does not tell it now.
        kind: what it is.
        opened: whether a fold is open.
        depth: how deep it stands inside a fold.
        changes: whether the value can change while time runs.
        cells: the values of several actors side by side, in place of ``value``; None for who has no such row.
        differs: whether the cells are not all alike.

    """

    key: str
    label: tuple[Piece, ...]
    value: Value | None = field(default_factory=Value)
    kind: RowKind = RowKind.VALUE
    opened: bool = False
    depth: int = 0
    changes: bool = False
    cells: tuple[Value | None, ...] = ()
    differs: bool = False

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
    def label_text(self) -> str:
        """The label as a person reads it."""
        return "".join(piece.text for piece in self.label)

    @property
    def text(self) -> str:
        """The row in one line."""
        if self.cells:
            return f"{self.label_text}\t{self.value_text}"
        value = self.value_text
        return f"{self.label_text}: {value}" if value else self.label_text


def fact(key: str, label: str, value: Value | None) -> Row:
    """Return a row with a plain label."""
    return Row(key, (Piece(label),), value)


def changing(key: str, label: str, value: Value | None) -> Row:
    """Return a row with a plain label whose value can change while time runs."""
    return Row(key, (Piece(label),), value, changes=True)


def heading(key: str, title: str) -> Row:
    """Return the heading of a section."""
    return Row(key, (Piece(title),), kind=RowKind.HEADING)


def fold(key: str, label: str, value: Value, opened: Collection[str], inside: Iterable[Row]) -> Iterator[Row]:
    """Yield a row that folds, and what is inside if it is among those opened."""
    is_open = key in opened
    yield Row(key, (Piece(label),), value, RowKind.FOLD, is_open)
    if is_open:
        yield from (replace(each, depth=each.depth + 1) for each in inside)


def told(rows: Iterable[Row], seen: set[str]) -> Iterator[Row]:
    """Yield the rows whose value is told, and those that were seen before, so that rows do not come and go.

    A heading with nothing under it is left out. ``seen`` takes up the keys of what is told.
    """
    waiting: Row | None = None
    for each in rows:
        if each.kind is RowKind.HEADING:
            waiting = each
            continue
        if each.value is not None:
            seen.add(each.key)
        elif each.key not in seen:
            continue
        if waiting is not None:
            yield waiting
            waiting = None
        yield each if each.value is not None else replace(each, value=NOTHING)
