"""Connects what only the timeline shows with who knows of it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from viewer.recording.index import RecordingIndex
from viewer.ui.event_kinds import EventKinds
from viewer.ui.selection import Selection
from viewer.ui.session import Session
from viewer.ui.settings import Settings
from viewer.ui.timeline.choices import LaneChoices
from viewer.ui.window import MainWindow


class TimelineWiring(QObject):
    """Tells the timeline of kinds of events and of selected actors, and remembers its lanes."""

    def __init__(
        self,
        session: Session,
        settings: Settings,
        kinds: EventKinds,
        selection: Selection,
        window: MainWindow,
    ) -> None:
        super().__init__(window)
        self._settings = settings
        self._timeline = window.timeline
        self._timeline.set_lane_choices(LaneChoices.from_text(settings.lanes))
        self._timeline.set_visible_kinds(kinds.visible)
        self._timeline.lane_choices_changed.connect(self._remember)
        kinds.visible_changed.connect(self._timeline.set_visible_kinds)
        selection.changed.connect(self._timeline.set_selected_rows)
        session.opened.connect(self._forget)

    @Slot(object)
    def _remember(self, choices: LaneChoices) -> None:
        self._settings.lanes = choices.to_text()

    @Slot(object)
    def _forget(self, _index: RecordingIndex | None) -> None:
        self._timeline.forget_event_lists()
