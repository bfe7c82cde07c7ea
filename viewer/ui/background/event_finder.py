"""Looking in the background for the events that the index does not list."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from viewer.cancellation import ReadingCancelledError
from viewer.recording.index import RecordingIndex
from viewer.replay.events.event_list import EventList
from viewer.ui.background.event_lists import find_event_lists
from viewer.ui.background.job import Course, Job

_PATIENCE = 0.3
"""Seconds after which progress is told."""
_PERIOD = 100
_REST = 4.0
"""Times as long as looking took is waited before looking again in a file that grows."""


@dataclass(eq=False)
class _Search:
    """What a thread looks through, and since when."""

    index: RecordingIndex
    asked: float
    course: Course = field(default_factory=Course)


class EventFinder(QObject):
    """Looks through one recording at a time, once all of it is indexed."""

    found = Signal(object)
    """EventList: all events of one kind so far."""
    progress = Signal(float)
    """Share of the recording that is looked through, 0 to 1, if it takes long; 1 when it ends."""

    def __init__(self, clock: Callable[[], float], parent: QObject) -> None:
        super().__init__(parent)
        self._clock = clock
        self._search: _Search | None = None
        self._job: Job | None = None
        self._next: RecordingIndex | None = None
        self._latest: RecordingIndex | None = None
        self._due = 0.0
        self._watch = QTimer(self)
        self._watch.setInterval(_PERIOD)
        self._watch.timeout.connect(self._tell_progress)
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.timeout.connect(self._go_on)

    @property
    def busy(self) -> bool:
        """Whether it is looking, or will look again."""
        return self._search is not None or self._next is not None

    @Slot(object)
    def set_recording(self, index: RecordingIndex | None) -> None:
        """Look through a recording, or through a longer view of the one there is; None for nothing.

        A view is looked through once: it is also told when something else about its file is found out.
        """
        if index is not None and index is self._latest:
            return
        before = self._search.index if self._search is not None else self._next
        if index is None or (before is not None and before.file is not index.file):
            self.cancel()
        self._latest = index
        if index is not None and index.complete and len(index.heads):
            self._next = index
            self._go_on()

    @Slot()
    def cancel(self) -> None:
        """Stop looking."""
        if self._search is not None:
            self._search.course.cancel()
        self._next = None
        self._due = 0.0
        self._again.stop()
        self._end()

    @Slot()
    def shut_down(self) -> None:
        """Stop, and wait for every thread."""
        self.cancel()
        for job in self.findChildren(Job):
            job.wait()

    @Slot()
    def _go_on(self) -> None:
        index, now = self._next, self._clock()
        if self._search is not None or index is None:
            return
        if index.growing and now < self._due:
            self._again.start(max(round((self._due - now) * 1e3), 1))
            return
        self._next = None
        search = self._search = _Search(index, now)

        def ask() -> tuple[EventList, ...] | None:
            try:
                return find_event_lists(search.index, search.course.proceed)
            except ReadingCancelledError:
                return None

        self._job = Job(ask, self)
        self._job.answered.connect(self._take)
        self._job.failed.connect(self._fail)
        self._job.start()
        self._watch.start()

    @Slot(object, object)
    def _take(self, job: Job, lists: tuple[EventList, ...] | None) -> None:
        search = self._search
        if job is not self._job or search is None:
            return
        took = self._clock() - search.asked
        self._due = self._clock() + _REST * took
        self._end()
        for each in lists or ():
            self.found.emit(each)
        self._go_on()

    @Slot(object, object)
    def _fail(self, job: Job, _error: Exception) -> None:
        """End: whoever shows the recording meets the error, too."""
        if job is self._job:
            self._latest = self._next
            self._end()
            self._go_on()

    def _end(self) -> None:
        if self._search is not None and self._clock() - self._search.asked > _PATIENCE:
            self.progress.emit(1.0)
        self._search = self._job = None
        self._watch.stop()

    @Slot()
    def _tell_progress(self) -> None:
        if self._search is not None and self._clock() - self._search.asked > _PATIENCE:
            self.progress.emit(self._search.course.share)
