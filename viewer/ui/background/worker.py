"""Long-running functions, each in a thread of its own: disks and networks may be slow."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from viewer.cancellation import ReadingCancelledError


class Worker(QObject):
    """One call of a function in a thread, which can be cancelled.

    The program can end while the thread runs: a drive that never answers does not keep it from ending.
    """

    answered = Signal(object)
    """Emitted with what the worker's function returned, unless the worker was cancelled."""
    failed = Signal(object)
    """Emitted with the exception that the worker's function raised; not emitted if it was cancelled."""
    progressed = Signal(object)
    """Carries the progress of the worker's function, which emits it."""
    ended = Signal()
    """Emitted when the thread has ended, after which this object is deleted."""
    _returned = Signal()

    def __init__(self, function: Callable[[Worker], Any], parent: QObject) -> None:
        """Create a worker that calls ``function`` with this object as its argument."""
        super().__init__(parent)
        self._function: Callable[[Worker], Any] | None = function
        self._wanted = True
        self.python_thread = threading.Thread(target=self._run, name=type(self).__name__, daemon=True)
        """The thread, which others may wait for without holding this object and what it uses."""
        self._returned.connect(self._end)

    def start(self) -> None:
        """Start the thread; call this once."""
        self.python_thread.start()

    @property
    def running(self) -> bool:
        """Whether the thread runs."""
        return self.python_thread.is_alive()

    def should_continue(self, *_share: object) -> bool:
        """Return False once ``cancel`` was called, else True; called by the function in the thread.

        ``_share``, the progress that callers pass, is ignored.
        """
        return self._wanted

    def cancel(self) -> None:
        """Make the function end at its next call of ``should_continue``, and drop its result."""
        self._wanted = False

    def wait(self) -> None:
        """Block until the thread has ended; this may be called in any thread."""
        if self.python_thread.ident is not None:
            self.python_thread.join()

    def _run(self) -> None:
        """Call the function, and emit its result or error; emit neither if the worker was cancelled."""
        with suppress(RuntimeError):  # this object was deleted, as the window was closed
            self._call()
            self._returned.emit()

    def _call(self) -> None:
        function, self._function = self._function, None  # it may hold this object, and so an open file
        try:
            answer = function(self) if function is not None else None
        except ReadingCancelledError:
            return
        except Exception as error:  # noqa: BLE001 - it is emitted
            if self._wanted:
                self.failed.emit(error)
        else:
            if self._wanted:
                self.answered.emit(answer)

    @Slot(object)
    def _raise(self, error: Exception) -> None:
        """Raise ``error`` in the thread of the window, for the crash dialog; connect ``failed`` to this."""
        raise error

    @Slot()
    def _end(self) -> None:
        self.ended.emit()
        self.deleteLater()
