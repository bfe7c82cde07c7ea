"""Notes at moments of the recording, by what they say and whom they are about."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Slot

from viewer.notes import Note
from viewer.recording.index import RecordingIndex
from viewer.ui.format import TimeText
from viewer.ui.notes.book import NoteBook
from viewer.ui.notes.note_text import NoteActors, when
from viewer.ui.palette.entry import Entry, ListedProvider
from viewer.ui.palette.providers.hit_names import shown
from viewer.ui.translation import tr


class NoteProvider(ListedProvider):
    """Finds notes; choosing one goes to it."""

    prefix = "note:"

    def __init__(
        self, book: NoteBook, go_to: Callable[[str], None], time_text: TimeText, parent: QObject
    ) -> None:
        """Take the notes, what is done with the id of the chosen one, and what writes times."""
        super().__init__(tr("Notes"), book.changed, parent)
        self._book = book
        self._go_to = go_to
        self._time_text = time_text
        self._actors = NoteActors(None)

    @Slot(object)
    def set_recording(self, index: RecordingIndex | None) -> None:
        """Name the actors of this recording."""
        self._actors = NoteActors(index)
        self.forget()

    def things(self) -> Sequence[Note]:
        """Return the notes."""
        return self._book.notes

    def text(self, note: Note) -> str:
        """Return what a note says and whom it is about."""
        entry = self.entry(note)
        return f"{entry.text} {entry.detail}"

    def recalled(self, name: str) -> Entry | None:
        """Return a note that was gone to before, if it is still there."""
        note = self._book.find(name)
        return None if note is None else self.entry(note)

    def entry(self, note: Note) -> Entry:
        """Return a note with its time."""
        return Entry(
            key=self.prefix + note.id,
            text=shown(" ".join(note.text.split())) or self.tr("Note without text"),
            detail=shown(self._actors.of(note)[1]),
            aside=when(note, self._time_text),
            run=lambda: self._go_to(note.id),
        )
