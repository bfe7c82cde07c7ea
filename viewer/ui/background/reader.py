"""Reading a recording in the background and watching its file: one at a time, and a newer one at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QObject, QThread, Signal, Slot

from viewer.logfile.errors import RecordingError
from viewer.recording.follow import FileChange, FileStatus, Watch
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


class RecordingReader(QObject):
    """Reads and watches one file; another one takes its place when its first frames are there.

    Attributes:
        prepare: what the reading thread does with each view before it is told.

    """

    opened = Signal(object)
    """First RecordingIndex of a newly opened file."""
    grown = Signal(object)
    """Longer RecordingIndex of the open file."""
    changed = Signal(object)
    """FileChange: what has become of the open file."""
    failed = Signal(object)
    """RecordingError: a file cannot be opened, or the open one cannot be read."""

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
        """Whether a file is being read, not merely watched."""
        return self._next is not None or self._reading

    @property
    def reading(self) -> bool:
        """Whether the open file is still being read: another one may be, beside it."""
        return self._reading

    def open(self, path: Path, needed: float = 0.0) -> None:
        """Start to read a file; with ``needed`` seconds it takes the place of the open one."""
        if self._next is not None:
            self._next.stop()
        self._needed = needed
        self._next = Loader(path, self, self.prepare)
        self._next.grown.connect(self._take)
        self._next.changed.connect(self._take_change)
        self._next.failed.connect(self._fail)
        self._next.start()

    def cancel(self) -> None:
        """Stop reading the file that is read."""
        if self._next is not None:
            self._next.stop()
            self._next = None
        else:
            self.close()

    def close(self) -> None:
        """Stop everything."""
        for loader in (self._next, self._loader):
            if loader is not None:
                loader.stop()
        self._next = self._loader = self._trouble = None
        self._reading = False

    def shut_down(self) -> None:
        """Stop everything, and wait for every thread."""
        self.close()
        for loader in self.findChildren(Loader):
            loader.stop()
            loader.wait()

    @Slot()
    def look(self) -> None:
        """Find out what has become of the open file, and tell it even if that is nothing."""
        if self._loader is not None:
            self._loader.look()

    @Slot(object)
    def explain(self, error: RecordingError) -> None:
        """Tell why something cannot be read: what has become of the file says more than one error."""
        if self._loader is None:
            self.failed.emit(error)
        else:
            self._trouble = error
            self._question = self._loader.look()

    @Slot(object, object)
    def _take(self, loader: Loader, index: RecordingIndex) -> None:
        if index is not loader.newest:
            return  # a longer view waits to be told, too
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
    def _take_change(self, loader: Loader, change: FileChange) -> None:
        if loader is not self._loader:
            return
        if change.status is FileStatus.INTACT and change.answers < self._question:
            return  # found before that was in doubt
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
