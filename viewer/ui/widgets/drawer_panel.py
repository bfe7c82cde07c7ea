"""What a panel must be to be shown in the drawer."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from viewer.ui.widgets.overflow_row import OverflowRow
from viewer.ui.widgets.window_part import WindowPart


class DrawerPanel(QWidget):
    """A panel for the drawer; ``head`` is a row of controls that the drawer takes into its own."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = OverflowRow(self)
        self.head.hide()
        self.part = WindowPart(self)

    def take_keyboard(self) -> None:
        """Take the keyboard, if the panel is one for keys: it was opened by its action."""
