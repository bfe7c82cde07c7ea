"""Table view whose columns the user shows, hides, moves and resizes, and that fits them to their contents."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import cast

from PySide6.QtCore import QByteArray, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QAction, QStandardItemModel
from PySide6.QtWidgets import QHeaderView, QTableView, QWidget

from viewer.ui.widgets.row_delegate import ICON, SIDE
from viewer.ui.widgets.table import TableModel

_PADDING, _TITLE_PADDING = 10, 14
_BOLD = 5
"""Pixels added to the width of a list's first column, because its texts may be bold."""
_LEAST_WIDTH = 36
_MEASURED_ROWS, _MEASURED = 100, 10
"""To fit a column to its texts: number of first rows considered, and number of their longest texts measured.
"""
_USUAL_NUMBER = "000.0"
"""Sample text that columns of numbers are at least wide enough for, so that widths do not jump with values.
"""


class ColumnTable(QTableView):
    """Table view of a TableModel; the arrangement of its columns can be stored as text and restored."""

    columns_changed = Signal()
    """Emitted when a column was shown or hidden."""

    def __init__(self, model: TableModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        for each in (self, self.horizontalHeader()):  # before Qt computes sizes from the style sheet
            each.setProperty("kind", "list")
        self.padding = 2
        """Padding at the left and right of a cell in pixels, besides that around its text."""
        self.arranged = False
        """Whether the user has hidden, moved or resized columns."""
        self._fitting = False
        if model.parent() is None:
            model.setParent(self)
        self.setModel(model)
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

        A column gets wider than ``widest`` pixels only where the table has space for it. Columns of numbers
        are at least wide enough for ``number``, a sample text such as "000.0".
        """
        if self.arranged:
            return
        self._fitting = True
        metrics, widths = self.fontMetrics(), {}
        for index, column in enumerate(self._table().columns):
            if not self.isColumnHidden(index):
                title = metrics.horizontalAdvance(column.title) + _TITLE_PADDING + 2 * self.padding
                usual = metrics.horizontalAdvance(number) + _PADDING if column.number else 0
                seen = self._content_width(index) + (0 if index else _BOLD)
                widths[index] = max(title, usual, seen)
        spare = self.viewport().width() - sum(min(width, widest) for width in widths.values())
        for index, width in widths.items():
            fitted = min(width, widest + max(spare, 0))
            spare -= max(fitted - widest, 0)
            self.setColumnWidth(index, fitted)
        self._fitting = False

    def _content_width(self, column: int) -> int:
        """Return the width in pixels that ``column`` needs for the longest texts in the list's first rows."""
        if self.itemDelegateForColumn(column) is not None:
            return self.sizeHintForColumn(column)
        model = self.model()
        lines = range(min(model.rowCount(), _MEASURED_ROWS))
        indexes = [model.index(line, column) for line in lines if self.columnSpan(line, column) == 1]
        texts = sorted((str(model.data(index) or "") for index in indexes), key=len)[-_MEASURED:]
        icons = (model.data(index, Qt.ItemDataRole.DecorationRole) for index in indexes[:1])
        width = max(map(self.fontMetrics().horizontalAdvance, texts), default=0)
        side = self.padding + SIDE
        return width + 2 * side + (ICON + 2 * SIDE) * any(icon is not None for icon in icons)

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
