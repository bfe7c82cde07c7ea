"""Qt model of the search palette's list: groups of entries, each below a heading."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from PySide6.QtCore import Qt

from viewer.lazy import LazySequence
from viewer.ui import format as fmt
from viewer.ui.palette.entry import Entry, Results
from viewer.ui.translation import tr
from viewer.ui.widgets.grouped import GroupedModel
from viewer.ui.widgets.table import AnyIndex, TableColumn

_FEW = 6
"""Number of entries that the palette shows of a long group, followed by an entry "n more".

A group is long if it has at least two entries more than that. The last group is always shown completely.
"""
_Role = Qt.ItemDataRole


class PaletteModel(GroupedModel):
    """Table model of the palette's list: groups of entries, each under a heading.

    Long groups are folded and end with "n more". The last group, and groups that the user has unfolded by "n
    more", are shown completely.
    """

    few = _FEW + 1

    def __init__(self) -> None:
        super().__init__([TableColumn("text", "")], "")
        self.role_data[_Role.AccessibleTextRole] = lambda row, _name: accessible_text(self.entry(row))
        self.results: Sequence[Results] = ()
        self.unfolded: set[str] = set()
        """Titles of the groups that the user has unfolded."""

    def show(self, results: Sequence[Results]) -> None:
        """Show the groups ``results`` of search results, each below a heading, in this order."""
        self.results, counts = results, [each.count for each in results]
        self.groups, self._begins = np.repeat(np.arange(len(counts)), counts), np.cumsum([0, *counts])
        self.opened = {
            group: each.count <= self.few or each is results[-1] or each.title in self.unfolded
            for group, each in enumerate(results)
        }
        self.show_all(LazySequence(sum(counts), self.entry), self.columns)

    def entry(self, row: int) -> Entry:
        """Return the entry in ``row``; "n more" for the last one that a folded group shows."""
        group = int(self.groups[row])
        results, rank = self.results[group], row - int(self._begins[group])
        if rank < _FEW or self.is_open(group):
            return results.entry(rank)
        text = tr("{0} more").format(fmt.count(results.count - rank))
        return Entry("", text, run=partial(self.unfolded.add, results.title), unfolds=True)

    def entry_at(self, line: int) -> Entry | None:
        """Return the entry on ``line`` of the list; None for headings, and for −1."""
        row = self.row_at(line) if line >= 0 else None
        return None if row is None else self.entry(row)

    def heading(self, group: int, role: int) -> object:
        """Return the text of the heading of ``group``."""
        return self.results[group].title if role in (_Role.DisplayRole, _Role.AccessibleTextRole) else None

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        """Return Qt's flags of a line; headings are disabled, so that keys move over them."""
        flags = super().flags(index)
        return flags if flags & Qt.ItemFlag.ItemIsSelectable else Qt.ItemFlag.NoItemFlags


def accessible_text(entry: Entry) -> str:
    """Return all texts of the palette's ``entry``, separated by commas, for screen readers."""
    return ", ".join(part for part in (entry.text, entry.detail, entry.aside, entry.keys) if part)
