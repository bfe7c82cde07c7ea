"""The list of actors as it is used: what a click, a key and a drag do on its lines."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QContextMenuEvent, QInputEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from viewer.ui.actors.model import ActorTableModel
from viewer.ui.theme import text_scale
from viewer.ui.widgets.list_view import MARGIN, ListView

ROW_HEIGHT = 26
_WIDEST, _NAMES, _ROOMY = 76, 90, 260
"""Pixels of a column at most, of names at least, and of the list from which on there is room for roles."""
_USUAL = ("id", "blueprint", "role", "speed")
"""The columns that are shown until others are chosen."""
_Flag = QItemSelectionModel.SelectionFlag


class ActorListView(ListView):
    """The list of an ActorTableModel; headings fold, and who is selected is told and asked for."""

    chosen = Signal(object)
    """Rows of the actors that the user selects, the primary one last."""
    followed = Signal(object)
    """Row of the actor that was double-clicked."""
    menu_asked = Signal(object, QPoint)
    """Row of the actor whose menu is wanted, and where on the screen."""

    def __init__(self, model: ActorTableModel, parent: QWidget | None = None) -> None:
        super().__init__(model, ROW_HEIGHT, parent)
        self._model = model
        self._selected: tuple[int, ...] = ()
        self._marking = False
        self._adding = False
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        for column, number in model.number_of.items():
            self.setColumnHidden(number, column not in _USUAL)
        self.setSortingEnabled(True)
        self.offer_columns(1)
        self.columns_changed.connect(lambda: self._share() if self.isVisible() else None)
        model.modelReset.connect(self._span_headings)
        self.clicked.connect(self._click)
        self.doubleClicked.connect(self._double_click)
        self.selectionModel().selectionChanged.connect(self._tell_selected)

    def fit_columns(self) -> None:
        """Make columns as wide as what is in them, unless somebody has arranged them."""
        self.fit(_WIDEST)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave a narrow list's room to names, unless somebody has arranged the columns."""
        super().resizeEvent(event)
        if not self.arranged:
            self._fitting = True
            role = self._model.number_of["role"]
            (action,) = (each for each in self.horizontalHeader().actions() if each.data() == role)
            action.setChecked(self.viewport().width() >= _ROOMY * text_scale())
            self._fitting = False
        self._share()

    def _share(self) -> None:
        """Give names what room is left, or what they need where columns have to be scrolled to."""
        header, names = self.horizontalHeader(), self._model.number_of["blueprint"]
        others = sum(header.sectionSize(each) for each in range(header.count()) if each != names)
        fits = others + _NAMES * text_scale() <= self.viewport().width()
        mode = QHeaderView.ResizeMode.Stretch if fits else QHeaderView.ResizeMode.Interactive
        if mode != header.sectionResizeMode(names):
            self._fitting = True
            header.setSectionResizeMode(names, mode)
            header.resizeSection(names, round(_NAMES * text_scale()))
            self._fitting = False

    # Who is selected

    def select_rows(self, rows: Sequence[int]) -> None:
        """Mark the actors that are selected, the primary one last, wherever they are."""
        self._selected = tuple(rows)
        lines = np.flatnonzero(np.isin(self._model.shown, np.asarray(rows, np.int64)))
        self._marking = True
        self.select_lines(lines, self._model.line_of(rows[-1]) if rows else None)
        self._marking = False

    def selectionCommand(
        self, index: QModelIndex | QPersistentModelIndex, event: QEvent | None = None
    ) -> QItemSelectionModel.SelectionFlag:
        """Leave the selection as it is for what is no actor."""
        if not index.isValid() or self._model.row_at(index.row()) is None:
            return _Flag.NoUpdate
        if isinstance(event, QInputEvent):
            self._adding = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        return super().selectionCommand(index, event)

    @Slot()
    def _tell_selected(self) -> None:
        """Say whom the user selected; who is not listed stays selected if others are added."""
        if self._marking:
            return
        shown = self._model.shown
        rows = [self._model.row_of(index) for index in self.selectionModel().selectedRows()]
        found = dict.fromkeys(row for row in rows if row >= 0)
        before = [row for row in self._selected if row in found or (self._adding and row not in shown)]
        current = self.currentIndex()
        last = self._model.row_at(current.row()) if current.isValid() else None
        chosen = dict.fromkeys([*before, *found])
        if last in found:
            del chosen[last]
            chosen[last] = None
        self.chosen.emit(tuple(chosen))

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
            row = self._model.row_at(line)
            if row is not None:
                return row, self.rowViewportPosition(line)
        return None

    def go_back_to(self, place: tuple[int, int] | None) -> None:
        """Scroll so that an actor is where it was, if it is still there."""
        line = None if place is None else self._model.line_of(place[0])
        if place is not None and line is not None:
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + self.rowViewportPosition(line) - place[1])

    # Headings

    @Slot()
    def _span_headings(self) -> None:
        self.clearSpans()
        for line in np.flatnonzero(self._model.shown < 0).tolist():
            self.setSpan(line, 0, 1, self._model.columnCount())

    @Slot(QModelIndex)
    def _click(self, index: QModelIndex) -> None:
        """Turn a heading round; select an actor alone, also if the others who are selected are not listed."""
        row = self._model.row_at(index.row())
        alone = len(self.selectionModel().selectedRows()) == 1
        if row is None:
            self.fold(index.row(), None)
        elif alone and not self._adding and not np.isin(self._selected, self._model.shown).all():
            self.chosen.emit((row,))

    def is_foldable(self, line: int) -> bool:
        """Tell whether a line is the heading of a group."""
        return self._model.group_at(line) is not None

    def fold(self, line: int, opened: bool | None) -> None:
        """Open or close a heading; None turns it round."""
        group = self._model.group_at(line)
        if group is not None and opened != self._model.is_open(group):
            self._model.toggle(group)
            self.move_to(line)

    @Slot(QModelIndex)
    def _double_click(self, index: QModelIndex) -> None:
        row = self._model.row_at(index.row())
        if row is None:  # the second press on a heading is another one
            self.fold(index.row(), None)
        else:
            self.followed.emit(row)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of the actor under the mouse or the keyboard."""
        by_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        line = self.currentIndex().row() if by_key else self.rowAt(event.pos().y())
        row = self._model.row_at(line) if line >= 0 else None
        if row is None:
            event.ignore()
            return
        below = QPoint(MARGIN, self.rowViewportPosition(line) + self.rowHeight(line))
        self.menu_asked.emit(row, self.viewport().mapToGlobal(below) if by_key else event.globalPos())
