"""Which actors are selected: one as a rule, more with Ctrl."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from viewer.recording.index import RecordingIndex
from viewer.ui.state.open_request import ActorKey
from viewer.ui.state.session import Session

Rows = tuple[int, ...]
"""Rows of the actor table."""


class Selection(QObject):
    """The selected actors in the order in which they were chosen, each once.

    The last one is the primary: it is ``session.selection``, of which panels that have room for one actor
    tell. Whoever selects by the session selects that actor alone. When the file is read again, all of them
    are found again as soon as the primary is.
    """

    changed = Signal(object)
    """Rows of the selected actors, the primary last; empty for nobody."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._rows: Rows = ()
        self._lost: tuple[ActorKey, ...] = ()
        """Who was selected in the reading before and may still be found, the primary last."""
        session.replacing.connect(self._keep)
        session.index_changed.connect(self._find_further)
        session.selection_changed.connect(self._follow)

    @property
    def rows(self) -> Rows:
        """Rows of the selected actors, the primary last."""
        return self._rows

    def click(self, row: int | None, *, adds: bool) -> None:
        """Select an actor alone, or nobody; ``adds`` takes it into the selection or out of it."""
        if not adds:
            self.set_rows(() if row is None else (row,))
        elif row in self._rows:
            self.set_rows(tuple(each for each in self._rows if each != row))
        elif row is not None:
            self.set_rows((*self._rows, row))

    def set_rows(self, rows: Rows) -> None:
        """Select these actors, the last one as the primary."""
        self._lost = ()
        if rows == self._rows:
            return
        self._rows = rows
        self._session.select(rows[-1] if rows else None)
        self.changed.emit(rows)

    @Slot(object)
    def _follow(self, row: int | None) -> None:
        """Take what the session selects, unless it was told from here."""
        if row == (self._rows[-1] if self._rows else None):
            return
        found = self._found() if row is not None else ()
        if found and found[-1] != row:
            self._lost = found = ()
        self._take(found or (() if row is None else (row,)))

    @Slot(bool)
    def _keep(self, again: bool) -> None:
        """Remember who is selected, while rows still mean something."""
        index = self._session.index
        if not again:
            self._lost = ()
        elif index is not None and self._rows:
            self._lost = tuple(ActorKey.of(index, row) for row in self._rows)

    @Slot()
    def _find_further(self) -> None:
        """Find those that come later in the file than the primary."""
        if self._lost and self._rows:
            found = self._found()
            if found and found[-1] == self._rows[-1]:
                self._take(found)

    def _found(self) -> Rows:
        """Return those of the reading before that are in this one, if the primary is."""
        index = self._session.index
        if index is None or not self._lost:
            return ()
        rows = [_row_of(index, key) for key in self._lost]
        primary = rows[-1]
        others = dict.fromkeys(row for row in rows if row is not None and row != primary)
        if index.complete:
            self._lost = ()
        return () if primary is None else (*others, primary)

    def _take(self, rows: Rows) -> None:
        if rows != self._rows:
            self._rows = rows
            self.changed.emit(rows)


def _row_of(index: RecordingIndex, key: ActorKey) -> int | None:
    """Return who that is in another reading; who plays the part is known when all of it has been read."""
    row = key.find_same(index)
    return key.find_alike(index) if row is None and index.complete else row
