"""Background calls of which only the latest counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from viewer.cancellation import ShouldContinue
from viewer.file_error import FileError
from viewer.ui.background.tasks import Priority, Task, Tasks

_PATIENCE = 0.3
"""Seconds for which a background call has to run before its progress is reported."""
_PERCENT = 0.01
"""Least increase of a call's progress (0 to 1) that is reported again, as each report makes the window paint.
"""
_REST = 4.0
"""Pause before the next ``coalesced`` background call, as a multiple of the duration of the call before.

Coalesced calls are repeated while a file grows; other calls start at once.
"""

Question = Callable[[ShouldContinue], Any]
"""Function that is run in the background; its argument is a function to call with its progress (0 to 1).

That function returns False if the result is no longer wanted.
"""


class Latest(QObject):
    """Runs calls of one function in the background; a newer call cancels the one before it."""

    failed = Signal()
    """Emitted when the function called in the background has raised an error, so that there is no result."""
    unreadable = Signal(object)
    """Emitted after ``failed`` with the error if it is a FileError; others are raised in the event loop."""
    progress = Signal(float)
    """Carries the progress of a long call, 0 to 1; it is emitted with 1 when the call ends."""

    def __init__(
        self,
        tasks: Tasks,
        parent: QObject,
        answer: Callable[[Any], object],
        priority: Priority = Priority.SOON,
    ) -> None:
        """Set in which threads (``tasks``) and with which ``priority`` calls run; ``ask`` starts one.

        ``answer`` is called with the result of each call, unless that raised an error or was cancelled.
        """
        super().__init__(parent)
        self._tasks, self._answer, self._priority = tasks, answer, priority
        self._task: Task | None = None
        self._next: Question | None = None
        self._asked = self._due = 0.0
        self._reported: float | None = None
        tasks.ended.connect(self._on_ended)
        tasks.ticked.connect(self._emit_progress)
        self._again = QTimer(self, singleShot=True)
        self._again.timeout.connect(self._go_on)

    @property
    def busy(self) -> bool:
        """Whether a call is running; one that still waits to be called (``coalesced``) does not count."""
        return self._task is not None and not self._task.cancelled

    def ask(self, question: Question, *, coalesced: bool = False) -> None:
        """Call ``question`` in the background, and cancel an older call that is running.

        With ``coalesced``, for a call that is repeated as a file grows, the older call is not cancelled: the
        new one starts after its end, and after a pause of four times its duration. Only the newest of the
        calls that wait is made.
        """
        if coalesced:
            self._next = question
            self._go_on()
        else:
            self.cancel()
            self._begin(question)

    def cancel(self) -> None:
        """Cancel the running call, and the call that waits for it to end."""
        if self._task is not None:
            self._tasks.cancel(self._task)
            self._end()
        self._next = None
        self._due = 0.0
        self._again.stop()

    def wait(self) -> None:
        """Block until the running background call, if any, has ended and its result was emitted."""
        while self._task is not None and not self._task.cancelled:
            self._tasks.wait_for(self._task)

    def _begin(self, question: Question) -> None:
        self._asked = self._tasks.clock()
        self._task = self._tasks.start(question, self._priority)

    @Slot()
    def _go_on(self) -> None:
        if self._task is not None or self._next is None:
            return
        missing = self._due - self._tasks.clock()
        if missing > 0.0:
            self._again.start(max(round(missing * 1e3), 1))
        else:
            question, self._next = self._next, None
            self._begin(question)

    @Slot(object)
    def _on_ended(self, task: Task) -> None:
        if task is not self._task:
            return
        now = self._tasks.clock()
        self._due = now + _REST * (now - self._asked)
        self._end()
        if task.error is None:
            self._answer(task.answer)
        else:
            self.failed.emit()
            if isinstance(task.error, FileError):
                self.unreadable.emit(task.error)
        self._go_on()

    def _end(self) -> None:
        self._task = None
        if self._reported is not None:
            self._reported = None
            self.progress.emit(1.0)

    @Slot()
    def _emit_progress(self) -> None:
        if self._task is None or self._tasks.clock() - self._asked <= _PATIENCE:
            return
        share = self._task.share
        if self._reported is None or abs(share - self._reported) >= _PERCENT:
            self._reported = share
            self.progress.emit(share)
