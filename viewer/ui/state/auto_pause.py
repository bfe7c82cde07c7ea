"""Pausing by itself where findings start."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject, Slot

from viewer.ui.format import TimeText
from viewer.ui.found_text import name_of
from viewer.ui.state.workspace import Workspace


class AutoPause(QObject):
    """Tells the transport where the incidents start that the story tells of, and the user why it paused."""

    def __init__(self, workspace: Workspace, time_text: TimeText, parent: QObject) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._time_text = time_text
        self._stopped_at: float | None = None
        workspace.settings.changed("pauses_at_findings").connect(self._set_stops)
        workspace.story.changed.connect(self._set_stops)
        workspace.playback.changed.connect(self._tell)
        self._set_stops()

    @Slot()
    def _set_stops(self) -> None:
        pauses = self._workspace.settings.pauses_at_findings
        starts = np.sort(self._workspace.story.events.heads["start"]) if pauses else np.empty(0)
        self._workspace.playback.transport.set_stops(starts)

    @Slot()
    def _tell(self) -> None:
        """Say once why it paused."""
        before, self._stopped_at = self._stopped_at, self._workspace.playback.transport.stopped_at
        time = self._stopped_at
        if time is None or time == before:
            return
        heads = self._workspace.story.events.heads
        name = name_of(heads.take(heads["start"] == time)[0].kind)
        said = self.tr("Paused at {time}: {what}")
        self._workspace.messages.tell(said.format(what=name, time=self._time_text(time)))
