"""Notes at moments of the recording, by what they say and whom they are about."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Slot

from viewer.notes import Note
from viewer.recording.index import RecordingIndex
from viewer.ui.format import TimeText
from viewer.ui.notes.book import NoteBook
from viewer.ui.notes.note_text import NoteActors, when
from viewer.ui.palette.entry import Entry, Hits, Provider
from viewer.ui.palette.fuzzy import TextTable
from viewer.ui.palette.providers.hit_names import shown

_KEY = "note:"


class NoteProvider(Provider):
    """Finds notes; choosing one goes to it."""

    def __init__(
        self, book: NoteBook, go_to: Callable[[str], None], time_text: TimeText, parent: QObject
    ) -> None:
        """Take the notes, what is done with the id of the chosen one, and what writes times."""
        super().__init__(parent)
        self._book = book
        self._go_to = go_to
        self._time_text = time_text
        self._actors = NoteActors(None)
        self._entries: list[Entry] = []
        self._table: TextTable | None = None
        book.changed.connect(self._forget)

    @Slot(object)
    def set_recording(self, index: RecordingIndex | None) -> None:
        """Name the actors of this recording."""
        self._actors = NoteActors(index)
        self._forget()

    def find(self, query: str) -> Hits | None:
        """Return the notes that fit; nothing if nothing is typed."""
        if not query:
            return None
        if self._table is None:
            self._entries = [self._entry(note) for note in self._book.notes]
            self._table = TextTable([f"{entry.text} {entry.detail}" for entry in self._entries])
        rows, best = self._table.find(query)
        return Hits.of(self.tr("Notes"), [self._entries[row] for row in rows.tolist()], best)

    def recall(self, key: str) -> Entry | None:
        """Return a note that was gone to before, if it is still there."""
        note = self._book.find(key.removeprefix(_KEY)) if key.startswith(_KEY) else None
        return None if note is None else self._entry(note)

    @Slot()
    def _forget(self) -> None:
        """Ask for the notes again: they, or the names in them, are others."""
        self._table = None
        self.changed.emit()

    def _entry(self, note: Note) -> Entry:
        return Entry(
            key=_KEY + note.id,
            text=shown(" ".join(note.text.split())) or self.tr("Note without text"),
            detail=shown(self._actors.of(note)[1]),
            aside=when(note, self._time_text),
            run=lambda: self._go_to(note.id),
        )
