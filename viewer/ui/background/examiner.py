"""Looking for defects of single records in the background, once a recording has been read."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, QThread, Signal, Slot

from viewer.logfile.errors import RecordingError
from viewer.recording.check.examine import Examination, examine
from viewer.recording.index import RecordingIndex
from viewer.recording.problems import Problem, ProblemList

_TELL_EVERY = 0.25  # seconds between two lists while more is found


class ExaminationThread(QThread):
    """Examines one recording; an error ends it, for whoever shows the recording meets it too."""

    came_further = Signal(object, object)
    """This thread, and an Examination that has found more or is the last one."""
    ended = Signal(object)
    """This thread, whether it came to the end or not."""

    def __init__(self, index: RecordingIndex, first: int, parent: QObject) -> None:
        super().__init__(parent)
        self._index = index
        self._first = first
        self.finished.connect(self.deleteLater)

    def run(self) -> None:
        """Examine."""
        due, told = 0.0, 0
        try:
            for step in examine(self._index, self._first):
                if self.isInterruptionRequested():
                    return
                number, now = sum(problem.count for problem in step.problems), time.monotonic()
                if step.fraction == 1.0 or (number > told and now >= due):
                    due, told = now + _TELL_EVERY, number
                    self.came_further.emit(self, step)
        except RecordingError:
            return
        finally:
            self.ended.emit(self)


class Examiner(QObject):
    """Examines the open recording, and only what is new when it has grown."""

    found = Signal()
    """``problems`` has changed."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.problems: tuple[Problem, ...] = ()
        """What has been found so far."""
        self._index: RecordingIndex | None = None
        self._examined = 0
        self._before: tuple[Problem, ...] = ()
        self._thread: ExaminationThread | None = None

    def examine(self, index: RecordingIndex) -> None:
        """Examine a recording that has been read, or go on with it."""
        if self._index is None or index.file is not self._index.file or len(index.heads) < self._examined:
            self.forget()
        if self._thread is not None:
            self._thread.requestInterruption()
        self._index = index
        self._thread = ExaminationThread(index, self._examined, self)
        self._thread.came_further.connect(self._take)
        self._thread.ended.connect(self._end)
        self._thread.start(QThread.Priority.LowPriority)

    def forget(self) -> None:
        """Stop, and know of no problem."""
        if self._thread is not None:
            self._thread.requestInterruption()
        self._thread = self._index = None
        self._examined = 0
        self.problems = self._before = ()

    def shut_down(self) -> None:
        """Stop, and wait for every thread."""
        self.forget()
        for thread in self.findChildren(ExaminationThread):
            thread.requestInterruption()
            thread.wait()

    @Slot(object, object)
    def _take(self, thread: ExaminationThread, step: Examination) -> None:
        if thread is not self._thread or self._index is None:
            return
        together = ProblemList()
        together.extend((*self._before, *step.problems))
        self.problems = tuple(together)
        if step.fraction == 1.0:
            self._examined = len(self._index.heads)
            self._before = self.problems
        self.found.emit()

    @Slot(object)
    def _end(self, thread: ExaminationThread) -> None:
        if thread is self._thread:
            self._thread = None
