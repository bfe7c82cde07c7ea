"""How far all actors have travelled, found in the background while somebody wants to know."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QTimer, Signal, Slot

from viewer.cancellation import ReadingCancelledError
from viewer.logfile.errors import RecordingError
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.travelled import distances_travelled
from viewer.ui.background.job import Course, Job

_PERIOD = 300  # milliseconds between reports of progress
_MUCH_LONGER = 1.25
"""Times as many frames, after which the ways in a growing recording are found again."""


@dataclass(frozen=True, slots=True)
class _Search:
    """How many frames a thread reads, and how far it is."""

    frames: int
    course: Course


class TravelledFinder(QObject):
    """Reads the whole recording for the lengths of all ways, but only if they are wanted."""

    found = Signal(object)
    """Metres by row, shape (N,), NaN where nothing is known; None if what was found holds no more."""
    progress = Signal(float)
    """Share of what is being read, 0 to 1, if it takes long."""
    failed = Signal(object)
    """RecordingError: the file cannot be read."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._index: RecordingIndex | None = None
        self._wanted = False
        self._ended = False
        self._covered = 0
        self._search: _Search | None = None
        self._job: Job | None = None
        self._watch = QTimer(self)
        self._watch.setInterval(_PERIOD)
        self._watch.timeout.connect(self._tell_progress)

    @property
    def busy(self) -> bool:
        """Whether something is being read."""
        return self._job is not None

    @Slot(object)
    def set_recording(self, index: RecordingIndex | None) -> None:
        """Take a recording, or a longer view of the one there is."""
        before, self._index = self._index, index
        if before is None or index is None or before.file is not index.file:
            self._cancel()
            self._covered = 0
            self.found.emit(None)
        self._go_on()

    @Slot(bool)
    def set_wanted(self, wanted: bool) -> None:
        """Say whether anybody wants to know."""
        self._wanted = wanted
        if not wanted:
            self._cancel()
        self._go_on()

    @Slot()
    def shut_down(self) -> None:
        """Stop for good, and wait for every thread: a window that closes may still change its columns."""
        self._ended = True
        self._cancel()
        for job in self.findChildren(Job):
            job.wait()

    def _cancel(self) -> None:
        if self._search is not None:
            self._search.course.cancel()
        self._end()

    def _end(self) -> None:
        self._search = self._job = None
        self._watch.stop()

    def _go_on(self) -> None:
        index = self._index
        if not self._wanted or self._ended or self._job is not None or index is None or not index.complete:
            return
        frames = len(index.heads)
        if frames <= self._covered * (_MUCH_LONGER if index.growing else 1.0):
            return
        search = self._search = _Search(frames, Course())

        def ask() -> NDArray[np.float64] | None:
            try:
                return distances_travelled(index, proceed=search.course.proceed)
            except ReadingCancelledError:
                return None

        self._job = Job(ask, self)
        self._job.answered.connect(self._take)
        self._job.failed.connect(self._fail)
        self._job.start()
        self._watch.start()

    @Slot(object, object)
    def _take(self, job: Job, lengths: NDArray[np.float64] | None) -> None:
        if job is self._job and lengths is not None and self._search is not None:
            self._covered = self._search.frames
            self._end()
            self.found.emit(lengths)
            self._go_on()

    @Slot(object, object)
    def _fail(self, job: Job, error: Exception) -> None:
        if job is self._job and self._search is not None:
            self._covered = self._search.frames  # the file does not get better by reading it again
            self._end()
            if isinstance(error, RecordingError):
                self.failed.emit(error)

    @Slot()
    def _tell_progress(self) -> None:
        if self._search is not None:
            self.progress.emit(self._search.course.share)
