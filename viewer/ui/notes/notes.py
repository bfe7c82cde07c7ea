"""The notes of the open recording: reading, changing and storing them, and snapshots for undo."""

from __future__ import annotations

import hashlib
import threading
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from viewer.notes import Changes, Note, NoteSet, StoredNotes, Trouble, sidecar_path
from viewer.notes.sidecar import NotesProblem
from viewer.program import resource
from viewer.recording.index import RecordingIndex
from viewer.ui import format as fmt
from viewer.ui.notes.note_writer import NoteWriter
from viewer.ui.translation import tr, translated

_LONGEST_NAME = 60
"""Most characters of a recording's name that are used in the name of a notes file in the data folder.

File systems allow some 255 bytes.
"""


class NoteState:
    """Snapshot of the notes; two that differ only in the times at which notes were last changed are equal."""

    def __init__(self, notes: NoteSet) -> None:
        """Store ``notes``, a snapshot of the notes."""
        self.notes = notes

    def differing(self, other: NoteState) -> list[str]:
        """Return the ids of the notes that differ between this snapshot and ``other``."""
        here, there = self.notes.by_id, other.notes.by_id
        others = [note.id for note in here.values() if there.get(note.id) is not note]
        others += there.keys() - here.keys()
        return [each for each in others if not _is_same(here.get(each), there.get(each))]

    def __eq__(self, other: object) -> bool:
        """Return whether ``other`` is a NoteState with exactly the same notes."""
        return isinstance(other, NoteState) and not self.differing(other)

    __hash__ = None  # type: ignore[assignment]


def _is_same(note: Note | None, other: Note | None) -> bool:
    if note is None or other is None:
        return False
    return replace(note, modified=other.modified) == other


