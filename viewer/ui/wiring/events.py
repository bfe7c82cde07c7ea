"""Connects kinds of events with who finds them, and with what is done about them."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject, Slot

from viewer.replay.events.event_kinds import EventKind
from viewer.ui.notes.book import NoteBook
from viewer.ui.state.auto_pause import AutoPause
from viewer.ui.state.event_kinds import EventKinds, EventTimes
from viewer.ui.state.session import Session
from viewer.ui.state.settings import Settings


class EventWiring(QObject):
    """Owns which kinds of events matter and when they happen.

    It is made before what needs that, so that it is the first to be told of another recording.
    """

    def __init__(self, session: Session, settings: Settings, parent: QObject) -> None:
        super().__init__(parent)
        self._notes: NoteBook | None = None
        self.kinds = EventKinds(settings, self)
        self.times = EventTimes(self)
        self.auto_pause = AutoPause(session, self.kinds, self.times, self)
        session.opened.connect(self.times.forget)
        session.index_changed.connect(self.times.set_recording)

    def set_notes(self, notes: NoteBook) -> None:
        """Count notes as events."""
        self._notes = notes
        notes.changed.connect(self._take_notes)

    @Slot()
    def _take_notes(self) -> None:
        starts = sorted(note.start for note in self._notes.notes) if self._notes is not None else []
        self.times.set_times(EventKind.NOTE, np.array(starts, np.float64))
