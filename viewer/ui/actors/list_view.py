"""The actor list as it is seen and used: columns that fit the width, mouse and keys on its lines."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np
from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QAccessible,
    QContextMenuEvent,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QApplication, QWidget

from viewer.ui.actors.column_menu import ColumnMenu
from viewer.ui.actors.columns import LEAST_WIDTH, MARGIN, SQUARE, Room, fitting_columns, needed_widths
from viewer.ui.actors.drag import drag_signal
from viewer.ui.actors.header import ListHeader
from viewer.ui.actors.listing import Column
from viewer.ui.actors.model import STEP, ActorTableModel
from viewer.ui.actors.row_painter import LineState, RowPainter
from viewer.ui.theme import current_theme
from viewer.ui.widgets.keys import MOVES
from viewer.ui.widgets.rows_view import RowsView

ROW_HEIGHT = 26
_REACH = 4
"""Pixels around a mark in which a click is meant for it."""


class ActorListView(RowsView):
    """The list of an ActorTableModel; lines fold here, who is selected is told and asked for."""

    chosen = Signal(object)
    """Row of the actor that was clicked or moved to: select it alone."""
    added = Signal(object)
    """Row of the actor that was clicked with Ctrl: take it into the selection or out of it."""
    ranged = Signal(object)
    """Rows of the actors from the last one chosen to one clicked or moved to with Shift, that one last."""
    followed = Signal(object)
    """Row of the actor that was double-clicked."""
    menu_asked = Signal(object, QPoint)
    """Row of the actor whose menu is wanted, and where on the screen."""
    shown_again = Signal(object)
    """Row of the hidden actor whose crossed eye was clicked."""
    columns_fitted = Signal(object)
    """The columns that are shown, a frozen set."""

    def __init__(self, model: ActorTableModel, parent: QWidget | None = None) -> None:
        super().__init__(model, ROW_HEIGHT, parent)
        self._model = model
        self._painter = RowPainter(model)
        self.chosen_columns: frozenset[Column] | None = None
        """The columns that the user wants; None for those that there is room for."""
        self._rooms: dict[Column, Room] = {}
        self._given: dict[Column, int] = {}
        self._selected: Sequence[int] = ()
        self._anchor: int | None = None
        self._pressed: tuple[int, QPoint] | None = None
        self._chooses_on_release = False
        self._told: dict[int, tuple[object, ...]] = {}
        self._header = ListHeader(model, self)
        self.setHorizontalHeader(self._header)
        self.setSortingEnabled(True)
        model.modelReset.connect(self.fit_columns)
        model.about_to_move.connect(self.clearSelection)
        model.layoutChanged.connect(self._mark_selected)
        self._header.menu_asked.connect(self._open_column_menu)
        self._header.edge_dragged.connect(self._move_edge)
        self._header.edge_clicked_twice.connect(self._forget_width)

    def set_message(self, message: str) -> None:
        """Say in an empty list why it is empty."""
        super().set_message(message)
        self.setAccessibleDescription(message)

    # Who is selected

    def select_rows(self, rows: Sequence[int]) -> None:
        """Mark the actors that are selected, the primary one last, wherever they are."""
        self._selected = rows
        self._mark_selected()
        line = self._model.lines.line_of(rows[-1]) if rows else None
        if line is not None and not self.currentIndex().isValid():  # the keyboard goes on from here
            self.selectionModel().setCurrentIndex(
                self._model.index(line, 0), QItemSelectionModel.SelectionFlag.NoUpdate
            )

    @Slot()
    def _mark_selected(self) -> None:
        lines = self._model.lines.lines_of(self._selected) if len(self._selected) else np.empty(0, np.int64)
        selection = QItemSelection()
        last_column = self._model.columnCount() - 1
        for run in np.split(lines, np.flatnonzero(np.diff(lines) > 1) + 1) if len(lines) else ():
            top, bottom = int(run[0]), int(run[-1])
            selection.select(self._model.index(top, 0), self._model.index(bottom, last_column))
        self.selectionModel().select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self.viewport().update()  # who is the primary may be all that is new

    def show_row(self, row: int) -> None:
        """Unfold and scroll so that an actor is seen, and put the keyboard on it."""
        line = self._model.reveal(row)
        if line is not None:
            self.move_to(line)

    # Where the list is scrolled to

    def top_place(self) -> tuple[int, int] | None:
        """Return which actor stands first in the window and how far it is scrolled out, pixels.

        None at the start of the list, where it stays.
        """
        if not self.verticalScrollBar().value():
            return None
        for line in range(max(self.rowAt(0), 0), self._model.rowCount()):
            row = self._model.lines.row_at(line)
            if row is not None:
                return row, self.rowViewportPosition(line)
        return None

    def go_back_to(self, place: tuple[int, int] | None) -> None:
        """Scroll so that an actor is where it was, if it is still there."""
        line = None if place is None else self._model.lines.line_of(place[0])
        if place is not None and line is not None:
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + self.rowViewportPosition(line) - place[1])

    # Columns

    def showEvent(self, event: QShowEvent) -> None:
        """Fit the columns to what has changed meanwhile."""
        super().showEvent(event)
        self.fit_columns()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the columns that fit, and open the groups that do."""
        super().resizeEvent(event)
        place = self.top_place()
        self._model.set_room(self.viewport().height() // self.verticalHeader().defaultSectionSize())
        self.go_back_to(place)
        self.fit_columns()

    @Slot(object)
    def choose_columns(self, columns: Collection[Column] | None) -> None:
        """Show these columns as far as they fit; None shows those that there is room for."""
        self.chosen_columns = None if columns is None else frozenset(columns) | {Column.ID}
        self.fit_columns()

    @Slot()
    def fit_columns(self) -> None:
        """Give the columns their widths and hide those there is no room for.

        Room for the scroll bar is kept even while there is none, so that columns stay where they are. A list
        that is not shown waits until it is.
        """
        if not self.isVisible():
            return
        needs = needed_widths(
            self._model,
            self._painter.metrics,
            self._painter.selected_metrics,
            QFontMetrics(self._header.font()),
        )
        bar = self.verticalScrollBar().sizeHint().width()
        self._rooms = fitting_columns(
            needs, self.width() - bar, max(MARGIN - bar, 2), self.chosen_columns, self._given
        )
        self._header.set_rooms(self._rooms)
        for column in Column:
            self.setColumnHidden(column, column not in self._rooms)
            if column in self._rooms:
                self.setColumnWidth(column, self._rooms[column].width)
        self.columns_fitted.emit(frozenset(self._rooms))

    @property
    def given_widths(self) -> dict[Column, int]:
        """Widths that the user gave columns, pixels without the space between them."""
        return dict(self._given)

    def give_widths(self, widths: Mapping[Column, int]) -> None:
        """Make columns so wide as the user left them."""
        self._given = dict(widths)
        self.fit_columns()

    @Slot(object, int)
    def _move_edge(self, column: Column, width: int) -> None:
        """Take what one column gets from the next one."""
        after = [each for each in sorted(self._rooms) if each > column]
        if column in self._rooms and after:
            room, neighbour = self._rooms[column], self._rooms[after[0]]
            both = room.width + neighbour.width
            width = min(max(width, LEAST_WIDTH + room.gap), both - LEAST_WIDTH - neighbour.gap)
            self._given[column] = width - room.gap
            self._given[after[0]] = both - width - neighbour.gap
        self.fit_columns()

    @Slot(object)
    def _forget_width(self, column: Column) -> None:
        self._given.pop(column, None)
        self.fit_columns()

    @Slot(QPoint)
    def _open_column_menu(self, place: QPoint) -> None:
        menu = ColumnMenu(self._model, self._rooms, self.chosen_columns, self)
        menu.chosen.connect(self.choose_columns)
        menu.popup(place)

    # Lines

    def is_foldable(self, line: int) -> bool:
        """Tell whether something can be folded away below a line."""
        return self._model.lines.is_foldable(line)

    def fold(self, line: int, opened: bool | None) -> None:
        """Fold or unfold what is below a line unless it is as wanted."""
        number = int(self._model.lines.numbers[line])
        if opened != self._model.is_open(number):
            self._model.toggle(number)

    def choose(self, line: int) -> None:
        """Say which actor was chosen."""
        row = self._model.lines.row_at(line)
        if row is not None:
            self._anchor = row
            self.chosen.emit(row)

    def _extend(self, line: int) -> None:
        """Say who is from the last one chosen to a line."""
        lines = self._model.lines
        anchor = None if self._anchor is None else lines.line_of(self._anchor)
        begin = line if anchor is None else anchor
        numbers = lines.numbers[min(begin, line) : max(begin, line) + 1]
        rows = numbers[numbers >= 0][:: 1 if begin <= line else -1].tolist()
        if rows:
            self._anchor = rows[0] if anchor is None else self._anchor
            self.ranged.emit(tuple(rows))

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Extend the selection with Shift; all else as in every list."""
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if modifiers == Qt.KeyboardModifier.ShiftModifier and event.key() in MOVES and len(self._model.lines):
            line = self.target(Qt.Key(event.key()))
            self.move_to(line)
            self._extend(line)
        else:
            super().keyPressEvent(event)

    # Mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Fold, choose, or add to what is selected."""
        place = event.position().toPoint()
        line = self.line_at(place)
        row = None if line is None else self._model.lines.row_at(line)
        if line is None or row is None or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        begin = MARGIN + self._model.indent_of(line)
        if self._model.lines.carries[line] and abs(place.x() - (begin - STEP / 2)) <= STEP / 2 + _REACH // 2:
            self.fold(line, None)
        elif self._model.is_hidden(row) and abs(place.x() - (begin + SQUARE / 2)) <= SQUARE / 2 + _REACH:
            self.shown_again.emit(row)
        else:
            self._press_actor(event, line, row)

    def _press_actor(self, event: QMouseEvent, line: int, row: int) -> None:
        self._pressed = row, event.position().toPoint()
        self.move_to(line)
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._extend(line)
        elif event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._anchor = row
            self.added.emit(row)
        elif len(self._selected) > 1 and row in self._selected:
            self._chooses_on_release = True  # unless all of them are dragged
        else:
            self.choose(line)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the mouse, or drag the actor away."""
        moved = event.position().toPoint()
        if self._pressed is not None and event.buttons() & Qt.MouseButton.LeftButton:
            row, place = self._pressed
            if (moved - place).manhattanLength() >= QApplication.startDragDistance():
                self._pressed, self._chooses_on_release = None, False
                drag_signal(self, row)
            return
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose who was pressed among several that are selected."""
        pressed, chooses = self._pressed, self._chooses_on_release
        self._pressed, self._chooses_on_release = None, False
        if pressed is not None and chooses:
            self._anchor = pressed[0]
            self.chosen.emit(pressed[0])
        super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Follow an actor; elsewhere the second press is another one."""
        line = self.line_at(event.position().toPoint())
        row = None if line is None else self._model.lines.row_at(line)
        if row is None or event.button() != Qt.MouseButton.LeftButton or event.modifiers():
            self.mousePressEvent(event)
        else:
            self.followed.emit(row)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of the actor under the mouse or the keyboard."""
        by_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        line = self.current_line if by_key else self.line_at(event.pos())
        row = None if line is None else self._model.lines.row_at(line)
        if line is None or row is None:
            event.ignore()
            return
        rect = self.line_rect(line)
        below = self.viewport().mapToGlobal(QPoint(MARGIN, rect.bottom()))
        self.menu_asked.emit(row, below if by_key else event.globalPos())

    # Painting

    def dataChanged(
        self,
        top_left: QModelIndex | QPersistentModelIndex,
        bottom_right: QModelIndex | QPersistentModelIndex,
        roles: Sequence[int] = (),
    ) -> None:
        """Paint of the lines that are seen only those values that changed, unless it is more than values."""
        told, self._told = self._told, {}
        columns = [column for column in self._rooms if column >= top_left.column()]
        if top_left.column() == Column.ID or QAccessible.isActive():
            super().dataChanged(top_left, bottom_right, roles)
        elif columns:
            left, lines = self.columnViewportPosition(columns[0]), self._model.lines
            last = self.rowAt(self.viewport().height() - 1)
            for line in range(max(self.rowAt(0), 0), (len(lines) if last < 0 else last + 1)):
                row = lines.row_at(line)
                if row is not None:
                    says = row, *(self._model.text(row, column) for column in columns)
                    self._told[line] = says
                    if told.get(line) != says:
                        self.viewport().update(self.line_rect(line).adjusted(left, 0, 0, 0))

    def paint_message(self, painter: QPainter) -> None:
        """Write at the top why there are no lines."""
        painter.setFont(self.font())
        painter.setPen(current_theme().secondary)
        area = self.viewport().rect().adjusted(MARGIN, MARGIN, -MARGIN, 0)
        painter.drawText(area, Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap, self.message)

    def paint_line(self, painter: QPainter, rect: QRect, line: int) -> None:
        """Paint an actor or the heading of a group."""
        row = self._model.lines.row_at(line)
        state = LineState(
            selected=self.selectionModel().isRowSelected(line),
            primary=bool(self._selected) and row == self._selected[-1],
            hovered=line == self.hovered_line,
            current=line == self.current_line,
        )
        rooms = {
            column: room
            for column, room in self._rooms.items()
            if self.columnViewportPosition(column) + room.width > self.asked.left()
        }
        self._painter.paint(painter, rect, line, state, rooms, self.columnViewportPosition)
