"""Button with a layout of labels and icons inside."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from viewer.ui.widgets.boxes import in_row


class LayoutButton(QPushButton):
    """Push button as large as the layout inside it; widgets added with ``add`` let mouse clicks through."""

    def __init__(self, kind: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", kind)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.row = in_row(self, spacing=8, margins=(12, 0, 12, 0))

    def add(self, widget: QWidget, stretch: int = 0) -> None:
        """Append ``widget`` at the right end inside the button; mouse clicks on it go to the button."""
        widget.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.row.addWidget(widget, stretch, Qt.AlignmentFlag.AlignVCenter)

    def sizeHint(self) -> QSize:
        """Return the size that the layout wants, instead of the size of the button's own text."""
        return self.row.sizeHint().expandedTo(self.minimumSize())

    def minimumSizeHint(self) -> QSize:
        """Return the minimum size of the layout inside the button."""
        return self.row.minimumSize()
