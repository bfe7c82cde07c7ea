"""Connects the notes with what shows them: list, timeline, field over the map."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from viewer.recording.index import RecordingIndex
from viewer.replay.time.time_forms import TimeScale
from viewer.ui import format as fmt
from viewer.ui.commands.notes import NoteCommands
from viewer.ui.notes.book import NoteBook
from viewer.ui.notes.note_text import NoteActors, color_of, role_of, when
from viewer.ui.notes.prompt import NotePrompt
from viewer.ui.notes.swatch import swatch
from viewer.ui.state.session import Session
from viewer.ui.theme import Theme
from viewer.ui.timeline.note_marks import NoteMark, NoteMarks
from viewer.ui.window import MainWindow
from viewer.ui.wiring.notices import Notices


class NotesWiring(QObject):
    """Tells panels of notes, and the book what panels want."""

    def __init__(
        self, book: NoteBook, session: Session, notices: Notices, window: MainWindow, theme: Theme
    ) -> None:
        super().__init__(window)
        self._book = book
        self._session = session
        self._window = window
        self._theme = theme
        self._scale: TimeScale | None = None
        self._actors = NoteActors(None)
        self._marks = NoteMarks()
        self._panel = window.notes_panel
        self._prompt = NotePrompt(window.map_area)
        self.commands = NoteCommands(book, session, notices.toast, self._time_text, window)
        window.timeline.add_overlay(self._marks)
        session.opened.connect(self._finish_typing)  # before the book has other notes
        session.opened.connect(book.open)
        window.closing.connect(self._finish_typing)
        session.index_changed.connect(self._show_index)
        book.changed.connect(self._show)
        book.told.connect(notices.tell)
        self.commands.edit_requested.connect(self._edit)
        self._prompt.text_given.connect(self._take_text)
        self._prompt.left.connect(self._give_keyboard_back)
        self._listen_to_panel()

    def _listen_to_panel(self) -> None:
        panel, commands = self._panel, self.commands
        panel.set_time_text(self._time_text)
        panel.go_requested.connect(commands.go_to)
        panel.text_given.connect(self._take_text)
        panel.color_chosen.connect(self._take_color)
        panel.delete_requested.connect(commands.delete)
        panel.export_requested.connect(commands.export)
        panel.adopt_requested.connect(self._book.adopt_foreign)
        panel.shown.connect(self._mark)
        self._session.playback_changed.connect(self._mark)

    def set_theme(self, theme: Theme) -> None:
        """Show other colours."""
        self._theme = theme

    @Slot(object)
    def set_time_scale(self, scale: TimeScale | None) -> None:
        """Write times as on this scale; None for elapsed."""
        self._scale = scale
        self._panel.set_time_text(self._time_text)
        self._show()

    def _time_text(self, elapsed: float) -> str:
        return fmt.moment_text(elapsed, self._scale)

    @Slot(object)
    def _show_index(self, index: RecordingIndex | None) -> None:
        self._actors = NoteActors(index)
        self._panel.set_recording(index)
        if self._book.notes:  # whom they are about may be known only now
            self._show()

    @Slot()
    def _show(self) -> None:
        marks = []
        for note in self._book.notes:
            row, actor = self._actors.of(note)
            lines = [fmt.join(when(note, self._time_text), actor), *note.text.splitlines()]
            end = note.start + note.length
            marks.append(NoteMark(note.start, end, role_of(note.color), tuple(lines), row))
        self._marks.set_marks(marks)
        self._window.timeline.update()
        self._panel.set_notes(self._book.notes)
        links = {"adopt": self.tr("Use them here")} if self._book.foreign else {}
        self._panel.set_notices(self._book.notices, links)
        self._mark()

    @Slot(str)
    def _edit(self, note_id: str) -> None:
        note = self._book.find(note_id)
        if note is not None and not self._panel.edit(note_id):
            dot = swatch(color_of(note.color, self._theme), self._window.devicePixelRatioF())
            self._prompt.ask(note.id, note.text, when(note, self._time_text), dot)

    @Slot()
    def _finish_typing(self) -> None:
        """Keep a text that is being typed: its note is put away."""
        self._prompt.finish()
        self._panel.finish_edit()

    @Slot(str, str)
    def _take_text(self, note_id: str, text: str) -> None:
        self._book.change(note_id, text=text)

    @Slot(str, str)
    def _take_color(self, note_id: str, color: str) -> None:
        self._book.change(note_id, color=color)

    @Slot()
    def _mark(self) -> None:
        """Show in the list which note the playhead is at."""
        if self._panel.isVisible():
            note = self.commands.current
            self._panel.mark("" if note is None else note.id)

    @Slot()
    def _give_keyboard_back(self) -> None:
        self._window.map_area.map_view.setFocus()
