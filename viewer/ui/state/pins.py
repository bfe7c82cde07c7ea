"""Which actors are pinned: in the list, the inspector and the timeline they stay, whoever is selected."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from viewer.recording.index import RecordingIndex
from viewer.ui.state.actor_ref import ActorRef, Refs, refs_of, rows_in
from viewer.ui.state.settings import PinnedLife, Settings


class Pins(QObject):
    """The pinned actors of the open recording, remembered for its file."""

    changed = Signal(object)
    """The pinned actors, in the order in which they were pinned."""

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._index: RecordingIndex | None = None
        self._lives: tuple[PinnedLife, ...] = ()
        self.pinned: Refs = ()
        """The pinned actors, as far as they have been read."""

    @Slot(object)
    def toggle(self, actor: ActorRef) -> None:
        """Pin an actor, or let go of it."""
        self.toggle_all((actor,))

    @Slot(object)
    def toggle_all(self, actors: Refs) -> None:
        """Pin actors; if all of them are pinned, let go of them."""
        index, rows = self._index, rows_in(actors)
        if index is None or not rows:
            return
        table = index.actors
        lives = [PinnedLife(int(table.actor_id[row]), int(table.spawn_frame[row])) for row in rows]
        if set(actors) <= set(self.pinned):
            self._lives = tuple(life for life in self._lives if life not in lives)
        else:
            self._lives = tuple(dict.fromkeys((*self._lives, *lives)))
        self._settings.pins_of[index.path] = self._lives
        self._resolve()

    def restore(self, index: RecordingIndex | None) -> None:
        """Pin who was pinned in a file when it was open last."""
        self._index = None
        self._lives = () if index is None else self._settings.pins_of[index.path]
        self._resolve()

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Look again in a longer view, once all panels have it."""
        self._index = index
        self._resolve()

    def _resolve(self) -> None:
        """Find those who are pinned; while a file is being read, more of them are found."""
        rows: list[int] = []
        if self._index is not None and self._lives:
            table = self._index.actors
            for life in self._lives:
                rows += [
                    row for row in table.rows_of(life.actor_id) if table.spawn_frame[row] == life.spawn_frame
                ]
        pinned = refs_of(rows)
        if pinned != self.pinned:
            self.pinned = pinned
            self.changed.emit(pinned)
