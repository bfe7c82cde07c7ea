"""Reading a recording in the background."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QThread, Signal

from viewer.logfile.errors import RecordingError
from viewer.logfile.source import LogFile
from viewer.recording.builder import build_index


class Loader(QThread):
    """Reads one recording; the views it gives are immutable, so they may cross threads.

    The views read their frames from the file it opened, which closes when the last of them is gone.
    """

    grown = Signal(object, object)
    """This loader, and a longer RecordingIndex."""
    failed = Signal(object, object)
    """This loader, and the RecordingError that stopped it."""

    def __init__(self, path: Path, parent: QObject) -> None:
        super().__init__(parent)
        self.path = path
        self.finished.connect(self.deleteLater)

    def run(self) -> None:
        """Read; each view tells how far it has come, so there is no other progress to report."""
        try:
            for index in build_index(LogFile(self.path)):
                if self.isInterruptionRequested():
                    return
                self.grown.emit(self, index)
        except RecordingError as error:
            self.failed.emit(self, error)
