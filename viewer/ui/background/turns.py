"""Updates of widgets one by one, with time for painting and input between."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal, Slot


class Turns(QObject):
    """Functions to be called one per turn of the event loop, in the order in which they were added.

    Painting and input come between, so that the window stays responsive while all widgets are updated.
    """

    finished = Signal()
    """Emitted after the last function was called."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._waiting: dict[Callable[[], object], None] = {}
        # Without an interval: due when no event is left, so after painting.
        self._next = QTimer(self, singleShot=True)
        self._next.timeout.connect(self._call_next)

    @property
    def waiting(self) -> bool:
        """Whether functions are still to be called."""
        return bool(self._waiting)

    def add(self, do: Callable[[], object]) -> None:
        """Call ``do`` once, in a later turn of the event loop."""
        self._waiting[do] = None
        self._next.start()

    @Slot()
    def _call_next(self) -> None:
        if self._waiting:
            do = next(iter(self._waiting))
            del self._waiting[do]
            do()
        if self._waiting:
            self._next.start()
        else:
            self.finished.emit()

    def finish(self) -> None:
        """Call all functions now, so that all widgets are updated before any input."""
        while self._waiting:
            self._call_next()

    def forget(self) -> None:
        """Drop all functions that are still to be called."""
        self._waiting.clear()
