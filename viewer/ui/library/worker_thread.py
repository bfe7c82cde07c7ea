"""Long-running functions, each in a thread of its own: reading a folder of recordings may take hours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QThread, Signal, Slot

from viewer.cancellation import ReadingCancelledError


class WorkerThread(QThread):
    """Thread that calls one function, which can be cancelled."""

    answered = Signal(object)
    """Emitted with what the thread's function returned, unless the thread was cancelled."""
    failed = Signal(object)
    """Emitted with the exception that the thread's function raised; not emitted if it was cancelled."""
    progressed = Signal(object)
    """Carries the progress of the function that runs in the thread."""
    ended = Signal()
    """Emitted when the thread has ended, after which this object is deleted."""

    def __init__(self, function: Callable[[WorkerThread], Any], parent: QObject) -> None:
        """Create a thread that calls ``function`` with this object as its argument."""
        super().__init__(parent)
        self._function = function
        self._wanted = True
        self.finished.connect(self._end)

    def should_continue(self, *_share: object) -> bool:
        """Return False once ``cancel`` was called, else True; called by the function in the thread.

        ``_share``, the progress that callers pass, is ignored.
        """
        return self._wanted

    def cancel(self) -> None:
        """Cancel the work: the thread's function ends soon, and its result is discarded.

        It ends at its next call of ``should_continue``.
        """
        self._wanted = False

    @Slot()
    def _end(self) -> None:
        self.ended.emit()  # ``finished`` is queued from the thread: it could arrive after the deletion
        self.deleteLater()

    def run(self) -> None:
        """Call this thread's function, and emit its result or error; emit nothing if it was cancelled."""
        try:
            answer = self._function(self)
        except ReadingCancelledError:
            return
        except Exception as error:  # noqa: BLE001 - it is emitted
            if self._wanted:
                self.failed.emit(error)
        else:
            if self._wanted:
                self.answered.emit(answer)
