"""Connects kinds of events with who finds them, and with what is done about them."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from viewer.recording.problems import Problem
from viewer.replay.events import EventKind, EventList, Times, indexed_times
from viewer.ui.background.event_finder import EventFinder
from viewer.ui.background.event_lists import problem_events
from viewer.ui.background.tasks import Tasks
from viewer.ui.notes.book import NoteBook
from viewer.ui.state.auto_pause import AutoPause
from viewer.ui.state.binding import bind
from viewer.ui.state.event_lists import EventLists
from viewer.ui.state.event_times import EventTimes
from viewer.ui.state.workspace import Workspace
from viewer.ui.times.display import TimeDisplay
from viewer.ui.times.writing import writer


class EventWiring(QObject):
    """Owns which kinds of events matter, what is found of them, and when they happen."""

    def __init__(
        self,
        tasks: Tasks,
        workspace: Workspace,
        notes: NoteBook,
        display: TimeDisplay,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._recording = recording = workspace.recording
        self._notes = notes
        self.times = EventTimes(self)
        self.lists = EventLists(self)
        self.finder = EventFinder(tasks, self)
        self.auto_pause = AutoPause(workspace, writer(display), self)
        recording.prepare(indexed_times)
        recording.opened.connect(self._forget)
        recording.index_changed.connect(self.times.set_recording)
        later = recording.afterwards
        bind(later.index_changed, lambda: later.index, self.finder.set_recording)
        recording.problems_changed.connect(self._take_problems)
        self.finder.found.connect(self._take)
        notes.changed.connect(self._take_notes)

    @Slot()
    def _forget(self) -> None:
        self.finder.cancel()
        self.times.forget()
        self.lists.forget()

    @Slot(object)
    def _take_problems(self, problems: tuple[Problem, ...]) -> None:
        index = self._recording.index
        if index is not None:
            events = problem_events(problems, len(index.heads))
            self._take(events, index.elapsed[events.frames])

    @Slot(object, object)
    def _take(self, events: EventList, times: Times) -> None:
        if self._recording.index is not None:
            self.times.set_times(events.kind, times)
            self.lists.add(events)

    @Slot()
    def _take_notes(self) -> None:
        """Count notes as events."""
        self.times.set_times(EventKind.NOTE, self._notes.starts)
