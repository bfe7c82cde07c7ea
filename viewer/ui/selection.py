"""Which actors are selected: one as a rule, more with Ctrl."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from viewer.ui.session import Session

Rows = tuple[int, ...]
"""Rows of the actor table."""


class Selection(QObject):
    """The selected actors in the order in which they were chosen, each once.

    The last one is the primary: it is ``session.selection``, of which panels that have room for one actor
    tell. Whoever selects by the session selects that actor alone.
    """

    changed = Signal(object)
    """Rows of the selected actors, the primary last; empty for nobody."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._rows: Rows = ()
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
        self._rows = () if row is None else (row,)
        self.changed.emit(self._rows)
