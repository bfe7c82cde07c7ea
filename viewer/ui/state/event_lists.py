"""Events that were looked for in the file, as far as they have been found."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from viewer.replay.events import EventKind, EventList


class EventLists(QObject):
    """Observable: the newest list of each kind; whoever comes later finds the earlier ones here."""

    added = Signal(object)
    """EventList that was found, instead of the one of its kind there was."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.by_kind: dict[EventKind, EventList] = {}

    @Slot(object)
    def add(self, events: EventList) -> None:
        """Know these events."""
        self.by_kind[events.kind] = events
        self.added.emit(events)

    @Slot()
    def forget(self) -> None:
        """Know nothing: another recording is opened."""
        self.by_kind.clear()
