"""Clips and tables that are opened like recordings: imported in the background, shown while that goes on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Qt, Signal, Slot

from viewer.cancellation import ShouldContinue
from viewer.file_error import FileError
from viewer.ui.background.latest import Latest
from viewer.ui.background.tasks import Tasks
from viewer.ui.state.changes import Changes

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.importing.cache import CachedImport

_SUFFIXES = (".csv",)
"""Suffixes of files that may be imported."""


class ImportState(NamedTuple):
    """Import that is going on.

    Attributes:
        source: the folder or file.
        share: fraction of it that is done, 0 to 1.
    """

    source: Path
    share: float = 0.0


def is_source(path: Path) -> bool:
    """Return whether the folder or file ``path`` can be imported; folders are listed for that."""
    if path.suffix.casefold() not in _SUFFIXES and not path.is_dir():
        return False
    from viewer.importing.sources import source_of  # noqa: PLC0415 - not loaded before the first picture

    return source_of(path) is not None


class Imports(QObject):
    """Importer of one source at a time.

    Attributes:
        state: the import that is going on; None if there is none.
    """

    ready = Signal(object, object)
    """Emitted once per import, with the source and the file of its recording, which may still grow."""
    ended = Signal(object, object)
    """Emitted when an import is whole, with the source and sentences on what could not be read of it."""
    failed = Signal(object, object)
    """Emitted with the source and the FileError that ended its import."""
    _has_frames = Signal(object, object)

    def __init__(self, tasks: Tasks, changes: Changes, parent: QObject) -> None:
        super().__init__(parent)
        self._changes = changes
        self.state: ImportState | None = None
        self._is_ready = False
        self._latest = Latest(tasks, self, self._on_end)
        self._latest.progress.connect(self._on_progress)
        self._latest.unreadable.connect(self._on_error)
        self._has_frames.connect(self._on_frames, Qt.ConnectionType.QueuedConnection)

    def start(self, source: Path) -> None:
        """Import ``source``, or find the recording that was made of it before."""
        self._is_ready = False
        self.state = ImportState(source)

        def make(should_continue: ShouldContinue) -> CachedImport:
            from viewer.importing.opening import imported  # noqa: PLC0415 - not before the first picture

            return imported(source, should_continue, lambda log: self._has_frames.emit(source, log))

        self._latest.ask(make)
        self._changes.touch()

    def cancel(self) -> None:
        """Cancel the import; nothing of it is kept."""
        self._latest.cancel()
        if self.state is not None:
            self._set(None)

    @Slot(object, object)
    def _on_frames(self, source: Path, log: Path) -> None:
        if self.state is not None and self.state.source == source and not self._is_ready:
            self._is_ready = True
            self._open(source, log)

    def _open(self, source: Path, log: Path) -> None:
        from viewer.importing.cache import keep_open  # noqa: PLC0415 - not before the first picture

        keep_open(log)
        self.ready.emit(source, log)

    def _on_end(self, made: CachedImport) -> None:
        state = self.state
        self._set(None)
        if state is not None:
            if not self._is_ready:
                self._open(state.source, made.log)
            self.ended.emit(state.source, made.notes)

    @Slot(float)
    def _on_progress(self, share: float) -> None:
        if self.state is not None:
            self._set(self.state._replace(share=share))

    @Slot(object)
    def _on_error(self, error: FileError) -> None:
        state = self.state
        self._set(None)
        if state is not None:
            self.failed.emit(state.source, error)

    def _set(self, state: ImportState | None) -> None:
        self.state = state
        self._changes.touch()
