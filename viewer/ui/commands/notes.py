"""Connects the notes with what shows them beside their list: the timeline and a field over the map."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QObject, Slot

from viewer.lazy import LazySequence
from viewer.notes import Note
from viewer.recording.index import RecordingIndex
from viewer.ui import format as fmt
from viewer.ui.notes.commands import NoteCommands
from viewer.ui.notes.note_text import NoteActors, color_of, role_of, swatch, when
from viewer.ui.notes.prompt import NotePrompt
from viewer.ui.state.changes import What
from viewer.ui.state.workspace import Workspace
from viewer.ui.timeline.marks import NoteMark, NoteMarks
from viewer.ui.window import MainWindow


class ShownNotes(QObject):
    """Tells the timeline of notes, and the book what is typed over the map."""

    def __init__(self, commands: NoteCommands, workspace: Workspace, window: MainWindow) -> None:
        super().__init__(window)
        self._workspace, self._book = workspace, (book := commands.book)
        self._window = window
        self._time_text = workspace.display.write
        self._actors = NoteActors(None)
        self._prompt = NotePrompt(window.map_area, window.map_area.map_view)
        workspace.when(What.OPENED, self._open)
        workspace.closing.connect(self._finish_typing)
        workspace.when(What.RECORDING, lambda: self._show_index(workspace.recording.index))
        workspace.when(What.NOTES | What.SCALE, self._show_marks)
        book.told.connect(workspace.say)
        commands.edit_requested.connect(self._edit)
        self._prompt.text_given.connect(book.keep)

    def _open(self) -> None:
        """Have the notes of another recording; a text that is being typed belongs to the one before."""
        self._finish_typing()
        self._book.open(self._workspace.recording.index)

    def _show_index(self, index: RecordingIndex | None) -> None:
        self._actors = NoteActors(index)
        if self._book.notes:  # whom they are about may be known only now
            self._show_marks()

    def _show_marks(self) -> None:
        notes, mark = self._book.notes, cache(self._mark)
        marks = LazySequence(len(notes), lambda number: mark(notes[number]))
        roles = [role_of(note.color) for note in notes]
        told = NoteMarks(marks, self._book.starts, self._book.ends, roles)
        self._window.timeline.model.tell(notes=told)

    def _mark(self, note: Note) -> NoteMark:
        row, actor = self._actors.of(note)
        lines = (fmt.join(when(note, self._time_text), actor), *note.text.splitlines())
        return NoteMark(note.start, note.start + note.length, role_of(note.color), lines, row)

    @Slot(object)
    def _edit(self, note: Note) -> None:
        if "notes" in self._window.made and self._window.panel("notes").edit(note.id):
            return
        dot = swatch(color_of(note.color), self._window.devicePixelRatioF())
        self._prompt.ask(note, when(note, self._time_text), dot)

    @Slot()
    def _finish_typing(self) -> None:
        """Keep a text that is being typed: its note is put away."""
        self._prompt.finish()
        if "notes" in self._window.made:
            self._window.panel("notes").finish_edit()
