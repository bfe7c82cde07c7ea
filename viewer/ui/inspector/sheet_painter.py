"""How the lines of a sheet are painted."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter

from viewer.ui.inspector.columns import LEFT
from viewer.ui.inspector.drawn_rows import DrawnRows
from viewer.ui.inspector.line_layout import (
    DERIVED_SIGN,
    MARGIN,
    SLANT,
    SWATCH,
    LineLayout,
    Look,
    PlacedPiece,
    SheetFonts,
)
from viewer.ui.inspector.sheet import OverTime, Row, RowKind, Swatch, Target
from viewer.ui.theme import current_theme, font
from viewer.ui.widgets.rows_view import triangle

_LINE_ABOVE = 5
"""Pixels from the top of a heading to its hairline."""
_FOCUS_BAR = 2
_GROUP_LINE = 4
_QUIET = frozenset((Look.LABEL, Look.EQUAL, Look.UNIT))


def sign_font() -> QFont:
    """Return what the sign of a derived value is written in."""
    result = font(13)
    result.setItalic(True)
    return result


class SheetPainter:
    """Paints one line of a sheet at a time, in the colours and fonts of now."""

    def __init__(self) -> None:
        self.fonts = SheetFonts()
        self._heading_font = font(13, bold=True)
        self._sign_font = sign_font()
        self._drawn = DrawnRows(self.fonts)

    def paint_heading(self, painter: QPainter, rect: QRect, row: Row, left: int) -> None:
        """Paint the heading of a section under a hairline."""
        painter.fillRect(rect.x(), rect.y() + _LINE_ABOVE, rect.width(), 1, current_theme().hairline)
        painter.setFont(self._heading_font)
        painter.setPen(current_theme().text)
        area = rect.adjusted(left, 2 * _LINE_ABOVE + 1, -left, 0)
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, row.label_text)

    def paint_note(self, painter: QPainter, rect: QRect, row: Row) -> None:
        """Paint words that may take two lines."""
        painter.setFont(self.fonts.of(Look.LABEL))
        painter.setPen(current_theme().secondary)
        area = rect.adjusted(MARGIN, 0, -MARGIN, 0)
        painter.drawText(area, Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignVCenter, row.label_text)

    def paint_ground(self, painter: QPainter, rect: QRect) -> None:
        """Mark the line the keyboard is on."""
        painter.fillRect(rect, current_theme().raised)
        painter.fillRect(rect.x(), rect.y(), _FOCUS_BAR, rect.height(), current_theme().accent)

    def paint_row(
        self, painter: QPainter, rect: QRect, row: Row, layout: LineLayout, hot: Target | None, asked: QRect
    ) -> None:
        """Paint label and values with their marks; what the mouse is on, ``hot``, is underlined.

        Texts that do not reach into what is ``asked`` for are left out.
        """
        texts = rect
        if row.cells and row.kind in {RowKind.BAR, RowKind.MIDDLE_BAR, RowKind.SPEED}:
            texts = rect.adjusted(0, 0, 0, -self._drawn.room_below(row.kind))
        for placed in layout.pieces:
            if placed.x <= asked.right() + SLANT and placed.x + placed.width >= asked.left() - SLANT:
                self._paint_piece(painter, texts, placed, hot)
        for x, swatch in layout.swatches:
            self._paint_swatch(painter, x, rect.center().y(), swatch)
        if layout.derived_x is not None and layout.derived_x + MARGIN >= asked.left():
            painter.setFont(self._sign_font)
            painter.setPen(current_theme().secondary)
            area = QRect(layout.derived_x, texts.y(), MARGIN, min(texts.height(), 44))
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip, DERIVED_SIGN)
        if row.group:
            painter.fillRect(LEFT + _GROUP_LINE, rect.y(), 1, rect.height(), current_theme().hairline)
        if layout.mark_x is not None:
            triangle(painter, layout.mark_x, rect.center().y(), current_theme().secondary, opened=row.opened)
        self._drawn.paint(painter, rect, row, layout)

    def _paint_piece(self, painter: QPainter, rect: QRect, placed: PlacedPiece, hot: Target | None) -> None:
        piece = placed.piece
        painter.setFont(self.fonts.of(placed.look))
        if piece.target is not None and not isinstance(piece.target, OverTime):
            painter.setPen(current_theme().accent)
        else:
            painter.setPen(current_theme().secondary if placed.look in _QUIET else current_theme().text)
        painter.drawText(placed.x, rect.y() + self.fonts.baseline(placed.look, rect.height()), placed.text)
        if piece.target is not None and piece.target == hot:
            baseline = rect.center().y() + painter.fontMetrics().ascent() // 2 + 1
            painter.fillRect(placed.x, baseline, placed.width, 1, current_theme().accent)

    def _paint_swatch(self, painter: QPainter, x: int, y: int, swatch: Swatch) -> None:
        role = swatch.color
        color = getattr(current_theme(), role) if isinstance(role, str) else QColor(*role)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen if swatch.round else current_theme().faint)
        painter.setBrush(color)
        if swatch.round:
            painter.drawEllipse(x, y - SWATCH // 2 + 1, SWATCH, SWATCH)
        else:
            painter.drawRoundedRect(QRectF(x + 0.5, y - SWATCH // 2 + 0.5, SWATCH, SWATCH), 2, 2)
        painter.restore()
