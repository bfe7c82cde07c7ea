"""Qt model of the search palette's list: headings, entries, and rows "n more" for entries not shown."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import Enum, auto

from PySide6.QtCore import QObject, Qt

from viewer.ui import format as fmt
from viewer.ui.palette.entry import Entry, Results
from viewer.ui.translation import tr
from viewer.ui.widgets.table import TableColumn, TableModel

_FEW = 6
"""Number of entries that the palette shows of a long group, followed by a row "n more".

A group is long if it has at least two entries more than that. The last group is always shown completely.
"""


class LineKind(Enum):
    """Kind of a row in the palette's list of search results: heading, entry, or "n more" (entries)."""

    HEADING = auto()
    ENTRY = auto()
    MORE = auto()


class PaletteModel(TableModel):
    """Table model of the palette's list: groups of entries, each under a heading.

    Long groups are cut and end with a row "n more". The last group, and groups that the user has opened by "n
    more", are shown completely.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__([TableColumn("text", "", value=self.text)], "")
        self.setParent(parent)
        self.role_data[Qt.ItemDataRole.AccessibleTextRole] = lambda line, _name: self.accessible_text(line)
        self._groups: list[tuple[int, int, Results]] = []
        """For each group: row of its heading, number of its entries that are shown, and the results."""

    def show(self, groups: Sequence[Results], opened: Collection[str]) -> None:
        """Show ``groups`` of search results in the palette (search box), each below a heading, in this order.

        The last group, and those whose titles are in ``opened``, are shown in full; of the others, only the
        first entries.
        """
        self._groups, line = [], 0
        for number, results in enumerate(groups):
            whole = number == len(groups) - 1 or results.title in opened or results.count <= _FEW + 1
            shown = results.count if whole else _FEW
            self._groups.append((line, shown, results))
            line += 1 + shown + (shown < results.count)
        self.show_all(range(line))

    def _at(self, line: int) -> tuple[LineKind, Results, int]:
        begin, shown, results = next(group for group in reversed(self._groups) if group[0] <= line)
        rank = line - begin - 1
        return (
            LineKind.HEADING if rank < 0 else LineKind.MORE if rank >= shown else LineKind.ENTRY,
            results,
            rank,
        )

    def kind(self, line: int) -> LineKind:
        """Return what row ``line`` of the palette's list is: heading, entry, or "n more" (hidden ones)."""
        return self._at(line)[0]

    def results(self, line: int) -> Results:
        """Return the group of found entries to which row ``line`` of the palette's list belongs."""
        return self._at(line)[1]

    def moved(self, line: int, by: int) -> int:
        """Return the row of the list that is ``by`` rows below ``line``, or above it if ``by`` is negative.

        It stays within the list. If that row is a heading, return the next row in the same direction; for the
        topmost heading, the first entry below it.
        """
        target = min(max(line + by, 0), self.count - 1)
        if self.kind(target) is LineKind.HEADING:
            target += 1 if by > 0 or target == 0 else -1
        return target

    def accessible_text(self, line: int) -> str:
        """Return all texts of row ``line`` in the search box's list, for screen readers."""
        entry = self.entry(line)
        return self.text(line) if entry is None else accessible_text(entry)

    def entry(self, line: int) -> Entry | None:
        """Return the entry in row ``line`` of the list; None for headings and rows "n more"."""
        kind, results, rank = self._at(line)
        return results.entry(rank) if kind is LineKind.ENTRY else None

    def text(self, line: int) -> str:
        """Return the main text of row ``line`` in the search box's list: a heading, a result, or "n more"."""
        kind, results, rank = self._at(line)
        if kind is LineKind.HEADING:
            return results.title
        if kind is LineKind.MORE:
            return tr("{0} more").format(fmt.count(results.count - rank))
        return results.entry(rank).text


def accessible_text(entry: Entry) -> str:
    """Return all texts of the palette's ``entry``, separated by commas, for screen readers."""
    return ", ".join(part for part in (entry.text, entry.detail, entry.aside, entry.keys) if part)
