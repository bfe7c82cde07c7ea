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
    """A sheet with a column of labels and one of values for each actor."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[Row, ...] = ()
        self.actors = 1

    def show(self, rows: Iterable[Row]) -> None:
        """Show these rows; if they are the same ones as before, only changed values are told on."""
        before, after = self.rows, tuple(rows)
        actors = max((len(row.cells) for row in after), default=0) or 1
        others = [
            (line, old, new)
            for line, (old, new) in enumerate(zip(before, after, strict=False))
            if old is not new
        ]
        same_rows = len(before) == len(after) and all(
            old.key == new.key and old.kind is new.kind for _, old, new in others
        )
        if actors != self.actors or not same_rows:
            self.beginResetModel()
            self.rows, self.actors = after, actors
            self.endResetModel()
            return
        changed = [line for line, old, new in others if old != new]
        kept = list(before)  # a row that says the same stays the same one, and its layout with it
        for line in changed:
            kept[line] = after[line]
        self.rows = tuple(kept)
        for line in changed:
            self.dataChanged.emit(self.createIndex(line, LABEL), self.createIndex(line, self.actors))

    def rowCount(self, parent: AnyIndex = _NOTHING) -> int:
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: AnyIndex = _NOTHING) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else 1 + self.actors

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - as in Qt
        """Return the text, alignment or tooltip of a cell."""
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole and index.column() == LABEL:
            return row.label_text
        number = max(index.column() - VALUE, 0)
        value = row.values[number] if number < len(row.values) else None  # a heading has no cells
        if role == Qt.ItemDataRole.DisplayRole:
            return value.text if value else ""
        if role == Qt.ItemDataRole.ToolTipRole:
            return value.tip if value else ""
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignLeft if index.column() == LABEL else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignVCenter
        return None
