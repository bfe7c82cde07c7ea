"""The notes of the open recording, for everything in the window that shows or changes them."""

from __future__ import annotations

import hashlib
import threading
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal, Slot

from viewer.notes import Changes, Found, Kept, Note, NoteSet, sidecar_path
from viewer.notes.sidecar import Finding
from viewer.program import resource
from viewer.recording.index import RecordingIndex
from viewer.ui import format as fmt
from viewer.ui.notes.note_writer import Keeper
from viewer.ui.translation import tr, translated

_LONGEST_NAME = 60
"""Letters of a recording's name in that of a file elsewhere: file systems allow some 255 bytes in all."""


class NoteState:
    """Notes as they were; it equals another where all but the moments of their last changes is the same."""

    def __init__(self, notes: NoteSet) -> None:
        """Take the notes."""
        self.notes = notes

    def differing(self, other: NoteState) -> list[str]:
        """Return the ids of the notes that are not the same in another state."""
        here, there = self.notes.by_id, other.notes.by_id
        others = [note.id for note in here.values() if there.get(note.id) is not note]
        others += there.keys() - here.keys()
        return [each for each in others if not _is_same(here.get(each), there.get(each))]

    def __eq__(self, other: object) -> bool:
        """Return whether no note differs."""
        return isinstance(other, NoteState) and not self.differing(other)

    __hash__ = None  # type: ignore[assignment]


def _is_same(note: Note | None, other: Note | None) -> bool:
    if note is None or other is None:
        return False
    return replace(note, modified=other.modified) == other


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
    edited = Signal()
    """Notes were changed here."""
    brought = Signal()
    """Notes came from the disk."""
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
        return self._set.by_id.get(note_id)

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
            self._keeper.kept.connect(self._take_kept)
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
        self._change({note.id: note})

    def change(self, note_id: str, **values: object) -> None:
        """Change fields of a note, if it is still there; what is the same is no change."""
        note = self.find(note_id)
        if note is not None and any(getattr(note, name) != value for name, value in values.items()):
            self._change({note_id: note.changed(**values)})

    @Slot(str, str)
    def change_text(self, note_id: str, text: str) -> None:
        """Give a note another text."""
        self.change(note_id, text=text)

    @Slot(object, str)
    def keep(self, note: Note, text: str) -> None:
        """Add a note with its text; give one that there is another text."""
        if self.find(note.id) is not None:
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
            self._change({note_id: None})
        return note

    def state(self) -> NoteState:
        """Return the notes, whenever they were changed last."""
        return NoteState(self._set)

    def restore(self, state: NoteState, instead_of: NoteState) -> None:
        """Write those notes, and no others, that were other ones in a state before than in the one after."""
        before = state.notes.by_id
        ids = state.differing(instead_of)
        self._change({each: before[each].changed() if each in before else None for each in ids})

    @Slot()
    def adopt_foreign(self) -> None:
        """Take the notes of the other recording for this one's; they stay in the old file, too."""
        foreign, self.foreign, self.notices = self.foreign, (), ()
        self._change({note.id: note for note in foreign})

    def _change(self, changes: Changes) -> None:
        self._set = self._set.changed(changes)
        if self._keeper is not None:
            self._keeper.change(changes)
        self.changed.emit()
        self.edited.emit()

    # -- what the thread tells

    @Slot(object, object)
    def _take_kept(self, keeper: Keeper, kept: Kept) -> None:
        if keeper is not self._keeper:
            return
        before = (self.loading, self._set, self.foreign, self.notices)
        self.loading, self._set, self.foreign = False, keeper.notes, kept.foreign
        self.notices = tuple(self._sentence(finding) for finding in kept.findings)
        if (self.loading, self._set, self.foreign, self.notices) != before:
            self.changed.emit()
            self.brought.emit()
        for sentence in self.notices:
            if sentence not in self._told:
                self._told.add(sentence)
                self.told.emit(sentence)

    @Slot(object, str)
    def _fail(self, keeper: Keeper, reason: str) -> None:
        if keeper is self._keeper:
            self.loading = False
            self.notices = (tr("The notes cannot be kept: {reason}").format(reason=translated(reason)),)
            self.changed.emit()
            self.told.emit(self.notices[0])

    def _sentence(self, finding: Finding) -> str:
        sentence = {
            Found.FOREIGN: fmt.counted(
                len(self.foreign),
                "1 note of another recording with this name is not shown",
                "{count} notes of another recording with this name are not shown",
            ),
            Found.DAMAGED: tr("{name} is damaged ({reason}); it is moved aside before notes are written"),
            Found.UNREADABLE: tr("{name} cannot be read: {reason}"),
            Found.NEWER: tr("A newer version wrote these notes; what this one does not know is kept"),
            Found.ELSEWHERE: tr("Nothing can be written beside the recording: notes are in {folder}"),
            Found.ASIDE: tr("The old file of notes is kept as {name}"),
            Found.GONE: tr("{name} is gone; its notes are written again with the next change"),
        }[finding.found]
        return sentence.format(
            name=finding.path.name,
            folder=finding.path.parent,
            reason=translated(finding.reason),
        )
