"""Looking in the background for the events that the index does not list."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal, Slot

from viewer.cancellation import Proceed
from viewer.recording.index import RecordingIndex, same_opening
from viewer.replay.events import EventList, Times
from viewer.ui.background.event_lists import find_event_lists
from viewer.ui.background.latest import Latest
from viewer.ui.background.tasks import Priority, Tasks


class EventFinder(QObject):
    """Looks through one recording at a time, once all of it is indexed."""

    found = Signal(object, object)
    """EventList: all events of one kind so far; and their times in seconds, shape (E,)."""
    progress = Signal(float)
    """Share of the recording that is looked through, 0 to 1, if it takes long; 1 when it ends."""

    def __init__(self, tasks: Tasks, parent: QObject) -> None:
        super().__init__(parent)
        self._index: RecordingIndex | None = None
        self._latest = Latest(tasks, self, self._take, Priority.LATER)
        self._latest.failed.connect(self._fail)
        self._latest.progress.connect(self.progress)

    @Slot(object)
    def set_recording(self, index: RecordingIndex | None) -> None:
        """Look through a recording, or through a longer view of the one there is; None for nothing.

        A view is looked through once: it is also told when something else about its file is found out.
        """
        before, self._index = self._index, index
        if index is not None and index is before:
            return
        if not same_opening(before, index):
            self.cancel()
        if index is not None and index.complete and len(index.heads):
            self._latest.ask(partial(_find, index), patient=index.growing)

    @Slot()
    def cancel(self) -> None:
        """Stop looking."""
        self._latest.cancel()

    @Slot(object)
    def _take(self, found: list[tuple[EventList, Times]]) -> None:
        for events, times in found:
            self.found.emit(events, times)

    @Slot()
    def _fail(self) -> None:
        """Let the same view be told again: whoever shows the recording meets the error, too."""
        self._index = None


def _find(index: RecordingIndex, proceed: Proceed) -> list[tuple[EventList, Times]]:
    return [(events, index.elapsed[events.frames]) for events in find_event_lists(index, proceed)]
