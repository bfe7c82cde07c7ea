"""Titles of columns, as all lists of the window have them."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHeaderView, QWidget

from viewer.ui.theme import current_theme, font

_HEIGHT = 28


class ColumnHeader(QHeaderView):
    """Plain text over a hairline from edge to edge; ``paintSection`` is for who knows the titles."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setFont(font(11))
        self.setMinimumSectionSize(1)
        self.setStretchLastSection(False)

    def sizeHint(self) -> QSize:
        """Return the fixed height."""
        return QSize(super().sizeHint().width(), _HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the titles, and the hairline."""
        super().paintEvent(event)
        area = self.viewport().rect()
        QPainter(self.viewport()).fillRect(0, area.bottom(), area.width(), 1, current_theme().hairline)
