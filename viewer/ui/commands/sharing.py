"""What is copied or written for others: the call that replays a moment, and pictures of the map."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from viewer.replay.time.server_call import ServerFolder, replay_call, server_path
from viewer.ui.map import MapView
from viewer.ui.state.actor_focus import ActorFocus
from viewer.ui.state.actor_ref import ActorRef, row_in
from viewer.ui.state.messages import Messages
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.state.playback import Playback
from viewer.ui.state.settings import Settings


class SharingCommands(QObject):
    """Copies and writes."""

    def __init__(
        self,
        recording: OpenRecording,
        playback: Playback,
        focus: ActorFocus,
        messages: Messages,
        settings: Settings,
        map_view: MapView,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._recording = recording
        self._playback = playback
        self._focus = focus
        self._messages = messages
        self._settings = settings
        self._map = map_view
        self._window = window

    def handlers(self) -> Mapping[str, Callable[..., None]]:
        """Return what each action does, by its id."""
        return {
            "copy_call": self.copy_call,
            "server_folders": self._edit_folders,
            "copy_image": self._copy_image,
            "save_image": self._save_image,
        }

    @Slot()
    def copy_call(self) -> None:
        """Copy the call that replays this moment in the simulator, with the selected actor followed."""
        self.copy_call_of(self._focus.primary)

    @Slot(object)
    def copy_call_of(self, actor: ActorRef | None) -> None:
        """Copy the call that replays this moment in the simulator, with an actor followed."""
        self.copy_call_at(self._playback.transport.playhead, actor)

    @Slot(float, object)
    def copy_call_at(self, elapsed: float, actor: ActorRef | None) -> None:
        """Copy the call that replays a moment in the simulator, with an actor followed."""
        index, row = self._recording.index, row_in(actor)
        if index is None:
            return
        path = server_path(index.path, self._settings.server_folders)
        actor_id = None if row is None else int(index.actors.actor_id[row])
        QGuiApplication.clipboard().setText(replay_call(path, elapsed, actor_id))

    @Slot()
    def _edit_folders(self) -> None:
        from viewer.ui.shell.server_folders_dialog import ServerFoldersDialog

        dialog = ServerFoldersDialog(self._settings.server_folders, self._window)
        dialog.chosen.connect(self._take_folders)
        dialog.open()

    @Slot(object)
    def _take_folders(self, folders: list[ServerFolder]) -> None:
        self._settings.server_folders = folders

    @Slot()
    def _copy_image(self) -> None:
        if self._recording.index is not None:
            QGuiApplication.clipboard().setPixmap(self._map.grab())
            self._messages.tell(self.tr("Copied the map as an image"))

    @Slot()
    def _save_image(self) -> None:
        """Let the user choose where the picture goes, and by its ending which kind it is."""
        index = self._recording.index
        if index is None:
            return
        name = f"{index.path.stem} {self._playback.transport.playhead:.3f} s.png"
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
        self._messages.tell(said.format(name=path.name))
