"""Reads a recording in a thread, and watches its file for changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from viewer.logfile.errors import RecordingError
from viewer.recording.follow import FileChange, FileStatus, Watch
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


class RecordingReader(QObject):
    """Reader that reads one recording in the background and then watches its file.

    If another file is opened, it replaces the former one as soon as its first frames have been read.

    Attributes:
        prepare: functions that the reading thread calls with each index before it is emitted.
    """

    opened = Signal(object)
    """Carries the first RecordingIndex of a newly opened file."""
    grown = Signal(object)
    """Carries a RecordingIndex of the open file with more frames than the one before."""
    changed = Signal(object)
    """Carries a FileChange: the open file was replaced, cut, deleted, …, or found intact."""
    failed = Signal(object)
    """Carries a RecordingError: a file cannot be opened, or the open one cannot be read."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.prepare: list[Callable[[RecordingIndex], object]] = []
        self._loader: Loader | None = None
        self._next: Loader | None = None
        self._needed = 0.0
        self._reading = False
        self._trouble: RecordingError | None = None
        self._question = 0

    @property
    def loading(self) -> bool:
        """Whether a file is being read; False while the open file is only watched for changes."""
        return self._next is not None or self._reading

    @property
    def reading(self) -> bool:
        """Whether the open file is being read; a file that is read in order to replace it does not count."""
        return self._reading

    def open(self, path: Path, needed: float = 0.0, known_as: Path | None = None) -> None:
        """Start to read ``path``; it replaces the open file once its first ``needed`` seconds are read.

        The user knows it as ``known_as``, if it was made of something else.
        """
        if self._next is not None:
            self._next.stop()
        self._needed = needed
        self._next = loader = Loader(path, self, self.prepare, known_as)
        loader.grown.connect(self._on_grown)
        loader.changed.connect(self._on_changed)
        loader.refused.connect(self._fail)
        loader.start()

    def cancel(self) -> None:
        """Stop reading the file that is to replace the open one, or, if there is none, the open file."""
        if self._next is not None:
            self.stop_opening()
        else:
            self.close()

    def stop_opening(self) -> None:
        """Stop reading the file that is to replace the open one, if there is one."""
        if self._next is not None:
            self._next.stop()
            self._next = None

    def close(self) -> None:
        """Stop all threads without waiting for them."""
        for loader in (self._next, self._loader):
            if loader is not None:
                loader.stop()
        self._next = self._loader = self._trouble = None
        self._reading = False

    def shut_down(self) -> None:
        """Stop all threads, and wait for them to end."""
        self.close()
        for loader in self.findChildren(Loader):
            loader.stop()
            loader.wait()

    @Slot()
    def check_file(self) -> None:
        """Check the open file now; the result is emitted as ``changed``, even if it is intact."""
        if self._loader is not None:
            self._loader.check_file()

    @Slot(object)
    def explain(self, error: RecordingError) -> None:
        """Check whether the open file has changed, to find the cause of ``error``.

        ``changed`` is emitted if it has changed, else ``failed`` with ``error``.
        """
        if self._loader is None:
            self.failed.emit(error)
        else:
            self._trouble = error
            self._question = self._loader.check_file()

    @Slot(object, object)
    def _on_grown(self, loader: Loader, index: RecordingIndex) -> None:
        if index is not loader.newest:
            return  # a longer index has been emitted, too
        if loader is self._next:
            if index.duration < self._needed and not index.complete:
                return
            if self._loader is not None:
                self._loader.stop()
            self._loader, self._next, self._trouble = loader, None, None
            self._question = 0
            self._reading = not index.complete
            self.opened.emit(index)
        elif loader is self._loader:
            self._reading = not index.complete
            self.grown.emit(index)

    @Slot(object, object)
    def _on_changed(self, loader: Loader, change: FileChange) -> None:
        if loader is not self._loader:
            return
        if change.status is FileStatus.INTACT and change.answers < self._question:
            return  # this check began before the error occurred
        trouble, self._trouble = self._trouble, None
        self._reading = False
        if change.status is FileStatus.INTACT and trouble is not None:
            self.failed.emit(trouble)
        else:
            self.changed.emit(change)

    @Slot(object, object)
    def _fail(self, loader: Loader, error: RecordingError) -> None:
        if loader is self._next:
            self._next = None
        elif loader is self._loader:
            self._loader = None
            self._reading = False
        else:
            return
        self.failed.emit(error)
