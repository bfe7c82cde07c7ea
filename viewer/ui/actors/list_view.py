"""Table view of the actors, with selection, folding and context menu."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
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
from viewer.ui.widgets.table import AnyIndex

ROW_HEIGHT = 26
_NAMES, _ROOMY = 90, 318
"""Widths in pixels for the layout of the actor list's columns.

- ``_NAMES``: minimum of the blueprint column, multiplied by the text scale.
- ``_ROOMY``: width from which on the role column fits beside the others, multiplied by the text scale.
"""
_USUAL = ("id", "blueprint", "role", "speed")
"""Names of the columns of the actor list that are visible by default."""
_Flag = QItemSelectionModel.SelectionFlag


class ActorListView(ListView):
    """Table view of the actors, with foldable headings of groups; it emits which actors the user selects."""

    chosen = Signal(object)
    """Emitted when the user has selected actors, with the tuple of their rows in the actor table.

    The last row is that of the primary actor, which was selected last.
    """
    followed = Signal(object)
    """Carries the row in the actor table of an actor that was double-clicked, which the map is to follow."""
    menu_asked = Signal(object, QPoint)
    """Carries the actor-table row of an actor whose context menu is requested, and the screen position."""

    def __init__(self, model: ActorTableModel, parent: QWidget | None = None) -> None:
        super().__init__(model, ROW_HEIGHT, parent)
        self._model = model
        self._marking = False
        self._adding = False
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        for column, number in model.column_index.items():
            self.setColumnHidden(number, column not in _USUAL)
        self.setSortingEnabled(True)
        self.offer_columns(1)
        self.columns_changed.connect(lambda: self._share() if self.isVisible() else None)
        model.modelReset.connect(self._span_headings)
        self.clicked.connect(self._click)
        self.doubleClicked.connect(self._double_click)
        self.selectionModel().selectionChanged.connect(self._emit_chosen)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide the column of roles in a narrow list, unless the user has resized, moved or hidden columns."""
        super().resizeEvent(event)
        if not self.arranged:
            self._fitting = True
            role = self._model.column_index["role"]
            (action,) = (each for each in self.horizontalHeader().actions() if each.data() == role)
            action.setChecked(self.viewport().width() >= _ROOMY * text_scale())
            self._fitting = False
        self._share()

    def _share(self) -> None:
        """Give the blueprint column of the list the width that the others leave, but at least its minimum."""
        header, names = self.horizontalHeader(), self._model.column_index["blueprint"]
        others = sum(header.sectionSize(each) for each in range(header.count()) if each != names)
        fits = others + _NAMES * text_scale() <= self.viewport().width()
        mode = QHeaderView.ResizeMode.Stretch if fits else QHeaderView.ResizeMode.Interactive
        if mode != header.sectionResizeMode(names):
            self._fitting = True
            header.setSectionResizeMode(names, mode)
            header.resizeSection(names, round(_NAMES * text_scale()))
            self._fitting = False

    # -- selection

    def mark_selected(self) -> None:
        """Select the lines of the selected actors, without emitting ``chosen``.

        Actors without a line (folded or filtered out) are skipped.
        """
        selected, primary = self._model.selected, self._model.primary
        lines = np.flatnonzero(np.isin(self._model.shown, np.asarray(selected, np.int64)))
        self._marking = True
        self.select_lines(lines, None if primary is None else self._model.line_of(primary))
        self._marking = False

    def selectionCommand(
        self, index: AnyIndex, event: QEvent | None = None
    ) -> QItemSelectionModel.SelectionFlag:
        """Return how a click or key changes the selection: not at all on headings and in empty space.

        For actors the command of the base class is returned.
        """
        if not index.isValid() or self._model.row_at(index.row()) is None:
            return _Flag.NoUpdate
        if isinstance(event, QInputEvent):
            self._adding = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        return super().selectionCommand(index, event)

    @Slot()
    def _emit_chosen(self) -> None:
        """Emit ``chosen`` with the rows that the user has selected.

        After a click with Ctrl these include selected actors that are folded or filtered out.
        """
        if self._marking:
            return
        shown = self._model.shown
        rows = [self._model.row_of(index) for index in self.selectionModel().selectedRows()]
        found = dict.fromkeys(row for row in rows if row >= 0)
        before = [row for row in self._model.selected if row in found or (self._adding and row not in shown)]
        current = self.currentIndex()
        last = self._model.row_at(current.row()) if current.isValid() else None
        chosen = dict.fromkeys([*before, *found])
        if last in found:
            del chosen[last]
            chosen[last] = None
        self.chosen.emit(tuple(chosen))

    def show_row(self, row: int) -> None:
        """Unfold the group of the actor in the actor-table row ``row``, and scroll to it."""
        line = self._model.unfold_to(row)
        if line is not None:
            self.move_to(line)

    # -- scrolling

    def top_place(self) -> tuple[int, int] | None:
        """Return the actor-table row of the topmost actor visible in the list, and the y of its line.

        The y is in pixels. The result is None if the list is not scrolled down, or no actor is visible.
        """
        if not self.verticalScrollBar().value():
            return None
        for line in range(max(self.rowAt(0), 0), self._model.rowCount()):
            row = self._model.row_at(line)
            if row is not None:
                return row, self.rowViewportPosition(line)
        return None

    def go_back_to(self, place: tuple[int, int] | None) -> None:
        """Scroll so that an actor is at the height again where it was when ``top_place`` returned ``place``.

        Does nothing if ``place`` is None or the actor is not in the list any more.
        """
        line = None if place is None else self._model.line_of(place[0])
        if place is not None and line is not None:
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + self.rowViewportPosition(line) - place[1])

    # -- headings

    @Slot()
    def _span_headings(self) -> None:
        self.clearSpans()
        for line in np.flatnonzero(self._model.shown < 0).tolist():
            self.setSpan(line, 0, 1, self._model.columnCount())

    @Slot(QModelIndex)
    def _click(self, index: QModelIndex) -> None:
        """Fold or unfold the clicked group heading; for a clicked actor, deselect actors without a line.

        These are folded or filtered out. Qt does not report it if the clicked actor was the only visible one
        selected, so ``chosen`` is emitted here. With Ctrl held nothing is deselected.
        """
        row = self._model.row_at(index.row())
        alone = len(self.selectionModel().selectedRows()) == 1
        if row is None:
            self.fold(index.row(), None)
        elif alone and not self._adding and not np.isin(self._model.selected, self._model.shown).all():
            self.chosen.emit((row,))

    @Slot(QModelIndex)
    def _double_click(self, index: QModelIndex) -> None:
        row = self._model.row_at(index.row())
        if row is None:  # a double click on a heading is two clicks
            self.fold(index.row(), None)
        else:
            self.followed.emit(row)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Emit ``menu_asked`` for the actor under the mouse, or the current one for the menu key."""
        by_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        line = self.currentIndex().row() if by_key else self.rowAt(event.pos().y())
        row = self._model.row_at(line) if line >= 0 else None
        if row is None:
            event.ignore()
            return
        below = QPoint(MARGIN, self.rowViewportPosition(line) + self.rowHeight(line))
        self.menu_asked.emit(row, self.viewport().mapToGlobal(below) if by_key else event.globalPos())
