"""Makes the panel of problems and binds it to what it shows."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from viewer.ui.problems.panel import ProblemsPanel
from viewer.ui.state.binding import bind
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.state.playback import Playback
from viewer.ui.times.display import TimeDisplay


def open_room(
    parent: QWidget, *, recording: OpenRecording, playback: Playback, display: TimeDisplay
) -> ProblemsPanel:
    """Return the panel."""
    panel = ProblemsPanel(parent)
    bind(recording.index_changed, lambda: recording.index, panel.set_recording)
    bind(recording.problems_changed, lambda: recording.problems, panel.set_problems)
    bind(display.scale_changed, lambda: display.scale, panel.set_time_scale)
    panel.seek_requested.connect(playback.jump)
    return panel
