"""Makes the list of notes and binds it to what it shows."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from viewer.ui.notes.book import NoteBook
from viewer.ui.notes.commands import NoteCommands
from viewer.ui.notes.panel import NotesPanel
from viewer.ui.state.binding import bind
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.state.playback import Playback
from viewer.ui.times.display import TimeDisplay, writer


def open_room(
    parent: QWidget,
    *,
    recording: OpenRecording,
    playback: Playback,
    display: TimeDisplay,
    note_commands: NoteCommands,
) -> NotesPanel:
    """Return the panel."""
    panel, book, write = NotesPanel(parent), note_commands.book, writer(display)

    def show_notes(_book: NoteBook) -> None:
        panel.set_notes(book.notes)
        panel.set_notices(book.notices, {"adopt": panel.tr("Use them here")} if book.foreign else {})
        mark_current()

    def mark_current(_seen: bool = True) -> None:  # noqa: FBT002 - what bind tells
        note = note_commands.current
        panel.mark("" if note is None else note.id)

    bind(recording.index_changed, lambda: recording.index, panel.set_recording)
    bind(display.scale_changed, lambda: write, panel.set_time_text)
    bind(book.changed, lambda: book, show_notes, panel)
    bind(playback.changed, lambda: True, mark_current, panel)
    panel.go_requested.connect(note_commands.go_to)
    panel.text_given.connect(book.change_text)
    panel.color_chosen.connect(book.change_color)
    panel.delete_requested.connect(note_commands.delete)
    panel.export_requested.connect(note_commands.export)
    panel.adopt_requested.connect(book.adopt_foreign)
    return panel
