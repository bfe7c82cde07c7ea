"""Connects the inspector with actors, the form of time, and signals over time."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from viewer.ui.inspector import Inspector
from viewer.ui.state.binding import bind
from viewer.ui.state.workspace import Workspace
from viewer.ui.times.display import TimeDisplay, writer
from viewer.ui.widgets.throttle import Throttle

_INTERVAL = 100
"""Milliseconds between moments that are told while playing: nobody reads faster."""
_OWNER = "inspector"
"""Under this name the inspector wants its signals."""


class InspectorWiring(QObject):
    """Tells the inspector whom it is about and what it asked for."""

    def __init__(
        self,
        workspace: Workspace,
        display: TimeDisplay,
        inspector: Inspector,
    ) -> None:
        super().__init__(inspector)
        recording, focus = workspace.recording, workspace.focus
        write = writer(display)
        bind(display.scale_changed, lambda: write, inspector.set_time_text)
        bind(recording.index_changed, lambda: recording.index, inspector.set_recording)
        bind(recording.problems_changed, lambda: recording.problems, inspector.set_problems)
        bind(recording.problems_changed, lambda: recording.checking, inspector.set_checking)
        self._playback, self._moments = workspace.playback, Throttle(_INTERVAL, self)
        workspace.moment.world_changed.connect(self._move)
        bind(self._moments.due, lambda: workspace.moment.world, inspector.set_world)
        bind(focus.selected_changed, lambda: focus.selected, inspector.set_selected)
        bind(workspace.pins.changed, lambda: workspace.pins.pinned, inspector.set_pinned)
        bind(focus.hero_changed, lambda: focus.hero, inspector.set_hero)
        inspector.select_requested.connect(workspace.focus.click)
        inspector.seek_requested.connect(workspace.playback.jump)
        inspector.pin_requested.connect(workspace.pins.toggle)
        inspector.series_wanted.connect(lambda keys: recording.want_series(_OWNER, keys))
        recording.series.ready.connect(inspector.set_series)

    @Slot()
    def _move(self) -> None:
        """Tell another moment, while playing not each of them."""
        if self._playback.transport.playing:
            self._moments.request()
        else:
            self._moments.due.emit()
