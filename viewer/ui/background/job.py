"""One question answered in the background."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QThread, Signal

from viewer.logfile.errors import RecordingError
from viewer.roads.errors import RoadMapError


class Course:
    """How far a thread is: it tells that and asks whether to go on; who waits for it looks, or cancels."""

    def __init__(self) -> None:
        self.share = 0.0
        self._cancelled = False

    def proceed(self, share: float) -> bool:
        """Tell which share is done, 0 to 1; return whether to go on."""
        self.share = share
        return not self._cancelled

    def cancel(self) -> None:
        """Let ``proceed`` say no from now on."""
        self._cancelled = True


class Job(QThread):
    """Calls a pure function in a thread of its own and tells its answer.

    Whoever asked compares the job with the one it waits for: an answer to an older question is dropped.
    """

    answered = Signal(object, object)
    """This job, and what the function returned."""
    failed = Signal(object, object)
    """This job, and the error: RecordingError, RoadMapError, or one nobody expected, which is raised too."""

    def __init__(self, function: Callable[[], Any], parent: QObject) -> None:
        super().__init__(parent)
        self._function = function
        self.finished.connect(self.deleteLater)

    def run(self) -> None:
        """Answer."""
        try:
            self.answered.emit(self, self._function())
        except (RecordingError, RoadMapError) as error:
            self.failed.emit(self, error)
        except Exception as error:
            self.failed.emit(self, error)  # who waits must not wait for ever
            raise
