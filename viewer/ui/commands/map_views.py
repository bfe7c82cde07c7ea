"""The menu Map views: keeping what the map shows in one of four places, and going back to it."""

from __future__ import annotations

from PySide6.QtCore import QObject

from viewer.ui.state.actor_ref import ref_of
from viewer.ui.state.map_views import PLACES, SavedView
from viewer.ui.state.open_request import ActorKey
from viewer.ui.state.workspace import What, Workspace
from viewer.ui.window import MainWindow


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
            self._workspace.say(self.tr("No recording is open"))
            return
        if not self._views.town:
            self._workspace.say(self.tr("Views are kept for a town: this recording names none"))
            return
        view = SavedView(
            camera.x,
            camera.y,
            camera.width / camera.scale,
            camera.turn,
            heading_up=self._settings.map_options.heading_up,
            followed=ActorKey.of(index, followed.row) if followed is not None else None,
            layers=self._settings.map_layers,
        )
        self._views.save(place, view)
        self._workspace.say(self.tr("Map view {} saved for {}").format(place + 1, self._views.town))

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
                self.tr("There is nobody like {id} here to follow").format(id=view.followed.actor_id)
            )
        else:
            self._workspace.focus.follow(ref_of(row))

    def _enable(self) -> None:
        """Offer the views that there are."""
        for action, view in zip(self._actions, self._views.views, strict=True):
            action.setEnabled(view is not None)
