"""The model behind the inspector: rows in, and only what changed is told on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from viewer.ui.inspector.sheet import Row

AnyIndex = QModelIndex | QPersistentModelIndex

LABEL, VALUE = 0, 1
_NOTHING = QModelIndex()


class SheetModel(QAbstractTableModel):
    """A sheet with a column of labels and one of values."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[Row, ...] = ()

    def show(self, rows: Iterable[Row]) -> None:
        """Show these rows; if they are the same ones as before, only changed values are told on."""
        before, after = self.rows, tuple(rows)
        if [(row.key, row.kind) for row in before] != [(row.key, row.kind) for row in after]:
            self.beginResetModel()
            self.rows = after
            self.endResetModel()
            return
        self.rows = after
        for line, (old, new) in enumerate(zip(before, after, strict=True)):
            if old is not new and old != new:
                self.dataChanged.emit(self.index(line, LABEL), self.index(line, VALUE))

    def rowCount(self, parent: AnyIndex = _NOTHING) -> int:
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: AnyIndex = _NOTHING) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else 2

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - as in Qt
        """Return the text, alignment or tooltip of a cell."""
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            if index.column() == LABEL:
                return row.label_text
            return row.value.text if row.value else ""
        if role == Qt.ItemDataRole.ToolTipRole:
            return row.value.tip if row.value else ""
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignLeft if index.column() == LABEL else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignVCenter
        return None
