"""Reading a recording in the background."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QThread, Signal, Slot

from viewer.logfile.errors import RecordingError
from viewer.logfile.source import LogFile
from viewer.recording.builder import build_index


class Loader(QThread):
    """Reads one recording; the views it gives are immutable, so they may cross threads.

    It owns the open file: ``retire`` it when its views are no longer used.
    """

    grown = Signal(object, object)
    """This loader, and a longer RecordingIndex."""
    failed = Signal(object, object)
    """This loader, and the RecordingError that stopped it."""

    def __init__(self, path: Path, parent: QObject) -> None:
        super().__init__(parent)
        self.path = path
        self._file: LogFile | None = None
        self._retired = False
        self.finished.connect(self._close_if_retired)

    def run(self) -> None:
        """Read; each view tells how far it has come, so there is no other progress to report."""
        try:
            self._file = LogFile(self.path)
            for index in build_index(self._file):
                if self.isInterruptionRequested():
                    return
                self.grown.emit(self, index)
        except RecordingError as error:
            self.failed.emit(self, error)

    def retire(self) -> None:
        """Stop reading and let go of the file, now or as soon as the thread has noticed."""
        self._retired = True
        self.requestInterruption()
        if self.isFinished() or not self.isRunning():
            self._close_if_retired()

    @Slot()
    def _close_if_retired(self) -> None:
        if self._retired:
            if self._file is not None:
                self._file.close()
                self._file = None
            self.deleteLater()
