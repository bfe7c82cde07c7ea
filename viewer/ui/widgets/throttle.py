"""Doing something at once, but not too often."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal, Slot


class Throttle(QObject):
    """Turns many requests into a few: the first is due at once, later ones at most once per interval.

    The last request is never lost: it is due when the interval ends.
    """

    due = Signal()

    def __init__(self, interval: int, parent: QObject | None = None) -> None:
        """Take the interval in milliseconds."""
        super().__init__(parent)
        self._waiting = False
        self._timer = QTimer(self, singleShot=True, interval=interval)
        self._timer.timeout.connect(self._end_interval)

    def request(self) -> None:
        """Ask for it to be done."""
        if self._timer.isActive():
            self._waiting = True
        else:
            self._timer.start()
            self.due.emit()

    @Slot()
    def _end_interval(self) -> None:
        if self._waiting:
            self._waiting = False
            self.request()
