"""Looking for defects of single records in the background, once a recording has been read."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal, Slot

from viewer.cancellation import Proceed, check
from viewer.recording.index import RecordingIndex, same_opening
from viewer.recording.problems import Problem, ProblemList
from viewer.ui.background.latest import Latest
from viewer.ui.background.tasks import Priority, Tasks

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.recording.check import Examination

_TELL_EVERY = 0.25  # seconds between two lists while more is found


class Examiner(QObject):
    """Examines the open recording, and only what is new when it has grown.

    An error ends it: whoever shows the recording meets it, too.
    """

    found = Signal()
    """``problems`` has changed."""
    _came_further = Signal(object, object)
    """The RecordingIndex that is examined, and an Examination that has found more."""

    def __init__(self, tasks: Tasks, parent: QObject) -> None:
        super().__init__(parent)
        self.problems: tuple[Problem, ...] = ()
        """What has been found so far."""
        self._index: RecordingIndex | None = None
        self._examined = 0
        self._before: tuple[Problem, ...] = ()
        self._came_further.connect(self._take_more, Qt.ConnectionType.QueuedConnection)
        self._latest = Latest(tasks, self, self._take_all, Priority.LATER)

    @property
    def done(self) -> bool:
        """Whether all of a recording has been examined."""
        return self._index is not None and self._examined == len(self._index.heads)

    def examine(self, index: RecordingIndex) -> None:
        """Examine a recording that has been read, or go on with it."""
        if not same_opening(self._index, index) or len(index.heads) < self._examined:
            self.forget()
        self._index, first, tell = index, self._examined, self._came_further.emit

        def look(proceed: Proceed) -> Examination:
            from viewer.recording.check import Examination, examine  # noqa: PLC0415 - not before

            due, told = 0.0, 0
            step = Examination(1.0, ())
            for step in examine(index, first):
                check(proceed, step.fraction)
                number, now = sum(problem.count for problem in step.problems), time.monotonic()
                if number > told and now >= due:
                    due, told = now + _TELL_EVERY, number
                    tell(index, step)
            return step

        self._latest.ask(look)

    def forget(self) -> None:
        """Stop, and know of no problem."""
        self._latest.cancel()
        self._index = None
        self._examined = 0
        self.problems = self._before = ()

    @Slot(object, object)
    def _take_more(self, index: RecordingIndex, step: Examination) -> None:
        if index is self._index:
            together = ProblemList()
            together.extend((*self._before, *step.problems))
            self.problems = tuple(together)
            self.found.emit()

    @Slot(object)
    def _take_all(self, step: Examination) -> None:
        if self._index is not None:
            self._examined = len(self._index.heads)
            self._take_more(self._index, step)
            self._before = self.problems
