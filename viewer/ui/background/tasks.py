"""What runs in the background, and the few threads it runs in."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from enum import Enum
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer, Signal, Slot

from viewer.cancellation import Proceed, ReadingCancelledError
from viewer.file_error import FileError

_PERIOD = 250
"""Milliseconds between two looks at how far everything is."""
_BREATH = 0.02
"""Seconds between two looks of a task that gives way at whether it is still wanted."""
_LONG = 0.005
"""Seconds of taking answers, after which there is a turn for keys and the mouse."""


class Priority(Enum):
    """Who waits for a task. The value is how many threads work on its kind: three in all."""

    SOON = 2
    """Somebody looks at where the answer will be shown, or has asked for it."""
    LATER = 1
    """Nobody has asked: the next one begins when the one before has read the whole file, and while any that
    somebody asked for is at work, or the window paints, it waits at its next step."""


class Task:
    """One call of a function in a thread; what is said about it here may be looked at in any.

    Attributes:
        cancelled: whether nobody wants the answer any more.
        share: how much is done, 0 to 1.
        answer: what the function returned.
        error: what it raised instead.
        priority: who waits for it.
        future: of its call, None before that is asked for.

    """

    def __init__(self, function: Callable[[Proceed], Any], priority: Priority, turn: threading.Event) -> None:
        """Take what is called, and what is set while it may be at work."""
        self._function = function
        self._turn = turn
        self.priority = priority
        self.future: Future[None] | None = None
        self.cancelled = False
        self.share = 0.0
        self.answer: Any = None
        self.error: Exception | None = None

    def proceed(self, share: float) -> bool:
        """Tell which share is done, 0 to 1; return, when it is its turn, whether to go on."""
        self.share = share
        while not (self.cancelled or self._turn.wait(_BREATH)):
            pass
        return not self.cancelled

    def run(self) -> None:
        """Answer, in the thread."""
        try:
            self.answer = self._function(self.proceed)
        except Exception as error:  # noqa: BLE001 - it is raised again in the thread of the window
            if not (self.cancelled and isinstance(error, ReadingCancelledError)):
                self.error = error


class Tasks(QObject):
    """The register of everything that runs in the background of a window, in at most three threads.

    A thread of its own for each task costs ten times as much to start, each brings an arena of memory with
    it, and so many of them share one interpreter that the window waits its turn.
    """

    ended = Signal(object)
    """Task that has its answer, or its error; not one that was cancelled."""
    ticked = Signal()
    """It is time to tell how far a task is, while any runs."""
    idle = Signal()
    """Nothing runs any more that somebody waits for."""
    _returned = Signal(object)

    def __init__(self, clock: Callable[[], float] = time.monotonic, parent: QObject | None = None) -> None:
        """Take the clock by which all that is asked for in the background is timed, in seconds."""
        super().__init__(parent)
        self.clock = clock
        self._pools = _pools()
        self._turns = {each: threading.Event() for each in Priority}
        self._turns[Priority.SOON].set()
        self._counting = threading.Lock()
        self._asked_for = 0
        self._count(0)
        self._running: set[Task] = set()
        self._new: list[Task] = []
        # Without an interval: threads begin when no event is left, so once what has changed is painted.
        self._start = QTimer(self, singleShot=True)
        self._start.timeout.connect(self.begin)
        self._waiting: dict[Callable[[], object], None] = {}
        self._turn = QTimer(self, singleShot=True)
        self._turn.timeout.connect(self._take_turn)
        self._over = False
        self.asked_only = False
        """Whether only what somebody waits for is done from now on."""
        self._returned.connect(self._line_up, Qt.ConnectionType.QueuedConnection)
        self._line: deque[Task] = deque()
        self._next = QTimer(self, singleShot=True)
        self._next.timeout.connect(self._end_some)
        self._watch = QTimer(self, interval=_PERIOD)
        self._watch.timeout.connect(self.ticked)
        self._settle = QTimer(self, singleShot=True)  # whoever takes an answer may at once ask for more
        self._settle.timeout.connect(self._look)

    @property
    def busy(self) -> bool:
        """Whether something runs that somebody waits for, or a part of the window waits for its turn."""
        return bool(self._waiting) or any(task.priority is Priority.SOON for task in self._running)

    @property
    def quiet(self) -> bool:
        """Whether nothing runs at all."""
        return not (self._running or self._waiting)

    def start(self, function: Callable[[Proceed], Any], priority: Priority) -> Task | None:
        """Have a function called in a thread; None if that is not done, or everything has been shut down.

        It is given what it has to ask, in the middle, whether to go on. Its thread begins once the window
        has been painted: both would share the interpreter.
        """
        if self._over or (self.asked_only and priority is Priority.LATER):
            return None
        task = Task(function, priority, self._turns[priority])
        self._running.add(task)
        self._new.append(task)
        self._start.start()
        self._watch.start()
        return task

    @Slot()
    def begin(self) -> None:
        """Have all that has been asked for begin now."""
        self._start.stop()
        if self._waiting:
            return  # it begins once the last one had its turn
        new, self._new = self._new, []
        for task in new:
            if not task.cancelled:
                task.future = self._pools[task.priority].submit(self._run, task)

    def cancel(self, task: Task) -> None:
        """Want no answer any more."""
        task.cancelled = True
        self._forget(task)

    def wait_for(self, task: Task) -> None:
        """Wait in the middle of everything until a task has ended, and tell that."""
        self.finish_turns()
        self.begin()
        if task.future is not None:
            wait([task.future])
        QCoreApplication.sendPostedEvents(self, QEvent.Type.MetaCall.value)
        while task in self._line:
            self._end(self._line.popleft())

    def in_turn(self, do: Callable[[], object]) -> None:
        """Do something for the window in a turn of its own, once: painting, keys and the mouse come between.

        Were all that is to be told of another recording told at once, all of the window would be painted at
        once, and again and again while a file is read. Threads begin when everybody had their turn.
        """
        self._waiting[do] = None
        self._turn.start()

    @Slot()
    def _take_turn(self) -> None:
        if self._waiting:
            do = next(iter(self._waiting))
            del self._waiting[do]
            do()
        if self._waiting:
            self._turn.start()
        else:
            self.begin()
            self._settle.start()

    @property
    def telling(self) -> bool:
        """Whether a part of the window waits for its turn."""
        return bool(self._waiting)

    def finish_turns(self) -> None:
        """Let everybody have their turn now: a key or a click is meant for what is true."""
        while self._waiting:
            self._take_turn()

    @contextmanager
    def first(self) -> Iterator[None]:
        """Let what nobody asked for wait at its next step: sharing the interpreter takes twice as long."""
        self._count(1)
        try:
            yield
        finally:
            self._count(-1)

    def rest(self) -> None:
        """Let threads end if none has anything to do; they are started again with the next task."""
        if self.quiet and not self._over:
            pools, self._pools = self._pools, _pools()
            for pool in pools.values():
                pool.shutdown(wait=False)

    def shut_down(self) -> None:
        """Want nothing any more, and wait for every thread."""
        self._over = True
        self._waiting.clear()
        for task in tuple(self._running):
            self.cancel(task)
        for pool in self._pools.values():
            pool.shutdown(cancel_futures=True)

    def _run(self, task: Task) -> None:
        asked_for = int(task.priority is Priority.SOON)
        self._count(asked_for)
        if not task.cancelled:
            task.run()
        self._count(-asked_for)
        self._returned.emit(task)

    def _count(self, more: int) -> None:
        """Count what comes first: tasks at work that somebody asked for, and painting; others wait for these.

        Both would share the interpreter, and who reads many small pieces gives it away with each of them.
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
        """Tell of those that have ended; when that takes long, of the others in another turn."""
        begun = self.clock()
        try:
            while self._line and self.clock() - begun < _LONG:
                self._end(self._line.popleft())
            self.begin()
        finally:
            if self._line:
                self._next.start()

    def _end(self, task: Task) -> None:
        """Tell that a task has ended; an error that nobody expected is raised, once, for who shows those."""
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
    def _look(self) -> None:
        if not self.busy:
            self.idle.emit()


def _pools() -> dict[Priority, ThreadPoolExecutor]:
    return {each: ThreadPoolExecutor(each.value, thread_name_prefix=each.name.lower()) for each in Priority}
