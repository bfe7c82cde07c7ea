"""Painting a window part by part."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QWidget


class PaintingTurns(QObject):
    """Lets the parts of a window be painted one after the other, each in its own turn of the event loop.

    Qt paints everything that has changed at once. When that is the whole window, again and again while a file
    is read, keys and the mouse would have to wait for it.
    """

    finished = Signal()
    """All parts have been painted, or there is none to be seen."""

    def __init__(self, parts: Sequence[QWidget], parent: QObject) -> None:
        """Take the parts, the most important one first."""
        super().__init__(parent)
        self._parts = tuple(parts)
        for part in parts:
            part.setAutoFillBackground(True)  # it hides what is below: or that would cover who waits
        self._waiting: list[QWidget] = []
        self._turn: QWidget | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._let_paint)

    @property
    def under_way(self) -> bool:
        """Whether some parts still show what was before."""
        return bool(self._waiting)

    @Slot()
    def begin(self) -> None:
        """Let all parts that are seen wait for their turn, before they change; who waits comes first.

        Whose turn it is shows the change at once: without its updates it would be painted empty.
        """
        seen = [part for part in self._parts if part.isVisible() and part is not self._turn]
        self._waiting += [part for part in seen if part not in self._waiting]
        for part in seen:
            part.setUpdatesEnabled(False)
        if self._waiting:
            self._timer.start()
        else:
            self.finished.emit()

    def finish(self) -> None:
        """Let all parts be painted now, for a picture of them."""
        self._timer.stop()
        while self._waiting:
            self._waiting.pop(0).setUpdatesEnabled(True)
        self._turn = None
        self.finished.emit()

    @Slot()
    def _let_paint(self) -> None:
        """Let the next part be painted; in the turn after the last one all of them are."""
        if self._waiting:
            self._turn = self._waiting.pop(0)
            self._turn.setUpdatesEnabled(True)
            self._timer.start()
        else:
            self._turn = None
            self.finished.emit()
