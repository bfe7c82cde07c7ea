"""Selecting an actor in a panel."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from viewer.ui.state.actor_focus import ActorFocus
from viewer.ui.state.actor_ref import ActorRef
from viewer.ui.widgets.folding_panel import FoldingPanel


class Selecting(QObject):
    """Selects who was clicked, and lets the user see who that is."""

    def __init__(self, focus: ActorFocus, inspector: FoldingPanel) -> None:
        super().__init__(inspector)
        self._focus = focus
        self._inspector = inspector

    @Slot(object, bool)
    def select(self, actor: ActorRef | None, add: bool) -> None:
        """Select an actor alone or beside others; a folded inspector opens over the map."""
        self._focus.click(actor, add)
        if actor is not None and self._inspector.folded:
            self._inspector.open_once()
