"""Delegate that paints the cells of the program's lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QIcon, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from viewer.ui.theme import current_theme
from viewer.ui.widgets.table import AnyIndex

if TYPE_CHECKING:
    from viewer.ui.widgets.list_view import ListView

ICON, SIDE = 16, 3
"""Size in px of an icon in a list's cell; padding in px at each side of icon and text (as in Qt's styles)."""
_FOCUS_BAR = 2
_SELECTED = QStyle.StateFlag.State_Selected
_Role = Qt.ItemDataRole
_RIGHT = Qt.AlignmentFlag.AlignRight.value


class RowDelegate(QStyledItemDelegate):
    """Delegate that paints the cells of a ListView."""

    def __init__(self, view: ListView) -> None:
        super().__init__(view)
        self._view = view

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Paint a cell: its background, its content, and the bar that marks the row with the keyboard focus.

        The background is that of a selected row, or of the row under the mouse.
        """
        view, rect, line = self._view, option.rect, index.row()
        selected = bool(option.state & _SELECTED)
        if selected or line == view.hovered_line:
            painter.fillRect(rect, current_theme().selected if selected else current_theme().raised)
        inner = rect.adjusted(view.padding, 0, -view.padding, 0)
        self.paint_content(painter, inner, index, selected)
        if rect.left() <= 0 and view.currentIndex().row() == line and view.hasFocus():
            painter.fillRect(0, rect.top(), _FOCUS_BAR, rect.height(), current_theme().accent)

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """Return the size at which the whole text of the cell ``index`` is visible."""
        return super().sizeHint(option, index) + QSize(2 * self._view.padding, 0)

    def paint_content(self, painter: QPainter, rect: QRect, index: AnyIndex, selected: bool) -> None:
        """Paint the icon and the text of the cell ``index`` inside ``rect``.

        ``selected`` is True if the row is selected; its text then has the usual colour instead of its own.
        """
        data = index.model().data
        icon = data(index, _Role.DecorationRole)
        if isinstance(icon, QIcon):
            top = rect.y() + (rect.height() - ICON) // 2
            icon.paint(painter, QRect(rect.x() + SIDE, top, ICON, ICON))
            rect.setLeft(rect.left() + ICON + 2 * SIDE)
        text = data(index, _Role.DisplayRole)
        if not text:
            return
        painter.setFont(data(index, _Role.FontRole) or self._view.font())
        painter.setPen((not selected and data(index, _Role.ForegroundRole)) or current_theme().text)
        metrics = painter.fontMetrics()
        left, width = rect.left() + SIDE, rect.width() - 2 * SIDE
        wanted = metrics.horizontalAdvance(text)
        if wanted > width and self._view.wordWrap():
            sides = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(QRect(left, rect.y(), width, rect.height()), sides, text)
            return
        if wanted > width:
            text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)
        elif getattr(data(index, _Role.TextAlignmentRole), "value", 0) & _RIGHT:
            left += width - wanted
        baseline = rect.y() + (rect.height() - metrics.height()) // 2 + metrics.ascent()
        painter.drawText(left, baseline, text)
