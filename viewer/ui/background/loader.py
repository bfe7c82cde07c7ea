"""Reading a recording in the background, and watching its file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QObject, QThread, Signal

from viewer.logfile.errors import RecordingError
from viewer.recording.follow.watch import Watch
from viewer.recording.index import RecordingIndex


class Loader(QThread):
    """Reads one recording and watches it until it is stopped; what it gives may cross threads.

    The views read their frames from the file it opened, which closes when the last of them is gone.

    Attributes:
        newest: the last view it gave; those before it are of no use to whoever comes late to them.

    """

    grown = Signal(object, object)
    """This loader, and a longer RecordingIndex."""
    changed = Signal(object, object)
    """This loader, and a FileChange: what has become of the file."""
    failed = Signal(object, object)
    """This loader, and the RecordingError that stopped it."""

    def __init__(
        self, path: Path, parent: QObject, prepare: Iterable[Callable[[RecordingIndex], object]] = ()
    ) -> None:
        """Take what is done with each view before it is given."""
        super().__init__(parent)
        self.path = path
        self.newest: RecordingIndex | None = None
        self._prepare = tuple(prepare)
        self._watch = Watch(path)
        self.finished.connect(self.deleteLater)

    def run(self) -> None:
        """Read and watch; each view tells how far it has come, so there is no other progress to report."""
        try:
            for news in self._watch:
                if self.isInterruptionRequested():
                    return
                if isinstance(news, RecordingIndex):
                    with suppress(RecordingError):  # whoever asks for it again is told
                        news.prepare()
                        for prepare in self._prepare:
                            prepare(news)
                    self.newest = news
                    self.grown.emit(self, news)
                else:
                    self.changed.emit(self, news)
        except RecordingError as error:
            self.failed.emit(self, error)

    def stop(self) -> None:
        """End soon; nobody waits for it."""
        self.requestInterruption()
        self._watch.stop()

    def look(self) -> int:
        """Find out now what has become of the file, and tell it; return the number of this question."""
        return self._watch.look()
