"""Doing something at once, but not too often."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal, Slot


class Throttle(QObject):
    """Turns many requests into a few: the first is due at once, later ones at most once per interval.

    The last request is never lost: it is due when the interval ends.
    """

    due = Signal()

    def __init__(self, interval: int, parent: QObject | None = None, *, first: int | None = None) -> None:
        """Take the interval in milliseconds, and the first if it is another.

        Of two with other first intervals, the frames in which they are due are not the same.
        """
        super().__init__(parent)
        self._interval, self._first = interval, interval if first is None else first
        self._waiting = False
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._end_interval)

    def request(self) -> None:
        """Ask for it to be done."""
        self._waiting = True
        if not self._timer.isActive():
            self._do(self._first)

    @Slot()
    def _end_interval(self) -> None:
        if self._waiting:
            self._do(self._interval)

    def _do(self, interval: int) -> None:
        self._waiting = False
        self._timer.start(interval)
        self.due.emit()
