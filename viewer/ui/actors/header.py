"""The titles of the actor list's columns."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPoint, QPointF, QRect, Qt, Signal, Slot
from PySide6.QtGui import QColor, QContextMenuEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QHeaderView, QWidget

from viewer.ui.actors.columns import MARGIN, SORT_MARK, Room
from viewer.ui.actors.listing import NUMERIC, Column
from viewer.ui.actors.model import ActorTableModel, alignment
from viewer.ui.theme import current_theme
from viewer.ui.widgets.column_header import ColumnHeader
from viewer.ui.widgets.rows_view import fill_polygon


class ListHeader(ColumnHeader):
    """The titles of the columns: plain text over a hairline, with a small mark where the list is sorted."""

    menu_asked = Signal(QPoint)
    """Right button or menu key; where on the screen."""

    edge_dragged = Signal(object, int)
    """Column whose right edge the user drags, and how wide it is to be."""

    edge_clicked_twice = Signal(object)
    """Column that is to be as wide as usual again."""

    def __init__(self, model: ActorTableModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model
        self._rooms: Mapping[Column, Room] = {}
        self.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self._dragging = False
        self.sectionResized.connect(self._tell_drag)
        self.sectionHandleDoubleClicked.connect(lambda section: self.edge_clicked_twice.emit(Column(section)))
        self.setSectionsClickable(True)
        self.setSortIndicatorClearable(True)
        self.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)

    def set_rooms(self, rooms: Mapping[Column, Room]) -> None:
        """Say what the columns are given."""
        self._rooms = rooms
        self.viewport().update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """From now on, columns are resized by the user."""
        self._dragging = True
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """From now on they are no longer."""
        super().mouseReleaseEvent(event)
        self._dragging = False

    @Slot(int, int, int)
    def _tell_drag(self, section: int, _before: int, width: int) -> None:
        if self._dragging and width:
            self._dragging = False  # what follows from it is not the user's
            self.edge_dragged.emit(Column(section), width)
            self._dragging = True

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of columns."""
        self.menu_asked.emit(event.globalPos())

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Paint one title as its column is aligned."""
        column = Column(section)
        sorted_by = self.sortIndicatorSection() == section
        painter.setFont(self.font())
        painter.setPen(current_theme().text if sorted_by else current_theme().secondary)
        gap = self._rooms[column].gap if column in self._rooms else 0
        area = rect.adjusted(MARGIN if column is Column.ID else 0, 0, -gap, 0)
        title = self._model.title(column)
        painter.drawText(area, alignment(column), title)
        if sorted_by:
            width = painter.fontMetrics().horizontalAdvance(title)
            x = area.right() - width - SORT_MARK + 2 if column in NUMERIC else area.x() + width + 4
            up = self.sortIndicatorOrder() is Qt.SortOrder.AscendingOrder
            _sort_mark(painter, QPointF(x, area.center().y() + 1), current_theme().text, up=up)


def _sort_mark(painter: QPainter, at: QPointF, color: QColor, *, up: bool) -> None:
    """Draw a triangle of 7 by 4 pixels whose left end is at a point."""
    tip, base = (-2.0, 2.0) if up else (2.0, -2.0)
    corners = (QPointF(0, base), QPointF(7, base), QPointF(3.5, tip))
    fill_polygon(painter, [at + corner for corner in corners], color)
