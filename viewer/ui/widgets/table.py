"""Rows of a table that are sorted and filtered by numpy, for a stock QTableView."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QPixmap

from viewer.arrays import Flags, Floats, Ints
from viewer.lazy import LazySequence

_Index = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole
_SIDES = {
    False: Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
    True: Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
}
_ICON = 16
"""Pixels of an icon in a row, as Qt's styles have it."""


@dataclass(frozen=True)
class TableColumn:
    """A column.

    Attributes:
        name: of its values.
        title: its heading.
        text: what is shown of a value that is known.
        tip: what the heading says pointed at.
        number: whether it stands at the right, as numbers do.
        long_title: what it is called where there is room for words; as its heading if empty.
        exact: how a value is copied, and told pointed at; as it is shown if None.
        value: returns the value of what a row is about; its attribute of this name if None.

    """

    name: str
    title: str
    text: Callable[[Any], str] = str
    tip: str = ""
    number: bool = False
    long_title: str = ""
    exact: Callable[[Any], str] | None = None
    value: Callable[[Any], Any] | None = None


class TableModel(QAbstractTableModel):
    """A table of values by columns; None is what is not known, shown as a dash and sorted last."""

    def __init__(self, columns: Sequence[TableColumn], unknown: str) -> None:
        """Take the columns, and what is shown of what is not known."""
        super().__init__()
        self._set_columns(columns)
        self._unknown = unknown
        self._values: dict[str, Sequence[Any]] = {}
        self._count = 0
        self._mask: Flags | None = None
        self._order: Ints = np.empty(0, np.int64)
        self._sorted: tuple[int, Qt.SortOrder] | None = None
        self._keys: dict[int, Floats] = {}
        self.looks: dict[int, Callable[[int, str], object]] = {}
        """What returns, by the number of a row and the name of a column, what Qt asks for besides texts."""

    def show_all(self, things: Sequence[Any], columns: Sequence[TableColumn] | None = None) -> None:
        """Show a row for each of some things, whose values are asked for when they are looked at."""
        values = {
            column.name: LazySequence(len(things), partial(_value, things, column))
            for column in columns or self.columns
        }
        self.set_values(values, columns)

    def set_values(
        self, values: Mapping[str, Sequence[Any]], columns: Sequence[TableColumn] | None = None
    ) -> None:
        """Show other rows, values by column and of equal length, and other columns if any are given."""
        count = len(next(iter(values.values()), ()))
        if columns is None and count == self._count and self._sorted is None and self._mask is None:
            self._values = dict(values)
            if count:
                self.dataChanged.emit(self.index(0, 0), self.index(count - 1, len(self.columns) - 1))
            return
        self.beginResetModel()
        if columns is not None:
            self._set_columns(columns)
        self._values = dict(values)
        self._count = count
        self._keys, self._mask = {}, None
        self._arrange()
        self.endResetModel()

    def _set_columns(self, columns: Sequence[TableColumn]) -> None:
        self.columns = tuple(columns)
        self.number_of = {column.name: number for number, column in enumerate(self.columns)}
        """Where each column stands, by its name."""

    def set_filter(self, mask: Flags | None) -> None:
        """Show only these rows, shape (N,); all if None."""
        self.beginResetModel()
        self._mask = mask
        self._arrange()
        self.endResetModel()

    @property
    def count(self) -> int:
        """How many rows there are, also of those that are not shown."""
        return self._count

    @property
    def shown(self) -> Ints:
        """Numbers of the rows that are shown, from above."""
        return self._order

    def row_of(self, index: _Index) -> int:
        """Return the number of the row that an index shows."""
        return int(self._order[index.row()])

    def place_of(self, name: str, value: object) -> int | None:
        """Return at which place from above the first row with a value is shown, None if it is not."""
        with suppress(ValueError):
            found = np.flatnonzero(self._order == self._values[name].index(value))
            return int(found[0]) if len(found) else None
        return None

    def value(self, row: int, name: str) -> Any:  # noqa: ANN401 - whatever a table holds
        """Return a value by the number of its row."""
        return self.values(name)[row]

    def values(self, name: str) -> Any:  # noqa: ANN401 - whatever a table holds
        """Return the values of a column by the numbers of all rows."""
        return self._values[name]

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Order the rows by a column, equal ones as they came; by none for −1."""
        self.beginResetModel()
        self._sorted = None if column < 0 else (column, order)
        self._arrange()
        self.endResetModel()

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
            return _SIDES[column.number]
        if role == Qt.ItemDataRole.DecorationRole and section == 0 and self.looks.get(role):
            return _no_icon()  # its name stands above those of the rows, which begin with icons
        return column.tip if role == Qt.ItemDataRole.ToolTipRole else None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a cell shows."""
        return self.cell(self.columns[index.column()], self.row_of(index), role)

    def cell(self, column: TableColumn, row: int, role: int) -> object:
        """Return what a column shows of a row, by its number."""
        if role == _Role.DisplayRole:
            return self._written(column, row)
        if role == _Role.TextAlignmentRole:
            return _SIDES[column.number]
        look = self.looks.get(role)
        found = look(row, column.name) if look is not None else None
        if role == _Role.ToolTipRole:
            return found or (self._exact(column, row) if column.exact else None)
        return found

    def copied(self, lines: Iterable[int], *, headings: bool = False) -> str:
        """Return lines to be copied, their exact values with tabs between them; below the headings or not."""
        rows = (int(self._order[line]) for line in lines)
        texts = ["\t".join(self._exact(column, row) for column in self.columns) for row in rows]
        return "\n".join(["\t".join(each.title for each in self.columns), *texts] if headings else texts)

    def _written(self, column: TableColumn, row: int) -> str:
        value = self.values(column.name)[row]
        return self._unknown if value is None else column.text(value)

    def _exact(self, column: TableColumn, row: int) -> str:
        if column.exact is None:
            return self._written(column, row)
        return column.exact(self.values(column.name)[row])

    def _arrange(self) -> None:
        rows = np.arange(self._count) if self._mask is None else np.flatnonzero(self._mask)
        if self._sorted is not None and len(rows):
            column, order = self._sorted
            rows = sorted_rows(rows, self._key(column), order)
        self._order = rows

    def _key(self, column: int) -> Floats:
        """Return numbers that order the values of a column as they are ordered, NaN for unknown ones."""
        if column not in self._keys:
            values = self._values[self.columns[column].name]
            distinct = sorted({value for value in values if value is not None})
            ranks = {value: rank for rank, value in enumerate(distinct)}
            self._keys[column] = np.array([ranks.get(value, np.nan) for value in values], np.float64)
        return self._keys[column]


def _value(things: Sequence[Any], column: TableColumn, row: int) -> Any:  # noqa: ANN401 - whatever it holds
    return getattr(things[row], column.name) if column.value is None else column.value(things[row])


def sorted_rows(rows: Ints, keys: NDArray[Any], order: Qt.SortOrder) -> Ints:
    """Return rows in the order of their keys, equal ones as they came, unknown (NaN) ones last.

    Args:
        rows: numbers of rows, shape (K,).
        keys: of all rows, shape (N,).
        order: which comes first.

    """
    keys = keys[rows].astype(np.float64)
    return rows[np.argsort(-keys if order is Qt.SortOrder.DescendingOrder else keys, kind="stable")]


def _no_icon() -> QPixmap:
    pixmap = QPixmap(_ICON, _ICON)
    pixmap.fill(Qt.GlobalColor.transparent)
    return pixmap
