"""Where the columns of several actors stand, and where the pieces of a row come to lie in them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from viewer.ui.inspector.line_layout import (
    MARK,
    RIGHT,
    SWATCH,
    LineLayout,
    Look,
    PlacedPiece,
    PlacedValue,
    SheetFonts,
    shortened,
    split_unit,
)
from viewer.ui.inspector.sheet import OverTime, Piece, Row, RowKind, Value
from viewer.ui.inspector.stretch import SPAN

LEFT = 16
"""Left of the labels."""
GUTTER = 5
GAP = 12
"""Between two columns."""
COLUMN = 72
_LABEL = 100
_SMALL_GAP = 6
_INDENT = 16
_DRAWN = frozenset((RowKind.SPEED, RowKind.BAR, RowKind.MIDDLE_BAR, RowKind.CURVE))


@dataclass(frozen=True, slots=True)
class Columns:
    """As many columns as fit, of equal width, beside that of the labels.

    Attributes:
        width: of everything, in pixels.
        count: how many actors there are.
        wanted: number of the first one to be seen, as far as possible.

    """

    width: int
    count: int
    wanted: int = 0

    @property
    def label(self) -> int:
        """Right end of the column of labels."""
        return LEFT + _LABEL

    @property
    def fitting(self) -> int:
        """How many columns there is room for."""
        return min(max((self.width - RIGHT - self.label) // COLUMN, 1), self.count)

    @property
    def first(self) -> int:
        """Number of the first actor that is seen."""
        return min(max(self.wanted, 0), self.count - self.fitting)

    @property
    def shown(self) -> range:
        """Numbers of the actors that are seen."""
        return range(self.first, self.first + self.fitting)

    def span(self, number: int) -> tuple[int, int]:
        """Return the left and right end of an actor's column."""
        room = self.width - RIGHT - self.label
        place = number - self.first
        left = self.label + place * room // self.fitting
        return left + GAP, self.label + (place + 1) * room // self.fitting

    def at(self, x: int) -> int | None:
        """Return the number of the actor whose column is at a place."""
        return next(
            (number for number in self.shown if self.span(number)[0] - GAP <= x < self.span(number)[1]), None
        )


def width_for(actors: int) -> int:
    """Return how wide a sheet of so many actors is, in pixels."""
    return LEFT + _LABEL + actors * COLUMN + RIGHT


def lay_out_cells(row: Row, columns: Columns, fonts: SheetFonts) -> LineLayout:
    """Lay out a row of several actors: the label with its unit at the left, each value ending its column.

    What most of them have in common stands back.
    """
    layout = LineLayout()
    if row.derived and not row.group:
        layout.derived_x = GUTTER
    common = _common(row)
    whole = None if row.differs or row.kind is not RowKind.VALUE else row.cells[0]
    narrowest = min(right - left for left, right in map(columns.span, columns.shown))
    once = whole is not None and fonts.width(whole.text, Look.EQUAL) > narrowest
    if once and whole is not None:  # what all have in common and none has room for is said once
        span = columns.label + GAP, columns.width - RIGHT
        _lay_out_cell(layout, row, whole, span, fonts, Look.EQUAL)
    for number in () if once else columns.shown:
        value = row.cells[number]
        if value is not None:
            look = Look.EQUAL if value.text == common else Look.DIFFERENT
            _lay_out_cell(layout, row, value, columns.span(number), fonts, look)
    taken = (placed.x for placed in layout.pieces)
    end = min((*taken, *(x for x, _ in layout.swatches)), default=columns.width - RIGHT) - _SMALL_GAP
    if row.kind is RowKind.GROUP:
        end = columns.width - RIGHT
    elif row.kind in _DRAWN:
        end = columns.label
    _lay_out_label(layout, row, end, fonts)
    return layout


def _common(row: Row) -> str | None:
    """Return what more of the actors have than anything else, None if there is no such value."""
    counts = Counter(value.text for value in row.cells if value is not None).most_common(2)
    if len(counts) == 1:
        return counts[0][0] if counts[0][1] > 1 else None
    return counts[0][0] if counts and counts[0][1] > counts[1][1] else None


def _lay_out_label(layout: LineLayout, row: Row, end: int, fonts: SheetFonts) -> None:
    x = LEFT + _INDENT * (row.depth + bool(row.group))
    unit, unit_end = _unit(row), end
    if row.kind is RowKind.FOLD:
        layout.mark_x = end - MARK
        end -= MARK + _SMALL_GAP
    if unit:
        end -= fonts.width(unit.text, Look.UNIT) + _SMALL_GAP
    label = (Piece(f"±{SPAN:.0f} s"),) if row.kind is RowKind.CURVE else row.label
    for number, piece in enumerate(label):
        whole = piece.text.removeprefix(f"{row.group} ") if number == 0 else piece.text
        look = Look.UNIT if piece.unit else Look.LABEL
        text = fonts.elided(whole, look, end - x)
        layout.shortened |= text != whole
        width = fonts.width(text, look)
        layout.pieces.append(PlacedPiece(piece, text, x, width, look))
        x += width
    if unit and (width := fonts.width(unit.text, Look.UNIT)) + _SMALL_GAP <= unit_end - x:
        layout.pieces.append(PlacedPiece(unit, unit.text, x + _SMALL_GAP, width, Look.UNIT))


def _unit(row: Row) -> Piece | None:
    """Return the unit of all values of a row, for its label; a group's stands over its rows."""
    if row.group:
        return None
    units = (split_unit(value.pieces)[1] for value in row.cells if value is not None)
    unit = next((unit for unit in units if unit is not None), None)
    return None if unit is None else Piece(unit.text, unit=True)


def _lay_out_cell(
    layout: LineLayout, row: Row, value: Value, span: tuple[int, int], fonts: SheetFonts, look: Look
) -> None:
    left, right = span
    if row.kind in _DRAWN:
        layout.drawn.append(PlacedValue(value, left, right))
        if value.signals:
            layout.areas.append((left, right, OverTime(value.signals[0])))
    if row.kind in {RowKind.GROUP, RowKind.CURVE}:
        return
    pieces = split_unit(value.pieces)[0]
    room = right - left - (SWATCH + _SMALL_GAP if value.swatch else 0)
    if row.kind is RowKind.SPEED and fonts.width("00.00", Look.LARGE) <= room:
        look = Look.LARGE
    needed = [fonts.width(piece.text, look) for piece in pieces]
    if sum(needed) > room and pieces:
        pieces = (shortened(pieces, room, fonts, look),)
        needed = [fonts.width(pieces[0].text, look)]
        layout.shortened = True
    x = right - sum(needed)
    if value.swatch:
        layout.swatches.append((x - _SMALL_GAP - SWATCH, value.swatch))
    for piece, width in zip(pieces, needed, strict=True):
        layout.pieces.append(PlacedPiece(piece, piece.text, x, width, look))
        x += width
