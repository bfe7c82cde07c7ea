"""What the inspector shows, as plain data: a sheet is a list of rows, a value is made of pieces."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum, auto

from viewer.ui.format import UNKNOWN


@dataclass(frozen=True, slots=True)
class SelectActor:
    """A link to an actor, by its row in the actor table."""

    row: int


@dataclass(frozen=True, slots=True)
class SeekTo:
    """A link to a time in seconds."""

    elapsed: float


Target = SelectActor | SeekTo


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a text.

    Attributes:
        text: what it says.
        unit: whether it is a unit, which stands back behind its number.
        target: where it leads if it is a link.

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
    """A value with what there is to say about it."""

    pieces: tuple[Piece, ...] = ()
    source: Source = Source.UNMARKED
    tip: str = ""
    swatch: Swatch | None = None

    @property
    def text(self) -> str:
        """The value as a person reads it."""
        return "".join(piece.text for piece in self.pieces)

    @property
    def target(self) -> Target | None:
        """Where its first link leads."""
        return next((piece.target for piece in self.pieces if piece.target), None)


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

    """

    key: str
    label: tuple[Piece, ...]
    value: Value | None = field(default_factory=Value)
    kind: RowKind = RowKind.VALUE
    opened: bool = False
    depth: int = 0

    @property
    def label_text(self) -> str:
        """The label as a person reads it."""
        return "".join(piece.text for piece in self.label)

    @property
    def text(self) -> str:
        """The row in one line."""
        value = self.value.text if self.value else ""
        return f"{self.label_text}: {value}" if value else self.label_text


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
