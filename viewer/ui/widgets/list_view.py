"""Base class of the program's lists: a QTableView without grid that leaves most keys to the window."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import cast

import numpy as np
from PySide6.QtCore import (
    QAbstractItemModel,
    QByteArray,
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QRect,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QAction,
    QIcon,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QStandardItemModel,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from viewer.arrays import Ints
from viewer.ui.theme import current_theme
from viewer.ui.translation import tr
from viewer.ui.widgets.grouped import GroupedModel
from viewer.ui.widgets.keys import MOVES, is_claimed, is_plain
from viewer.ui.widgets.table import AnyIndex, TableModel

MARGIN = 12
"""Margin in pixels around the text that a list shows when it is empty."""
_PADDING, _TITLE_PADDING = 10, 14
_BOLD = 5
"""Pixels added to the width of a list's first column, because its texts may be bold."""
_FOCUS_BAR = 2
_ICON, _SIDE = 16, 3
"""Size in px of an icon in a list's cell; padding in px at each side of icon and text (as in Qt's styles)."""
_LEAST_WIDTH = 36
_SELECTED = QStyle.StateFlag.State_Selected
_FOLDS = {Qt.Key.Key_Left: False, Qt.Key.Key_Right: True, Qt.Key.Key_Return: None, Qt.Key.Key_Enter: None}
_Flag = QItemSelectionModel.SelectionFlag
_Role = Qt.ItemDataRole
_RIGHT = Qt.AlignmentFlag.AlignRight.value
_MEASURED_ROWS, _MEASURED = 100, 10
"""To fit a column to its texts: number of first rows considered, and number of their longest texts measured.
"""
_USUAL_NUMBER = "000.0"
"""Sample text that columns of numbers are at least wide enough for, so that widths do not jump with values.
"""


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
            top = rect.y() + (rect.height() - _ICON) // 2
            icon.paint(painter, QRect(rect.x() + _SIDE, top, _ICON, _ICON))
            rect.setLeft(rect.left() + _ICON + 2 * _SIDE)
        text = data(index, _Role.DisplayRole)
        if not text:
            return
        painter.setFont(data(index, _Role.FontRole) or self._view.font())
        painter.setPen((not selected and data(index, _Role.ForegroundRole)) or current_theme().text)
        metrics = painter.fontMetrics()
        left, width = rect.left() + _SIDE, rect.width() - 2 * _SIDE
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


