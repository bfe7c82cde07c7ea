"""Lanes of events: one mark for each, or for several that are too close."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from viewer.replay.events.event_kinds import EventKind
from viewer.replay.series.signals import LIGHT_STATES
from viewer.ui.event_words import event_words
from viewer.ui.theme import Theme, font
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.context import LaneContext
from viewer.ui.timeline.event_text import count_templates, count_texts, counted, event_lines
from viewer.ui.timeline.lane import Hit, Lane, LaneHeight, tr
from viewer.ui.timeline.marks import NEAR, StripMarks, merge
from viewer.ui.timeline.shapes import SHAPE_SIZE, EventSprites, paint_crosses
from viewer.ui.timeline.signals.curve_painter import state_color
from viewer.ui.timeline.timeline_content import KINDS, TimelineContent

_ALL, _ONE_KIND = LaneHeight(20, 24, 24), LaneHeight(18, 18, 24)
_HALF = SHAPE_SIZE / 2 + 1
_REACH = _HALF + 2
"""Pixels from the middle of a mark within which it is meant."""
_GAP = 3.0
_BESIDE = 100.0
"""Pixels beside the window whose marks are known, too: they take room from those in it."""
_COLLISION, _LIGHT = KINDS.index(EventKind.COLLISION), KINDS.index(EventKind.LIGHT)
_UPPER = 8.0
"""Pixels from the upper edge of a lane to the middle of its marks; ticks stand on its lower one."""
_TICK, _TICK_HEIGHT = 3.0, 10.0


class EventLane(Lane):
    """Events of some kinds."""

    def __init__(self, name: str, height: LaneHeight) -> None:
        self.name = name
        self.height = height
        self._content: TimelineContent | None = None
        self._numbers = np.empty(0, np.int64)
        self._kinds = np.empty(0, np.uint8)
        self._times = np.empty(0)
        self._ticks = np.empty(0, np.int64)
        self._gaps = np.empty(0)
        self._marks: _Scaled | None = None
        self._sprites = EventSprites()
        self._widths: dict[tuple[float, str], float] = {}  # of texts that were measured

    def set_content(self, content: TimelineContent | None, kinds: Collection[EventKind]) -> None:
        """Show the events of these kinds."""
        self._content = content
        self._marks = None
        if content is None:
            return
        shown = np.array([kind in kinds for kind in KINDS])
        has_tick = content.event_kind == _LIGHT
        self._ticks = np.flatnonzero(has_tick & shown[_LIGHT])
        self._numbers = np.flatnonzero(shown[content.event_kind] & ~has_tick)
        self._kinds = content.event_kind[self._numbers]
        self._times = content.event_time[self._numbers]
        self._gaps = np.diff(self._times, prepend=-np.inf)

    def paint(self, painter: QPainter, axis: TimeAxis, rect: QRectF, theme: Theme) -> None:
        """Draw ticks for lights, then the marks, the worst last, so that nothing covers a collision."""
        content = self._content
        if content is None:
            return
        self._paint_ticks(painter, content, axis, rect, theme)
        scaled = self._scaled(content, axis)
        xs = scaled.marks.x + _shift(content, axis, scaled.scale)
        inside = np.flatnonzero((xs >= axis.left - 1) & (xs <= axis.right + 1))
        following = np.append(xs[1:] - _HALF, rect.right())[inside]
        xs = np.clip(xs, rect.left() + _HALF, rect.right() - _HALF)[inside]
        kinds = self._kinds[scaled.marks.event[inside]]
        painter.setFont(font(11))
        writer = _Counts(painter, rect, theme, self._widths)
        for x, room, kind, number in zip(
            xs.tolist(),
            (following - xs).tolist(),
            scaled.counted_kinds[inside].tolist(),
            scaled.numbers[inside].tolist(),
            strict=True,
        ):
            writer.write(x, room, kind, number)
        middle = rect.top() + min(_UPPER, rect.height() / 2)
        for number in np.argsort(-kinds.astype(int), kind="stable").tolist():
            if kinds[number] != _COLLISION:
                place = QPointF(xs[number], middle)
                self._sprites.paint(painter, KINDS[int(kinds[number])], place, theme)
        paint_crosses(painter, [QPointF(x, middle) for x in xs[kinds == _COLLISION].tolist()], theme)

    def hit(self, axis: TimeAxis, x: float) -> Hit | None:
        """Return the mark at a pixel; the worst if there are several."""
        content = self._content
        if content is None:
            return None
        scaled = self._scaled(content, axis)
        marks = scaled.marks.shifted(_shift(content, axis, scaled.scale)).between(x - _REACH, x + _REACH)
        if not len(marks):
            return self._hit_tick(content, axis, x)
        number = int(np.lexsort((np.abs(marks.x - x), self._kinds[marks.event]))[0])
        event, begin, count = (int(each[number]) for each in (marks.event, marks.begin, marks.count))
        kind = self._kinds[event]
        alone = np.count_nonzero(self._kinds[begin : begin + count] == kind) == 1 or kind == _COLLISION
        row = int(content.event_actor[self._numbers[event]])
        return Hit(
            lines=event_lines(content, self._numbers[begin : begin + count]),
            time=float(content.event_time[self._numbers[event]]),
            row=row if alone and row >= 0 else None,
        )

    def _paint_ticks(
        self, painter: QPainter, content: TimelineContent, axis: TimeAxis, rect: QRectF, theme: Theme
    ) -> None:
        """Draw a tick on the base line for each light that changed, in the colour of what it changed to."""
        xs = axis.xs(content.event_time[self._ticks])
        inside = (xs >= axis.left) & (xs <= axis.right)
        states = content.lists[EventKind.LIGHT].states if inside.any() else None
        numbers = content.event_other[self._ticks[inside]]
        after = np.full(len(numbers), -1) if states is None else states[numbers].astype(np.int64)
        places = xs[inside].round()
        painter.setPen(Qt.PenStyle.NoPen)
        for state in (np.flatnonzero(np.bincount(after + 1)) - 1).tolist():
            there = places[after == state]
            there = there[np.diff(there, prepend=-1.0) != 0]  # np.unique would load numpy's masked arrays
            painter.setBrush(state_color(LIGHT_STATES, state, theme.secondary, theme))
            painter.drawRects(
                [
                    QRectF(x - _TICK / 2, rect.bottom() - _TICK_HEIGHT, _TICK, _TICK_HEIGHT)
                    for x in there.tolist()
                ]
            )

    def _hit_tick(self, content: TimelineContent, axis: TimeAxis, x: float) -> Hit | None:
        xs = axis.xs(content.event_time[self._ticks])
        near = np.flatnonzero(np.abs(xs - x) <= _TICK)
        if not len(near):
            return None
        nearest = self._ticks[near[int(np.argmin(np.abs(xs[near] - x)))]]
        row = int(content.event_actor[nearest])
        return Hit(
            event_lines(content, self._ticks[near]),
            float(content.event_time[nearest]),
            row if row >= 0 else None,
        )

    def _scaled(self, content: TimelineContent, axis: TimeAxis) -> _Scaled:
        """Return the marks in the window and beside it, at the scale of an axis."""
        scale = axis.width / axis.span
        part = self._chains(axis, scale)
        if self._marks is None or self._marks[:2] != (scale, part):
            times, kinds = self._times[part], self._kinds[part]
            marks = merge((times - content.first) * scale, kinds)
            counts = counted(kinds, marks.begin)
            moved = StripMarks(marks.x, marks.event + part.start, marks.begin + part.start, marks.count)
            self._marks = _Scaled(scale, part, moved, *counts)
        return self._marks

    def _chains(self, axis: TimeAxis, scale: float) -> slice:
        """Return the events of all chains of which something is in the window, or near it."""
        begins = np.flatnonzero(self._gaps * scale > NEAR)
        if not len(begins):
            return slice(0, 0)
        margin = _BESIDE / scale
        first, last = np.searchsorted(self._times, (axis.start - margin, axis.end + margin))
        before = max(int(np.searchsorted(begins, first, side="right")) - 1, 0)
        after = int(np.searchsorted(begins, last, side="left"))
        end = int(begins[after]) if after < len(begins) else len(self._times)
        return slice(int(begins[before]), max(end, int(begins[before])))


class EventsLane(EventLane):
    """The events of the visible kinds; unfolded, below them a lane for each kind that occurs."""

    folded_at_first = True
    group = True

    def __init__(self) -> None:
        super().__init__(tr("Events"), _ALL)
        self._by_kind = {kind: EventLane(event_words()[kind].title, _ONE_KIND) for kind in KINDS}
        self._occurring: tuple[EventKind, ...] = ()
        self._shown: tuple[TimelineContent | None, frozenset[EventKind]] = (None, frozenset())

    def lanes(self, *, folded: bool) -> Sequence[Lane]:
        """Return the lane of all events, and those of the kinds there are."""
        return (self,) if folded else (self, *(self._by_kind[kind] for kind in self._occurring))

    def set_context(self, context: LaneContext) -> None:
        """Show the visible events, and beside the name how much has been looked through for them."""
        share = context.searched
        percent = tr("{} · {} %").format(tr("Events"), round(100 * share))
        self.name = percent if share < 1 else tr("Events")
        content, visible = shown = context.content, context.kinds
        if content is self._shown[0] and visible == self._shown[1]:
            return
        self._shown = shown
        counts = np.bincount(content.event_kind, minlength=len(KINDS)) if content else np.zeros(len(KINDS))
        self._occurring = tuple(
            kind for kind, count in zip(KINDS, counts.tolist(), strict=True) if count and kind in visible
        )
        self.set_content(content, visible)
        for kind, lane in self._by_kind.items():
            lane.set_content(content if kind in self._occurring else None, (kind,))


class _Scaled(NamedTuple):
    """Marks of a part of the events at one scale, in pixels from the first frame, with kinds and numbers."""

    scale: float
    part: slice
    marks: StripMarks
    counted_kinds: NDArray[np.int64]
    numbers: NDArray[np.int64]


def _shift(content: TimelineContent, axis: TimeAxis, scale: float) -> float:
    """Return the pixel of the first frame."""
    return axis.left - (axis.start - content.first) * scale


class _Counts:
    """Writes how many events marks stand for, where there is room."""

    def __init__(
        self, painter: QPainter, rect: QRectF, theme: Theme, widths: dict[tuple[float, str], float]
    ) -> None:
        self._painter = painter
        self._metrics = QFontMetricsF(painter.font())
        self._baseline = (
            rect.top()
            + min(_UPPER, rect.height() / 2)
            + (self._metrics.ascent() - self._metrics.descent()) / 2
        )
        self._templates = count_templates()
        self._theme = theme
        self._widths = widths
        self._narrowest = self._metrics.horizontalAdvance("+2")

    def write(self, x: float, room: float, kind: int, number: int) -> None:
        """Write beside a mark at ``x``, if there is room up to the next one."""
        room -= _HALF + _GAP + 1
        if number == 1 or room < self._narrowest:
            return
        for text in count_texts(self._templates[kind], number):
            key = self._metrics.height(), text
            width = self._widths.get(key)
            if width is None:
                width = self._widths[key] = self._metrics.horizontalAdvance(text)
            if width <= room:
                theme = self._theme
                self._painter.setPen(theme.collision if kind == _COLLISION else theme.secondary)
                self._painter.drawText(QPointF(x + _HALF + _GAP, self._baseline), text)
                return
