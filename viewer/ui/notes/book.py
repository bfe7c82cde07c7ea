"""The notes of the open recording, for everything in the window that shows or changes them."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal, Slot

from viewer.notes import Finding, Found, Kept, Note, NoteSet, merged, sidecar_path
from viewer.recording.index import RecordingIndex
from viewer.resources import resource
from viewer.ui import format as fmt
from viewer.ui.notes.keeper import Keeper

_LONGEST_NAME = 60
"""Letters of a recording's name in that of a file elsewhere: file systems allow some 255 bytes in all."""
_TOLD_ON_WRITING = (Found.ELSEWHERE, Found.ASIDE)


class NoteBook(QObject):
    """Notes that can be changed at once; a thread keeps them on the disk, and brings those of other windows.

    Attributes:
        notes: the notes in the order of their times.
        loading: whether they have not been read yet.
        foreign: notes of another recording that had this one's name; they are not among ``notes``.
        notices: what the user should know about where the notes are, as sentences without a full stop.

    """

    changed = Signal()
    """Notes or notices are other ones."""
    told = Signal(str)
    """Something the user should know now, as a sentence without a full stop."""

    def __init__(self, data_folder: Path, parent: QObject | None = None) -> None:
        """Take the folder for notes on recordings beside which nothing can be written."""
        super().__init__(parent)
        self._data_folder = data_folder
        self._set = NoteSet()
        self._keeper: Keeper | None = None
        self._path: Path | None = None
        self._last: threading.Event | None = None
        self._told: set[str] = set()
        self.foreign: tuple[Note, ...] = ()
        self.notices: tuple[str, ...] = ()
        self.loading = False

    @property
    def notes(self) -> tuple[Note, ...]:
        """The notes in the order of their times."""
        return self._set.notes

    @property
    def starts(self) -> NDArray[np.float64]:
        """Seconds at which they begin, shape (K,)."""
        return self._set.starts

    @property
    def ends(self) -> NDArray[np.float64]:
        """Seconds at which they end, their starts for those at one time, shape (K,)."""
        return self._set.ends

    def find(self, note_id: str) -> Note | None:
        """Return a note, or None if it is not there any more."""
        return self._set.find(note_id)

    # -- which recording

    @Slot(object)
    def open(self, index: RecordingIndex | None) -> None:
        """Take the notes of a recording; None for none. Those of the one before are written."""
        self._end()
        self._set, self.foreign, self.notices = NoteSet(), (), ()
        self._told.clear()
        self.loading = index is not None
        if index is not None:
            before = self._last if index.path == self._path else None  # what it still writes is read then
            self._path = index.path
            self._keeper = Keeper(index.file, self._places(index.path), before, self)
            self._last = self._keeper.done
            self._keeper.loaded.connect(self._take_loaded)
            self._keeper.saved.connect(self._take_saved)
            self._keeper.failed.connect(self._fail)
            self._keeper.start()
        self.changed.emit()

    def shut_down(self) -> None:
        """Wait until everything is written."""
        self._end()
        for keeper in self.findChildren(Keeper):
            keeper.wait()

    def _end(self) -> None:
        if self._keeper is not None:
            self._keeper.end()
            self._keeper = None

    def _places(self, path: Path) -> list[Path]:
        """Return where the notes may be; what ships with the program gets none beside it."""
        beside = sidecar_path(path)
        mark = hashlib.sha256(str(path).encode(errors="surrogateescape")).hexdigest()[:16]
        elsewhere = sidecar_path(self._data_folder / f"{path.name[:_LONGEST_NAME]}.{mark}")
        ships = resource("").resolve() in path.resolve().parents
        return [elsewhere] if ships else [beside, elsewhere]

    # -- changes

    def add(self, note: Note) -> None:
        """Add a note."""
        self._take(self._set.having(note))

    def change(self, note_id: str, **values: object) -> None:
        """Change fields of a note, if it is still there; what is the same is no change."""
        note = self.find(note_id)
        if note is not None and any(getattr(note, name) != value for name, value in values.items()):
            self._take(self._set.having(note.changed(**values)))

    @Slot(str, str)
    def change_text(self, note_id: str, text: str) -> None:
        """Give a note another text."""
        self.change(note_id, text=text)

    @Slot(object, str)
    def keep(self, note: Note, text: str) -> None:
        """Add a note with its text; give one that there is, or was, another text."""
        if note.id in self._set.records:
            self.change_text(note.id, text)
        else:
            self.add(replace(note, text=text))

    @Slot(str, str)
    def change_color(self, note_id: str, color: str) -> None:
        """Give a note another colour."""
        self.change(note_id, color=color)

    def remove(self, note_id: str) -> Note | None:
        """Delete a note and return it, if it is still there."""
        note = self.find(note_id)
        if note is not None:
            self._take(self._set.having(note.removal()))
        return note

    def restore(self, note: Note) -> None:
        """Bring back a note that was deleted."""
        record = self._set.records.get(note.id, note)
        self._take(self._set.having(replace(note, modified=record.modified).changed()))

    @Slot()
    def adopt_foreign(self) -> None:
        """Take the notes of the other recording for this one's; they stay in the old file, too."""
        foreign, self.foreign, self.notices = self.foreign, (), ()
        self._take(merged(self._set, NoteSet().having(*foreign)))

    def _take(self, notes: NoteSet) -> None:
        self._set = notes
        if self._keeper is not None:
            self._keeper.save(notes)
        self.changed.emit()

    # -- what the thread tells

    @Slot(object, object)
    def _take_loaded(self, keeper: Keeper, kept: Kept) -> None:
        if keeper is self._keeper:
            first, self.loading = self.loading, False
            if first or kept.foreign != self.foreign:
                self.foreign = kept.foreign
                self.changed.emit()
            self._show(kept)
            self._tell(self.notices)

    @Slot(object, object)
    def _take_saved(self, keeper: Keeper, kept: Kept) -> None:
        if keeper is self._keeper:
            told = [finding for finding in kept.findings if finding.found in _TOLD_ON_WRITING]
            self._tell([self._sentence(finding) for finding in told])
            if keeper.written is self._set:  # else what has changed since is written next, and told then
                self._show(kept)

    @Slot(object, str)
    def _fail(self, keeper: Keeper, reason: str) -> None:
        if keeper is self._keeper:
            self.loading = False
            self.notices = (self.tr("The notes cannot be kept: {reason}").format(reason=reason),)
            self.changed.emit()
            self.told.emit(self.notices[0])

    def _show(self, kept: Kept) -> None:
        """Take what is on the disk, and have it written there if there is more here."""
        notices = tuple(self._sentence(finding) for finding in kept.findings)
        together = merged(self._set, kept.notes)
        if self._keeper is not None and together != kept.notes:
            self._keeper.save(together)
        if (together, notices) != (self._set, self.notices):
            self._set, self.notices = together, notices
            self.changed.emit()

    def _tell(self, sentences: Iterable[str]) -> None:
        for sentence in sentences:
            if sentence not in self._told:
                self._told.add(sentence)
                self.told.emit(sentence)

    def _sentence(self, finding: Finding) -> str:
        one = self.tr("1 note of another recording with this name is not shown")
        many = self.tr("{count} notes of another recording with this name are not shown")
        sentence = {
            Found.FOREIGN: one if len(self.foreign) == 1 else many,
            Found.DAMAGED: self.tr(
                "{name} is damaged ({reason}); it is moved aside before notes are written"
            ),
            Found.UNREADABLE: self.tr("{name} cannot be read: {reason}"),
            Found.NEWER: self.tr("A newer version wrote these notes; what this one does not know is kept"),
            Found.ELSEWHERE: self.tr("Nothing can be written beside the recording: notes are in {folder}"),
            Found.ASIDE: self.tr("The old file of notes is kept as {name}"),
        }[finding.found]
        return sentence.format(
            count=fmt.count(len(self.foreign)),
            name=finding.path.name,
            folder=finding.path.parent,
            reason=finding.reason,
        )
