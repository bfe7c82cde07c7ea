"""What was found beyond what the recording lists: near misses, red lights, hard braking and the like."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Slot

from viewer.analysis.event import EventSource, FoundEvent
from viewer.analysis.evidence import started
from viewer.recording.index import RecordingIndex
from viewer.ui.format import TimeText
from viewer.ui.found_text import comparison, heading
from viewer.ui.palette.entry import Entry, Hits, Provider
from viewer.ui.palette.fuzzy import TextTable
from viewer.ui.palette.providers.hit_names import shown
from viewer.ui.state.story import Story

_KEY = "found:"


class FoundProvider(Provider):
    """Finds events of everybody that are not in the file; choosing one goes to it as its chip does."""

    def __init__(
        self, story: Story, go_to: Callable[[FoundEvent], None], time_text: TimeText, parent: QObject
    ) -> None:
        """Take who knows the events, what is done with the chosen one, and what writes times."""
        super().__init__(parent)
        self._story = story
        self._go_to = go_to
        self._time_text = time_text
        self._index: RecordingIndex | None = None
        self._events: list[FoundEvent] = []
        self._table: TextTable | None = None
        story.changed.connect(self._forget)

    @Slot(object)
    def set_recording(self, index: RecordingIndex | None) -> None:
        """Name the actors of this recording."""
        self._index = index
        self._forget()

    def find(self, query: str) -> Hits | None:
        """Return the events that fit, by time where they do so equally; nothing if nothing is typed."""
        index = self._index
        if not query or index is None:
            return None
        if self._table is None:
            events = self._story.all_events
            self._events = [event for event in events if event.source is EventSource.DERIVED]
            self._table = TextTable(
                [f"{heading(index, event)} {comparison(event)}" for event in self._events]
            )
        rows, best = self._table.find(query)
        found = [self._events[row] for row in rows.tolist()]
        title = self.tr("Found events")
        return Hits(title, len(found), lambda rank: self._entry(index, found[rank]), best) if found else None

    def recall(self, key: str) -> Entry | None:
        """Return an event that was gone to before, if it is still found."""
        index = self._index
        if index is None or not key.startswith(_KEY):
            return None
        found = (event for event in self._story.all_events if _key(event) == key)
        event = next(found, None)
        return None if event is None else self._entry(index, event)

    @Slot()
    def _forget(self) -> None:
        """Ask for the events again: they are others."""
        self._table = None
        self.changed.emit()

    def _entry(self, index: RecordingIndex, event: FoundEvent) -> Entry:
        return Entry(
            key=_key(event),
            text=shown(heading(index, event)),
            detail=comparison(event),
            aside=self._time_text(started(index, event)),
            run=lambda: self._go_to(event),
        )


def _key(event: FoundEvent) -> str:
    return f"{_KEY}{event.kind}:{event.start!r}:{event.actors}"
