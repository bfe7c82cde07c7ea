"""The menu of the inspector: copying a value, a section or everything, as text or JSON, and plotting."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from viewer.ui.inspector.copying import TOP, Origin, as_json, as_text, copied
from viewer.ui.inspector.row import Kind, Row


class SheetMenu(QMenu):
    """What can be done with the rows as they were when the menu was opened; it deletes itself."""

    plot_requested = Signal(object)
    """SeriesKeys of values that are to be plotted."""

    pin_requested = Signal(int)
    """Column of an actor that is to be pinned, or no longer."""

    close_requested = Signal(int)
    """Column of an actor that is to be taken away."""

    def __init__(self, origin: Origin, rows: Sequence[Row], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._origin, self._rows = origin, tuple(rows)

    def offer_row(self, row: Row, section: Row) -> None:
        """Offer what there is to do with a row and its section, or all above the sections."""
        is_section = section.kind is Kind.SECTION
        name = section.key if is_section else TOP
        together = [section] if is_section else [each for each in self._rows if each.kind is not Kind.SECTION]
        if row.signals:
            self.addAction(self.tr("Plot over time"), partial(self.plot_requested.emit, row.signals))
            self.addSeparator()
        value = self._offer(self.tr("Copy value"), lambda: copied(row.values))
        as_data = self._offer(self.tr("Copy value as JSON"), lambda: as_json(self._origin, (row,), name))
        for action in (value, as_data):
            action.setEnabled(bool(row.values.strip()))
        self.addSeparator()
        self._offer(self.tr("Copy section as text"), lambda: as_text(self._origin, together))
        self._offer(self.tr("Copy section as JSON"), lambda: as_json(self._origin, together))
        self.addSeparator()

    def offer_actor(self, number: int, *, pinned: bool) -> None:
        """Offer what there is to do with the actor of a column."""
        actor_id, blueprint = self._origin.actors[number]
        if len(self._origin.actors) > 1:
            pin = (
                self.tr("Unpin {0}") if pinned else self.tr("Pin {0}: keep it here while others are selected")
            )
            self.addAction(pin.format(actor_id), partial(self.pin_requested.emit, number))
            self.addAction(
                self.tr("Take {0} away").format(actor_id), partial(self.close_requested.emit, number)
            )
        for text in (str(actor_id), blueprint):
            self._offer(self.tr("Copy {0}").format(text), partial(str, text))
        self.addSeparator()

    def offer_all(self) -> None:
        """Offer to copy everything."""
        self._offer(self.tr("Copy all as text"), lambda: as_text(self._origin, self._rows))
        self._offer(self.tr("Copy all as JSON"), lambda: as_json(self._origin, self._rows))

    def _offer(self, words: str, text: Callable[[], str]) -> QAction:
        """Offer to copy a text, which is made when it is asked for."""
        return self.addAction(words, lambda: QApplication.clipboard().setText(text()))
