"""How the lines of a sheet are painted."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen, QPolygonF

from viewer.ui.inspector.columns import SIGN
from viewer.ui.inspector.line_layout import MARGIN, SWATCH, LineLayout, PlacedPiece
from viewer.ui.inspector.sheet import OverTime, Row, Swatch, Target
from viewer.ui.theme import Theme, font
from viewer.ui.widgets.rows_view import triangle

HEADING_GAP = 6
_FOCUS_BAR = 2
_TAG_HEIGHT = 16
_WAVE = ((2.5, 2.0), (4.0, -1.5), (6.0, 1.5), (7.5, -2.0))
"""The mark of a value that changes, from the left edge and the middle of the line."""


class SheetPainter:
    """Paints one line of a sheet at a time, in the colours and fonts of a theme."""

    def __init__(self, theme: Theme) -> None:
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours, and for text of another size in its size."""
        self._theme = theme
        self._font = font(13)
        self._tag_font = font(11)
        self._heading_font = font(13, bold=True)
        self.texts = QFontMetrics(self._font)
        self.tags = QFontMetrics(self._tag_font)

    def paint_heading(self, painter: QPainter, rect: QRect, row: Row) -> None:
        """Paint the heading of a section under a hairline."""
        painter.fillRect(rect.x(), rect.y() + HEADING_GAP, rect.width(), 1, self._theme.hairline)
        painter.setFont(self._heading_font)
        painter.setPen(self._theme.text)
        area = rect.adjusted(MARGIN, 2 * HEADING_GAP, -MARGIN, 0)
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, row.label_text)

    def paint_note(self, painter: QPainter, rect: QRect, row: Row) -> None:
        """Paint words that may take two lines."""
        painter.setFont(self._font)
        painter.setPen(self._theme.secondary)
        painter.drawText(rect.adjusted(MARGIN, 0, -MARGIN, 0), Qt.TextFlag.TextWordWrap, row.label_text)

    def paint_ground(self, painter: QPainter, rect: QRect) -> None:
        """Mark the line the keyboard is on."""
        painter.fillRect(rect, self._theme.raised)
        painter.fillRect(rect.x(), rect.y(), _FOCUS_BAR, rect.height(), self._theme.accent)

    def paint_row(
        self, painter: QPainter, rect: QRect, row: Row, layout: LineLayout, hot: Target | None
    ) -> None:
        """Paint label and values with their marks; what the mouse is on, ``hot``, is underlined."""
        painter.setFont(self._font)
        quiet = bool(row.cells) and not row.differs
        for number, placed in enumerate(layout.pieces):
            self._paint_piece(painter, rect, placed, hot, quiet=quiet or number < layout.labels)
            if number == layout.labels - 1 and row.changes:
                self._paint_wave(painter, rect)
        for x, swatch in layout.swatches:
            self._paint_swatch(painter, x, rect.center().y(), swatch)
        if layout.tag_x is not None:
            self._paint_tag(
                painter, QRect(layout.tag_x, rect.y(), layout.tag_width, rect.height()), layout.tag
            )
        if layout.mark_x is not None:
            triangle(painter, layout.mark_x, rect.center().y(), self._theme.secondary, opened=row.opened)
        if layout.sign_x is not None:
            painter.setPen(self._theme.secondary)
            area = QRect(layout.sign_x, rect.y(), MARGIN, rect.height())
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip, SIGN)

    def _paint_piece(
        self, painter: QPainter, rect: QRect, placed: PlacedPiece, hot: Target | None, *, quiet: bool
    ) -> None:
        piece = placed.piece
        if piece.target is not None and not isinstance(piece.target, OverTime):
            painter.setPen(self._theme.accent)
        else:
            painter.setPen(self._theme.secondary if quiet or piece.unit else self._theme.text)
        area = QRect(placed.x, rect.y(), placed.width, rect.height())
        alignment = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(area, alignment | Qt.TextFlag.TextDontClip, placed.text)
        if piece.target is not None and piece.target == hot:
            baseline = rect.center().y() + painter.fontMetrics().ascent() // 2 + 1
            painter.fillRect(placed.x, baseline, placed.width, 1, self._theme.accent)

    def _paint_wave(self, painter: QPainter, rect: QRect) -> None:
        """Mark in the margin that the value changes with time."""
        middle = rect.center().y() + 1.0
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.faint, 1.2))
        painter.drawPolyline(QPolygonF([QPointF(x, middle + y) for x, y in _WAVE]))
        painter.restore()

    def _paint_swatch(self, painter: QPainter, x: int, y: int, swatch: Swatch) -> None:
        role = swatch.color
        color = getattr(self._theme, role) if isinstance(role, str) else QColor(*role)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, swatch.round)
        painter.setPen(Qt.PenStyle.NoPen if swatch.round else self._theme.faint)
        painter.setBrush(color)
        if swatch.round:
            painter.drawEllipse(x, y - SWATCH // 2 + 1, SWATCH, SWATCH)
        else:
            painter.drawRect(x, y - SWATCH // 2, SWATCH, SWATCH)
        painter.restore()

    def _paint_tag(self, painter: QPainter, area: QRect, tag: str) -> None:
        """Mark a value as derived by a word in a frame of hairlines."""
        frame = QRect(area.x(), area.center().y() - _TAG_HEIGHT // 2 + 1, area.width() - 1, _TAG_HEIGHT)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(self._theme.hairline)
        painter.drawRoundedRect(frame.toRectF().translated(0.5, 0.5), 3, 3)
        painter.restore()
        painter.setFont(self._tag_font)
        painter.setPen(self._theme.secondary)
        painter.drawText(frame.translated(0, 1), Qt.AlignmentFlag.AlignCenter, tag)
        painter.setFont(self._font)
