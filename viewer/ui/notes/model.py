"""The lines of the list of notes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from viewer.notes import Note
from viewer.ui import format as fmt
from viewer.ui.notes.lazy_rows import LazyRows
from viewer.ui.widgets.lines_model import LinesModel


@dataclass(frozen=True)
class NoteLine:
    """A note with what is written beside it.

    Attributes:
        note: the note.
        time: when it begins.
        length: how long it is, empty if it stands at one time.
        actor: whom it is about, empty for nobody.

    """

    note: Note
    time: str
    length: str
    actor: str

    @property
    def text(self) -> str:
        """What the note says, in one line."""
        return fmt.plain(" ".join(self.note.text.split()))


class NoteModel(LinesModel[Sequence[NoteLine]]):
    """The notes that are listed."""

    def show(self, lines: Sequence[NoteLine]) -> None:
        """List these; where the same notes stand in the same order, only what they say is painted anew."""
        if len(lines) and lines != self.lines and _ids(lines) == _ids(self.lines):
            self.lines = lines
            self.dataChanged.emit(self.index(0, 0), self.index(len(lines) - 1, 0))
        else:
            super().show(lines)

    def line_of(self, note_id: str) -> int | None:
        """Return the line of a note, None if it is not listed."""
        ids = _ids(self.lines)
        return ids.index(note_id) if note_id in ids else None

    def text(self, line: int) -> str:
        """Return a note in one line."""
        shown = self.lines[line]
        return fmt.join(shown.time, shown.length, shown.actor, shown.text)


def _ids(lines: Sequence[NoteLine]) -> list[str]:
    notes = lines.notes if isinstance(lines, LazyRows) else [line.note for line in lines]
    return [note.id for note in notes]
