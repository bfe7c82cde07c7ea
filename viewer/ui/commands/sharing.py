"""What is copied or written for others: the call that replays a moment, and pictures of the map."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from viewer.replay.time.server_call import LEAD, ServerFolder, replay_call, server_path
from viewer.ui.map import MapView
from viewer.ui.state.actor_ref import ActorRef, row_in
from viewer.ui.state.workspace import Workspace


class SharingCommands(QObject):
    """Copies and writes."""

    def __init__(self, workspace: Workspace, map_view: MapView, window: QWidget) -> None:
        super().__init__(window)
        self._workspace = workspace
        self._settings = workspace.settings
        self._map = map_view
        self._window = window

    @Slot()
    def copy_call(self) -> None:
        """Copy the call that replays this moment in the simulator, with the selected actor followed."""
        self.copy_call_of(self._workspace.focus.primary)

    @Slot(object)
    def copy_call_of(self, actor: ActorRef | None) -> None:
        """Copy the call that replays this moment in the simulator, with an actor followed."""
        self.copy_call_at(self._workspace.playback.transport.playhead, actor)

    @Slot(float, object)
    def copy_call_at(self, elapsed: float, actor: ActorRef | None) -> None:
        """Copy the call that replays a moment in the simulator, with an actor followed."""
        index, row = self._workspace.recording.index, row_in(actor)
        if index is None:
            return
        path = server_path(index.path, self._settings.server_folders)
        actor_id = None if row is None else int(index.actors.actor_id[row])
        QGuiApplication.clipboard().setText(replay_call(path, elapsed - LEAD, None, actor_id))

    def edit_folders(self) -> None:
        """Let the user say where the simulator finds recordings."""
        from viewer.ui.shell.server_folders_dialog import ServerFoldersDialog

        dialog = ServerFoldersDialog(self._settings.server_folders, self._window)
        dialog.chosen.connect(self._take_folders)
        dialog.open()

    @Slot(object)
    def _take_folders(self, folders: list[ServerFolder]) -> None:
        self._settings.server_folders = folders

    def copy_image(self) -> None:
        """Copy the map as a picture."""
        if self._workspace.recording.index is not None:
            QGuiApplication.clipboard().setPixmap(self._map.grab())
            self._workspace.say(self.tr("Copied the map as an image"))

    def save_image(self) -> None:
        """Let the user choose where the picture goes, and by its ending which kind it is."""
        index = self._workspace.recording.index
        if index is None:
            return
        name = f"{index.path.stem} {self._workspace.playback.transport.playhead:.3f} s.png"
        kinds = f"{self.tr('PNG image')} (*.png);;{self.tr('SVG drawing')} (*.svg)"
        path, kind = QFileDialog.getSaveFileName(
            self._window, self.tr("Save map as image"), str(index.path.parent / name), kinds
        )
        if path:
            has_ending = path.lower().endswith((".png", ".svg"))
            self._write(Path(path if has_ending else path + (".svg" if "*.svg" in kind else ".png")))

    def _write(self, path: Path) -> None:
        if path.suffix.lower() == ".svg":
            written = self._map.save_svg(path)
        else:
            written = self._map.grab().save(str(path))
        said = self.tr("Saved {name}") if written else self.tr("{name} cannot be written")
        self._workspace.say(said.format(name=path.name))
