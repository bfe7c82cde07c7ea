"""The thread that reads and writes the notes of one recording: disks and networks may be slow."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QThread, Signal

from viewer.logfile.errors import RecordingError
from viewer.logfile.source import LogFile
from viewer.notes import NoteSet, Sidecar

POLL = 1.0
"""Seconds between two looks whether another window has written, and between two tries to write."""


class Keeper(QThread):
    """Reads the notes, then writes what it is told and looks for what others write, until it is ended.

    What it was told before its end is written before it stops.
    """

    loaded = Signal(object, object)
    """This keeper, and what it has read, as Kept: at first, and when a file was changed by another window."""
    saved = Signal(object, object)
    """This keeper, and what is on the disk now, as Kept."""
    failed = Signal(object, str)
    """This keeper, and why it could not read or write, once for each reason. It tries again."""

    def __init__(
        self, file: LogFile, places: Sequence[Path], after: threading.Event | None, parent: QObject
    ) -> None:
        """Take an open recording, where its notes may be, and what to wait for before they are read."""
        super().__init__(parent)
        self._sidecar = Sidecar(file, places)
        self._after = after
        self._changed = threading.Condition()
        self._wanted: NoteSet | None = None
        self._ended = False
        self._told = ""
        self.written = NoteSet()
        """What was asked to be written, and was, last."""
        self.done = threading.Event()
        self.finished.connect(self.deleteLater)

    def save(self, notes: NoteSet) -> None:
        """Write these notes soon, from the thread of the window."""
        with self._changed:
            self._wanted = notes
            self._changed.notify()

    def end(self) -> None:
        """Stop once everything is written."""
        with self._changed:
            self._ended = True
            self._changed.notify()

    def run(self) -> None:
        """Read, then write and look."""
        try:
            self._keep()
        finally:
            self.done.set()

    def _keep(self) -> None:
        if self._after is not None:
            self._after.wait()
        self._load()
        failed: NoteSet | None = None
        while True:
            with self._changed:
                if self._wanted is None and not self._ended:
                    self._changed.wait(POLL)
                wanted, self._wanted = self._wanted or failed, None
                ended = self._ended
            if wanted is not None:
                failed = None if self._save(wanted) else wanted
            elif not ended and self._sidecar.has_changed():
                self._load()
            if ended and self._wanted is None:
                return

    def _load(self) -> None:
        try:
            kept = self._sidecar.load()
        except RecordingError as error:
            self._fail(error.what)
        else:
            kept.notes.starts, kept.notes.ends  # noqa: B018 - worked out here, where nobody waits for them
            self.loaded.emit(self, kept)

    def _save(self, notes: NoteSet) -> bool:
        """Write; return whether that was possible."""
        try:
            kept = self._sidecar.save(notes)
        except OSError as error:
            self._fail(error.strerror or str(error))
        except RecordingError as error:
            self._fail(error.what)
        else:
            self._told = ""
            self.written = notes
            self.saved.emit(self, kept)
            return True
        return False

    def _fail(self, reason: str) -> None:
        if reason != self._told:
            self._told = reason
            self.failed.emit(self, reason)
