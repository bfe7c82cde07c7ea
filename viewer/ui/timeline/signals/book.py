"""The signals that the user chose to see, as they can be observed and changed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal, Slot

from viewer.replay.series.key import SeriesKey
from viewer.ui.timeline.signals.colors import with_colors
from viewer.ui.timeline.signals.sheet import Curve, Sheet


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
        self._numbers = 0

    @property
    def sheet(self) -> Sheet:
        """What is plotted."""
        return self._sheet

    def add(self, key: SeriesKey, pane: int | None = None) -> None:
        """Plot a signal, in the pane at a place if it suits there; one that is plotted stays where it is."""
        if all(curve.key != key for curve in self._sheet.curves):
            self.set_sheet(self._sheet.with_curve(self.new_curve(key), pane))

    @Slot(int)
    def remove(self, number: int) -> None:
        """Plot a curve no more."""
        self.set_sheet(self._sheet.without(number))

    @Slot(int)
    def duplicate(self, number: int) -> None:
        """Plot a curve once more, in a pane of its own."""
        curve = self._sheet.curve(number)
        if curve is not None:
            self.set_sheet(self._sheet.with_own_pane(self.new_curve(curve.key), number))

    @Slot(int)
    def separate(self, number: int) -> None:
        """Give a curve a pane of its own."""
        if self._sheet.curve(number) is not None:
            self.set_sheet(self._sheet.separated(number))

    @Slot(int)
    def join(self, number: int) -> None:
        """Put a curve together with others of its unit."""
        if self._sheet.curve(number) is not None:
            self.set_sheet(self._sheet.joined(number))

    @Slot(int, str)
    def set_color(self, number: int, color: str) -> None:
        """Give a curve the colour of a role of the theme; empty for one that suits."""
        self.set_sheet(self._sheet.with_color(number, color))

    @Slot()
    def clear(self) -> None:
        """Plot nothing."""
        self.set_sheet(Sheet())

    def new_curve(self, key: SeriesKey, color: str = "") -> Curve:
        """Return a curve with a number of its own; it is not on the sheet yet."""
        self._numbers += 1
        return Curve(self._numbers, key, color)

    def set_sheet(self, sheet: Sheet) -> None:
        """Show another sheet, made of curves of this book."""
        sheet = with_colors(sheet, self._own)
        if sheet != self._sheet:
            self._sheet = sheet
            self.changed.emit(sheet)
