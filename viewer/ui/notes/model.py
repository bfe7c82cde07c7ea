"""Table model of the notes, whose texts can be edited."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QIcon

from viewer.notes import Note
from viewer.ui import format as fmt
from viewer.ui.format import TimeText
from viewer.ui.note_text import NoteActors, color_of, swatch
from viewer.ui.theme import current_theme
from viewer.ui.translation import tr
from viewer.ui.widgets.table import TableColumn, TableModel

_ICON = 16
_SCREEN = 2.0
_Index = QModelIndex | QPersistentModelIndex


def _length(note: Note) -> str:
    return "" if note.end is None else fmt.seconds(note.length)


def _text(note: Note) -> str:
    return fmt.plain(" ".join(note.text.split())) or tr("No text")


class NoteModel(TableModel):
    """Table model of the listed notes: colour, time, length, actor and text."""

    text_given = Signal(str, str)
    """Carries the id of a note and the text that was typed for it."""

    def __init__(self) -> None:
        super().__init__(
            (
                TableColumn("color", "", value=lambda _note: ""),
                TableColumn("time", tr("Time"), number=True, value=lambda note: self._time_text(note.start)),
                TableColumn("length", tr("Length"), number=True, value=_length),
                TableColumn("actor", tr("Actor"), value=lambda note: self._actors.of(note)[1]),
                TableColumn("text", tr("Text"), value=_text),
            ),
            "",
        )
        self.notes: Sequence[Note] = ()
        self._actors = NoteActors(None)
        self._time_text: TimeText = fmt.seconds
        self.role_data |= {
            Qt.ItemDataRole.DecorationRole: self._icon,
            Qt.ItemDataRole.ForegroundRole: self._color,
            Qt.ItemDataRole.ToolTipRole: self._tip,
            Qt.ItemDataRole.EditRole: lambda row, _name: self.notes[row].text,
        }

    def show_notes(self, notes: Sequence[Note], actors: NoteActors, time_text: TimeText) -> None:
        """List ``notes``.

        Args:
            notes: the notes in order.
            actors: finds the name of the actor that a note is about.
            time_text: returns a time in seconds as text.
        """
        self.notes, self._actors, self._time_text = notes, actors, time_text
        self.show_all(notes)

    def line_of(self, note_id: str) -> int | None:
        """Return the index of the line of the table that shows the note ``note_id``; None if none does."""
        return next((line for line, note in enumerate(self.notes) if note.id == note_id), None)

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Return the flags of the base class, and make the column with texts editable."""
        flags = super().flags(index)
        editable = index.isValid() and index.column() == self.column_index["text"]
        return flags | Qt.ItemFlag.ItemIsEditable if editable else flags

    def setData(self, index: _Index, value: str, _role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Emit ``text_given`` with the text typed for a note, and return True.

        The cell itself changes only when the note does.
        """
        self.text_given.emit(self.notes[index.row()].id, value.strip())
        return True

    def _icon(self, row: int, name: str) -> QIcon | None:
        return QIcon(swatch(color_of(self.notes[row].color), _SCREEN, _ICON)) if name == "color" else None

    def _color(self, row: int, name: str) -> QColor | None:
        if name == "time":
            return current_theme().accent
        return None if name == "text" and self.notes[row].text else current_theme().secondary

    def _tip(self, row: int, name: str) -> str:
        return tr("Choose a colour") if name == "color" else fmt.plain_lines(self.notes[row].text)
