"""Rows of a table that are sorted and filtered by numpy, for a stock QTableView."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont

from viewer.arrays import Flags, Ints

_Index = QModelIndex | QPersistentModelIndex


class TableColumn(NamedTuple):
    """A column.

    Attributes:
        name: of its values.
        title: its heading.
        text: what is shown of a value that is known.
        tip: what the heading says pointed at.

    """

    name: str
    title: str
    text: Callable[[Any], str] = str
    tip: str = ""


class TableModel(QAbstractTableModel):
    """A table of values by columns; None is what is not known, shown as a dash and sorted last."""

    def __init__(self, columns: Sequence[TableColumn], unknown: str) -> None:
        """Take the columns, and what is shown of what is not known."""
        super().__init__()
        self.columns = tuple(columns)
        self._unknown = unknown
        self._values: dict[str, Sequence[Any]] = {}
        self._count = 0
        self._mask: Flags | None = None
        self._order: Ints = np.empty(0, np.int64)
        self._sorted: tuple[int, Qt.SortOrder] | None = None
        self._keys: dict[int, NDArray[Any]] = {}
        self._numbers: dict[int, bool] = {}
        self.tips: Sequence[str] = ()
        """What each row says pointed at; empty for nothing."""
        self.bold: Flags | None = None
        """Which rows stand out; None for none."""

    def set_values(self, values: Mapping[str, Sequence[Any]]) -> None:
        """Show other rows: values by column, of equal length."""
        self.beginResetModel()
        self._values = dict(values)
        self._count = len(next(iter(values.values()), ()))
        self._keys, self._numbers, self._mask = {}, {}, None
        self._arrange()
        self.endResetModel()

    def set_filter(self, mask: Flags | None) -> None:
        """Show only these rows, shape (N,); all if None."""
        self.beginResetModel()
        self._mask = mask
        self._arrange()
        self.endResetModel()

    @property
    def shown(self) -> Ints:
        """Numbers of the rows that are shown, from above."""
        return self._order

    def row_of(self, index: _Index) -> int:
        """Return the number of the row that an index shows."""
        return int(self._order[index.row()])

    def value(self, row: int, name: str) -> Any:  # noqa: ANN401 - whatever a table holds
        """Return a value by the number of its row."""
        return self._values[name][row]

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Order the rows by a column, equal ones as they came; by none for −1."""
        self.layoutAboutToBeChanged.emit()
        self._sorted = None if column < 0 else (column, order)
        self._arrange()
        self.layoutChanged.emit()

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - as Qt has it
        """Return how many rows are shown."""
        return 0 if parent.isValid() else len(self._order)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - as Qt has it
        """Return how many columns there are."""
        return 0 if parent.isValid() else len(self.columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return a heading, or what it says pointed at."""
        if orientation is not Qt.Orientation.Horizontal or section >= len(self.columns):
            return None
        column = self.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.title
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(section)
        return column.tip if role == Qt.ItemDataRole.ToolTipRole else None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a cell shows."""
        row = self.row_of(index)
        column = self.columns[index.column()]
        value = self._values[column.name][row]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._unknown if value is None else column.text(value)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(index.column())
        if role == Qt.ItemDataRole.ToolTipRole and row < len(self.tips):
            return self.tips[row] or None
        if role == Qt.ItemDataRole.FontRole and self.bold is not None and self.bold[row]:
            font = QFont()
            font.setBold(True)
            return font
        return None

    def _alignment(self, column: int) -> Qt.AlignmentFlag:
        """Return where the values of a column stand, and its heading: numbers at the right."""
        if column not in self._numbers:
            values = self._values.get(self.columns[column].name, ())
            known = next((value for value in values if value is not None), None)
            self._numbers[column] = isinstance(known, (int, float))
        side = Qt.AlignmentFlag.AlignRight if self._numbers[column] else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter

    def _arrange(self) -> None:
        rows = np.arange(self._count) if self._mask is None else np.flatnonzero(self._mask)
        if self._sorted is not None and len(rows):
            column, order = self._sorted
            keys = self._key(column)[rows]
            known = rows[keys >= 0]
            place = np.argsort(keys[keys >= 0], kind="stable")
            if order is Qt.SortOrder.DescendingOrder:
                place = np.argsort(-keys[keys >= 0], kind="stable")
            rows = np.concatenate((known[place], rows[keys < 0]))
        self._order = rows

    def _key(self, column: int) -> NDArray[Any]:
        """Return numbers that order the values of a column as they are ordered, −1 for unknown ones."""
        if column not in self._keys:
            values = self._values[self.columns[column].name]
            distinct = sorted({value for value in values if value is not None})
            ranks = {value: rank for rank, value in enumerate(distinct)}
            self._keys[column] = np.array(
                [-1 if value is None else ranks[value] for value in values], np.int64
            )
        return self._keys[column]
