"""Connects what is about time with the window and its recording."""

from __future__ import annotations

from PySide6.QtCore import QObject

from viewer.replay.time.time_forms import TimeForm, TimeScale
from viewer.ui.state.binding import bind
from viewer.ui.state.workspace import Workspace
from viewer.ui.times.display import TimeDisplay
from viewer.ui.times.visits import Visits
from viewer.ui.window import MainWindow


class TimeWiring(QObject):
    """Owns the moments one was at, and shows the form of time."""

    def __init__(
        self,
        workspace: Workspace,
        display: TimeDisplay,
        window: MainWindow,
    ) -> None:
        super().__init__(window)
        playback, bar = workspace.playback, window.playback_bar
        self._actions = actions = window.actions_by_id
        self._display = display
        self.visits = Visits(workspace.recording, playback)
        bar.set_time_actions(actions["go_to"], [actions[f"time_{form.value}"] for form in TimeForm])
        bind(display.scale_changed, lambda: display.scale, bar.set_time_scale)
        for source in (display.scale_changed, workspace.recording.index_changed):
            bind(source, lambda: display.scale, self._show_scale)
        bind(self.visits.changed, lambda: self.visits.can_go_back, actions["go_back"].setEnabled)
        bind(self.visits.changed, lambda: self.visits.can_go_forward, actions["go_forward"].setEnabled)

    def _show_scale(self, scale: TimeScale | None) -> None:
        actions = self._actions
        has_moments = scale is not None and len(scale.index.elapsed) > 0
        actions["go_to"].setEnabled(has_moments)
        for form in TimeForm:
            action = actions[f"time_{form.value}"]
            action.setEnabled(scale is None or scale.has(form))
            action.setChecked(form is self._display.form)
