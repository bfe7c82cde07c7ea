"""Makes the panel and binds it to what it shows."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from viewer.ui.background.tasks import Tasks
from viewer.ui.blocked.question import BlockedQuestion
from viewer.ui.questions.panel import QuestionPanel
from viewer.ui.questions.room import make_panel
from viewer.ui.state.workspace import Workspace
from viewer.ui.times.display import TimeDisplay


def open_room(parent: QWidget, *, tasks: Tasks, workspace: Workspace, display: TimeDisplay) -> QuestionPanel:
    """Return the panel."""
    return make_panel(BlockedQuestion(), parent, tasks, workspace, display)
