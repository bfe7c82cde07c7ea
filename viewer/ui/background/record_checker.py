"""Check of a recording's records for problems, in the background."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal, Slot

from viewer.cancellation import ShouldContinue, check
from viewer.recording.index import RecordingIndex, same_opening
from viewer.recording.problems import Problem, ProblemList
from viewer.ui.background.latest import Latest
from viewer.ui.background.tasks import Priority, Tasks

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.recording.check import Examination

_REPORT_EVERY = 0.25  # seconds between reports of new problems


class RecordChecker(QObject):
    """Checks the records of a complete recording in the background for problems.

    If the recording has grown, only what is new is checked. A read error ends the check without a message:
    the rest of the window meets and reports the same error.
    """

    found = Signal()
    """Emitted when ``problems``, those found in the recording so far, has changed."""
    _came_further = Signal(object, object)
    """Emitted during the check of a recording with its RecordingIndex and the Examination so far.

    An Examination has the progress and the problems found.
    """

    def __init__(self, tasks: Tasks, parent: QObject) -> None:
        super().__init__(parent)
        self.problems: tuple[Problem, ...] = ()
        """What has been found so far."""
        self._index: RecordingIndex | None = None
        self._examined = 0
        self._before: tuple[Problem, ...] = ()
        self._came_further.connect(self._on_more, Qt.ConnectionType.QueuedConnection)
        self._latest = Latest(tasks, self, self._on_all, Priority.LATER)

    @property
    def done(self) -> bool:
        """Whether the records in all frames of the recording have been checked for problems."""
        return self._index is not None and self._examined == len(self._index.frame_starts)

    def examine(self, index: RecordingIndex) -> None:
        """Start or continue to check the records of the recording ``index`` for problems."""
        if not same_opening(self._index, index) or len(index.frame_starts) < self._examined:
            self.forget()
        self._index, first, report = index, self._examined, self._came_further.emit

        def look(should_continue: ShouldContinue) -> Examination:
            from viewer.recording.check import Examination, examine  # noqa: PLC0415 - not before

            due, reported = 0.0, 0
            step = Examination(1.0, ())
            for step in examine(index, first):
                check(should_continue, step.fraction)
                number, now = sum(problem.count for problem in step.problems), time.monotonic()
                if number > reported and now >= due:
                    due, reported = now + _REPORT_EVERY, number
                    report(index, step)
            return step

        self._latest.ask(look)

    def forget(self) -> None:
        """Stop checking the recording and drop all problems found in it."""
        self._latest.cancel()
        self._index = None
        self._examined = 0
        self.problems = self._before = ()

    @Slot(object, object)
    def _on_more(self, index: RecordingIndex, step: Examination) -> None:
        if index is self._index:
            together = ProblemList()
            together.extend((*self._before, *step.problems))
            self.problems = tuple(together)
            self.found.emit()

    def _on_all(self, step: Examination) -> None:
        if self._index is not None:
            self._examined = len(self._index.frame_starts)
            self._on_more(self._index, step)
            self._before = self.problems
