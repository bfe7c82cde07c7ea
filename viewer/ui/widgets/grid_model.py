"""Rows of values under headings, for tables of which only what is seen is ever turned into text."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from viewer.ui.format import plain

AnyIndex = QModelIndex | QPersistentModelIndex

_NOTHING = QModelIndex()
_DIGITS = 7
"""Digits of a float: as many as an f32 has. The exact value is in the tooltip and in what is copied."""


@dataclass(frozen=True, slots=True)
class GridHeading:
    """The head of a column: its name, the unit of its values, and whether they are numbers."""

    name: str
    unit: str = ""
    numeric: bool = False

    @property
    def text(self) -> str:
        """The name with the unit behind it."""
        return f"{self.name} ({self.unit})" if self.unit else self.name


class GridModel(QAbstractTableModel):
    """A table of values; the same headings again keep the place of whoever looks at it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.headings: tuple[GridHeading, ...] = ()
        self.rows: Sequence[Sequence[Any]] = ()

    def show(self, headings: tuple[GridHeading, ...], rows: Sequence[Sequence[Any]]) -> None:
        """Show these rows."""
        if headings != self.headings:
            self.beginResetModel()
            self.headings, self.rows = headings, rows
            self.endResetModel()
            return
        before, after = len(self.rows), len(rows)
        if after > before:
            self.beginInsertRows(_NOTHING, before, after - 1)
            self.rows = rows
            self.endInsertRows()
        elif after < before:
            self.beginRemoveRows(_NOTHING, after, before - 1)
            self.rows = rows
            self.endRemoveRows()
        self.rows = rows
        if kept := min(before, after):
            self.dataChanged.emit(self.index(0, 0), self.index(kept - 1, len(headings) - 1))

    def text(self, line: int, column: int) -> str:
        """Return what a cell shows."""
        return cell_text(self.rows[line][column])

    def exact_text(self, line: int, column: int) -> str:
        """Return a cell as a program would read it."""
        value = self.rows[line][column]
        return value if isinstance(value, str) else repr(value)

    def line_text(self, line: int) -> str:
        """Return a line to be copied, with tabs between its values."""
        return "\t".join(self.exact_text(line, column) for column in range(len(self.headings)))

    def head_text(self) -> str:
        """Return the headings to be copied, with tabs between them."""
        return "\t".join(head.text for head in self.headings)

    def rowCount(self, parent: AnyIndex = _NOTHING) -> int:
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: AnyIndex = _NOTHING) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self.headings)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:  # noqa: ANN401 - as in Qt
        """Return the name of a column."""
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self.headings[section].text if section < len(self.headings) else None
        return None

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - as in Qt
        """Return the text or the alignment of a cell."""
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(index.row(), index.column())
        if role == Qt.ItemDataRole.TextAlignmentRole:
            numeric = self.headings[index.column()].numeric
            return (Qt.AlignmentFlag.AlignRight if numeric else Qt.AlignmentFlag.AlignLeft) | (
                Qt.AlignmentFlag.AlignVCenter
            )
        return None


def cell_text(value: Any) -> str:  # noqa: ANN401 - whatever a record holds
    """Return a value for the eye.

    >>> cell_text(0.05000000074505806), cell_text(-3), cell_text(True), cell_text(math.nan), cell_text(None)
    ('0.05', '−3', 'true', 'NaN', '')
    >>> cell_text(-math.inf), cell_text(-636.0412)
    ('−∞', '−636.0412')
    """
    if isinstance(value, str):
        return plain(value)
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if math.isnan(value):
        return "NaN"
    sign, value = ("−", -value) if value < 0 else ("", value)
    if math.isinf(value):
        return f"{sign}∞"
    return sign + (f"{value:.{_DIGITS}g}".replace("-", "−") if isinstance(value, float) else str(value))
