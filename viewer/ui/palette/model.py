"""The palette's lines as a model; entries are made when they are asked for."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt

from viewer.lazy import LazySequence
from viewer.ui import format as fmt
from viewer.ui.palette.entry import Entry
from viewer.ui.palette.lines import HitLines, LineKind
from viewer.ui.widgets.table import TableColumn, TableModel


class PaletteModel(TableModel):
    """Lines to be shown, as text for those who hear them."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__([TableColumn("text", "")], "")
        self.setParent(parent)
        self.looks[Qt.ItemDataRole.AccessibleTextRole] = lambda line, _name: self.spoken(line)
        self.lines = HitLines()

    def show(self, lines: HitLines) -> None:
        """List these."""
        self.lines = lines
        self.set_values({"text": LazySequence(len(lines), self.text)})

    def spoken(self, line: int) -> str:
        """Return all that stands in a line."""
        entry = self.entry(line)
        return self.text(line) if entry is None else spoken(entry)

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
