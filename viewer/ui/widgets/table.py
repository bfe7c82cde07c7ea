"""Table model whose rows are sorted and filtered by numpy, for a QTableView."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Slot
from PySide6.QtGui import QPixmap

from viewer.arrays import Flags, Floats, Ints
from viewer.lazy import LazySequence

AnyIndex = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole
_SIDES = {
    False: Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
    True: Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
}
_ICON = 16
"""Size of an icon in a row, in pixels (the value of Qt's styles)."""


@dataclass(frozen=True)
class TableColumn:
    """Definition of one column of a TableModel.

    Attributes:
        name: id of the column, by which its values are looked up.
        title: text of its heading.
        text: function that returns the text that a cell shows for a value other than None.
        tip: tooltip of the heading.
        number: whether cells are right-aligned, as numbers are.
        long_title: title in menus; ``title`` if empty.
        exact: function that returns the text of a value for copies and tooltips; ``text`` if None.
        value: function that returns the column's value for the object that a row shows; None reads the
            object's attribute ``name``.
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
    """Table model with values by column; None is an unknown value, sorted last.

    A *row* is an index into the values as given; a *line* is the index at which a row is shown, from the top.
    """

    def __init__(self, columns: Sequence[TableColumn], unknown: str) -> None:
        """Create an empty table with ``columns``; cells whose value is None show the text ``unknown``."""
        super().__init__()
        self._set_columns(columns)
        self._unknown = unknown
        self._values: dict[str, Sequence[Any]] = {}
        self._count = 0
        self._mask: Flags = np.empty(0, np.bool_)
        self._all: Ints = np.empty(0, np.int64)  # all rows, sorted
        self._order: Ints = self._all
        self._sorted: tuple[int, Qt.SortOrder] | None = None
        self._keys: dict[int, Floats] = {}
        self.role_data: dict[int, Callable[[int, str], object]] = {}
        """Function by item data role that returns the data of a (row, column name), besides texts."""

    def show_all(self, things: Sequence[Any], columns: Sequence[TableColumn] | None = None) -> None:
        """Show one row per object in ``things``; a value is computed only when a cell needs it.

        ``columns`` replace the current columns unless None.
        """
        values = {
            column.name: LazySequence(len(things), partial(_value, things, column))
            for column in columns or self.columns
        }
        self.set_values(values, columns)

    def set_values(
        self, values: Mapping[str, Sequence[Any]], columns: Sequence[TableColumn] | None = None
    ) -> None:
        """Show other rows (``values`` by column name, equally long), and other ``columns`` unless None."""
        count = len(next(iter(values.values()), ()))
        if columns is None and count == self._count and self._sorted is None and self._mask.all():
            self._values = dict(values)
            if count:
                self.dataChanged.emit(self.index(0, 0), self.index(count - 1, len(self.columns) - 1))
            return
        self.beginResetModel()
        if columns is not None:
            self._set_columns(columns)
        self._values = dict(values)
        self._count = count
        self._keys, self._mask = {}, np.ones(count, np.bool_)
        self._sort()
        self.endResetModel()

    def _set_columns(self, columns: Sequence[TableColumn]) -> None:
        self.columns = tuple(columns)
        self.column_index = {column.name: number for number, column in enumerate(self.columns)}
        """Index of each column by its name."""

    def set_filter(self, mask: Flags | None) -> None:
        """Show only the rows for which ``mask`` is True; None shows all rows.

        The mask has the shape ``(N,)``, for all N rows of the table.
        """
        self._mask = np.ones(self._count, np.bool_) if mask is None else mask
        self.list_again()

    def list_again(self) -> None:
        """Reset the model to list the rows that pass the filter, without sorting them anew."""
        self.beginResetModel()
        self._arrange()
        self.endResetModel()

    @property
    def count(self) -> int:
        """Number of all rows of the table, including those that the filter hides."""
        return self._count

    @property
    def shown(self) -> Ints:
        """Index into the table's data of the row that each displayed line shows, from top to bottom."""
        return self._order

    def row_of(self, index: AnyIndex) -> int:
        """Return the row of the table's unsorted data that is shown at the model index ``index``."""
        return int(self._order[index.row()])

    def find_line(self, name: str, value: object) -> int | None:
        """Return the index among the shown rows of the first row with ``value`` in the column ``name``.

        None if no row has the value, or if the row is hidden.
        """
        with suppress(ValueError):
            found = np.flatnonzero(self._order == self._values[name].index(value))
            return int(found[0]) if len(found) else None
        return None

    def value(self, row: int, name: str) -> Any:  # noqa: ANN401 - whatever a table holds
        """Return the value of ``row`` in the column ``name``."""
        return self.values(name)[row]

    def values(self, name: str) -> Any:  # noqa: ANN401 - whatever a table holds
        """Return the values of the column ``name`` for all rows, unfiltered and unsorted."""
        return self._values[name]

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by the column at index ``column``, stably; −1 restores the original order."""
        self._sorted = None if column < 0 else (column, order)
        self.sort_again()

    @Slot()
    def sort_again(self) -> None:
        """Sort the rows again, as the values in the sorted column may have changed."""
        self.beginResetModel()
        self._sort()
        self.endResetModel()

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008 - as Qt has it
        """Return the number of rows that are shown."""
        return 0 if parent.isValid() else len(self._order)

    def columnCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008 - as Qt has it
        """Return the number of columns of the table."""
        return 0 if parent.isValid() else len(self.columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return the title, alignment or tooltip of a column's heading."""
        if orientation is not Qt.Orientation.Horizontal or section >= len(self.columns):
            return None
        column = self.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.title
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _SIDES[column.number]
        if role == Qt.ItemDataRole.DecorationRole and section == 0 and self.role_data.get(role):
            return _no_icon()  # aligns the title with texts of rows, which follow icons
        return column.tip if role == Qt.ItemDataRole.ToolTipRole else None

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the data of the cell at ``index`` for a Qt item data role."""
        return self.cell(self.columns[index.column()], self.row_of(index), role)

    def cell(self, column: TableColumn, row: int, role: int) -> object:
        """Return the data for the cell of ``column`` and ``row``; ``role`` says which: text, alignment, …."""
        if role == _Role.DisplayRole:
            return self._written(column, row)
        if role == _Role.TextAlignmentRole:
            return _SIDES[column.number]
        look = self.role_data.get(role)
        found = look(row, column.name) if look is not None else None
        if role == _Role.ToolTipRole:
            return found or (self._exact(column, row) if column.exact else None)
        return found

    def copied(self, lines: Iterable[int], *, headings: bool = False) -> str:
        """Return rows of the table as tab-separated text with exact values.

        ``lines`` are the indices of the rows as shown. With ``headings``, the columns' titles come first.
        """
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

    def _sort(self) -> None:
        self._all = self._sorted_rows()
        self._arrange()

    def _sorted_rows(self) -> Ints:
        rows = np.arange(self._count)
        if self._sorted is None or not len(rows):
            return rows
        column, order = self._sorted
        return sorted_rows(rows, self._key(column), order)

    def _arrange(self) -> None:
        self._order = self._all[self._mask[self._all]]

    def _key(self, column: int) -> Floats:
        """Return N numbers by which the table's rows are sorted by ``column``; NaN if unknown.

        A number is the rank of the row's value among all values in the column.
        """
        if column not in self._keys:
            values = self._values[self.columns[column].name]
            distinct = sorted({value for value in values if value is not None})
            ranks = {value: rank for rank, value in enumerate(distinct)}
            self._keys[column] = np.array([ranks.get(value, np.nan) for value in values], np.float64)
        return self._keys[column]


def _value(things: Sequence[Any], column: TableColumn, row: int) -> Any:  # noqa: ANN401 - whatever it holds
    return getattr(things[row], column.name) if column.value is None else column.value(things[row])


def sorted_rows(rows: Ints, keys: NDArray[Any], order: Qt.SortOrder) -> Ints:
    """Return ``rows`` sorted by their keys, equal ones in their given order, NaN last.

    Args:
        rows: indices of the K rows to sort, shape ``(K,)``.
        keys: sort key of each of the table's N rows, shape ``(N,)``.
        order: ascending or descending.
    """
    keys = keys[rows].astype(np.float64)
    return rows[np.argsort(-keys if order is Qt.SortOrder.DescendingOrder else keys, kind="stable")]


def _no_icon() -> QPixmap:
    pixmap = QPixmap(_ICON, _ICON)
    pixmap.fill(Qt.GlobalColor.transparent)
    return pixmap
