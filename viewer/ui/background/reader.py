"""Thread that reads a recording and then watches its file for changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from viewer.logfile.errors import RecordingError
from viewer.recording.follow import Watch
from viewer.recording.index import RecordingIndex
from viewer.ui.background.worker import Worker


class Loader(Worker):
    """Worker that reads one recording, and then watches its file for changes until it is stopped.

    It emits a RecordingIndex whenever it has read more frames. Indexes are immutable and may be used in any
    thread. The file stays open as long as one of them exists.

    Attributes:
        newest: the last index that was emitted; receivers skip older ones.
    """

    grown = Signal(object, object)
    """Emitted when more of the file has been read, with this loader and a new RecordingIndex."""
    changed = Signal(object, object)
    """Carries this loader, and a FileChange: the file was replaced, cut, deleted, …"""
    refused = Signal(object, object)
    """Carries this loader, and the RecordingError that stopped it."""

    def __init__(
        self,
        path: Path,
        parent: QObject,
        prepare: Iterable[Callable[[RecordingIndex], object]] = (),
        known_as: Path | None = None,
    ) -> None:
        """Set the file ``path`` to read once the thread is started; the user knows it as ``known_as``.

        Each index of the recording is passed to all functions of ``prepare`` before it is emitted.
        """
        super().__init__(lambda _: self._read(), parent)
        self.failed.connect(self._raise)
        self.path = path
        self.newest: RecordingIndex | None = None
        self._prepare = tuple(prepare)
        self._watch = Watch(path, known_as)

    def _read(self) -> None:
        """Read and watch the file; emit ``grown`` for each longer index, ``changed`` for each FileChange."""
        try:
            for news in self._watch:
                if not self.should_continue():
                    return
                if isinstance(news, RecordingIndex):
                    with suppress(RecordingError):  # the error is raised again when the data is used
                        news.prepare()
                        for prepare in self._prepare:
                            prepare(news)
                    self.newest = news
                    self.grown.emit(self, news)
                else:
                    self.changed.emit(self, news)
        except RecordingError as error:
            self.refused.emit(self, error)

    def stop(self) -> None:
        """Ask the thread that reads the file to end soon, without waiting for it."""
        self.cancel()
        self._watch.stop()

    def check_file(self) -> int:
        """Start to check whether the file has changed, and return the number of this check, counted from 1.

        The result is emitted later as ``changed``, even if the file is intact. It is a FileChange whose
        ``answers`` is this number, or that of a later check.
        """
        return self._watch.check_now()
