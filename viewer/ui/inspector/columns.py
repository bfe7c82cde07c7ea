"""Where the columns of several actors stand, and where the pieces of a row come to lie in them."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QFontMetrics

from viewer.ui.inspector.line_layout import MARGIN, MARK, SWATCH, LineLayout, PlacedPiece, shortened, tag_text
from viewer.ui.inspector.sheet import Row, RowKind, Source, Value

SIGN = "≠"
"""Stands before values that are not all alike."""
_GAP = 8
_SMALL_GAP = 6
_LEAST_LABEL, _MOST_LABEL = 116, 176
_LEAST_COLUMN = 88
_LABEL_SHARE = 0.36
_TAG_PADDING = 4
_INDENT = 12


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
        return MARGIN + min(max(int(_LABEL_SHARE * self.width), _LEAST_LABEL), _MOST_LABEL)

    @property
    def fitting(self) -> int:
        """How many columns there is room for."""
        return min(max((self.width - MARGIN - self.label) // _LEAST_COLUMN, 1), self.count)

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
        room = self.width - MARGIN - self.label
        place = number - self.first
        left = self.label + place * room // self.fitting
        return left + _GAP, self.label + (place + 1) * room // self.fitting

    def at(self, x: int) -> int | None:
        """Return the number of the actor whose column is at a place."""
        return next(
            (number for number in self.shown if self.span(number)[0] - _GAP <= x < self.span(number)[1]), None
        )


def lay_out_cells(row: Row, columns: Columns, texts: QFontMetrics, tags: QFontMetrics) -> LineLayout:
    """Lay out a row of several actors: the label at the left, each value at the right end of its column."""
    layout = LineLayout()
    _lay_out_label(layout, row, columns, texts, tags)
    for number in columns.shown:
        value = row.cells[number]
        if value is not None:
            _lay_out_cell(layout, value, *columns.span(number), texts)
    return layout


def _lay_out_label(
    layout: LineLayout, row: Row, columns: Columns, texts: QFontMetrics, tags: QFontMetrics
) -> None:
    x, end = MARGIN + _INDENT * row.depth, columns.label
    sign = texts.horizontalAdvance(SIGN)
    layout.sign_x = end - sign if row.differs else None
    derived = any(value is not None and value.source is Source.DERIVED for value in row.cells)
    if row.differs or row.changes or derived:  # what can differ keeps room for the sign
        end -= sign + _SMALL_GAP
    if row.kind is RowKind.FOLD:
        layout.mark_x = end - MARK
        end -= MARK + _SMALL_GAP
    label = sum(texts.horizontalAdvance(piece.text) for piece in row.label)
    if derived:
        for tag in (tag_text(), short_tag_text()):
            width = tags.horizontalAdvance(tag) + 2 * _TAG_PADDING
            if tag == short_tag_text() or x + label + _SMALL_GAP + width <= end:
                layout.tag_x, layout.tag_width, layout.tag = end - width, width, tag
                break
        end -= layout.tag_width + _SMALL_GAP
    for piece in row.label:
        text = texts.elidedText(piece.text, Qt.TextElideMode.ElideRight, max(end - x, 0))
        layout.shortened |= text != piece.text
        width = texts.horizontalAdvance(text)
        layout.pieces.append(PlacedPiece(piece, text, x, width))
        x += width
    layout.labels = len(row.label)


def _lay_out_cell(layout: LineLayout, value: Value, left: int, right: int, texts: QFontMetrics) -> None:
    pieces = value.pieces
    needed = [texts.horizontalAdvance(piece.text) for piece in pieces]
    room = right - left - (SWATCH + _SMALL_GAP if value.swatch else 0)
    if sum(needed) > room and pieces:
        pieces = (shortened(pieces, room, texts),)
        needed = [texts.horizontalAdvance(pieces[0].text)]
        layout.shortened = True
    x = right - sum(needed)
    if value.swatch:
        layout.swatches.append((x - _SMALL_GAP - SWATCH, value.swatch))
    for piece, width in zip(pieces, needed, strict=True):
        layout.pieces.append(PlacedPiece(piece, piece.text, x, width))
        x += width


def short_tag_text() -> str:
    """Return what marks a derived value where there is little room."""
    return QCoreApplication.translate("Inspector", "d")
