"""What was found beyond what the recording lists: near misses, red lights, hard braking and the like."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Slot

from viewer.analysis.event_table import EventSource, FoundEvent
from viewer.recording.index import RecordingIndex
from viewer.ui.format import TimeText
from viewer.ui.found_text import comparison, heading
from viewer.ui.palette.entry import Entry, ListedProvider
from viewer.ui.palette.providers.hit_names import shown
from viewer.ui.state.story import Story
from viewer.ui.translation import tr


class FoundProvider(ListedProvider):
    """Finds events of everybody that are not in the file; choosing one goes to it as its chip does."""

    prefix = "found:"

    def __init__(
        self, story: Story, go_to: Callable[[FoundEvent], None], time_text: TimeText, parent: QObject
    ) -> None:
        """Take who knows the events, what is done with the chosen one, and what writes times."""
        super().__init__(tr("Findings"), story.changed, parent)
        self._story = story
        self._go_to = go_to
        self._time_text = time_text
        self._index: RecordingIndex | None = None

    @Slot(object)
    def set_recording(self, index: RecordingIndex | None) -> None:
        """Name the actors of this recording."""
        self._index = index
        self.forget()

    def things(self) -> list[FoundEvent]:
        """Return the events, by time."""
        events = () if self._index is None else self._story.all_events
        return [event for event in events if event.source is EventSource.DERIVED]

    def text(self, event: FoundEvent) -> str:
        """Return what happened to whom, and what was measured."""
        assert self._index is not None  # noqa: S101 - only with a recording are there any
        return f"{heading(self._index, event)} {comparison(event)}"

    def recalled(self, name: str) -> Entry | None:
        """Return an event that was gone to before, if it is still found."""
        events = () if self._index is None else self._story.all_events
        return next((self.entry(event) for event in events if _name(event) == name), None)

    def entry(self, event: FoundEvent) -> Entry:
        """Return an event with its time."""
        assert self._index is not None  # noqa: S101 - only with a recording are there any
        return Entry(
            key=self.prefix + _name(event),
            text=shown(heading(self._index, event)),
            detail=comparison(event),
            aside=self._time_text(event.start),
            run=lambda: self._go_to(event),
        )


def _name(event: FoundEvent) -> str:
    return f"{event.kind}:{event.start!r}:{event.actors}"
