"""Saved layouts of the panels, saved views of the map, and full-screen presentation of map and timeline."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Slot
from PySide6.QtGui import QAction

from viewer.ui.commands.commands import Commands
from viewer.ui.state.binding import bind
from viewer.ui.state.map_views import SLOTS, SavedView
from viewer.ui.state.open_request import ActorKey
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr
from viewer.ui.widgets.dialogs import ask_text
from viewer.ui.window import MainWindow


class LayoutCommands(Commands):
    """Commands that save and restore layouts of the panels, and fill the screen with map and timeline."""

    def __init__(self, workspace: Workspace, window: MainWindow) -> None:
        super().__init__(workspace, window)
        self._kept: list[QAction] = []
        window.menus["layout"].aboutToShow.connect(self._list)

    @Slot(bool)
    def present(self, on: bool) -> None:
        """Let map and timeline fill the screen if ``on``; else restore the window."""
        self._window.present(on)
        if on:
            self._show_message(tr("Esc ends the presentation"))

    def leave(self) -> bool:
        """Leave the full-screen view of map and timeline; return whether it was on."""
        present = self._window.actions_by_id["present"]
        presents = present.isChecked()
        if presents:
            present.trigger()
        return presents

    @Slot()
    def save(self) -> None:
        """Ask for a name, and save the present layout of the panels under it."""
        name = ask_text(self._window, tr("Save layout"), tr("Name"))
        if name:
            self._settings.layouts = {**self._settings.layouts, name: self._window.docks.state}

    @Slot()
    def _list(self) -> None:
        """Fill the menu of panel layouts with actions that restore or delete each saved layout."""
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
            action = menu.addAction(tr("Delete {name}").format(name=name))
            action.triggered.connect(partial(self._forget, name))
            self._kept.append(action)

    def _forget(self, name: str) -> None:
        self._settings.layouts = {
            each: layout for each, layout in self._settings.layouts.items() if each != name
        }


class MapViewCommands(Commands):
    """Commands that save and restore views of the map: visible area, rotation, layers and followed actor."""

    def __init__(self, workspace: Workspace, window: MainWindow) -> None:
        super().__init__(workspace, window)
        self._views = workspace.map_views
        self._map = window.map_area.map_view
        self._actions = [window.actions_by_id[f"map_view_{slot + 1}"] for slot in range(SLOTS)]
        bind(self, workspace, (lambda now: now.map_views, self._enable))

    def save(self, slot: int) -> None:
        """Save the view of the map (area, rotation, layers, followed actor) in slot ``slot`` (0 to 3).

        Each town has its own four slots. A message says that the view was saved, or that it could not be,
        because no recording is open or its town is unknown.
        """
        index, followed, camera = self._index, self._focus.followed, self._map.camera
        if index is None:
            self._show_message(tr("No recording is open"))
            return
        if not self._views.town:
            self._show_message(tr("Views are kept for a town: this recording names none"))
            return
        view = SavedView(
            camera.x,
            camera.y,
            camera.width / camera.scale,
            camera.turn,
            heading_up=self._settings.map_options.heading_up,
            followed=ActorKey.of(index, followed) if followed is not None else None,
            layers=self._settings.map_layers,
        )
        self._views.save(slot, view)
        text = tr("Map view {number} saved for {town}")
        self._show_message(text.format(number=slot + 1, town=self._views.town))

    def show(self, slot: int) -> None:
        """Restore the view of the map (area, rotation, layers, followed actor) from slot ``slot`` (0 to 3).

        Nothing happens if no view is saved in that slot for the town.
        """
        view, index = self._views.views[slot], self._index
        if view is None or index is None:
            return
        self._settings.map_layers = view.layers
        self._settings.set_part("map_options.heading_up", view.heading_up)
        self._focus.follow(None)
        self._map.viewpoint.set_view(view.x, view.y, view.span, view.turn)
        if view.followed is None:
            return
        row = view.followed.find_same(index)
        row = view.followed.find_alike(index) if row is None else row
        if row is None:
            self._show_message(
                tr("There is no actor like {id} here to follow").format(id=view.followed.actor_id)
            )
        else:
            self._focus.follow(row)

    def _enable(self, views: tuple[SavedView | None, ...]) -> None:
        """Enable each action that restores a saved view of the map if a view is saved in its slot."""
        for action, view in zip(self._actions, views, strict=True):
            action.setEnabled(view is not None)
