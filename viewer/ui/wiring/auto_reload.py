"""Reloading by itself a recording that was replaced, if the user wants that."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Slot

from viewer.logfile.errors import RecordingError
from viewer.recording.follow import FileChange, FileStatus
from viewer.ui.state.workspace import Workspace

_AGAIN = 1000
"""Milliseconds after a reload that failed: the file may be written anew at that very moment."""


class AutoReload(QObject):
    """Reloads as soon as there is something to be read in the place of the open file."""

    def __init__(self, workspace: Workspace, parent: QObject) -> None:
        super().__init__(parent)
        self._recording = recording = workspace.recording
        self._workspace = workspace
        self._settings = workspace.settings
        self._timer = QTimer(self, singleShot=True, interval=_AGAIN)
        self._timer.timeout.connect(recording.look_at_file)
        recording.file_changed.connect(self._reload)
        recording.failed.connect(self._try_again)
        workspace.settings.changed("auto_reload").connect(self._look)

    @Slot()
    def _look(self) -> None:
        """Reload at once what has been replaced already."""
        if self._settings.auto_reload:
            self._recording.look_at_file()

    def takes(self, change: FileChange) -> bool:
        """Return whether it reloads after this change, so that nothing needs to be said about it."""
        return (
            self._settings.auto_reload
            and change.usable
            and change.status in (FileStatus.REPLACED, FileStatus.CUT)
        )

    @Slot(object)
    def _reload(self, change: FileChange) -> None:
        if self.takes(change):
            self._workspace.reload()

    @Slot(object)
    def _try_again(self, error: RecordingError) -> None:
        index = self._recording.index
        if self._settings.auto_reload and index is not None and error.path == index.path:
            self._timer.start()
