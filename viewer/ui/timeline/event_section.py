"""The events of a recording: folded one lane for all, unfolded one more for each kind that occurs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from viewer.replay.events.event_kinds import EventKind
from viewer.ui.timeline.context import LaneContext
from viewer.ui.timeline.event_lane import EventLane
from viewer.ui.timeline.lane import Lane, LaneHeight, tr
from viewer.ui.timeline.section import LaneSection
from viewer.ui.timeline.timeline_content import KINDS, TimelineContent

_ALL = LaneHeight(20, 24, 24)
_ONE_KIND = LaneHeight(18, 18, 24)


class EventSection(LaneSection):
    """Marks of the visible kinds."""

    folded_at_first = True
    group = True

    def __init__(self, key: str, title: str) -> None:
        super().__init__(key, title)
        self._all = EventLane(self.title, _ALL)
        self._by_kind = {kind: EventLane(tr(kind.words.title), _ONE_KIND) for kind in KINDS}
        self._occurring: tuple[EventKind, ...] = ()
        self._shown: tuple[TimelineContent | None, frozenset[EventKind]] = (None, frozenset())

    def lanes(self, *, folded: bool) -> Sequence[Lane]:
        """Return the lane of all events, and those of the kinds there are."""
        return (self._all,) if folded else (self._all, *(self._by_kind[kind] for kind in self._occurring))

    def set_context(self, context: LaneContext) -> None:
        """Show the visible events, and beside the name how much has been looked through for them."""
        share = context.searched
        percent = tr("{} · {} %").format(self.title, round(100 * share))
        self._all.name = percent if share < 1 else self.title
        content, visible = shown = context.content, context.kinds
        if content is self._shown[0] and visible == self._shown[1]:
            return
        self._shown = shown
        counts = np.bincount(content.event_kind, minlength=len(KINDS)) if content else np.zeros(len(KINDS))
        self._occurring = tuple(
            kind for kind, count in zip(KINDS, counts.tolist(), strict=True) if count and kind in visible
        )
        self._all.set_content(content, visible)
        for kind, lane in self._by_kind.items():
            lane.set_content(content if kind in self._occurring else None, (kind,))
