"""The menu of a sheet: copying a value, a section or everything, as text or JSON, and plotting."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from viewer.signals.series import SeriesKey
from viewer.ui.inspector.copying import Origin, as_json, as_text, copied, name_of_section, section_of
from viewer.ui.inspector.sheet import Row, RowKind


class SheetMenu(QMenu):
    """What can be done with the rows as they were when the menu was opened; it deletes itself."""

    plot_requested = Signal(object)
    """SeriesKey of a value that is to be plotted."""

    def __init__(self, origin: Origin, rows: Sequence[Row], line: int | None, parent: QWidget) -> None:
        """Offer what there is to do with a line, if there is one, and with everything."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        rows = tuple(rows)
        if line is not None:
            self._offer_line(origin, rows, line)
        elif len(origin.actors) == 1:
            for text in map(str, origin.actors[0]):
                self._offer(self.tr("Copy {0}").format(text), partial(str, text))
            self.addSeparator()
        self._offer(self.tr("Copy all as text"), lambda: as_text(origin, rows))
        self._offer(self.tr("Copy all as JSON"), lambda: as_json(origin, rows))

    def _offer_line(self, origin: Origin, rows: Sequence[Row], line: int) -> None:
        row, section = rows[line], section_of(rows, line)
        if row.signals:
            self.addAction(self.tr("Plot over time"), partial(self._plot, row.signals))
            self.addSeparator()
        has_value = row.kind is not RowKind.HEADING and bool(row.value_text.strip())
        value = self._offer(self.tr("Copy value"), lambda: copied(row.value_text))
        as_data = self._offer(
            self.tr("Copy value as JSON"), lambda: as_json(origin, (row,), name_of_section(rows, line))
        )
        for action in (value, as_data):
            action.setEnabled(has_value)
        self.addSeparator()
        self._offer(self.tr("Copy section as text"), lambda: as_text(origin, section))
        self._offer(self.tr("Copy section as JSON"), lambda: as_json(origin, section))
        self.addSeparator()

    def _plot(self, keys: Sequence[SeriesKey]) -> None:
        for key in keys:
            self.plot_requested.emit(key)

    def _offer(self, words: str, text: Callable[[], str]) -> QAction:
        """Offer to copy a text, which is made when it is asked for."""
        return self.addAction(words, lambda: QApplication.clipboard().setText(text()))
