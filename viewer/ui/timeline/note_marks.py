"""Notes on the timeline: flags where they stand, bands over their ranges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap, QPolygonF

from viewer.ui.theme import faded
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.lane import Hit
from viewer.ui.timeline.time_canvas import TimeCanvas, stamp

_NEAR = 4.0
"""Pixels from one flag to the next; of those that would be closer, one is drawn."""
_FLAG_WIDTH, _FLAG_HEIGHT = 9.0, 9.0
_BAND = 3.0
_PAD = 1.0
_TICK_WIDTH, _TICK_HEIGHT = 9.0, 7.0

Seconds = NDArray[np.float64]


class NoteMark(NamedTuple):
    """A note as the timeline shows it.

    Attributes:
        start: seconds.
        end: seconds, ``start`` if it stands at one time.
        role: that of its colour in the theme.
        lines: what to say about it.
        row: the actor that a click selects, or None.

    """

    start: float
    end: float
    role: str
    lines: tuple[str, ...]
    row: int | None


class NoteMarks:
    """Notes, ascending by their starts, as they are drawn over the timeline in every paint."""

    def __init__(
        self, marks: Sequence[NoteMark] = (), starts: Seconds | None = None, ends: Seconds | None = None
    ) -> None:
        """Take them, and when they start and end if that is at hand: of many, few are looked at."""
        self._marks = marks
        self._starts = np.array([mark.start for mark in marks], np.float64) if starts is None else starts
        self._ends = np.array([mark.end for mark in marks], np.float64) if ends is None else ends
        self._ranges = self._ends > self._starts

    # -- drawing

    def paint_overview(self, canvas: TimeCanvas) -> None:
        """Draw small triangles and bands along the upper edge."""
        painter, strip, rect, theme = canvas
        self._paint_bands(canvas, rect.top())
        for role, xs in self._flags(strip):
            tick = _stamp(_tick(), getattr(theme, role), canvas)
            for x in xs:
                painter.drawPixmap(QPointF(round(x) - _PAD - _TICK_WIDTH / 2, rect.top() - _PAD), tick)

    def paint_axis(self, canvas: TimeCanvas, bottom: float) -> None:
        """Draw flags along the lower edge of the ruler, and thin lines through the lanes."""
        painter, axis, rect, theme = canvas
        foot = rect.bottom()
        self._paint_bands(canvas, foot - _BAND)
        for role, xs in self._flags(axis):
            color: QColor = getattr(theme, role)
            painter.setPen(QPen(faded(color, 0.45), 1))
            painter.drawLines([QLineF(round(x) + 0.5, foot, round(x) + 0.5, bottom) for x in xs])
            ahead, back = (_stamp(_flag(direction), color, canvas) for direction in (1, -1))
            for x in xs:
                flag, left = (back, x - _FLAG_WIDTH) if x >= _last(rect) else (ahead, x)
                painter.drawPixmap(QPointF(round(left) - _PAD, foot - _FLAG_HEIGHT - _PAD), flag)

    def _paint_bands(self, canvas: TimeCanvas, top: float) -> None:
        painter, axis, _, theme = canvas
        shown = np.flatnonzero(self._ranges & (self._starts <= axis.end) & (self._ends >= axis.start))
        lefts, rights = axis.xs(self._starts[shown]), axis.xs(self._ends[shown])
        for number, left, right in zip(shown.tolist(), lefts.tolist(), rights.tolist(), strict=True):
            color: QColor = getattr(theme, self._marks[number].role)
            painter.fillRect(QRectF(left, top, max(right - left, 1.0), _BAND), faded(color, 0.8))

    def shown(self, axis: TimeAxis) -> NDArray[np.int64]:
        """Return the numbers of the notes whose flags are drawn: of those too close together, the first."""
        inside = np.flatnonzero((self._starts >= axis.start) & (self._starts <= axis.end))
        _, first = np.unique(np.floor(axis.xs(self._starts[inside]) / _NEAR), return_index=True)
        return inside[first]

    def _flags(self, axis: TimeAxis) -> list[tuple[str, list[float]]]:
        """Return where flags stand in the window, by the role of their colour."""
        places: dict[str, list[float]] = {}
        for number in self.shown(axis).tolist():
            mark = self._marks[number]
            places.setdefault(mark.role, []).append(axis.x(mark.start))
        return list(places.items())

    # -- pointing

    def hit(self, axis: TimeAxis, rect: QRectF, position: QPointF, *, on_overview: bool) -> Hit | None:
        """Return the note whose flag or band is there on a strip; what lies beside keeps its clicks."""
        height = _TICK_HEIGHT if on_overview else _FLAG_HEIGHT
        top = rect.top() if on_overview else rect.bottom() - height
        zone = QRectF(rect.left() - _FLAG_WIDTH, top, rect.width() + 2 * _FLAG_WIDTH, height)
        if not self._marks or not zone.contains(position):
            return None
        x, xs = position.x(), axis.xs(self._starts)
        flags = np.where(xs >= _last(rect), -_FLAG_WIDTH, _FLAG_WIDTH)
        distances = np.abs(xs + (0.0 if on_overview else flags / 2) - x)
        number = int(np.argmin(distances))
        if distances[number] > (_TICK_WIDTH if on_overview else _FLAG_WIDTH):
            bands = np.flatnonzero(self._ranges & (xs <= x) & (x <= axis.xs(self._ends)))
            if not len(bands):
                return None
            number = int(bands[-1])
        mark = self._marks[number]
        return Hit(mark.lines, mark.start, mark.row)


def _last(rect: QRectF) -> float:
    """Return from where on flags point to the left of their poles, as the strip ends."""
    return rect.right() - _FLAG_WIDTH


def _tick() -> QPolygonF:
    """Return a triangle that points down, from its left upper corner."""
    tip = QPointF(_TICK_WIDTH / 2, _TICK_HEIGHT)
    return QPolygonF([QPointF(0, 0), QPointF(_TICK_WIDTH, 0), tip])


def _flag(direction: int) -> QPolygonF:
    """Return a flag from its left upper corner; its free end is ahead of the pole or behind."""
    pole, far = (0.0, _FLAG_WIDTH) if direction > 0 else (_FLAG_WIDTH, 0.0)
    notch = far - direction * 2.5
    points = ((pole, 0.0), (far, 0.0), (notch, _FLAG_HEIGHT / 2), (far, _FLAG_HEIGHT), (pole, _FLAG_HEIGHT))
    return QPolygonF([QPointF(*point) for point in points])


def _stamp(shape: QPolygonF, color: QColor, canvas: TimeCanvas) -> QPixmap:
    """Return a picture of a shape; its edge keeps it apart from figures and bars behind it."""

    def paint(painter: QPainter) -> None:
        painter.setPen(QPen(canvas.theme.panel, 1))
        painter.setBrush(color)
        painter.drawPolygon(shape.translated(_PAD, _PAD))

    size = shape.boundingRect().size()
    return stamp(size.width() + 2 * _PAD, size.height() + 2 * _PAD, canvas.ratio, paint)
