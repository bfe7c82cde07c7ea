"""How a line of the actor list looks: an actor, or the heading of a group."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen

from viewer.ui.actors.columns import MARGIN, SQUARE, SQUARE_GAP, Room
from viewer.ui.actors.listing import Column
from viewer.ui.actors.model import STEP, ActorTableModel, alignment
from viewer.ui.actors.titles import group_name
from viewer.ui.format import count
from viewer.ui.icons import icon_pixmap
from viewer.ui.theme import current_theme, font
from viewer.ui.widgets.rows_view import triangle

_BESIDE_PRIMARY = 0.55
"""Strength of the colour behind those who are selected besides the primary."""
_FOCUS_BAR, _SELECTED_BAR = 2, 3
_EDGE = 1.5
"""Width of the outline of one who is not alive."""
_ROUND = 2.0
_PIN, _PIN_X = 11, 0
_EYE = 14


@dataclass(frozen=True)
class LineState:
    """What is special about a line."""

    selected: bool
    primary: bool
    hovered: bool
    current: bool
    """Whether the keyboard is on it."""


class RowPainter:
    """Paints lines of an ActorTableModel in the colours and fonts of now."""

    def __init__(self, model: ActorTableModel) -> None:
        self._model = model

    @property
    def metrics(self) -> QFontMetrics:
        """Of the letters of actors."""
        return QFontMetrics(font(13))

    @property
    def selected_metrics(self) -> QFontMetrics:
        """Of the letters of the ids of those selected."""
        return QFontMetrics(font(13, bold=True))

    def paint(
        self,
        painter: QPainter,
        rect: QRect,
        line: int,
        state: LineState,
        rooms: Mapping[Column, Room],
        left_of: Callable[[Column], int],
    ) -> None:
        """Paint a line into its rectangle; ``left_of`` tells where a column begins."""
        if state.selected:
            color = QColor(current_theme().selected)
            color.setAlphaF(1.0 if state.primary else _BESIDE_PRIMARY)
            painter.fillRect(rect, color)
        elif state.hovered:
            painter.fillRect(rect, current_theme().raised)
        bar = _SELECTED_BAR if state.selected else _FOCUS_BAR if state.current else 0
        painter.fillRect(rect.x(), rect.y(), bar, rect.height(), current_theme().accent)
        row = self._model.lines.row_at(line)
        if row is None:
            self._paint_heading(painter, rect, line)
        else:
            self._paint_actor(painter, rect, line, row, rooms, left_of, selected=state.selected)

    def _paint_actor(
        self,
        painter: QPainter,
        rect: QRect,
        line: int,
        row: int,
        rooms: Mapping[Column, Room],
        left_of: Callable[[Column], int],
        *,
        selected: bool,
    ) -> None:
        model, theme = self._model, current_theme()
        middle = rect.center().y()
        alive, hidden = model.is_alive(row), model.is_hidden(row)
        begin = MARGIN + model.indent_of(line)
        if Column.ID in rooms:
            self._paint_marks(painter, line, row, begin, middle)
        shown = model.is_found(row) and not hidden and alive
        for column, room in rooms.items():
            left, width = left_of(column), room.width - room.gap
            if column is Column.ID:
                used = begin + SQUARE + SQUARE_GAP
                left, width = left + used, width - used
            is_name = column is Column.ID
            painter.setFont(font(13, bold=True) if selected and is_name else font(13))
            painter.setPen(theme.secondary if not shown or column is Column.ROLE else theme.text)
            metrics = painter.fontMetrics()
            text = metrics.elidedText(model.text(row, column), Qt.TextElideMode.ElideRight, width)
            painter.drawText(QRect(left, rect.y(), width, rect.height()), alignment(column), text)

    def _paint_marks(self, painter: QPainter, line: int, row: int, begin: int, middle: int) -> None:
        """Paint what stands before an actor's id: pin, mark of a fold, swatch or crossed eye."""
        model, theme = self._model, current_theme()
        if model.is_pinned(row):
            self._paint_icon(painter, "pin", theme.secondary, _PIN, _PIN_X, middle)
        if model.lines.carries[line]:
            triangle(painter, begin - STEP, middle, theme.secondary, opened=model.is_open(row))
        if model.is_hidden(row):
            self._paint_icon(painter, "eye-off", theme.secondary, _EYE, begin - (_EYE - SQUARE) // 2, middle)
        else:
            color = theme.category_color(model.category(row), hero=row == model.hero)
            square = QRect(begin, middle - SQUARE // 2 + 1, SQUARE, SQUARE)
            self._paint_swatch(painter, square, color, hollow=not model.is_alive(row))

    def _paint_heading(self, painter: QPainter, rect: QRect, line: int) -> None:
        group = self._model.lines.group_at(line)
        if group is None:
            return
        opened = self._model.is_open(~group)
        painter.setFont(font(13))
        triangle(painter, MARGIN, rect.center().y(), current_theme().secondary, opened=opened)
        painter.setPen(current_theme().secondary)
        text = rect.adjusted(MARGIN + SQUARE + SQUARE_GAP, 0, -MARGIN, 0)
        painter.drawText(text, alignment(Column.ID), group_name(group))
        painter.drawText(text, alignment(Column.SPEED), count(self._model.lines.counts[group]))

    @staticmethod
    def _paint_swatch(painter: QPainter, area: QRect, color: QColor, *, hollow: bool) -> None:
        """Paint the colour of an actor, of one who is not alive only its edge."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(color, _EDGE) if hollow else Qt.PenStyle.NoPen)
        painter.setBrush(Qt.BrushStyle.NoBrush if hollow else color)
        inset = _EDGE / 2 if hollow else 0.0
        painter.drawRoundedRect(QRectF(area).adjusted(inset, inset, -inset, -inset), _ROUND, _ROUND)
        painter.restore()

    @staticmethod
    def _paint_icon(painter: QPainter, name: str, color: QColor, size: int, x: int, middle: int) -> None:
        pixmap = icon_pixmap(name, color, size, painter.device().devicePixelRatioF())
        painter.drawPixmap(x, middle - size // 2 + 1, pixmap)
