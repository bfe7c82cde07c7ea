"""The menus of kinds of events: which are shown, and at which playing pauses."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction

from viewer.replay.events import EventKind
from viewer.ui.state.event_kinds import EventKinds

_SHOW, _PAUSE = "events_", "pause_at_"


class EventCommands(QObject):
    """Switches kinds of events on and off."""

    def __init__(self, kinds: EventKinds, actions: Mapping[str, QAction], parent: QObject) -> None:
        super().__init__(parent)
        self._kinds = kinds
        self._actions = actions
        self._check(_SHOW, kinds.visible)
        self._check(_PAUSE, kinds.pausing)

    def handlers(self) -> Mapping[str, Callable[..., None]]:
        """Return what each action does, by its id."""
        return {
            **dict.fromkeys((_SHOW + kind for kind in EventKind), self._read_visible),
            **dict.fromkeys((_PAUSE + kind for kind in EventKind), self._read_pausing),
            "events_all": self._show_all,
            "pause_at_none": self._never_pause,
        }

    @Slot()
    def _read_visible(self) -> None:
        self._kinds.set_visible(self._checked(_SHOW))

    @Slot()
    def _read_pausing(self) -> None:
        self._kinds.set_pausing(self._checked(_PAUSE))

    @Slot()
    def _show_all(self) -> None:
        self._check(_SHOW, frozenset(EventKind))
        self._read_visible()

    @Slot()
    def _never_pause(self) -> None:
        self._check(_PAUSE, frozenset())
        self._read_pausing()

    def _checked(self, prefix: str) -> frozenset[EventKind]:
        return frozenset(kind for kind in EventKind if self._actions[prefix + kind].isChecked())

    def _check(self, prefix: str, kinds: frozenset[EventKind]) -> None:
        for kind in EventKind:
            self._actions[prefix + kind].setChecked(kind in kinds)
