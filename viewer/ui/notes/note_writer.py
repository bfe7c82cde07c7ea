"""Worker that reads and writes the notes of one recording: disks and networks may be slow."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from viewer.logfile.errors import RecordingError
from viewer.logfile.source import LogFile
from viewer.notes import Changes, NoteSet, Sidecar, StoredNotes
from viewer.ui.background.worker import Worker

POLL = 1.0
"""Seconds between checks whether another window has changed the notes file, and between attempts to write it.
"""


class NoteWriter(Worker):
    """Worker that reads the notes, then writes changes and reads what other windows write, until ended.

    Changes made before its end are written before it stops.
    """

    kept = Signal(object, object)
    """Emitted after notes files were read or written; carries this worker and the StoredNotes now in them."""
    refused = Signal(object, str)
    """Carries this worker and the reason why notes cannot be read or written.

    Emitted once per reason, though the thread tries again and again.
    """

    def __init__(
        self, file: LogFile, places: Sequence[Path], after: threading.Thread | None, parent: QObject
    ) -> None:
        """Prepare the thread for the notes of the recording ``file``.

        Args:
            file: the recording.
            places: paths of possible notes files, the preferred one first.
            after: thread that must have ended before the notes are read, None not to wait.
            parent: Qt parent.
        """
        super().__init__(lambda _: self._keep(), parent)
        self.failed.connect(self._raise)
        self._sidecar = Sidecar(file, places)
        self._after = after
        self._condition = threading.Condition()
        self._on_disk = NoteSet()
        self._writing: Changes = {}
        self._changes: Changes = {}
        self._ended = False
        self._reported = ""

    @property
    def notes(self) -> NoteSet:
        """Notes as last read from the disk, with the changes that are not yet written."""
        with self._condition:
            on_disk, changes = self._on_disk, {**self._writing, **self._changes}
        return on_disk.changed(changes) if changes else on_disk

    def change(self, changes: Changes) -> None:
        """Add ``changes`` to what the thread writes: notes by id, None to delete one.

        It is called from the GUI thread.
        """
        with self._condition:
            self._changes = {**self._changes, **changes}
            self._condition.notify()

    def end(self) -> None:
        """Let the thread end once it has written all notes; return at once."""
        with self._condition:
            self._ended = True
            self._condition.notify()

    def _keep(self) -> None:
        """Read the notes, then write changes and check for notes that other windows have written."""
        if self._after is not None:
            self._after.join()
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
                is_settled = ended  # a slow writer has finished by the next check
            if is_settled and self._sidecar.is_damaged:
                self._try(lambda: self._sidecar.save({}))
            if ended and not self._changes:
                return

    def _try(self, work: Callable[[], StoredNotes]) -> None:
        """Call ``work``, which reads or writes the notes file, and emit ``kept`` with its result.

        If it raises OSError or RecordingError, emit ``refused`` instead, once per reason.
        """
        try:
            kept = work()
        except (OSError, RecordingError) as error:
            reason = error.what if isinstance(error, RecordingError) else error.strerror or str(error)
            if reason != self._reported:
                self._reported = reason
                self.refused.emit(self, reason)
            return
        kept.notes.starts, kept.notes.ends  # noqa: B018 - worked out here, where nobody waits for them
        with self._condition:
            self._on_disk, self._writing, self._reported = kept.notes, {}, ""
        self.kept.emit(self, kept)
