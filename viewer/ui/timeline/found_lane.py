"""The lane of what was found: an icon for each event, one for those too close together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPixmap

from viewer.analysis.event import FoundEvent
from viewer.analysis.evidence import starts_of
from viewer.analysis.ordered_events import RANKS, OrderedEvents
from viewer.analysis.weight import TOUCHES
from viewer.arrays import Floats, Ints
from viewer.recording.index import RecordingIndex
from viewer.ui import format as fmt
from viewer.ui.found_icons import SIDE, found_pixmap
from viewer.ui.found_text import detail_in_lane, lines_of, name_of
from viewer.ui.icons import Sprites
from viewer.ui.theme import Theme
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.context import LaneContext
from viewer.ui.timeline.lane import Hit, Lane, LaneHeight, NameRow
from viewer.ui.timeline.mark_lane import MarkLane, StripMarks
from viewer.ui.timeline.picture import stamp
from viewer.ui.translation import tr

_LISTED = 8
"""Events named in one tooltip."""
_PLATE = 2
"""Pixels by which the plate of a touch is larger than its icon."""


class FoundLane(MarkLane):
    """Marks of some events; absent without any."""

    height = LaneHeight(18, 24, 24)
    present = False
    near, longest = 12.0, 150.0
    half = SIDE / 2
    recorded = False
    """Whether the events stand in a file."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        self._index: RecordingIndex | None = None
        self._context: LaneContext | None = None
        self._events = OrderedEvents()
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

    def tell(self, context: LaneContext) -> None:
        """Take how times are written; the events stay."""
        self._context, self._index = context, context.index

    def show(self, context: LaneContext, events: OrderedEvents, starts: Floats, numbers: Ints) -> None:
        """Show some of these events, which start at these seconds; those that matter more come first."""
        self.tell(context)
        order = numbers[np.argsort(starts[numbers], kind="stable")]
        self._events, self._order = events, order.tolist()
        self._set_events(starts[order], order)
        self.present = bool(self._order)

    def _event(self, place: int) -> FoundEvent:
        return self._events[self._order[place]]

    def _icon(self, event: int, theme: Theme, ratio: float) -> QPixmap:
        return self._sprites.get(self._event(event).kind, theme, ratio)

    def _texts(self, marks: StripMarks, number: int) -> Sequence[str]:
        """Return what an event is, and of whom or how much; of several the worst, and how many there are.

        Without room for a unit the figure alone is there: beside marks with words a bare one looks forgotten.
        """
        event, count = self._event(int(marks.event[number])), int(marks.count[number])
        name = name_of(event.kind)
        if count > 1:
            return tr("{} and {} more").format(name, count - 1), f"×{count}"
        detail = "" if self._index is None else detail_in_lane(self._index, event)
        return fmt.join(name, detail), detail, detail.partition(" ")[0]

    def hit(self, axis: TimeAxis, x: float) -> Hit | None:
        """Return the weightiest event of the mark at a pixel, and what all of them are."""
        found = self._mark_at(axis, x)
        if found is None or self._index is None:
            return None
        marks, number = found
        place, begin, count = (int(each[number]) for each in (marks.event, marks.begin, marks.count))
        weightiest_first = begin + np.argsort(self._ranks[begin : begin + count])
        lines = self._lines(self._index, [*map(self._event, weightiest_first.tolist())])
        return Hit(lines, float(self._times[place]), event=self._event(place))

    def _lines(self, index: RecordingIndex, ordered: Sequence[FoundEvent]) -> tuple[str, ...]:
        if len(ordered) == 1:
            return lines_of(index, ordered[0], self._time_text)
        lines = [lines_of(index, each, self._time_text)[0] for each in ordered[:_LISTED]]
        rest = len(ordered) - _LISTED
        return (*lines, *([tr("and {} more").format(rest)] if rest > 0 else []))

    def _time_text(self, time: float) -> str:
        content = self._context.content if self._context is not None else None
        return fmt.seconds(time) if content is None else content.scale.label(time)


class FoundLanes(FoundLane):
    """Marks of all that was found; unfolded, below them a lane for each kind that occurs."""

    folded_at_first = True
    group = True

    def __init__(self) -> None:
        super().__init__(tr("Found"))
        self._by_kind: dict[str, FoundLane] = {}

    def lanes(self, *, folded: bool) -> Sequence[Lane]:
        """Return the lane of all events, and those of the kinds there are."""
        if not self.present:
            return ()
        return (self,) if folded else (self, *self._by_kind.values())

    def set_context(self, context: LaneContext) -> None:
        """Show what was found by now."""
        if self._context is not None and context.found == self._context.found:
            for lane in (self, *self._by_kind.values()):
                lane.tell(context)
            return
        events, starts = _with_starts(context, context.found)
        self.show(context, events, starts, np.arange(len(events)))
        known, self._by_kind = self._by_kind, {}
        for kind, rank in RANKS.items():
            mine = np.flatnonzero(events.kinds == rank)
            if len(mine):
                lane = self._by_kind[kind] = known.get(kind) or FoundLane(name_of(kind))
                lane.show(context, events, starts, mine)


class ResultsLane(FoundLane):
    """Marks of what results of ScenarioRunner or the Leaderboard tell; absent without any."""

    recorded = True

    def __init__(self) -> None:
        super().__init__(tr("Results"))

    def set_context(self, context: LaneContext) -> None:
        """Show the infractions that are joined by now."""
        if self._context is not None and context.joined == self._context.joined:
            self.tell(context)
        else:
            events, starts = _with_starts(context, context.joined)
            self.show(context, events, starts, np.arange(len(events)))


def _with_starts(context: LaneContext, events: tuple[FoundEvent, ...]) -> tuple[OrderedEvents, Floats]:
    ordered = events if isinstance(events, OrderedEvents) else OrderedEvents(events)
    return ordered, ordered.starts if context.index is None else starts_of(context.index, ordered)


def _sprite(kind: str, theme: Theme, ratio: float) -> QPixmap:
    """Return the icon of a kind of event; that of a touch stands on a plate of the lane's colour."""
    icon = found_pixmap(kind, theme, ratio)
    if kind not in TOUCHES:
        return icon

    def paint(painter: QPainter) -> None:
        painter.fillRect(painter.viewport(), theme.lane)
        painter.drawPixmap(QPointF(_PLATE, _PLATE), icon)

    return stamp(SIDE + 2 * _PLATE, SIDE + 2 * _PLATE, ratio, paint)
