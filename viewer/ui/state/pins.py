"""Which actors are pinned: in the list, the inspector and the timeline they stay, whoever is selected."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from viewer.recording.index import RecordingIndex
from viewer.replay.world.world import World
from viewer.ui.state.session import Session
from viewer.ui.state.settings import PinnedLife, Settings

Rows = tuple[int, ...]
"""Rows of the actor table."""


class Pins(QObject):
    """The pinned actors of the open recording, remembered for its file."""

    changed = Signal(object)
    """Rows of the pinned actors, in the order in which they were pinned."""

    def __init__(self, session: Session, settings: Settings) -> None:
        super().__init__(session)
        self._settings = settings
        self._index: RecordingIndex | None = None
        self._lives: tuple[PinnedLife, ...] = ()
        self._rows: Rows = ()
        session.opened.connect(self._begin)
        session.world_changed.connect(self._take_world)

    @property
    def rows(self) -> Rows:
        """Rows of the pinned actors, as far as they have been read."""
        return self._rows

    @Slot(object)
    def toggle(self, row: int) -> None:
        """Pin an actor, or let go of it."""
        self.toggle_all((row,))

    @Slot(object)
    def toggle_all(self, rows: Rows) -> None:
        """Pin actors; if all of them are pinned, let go of them."""
        if self._index is None or not rows:
            return
        actors = self._index.actors
        lives = [PinnedLife(int(actors.actor_id[row]), int(actors.spawn_frame[row])) for row in rows]
        if set(rows) <= set(self._rows):
            self._lives = tuple(life for life in self._lives if life not in lives)
        else:
            self._lives = tuple(dict.fromkeys((*self._lives, *lives)))
        self._settings.set_pins_of(self._index.path, self._lives)
        self._resolve()

    @Slot(object)
    def _begin(self, index: RecordingIndex | None) -> None:
        self._index = None
        self._lives = () if index is None else self._settings.pins_of(index.path)
        self._resolve()

    @Slot(object)
    def _take_world(self, world: World | None) -> None:
        """Look again in a longer view, once all panels have a moment of it."""
        if world is not None and world.index is not self._index:
            self._index = world.index
            self._resolve()

    def _resolve(self) -> None:
        """Find the rows of those who are pinned; while a file is being read, more of them are found."""
        rows: list[int] = []
        if self._index is not None and self._lives:
            actors = self._index.actors
            for life in self._lives:
                rows += [
                    row
                    for row in actors.rows_of(life.actor_id)
                    if actors.spawn_frame[row] == life.spawn_frame
                ]
        if tuple(rows) != self._rows:
            self._rows = tuple(rows)
            self.changed.emit(self._rows)
