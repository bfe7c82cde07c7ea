"""Throttle for work that is requested more often than it should be done."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal, Slot


class Throttle(QObject):
    """Timer that turns many requests into few ``due`` signals: at once for the first, then one per interval.

    The last request is never lost: ``due`` is emitted for it when the interval ends.
    """

    due = Signal()

    def __init__(self, interval: int, parent: QObject, *, first: int | None = None) -> None:
        """Set the least time between two emissions of the signal ``due``: ``interval`` milliseconds.

        After an emission without a wait, the next one comes ``first`` milliseconds later at the earliest
        (None: ``interval``). Throttles that are requested together should differ in ``first``, so that their
        work is not done in the same screen update.
        """
        super().__init__(parent)
        self._interval, self._first = interval, interval if first is None else first
        self._waiting = False
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._end_interval)

    def request(self) -> None:
        """Ask for the signal ``due``: it is emitted at once, or when the current interval ends."""
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
