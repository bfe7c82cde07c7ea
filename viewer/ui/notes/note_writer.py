"""The thread that reads and writes the notes of one recording: disks and networks may be slow."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QThread, Signal

from viewer.logfile.errors import RecordingError
from viewer.logfile.source import LogFile
from viewer.notes import Changes, Kept, NoteSet, Sidecar

POLL = 1.0
"""Seconds between two looks whether another window has written, and between two tries to write."""


class Keeper(QThread):
    """Reads the notes, then writes what changes and looks for what others write, until it is ended.

    What has changed before its end is written before it stops.
    """

    kept = Signal(object, object)
    """This keeper, and what it has read or written, as Kept."""
    failed = Signal(object, str)
    """This keeper, and why it could not read or write, once for each reason. It tries again."""

    def __init__(
        self, file: LogFile, places: Sequence[Path], after: threading.Event | None, parent: QObject
    ) -> None:
        """Take an open recording, where its notes may be, and what to wait for before they are read."""
        super().__init__(parent)
        self._sidecar = Sidecar(file, places)
        self._after = after
        self._condition = threading.Condition()
        self._on_disk = NoteSet()
        self._writing: Changes = {}
        self._changes: Changes = {}
        self._ended = False
        self._told = ""
        self.done = threading.Event()
        self.finished.connect(self.deleteLater)

    @property
    def notes(self) -> NoteSet:
        """What was on the disk last, with what is still to be written."""
        with self._condition:
            on_disk, changes = self._on_disk, {**self._writing, **self._changes}
        return on_disk.changed(changes) if changes else on_disk

    def change(self, changes: Changes) -> None:
        """Write these changes soon, from the thread of the window."""
        with self._condition:
            self._changes = {**self._changes, **changes}
            self._condition.notify()

    def end(self) -> None:
        """Stop once everything is written."""
        with self._condition:
            self._ended = True
            self._condition.notify()

    def run(self) -> None:
        """Read, then write and look."""
        try:
            self._keep()
        finally:
            self.done.set()

    def _keep(self) -> None:
        if self._after is not None:
            self._after.wait()
        self._try(self._sidecar.load)
        while True:
            with self._condition:
                if not self._changes and not self._ended:
                    self._condition.wait(POLL)
                self._writing, self._changes = {**self._writing, **self._changes}, {}
                ended = self._ended
            is_settled = True
            if self._writing:
                self._try(lambda: self._sidecar.save(self._writing))
            elif self._sidecar.has_changed():
                self._try(self._sidecar.load)
                is_settled = ended  # who writes slowly is done at the second look
            if is_settled and self._sidecar.is_damaged:
                self._try(lambda: self._sidecar.save({}))
            if ended and not self._changes:
                return

    def _try(self, work: Callable[[], Kept]) -> None:
        """Read or write, and tell what is on the disk then, or why that is not possible."""
        try:
            kept = work()
        except (OSError, RecordingError) as error:
            reason = error.what if isinstance(error, RecordingError) else error.strerror or str(error)
            if reason != self._told:
                self._told = reason
                self.failed.emit(self, reason)
            return
        kept.notes.starts, kept.notes.ends  # noqa: B018 - worked out here, where nobody waits for them
        with self._condition:
            self._on_disk, self._writing, self._told = kept.notes, {}, ""
        self.kept.emit(self, kept)
