"""Reading a recording in the background, and watching its file."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QThread, Signal

from viewer.logfile.errors import RecordingError
from viewer.recording.follow.watch import Watch
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.extents import moving_places

_MUCH_LONGER = 1.25
"""Times as many frames, after which what moves in a growing recording is looked for again."""


class Loader(QThread):
    """Reads one recording and watches it until it is stopped; what it gives may cross threads.

    The views read their frames from the file it opened, which closes when the last of them is gone.

    Attributes:
        path: the file.
        moving_places: where something moves in the first view, and then in each complete one that is much
            longer, shape (K, 2) in metres; None if that cannot be read.

    """

    grown = Signal(object, object)
    """This loader, and a longer RecordingIndex."""
    changed = Signal(object, object)
    """This loader, and a FileChange: what has become of the file."""
    failed = Signal(object, object)
    """This loader, and the RecordingError that stopped it."""

    def __init__(self, path: Path, parent: QObject) -> None:
        super().__init__(parent)
        self.path = path
        self.moving_places: NDArray[np.float64] | None = None
        self._watch = Watch(path)
        self._seen = 0  # frames
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
                        self._look_around(news)
                    self.grown.emit(self, news)
                else:
                    self.changed.emit(self, news)
        except RecordingError as error:
            self.failed.emit(self, error)

    def _look_around(self, index: RecordingIndex) -> None:
        longer = _MUCH_LONGER if index.growing else 1.0
        if self.moving_places is None or (index.complete and len(index.heads) > self._seen * longer):
            self._seen = len(index.heads) if index.complete else 0
            self.moving_places = moving_places(index)

    def stop(self) -> None:
        """End soon; nobody waits for it."""
        self.requestInterruption()
        self._watch.stop()

    def look(self) -> int:
        """Find out now what has become of the file, and tell it; return the number of this question."""
        return self._watch.look()
