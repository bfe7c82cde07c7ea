"""Rows that are sorted by a click on a heading, and filtered by words."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QObject, Qt

from viewer.quick_dataclass import dataclass
from viewer.ui.widgets.grid_model import GridHeading, GridModel, cell_text

_ASCENDING = Qt.SortOrder.AscendingOrder


@dataclass(frozen=True, slots=True)
class SortedHeading(GridHeading):
    """The head of a column whose values are sorted as they are, and written by ``write``."""

    write: Callable[[Any], str] = cell_text


class SortedGridModel(GridModel):
    """A table of items: its lines are those that have all words of the filter, in the order of a column."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.items: list[Any] = []
        self._all: list[tuple[Any, Sequence[Any]]] = []
        self._columns: tuple[SortedHeading, ...] = ()
        self._words: list[str] = []
        self._column, self._order = -1, _ASCENDING

    @property
    def total(self) -> int:
        """How many items there are, those that the filter leaves out too."""
        return len(self._all)

    def show_items(
        self, headings: tuple[SortedHeading, ...], items: Sequence[Any], cells: Callable[[Any], Sequence[Any]]
    ) -> None:
        """Show these items, each with its cells; the usual order is theirs."""
        self._columns = headings
        self._all = [(item, cells(item)) for item in items]
        self._arrange()

    def set_filter(self, text: str) -> None:
        """Show only lines that have all these words, in upper or lower case."""
        self._words = text.casefold().split()
        self._arrange()

    def sort(self, column: int, order: Qt.SortOrder = _ASCENDING) -> None:
        """Sort by a column; −1 is the usual order. What is unknown comes last in both directions."""
        self._column, self._order = column, order
        self._arrange()

    def text(self, line: int, column: int) -> str:
        """Return what a cell shows."""
        return self._written(self.rows[line], column)

    def _written(self, row: Sequence[Any], column: int) -> str:
        value = row[column]
        return cell_text(None) if _unknown(value) else self._columns[column].write(value)

    def _arrange(self) -> None:
        kept = [each for each in self._all if self._passes(each[1])]
        column = self._column
        if 0 <= column < len(self._columns):
            known = [each for each in kept if not _unknown(each[1][column])]
            rest = [each for each in kept if _unknown(each[1][column])]
            known.sort(key=lambda each: each[1][column], reverse=self._order is not _ASCENDING)
            kept = known + rest
        self.items = [item for item, _ in kept]
        self.show(self._columns, [row for _, row in kept])

    def _passes(self, row: Sequence[Any]) -> bool:
        if not self._words:
            return True
        line = " ".join(self._written(row, column) for column in range(len(row))).casefold()
        return all(word in line for word in self._words)


def _unknown(value: Any) -> bool:  # noqa: ANN401 - whatever a cell holds
    return value is None or (isinstance(value, float) and math.isnan(value))
