"""Which actors are pinned: their sheets stay while the selection goes on."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from viewer.recording.index import RecordingIndex
from viewer.ui.session import Session
from viewer.ui.wish import ActorKey

Rows = tuple[int, ...]
"""Rows of the actor table."""


class Pins(QObject):
    """The pinned actors in the order in which they were pinned, each once.

    They are found again in a file that is read again; another recording has none.
    """

    changed = Signal(object)
    """Rows of the pinned actors."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._index: RecordingIndex | None = None
        self._path: Path | None = None
        self._keys: dict[ActorKey, int | None] = {}
        self._rows: Rows = ()
        session.index_changed.connect(self._take_index)

    @property
    def rows(self) -> Rows:
        """Rows of the pinned actors."""
        return self._rows

    @Slot(int)
    @Slot(object)
    def toggle(self, row: int) -> None:
        """Pin an actor, or let go of it."""
        if self._index is None:
            return
        if row in self._rows:
            self._keys = {key: found for key, found in self._keys.items() if found != row}
        else:
            self._keys[ActorKey.of(self._index, row)] = row
        self._tell()

    @Slot(object)
    def _take_index(self, index: RecordingIndex | None) -> None:
        """Find again who was pinned, as far as the file has been read."""
        before, self._index = self._index, index
        if index is not None and index.path != self._path:
            self._path = index.path
            self._keys.clear()
        if index is None or before is None or index.file is not before.file:
            self._keys = dict.fromkeys(self._keys)
            self._tell()
        if index is not None and None in self._keys.values():
            self._keys = {key: key.find_same(index) for key in self._keys}
            self._tell()

    def _tell(self) -> None:
        rows = tuple(row for row in self._keys.values() if row is not None)
        if rows != self._rows:
            self._rows = rows
            self.changed.emit(rows)
