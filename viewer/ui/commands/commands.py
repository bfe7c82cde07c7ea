"""Base class of the commands of a window."""

from __future__ import annotations

from PySide6.QtCore import QObject

from viewer.recording.index import RecordingIndex
from viewer.ui.state.workspace import Workspace
from viewer.ui.window import MainWindow


class Commands(QObject):
    """Commands of one window, with short names for the parts of its state that most of them use."""

    def __init__(self, workspace: Workspace, window: MainWindow) -> None:
        super().__init__(window)
        self._workspace, self._window = workspace, window
        self._settings, self._show_message = workspace.settings, workspace.show_message
        self._focus, self._found_events = workspace.focus, workspace.found_events
        self._transport = workspace.playback.transport

    @property
    def _index(self) -> RecordingIndex | None:
        """The open recording, as far as it has been read; None without one."""
        return self._workspace.recording.index

    def _show_missing(self, direction: int, later: str, earlier: str) -> None:
        """Say that there is nothing to go to: ``later`` for the ``direction`` 1, ``earlier`` for −1."""
        self._show_message(later if direction > 0 else earlier)
