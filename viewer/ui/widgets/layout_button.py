"""A button made of several labels, for chips and rows: QPushButton itself can show one text in one font."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from viewer.ui.widgets.boxes import in_row


class LayoutButton(QPushButton):
    """A button as large as the layout in it. What is put in with ``add`` leaves the mouse to the button."""

    def __init__(self, kind: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", kind)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.row = in_row(self, spacing=8, margins=(12, 0, 12, 0))

    def add(self, widget: QWidget, stretch: int = 0) -> None:
        """Put a label at the right end of the row."""
        widget.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.row.addWidget(widget, stretch, Qt.AlignmentFlag.AlignVCenter)

    def sizeHint(self) -> QSize:
        """Return the size of the layout instead of that of the button's own text."""
        return self.row.sizeHint().expandedTo(self.minimumSize())

    def minimumSizeHint(self) -> QSize:
        """Return the least size of the layout."""
        return self.row.minimumSize()
