"""The lanes of what was found and of what results tell, and what is said about it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from PySide6.QtGui import QPixmap

from viewer.analysis.event_table import Events
from viewer.analysis.kinds import KINDS
from viewer.arrays import Ints
from viewer.ui import format as fmt
from viewer.ui.found_icons import SIDE, found_pixmap
from viewer.ui.found_text import also_found, detail_in_lane, lines_of, name_of
from viewer.ui.icons import Sprites
from viewer.ui.timeline.lane import Hit, LaneContext
from viewer.ui.timeline.mark_lane import MarkLane, Marks
from viewer.ui.timeline.timeline_content import TimelineContent
from viewer.ui.translation import tr

_LISTED = 8
"""Events named in one tooltip."""
_IDS = tuple(KINDS)
_SPRITES = Sprites(found_pixmap)


class FoundMarks(Marks):
    """Events that were found; a lane of all kinds shows what their incidents are named by."""

    half = SIDE / 2
    apart = 1.5 * SIDE

    def __init__(self, content: TimelineContent, events: Events) -> None:
        """Take the events, those that matter more first."""
        order = np.argsort(events["start"], kind="stable")
        self._content, self._events, self._order = content, events, order.tolist()
        listed = np.flatnonzero(np.isin(order, events.firsts))
        super().__init__(events["start"][order], events["kind"][order], order, listed)

    def name(self, kind: int) -> str:
        """Return what events of a kind are called."""
        return name_of(_IDS[kind])

    def icon(self, kind: int, ratio: float) -> QPixmap:
        """Return the icon of a kind."""
        return _SPRITES.get(_IDS[kind], ratio)

    def texts(self, numbers: Ints) -> Sequence[str]:
        """Return what an event is, and of whom or how much; of several the worst, and how many there are.

        Without room for a unit the figure alone is there: beside marks with words a bare one looks forgotten.
        """
        event, count = self._events[self._order[numbers[0]]], len(numbers)
        name = name_of(event.kind)
        if count > 1:
            return tr("{} and {} more").format(name, count - 1), f"×{count}"
        detail = detail_in_lane(self._content.index, event)
        return fmt.join(name, detail), detail, detail.partition(" ")[0]

    def hit(self, numbers: Ints) -> Hit:
        """Return the weightiest event, and what all are."""
        index = self._content.index
        write = partial(fmt.moment_text, scale=self._content.scale)
        events = [self._events[self._order[number]] for number in numbers[:_LISTED]]
        rest = len(numbers) - _LISTED
        lines = [lines_of(index, each, write)[0] for each in events]
        if len(events) == 1:
            also = also_found(events[0], self._events.incident_of(events[0]))
            lines = [*lines_of(index, events[0], write), *filter(None, (also,))]
        elif rest > 0:
            lines.append(tr("and {} more").format(rest))
        return Hit(tuple(lines), events[0].start, event=events[0])


class FoundLane(MarkLane):
    """What was found."""

    recorded = False

    def set_context(self, context: LaneContext) -> None:
        """Show what was found by now."""
        super().set_context(context)
        self._tell(tr("Findings"), context.found)

    def _tell(self, name: str, events: Events) -> None:
        """Show some events under a name."""
        self.name, content = name, self.context.content
        if self._is_news(content, events):
            self.show(None if content is None else FoundMarks(content, events))


class ResultsLane(FoundLane):
    """What results of ScenarioRunner or the Leaderboard tell."""

    recorded = True

    def set_context(self, context: LaneContext) -> None:
        """Show the infractions that are joined by now."""
        super(FoundLane, self).set_context(context)
        self._tell(tr("Results"), context.joined)
