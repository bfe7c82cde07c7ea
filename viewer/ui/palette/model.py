"""The palette's lines as a model; entries are made when they are asked for."""

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from viewer.ui import format as fmt
from viewer.ui.palette.entry import Entry
from viewer.ui.palette.lines import HitLines, LineKind

_NOWHERE = QModelIndex()


class PaletteModel(QAbstractListModel):
    """Lines to be shown, as text for those who hear them."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.lines = HitLines()

    def set_lines(self, lines: HitLines) -> None:
        """Show other lines."""
        self.beginResetModel()
        self.lines = lines
        self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _NOWHERE) -> int:
        """Return the number of lines."""
        return 0 if parent.isValid() else len(self.lines)

    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return what a line says, and for those who hear it, all that stands in it."""
        if not index.isValid() or role not in (
            Qt.ItemDataRole.DisplayRole,
            Qt.ItemDataRole.AccessibleTextRole,
        ):
            return None
        entry = self.entry(index.row())
        if role == Qt.ItemDataRole.DisplayRole or entry is None:
            return self.text(index.row())
        return spoken(entry)

    def entry(self, line: int) -> Entry | None:
        """Return the entry of a line, None for other lines."""
        lines = self.lines
        return lines.hits(line).entry(lines.rank(line)) if lines.kind(line) is LineKind.ENTRY else None

    def text(self, line: int) -> str:
        """Return what stands first in a line."""
        hits = self.lines.hits(line)
        match self.lines.kind(line):
            case LineKind.HEADING:
                return hits.title
            case LineKind.MORE:
                return self.tr("{0} more").format(fmt.count(hits.count - self.lines.rank(line)))
            case LineKind.ENTRY:
                return hits.entry(self.lines.rank(line)).text


def spoken(entry: Entry) -> str:
    """Return an entry as it is read out."""
    return ", ".join(part for part in (entry.text, entry.detail, entry.aside, entry.keys) if part)
