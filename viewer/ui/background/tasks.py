"""Background tasks, and the few threads in which they run."""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from enum import Enum
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer, Signal, Slot

from viewer.cancellation import ReadingCancelledError, ShouldContinue
from viewer.file_error import FileError
from viewer.ui.background.turns import Turns

_PERIOD = 250
"""Milliseconds between two updates of the tasks' progress in the window (the signal ``Tasks.ticked``)."""
_BREATH = 0.02
"""Seconds between two checks whether a task that waits for its turn was cancelled."""
_LONG = 0.005
"""Longest time in seconds for which results of tasks are emitted without a pause for mouse and keyboard."""


class Priority(Enum):
    """Priority of a task: whether the user waits for it. Tasks of each priority have threads of their own."""

    SOON = "soon"
    """Priority of a task whose result the user has asked for, or will see in a visible part of the window."""
    PICTURE = "picture"
    """As SOON, for a task that hardly runs Python code: as many run at a time as there are processors."""
    LATER = "later"
    """Priority of a task that no user waits for.

    One such task runs at a time. It pauses while a task runs that the user waits for, or the window paints.
    """


_THREADS = {Priority.SOON: 2, Priority.PICTURE: os.cpu_count() or 2, Priority.LATER: 1}
"""Most threads for tasks of each priority."""


class Task:
    """One call of a function in a thread; its attributes may be read in any thread.

    Attributes:
        cancelled: whether the result is no longer wanted.
        share: progress, 0 to 1.
        answer: what the function returned.
        error: the exception that the function raised; None if it raised none.
        priority: whether the user waits for the result.
        future: future of the call, None before the call was submitted.
    """

    def __init__(
        self, function: Callable[[ShouldContinue], Any], priority: Priority, turn: threading.Event
    ) -> None:
        """Prepare a call of ``function``, which gets the argument ``should_continue``, a function.

        Each call of ``should_continue`` waits until the event ``turn`` is set: so the task can be paused.
        """
        self._function = function
        self._turn = turn
        self.priority = priority
        self.future: Future[None] | None = None
        self.cancelled = False
        self.share = 0.0
        self.answer: Any = None
        self.error: Exception | None = None

    def should_continue(self, share: float) -> bool:
        """Store the progress ``share`` (0 to 1) and pause until it is the task's turn.

        Returns False if the task was cancelled and should stop.
        """
        self.share = share
        while not (self.cancelled or self._turn.wait(_BREATH)):
            pass
        return not self.cancelled

    def run(self) -> None:
        """Call the task's function and store its result, or the exception that it raised."""
        try:
            self.answer = self._function(self.should_continue)
        except Exception as error:  # noqa: BLE001 - it is raised again in the thread of the window
            if not (self.cancelled and isinstance(error, ReadingCancelledError)):
                self.error = error


