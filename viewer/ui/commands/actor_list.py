"""How actors are listed, and what is done with those that are."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction

from viewer.ui.actors import ActorPanel
from viewer.ui.state.actor_focus import ActorFocus
from viewer.ui.state.messages import Messages
from viewer.ui.state.pins import Pins
from viewer.ui.state.settings import Settings


class ActorListCommands(QObject):
    """Chooses between list and tree, between all and the living, and selects and pins."""

    def __init__(
        self,
        messages: Messages,
        focus: ActorFocus,
        pins: Pins,
        settings: Settings,
        actions: Mapping[str, QAction],
        panel: ActorPanel,
    ) -> None:
        super().__init__(panel)
        self._messages = messages
        self._focus = focus
        self._pins = pins
        self._settings = settings
        self._panel = panel
        actions["actor_tree"].setChecked(settings.actor_tree)
        actions["living_actors"].setChecked(settings.living_actors)
        self._panel.set_tree(settings.actor_tree)
        self._panel.set_living(settings.living_actors)

    def handlers(self) -> Mapping[str, Callable[..., None]]:
        """Return what each action does, by its id."""
        return {
            "actor_tree": self._set_tree,
            "living_actors": self._set_living,
            "select_listed": self._panel.request_all,
            "pin_actors": self._pin,
        }

    @Slot(bool)
    def _set_tree(self, tree: bool) -> None:
        self._settings.actor_tree = tree
        self._panel.set_tree(tree)

    @Slot(bool)
    def _set_living(self, living: bool) -> None:
        self._settings.living_actors = living
        self._panel.set_living(living)

    @Slot()
    def _pin(self) -> None:
        if self._focus.selected:
            self._pins.toggle_all(self._focus.selected)
        else:
            self._messages.tell(self.tr("Select actors to pin them"))
