"""Taking an actor out of the list, to where one of its signals can be shown."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QDrag
from PySide6.QtWidgets import QWidget

from viewer.ui.signal_mime import signal_mime

_SIGNAL = "speed"


def drag_signal(source: QWidget, row: int) -> None:
    """Let the user drag the speed of an actor away from a widget; return when it is dropped."""
    drag = QDrag(source)
    drag.setMimeData(signal_mime(row, _SIGNAL))
    drag.exec(Qt.DropAction.CopyAction)
