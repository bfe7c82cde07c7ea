"""The menu Notes: adding, editing and deleting them, going from one to the next, taking them along."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QFileDialog

from viewer.notes import Note, write_csv
from viewer.ui.format import TimeText
from viewer.ui.notes.book import NoteBook
from viewer.ui.notes.note_text import note_at, row_of
from viewer.ui.state.changes import What
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr
from viewer.ui.widgets.toast import Toast

_SAME = 1e-9  # seconds


class NoteCommands(QObject):
    """What one can do with notes by keys and menus.

    Attributes:
        book: the notes.
        time_text: writes times as they are shown.

    """

    undo_requested = Signal()
    """What was done last, deleting a note, is to be taken back."""
    edit_requested = Signal(object)
    """Note whose text is to be typed now; a new one is kept with it."""

    def __init__(
        self,
        book: NoteBook,
        workspace: Workspace,
        toast: Toast,
        time_text: TimeText,
    ) -> None:
        super().__init__(toast)
        self._workspace = workspace
        self.book = book
        self._toast = toast
        self._window = toast.window()
        self._last = ""
        self.time_text = time_text
        workspace.when(What.OPENED, self._forget)

    # -- one note

    def add(self) -> None:
        """Have a note typed at the playhead, or over the chosen range."""
        index = self._workspace.recording.index
        if index is None or not len(index.elapsed):
            self._workspace.say(tr("There is no moment to note"))
            return
        chosen = self._workspace.playback.transport.range
        start = self._workspace.playback.transport.playhead if chosen is None else chosen[0]
        row = self._workspace.focus.primary
        note = Note(
            start,
            None if chosen is None else chosen[1],
            frame=int(
                index.frames["frame"][
                    index.frame_at(start) if chosen else self._workspace.playback.transport.frame
                ]
            ),
            actor_id=None if row is None else int(index.actors.actor_id[row]),
        )
        self._last = note.id
        self.edit_requested.emit(note)

    def edit_here(self) -> None:
        """Let the text be typed of the note at the playhead."""
        note = self.current
        if note is None:
            self._workspace.say(tr("No note here: B adds one"))
        else:
            self.edit_requested.emit(note)

    def delete_here(self) -> None:
        """Delete the note at the playhead."""
        note = self.current
        if note is None:
            self._workspace.say(tr("No note here"))
        else:
            self.delete(note.id)

    @Slot(str)
    def delete(self, note_id: str) -> None:
        """Delete a note, and offer to bring it back."""
        note = self.book.remove(note_id)
        if note is not None:
            text = tr("Note at {time} deleted").format(time=self.time_text(note.start))
            self._toast.show_offer(text, tr("Undo"), self.undo_requested.emit)

    @Slot()
    def _forget(self) -> None:
        self._last = ""

    @property
    def current(self) -> Note | None:
        """The note in the frame at the playhead: of several, the one that was used last; else None."""
        index = self._workspace.recording.index
        if index is None or not len(index.elapsed):
            return None
        playhead = self._workspace.playback.transport.playhead
        frame = index.frame_at(playhead)
        begin = min(float(index.elapsed[frame]), playhead)
        last = frame + 1 == len(index.elapsed)
        end = playhead + 1.0 if last else max(float(index.elapsed[frame + 1]), playhead + _SAME)
        used = self.book.find(self._last)
        if used is not None and note_at((used,), begin, end) is not None:
            return used
        touching = np.flatnonzero((self.book.starts < end) & (self.book.ends >= begin)).tolist()
        return note_at(tuple(self.book.notes[number] for number in touching), begin, end)

    # -- from one to the next

    def _beside(self, direction: int) -> Note | None:
        """Return the next (1) or previous (−1) note, None if there is none.

        Of several at one time, each is gone to once. One beyond the recording is gone to at its end.
        """
        notes, transport = self.book.notes, self._workspace.playback.transport
        places = self.book.starts.clip(0.0, transport.duration)
        first, end = np.searchsorted(
            places, (transport.playhead - _SAME, transport.playhead + _SAME)
        ).tolist()
        ids = [note.id for note in notes[first:end]]
        if self._last in ids:
            found = first + ids.index(self._last) + direction
        else:
            found = end if direction > 0 else first - 1
        return notes[found] if 0 <= found < len(notes) else None

    def go_beside(self, direction: int) -> None:
        """Go to the next (1) or previous (−1) note."""
        note = self._beside(direction)
        if note is None:
            otherwise = tr("No later note") if direction > 0 else tr("No earlier note")
            self._workspace.say(otherwise if self.book.notes else tr("No notes yet: B adds one"))
        else:
            self.go_to(note.id)

    @Slot(str)
    def go_to(self, note_id: str) -> None:
        """Go to a note and select the actor it is about, unless one has selected somebody oneself."""
        note, index = self.book.find(note_id), self._workspace.recording.index
        if note is None or index is None:
            return
        self._last = note.id
        self._workspace.jump(note.start)
        row = row_of(index, note)
        if row is not None:
            self._workspace.focus.offer((row,))

    # -- all of them

    @Slot()
    def export(self) -> None:
        """Write all notes as CSV where the user wants it."""
        index = self._workspace.recording.index
        if index is None or not self.book.notes:
            self._workspace.say(tr("No notes yet: B adds one"))
            return
        suggested = index.path.with_name(f"{index.path.stem}.notes.csv")
        path, _ = QFileDialog.getSaveFileName(
            self._window, tr("Export notes"), str(suggested), tr("CSV tables") + " (*.csv)"
        )
        if not path:
            return
        try:
            with Path(path).open("w", newline="", encoding="utf-8") as stream:
                write_csv(self.book.notes, stream)
        except OSError as error:
            reason = error.strerror or str(error)
            self._workspace.say(tr("The notes cannot be written: {reason}").format(reason=reason))
        else:
            self._toast.show_text(tr("Notes written to {name}").format(name=Path(path).name))
