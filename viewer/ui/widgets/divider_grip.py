"""The sign in the middle of an edge that it can be dragged."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt
from PySide6.QtWidgets import QFrame, QWidget
from shiboken6 import isValid

_SIZE = QSize(40, 4)


class DividerGrip(QFrame):
    """Lies over the middle of a splitter's handle, which is only a hairline; the mouse goes through it."""

    def __init__(self, handle: QWidget, window: QWidget) -> None:
        """Take the handle, and the window that is large enough to be drawn on."""
        super().__init__(window)
        self._handle, self._on = handle, window
        self.setProperty("surface", "grip")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFixedSize(_SIZE)
        self.hide()
        handle.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go where the handle is."""
        if watched is self._handle and event.type() in _CHANGES and isValid(self._on):
            self.setVisible(self._handle.isVisible())
            middle = self._handle.mapTo(self._on, self._handle.rect().center())
            self.move(middle - QPoint(_SIZE.width() // 2, _SIZE.height() // 2))
            self.raise_()
        return False


_CHANGES = {QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide}
