"""Telling that something was copied, whoever copied it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit, QWidget

from viewer.ui import format as fmt

_LONGEST = 60


class CopyNotice(QObject):
    """Listens to the clipboard while a window is the one that is used."""

    told = Signal(str)
    """What was copied, in a few words."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        QGuiApplication.clipboard().dataChanged.connect(self._tell)

    @Slot()
    def _tell(self) -> None:
        """Tell of all but what is copied out of a text field, which nobody wonders about."""
        if not self._window.isActiveWindow() or isinstance(self._window.focusWidget(), QLineEdit):
            return
        lines = QGuiApplication.clipboard().text().splitlines()
        if len(lines) > 1:
            self.told.emit(self.tr("Copied {count} lines").format(count=fmt.count(len(lines))))
        elif lines:
            text = lines[0] if len(lines[0]) <= _LONGEST else f"{lines[0][:_LONGEST]}…"
            self.told.emit(self.tr("Copied: {text}").format(text=text))
