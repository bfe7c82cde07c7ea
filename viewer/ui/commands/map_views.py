"""The menu Map views: saving what the map shows by name, going back to it, and deleting it."""

from __future__ import annotations

from itertools import count

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction

from viewer.ui import format as fmt
from viewer.ui.actions import shortcut_text
from viewer.ui.state.actor_ref import ref_of
from viewer.ui.state.map_views import KEYED, KEYS, SavedView
from viewer.ui.state.open_request import ActorKey
from viewer.ui.state.workspace import Workspace
from viewer.ui.widgets.toast import Toast
from viewer.ui.window import MainWindow


class MapViewCommands(QObject):
    """Saves and shows views of the map."""

    def __init__(self, workspace: Workspace, toast: Toast, window: MainWindow) -> None:
        super().__init__(window)
        self._workspace = workspace
        self._views = workspace.map_views
        self._settings = workspace.settings
        self._toast = toast
        self._window = window
        self._map = window.map_area.map_view
        self._menu = window.menus["map_views"]
        self._deletions = window.menus["delete_map_view"]
        self._further: list[QAction] = []
        self._deleted: SavedView | None = None
        self._deletions.triggered.connect(self._delete)
        toast.accepted.connect(self._undo)
        toast.gone.connect(self._forget_deleted)
        window.menus["map_views"].triggered.connect(self._recall_further)
        workspace.map_views.changed.connect(self._fill)
        self._fill()

    # -- saving

    def ask(self) -> None:
        """Let the user name what the map shows, to save it."""
        if self._workspace.recording.index is None:
            self._workspace.messages.tell(self.tr("No recording is open"))
            return
        if not self._views.town:
            self._workspace.messages.tell(self.tr("Views are kept for a town: this recording names none"))
            return
        from viewer.ui.shell.map_view_dialog import MapViewDialog

        taken = {view.name for view in self._views.views}
        free = next(name for number in count(1) if (name := self.tr("View {0}").format(number)) not in taken)
        about = self.tr("Place, zoom, following and layers; kept for every recording of {town}")
        dialog = MapViewDialog(free, taken, about.format(town=self._views.town), self._window)
        dialog.chosen.connect(self._save)
        dialog.open()

    @Slot(str)
    def _save(self, name: str) -> None:
        index, followed, camera = (
            self._workspace.recording.index,
            self._workspace.focus.followed,
            self._map.camera,
        )
        if index is None:
            return
        view = SavedView(
            name,
            camera.x,
            camera.y,
            camera.width / camera.scale,
            camera.turn,
            heading_up=self._settings.map_options.heading_up,
            followed=ActorKey.of(index, followed.row) if followed is not None else None,
            layers=self._settings.map_layers,
        )
        self._views.save(view)
        row = self._views.views.index(view)
        keys = shortcut_text(KEYS[row]) if row < len(KEYS) else ""
        self._workspace.messages.tell(fmt.join(self.tr("Map view “{name}” saved").format(name=name), keys))

    # -- showing

    def show(self, name: str) -> None:
        """Show the view of a name."""
        view = self._views.find(name)
        index = self._workspace.recording.index
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
            self._workspace.messages.tell(
                self.tr("There is nobody like {id} here to follow").format(id=view.followed.actor_id)
            )
        else:
            self._workspace.focus.follow(ref_of(row))

    def recall(self, number: int) -> None:
        """Show a view by its number."""
        if number < len(self._views.views):
            self.show(self._views.views[number].name)

    @Slot(QAction)
    def _recall_further(self, action: QAction) -> None:
        if action in self._further:
            self.show(action.data())

    # -- deleting

    @Slot(QAction)
    def _delete(self, action: QAction) -> None:
        view = self._views.remove(action.data())
        if view is not None:
            text = self.tr("Map view “{name}” deleted").format(name=view.name)
            self._toast.show_offer(text, self.tr("Undo"))
            self._deleted = view

    @Slot()
    def _undo(self) -> None:
        if self._deleted is not None:
            self._views.save(self._deleted)

    @Slot()
    def _forget_deleted(self) -> None:
        self._deleted = None

    # -- the menu

    @Slot()
    def _fill(self) -> None:
        """Name the views in the menu; those after the last one with a key have entries of their own."""
        views = self._views.views
        for number, action_id in enumerate(KEYED):
            action = self._window.actions_by_id[action_id]
            action.setVisible(number < len(views))
            action.setEnabled(number < len(views))
            if number < len(views):
                self._name(action, views[number])
        for action in self._further:
            self._menu.removeAction(action)
            action.deleteLater()
        self._further = [self._entry(view) for view in views[len(KEYED) :]]
        self._menu.addActions(self._further)
        self._deletions.clear()
        for view in views:
            self._name(self._deletions.addAction(""), view)
        self._deletions.setEnabled(bool(views))

    def _entry(self, view: SavedView) -> QAction:
        action = QAction(self._menu)
        self._name(action, view)
        return action

    @staticmethod
    def _name(action: QAction, view: SavedView) -> None:
        action.setText(view.name.replace("&", "&&"))
        action.setData(view.name)
