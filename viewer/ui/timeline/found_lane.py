"""The lane of what was found: an icon for each incident, one for those that would lie on each other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPixmap

from viewer.analysis.event_table import RANKS, Events, FoundEvent
from viewer.analysis.kinds import KINDS
from viewer.arrays import Floats, Ints
from viewer.ui import format as fmt
from viewer.ui.found_icons import SIDE, found_pixmap
from viewer.ui.found_text import also_found, detail_in_lane, lines_of, name_of
from viewer.ui.icons import Sprites
from viewer.ui.theme import current_theme
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.lane import Hit, LaneContext, LaneHeight, NameRow
from viewer.ui.timeline.mark_lane import MarkLane, StripMarks, merge_lying_on_each_other
from viewer.ui.timeline.time_canvas import stamp
from viewer.ui.translation import tr

_LISTED = 8
"""Events named in one tooltip."""
_APART = 1.5 * SIDE
"""Pixels between the middles of two icons at least: one at the edge of the window is moved into it."""
_PLATE = 2
"""Pixels by which the plate of a touch is larger than its icon."""


class FoundLane(MarkLane):
    """Marks of some events; absent without any."""

    height = LaneHeight(18, 24, 24)
    present = False
    near = 44.0
    half = SIDE / 2
    recorded = False
    """Whether the events stand in a file."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        self._told: Events | None = None
        self._events = Events()
        self._starts: Floats = np.empty(0)
        self._order: list[int] = []
        self._sprites = Sprites(_sprite)

    @property
    def rows(self) -> tuple[NameRow, ...]:
        """The name, marked as derived if it is."""
        return (NameRow(self.name, recorded=self.recorded),)

    @property
    def shown(self) -> object:
        """The events, and which of them."""
        return self._events, self._order

    def show(self, events: Events, starts: Floats, numbers: Ints) -> None:
        """Show some of these events, which start at these seconds; those that matter more come first."""
        order = numbers[np.argsort(starts[numbers], kind="stable")]
        self._events, self._starts, self._order = events, starts, order.tolist()
        self._set_events(starts[order], order)
        self.present = bool(self._order)

    def show_all(self, told: Events) -> bool:
        """Show what names their incidents; return whether they are others than before."""
        is_other = told is not self._told
        if is_other:
            self._told = told
            self.show(told, told["start"], told.firsts)
        return is_other

    def _merge(self, x: Floats, rank: NDArray[np.integer]) -> StripMarks:
        """Return marks that do not lie on each other, those of several with room for their count."""
        return merge_lying_on_each_other(x, rank, _APART, self.near)

    def _event(self, place: int) -> FoundEvent:
        return self._events[self._order[place]]

    def _icon(self, event: int, ratio: float) -> QPixmap:
        return self._sprites.get(self._event(event).kind, ratio)

    def _texts(self, marks: StripMarks, number: int) -> Sequence[str]:
        """Return what an event is, and of whom or how much; of several the worst, and how many there are.

        Without room for a unit the figure alone is there: beside marks with words a bare one looks forgotten.
        """
        event, count = self._event(int(marks.event[number])), int(marks.count[number])
        name = name_of(event.kind)
        if count > 1:
            return tr("{} and {} more").format(name, count - 1), f"×{count}"
        detail = "" if self.context.index is None else detail_in_lane(self.context.index, event)
        return fmt.join(name, detail), detail, detail.partition(" ")[0]

    def hit(self, axis: TimeAxis, x: float) -> Hit | None:
        """Return the weightiest event of the mark at a pixel, and what all of them are."""
        found, index = self._mark_at(axis, x), self.context.index
        if found is None or index is None:
            return None
        place, together = found
        content = self.context.content
        write = partial(fmt.moment_text, scale=None if content is None else content.scale)
        weightiest_first = together.start + np.argsort(self._ranks[together])
        events = [self._event(each) for each in weightiest_first.tolist()]
        rest = len(events) - _LISTED
        lines = tuple(lines_of(index, each, write)[0] for each in events[:_LISTED])
        if len(events) == 1:
            also = also_found(events[0], self._events.incident_of(events[0]))
            lines = *lines_of(index, events[0], write), *filter(None, (also,))
        elif rest > 0:
            lines = *lines, tr("and {} more").format(rest)
        return Hit(lines, float(self._times[place]), event=self._event(place))


class FoundLanes(FoundLane):
    """Marks of all incidents; unfolded, below them a lane of findings for each kind that occurs."""

    folded_at_first = True
    group = True

    def __init__(self) -> None:
        super().__init__(tr("Findings"))
        self._by_kind: dict[str, FoundLane] = {}

    def set_context(self, context: LaneContext) -> None:
        """Show what was found by now."""
        super().set_context(context)
        if self.show_all(context.found):
            known, self._by_kind = self._by_kind, {}
            for kind, rank in RANKS.items():
                mine = np.flatnonzero(self._events["kind"] == rank)
                if len(mine):
                    lane = self._by_kind[kind] = known.get(kind) or FoundLane(name_of(kind))
                    lane.show(self._events, self._starts, mine)
            self.parts = tuple(self._by_kind.values())
        for part in self.parts:
            part.set_context(context)


class ResultsLane(FoundLane):
    """Marks of what results of ScenarioRunner or the Leaderboard tell; absent without any."""

    recorded = True

    def __init__(self) -> None:
        super().__init__(tr("Results"))

    def set_context(self, context: LaneContext) -> None:
        """Show the infractions that are joined by now."""
        super().set_context(context)
        self.show_all(context.joined)


def _sprite(kind: str, ratio: float) -> QPixmap:
    """Return the icon of a kind of event; that of a touch stands on a plate of the lane's colour."""
    theme = current_theme()
    icon = found_pixmap(kind, ratio)
    if not KINDS[kind].touches:
        return icon

    def paint(painter: QPainter) -> None:
        painter.fillRect(painter.viewport(), theme.lane)
        painter.drawPixmap(QPointF(_PLATE, _PLATE), icon)

    return stamp(SIDE + 2 * _PLATE, SIDE + 2 * _PLATE, ratio, paint)
