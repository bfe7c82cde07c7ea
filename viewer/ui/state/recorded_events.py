"""The events of the open recording: when those of each kind happen, and what is said about them."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from PySide6.QtCore import QObject, Signal, Slot

from viewer.cancellation import Proceed
from viewer.recording.index import RecordingIndex
from viewer.recording.problems import Problem
from viewer.replay.events import EventKind, EventList, Times, indexed_times, next_time
from viewer.ui.background.derived import Derived
from viewer.ui.background.event_lists import find_event_lists, problem_events
from viewer.ui.background.tasks import Priority, Tasks
from viewer.ui.state.open_recording import OpenRecording


class RecordedEvents(QObject):
    """Knows the events that the index lists, and has the others found once all of the file is indexed.

    Attributes:
        lists: the newest list of each kind that the index does not list.

    """

    changed = Signal()
    """Times of some kind are others than before."""
    added = Signal(object)
    """EventList that was found, instead of the one of its kind there was."""
    progress = Signal(float)
    """Share of the recording that is looked through, 0 to 1, if it takes long; 1 when it ends."""

    def __init__(self, tasks: Tasks, recording: OpenRecording, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._recording = recording
        self.lists: dict[EventKind, EventList] = {}
        self._indexed: Mapping[EventKind, Times] = {}
        self._told: dict[EventKind, Times] = {}
        self._search = Derived(tasks, self, self._needs, _find, empty=(), priority=Priority.LATER)
        self._search.changed.connect(self._take_found)
        self._search.progress.connect(self.progress)
        recording.prepare(indexed_times)
        recording.opened.connect(self._forget)
        recording.index_changed.connect(self._take_index)
        recording.problems_changed.connect(self._take_problems)
        recording.extended.connect(self._search.look)

    @property
    def times(self) -> Mapping[EventKind, Times]:
        """Ascending elapsed seconds of each kind that is known, each of shape (E,)."""
        return {**self._indexed, **self._told}

    def next(self, kinds: Collection[EventKind], elapsed: float, direction: int) -> float | None:
        """Return the time of the next (1) or previous (−1) event of these kinds, None if there is no more."""
        known = self.times
        found = (next_time(known[kind], elapsed, direction) for kind in kinds if kind in known)
        times = [time for time in found if time is not None]
        return (min(times) if direction > 0 else max(times)) if times else None

    def set_times(self, kind: EventKind, times: Times) -> None:
        """Take the times of a kind that others know of, in seconds, ascending, shape (E,)."""
        self._told[kind] = times
        self.changed.emit()

    def _needs(self) -> tuple[RecordingIndex] | None:
        index = self._recording.index
        return (index,) if index is not None and index.complete and len(index.heads) else None

    @Slot()
    def cancel(self) -> None:
        """Stop looking."""
        self._search.cancel()

    @Slot(object)
    def _take_index(self, index: RecordingIndex | None) -> None:
        self._indexed = indexed_times(index) if index is not None and len(index.elapsed) else {}
        self.changed.emit()

    @Slot()
    def _forget(self) -> None:
        """Know nothing: another recording is opened."""
        self._search.forget()
        self.lists.clear()
        self._indexed, self._told = {}, {}
        self.changed.emit()

    @Slot(object)
    def _take_found(self, found: list[tuple[EventList, Times]]) -> None:
        for events, times in found:
            self.lists[events.kind] = events
            self.set_times(events.kind, times)
            self.added.emit(events)

    @Slot(object)
    def _take_problems(self, problems: tuple[Problem, ...]) -> None:
        index = self._recording.index
        if index is not None:
            events = problem_events(problems, len(index.heads))
            self._take_found([(events, index.elapsed[events.frames])])


def _find(index: RecordingIndex, proceed: Proceed) -> list[tuple[EventList, Times]]:
    return [(events, index.elapsed[events.frames]) for events in find_event_lists(index, proceed)]
