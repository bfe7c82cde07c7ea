"""The actor list as it is seen: columns that fit the width, actors and headings painted row by row."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from PySide6.QtCore import QItemSelectionModel, QPoint, QPointF, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QContextMenuEvent, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QWidget

from viewer.ui.actors.column_menu import ColumnMenu
from viewer.ui.actors.columns import (
    MARGIN,
    SORT_MARK,
    SQUARE,
    SQUARE_GAP,
    Room,
    fitting_columns,
    needed_widths,
)
from viewer.ui.actors.lines import Group
from viewer.ui.actors.listing import Column
from viewer.ui.actors.model import NUMERIC, ActorTableModel
from viewer.ui.rows_view import RowsView, fill_polygon, triangle
from viewer.ui.theme import Theme, font

ROW_HEIGHT = 28
HEADER_HEIGHT = 28
_FOCUS_BAR = 2
_FADED = 0.45


class ActorListView(RowsView):
    """The list of an ActorTableModel; groups fold here, who is selected is told and asked for."""

    chosen = Signal(object)
    """Row of the actor that was clicked or moved to."""

    def __init__(self, model: ActorTableModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(model, ROW_HEIGHT, parent)
        self._model = model
        self._theme = theme
        self._font = font(13)
        self._heading_font = font(12, bold=True)
        self._message = ""
        self._chosen: frozenset[Column] | None = None
        self._rooms: dict[Column, Room] = {}
        self._header = _Header(model, theme, self)
        self.setHorizontalHeader(self._header)
        self.setSortingEnabled(True)
        model.modelReset.connect(self.fit_columns)
        self._header.menu_asked.connect(self._open_column_menu)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self._header.set_theme(theme)
        self.viewport().update()

    def set_message(self, message: str) -> None:
        """Say in an empty list why it is empty."""
        self._message = message
        self.viewport().update()

    def select_row(self, row: int | None) -> None:
        """Mark the actor that is selected, wherever it is."""
        line = None if row is None else self._model.lines.line_of(row)
        if line is None:
            self.selectionModel().clearSelection()
            return
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        self.selectionModel().select(self._model.index(line, 0), flags)
        if not self.currentIndex().isValid():  # the keyboard goes on from here after a reset
            self.selectionModel().setCurrentIndex(
                self._model.index(line, 0), QItemSelectionModel.SelectionFlag.NoUpdate
            )

    def show_row(self, row: int) -> None:
        """Unfold and scroll so that an actor is seen, and put the keyboard on it."""
        line = self._model.reveal(row)
        if line is not None:
            self.move_to(line)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the columns that fit."""
        super().resizeEvent(event)
        self.fit_columns()

    @property
    def chosen_columns(self) -> frozenset[Column] | None:
        """The columns that the user wants; None for those that there is room for."""
        return self._chosen

    @Slot(object)
    def choose_columns(self, columns: Collection[Column] | None) -> None:
        """Show these columns as far as they fit; None shows those that there is room for."""
        self._chosen = None if columns is None else frozenset(columns) | {Column.ID}
        self.fit_columns()

    @Slot()
    def fit_columns(self) -> None:
        """Give the columns their widths and hide those there is no room for.

        Room for the scroll bar is kept even while there is none, so that columns stay where they are.
        """
        needs = needed_widths(self._model, QFontMetrics(self._font), QFontMetrics(self._header.font()))
        bar = self.verticalScrollBar().sizeHint().width()
        self._rooms = fitting_columns(needs, self.width() - bar, max(MARGIN - bar, 2), self._chosen)
        self._header.set_rooms(self._rooms)
        for column in Column:
            self.setColumnHidden(column, column not in self._rooms)
            if column in self._rooms:
                self.setColumnWidth(column, self._rooms[column].width)

    @Slot(QPoint)
    def _open_column_menu(self, place: QPoint) -> None:
        menu = ColumnMenu(self._model, self._rooms, self._chosen, self)
        menu.chosen.connect(self.choose_columns)
        menu.popup(place)

    # Lines

    def is_foldable(self, line: int) -> bool:
        """Tell whether a line is the heading of a group."""
        return self._model.lines.group_at(line) is not None

    def fold(self, line: int, opened: bool | None) -> None:
        """Fold or unfold a group unless it is as wanted."""
        group = self._model.lines.group_at(line)
        if group is not None and opened != self._model.is_open(group):
            self._model.toggle_group(group)

    def choose(self, line: int) -> None:
        """Say which actor was chosen."""
        row = self._model.lines.row_at(line)
        if row is not None:
            self.chosen.emit(row)

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the lines, or the message if there are none."""
        super().paintEvent(event)
        if self._message and not len(self._model.lines):
            painter = QPainter(self.viewport())
            painter.setFont(self._font)
            painter.setPen(self._theme.secondary)
            area = self.viewport().rect().adjusted(MARGIN, MARGIN, -MARGIN, 0)
            painter.drawText(area, Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap, self._message)

    def paint_line(self, painter: QPainter, rect: QRect, line: int) -> None:
        """Paint an actor or the heading of a group."""
        row, group = self._model.lines.row_at(line), self._model.lines.group_at(line)
        if self.selectionModel().isRowSelected(line):
            painter.fillRect(rect, self._theme.selected)
        elif line == self.hovered_line:
            painter.fillRect(rect, self._theme.raised)
        if line == self.current_line:
            painter.fillRect(rect.x(), rect.y(), _FOCUS_BAR, rect.height(), self._theme.accent)
        if row is not None:
            self._paint_actor(painter, rect, row)
        elif group is not None:
            self._paint_heading(painter, rect, group)

    def _paint_actor(self, painter: QPainter, rect: QRect, row: int) -> None:
        alive = self._model.is_alive(row)
        color = QColor(self._theme.category_color(self._model.category(row), hero=row == self._model.hero))
        if not alive:
            color.setAlphaF(_FADED)
        painter.fillRect(MARGIN, rect.center().y() - SQUARE // 2 + 1, SQUARE, SQUARE, color)
        painter.setFont(self._font)
        painter.setPen(self._theme.text if alive else self._theme.faint)
        metrics = painter.fontMetrics()
        for column, room in self._rooms.items():
            left, width = self.columnViewportPosition(column), room.width - room.gap
            if column is Column.ID:
                left, width = left + MARGIN + SQUARE + SQUARE_GAP, width - MARGIN - SQUARE - SQUARE_GAP
            text = metrics.elidedText(self._model.text(row, column), Qt.TextElideMode.ElideRight, width)
            painter.drawText(QRect(left, rect.y(), width, rect.height()), _alignment(column), text)

    def _paint_heading(self, painter: QPainter, rect: QRect, group: Group) -> None:
        painter.setFont(self._heading_font)
        triangle(painter, MARGIN, rect.center().y(), self._theme.secondary, opened=self._model.is_open(group))
        painter.setPen(self._theme.secondary)
        text = rect.adjusted(MARGIN + SQUARE + SQUARE_GAP, 0, -MARGIN, 0)
        painter.drawText(text, _alignment(Column.ID), self._model.group_title(group))


class _Header(QHeaderView):
    """The titles of the columns: plain text over a hairline, with a small mark where the list is sorted."""

    menu_asked = Signal(QPoint)
    """Right button or menu key; where on the screen."""

    def __init__(self, model: ActorTableModel, theme: Theme, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._model = model
        self._theme = theme
        self._rooms: Mapping[Column, Room] = {}
        self.setFont(font(12))
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMinimumSectionSize(1)
        self.setStretchLastSection(False)
        self.setSectionsClickable(True)
        self.setSortIndicatorClearable(True)
        self.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self.viewport().update()

    def set_rooms(self, rooms: Mapping[Column, Room]) -> None:
        """Say what the columns are given."""
        self._rooms = rooms
        self.viewport().update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of columns."""
        self.menu_asked.emit(event.globalPos())

    def sizeHint(self) -> QSize:
        """Return the fixed height."""
        return QSize(super().sizeHint().width(), HEADER_HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the titles, and the hairline from edge to edge."""
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        area = self.viewport().rect()
        painter.fillRect(0, area.bottom(), area.width(), 1, self._theme.hairline)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Paint one title as its column is aligned."""
        column = Column(section)
        sorted_by = self.sortIndicatorSection() == section
        painter.setFont(self.font())
        painter.setPen(self._theme.text if sorted_by else self._theme.secondary)
        gap = self._rooms[column].gap if column in self._rooms else 0
        area = rect.adjusted(MARGIN if column is Column.ID else 0, 0, -gap, 0)
        title = self._model.title(column)
        painter.drawText(area, _alignment(column), title)
        if sorted_by:
            width = painter.fontMetrics().horizontalAdvance(title)
            x = area.right() - width - SORT_MARK + 2 if column in NUMERIC else area.x() + width + 4
            up = self.sortIndicatorOrder() is Qt.SortOrder.AscendingOrder
            _sort_mark(painter, QPointF(x, area.center().y() + 1), self._theme.text, up=up)


def _sort_mark(painter: QPainter, at: QPointF, color: QColor, *, up: bool) -> None:
    """Draw a triangle of 7 by 4 pixels whose left end is at a point."""
    tip, base = (-2.0, 2.0) if up else (2.0, -2.0)
    corners = (QPointF(0, base), QPointF(7, base), QPointF(3.5, tip))
    fill_polygon(painter, [at + corner for corner in corners], color)


def _alignment(column: Column) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column in NUMERIC else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
