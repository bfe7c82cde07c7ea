"""The lines of the palette's list: headings, entries, and what stands for those left out."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import Enum, auto

from PySide6.QtCore import QObject, Qt

from viewer.ui import format as fmt
from viewer.ui.palette.entry import Entry, Hits
from viewer.ui.translation import tr
from viewer.ui.widgets.table import TableColumn, TableModel

_FEW = 6
"""Entries of a group under which others stand; the last group is shown whole."""


class LineKind(Enum):
    """What a line is."""

    HEADING = auto()
    ENTRY = auto()
    MORE = auto()


class PaletteModel(TableModel):
    """Groups of hits one below the other; of all but the last only a few, unless they are opened."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__([TableColumn("text", "", value=self.text)], "")
        self.setParent(parent)
        self.looks[Qt.ItemDataRole.AccessibleTextRole] = lambda line, _name: self.spoken(line)
        self._groups: list[tuple[int, int, Hits]] = []
        """Of each group the line of its heading, how many of its entries are shown, and these."""

    def show(self, groups: Sequence[Hits], opened: Collection[str]) -> None:
        """List groups in this order; those of some titles are shown whole."""
        self._groups, line = [], 0
        for number, hits in enumerate(groups):
            whole = number == len(groups) - 1 or hits.title in opened or hits.count <= _FEW + 1
            shown = hits.count if whole else _FEW
            self._groups.append((line, shown, hits))
            line += 1 + shown + (shown < hits.count)
        self.show_all(range(line))

    def _at(self, line: int) -> tuple[LineKind, Hits, int]:
        begin, shown, hits = next(group for group in reversed(self._groups) if group[0] <= line)
        rank = line - begin - 1
        return (
            LineKind.HEADING if rank < 0 else LineKind.MORE if rank >= shown else LineKind.ENTRY,
            hits,
            rank,
        )

    def kind(self, line: int) -> LineKind:
        """Return what a line is."""
        return self._at(line)[0]

    def hits(self, line: int) -> Hits:
        """Return the group of a line."""
        return self._at(line)[1]

    def moved(self, line: int, by: int) -> int:
        """Return the line so many lines on, within the list; headings are stepped over."""
        target = min(max(line + by, 0), self.count - 1)
        if self.kind(target) is LineKind.HEADING:
            target += 1 if by > 0 or target == 0 else -1
        return target

    def spoken(self, line: int) -> str:
        """Return all that stands in a line."""
        entry = self.entry(line)
        return self.text(line) if entry is None else spoken(entry)

    def entry(self, line: int) -> Entry | None:
        """Return the entry of a line, None for other lines."""
        kind, hits, rank = self._at(line)
        return hits.entry(rank) if kind is LineKind.ENTRY else None

    def text(self, line: int) -> str:
        """Return what stands first in a line."""
        kind, hits, rank = self._at(line)
        if kind is LineKind.HEADING:
            return hits.title
        if kind is LineKind.MORE:
            return tr("{0} more").format(fmt.count(hits.count - rank))
        return hits.entry(rank).text


def spoken(entry: Entry) -> str:
    """Return an entry as it is read out."""
    return ", ".join(part for part in (entry.text, entry.detail, entry.aside, entry.keys) if part)
