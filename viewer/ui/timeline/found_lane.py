"""The lane of what was found: an icon for each event, one with a count for those too close together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFontMetricsF, QPainter

from viewer.analysis.event import FoundEvent
from viewer.analysis.evidence import started
from viewer.analysis.kinds import KINDS
from viewer.analysis.weight import TOUCHES
from viewer.arrays import Floats
from viewer.recording.index import RecordingIndex
from viewer.ui import format as fmt
from viewer.ui.found_icons import SIDE, FoundSprites
from viewer.ui.found_text import detail_in_lane, lines_of, name_of
from viewer.ui.theme import Theme, font
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.context import LaneContext
from viewer.ui.timeline.lane import Hit, Lane, LaneHeight, NameRow, tr
from viewer.ui.timeline.marks import StripMarks, merge

NEAR = 12.0
"""Events closer than this many pixels share an icon."""
_HALF = SIDE / 2
_REACH = _HALF + 2
_GAP = 3.0
_LISTED = 8
"""Events named in one tooltip."""


class FoundLane(Lane):
    """Marks of some events; absent without any."""

    height = LaneHeight(20, 24, 24)
    present = False
    recorded = False
    """Whether the events stand in a file."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._index: RecordingIndex | None = None
        self._context: LaneContext | None = None
        self._events: tuple[FoundEvent, ...] = ()
        self._starts = np.empty(0)
        self._ranks = np.empty(0, np.int64)
        self._marks: tuple[float, StripMarks] | None = None
        self._sprites = FoundSprites()

    @property
    def rows(self) -> tuple[NameRow, ...]:
        """The name, marked as derived if it is."""
        return (NameRow(self.name, recorded=self.recorded),)

    def tell(self, context: LaneContext) -> None:
        """Take how times are written; the events stay."""
        self._context, self._index = context, context.index

    def show(self, context: LaneContext, events: Sequence[FoundEvent]) -> None:
        """Show these events, of which those that matter more come first."""
        self.tell(context)
        index = context.index
        starts = [event.start if index is None else started(index, event) for event in events]
        order = np.argsort(np.array(starts), kind="stable").tolist()
        self._events = tuple(events[number] for number in order)
        self._starts = np.array([starts[number] for number in order])
        self._ranks = np.array(order, np.int64)
        self._marks = None
        self.present = bool(self._events)

    def paint(self, painter: QPainter, axis: TimeAxis, rect: QRectF, theme: Theme) -> None:
        """Draw the marks in the window, what matters most last."""
        marks, xs = self._placed(axis)
        inside = np.flatnonzero((xs >= axis.left - SIDE) & (xs <= axis.right + SIDE))
        following = np.append(xs[1:] - _HALF, rect.right())
        middle, ratio = rect.center().y(), painter.device().devicePixelRatio()
        painter.setFont(font(11))
        metrics = QFontMetricsF(painter.font())
        baseline = middle + (metrics.ascent() - metrics.descent()) / 2
        worst_last = sorted(inside.tolist(), key=lambda number: -self._ranks[marks.event[number]])
        for number in worst_last:
            event = self._events[int(marks.event[number])]
            x = min(max(float(xs[number]), rect.left() + _HALF), rect.right() - _HALF)
            corner = QPointF(round(x - _HALF), round(middle - _HALF))
            if event.kind in TOUCHES:
                painter.fillRect(
                    QRectF(corner.x() - 2, rect.top() + 1, SIDE + 4, rect.height() - 2), theme.lane
                )
            painter.drawPixmap(corner, self._sprites.get(event.kind, theme, ratio))
            text = self._beside(event, int(marks.count[number]))
            if text and x + _HALF + _GAP + metrics.horizontalAdvance(text) < following[number]:
                painter.setPen(theme.secondary)
                painter.drawText(QPointF(x + _HALF + _GAP, baseline), text)

    def hit(self, axis: TimeAxis, x: float) -> Hit | None:
        """Return the weightiest event of the mark at a pixel, and what all of them are."""
        marks, xs = self._placed(axis)
        near = np.flatnonzero(np.abs(xs - x) <= _REACH)
        if not len(near) or self._index is None:
            return None
        number = int(near[np.argmin(self._ranks[marks.event[near]])])
        event = self._events[int(marks.event[number])]
        begin, count = int(marks.begin[number]), int(marks.count[number])
        others = self._events[begin : begin + count]
        ranks = self._ranks[begin : begin + count]
        return Hit(
            self._lines(self._index, [others[place] for place in np.argsort(ranks).tolist()]),
            time=float(self._starts[int(marks.event[number])]),
            event=event,
        )

    def _lines(self, index: RecordingIndex, ordered: Sequence[FoundEvent]) -> tuple[str, ...]:
        if len(ordered) == 1:
            return lines_of(index, ordered[0], self._time_text)
        lines = [lines_of(index, each, self._time_text)[0] for each in ordered[:_LISTED]]
        rest = len(ordered) - _LISTED
        return (*lines, *([tr("and {} more").format(rest)] if rest > 0 else []))

    def _beside(self, event: FoundEvent, count: int) -> str:
        if count > 1:
            return str(count)
        return "" if self._index is None else detail_in_lane(self._index, event)

    def _placed(self, axis: TimeAxis) -> tuple[StripMarks, Floats]:
        """Return the marks at the scale of an axis, and their pixels."""
        scale = axis.width / axis.span
        if self._marks is None or self._marks[0] != scale:
            self._marks = scale, merge(self._starts * scale, self._ranks, NEAR)
        marks = self._marks[1]
        return marks, marks.x + axis.left - axis.start * scale

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
        self.show(context, context.found)
        found: dict[str, list[FoundEvent]] = {}
        for event in context.found:
            found.setdefault(event.kind, []).append(event)
        known = self._by_kind
        self._by_kind = {kind: known.get(kind, FoundLane(name_of(kind))) for kind in KINDS if kind in found}
        for kind, lane in self._by_kind.items():
            lane.show(context, found[kind])


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
            self.show(context, context.joined)
