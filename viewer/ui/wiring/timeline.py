"""Connects what only the timeline shows with who knows of it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from viewer.recording.index import RecordingIndex
from viewer.recording.problems import Problem
from viewer.replay.events.event_list import EventList
from viewer.ui.background.event_finder import EventFinder
from viewer.ui.background.event_lists import problem_events
from viewer.ui.background.tasks import Tasks
from viewer.ui.state.event_kinds import EventKinds, EventTimes
from viewer.ui.state.selection import Selection
from viewer.ui.state.session import Session
from viewer.ui.state.settings import Settings
from viewer.ui.timeline.choices import LaneChoices
from viewer.ui.window import MainWindow


class TimelineWiring(QObject):
    """Tells the timeline of events and of selected actors, and remembers its lanes."""

    def __init__(
        self,
        tasks: Tasks,
        session: Session,
        settings: Settings,
        kinds: EventKinds,
        times: EventTimes,
        selection: Selection,
        window: MainWindow,
    ) -> None:
        super().__init__(window)
        self._session = session
        self._settings = settings
        self._times = times
        self._timeline = window.timeline.model
        self.finder = EventFinder(tasks, self)
        self._timeline.set_lane_choices(LaneChoices.from_text(settings.lanes))
        self._timeline.set_visible_kinds(kinds.visible)
        self._timeline.lane_choices_changed.connect(self._remember)
        window.timeline.search_cancelled.connect(self.finder.cancel)
        kinds.visible_changed.connect(self._timeline.set_visible_kinds)
        selection.changed.connect(self._timeline.set_selected_rows)
        session.opened.connect(self._forget)
        session.index_changed.connect(self.finder.set_recording)
        session.problems_changed.connect(self._show_problems)
        self.finder.found.connect(self._show_events)
        self.finder.progress.connect(self._timeline.set_search_progress)

    @Slot(object)
    def _remember(self, choices: LaneChoices) -> None:
        self._settings.lanes = choices.to_text()

    @Slot(object)
    def _forget(self, _index: RecordingIndex | None) -> None:
        self.finder.cancel()
        self._timeline.forget_event_lists()

    @Slot(object)
    def _show_problems(self, problems: tuple[Problem, ...]) -> None:
        index = self._session.index
        if index is not None:
            self._show_events(problem_events(problems, len(index.heads)))

    @Slot(object)
    def _show_events(self, events: EventList) -> None:
        index = self._session.index
        if index is not None:
            self._times.set_times(events.kind, index.elapsed[events.frames])
            self._timeline.set_event_list(events)
