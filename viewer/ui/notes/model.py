"""The lines of the list of notes."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from viewer.notes import Note
from viewer.quick_dataclass import dataclass
from viewer.ui import format as fmt

AnyIndex = QModelIndex | QPersistentModelIndex

_NOTHING = QModelIndex()


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
        return " ".join(self.note.text.split())


class NoteModel(QAbstractTableModel):
    """The notes that are listed."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.lines: list[NoteLine] = []

    def show(self, lines: list[NoteLine]) -> None:
        """List these; where the same notes stand in the same order, only what they say is painted anew."""
        if lines == self.lines:
            return
        if [line.note.id for line in lines] == [line.note.id for line in self.lines]:
            self.lines = lines
            self.dataChanged.emit(self.index(0, 0), self.index(len(lines) - 1, 0))
            return
        self.beginResetModel()
        self.lines = lines
        self.endResetModel()

    def line_of(self, note_id: str) -> int | None:
        """Return the line of a note, None if it is not listed."""
        return next((n for n, line in enumerate(self.lines) if line.note.id == note_id), None)

    def rowCount(self, parent: AnyIndex = _NOTHING) -> int:
        """Return the number of notes."""
        return 0 if parent.isValid() else len(self.lines)

    def columnCount(self, parent: AnyIndex = _NOTHING) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else 1

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - as in Qt
        """Return a note in one line."""
        if not index.isValid() or role not in (
            Qt.ItemDataRole.DisplayRole,
            Qt.ItemDataRole.AccessibleTextRole,
        ):
            return None
        line = self.lines[index.row()]
        return fmt.join(line.time, line.length, line.actor, line.text)
