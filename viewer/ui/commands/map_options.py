"""The choices in the menu Layers: whose ways, what labels and colours say, and how the map is turned."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction

from viewer.ui.map.options import MapOptions
from viewer.ui.state.settings import Settings

_CHOICES: Mapping[str, Mapping[str, Any]] = {
    "trails_of": {f"trails_{whose}": whose for whose in ("selected", "followed", "vehicles")},
    "behind": {f"behind_{seconds}": float(seconds) for seconds in (0, 2, 5, 10, 30)},
    "ahead": {f"ahead_{seconds}": float(seconds) for seconds in (0, 3, 5, 10)},
    "color_by": {f"color_{by}": by for by in ("category", "recorded", "speed")},
}
"""For each field of MapOptions with several values, its value by the id of the action that chooses it."""
_SWITCHES = tuple(field.name for field in fields(MapOptions) if field.name not in _CHOICES)


class MapOptionCommands(QObject):
    """Reads the user's choices from the actions, and remembers them."""

    changed = Signal(object)
    """MapOptions, as chosen now."""

    def __init__(self, actions: Mapping[str, QAction], settings: Settings, parent: QObject) -> None:
        super().__init__(parent)
        self._actions = actions
        self._settings = settings
        self.options = self._remembered()
        for name, choices in _CHOICES.items():
            for action_id, value in choices.items():
                if value == getattr(self.options, name):
                    actions[action_id].setChecked(True)
        for name in _SWITCHES:
            actions[name].setChecked(getattr(self.options, name))

    def handlers(self) -> Mapping[str, Callable[..., None]]:
        """Return what each action does, by its id."""
        choices = [action_id for choices in _CHOICES.values() for action_id in choices]
        return dict.fromkeys((*choices, *_SWITCHES), self._read)

    @Slot(bool)
    def set_heading_up(self, on: bool) -> None:
        """Turn the map with the followed actor, or north up."""
        self._actions["heading_up"].setChecked(on)
        self._read()

    @Slot()
    def _read(self) -> None:
        chosen: dict[str, Any] = {}
        for name, choices in _CHOICES.items():
            for action_id, value in choices.items():
                if self._actions[action_id].isChecked():
                    chosen[name] = value
                    self._settings.choice[name] = action_id
        for name in _SWITCHES:
            chosen[name] = self._actions[name].isChecked()
            self._settings.choice[name] = str(chosen[name])
        self.options = replace(self.options, **chosen)
        self.changed.emit(self.options)

    def _remembered(self) -> MapOptions:
        known: dict[str, Any] = {}
        for name, choices in _CHOICES.items():
            text = self._settings.choice[name]
            if text in choices:
                known[name] = choices[text]
        for name in _SWITCHES:
            text = self._settings.choice[name]
            if text in ("True", "False"):
                known[name] = text == "True"
        return replace(MapOptions(), **known)
