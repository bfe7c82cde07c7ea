"""The model of a list in one column, whose lines are whatever its view paints."""

from __future__ import annotations

from collections.abc import Sized
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

AnyIndex = QModelIndex | QPersistentModelIndex
Lines = TypeVar("Lines", bound=Sized)
_NOTHING = QModelIndex()


class LinesModel(QAbstractTableModel, Generic[Lines]):
    """Lines, each with a text for those who hear it.

    Attributes:
        lines: what is listed.

    """

    def __init__(self, lines: Lines, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.lines = lines

    def show(self, lines: Lines) -> None:
        """List these; nothing moves if they are as before."""
        if lines != self.lines:
            self.beginResetModel()
            self.lines = lines
            self.endResetModel()

    def text(self, line: int) -> str:
        """Return a line in words."""
        raise NotImplementedError

    def spoken(self, line: int) -> str:
        """Return what is read out of a line."""
        return self.text(line)

    def rowCount(self, parent: AnyIndex = _NOTHING) -> int:
        """Return the number of lines."""
        return 0 if parent.isValid() else len(self.lines)

    def columnCount(self, parent: AnyIndex = _NOTHING) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else 1

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - as in Qt
        """Return a line as it is written, or read out."""
        if index.isValid() and role == Qt.ItemDataRole.DisplayRole:
            return self.text(index.row())
        spoken = index.isValid() and role == Qt.ItemDataRole.AccessibleTextRole
        return self.spoken(index.row()) if spoken else None
