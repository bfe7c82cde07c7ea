"""The lines of the palette's list: headings, entries, and what stands for those left out."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from PySide6.QtCore import QObject, Qt

from viewer.lazy import LazySequence
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


@dataclass(frozen=True, slots=True)
class _Group:
    hits: Hits
    begin: int  # line of its heading
    shown: int  # entries

    @property
    def end(self) -> int:
        return self.begin + 1 + self.shown + self.has_more

    @property
    def has_more(self) -> bool:
        return self.shown < self.hits.count


class HitLines:
    """Groups of hits one below the other; of all but the last only a few, unless they are opened."""

    def __init__(self, groups: Sequence[Hits] = (), opened: Collection[str] = ()) -> None:
        """Take the groups in order, and the titles of those that are shown whole."""
        self._groups: list[_Group] = []
        for number, hits in enumerate(groups):
            whole = number == len(groups) - 1 or hits.title in opened or hits.count <= _FEW + 1
            self._groups.append(_Group(hits, len(self), hits.count if whole else _FEW))

    def __len__(self) -> int:
        """Return the number of lines."""
        return self._groups[-1].end if self._groups else 0

    def kind(self, line: int) -> LineKind:
        """Return what a line is."""
        group = self._group(line)
        if line == group.begin:
            return LineKind.HEADING
        return LineKind.MORE if group.has_more and line == group.end - 1 else LineKind.ENTRY

    def hits(self, line: int) -> Hits:
        """Return the group of a line."""
        return self._group(line).hits

    def rank(self, line: int) -> int:
        """Return which of its group's entries a line is; of a MORE line, the first that is left out."""
        return line - self._group(line).begin - 1

    def moved(self, line: int, by: int) -> int:
        """Return the line so many lines on, within the list; headings are stepped over."""
        target = min(max(line + by, 0), len(self) - 1)
        if self.kind(target) is LineKind.HEADING:
            target += 1 if by > 0 or target == 0 else -1
        return target

    def _group(self, line: int) -> _Group:
        return next(group for group in self._groups if line < group.end)


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
                return tr("{0} more").format(fmt.count(hits.count - self.lines.rank(line)))
            case LineKind.ENTRY:
                return hits.entry(self.lines.rank(line)).text


def spoken(entry: Entry) -> str:
    """Return an entry as it is read out."""
    return ", ".join(part for part in (entry.text, entry.detail, entry.aside, entry.keys) if part)
