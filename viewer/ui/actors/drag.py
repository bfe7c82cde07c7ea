"""Taking an actor out of the list, to where one of its signals can be shown."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QDrag
from PySide6.QtWidgets import QWidget

from viewer.ui.signal_mime import signal_mime


def drag_signal(source: QWidget, row: int) -> None:
    """Let the user drag an actor away from a widget, for its usual signal; return when it is dropped."""
    drag = QDrag(source)
    drag.setMimeData(signal_mime(row))
    drag.exec(Qt.DropAction.CopyAction)
