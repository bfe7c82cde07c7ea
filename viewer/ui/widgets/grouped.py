"""Table model whose rows are listed in groups that can be folded, for a ListView."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt

from viewer.arrays import Ints
from viewer.ui.widgets.table import AnyIndex, TableColumn, TableModel

PINNED, NO_GROUP = -2, -1
"""Groups without a heading: rows that are listed first, and those that come next."""


class GroupedModel(TableModel):
    """Table model with rows in groups, each below a heading; a folded group shows only its first rows.

    A *line* shows a row, or the heading of a group. Groups are numbers, listed in ascending order.

    Attributes:
        few: number of rows that a folded group shows.
        groups: group of each row, or ``PINNED`` or ``NO_GROUP``, shape ``(N,)``.
        opened: whether a group is unfolded, for those that have been folded or unfolded.
    """

    few = 0

    def __init__(self, columns: Sequence[TableColumn], unknown: str) -> None:
        super().__init__(columns, unknown)
        self.groups: NDArray[np.integer] = np.empty(0, np.int64)
        self.opened: dict[int, bool] = {}
        self._open: Collection[int] = ()

    def row_at(self, line: int) -> int | None:
        """Return the row that ``line`` shows; None for the heading of a group."""
        row = int(self._order[line])
        return row if row >= 0 else None

    def group_at(self, line: int) -> int | None:
        """Return the group that is folded and unfolded at ``line``, a heading; None for other lines."""
        row = int(self._order[line])
        return ~row if row < 0 else None

    def line_of(self, row: int) -> int | None:
        """Return the line that shows ``row``, or the heading of a group if ``row`` is ``~group``.

        None if the group is folded or the filter hides the row.
        """
        found = np.flatnonzero(self._order == row)
        return int(found[0]) if len(found) else None

    def first_line(self, group: int) -> int:
        """Return the first line of ``group``, one of the listed groups."""
        groups = np.where(self._order < 0, ~self._order, self.groups[self._order])
        return int(np.flatnonzero(groups == group)[0])

    def is_open(self, group: int) -> bool:
        """Return whether ``group`` is unfolded."""
        return group in self._open

    def toggle(self, group: int) -> None:
        """Fold ``group`` if it is unfolded, else unfold it."""
        self.opened[group] = not self.is_open(group)
        self.list_again()

    def heading(self, _group: int, _role: int) -> object:
        """Return the data for the heading of a group; none unless overridden."""
        return None

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        """Return Qt's flags of a cell; headings cannot be selected."""
        flags = super().flags(index)
        is_row = index.isValid() and self.row_of(index) >= 0
        return flags if is_row else flags & ~Qt.ItemFlag.ItemIsSelectable

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the data of the cell at ``index``; a heading has some in the first column."""
        if (row := self.row_of(index)) >= 0:
            return self.cell(self.columns[index.column()], row, role)
        return None if index.column() else self.heading(~row, role)

    def _open_groups(self) -> Collection[int]:
        return [group for group, is_open in self.opened.items() if is_open]

    def _arrange(self) -> None:
        super()._arrange()
        self._open = self._open_groups()
        self._order = self._lines(self._order, self.groups[self._order])

    def _lines(self, rows: Ints, groups: NDArray[np.integer]) -> Ints:
        """Return the lines that show ``rows``: rows, and ``~group`` for the heading of a group, shape (L,).

        ``groups`` are those of the rows.
        """
        lines = [rows[groups == PINNED], rows[groups == NO_GROUP]]
        for group in range(int(groups.max(initial=-1)) + 1):
            members = rows[groups == group]
            if len(members):
                lines += [np.array([~group]), members if self.is_open(group) else members[: self.few]]
        return np.concatenate(lines)
