"""The lane of what was found: an icon for each event, one for those too close together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPixmap

from viewer.analysis.event import FoundEvent
from viewer.analysis.evidence import started
from viewer.analysis.kinds import KINDS
from viewer.analysis.weight import TOUCHES
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
        self._context: LaneContext | None = None
        self._told: Sequence[FoundEvent] = ()
        self._events: tuple[FoundEvent, ...] = ()
        self._sprites = Sprites(_sprite)

    @property
    def rows(self) -> tuple[NameRow, ...]:
        """The name, marked as derived if it is."""
        return (NameRow(self.name, recorded=self.recorded),)

    def show(self, context: LaneContext, events: Sequence[FoundEvent]) -> None:
        """Show these events, of which those that matter more come first; take how times are written."""
        self._context, index = context, context.index
        if events == self._told:
            return
        self._told = events
        starts = np.array([event.start if index is None else started(index, event) for event in events])
        order = np.argsort(starts, kind="stable")
        self._events = tuple(events[number] for number in order.tolist())
        self._set_events(starts[order], order)
        self.present = bool(self._events)

    def _icon(self, event: int, theme: Theme, ratio: float) -> QPixmap:
        return self._sprites.get(self._events[event].kind, theme, ratio)

    def _texts(self, marks: StripMarks, number: int) -> Sequence[str]:
        """Return what an event is, and of whom or how much; of several the worst, and how many there are."""
        event, count = self._events[int(marks.event[number])], int(marks.count[number])
        name = name_of(event.kind)
        if count > 1:
            return tr("{} and {} more").format(name, count - 1), f"×{count}"
        index = None if self._context is None else self._context.index
        detail = "" if index is None else detail_in_lane(index, event)
        return fmt.join(name, detail), detail

    def hit(self, axis: TimeAxis, x: float) -> Hit | None:
        """Return the weightiest event of the mark at a pixel, and what all of them are."""
        found = self._mark_at(axis, x)
        index = None if self._context is None else self._context.index
        if found is None or index is None:
            return None
        marks, number = found
        place, begin, count = (int(each[number]) for each in (marks.event, marks.begin, marks.count))
        weightiest_first = begin + np.argsort(self._ranks[begin : begin + count])
        lines = self._lines(index, [self._events[each] for each in weightiest_first.tolist()])
        return Hit(lines, float(self._times[place]), event=self._events[place])

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
        self._found: dict[str, list[FoundEvent]] = {}

    def lanes(self, *, folded: bool) -> Sequence[Lane]:
        """Return the lane of all events, and those of the kinds there are."""
        if not self.present:
            return ()
        return (self,) if folded else (self, *self._by_kind.values())

    def set_context(self, context: LaneContext) -> None:
        """Show what was found by now."""
        if context.found != self._told:
            self._found = {}
            for event in context.found:
                self._found.setdefault(event.kind, []).append(event)
            known, kinds = self._by_kind, (kind for kind in KINDS if kind in self._found)
            self._by_kind = {kind: known.get(kind, FoundLane(name_of(kind))) for kind in kinds}
        self.show(context, context.found)
        for kind, lane in self._by_kind.items():
            lane.show(context, self._found[kind])


class ResultsLane(FoundLane):
    """Marks of what results of ScenarioRunner or the Leaderboard tell; absent without any."""

    recorded = True

    def __init__(self) -> None:
        super().__init__(tr("Results"))

    def set_context(self, context: LaneContext) -> None:
        """Show the infractions that are joined by now."""
        self.show(context, context.joined)


def _sprite(kind: str, theme: Theme, ratio: float) -> QPixmap:
    """Return the icon of a kind of event; that of a touch stands on a plate of the lane's colour."""
    icon = found_pixmap(kind, theme, ratio)
    if kind not in TOUCHES:
        return icon

    def paint(painter: QPainter) -> None:
        painter.fillRect(painter.viewport(), theme.lane)
        painter.drawPixmap(QPointF(_PLATE, _PLATE), icon)

    return stamp(SIDE + 2 * _PLATE, SIDE + 2 * _PLATE, ratio, paint)
