"""Rows that are sorted by a click on a heading, and filtered by words."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, Qt

from viewer.arrays import Floats, Ints
from viewer.lazy import LazySequence
from viewer.ui.widgets.grid_model import GridHeading, GridModel, cell_text

_ASCENDING = Qt.SortOrder.AscendingOrder


@dataclass(frozen=True, slots=True)
class SortedHeading(GridHeading):
    """The head of a column whose values are written by ``write``, and sorted as they are.

    ``keys`` returns the values of all items, (N,), where that is quicker than to ask for their cells.
    """

    write: Callable[[Any], str] = cell_text
    keys: Callable[[], Floats] | None = field(default=None, compare=False)


class SortedGridModel(GridModel):
    """A table of items: its lines are those that have all words of the filter, in the order of a column."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.items: list[Any] = []
        self._all: Sequence[Any] = ()
        self._cells: Callable[[Any], Sequence[Any]] = tuple
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
        """Show these items, each with its cells, which are asked for again and again; they have an order."""
        self._columns, self._all, self._cells = headings, items, cells
        self._arrange()

    def set_filter(self, text: str) -> None:
        """Show only lines that have all these words, in upper or lower case."""
        self._words = text.casefold().split()
        self._arrange()

    def sort(self, column: int, order: Qt.SortOrder = _ASCENDING) -> None:
        """Sort by a column; −1 is the usual order. What is unknown comes last in both directions."""
        self._column, self._order = column, order
        self._arrange()

    def unfolded(self, items: list[Any]) -> list[Any]:
        """Return what is shown of these items, in order: with what belongs below some of them."""
        return items

    def text(self, line: int, column: int) -> str:
        """Return what a cell shows."""
        return self._written(self.rows[line], column)

    def _written(self, row: Sequence[Any], column: int) -> str:
        value = row[column]
        return cell_text(None) if _unknown(value) else self._columns[column].write(value)

    def _arrange(self) -> None:
        cells, column = self._cells, self._column
        numbers = np.arange(len(self._all))
        if 0 <= column < len(self._columns):
            numbers = self._sorted(self._columns[column].keys, column)
        items = [*map(self._all.__getitem__, numbers.tolist())]
        if self._words:
            items = [each for each in items if self._passes(cells(each))]
        self.items = items = self.unfolded(items)
        self.show(self._columns, LazySequence(len(items), lambda line: cells(items[line])))

    def _sorted(self, keys: Callable[[], Floats] | None, column: int) -> Ints:
        """Return the numbers of all items in the order of a column."""
        descending = self._order is not _ASCENDING
        if keys is not None:
            values = keys()
            return np.argsort(-values if descending else values, kind="stable")
        cells = [self._cells(item)[column] for item in self._all]
        rest = [number for number, cell in enumerate(cells) if _unknown(cell)]
        known = sorted(set(range(len(cells))).difference(rest))
        return np.array([*sorted(known, key=cells.__getitem__, reverse=descending), *rest], np.int64)

    def _passes(self, row: Sequence[Any]) -> bool:
        line = " ".join(self._written(row, column) for column in range(len(row))).casefold()
        return all(word in line for word in self._words)


def _unknown(value: Any) -> bool:  # noqa: ANN401 - whatever a cell holds
    return value is None or (isinstance(value, float) and math.isnan(value))
