"""Where the pieces of a row come to lie: the label left, the value right, units in a column of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum, auto

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics

from viewer.ui.inspector.sheet import OverTime, Piece, Row, RowKind, Swatch, Target, Value
from viewer.ui.theme import font

MARGIN = 24
"""Left of the labels: the gutter in which derived values are marked."""
RIGHT = 16
GUTTER = 9
SWATCH = 8
MARK = 8
DERIVED_SIGN = "ƒ"
_INDENT = 12
_GAP = 12
_SMALL_GAP = 8
_UNIT_GAP = 4
_LEAST_LABEL = 0.4
"""Share of the width that a label may keep when its value is too long."""
_LAMP_WIDTH, _LAMP_STEP = 28, 38
_BAR_LEFT = 96
_MOST_WIDTHS = 4096
SLANT = 3
"""Pixels by which a text may reach out of its place."""


class Look(IntEnum):
    """How a piece is written."""

    LABEL = auto()
    VALUE = auto()
    EQUAL = auto()
    DIFFERENT = auto()
    UNIT = auto()
    LARGE = auto()


class SheetFonts:
    """The fonts of a sheet, and how wide texts are in them."""

    def __init__(self) -> None:
        plain, small = font(13), font(11)
        self._fonts = {
            Look.LABEL: plain,
            Look.VALUE: plain,
            Look.EQUAL: plain,
            Look.DIFFERENT: font(13, medium=True),
            Look.UNIT: small,
            Look.LARGE: font(20, bold=True),
        }
        self._metrics = {look: QFontMetrics(each) for look, each in self._fonts.items()}
        self._widths: dict[tuple[Look, str], int] = {}
        self.units = self.width("km/h", Look.UNIT)

    def of(self, look: Look) -> QFont:
        """Return the font of a look."""
        return self._fonts[look]

    def width(self, text: str, look: Look) -> int:
        """Return how wide a text is, in pixels."""
        width = self._widths.get((look, text))
        if width is None:
            if len(self._widths) >= _MOST_WIDTHS:
                self._widths.clear()
            width = self._widths[look, text] = self._metrics[look].horizontalAdvance(text)
        return width

    def baseline(self, look: Look, height: int) -> int:
        """Return where a text stands that is in the middle of a line; units stand as their numbers do."""
        metrics = self._metrics[Look.VALUE if look is Look.UNIT else look]
        return (height - metrics.height() + 1) // 2 + metrics.ascent()

    def elided(self, text: str, look: Look, room: int) -> str:
        """Return a text shortened in the middle until it fits."""
        if self.width(text, look) <= room:
            return text
        return self._metrics[look].elidedText(text, Qt.TextElideMode.ElideMiddle, max(room, 0))


@dataclass(frozen=True, slots=True)
class PlacedPiece:
    """A piece at its place; ``text`` may be shortened."""

    piece: Piece
    text: str
    x: int
    width: int
    look: Look = Look.VALUE


@dataclass(frozen=True, slots=True)
class PlacedValue:
    """A value that is drawn rather than written, from ``left`` to ``right``."""

    value: Value
    left: int
    right: int


@dataclass(slots=True)
class LineLayout:
    """Where everything in a row lies, in pixels from the left edge; None for what is not there.

    ``widest`` is the room that a value has needed so far, ``drawn`` what the kind of the row draws.
    """

    pieces: list[PlacedPiece] = field(default_factory=list)
    widest: int = 0
    derived_x: int | None = None
    mark_x: int | None = None
    swatches: list[tuple[int, Swatch]] = field(default_factory=list)
    drawn: list[PlacedValue] = field(default_factory=list)
    areas: list[tuple[int, int, Target]] = field(default_factory=list)
    shortened: bool = False

    def changed(self, before: LineLayout) -> tuple[int, int] | None:
        """Return from where to where this line looks other than before, None if that may be anywhere."""
        marks = (self.derived_x, self.mark_x, self.swatches, len(self.pieces), len(self.drawn))
        if marks != (before.derived_x, before.mark_x, before.swatches, len(before.pieces), len(before.drawn)):
            return None
        places = [
            place
            for old, new in zip(before.pieces, self.pieces, strict=True)
            if old != new
            for place in (old.x, old.x + old.width, new.x, new.x + new.width)
        ]
        places += [
            place
            for old, new in zip(before.drawn, self.drawn, strict=True)
            if old != new
            for place in (old.left, old.right, new.left, new.right)
        ]
        return (min(places) - SLANT, max(places) + SLANT) if places else (0, 0)

    def target_at(self, x: int) -> Target | None:
        """Return where what is at a place leads, or None."""
        for placed in self.pieces:
            if placed.piece.target is not None and placed.x <= x < placed.x + placed.width:
                return placed.piece.target
        return next((target for left, right, target in self.areas if left <= x < right), None)


def value_end(width: int, fonts: SheetFonts) -> int:
    """Return where values end, left of the column of units."""
    return width - RIGHT - fonts.units - _UNIT_GAP


def lay_out(row: Row, width: int, fonts: SheetFonts, widest: int = 0) -> LineLayout:
    """Lay out a row in a width.

    The value ends at the column of units, and room is kept at its left for the widest text it ever had, so
    that the label stays as it is while numbers change. A value that is too long takes the column of units if
    it has none; then the label is shortened up to a point, and the value at last.
    """
    layout = LineLayout()
    value = row.value or Value()
    if row.derived:
        layout.derived_x = GUTTER
    if row.kind in _DRAWN:
        _place_drawn(layout, row, value, width, fonts)
        if row.kind not in {RowKind.BAR, RowKind.MIDDLE_BAR}:
            return layout
    pieces, unit = split_unit(value.pieces)
    unit_width = fonts.width(unit.text, Look.UNIT) if unit else 0
    right = min(value_end(width, fonts), width - RIGHT - unit_width - _UNIT_GAP * bool(unit))
    unit_x = right + _UNIT_GAP
    if row.kind is RowKind.FOLD:
        layout.mark_x = right - MARK
        right = layout.mark_x - _SMALL_GAP
    left = MARGIN + _INDENT * row.depth
    label_width = sum(fonts.width(piece.text, Look.LABEL) for piece in row.label)
    beside = _GAP + (SWATCH + _SMALL_GAP if value.swatch else 0)
    needed = [fonts.width(piece.text, _look(piece)) for piece in pieces]
    layout.widest = max(sum(needed), widest)
    if not unit and row.kind is RowKind.VALUE and sum(needed) > right - left - label_width - beside:
        right = width - RIGHT
    room = right - left - beside - min(label_width, int(_LEAST_LABEL * width))
    if sum(needed) > room:
        pieces = (shortened(pieces, room, fonts),)
        needed = [fonts.width(pieces[0].text, Look.VALUE)]
        layout.shortened = True
    x = right - sum(needed)
    if value.swatch:
        layout.swatches.append((x - _SMALL_GAP - SWATCH, value.swatch))
    end = right - min(max(layout.widest, sum(needed)), room) - beside
    _place_label(layout, row.label, left, end, fonts)
    for piece, piece_width in zip(pieces, needed, strict=True):
        layout.pieces.append(PlacedPiece(piece, piece.text, x, piece_width, _look(piece)))
        x += piece_width
    if unit:
        layout.pieces.append(PlacedPiece(unit, unit.text, unit_x, unit_width, Look.UNIT))
    return layout


_DRAWN = frozenset((RowKind.SPEED, RowKind.BAR, RowKind.MIDDLE_BAR, RowKind.LAMPS, RowKind.CURVE))


def _place_drawn(layout: LineLayout, row: Row, value: Value, width: int, fonts: SheetFonts) -> None:
    """Place what is not written, and say what it leads to."""
    if row.kind in {RowKind.BAR, RowKind.MIDDLE_BAR}:
        number = fonts.width("−0.000", Look.VALUE) + _GAP
        layout.drawn.append(PlacedValue(value, _BAR_LEFT, value_end(width, fonts) - number))
        return
    layout.drawn.append(PlacedValue(value, MARGIN, width - RIGHT))
    if row.kind is RowKind.LAMPS:
        for lamp, left in zip(value.lamps, lamp_lefts(MARGIN, width - RIGHT, len(value.lamps)), strict=True):
            if lamp.key is not None:
                layout.areas.append((left, left + _LAMP_WIDTH, OverTime(lamp.key)))
    elif value.signals:
        layout.areas.append((MARGIN, width - RIGHT, OverTime(value.signals[0])))


def lamp_lefts(left: int, right: int, count: int) -> range:
    """Return where the fields of so many lamps begin; they move together where there is little room."""
    step = min(_LAMP_STEP, (right - left - _LAMP_WIDTH) // max(count - 1, 1))
    return range(left, left + step * count, step)


def split_unit(pieces: tuple[Piece, ...]) -> tuple[tuple[Piece, ...], Piece | None]:
    """Return the pieces without the unit they end with, and that unit without the blank before it."""
    if len(pieces) > 1 and pieces[-1].unit:
        unit = pieces[-1]
        return pieces[:-1], Piece(unit.text.strip(), unit=True, target=unit.target)
    return pieces, None


def shortened(pieces: Sequence[Piece], room: int, fonts: SheetFonts, look: Look = Look.VALUE) -> Piece:
    """Return all pieces as one that fits; it is a link if one of them is."""
    text = fonts.elided("".join(piece.text for piece in pieces), look, room)
    return Piece(text, target=next((piece.target for piece in pieces if piece.target), None))


def _look(piece: Piece) -> Look:
    return Look.UNIT if piece.unit else Look.VALUE


def _place_label(layout: LineLayout, label: Sequence[Piece], x: int, end: int, fonts: SheetFonts) -> None:
    for piece in label:
        text = fonts.elided(piece.text, Look.LABEL, end - x)
        layout.shortened |= text != piece.text
        width = fonts.width(text, Look.LABEL)
        layout.pieces.append(PlacedPiece(piece, text, x, width, Look.LABEL))
        x += width