class ListView(QTableView):
    """Table view that selects whole rows; keys it does not use go to the window, and clicks take no focus.

    A *line* is the index of a row as shown, from the top; a *row* is an index into the model's unsorted data.
    """

    line_hovered = Signal(object)
    """Carries the row of the list under the mouse, counted from the top, or None."""
    cell_chosen = Signal(int, int)
    """Emitted on a click on a cell, with the index of its row among the shown rows, and its column.

    It is also emitted after a key has moved the current row: with that row, and −1 as the column.
    """
    columns_changed = Signal()
    """Emitted when a column was shown or hidden."""

    def __init__(self, model: QAbstractItemModel, row_height: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        for each in (self, self.horizontalHeader()):  # before Qt computes sizes from the style sheet
            each.setProperty("kind", "list")
        self.message = ""
        self.padding = 2
        """Padding at the left and right of a cell in pixels, besides that around its text."""
        self.hovered_line: int | None = None
        """Line under the mouse, or None."""
        self.arranged = False
        """Whether the user has hidden, moved or resized columns."""
        self._fitting = False
        if model.parent() is None:
            model.setParent(self)
        self.setModel(model)
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
        rows = self.verticalHeader()
        rows.hide()
        rows.setMinimumSectionSize(1)
        rows.setDefaultSectionSize(row_height)
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        header.setMinimumSectionSize(_LEAST_WIDTH)
        header.setResizeContentsPrecision(_MEASURED_ROWS)
        header.setSectionsMovable(True)
        header.setSortIndicatorClearable(True)  # a third click restores the original order
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.sectionResized.connect(self._on_section_resized)
        header.sectionMoved.connect(self._on_section_moved)
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

    # Columns

    def offer_columns(self, first: int) -> None:
        """Give the header a context menu that shows and hides the columns from index ``first`` on."""
        header = self.horizontalHeader()
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        for number, column in enumerate(self._table().columns[first:], first):
            action = QAction(column.long_title or column.title, header)
            action.setData(number)
            action.setCheckable(True)
            action.setChecked(not self.isColumnHidden(number))
            action.toggled.connect(partial(self._show_column, number))
            header.addAction(action)

    def hide_empty(self, filled: Collection[str]) -> None:
        """Hide those columns of the header's menu whose names are not in ``filled``, and show the others.

        Nothing happens if the user has arranged the columns.
        """
        if self.arranged:
            return
        self._fitting = True
        for action in self.horizontalHeader().actions():
            shown = self._table().columns[action.data()].name in filled
            with QSignalBlocker(action):
                action.setChecked(shown)
            self.setColumnHidden(action.data(), not shown)
        self._fitting = False

    def fit(self, widest: int = 240, number: str = _USUAL_NUMBER) -> None:
        """Fit the width of each column to its contents; do nothing if the user has arranged the columns.

        No column gets wider than ``widest`` pixels. Columns of numbers are at least wide enough for
        ``number``, a sample text such as "000.0".
        """
        if self.arranged:
            return
        self._fitting = True
        metrics = self.fontMetrics()
        for index, column in enumerate(self._table().columns):
            if not self.isColumnHidden(index):
                title = metrics.horizontalAdvance(column.title) + _TITLE_PADDING + 2 * self.padding
                usual = metrics.horizontalAdvance(number) + _PADDING if column.number else 0
                seen = self._content_width(index) + (0 if index else _BOLD)
                self.setColumnWidth(index, min(max(title, usual, seen), widest))
        self._fitting = False

    def _content_width(self, column: int) -> int:
        """Return the width in pixels that ``column`` needs for the longest texts in the list's first rows."""
        if self.itemDelegateForColumn(column) is not None:
            return self.sizeHintForColumn(column)
        model = self.model()
        lines = range(min(model.rowCount(), _MEASURED_ROWS))
        indexes = [model.index(line, column) for line in lines if self.columnSpan(line, column) == 1]
        texts = sorted((str(model.data(index) or "") for index in indexes), key=len)[-_MEASURED:]
        icons = (model.data(index, _Role.DecorationRole) for index in indexes[:1])
        width = max(map(self.fontMetrics().horizontalAdvance, texts), default=0)
        side = self.padding + _SIDE
        return width + 2 * side + (_ICON + 2 * _SIDE) * any(icon is not None for icon in icons)

    @property
    def arrangement(self) -> str:
        """Order, widths and visibility of the columns as text; empty until the user has changed them."""
        state = self.horizontalHeader().saveState().toBase64()
        return f"{self._names()};{bytes(state.data()).decode()}" if self.arranged else ""

    def arrange(self, arrangement: str) -> None:
        """Restore a saved ``arrangement`` of the columns by their names, and hide columns that it lacks.

        An arrangement that cannot be read is ignored.
        """
        names, _, state = arrangement.partition(";")
        earlier = {name: number for number, name in enumerate(names.split(","))}
        model, saved = QStandardItemModel(0, len(earlier)), QHeaderView(Qt.Orientation.Horizontal)
        saved.setModel(model)
        if not saved.restoreState(QByteArray.fromBase64(state.encode())):
            return
        shown = {name for name, number in earlier.items() if not saved.isSectionHidden(number)}
        header = self.horizontalHeader()
        now = {column.name: number for number, column in enumerate(self._table().columns)}
        kept = sorted(now.keys() & earlier.keys(), key=lambda name: saved.visualIndex(earlier[name]))
        for place, name in enumerate(kept):
            header.moveSection(header.visualIndex(now[name]), place)
        for name, number in now.items():
            header.setSectionHidden(number, name not in shown)
            if name in shown:
                header.setSectionResizeMode(number, saved.sectionResizeMode(earlier[name]))
                header.resizeSection(number, saved.sectionSize(earlier[name]))
        for action in header.actions():
            action.setChecked(not header.isSectionHidden(action.data()))
        self.arranged = True

    def _table(self) -> TableModel:
        return cast("TableModel", self.model())

    def _names(self) -> str:
        return ",".join(column.name for column in self._table().columns)

    @Slot(int)
    def _on_section_resized(self, number: int) -> None:
        header, interactive = self.horizontalHeader(), QHeaderView.ResizeMode.Interactive
        takes_rest = header.stretchLastSection() and header.visualIndex(number) == header.count() - 1
        by_hand = not self._fitting and not takes_rest and header.sectionSize(number) > 0
        if by_hand and header.sectionResizeMode(number) is interactive:
            self.arranged = True

    @Slot()
    def _on_section_moved(self) -> None:
        self.arranged = True

    def _show_column(self, number: int, shown: bool) -> None:
        self.arranged = self.arranged or not self._fitting
        self.setColumnHidden(number, not shown)
        if shown:
            self.resizeColumnToContents(number)
        self.columns_changed.emit()

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
