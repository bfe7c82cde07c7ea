"""What the user keeps of the window: layouts of the panels, and views of the map; and presenting."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction

from viewer.ui.state.changes import What
from viewer.ui.state.map_views import PLACES, SavedView
from viewer.ui.state.open_request import ActorKey
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr
from viewer.ui.widgets.dialogs import ask_text
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
            self._say(tr("Esc ends the presentation"))

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
        name = ask_text(self._window, tr("Save layout"), tr("Name"))
        if name:
            self._settings.layouts = {**self._settings.layouts, name: self._window.docks.state}

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
            action = menu.addAction(tr("Delete {name}").format(name=name))
            action.triggered.connect(partial(self._forget, name))
            self._kept.append(action)

    def _forget(self, name: str) -> None:
        self._settings.layouts = {
            each: layout for each, layout in self._settings.layouts.items() if each != name
        }


class MapViewCommands(QObject):
    """Saves and shows views of the map."""

    def __init__(self, workspace: Workspace, window: MainWindow) -> None:
        super().__init__(window)
        self._workspace = workspace
        self._views = workspace.map_views
        self._settings = workspace.settings
        self._map = window.map_area.map_view
        self._actions = [window.actions_by_id[f"map_view_{place + 1}"] for place in range(PLACES)]
        workspace.when(What.MAP_VIEWS, self._enable)

    def save(self, place: int) -> None:
        """Keep what the map shows in a place."""
        index, followed, camera = (
            self._workspace.recording.index,
            self._workspace.focus.followed,
            self._map.camera,
        )
        if index is None:
            self._workspace.say(tr("No recording is open"))
            return
        if not self._views.town:
            self._workspace.say(tr("Views are kept for a town: this recording names none"))
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
        self._views.save(place, view)
        text = tr("Map view {number} saved for {town}")
        self._workspace.say(text.format(number=place + 1, town=self._views.town))

    def show(self, place: int) -> None:
        """Show the view in a place."""
        view, index = self._views.views[place], self._workspace.recording.index
        if view is None or index is None:
            return
        self._settings.map_layers = view.layers
        self._settings.set_part("map_options.heading_up", view.heading_up)
        self._workspace.focus.follow(None)
        self._map.viewpoint.look_from(view.x, view.y, view.span, view.turn)
        if view.followed is None:
            return
        row = view.followed.find_same(index)
        row = view.followed.find_alike(index) if row is None else row
        if row is None:
            self._workspace.say(
                tr("There is nobody like {id} here to follow").format(id=view.followed.actor_id)
            )
        else:
            self._workspace.focus.follow(row)

    def _enable(self) -> None:
        """Offer the views that there are."""
        for action, view in zip(self._actions, self._views.views, strict=True):
            action.setEnabled(view is not None)