class Notes(QObject):
    """The notes of the open recording; changes take effect at once, and a thread writes them to disk.

    Notes that other windows write for the recording are read, too.

    Attributes:
        notes: the notes sorted by time.
        loading: whether they have not been read yet.
        foreign: notes in the notes file that belong to another recording with the same name; they are not
            among ``notes``.
        notices: messages about where the notes are stored, as sentences without a full stop.
    """

    changed = Signal()
    """Emitted when the notes, or the messages about where they are stored, have changed for any reason."""
    edited = Signal()
    """Emitted when notes were changed in this window."""
    brought = Signal()
    """Emitted after ``changed`` if notes, or ``notices`` about the notes file, came from the disk."""
    message = Signal(str)
    """Emitted with a message to show to the user, a sentence without a full stop."""

    def __init__(self, data_folder: Path, parent: QObject | None = None) -> None:
        """Store notes in ``data_folder`` for recordings beside which no file can be written."""
        super().__init__(parent)
        self._data_folder = data_folder
        self._set = NoteSet()
        self._writer: NoteWriter | None = None
        self._path: Path | None = None
        self._last: threading.Thread | None = None
        self._shown: set[str] = set()
        self.foreign: tuple[Note, ...] = ()
        self.notices: tuple[str, ...] = ()
        self.loading = False

    @property
    def all(self) -> NoteSet:
        """The notes sorted by time, with arrays of their times."""
        return self._set

    @property
    def notes(self) -> tuple[Note, ...]:
        """The notes sorted by time."""
        return self._set.notes

    def find(self, note_id: str) -> Note | None:
        """Return the note with id ``note_id``, or None if it is gone."""
        return self._set.by_id.get(note_id)

    # -- opening and closing

    @Slot(object)
    def open(self, index: RecordingIndex | None) -> None:
        """Read the notes of the recording of ``index``; None for none. Pending changes are written first."""
        self._end()
        self._set, self.foreign, self.notices = NoteSet(), (), ()
        self._shown.clear()
        self.loading = index is not None
        if index is not None:
            before = (
                self._last if index.path == self._path else None
            )  # wait for its last changes before reading
            self._path = index.path
            self._writer = NoteWriter(index.file, self._places(index.path), before, self)
            self._last = self._writer.python_thread
            self._writer.kept.connect(self._on_kept)
            self._writer.refused.connect(self._fail)
            self._writer.start()
        self.changed.emit()

    def shut_down(self) -> None:
        """Wait until all changes of the notes are written to disk."""
        self._end()
        for writer in self.findChildren(NoteWriter):
            writer.wait()

    def _end(self) -> None:
        if self._writer is not None:
            self._writer.end()
            self._writer = None

    def _places(self, path: Path) -> list[Path]:
        """Return the paths of possible notes files of the recording ``path``, the preferred one first.

        They are beside the recording and in the data folder; for recordings shipped with the program, only in
        the latter.
        """
        beside = sidecar_path(path)
        mark = hashlib.sha256(str(path).encode(errors="surrogateescape")).hexdigest()[:16]
        elsewhere = sidecar_path(self._data_folder / f"{path.name[:_LONGEST_NAME]}.{mark}")
        ships = resource("").resolve() in path.resolve().parents
        return [elsewhere] if ships else [beside, elsewhere]

    # -- changes

    def add(self, note: Note) -> None:
        """Add ``note`` to the notes on the open recording."""
        self._change({note.id: note})

    def change(self, note_id: str, **values: object) -> None:
        """Set fields of the note with id ``note_id``, if it exists, to ``values`` such as ``text="a"``."""
        note = self.find(note_id)
        if note is not None and any(getattr(note, name) != value for name, value in values.items()):
            self._change({note_id: note.changed(**values)})

    @Slot(str, str)
    def change_text(self, note_id: str, text: str) -> None:
        """Set the text of the note with id ``note_id``."""
        self.change(note_id, text=text)

    @Slot(object, str)
    def keep(self, note: Note, text: str) -> None:
        """Add ``note`` with ``text``; if it exists already, set its text."""
        if self.find(note.id) is not None:
            self.change_text(note.id, text)
        else:
            self.add(replace(note, text=text))

    def remove(self, note_id: str) -> Note | None:
        """Delete the note with id ``note_id`` and return it; None if it is gone."""
        note = self.find(note_id)
        if note is not None:
            self._change({note_id: None})
        return note

    def state(self) -> NoteState:
        """Return a snapshot of the notes, which undo can restore."""
        return NoteState(self._set)

    def restore(self, state: NoteState, instead_of: NoteState) -> None:
        """Restore the notes of ``state`` that differ from ``instead_of``; other notes stay as they are now.

        Notes that only ``instead_of`` has are deleted.

        Args:
            state: snapshot to return to.
            instead_of: snapshot whose differences from ``state`` are taken back.
        """
        before = state.notes.by_id
        ids = state.differing(instead_of)
        self._change({each: before[each].changed() if each in before else None for each in ids})

    @Slot()
    def adopt_foreign(self) -> None:
        """Add the notes in ``foreign``, of another recording with this name, to the present ones.

        They stay in the file where they were found, too.
        """
        foreign, self.foreign, self.notices = self.foreign, (), ()
        self._change({note.id: note for note in foreign})

    def _change(self, changes: Changes) -> None:
        self._set = self._set.changed(changes)
        if self._writer is not None:
            self._writer.change(changes)
        self.changed.emit()
        self.edited.emit()

    # -- signals of the thread

    @Slot(object, object)
    def _on_kept(self, writer: NoteWriter, kept: StoredNotes) -> None:
        if writer is not self._writer:
            return
        before = (self.loading, self._set, self.foreign, self.notices)
        self.loading, self._set, self.foreign = False, writer.notes, kept.foreign
        self.notices = tuple(self._sentence(problem) for problem in kept.problems)
        if (self.loading, self._set, self.foreign, self.notices) != before:
            self.changed.emit()
            self.brought.emit()
        for sentence in self.notices:
            if sentence not in self._shown:
                self._shown.add(sentence)
                self.message.emit(sentence)

    @Slot(object, str)
    def _fail(self, writer: NoteWriter, reason: str) -> None:
        if writer is self._writer:
            self.loading = False
            self.notices = (tr("The notes cannot be kept: {reason}").format(reason=translated(reason)),)
            self.changed.emit()
            self.message.emit(self.notices[0])

    def _sentence(self, problem: NotesProblem) -> str:
        sentence = {
            Trouble.FOREIGN: fmt.counted(
                len(self.foreign),
                "1 note of another recording with this name is not shown",
                "{count} notes of another recording with this name are not shown",
            ),
            Trouble.DAMAGED: tr("{name} is damaged ({reason}); it is moved aside before notes are written"),
            Trouble.UNREADABLE: tr("{name} cannot be read: {reason}"),
            Trouble.PARTLY: tr("{name} holds more than notes; it is moved aside before notes are written"),
            Trouble.ELSEWHERE: tr("Nothing can be written beside the recording: notes are in {folder}"),
            Trouble.ASIDE: tr("The old file of notes is kept as {name}"),
            Trouble.GONE: tr("{name} is gone; its notes are written again with the next change"),
        }[problem.kind]
        return sentence.format(
            name=problem.path.name,
            folder=problem.path.parent,
            reason=translated(problem.reason),
        )
