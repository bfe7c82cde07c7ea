"""The first run: the sample plays towards its collision, and three hints say what to use."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from viewer.recording.index import RecordingIndex
from viewer.ui.action_table import ACTIONS
from viewer.ui.actions import shortcut_text
from viewer.ui.shell.hints import Hint, HintCallout
from viewer.ui.state.workspace import Workspace
from viewer.ui.window import MainWindow

_BEFORE = 4.0
"""Seconds from where it begins to the collision."""
_TO_AXIS = 36
"""Pixels from the upper edge of the time view to its axis."""
_BESIDE_READOUT = 0.75
"""Share of the width at which what leads there crosses nothing that is written above."""


class FirstRun(QObject):
    """Waits for the sample to be read, then plays it and shows the hints."""

    _paused = Signal()
    """The user has stopped what played by itself, or played it."""
    _went = Signal()
    """The user went to an event."""
    _scrubbed = Signal()
    """The user moved along the axis."""

    def __init__(self, workspace: Workspace, window: MainWindow) -> None:
        super().__init__(window)
        self._workspace = workspace
        self._window = window
        self._callout: HintCallout | None = None
        workspace.recording.index_changed.connect(self._look)

    @Slot(object)
    def _look(self, index: RecordingIndex | None) -> None:
        """Begin once the whole sample is there, and with it its collision."""
        if index is None or not index.complete:
            return
        self._workspace.recording.index_changed.disconnect(self._look)
        QTimer.singleShot(0, self._begin)  # others are still told of it

    @Slot()
    def _begin(self) -> None:
        index, playback = self._workspace.recording.index, self._workspace.playback
        if index is None:
            return
        if index.contacts:
            first = float(index.elapsed[index.contacts[0].first_frame])
            playback.jump(max(first - _BEFORE, 0.0))
        self._show_hints()
        if not playback.transport.playing:
            playback.toggle_play()

    def _show_hints(self) -> None:
        window, actions = self._window, self._window.actions_by_id
        bar = window.playback_bar
        actions["play_pause"].triggered.connect(self._paused)
        for name in ("previous_event", "next_event", "previous_collision", "next_collision"):
            actions[name].triggered.connect(self._went)
        window.timeline.model.seek_requested.connect(self._scrubbed)
        hints = (
            Hint(
                self.tr("Play"),
                _key("play_pause"),
                self.tr("Plays and pauses."),
                bar.play_button,
                self._paused,
            ),
            Hint(
                self.tr("From event to event"),
                _key("next_collision"),
                self.tr("The collision is one step away."),
                bar.event_control,
                self._went,
            ),
            Hint(
                self.tr("Time runs here"),
                "",
                self.tr("Drag to scrub, wheel to zoom, Shift+drag for fine."),
                window.timeline,
                self._scrubbed,
                _TO_AXIS,
                _BESIDE_READOUT,
            ),
        )
        self._callout = HintCallout(hints, window.bottom, window)

    def end(self) -> bool:
        """Take the hints away for good; return whether there were any."""
        return self._callout is not None and self._callout.end()


def _key(action_id: str) -> str:
    return shortcut_text(ACTIONS[action_id].shortcuts[0])
