"""Base class of the program's lists: a QTableView without grid that leaves most keys to the window."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QAction,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QTableView,
    QWidget,
)

from viewer.arrays import Ints
from viewer.ui.theme import current_theme
from viewer.ui.translation import tr
from viewer.ui.widgets.column_table import ColumnTable
from viewer.ui.widgets.grouped import GroupedModel
from viewer.ui.widgets.keys import MOVES, is_claimed, is_plain
from viewer.ui.widgets.row_delegate import RowDelegate
from viewer.ui.widgets.table import AnyIndex, TableModel

MARGIN = 12
"""Margin in pixels around the text that a list shows when it is empty."""
_FOLDS = {Qt.Key.Key_Left: False, Qt.Key.Key_Right: True, Qt.Key.Key_Return: None, Qt.Key.Key_Enter: None}
_Flag = QItemSelectionModel.SelectionFlag


class ListView(ColumnTable):
    """Table view that selects whole rows; keys it does not use go to the window, and clicks take no focus.

    A *line* is the index of a row as shown, from the top; a *row* is an index into the model's unsorted data.
    """

    line_hovered = Signal(object)
    """Carries the row of the list under the mouse, counted from the top, or None."""
    cell_chosen = Signal(int, int)
    """Emitted on a click on a cell, with the index of its row among the shown rows, and its column.

    It is also emitted after a key has moved the current row: with that row, and −1 as the column.
    """

    message = ""
    hovered_line: int | None = None
    """Line under the mouse, or None."""
    _cutting = False

    def __init__(self, model: TableModel, row_height: int, parent: QWidget | None = None) -> None:
        super().__init__(model, parent)
        self.setItemDelegate(RowDelegate(self))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setMouseTracking(True)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setBackgroundRole(QPalette.ColorRole.Base)  # below the last row, too
        self.setAutoFillBackground(True)
        rows = self.verticalHeader()
        rows.hide()
        rows.setMinimumSectionSize(1)
        rows.setDefaultSectionSize(row_height)
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalScrollBar().setSingleStep(row_height)
        self.entered.connect(self._enter)
        self.viewportEntered.connect(self._leave)
        self.clicked.connect(lambda index: self.cell_chosen.emit(index.row(), index.column()))
        self.selectionModel().currentRowChanged.connect(self._paint_current)

    def set_message(self, message: str) -> None:
        """Set the text that an empty list shows."""
        self.message = message
        self.setAccessibleDescription(message)
        self.viewport().update()

    def move_to(self, line: int) -> None:
        """Make the shown row with index ``line`` the current one and scroll to it; the selection stays."""
        index = self.model().index(line, max(self.columnAt(0), 0))
        self.selectionModel().setCurrentIndex(index, _Flag.NoUpdate)
        self.scrollTo(index)

    def select_lines(self, lines: Ints | Sequence[int], current: int | None = None) -> None:
        """Select exactly the rows with the indices ``lines`` (ascending) without scrolling.

        The current row (the one with the keyboard focus) stays. If there is none, ``current`` becomes it, or
        the last of ``lines`` if ``current`` is None.
        """
        lines = np.asarray(lines, np.int64)
        selection, last_column = QItemSelection(), self.model().columnCount() - 1
        for run in np.split(lines, np.flatnonzero(np.diff(lines) > 1) + 1) if len(lines) else ():
            top, bottom = int(run[0]), int(run[-1])
            selection.select(self.model().index(top, 0), self.model().index(bottom, last_column))
        self.selectionModel().select(selection, _Flag.ClearAndSelect)
        if len(lines) and not self.currentIndex().isValid():
            index = self.model().index(int(lines[-1]) if current is None else current, 0)
            self.setAutoScroll(False)
            self.selectionModel().setCurrentIndex(index, _Flag.NoUpdate)
            self.setAutoScroll(True)

    @property
    def selected_lines(self) -> list[int]:
        """Indices of the selected rows among those shown, ascending."""
        return sorted(index.row() for index in self.selectionModel().selectedRows())

    # Copying

    def offer_copies(
        self, copy_row: Callable[[], None] | None = None, copy_table: Callable[[], None] | None = None
    ) -> None:
        """Add the actions *Copy row* (with the standard copy key) and *Copy table* to the context menu.

        ``copy_row`` and ``copy_table`` replace the default actions, ``copy_selected`` and ``copy_all``.
        """
        for text, copy in (
            (tr("Copy row"), copy_row or self.copy_selected),
            (tr("Copy table"), copy_table or self.copy_all),
        ):
            action = QAction(text, self)
            action.triggered.connect(copy)
            self.addAction(action)
        self.actions()[0].setShortcut(QKeySequence.StandardKey.Copy)
        self.actions()[0].setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    @Slot()
    def copy_selected(self) -> None:
        """Copy the selected rows to the clipboard as tab-separated text."""
        QApplication.clipboard().setText(self._table().copied(self.selected_lines))

    @Slot()
    def copy_all(self) -> None:
        """Copy all rows that are shown to the clipboard as tab-separated text with headings."""
        table = self._table()
        QApplication.clipboard().setText(table.copied(range(table.rowCount()), headings=True))

    # Folding

    def fold(self, line: int, opened: bool | None) -> None:
        """Unfold the group of ``line`` if ``opened``, fold it if False, change its state if None.

        The first line of the group becomes the current one; the list keeps its scroll position.
        """
        model, group = self.model(), self._group_at(line)
        if isinstance(model, GroupedModel) and group is not None and opened != model.is_open(group):
            scroll = self.verticalScrollBar().value()
            model.toggle(group)
            self.verticalScrollBar().setValue(scroll)
            self.move_to(model.first_line(group))

    def _group_at(self, line: int) -> int | None:
        """Return the group that can be folded and unfolded at ``line``; None for other lines, and for −1."""
        model = self.model()
        return model.group_at(line) if isinstance(model, GroupedModel) and line >= 0 else None

    def _folds(self, event: QKeyEvent) -> bool:
        foldable = event.key() in _FOLDS and is_plain(event)
        return foldable and self._group_at(self.currentIndex().row()) is not None

    # Keys and mouse

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the current row, fold or unfold a group, or trigger an action of the list, such as copying.

        Other keys are ignored.
        """
        action = self._action(event)
        if self._folds(event):
            self.fold(self.currentIndex().row(), _FOLDS[Qt.Key(event.key())])
        elif action is not None:
            action.trigger()
        elif event.key() in MOVES:
            super().keyPressEvent(event)
            if self.currentIndex().isValid():
                self.cell_chosen.emit(self.currentIndex().row(), -1)
        else:
            event.ignore()

    def event(self, event: QEvent) -> bool:
        """Handle ``event``; claim the keys that the list uses before the window's shortcuts get them."""
        return is_claimed(event, self.claims) or super().event(event)

    def claims(self, event: QKeyEvent) -> bool:
        """Return whether the list uses the key of ``event``, to fold a heading or for one of its actions.

        Keys that move the current row do not count: the window leaves them to whichever list has the focus.
        """
        return self._folds(event) or self._action(event) is not None

    def _action(self, event: QKeyEvent) -> QAction | None:
        keys = QKeySequence(event.keyCombination())
        return next((each for each in self.actions() if keys in each.shortcuts()), None)

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Return the model index that a key moves to; Home and End lead to the first and last row."""
        last = self.model().rowCount() - 1
        line = {self.CursorAction.MoveHome: 0, self.CursorAction.MoveEnd: last}.get(action)
        if line is None or last < 0:
            return super().moveCursor(action, modifiers)
        return self.model().index(line, max(self.currentIndex().column(), 0))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Scroll so that the current line stays visible, if it was visible before the list was resized."""
        current = self.visualRect(self.currentIndex())
        seen = current.isValid() and 0 <= current.center().y() < event.oldSize().height()
        super().resizeEvent(event)
        if seen:
            self.scrollTo(self.currentIndex())

    def updateGeometries(self) -> None:
        """Lay out headings, rows and scroll bars; what is left of the height shows no part of a row.

        Qt removes the margin at the foot each time, and calls this method again when the margin is set.
        """
        if self._cutting:
            return
        super().updateGeometries()
        rest = self.viewport().height() % self.verticalHeader().defaultSectionSize()
        if rest:
            self._cutting = True
            margins = self.viewportMargins()
            margins.setBottom(rest)
            self.setViewportMargins(margins)
            self._cutting = False
            height, bar = self.viewport().height(), self.verticalScrollBar()
            bar.setRange(0, max(self.verticalHeader().length() - height, 0))
            bar.setPageStep(height)

    def leaveEvent(self, event: QEvent) -> None:
        """Clear the hovered line when the mouse leaves."""
        super().leaveEvent(event)
        self._leave()

    def dataChanged(
        self,
        first: AnyIndex,
        last: AnyIndex,
        roles: Sequence[int] = (),
    ) -> None:
        """Repaint the changed cells from ``first`` to ``last`` that are visible.

        Qt's own method is called once per column, as it repaints the whole view for a range of 200 or more
        cells.
        """
        model, bottom = self.model(), self.rowAt(self.viewport().height() - 1)
        top, bottom = max(first.row(), self.rowAt(0)), last.row() if bottom < 0 else min(last.row(), bottom)
        for column in range(first.column(), last.column() + 1):
            if top <= bottom and not self.isColumnHidden(column):
                super().dataChanged(model.index(top, column), model.index(bottom, column), roles)

    def reset(self) -> None:
        """Reset the view, as its model has changed completely, and show no line as hovered."""
        super().reset()
        self._leave()

    @Slot(QModelIndex)
    def _enter(self, index: QModelIndex) -> None:
        self._hover(index.row() if index.flags() & Qt.ItemFlag.ItemIsEnabled else None)

    @Slot()
    def _leave(self) -> None:
        self._hover(None)

    def _hover(self, line: int | None) -> None:
        if line != self.hovered_line:
            for each in (self.hovered_line, line):
                if each is not None:
                    self._paint_line(each)
            self.hovered_line = line
            self.line_hovered.emit(line)

    @Slot(QModelIndex, QModelIndex)
    def _paint_current(self, current: QModelIndex, before: QModelIndex) -> None:
        for each in (current, before):
            if each.isValid():
                self._paint_line(each.row())

    def _paint_line(self, line: int) -> None:
        top, width = self.rowViewportPosition(line), self.viewport().width()
        self.viewport().update(0, top, width, self.rowHeight(line))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rows, or the message of an empty list."""
        super().paintEvent(event)
        if self.message and not self.model().rowCount():
            with QPainter(self.viewport()) as painter:
                painter.setPen(current_theme().secondary)
                area = self.viewport().rect().adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
                painter.drawText(area, Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap, self.message)
