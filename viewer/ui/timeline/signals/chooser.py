"""The button that offers signals."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtWidgets import QPushButton, QWidget

from viewer.ui.theme import Theme, font
from viewer.ui.timeline.signals.menu import SignalMenu
from viewer.ui.timeline.signals.offers import Offer
from viewer.ui.timeline.signals.sheet import Sheet


class SignalChooser(QPushButton):
    """Opens the menu of signals; says how far a table is written, as long as one is."""

    chosen = Signal(object)
    """SeriesKey to show."""

    def __init__(self, place: QPoint, height: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "quiet")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setFont(font(12))
        self.setStyleSheet("padding: 0px 6px;")
        self.setToolTip(self.tr("Choose a signal to show in a lane"))
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.setFixedHeight(height)
        self.move(place)
        self._menu = SignalMenu(self)
        self._menu.chosen.connect(self.chosen)
        self.set_written(1.0)

    def set_theme(self, theme: Theme) -> None:
        """Show other colours."""
        self._menu.set_theme(theme)

    def open_menu(self, offered: Sequence[Offer], sheet: Sheet, missing: Sequence[str]) -> None:
        """Offer signals, those of a sheet as shown already; tell in words what is missing."""
        below = self.mapToGlobal(QPoint(0, self.height() + 2))
        self._menu.open_at(below, offered, [curve.key for curve in sheet.curves], missing)

    @Slot(float)
    def set_written(self, share: float) -> None:
        """Tell how much of the exported table is written, 0 to 1."""
        percent = self.tr("Writing {} %").format(round(100 * share))
        self.setText(percent if share < 1.0 else self.tr("+ Signal"))
        self.resize(self.sizeHint().width(), self.height())
