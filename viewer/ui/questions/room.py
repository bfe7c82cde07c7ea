"""Making a panel of answers, and going to an answer."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from viewer.ui.background.tasks import Tasks
from viewer.ui.questions.panel import QuestionPanel
from viewer.ui.questions.question import CarlaQuestion, Occasion
from viewer.ui.state.actor_ref import refs_of
from viewer.ui.state.binding import bind
from viewer.ui.state.workspace import Workspace
from viewer.ui.times.display import TimeDisplay

_BEFORE = 2.0
"""Seconds before an answer that one is taken to: what led to it is seen."""


def make_panel(
    question: type[CarlaQuestion],
    parent: QWidget,
    *,
    tasks: Tasks,
    workspace: Workspace,
    display: TimeDisplay,
) -> QuestionPanel:
    """Return the panel of a question about the primary recording, bound to what it shows."""
    panel = QuestionPanel(question(), tasks, parent)
    recording, playback, focus = workspace.recording, workspace.playback, workspace.focus

    def go(occasion: Occasion) -> None:
        """Show what led to an answer, with those concerned selected and the first one followed."""
        actors = refs_of(occasion.rows)
        focus.select_all(tuple(reversed(actors)))
        if actors:
            focus.follow(actors[0])
        playback.jump(max(occasion.elapsed - _BEFORE, 0.0))

    bind(recording.index_changed, lambda: recording.index, panel.set_recording)
    bind(display.scale_changed, lambda: display.scale, panel.set_time_scale)
    panel.occasion_chosen.connect(go)
    panel.told.connect(workspace.messages.tell)
    return panel
