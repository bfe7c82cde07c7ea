"""The menu Layout: arrangements of the panels that the user keeps; and presenting."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QInputDialog

from viewer.ui.state.workspace import Workspace
from viewer.ui.window import MainWindow


class LayoutCommands(QObject):
    """Keeps arrangements by name, brings them back, and fills the screen with map and timeline."""

    def __init__(self, workspace: Workspace, window: MainWindow) -> None:
        super().__init__(window)
        self._settings, self._say = workspace.settings, workspace.say
        self._window = window
        self._kept: list[QAction] = []
        window.menus["layout"].aboutToShow.connect(self._list)

    @Slot(bool)
    def present(self, on: bool) -> None:
        """Fill the screen with map and timeline, or stand as before."""
        self._window.present(on)
        if on:
            self._say(self.tr("Esc ends the presentation"))

    def leave(self) -> bool:
        """Leave the presentation; return whether there was one."""
        present = self._window.actions_by_id["present"]
        presents = present.isChecked()
        if presents:
            present.trigger()
        return presents

    @Slot()
    def save(self) -> None:
        """Ask for a name and keep where the panels are."""
        name, given = QInputDialog.getText(self._window, self.tr("Save layout"), self.tr("Name"))
        if given and name.strip():
            self._settings.layouts = {**self._settings.layouts, name.strip(): self._window.docks.state}

    @Slot()
    def _list(self) -> None:
        """Put what is kept into the menu, and below each how to forget it."""
        menu = self._window.menus["layout"]
        for action in self._kept:
            menu.removeAction(action)
            action.deleteLater()
        self._kept = [menu.addSeparator()] if self._settings.layouts else []
        for name, layout in self._settings.layouts.items():
            action = menu.addAction(name)
            action.triggered.connect(partial(self._window.docks.restore, layout))
            self._kept.append(action)
        for name in self._settings.layouts:
            action = menu.addAction(self.tr("Delete {name}").format(name=name))
            action.triggered.connect(partial(self._forget, name))
            self._kept.append(action)

    def _forget(self, name: str) -> None:
        self._settings.layouts = {
            each: layout for each, layout in self._settings.layouts.items() if each != name
        }
