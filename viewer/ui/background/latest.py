"""Asking for something that takes long, where only the newest answer counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from viewer.cancellation import Proceed
from viewer.file_error import FileError
from viewer.ui.background.tasks import Priority, Task, Tasks

_PATIENCE = 0.3
"""Seconds after which progress is told."""
_PERCENT = 0.01
"""Share by which it must have changed to be told: whoever shows it paints for it."""
_REST = 4.0
"""Times as long as the last answer took is waited before a patient question is asked."""

Question = Callable[[Proceed], Any]
"""A pure function of what asks whether to go on; it runs in another thread."""


class Latest(QObject):
    """Asks one question at a time in the background: a newer one takes the place of the one before."""

    answered = Signal(object)
    """What the function returned."""
    failed = Signal()
    """There is no answer."""
    unreadable = Signal(object)
    """After ``failed``, the FileError; not for what nobody expected, which is raised on its own."""
    progress = Signal(float)
    """Share that is done, 0 to 1, if it takes long; then 1 when it ends."""

    def __init__(
        self,
        tasks: Tasks,
        parent: QObject,
        answer: Callable[[Any], object] | None = None,
        priority: Priority = Priority.SOON,
    ) -> None:
        """Take, besides, what is told each answer."""
        super().__init__(parent)
        if answer is not None:
            self.answered.connect(answer)
        self._tasks = tasks
        self._priority = priority
        self._task: Task | None = None
        self._next: Question | None = None
        self._asked = self._due = 0.0
        self._told: float | None = None
        tasks.ended.connect(self._take)
        tasks.ticked.connect(self._tell_progress)
        self._again = QTimer(self, singleShot=True)
        self._again.timeout.connect(self._go_on)

    @property
    def busy(self) -> bool:
        """Whether an answer is being worked out; not while a patient question rests."""
        return self._task is not None and not self._task.cancelled

    def ask(self, question: Question, *, patient: bool = False) -> None:
        """Ask; no older question is answered any more.

        A ``patient`` question is one about more of the same, in a file that grows: what is under way is
        answered first, and then there is a rest. Of many of them only the newest is asked.
        """
        if patient:
            self._next = question
            self._go_on()
        else:
            self.cancel()
            self._begin(question)

    def cancel(self) -> None:
        """Want no answer any more."""
        if self._task is not None:
            self._tasks.cancel(self._task)
            self._end()
        self._next = None
        self._due = 0.0
        self._again.stop()

    def wait(self) -> None:
        """Have the answer told before going on, for a picture."""
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
    def _take(self, task: Task) -> None:
        if task is not self._task:
            return
        now = self._tasks.clock()
        self._due = now + _REST * (now - self._asked)
        self._end()
        if task.error is None:
            self.answered.emit(task.answer)
        else:
            self.failed.emit()
            if isinstance(task.error, FileError):
                self.unreadable.emit(task.error)
        self._go_on()

    def _end(self) -> None:
        self._task = None
        if self._told is not None:
            self._told = None
            self.progress.emit(1.0)

    @Slot()
    def _tell_progress(self) -> None:
        if self._task is None or self._tasks.clock() - self._asked <= _PATIENCE:
            return
        share = self._task.share
        if self._told is None or abs(share - self._told) >= _PERCENT:
            self._told = share
            self.progress.emit(share)