class Tasks(QObject):
    """Runner of all background tasks of a window, in few threads.

    More of them would slow down the window, because only one can run Python code at a time; a new thread for
    each task takes ten times as long to start as a waiting one, and needs more memory.
    """

    ended = Signal(object)
    """Emitted when a task has ended with a result or an error, with the Task; not for cancelled tasks."""
    ticked = Signal()
    """Emitted periodically while tasks run, so that the window can show their progress."""
    idle = Signal()
    """Emitted when the last running task that the user waits for has ended."""
    _returned = Signal(object)

    def __init__(self, clock: Callable[[], float] = time.monotonic, parent: QObject | None = None) -> None:
        """Prepare the running of tasks; no thread is started yet.

        ``clock`` returns seconds, with which durations and pauses are measured.
        """
        super().__init__(parent)
        self.clock = clock
        self._pools = _pools()
        self._turns = {each: threading.Event() for each in Priority}
        for turn in self._turns.values():
            turn.set()
        self._counting = threading.Lock()
        self._asked_for = 0
        self._count(0)
        self._running: set[Task] = set()
        self._new: list[Task] = []
        # Without an interval: threads begin when no event is left, so after painting.
        self._start = QTimer(self, singleShot=True)
        self._start.timeout.connect(self.begin)
        self.turns = Turns(self)
        self.turns.finished.connect(self.begin)
        self._over = False
        self.foreground_only = False
        """Whether only what somebody waits for is done from now on."""
        self._returned.connect(self._line_up, Qt.ConnectionType.QueuedConnection)
        self._line: deque[Task] = deque()
        self._next = QTimer(self, singleShot=True)
        self._next.timeout.connect(self._end_some)
        self._watch = QTimer(self, interval=_PERIOD)
        self._watch.timeout.connect(self.ticked)
        self._settle = QTimer(self, singleShot=True)  # a receiver of a result may start more tasks
        self._settle.timeout.connect(self._check_idle)
        self.turns.finished.connect(self._settle.start)

    @property
    def busy(self) -> bool:
        """Whether a task runs that the user waits for, or an update of a widget is due."""
        return self.turns.waiting or any(task.priority is not Priority.LATER for task in self._running)

    @property
    def quiet(self) -> bool:
        """Whether no task runs and no update of a widget is due."""
        return not (self._running or self.turns.waiting)

    def start(self, function: Callable[[ShouldContinue], Any], priority: Priority) -> Task | None:
        """Start ``function`` in a thread once the window has been painted, and return its task.

        ``function`` gets a function that it calls with its progress (0 to 1), and that returns False if it
        should stop. After ``shut_down`` nothing is started and None is returned; likewise for a task of the
        priority LATER while the attribute ``foreground_only`` is True.
        """
        if self._over or (self.foreground_only and priority is Priority.LATER):
            return None
        task = Task(function, priority, self._turns[priority])
        self._running.add(task)
        self._new.append(task)
        self._start.start()
        self._watch.start()
        return task

    @Slot()
    def begin(self) -> None:
        """Submit all new tasks to their threads.

        While updates of widgets are due, nothing happens; this runs again after the last one.
        """
        self._start.stop()
        if self.turns.waiting:
            return
        new, self._new = self._new, []
        for task in new:
            if not task.cancelled:
                task.future = self._pools[task.priority].submit(self._run, task)

    def cancel(self, task: Task) -> None:
        """Cancel ``task`` without waiting for it; no result of it is emitted.

        Its ``should_continue`` returns False from now on.
        """
        task.cancelled = True
        self._forget(task)

    def wait_for(self, task: Task) -> None:
        """Block until ``task`` has ended, and emit ``ended`` for it unless it was cancelled."""
        self.turns.finish()
        self.begin()
        if task.future is not None:
            wait([task.future])
        QCoreApplication.sendPostedEvents(self, QEvent.Type.MetaCall.value)
        while task in self._line:
            self._end(self._line.popleft())

    @contextmanager
    def first(self) -> Iterator[None]:
        """Return a context in which tasks of priority LATER, for which no user waits, pause.

        So they do not slow down the GUI thread.
        """
        self._count(1)
        try:
            yield
        finally:
            self._count(-1)

    def rest(self) -> None:
        """End all threads if no task is running; new ones are started with the next task."""
        if self.quiet and not self._over:
            pools, self._pools = self._pools, _pools()
            for pool in pools.values():
                pool.shutdown(wait=False)

    def shut_down(self) -> None:
        """Cancel all tasks, and wait until all threads have ended; no task can be started afterwards."""
        self._over = True
        self.turns.forget()
        for task in tuple(self._running):
            self.cancel(task)
        for pool in self._pools.values():
            pool.shutdown(cancel_futures=True)

    def _run(self, task: Task) -> None:
        asked_for = int(task.priority is not Priority.LATER)
        self._count(asked_for)
        if not task.cancelled:
            task.run()
        self._count(-asked_for)
        self._returned.emit(task)

    def _count(self, more: int) -> None:
        """Add ``more`` (may be negative) to the number of reasons why tasks of priority LATER have to pause.

        Each running task of another priority is a reason, and each open ``first`` context. At 0 they go on.
        """
        with self._counting:
            self._asked_for += more
            if self._asked_for:
                self._turns[Priority.LATER].clear()
            else:
                self._turns[Priority.LATER].set()

    @Slot(object)
    def _line_up(self, task: Task) -> None:
        self._line.append(task)
        self._next.start()

    @Slot()
    def _end_some(self) -> None:
        """Emit ``ended`` for tasks that have ended.

        If that takes long, the rest follow in another turn of the event loop.
        """
        begun = self.clock()
        try:
            while self._line and self.clock() - begun < _LONG:
                self._end(self._line.popleft())
            self.begin()
        finally:
            if self._line:
                self._next.start()

    def _end(self, task: Task) -> None:
        """Emit that ``task`` has ended; an unexpected error is raised here, for the crash dialog."""
        self._forget(task)
        if not task.cancelled:
            self.ended.emit(task)
        if task.error is not None and not isinstance(task.error, FileError):
            raise task.error

    def _forget(self, task: Task) -> None:
        self._running.discard(task)
        self._settle.start()
        if not self._running:
            self._watch.stop()

    @Slot()
    def _check_idle(self) -> None:
        if not self.busy:
            self.idle.emit()


def _pools() -> dict[Priority, ThreadPoolExecutor]:
    return {each: ThreadPoolExecutor(most, each.value) for each, most in _THREADS.items()}
