"""A lane of events: one mark for each, or for several that are too close."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFontMetricsF, QPainter

from viewer.replay.happenings import Happening
from viewer.ui.theme import Theme, font
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.content import KINDS, Content
from viewer.ui.timeline.event_text import count_texts, event_lines
from viewer.ui.timeline.lane import Hit, LaneHeight, paint_track
from viewer.ui.timeline.marks import Marks, merge
from viewer.ui.timeline.shapes import SHAPE_SIZE, paint_crosses, paint_event

_HALF = SHAPE_SIZE / 2 + 1
_REACH = _HALF + 2
"""Pixels from the middle of a mark within which it is meant."""
_GAP = 3.0
_COLLISION = KINDS.index(Happening.COLLISION)


class EventLane:
    """Events of some kinds."""

    note = ""

    def __init__(self, name: str, height: LaneHeight) -> None:
        self.name = name
        self.height = height
        self._content: Content | None = None
        self._numbers = np.empty(0, np.int64)
        self._kinds = np.empty(0, np.uint8)
        self._marks: tuple[float, Marks] | None = None

    def set_content(self, content: Content | None, kinds: Collection[Happening]) -> None:
        """Show the events of these kinds."""
        self._content = content
        self._marks = None
        if content is None:
            return
        shown = np.array([kind in kinds for kind in KINDS])
        self._numbers = np.flatnonzero(shown[content.event_kind])
        self._kinds = content.event_kind[self._numbers]

    def paint(self, painter: QPainter, axis: TimeAxis, rect: QRectF, theme: Theme) -> None:
        """Draw the marks, the worst last, so that nothing covers a collision."""
        paint_track(painter, rect, theme)
        content = self._content
        if content is None:
            return
        marks = self._marks_on(content, axis).between(axis.left - 1, axis.right + 1)
        painter.setFont(font(12))
        metrics = QFontMetricsF(painter.font())
        crosses = []
        for number in np.argsort(-self._kinds[marks.event].astype(int), kind="stable").tolist():
            kind = KINDS[int(self._kinds[marks.event[number]])]
            x = min(max(float(marks.x[number]), rect.left() + _HALF), rect.right() - _HALF)
            self._paint_count(painter, marks, number, rect, theme, metrics)
            if kind is Happening.COLLISION:
                crosses.append(QPointF(x, rect.center().y()))
            else:
                paint_event(painter, kind, QPointF(x, rect.center().y()), theme)
        paint_crosses(painter, crosses, theme)

    def hit(self, axis: TimeAxis, x: float) -> Hit | None:
        """Return the mark at a pixel; the worst if there are several."""
        content = self._content
        if content is None:
            return None
        marks = self._marks_on(content, axis).between(x - _REACH, x + _REACH)
        if not len(marks):
            return None
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

    def _marks_on(self, content: Content, axis: TimeAxis) -> Marks:
        """Return the marks of the whole recording at the scale of an axis, at the pixels of its window."""
        scale = axis.width / axis.span
        if self._marks is None or self._marks[0] != scale:
            times: NDArray[np.float64] = content.event_time[self._numbers]
            self._marks = (scale, merge((times - content.first) * scale, self._kinds))
        return self._marks[1].shifted(axis.left - (axis.start - content.first) * scale)

    def _paint_count(
        self, painter: QPainter, marks: Marks, number: int, rect: QRectF, theme: Theme, metrics: QFontMetricsF
    ) -> None:  # fmt: skip
        """Write how many events a mark stands for, if there is room before the next mark."""
        begin, count = int(marks.begin[number]), int(marks.count[number])
        if count == 1:
            return
        kinds = self._kinds[begin : begin + count]
        x = max(float(marks.x[number]), rect.left() + _HALF) + _HALF + _GAP
        following = float(marks.x[number + 1]) - _HALF if number + 1 < len(marks) else rect.right()
        room = following - 1 - x
        text = next((text for text in count_texts(kinds) if metrics.horizontalAdvance(text) <= room), "")
        painter.setPen(theme.collision if (kinds == _COLLISION).all() else theme.secondary)
        painter.drawText(QPointF(x, rect.center().y() + (metrics.ascent() - metrics.descent()) / 2), text)
