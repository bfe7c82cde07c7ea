"""The signals that the user chose to see, as they can be observed and changed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal, Slot

from viewer.replay.series.key import SeriesKey
from viewer.ui.timeline.signals.colors import with_colors
from viewer.ui.timeline.signals.sheet import Sheet


class SignalBook(QObject):
    """Keeps the sheet of signals; every change is told."""

    changed = Signal(object)
    """Sheet as it is now."""

    def __init__(
        self, own: Callable[[int | None], str] = lambda _row: "", parent: QObject | None = None
    ) -> None:
        """Take what returns the role of an actor's own colour by its row, empty for none."""
        super().__init__(parent)
        self._own = own
        self._sheet = Sheet()

    @property
    def sheet(self) -> Sheet:
        """What is plotted."""
        return self._sheet

    def add(self, key: SeriesKey, pane: int | None = None) -> None:
        """Plot a signal, in the pane at a place if it suits there; one that is plotted stays where it is."""
        if all(curve.key != key for curve in self._sheet.curves):
            self.set_sheet(self._sheet.with_curve(self._sheet.new_curve(key), pane))

    @Slot(object)
    def set_sheet(self, sheet: Sheet) -> None:
        """Show another sheet."""
        sheet = with_colors(sheet, self._own)
        if sheet != self._sheet:
            self._sheet = sheet
            self.changed.emit(sheet)
