"""What all lanes are told alike: the recording, who is selected, what is wanted of events."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtGui import QColor

from viewer.analysis.event import FoundEvent
from viewer.analysis.series import SIGNALS
from viewer.quick_dataclass import dataclass
from viewer.recording.actors import FIXED
from viewer.recording.index import RecordingIndex
from viewer.replay.events.event_kinds import EventKind
from viewer.replay.series.key import SeriesKey
from viewer.replay.time.time_range import Range
from viewer.ui.theme import Theme
from viewer.ui.timeline.timeline_content import TimelineContent


@dataclass(frozen=True)
class LaneContext:
    """What lanes may depend on; each change gives another context.

    Attributes:
        theme: the colours.
        content: the recording, None for none.
        selection: row of the primary selected actor, None for nobody.
        selected: rows of all selected actors, the primary one last.
        hero: row of the hero, None if there is none.
        pinned: rows of the actors that are shown whoever is selected.
        kinds: kinds of events that are wanted.
        searched: how much of the recording has been looked through for events, 0 to 1.
        chosen: start and end of the chosen range in seconds, None for none.
        found: what went wrong, as far as that is wanted, what matters most first.
        joined: infractions that results beside the recording tell of, as far as their times are known.
        read: how far reading of signals is, 0 to 1; None while it takes no longer than usual.

    """

    theme: Theme
    content: TimelineContent | None = None
    selection: int | None = None
    selected: tuple[int, ...] = ()
    hero: int | None = None
    pinned: tuple[int, ...] = ()
    kinds: frozenset[EventKind] = frozenset(EventKind)
    searched: float = 1.0
    read: float | None = None
    chosen: Range | None = None
    found: tuple[FoundEvent, ...] = ()
    joined: tuple[FoundEvent, ...] = ()

    @property
    def index(self) -> RecordingIndex | None:
        """The index of the recording."""
        return None if self.content is None else self.content.index

    def knows(self, row: int | None) -> bool:
        """Return whether there is an actor in a row by now."""
        return row is not None and self.index is not None and row < len(self.index.actors)

    def keys(self, names: Iterable[str], row: int | None = None) -> tuple[SeriesKey, ...]:
        """Return which of the signals there can be, of an actor by its row or of the recording."""
        index = self.index
        if index is None or (row is not None and not self.knows(row)):
            return ()
        return tuple(SeriesKey(name, row) for name in names if SIGNALS[name].possible(index, row))

    def category(self, row: int | None) -> int | None:
        """Return the category of an actor, None if there is none in that row."""
        if row is None or self.index is None or not self.knows(row):
            return None
        return int(self.index.actors.category[row])

    def is_fixed(self, row: int | None) -> bool:
        """Return whether an actor never moves."""
        return self.category(row) in FIXED

    def actor_id(self, row: int | None) -> str:
        """Return the id of an actor, empty if there is none in that row."""
        if row is None or self.index is None or not self.knows(row):
            return ""
        return str(self.index.actors.descriptions[row].actor_id)

    def color(self, row: int | None) -> QColor:
        """Return the colour of an actor, the accent for nobody."""
        category = self.category(row)
        if category is None:
            return self.theme.accent
        return self.theme.category_color(category, hero=row == self.hero)
