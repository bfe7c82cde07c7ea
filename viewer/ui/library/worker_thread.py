"""Functions that take long, each in a thread of its own: a survey may take hours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QThread, Signal, Slot

from viewer.cancellation import ReadingCancelledError


class Call(QThread):
    """One call of a function that asks whether to go on."""

    answered = Signal(object)
    """What the function returned; not after ``cancel``."""
    failed = Signal(object)
    """The Exception that it raised instead."""
    progressed = Signal(object)
    """What the function said about how far it is."""
    ended = Signal()
    """The thread has ended; the call is deleted after it."""

    def __init__(self, function: Callable[[Call], Any], parent: QObject) -> None:
        """Take the function; it is given the call."""
        super().__init__(parent)
        self._function = function
        self._wanted = True
        self.finished.connect(self._end)

    def proceed(self, *_share: object) -> bool:
        """Tell, in the thread, whether to go on."""
        return self._wanted

    def cancel(self) -> None:
        """Want no answer any more; it ends at its next step."""
        self._wanted = False

    @Slot()
    def _end(self) -> None:
        self.ended.emit()  # ``finished`` comes from the thread: who asked could hear of it after the deletion
        self.deleteLater()

    def run(self) -> None:
        """Call."""
        try:
            answer = self._function(self)
        except ReadingCancelledError:
            return
        except Exception as error:  # noqa: BLE001 - who asked is told
            if self._wanted:
                self.failed.emit(error)
        else:
            if self._wanted:
                self.answered.emit(answer)
