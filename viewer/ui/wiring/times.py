"""Connects what is about time with the window and its recording."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from viewer.replay.time.time_forms import TimeForm, TimeScale
from viewer.ui.background.tasks import Tasks
from viewer.ui.notes.book import NoteBook
from viewer.ui.state.preview import Preview
from viewer.ui.state.session import Session
from viewer.ui.state.settings import Settings
from viewer.ui.theme import Theme
from viewer.ui.times.display import TimeDisplay
from viewer.ui.times.go_to_field import GoToField
from viewer.ui.times.visits import Visits
from viewer.ui.window import MainWindow


class TimeWiring(QObject):
    """Owns the form of time, the field for typed moments and the moments one was at, and connects them."""

    def __init__(
        self,
        tasks: Tasks,
        session: Session,
        settings: Settings,
        window: MainWindow,
        theme: Theme,
        preview: Preview,
        notes: NoteBook,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._notes = notes
        self.display = TimeDisplay(tasks, settings, self)
        self.visits = Visits(session)
        self.field = GoToField(window.playback_bar.readout, theme, window)
        session.opened.connect(self.display.forget)
        session.index_changed.connect(self.display.set_recording)
        self.display.failed.connect(session.explain)
        self.display.scale_changed.connect(self._show_scale)
        notes.changed.connect(self._take_clock)
        self.field.previewed.connect(window.timeline.set_hover_time)
        self.field.previewed.connect(preview.point_at)
        self.field.go_requested.connect(session.jump)
        self.visits.changed.connect(self._show_visits)
        actions = window.actions_by_id
        window.playback_bar.set_time_actions(
            actions["go_to"], [actions[f"time_{form.value}"] for form in TimeForm]
        )
        self._show_scale(None)
        self._show_visits(False, False)

    @Slot()
    def _take_clock(self) -> None:
        self.display.set_notes_clock(self._notes.clock_offset)

    @Slot(object)
    def _show_scale(self, scale: TimeScale | None) -> None:
        window, actions = self._window, self._window.actions_by_id
        for panel in (window.timeline, window.playback_bar):
            panel.set_time_scale(scale)
        has_moments = scale is not None and len(scale.index.elapsed) > 0
        self.field.set_scale(scale if has_moments else None)
        actions["go_to"].setEnabled(has_moments)
        for form in TimeForm:
            action = actions[f"time_{form.value}"]
            action.setEnabled(scale is None or scale.has(form))
            action.setChecked(form is self.display.form)

    @Slot(bool, bool)
    def _show_visits(self, back: bool, forward: bool) -> None:
        self._window.actions_by_id["go_back"].setEnabled(back)
        self._window.actions_by_id["go_forward"].setEnabled(forward)
