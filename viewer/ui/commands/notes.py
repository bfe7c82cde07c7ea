"""Handlers of the menu Notes; notes in the timeline, and editing them in a text field over the map."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PySide6.QtCore import Slot

from viewer.notes import Note, write_csv
from viewer.replay.events import SAME_TIME
from viewer.ui.commands.commands import Commands
from viewer.ui.note_text import NoteActors, color_of, note_at, row_of, swatch, when
from viewer.ui.notes.notes import Notes
from viewer.ui.notes.prompt import NotePrompt
from viewer.ui.state.binding import bind
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr
from viewer.ui.widgets.dialogs import ask_target, saved
from viewer.ui.widgets.toast import Toast
from viewer.ui.window import MainWindow


class NoteCommands(Commands):
    """Commands that add, edit, delete and go to notes, and pass them to the timeline.

    Attributes:
        book: the notes of the open recording.
    """

    def __init__(self, book: Notes, workspace: Workspace, toast: Toast, window: MainWindow) -> None:
        super().__init__(workspace, window)
        self.book, self._toast = book, toast
        self._time_text = workspace.display.write
        self._last = ""
        self._actors = NoteActors(None)
        self._prompt = NotePrompt(window.map_area, window.map_area.map_view)
        self._prompt.text_given.connect(book.keep)
        book.message.connect(workspace.show_message)
        workspace.closing.connect(self._finish_typing)
        bind(self, workspace, (lambda now: now.opening, self._open))

    # -- one note

    def add(self) -> None:
        """Open the text field for a new note on the chosen time range.

        If none is chosen, the note is on the time of the playhead. The note is about the selected actor, if
        there is one.
        """
        index = self._index
        if index is None or not len(index.elapsed):
            self._show_message(tr("There is no moment to note"))
            return
        transport, row = self._transport, self._focus.primary
        start, end = transport.range or (transport.playhead, None)
        frame = transport.frame if end is None else index.frame_at(start)
        note = Note(
            start,
            end,
            frame=int(index.frames["frame"][frame]),
            actor_id=None if row is None else int(index.actors.actor_id[row]),
        )
        self._last = note.id
        self._edit(note)

    def edit_here(self) -> None:
        """Open a field for editing the text of the note at the playhead; show a message if there is none."""
        if (note := self.current) is not None:
            self._edit(note)
        else:
            self._show_message(tr("No note here: B adds one"))

    def delete_here(self) -> None:
        """Delete the note at the playhead."""
        if (note := self.current) is not None:
            self.delete(note.id)
        else:
            self._show_message(tr("No note here"))

    def delete(self, note_id: str) -> None:
        """Delete the note with id ``note_id``, and offer to undo that."""
        note = self.book.remove(note_id)
        if note is not None:
            text = tr("Note at {time} deleted").format(time=self._time_text(note.start))
            self._toast.show_offer(text, tr("Undo"), self._window.actions_by_id["undo"].trigger)

    def _edit(self, note: Note) -> None:
        """Open a text field for ``note``, in the notes panel if its line is visible, else over the map."""
        if "notes" in self._window.made and self._window.panel("notes").edit(note.id):
            return
        dot = swatch(color_of(note.color), self._window.devicePixelRatioF())
        self._prompt.ask(note, when(note, self._time_text), dot)

    @Slot()
    def _finish_typing(self) -> None:
        """End the editing of a note whose text the user is typing, and store the text."""
        self._prompt.finish()
        if "notes" in self._window.made:
            self._window.panel("notes").finish_edit()

    @property
    def current(self) -> Note | None:
        """The note of the frame at the playhead; None if there is no note at that frame.

        If there are several, it is the one that the user edited or went to last; if that is none of them, the
        one that starts last.
        """
        index = self._index
        if index is None or not len(index.elapsed):
            return None
        playhead = self._transport.playhead
        frame = index.frame_at(playhead)
        begin = min(float(index.elapsed[frame]), playhead)
        last = frame + 1 == len(index.elapsed)
        end = playhead + 1.0 if last else max(float(index.elapsed[frame + 1]), playhead + SAME_TIME)
        used = self.book.find(self._last)
        if used is not None and note_at((used,), begin, end) is not None:
            return used
        notes = self.book.all
        touching = np.flatnonzero((notes.starts < end) & (notes.ends >= begin)).tolist()
        return note_at(tuple(notes.notes[number] for number in touching), begin, end)

    # -- next and previous note

    def _beside(self, direction: int) -> Note | None:
        """Return the note after the playhead (1) or before it (−1) in time; None if there is none.

        Notes at the same time are visited one after the other. A note after the recording's end counts as at
        the end.
        """
        notes, transport = self.book.notes, self._transport
        places = self.book.all.starts.clip(0.0, transport.duration)
        first, end = np.searchsorted(
            places, (transport.playhead - SAME_TIME, transport.playhead + SAME_TIME)
        ).tolist()
        ids = [note.id for note in notes[first:end]]
        if self._last in ids:
            found = first + ids.index(self._last) + direction
        else:
            found = end if direction > 0 else first - 1
        return notes[found] if 0 <= found < len(notes) else None

    def go_beside(self, direction: int) -> None:
        """Go to the next note (``direction`` 1) or the previous one (−1); if there is none, say so."""
        note = self._beside(direction)
        if note is not None:
            self.go_to(note.id)
        elif self.book.notes:
            self._show_missing(direction, tr("No later note"), tr("No earlier note"))
        else:
            self._show_message(tr("No notes yet: B adds one"))

    @Slot(str)
    def go_to(self, note_id: str) -> None:
        """Go to the note with id ``note_id`` and select the actor it is about."""
        note, index = self.book.find(note_id), self._index
        if note is None or index is None:
            return
        self._last = note.id
        self._workspace.jump(note.start)
        row = row_of(index, note)
        if row is not None:
            self._focus.select(row)

    # -- all of them

    @Slot()
    def export(self) -> None:
        """Ask for a file, and write all notes there as CSV."""
        index = self._index
        if index is None or not self.book.notes:
            self._show_message(tr("No notes yet: B adds one"))
            return
        suggested = index.path.with_name(f"{index.path.stem}.notes.csv")
        path = ask_target(self._window, tr("Export notes"), suggested, {".csv": tr("CSV tables")})
        if path is not None:
            self._show_message(saved(path, self._write))

    def _write(self, path: Path) -> None:
        with path.open("w", newline="", encoding="utf-8") as stream:
            write_csv(self.book.notes, stream)

    # -- recording and timeline

    def _open(self) -> None:
        """Read the notes of the recording that was just opened.

        Before that, the text of a note that the user is typing is stored.
        """
        self._finish_typing()
        self._last = ""
        self.book.open(self._index)
