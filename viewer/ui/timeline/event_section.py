"""The events of a recording: folded one lane for all, unfolded one more for each kind that occurs."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from viewer.replay.events.event_kinds import EventKind
from viewer.ui.timeline.content import KINDS, TimelineContent
from viewer.ui.timeline.event_lane import EventLane
from viewer.ui.timeline.lane import Lane, LaneHeight, tr

_ALL = LaneHeight(20, 24, 24)
_ONE_KIND = LaneHeight(14, 18, 24)


class EventSection:
    """Marks of the visible kinds."""

    key = "events"
    folded_at_first = True
    group = True
    rows = None

    def __init__(self) -> None:
        self.title = tr("Events")
        self._all = EventLane(self.title, _ALL)
        self._by_kind = {kind: EventLane(tr(kind.words.title), _ONE_KIND) for kind in KINDS}
        self._occurring: tuple[EventKind, ...] = ()
        self._visible: frozenset[EventKind] = frozenset(KINDS)
        self._content: TimelineContent | None = None

    def lanes(self, *, folded: bool) -> Sequence[Lane]:
        """Return the lane of all events, and those of the kinds there are."""
        return (self._all,) if folded else (self._all, *(self._by_kind[kind] for kind in self._occurring))

    def set_content(self, content: TimelineContent | None) -> None:
        """Show the events of a recording."""
        self._content = content
        self._tell()

    @property
    def searching(self) -> bool:
        """Whether the recording is still looked through for events."""
        return self._all.name != self.title

    def set_progress(self, share: float) -> None:
        """Tell beside the name how much of the recording has been looked through, 0 to 1."""
        percent = tr("{} · {} %").format(self.title, round(100 * share))
        self._all.name = percent if share < 1 else self.title

    def set_visible(self, kinds: Collection[EventKind]) -> None:
        """Show these kinds of events and no others."""
        self._visible = frozenset(kinds)
        self._tell()

    def _tell(self) -> None:
        content = self._content
        counts = np.bincount(content.event_kind, minlength=len(KINDS)) if content else np.zeros(len(KINDS))
        self._occurring = tuple(
            kind
            for kind, count in zip(KINDS, counts.tolist(), strict=True)
            if count and kind in self._visible
        )
        self._all.set_content(content, self._visible)
        for kind, lane in self._by_kind.items():
            lane.set_content(content if kind in self._occurring else None, (kind,))
