"""Notes on the timeline: flags where they stand, bands over their ranges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from viewer.ui.theme import Theme
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.lane import Hit, faded
from viewer.ui.timeline.overlay import OverlayDrag
from viewer.ui.timeline.overview import OVERVIEW_HEIGHT

_NEAR = 4.0
"""Pixels from one flag to the next; of those that would be closer, one is drawn."""
_FLAG_WIDTH, _FLAG_HEIGHT = 9.0, 9.0
_BAND = 3.0
_TICK_WIDTH, _TICK_HEIGHT = 9.0, 7.0


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
    """An overlay of the timeline."""

    def __init__(self) -> None:
        self._marks: tuple[NoteMark, ...] = ()
        self._starts = self._ends = np.empty(0)
        self._ranges = np.empty(0, np.bool_)

    def set_marks(self, marks: Sequence[NoteMark]) -> None:
        """Show these notes, ascending by their starts."""
        self._marks = tuple(marks)
        self._starts = np.array([mark.start for mark in marks], np.float64)
        self._ends = np.array([mark.end for mark in marks], np.float64)
        self._ranges = self._ends > self._starts

    # -- drawing

    def paint_overview(self, painter: QPainter, strip: TimeAxis, rect: QRectF, theme: Theme) -> None:
        """Draw small triangles and bands along the upper edge."""
        self._paint_bands(painter, strip, rect.top(), theme)
        top = rect.top()
        for x, color in self._flags(strip, theme):
            points = (QPointF(x - _TICK_WIDTH / 2, top), QPointF(x + _TICK_WIDTH / 2, top))
            _paint_shape(painter, QPolygonF([*points, QPointF(x, top + _TICK_HEIGHT)]), color, theme)

    def paint_axis(
        self, painter: QPainter, axis: TimeAxis, rect: QRectF, bottom: float, theme: Theme
    ) -> None:  # fmt: skip
        """Draw flags along the lower edge of the ruler, and thin lines through the lanes."""
        foot = rect.bottom()
        self._paint_bands(painter, axis, foot - _BAND, theme)
        for x, color in self._flags(axis, theme):
            left = round(x) + 0.5
            painter.setPen(QPen(faded(color, 0.45), 1))
            painter.drawLine(QPointF(left, foot), QPointF(left, bottom))
            direction = 1.0 if left + _FLAG_WIDTH < rect.right() else -1.0
            _paint_shape(painter, _flag(left, foot, direction), color, theme)

    def _paint_bands(self, painter: QPainter, axis: TimeAxis, top: float, theme: Theme) -> None:
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

    def _flags(self, axis: TimeAxis, theme: Theme) -> list[tuple[float, QColor]]:
        """Return where flags stand in the window, and their colours."""
        shown = self.shown(axis)
        xs = axis.xs(self._starts[shown]).tolist()
        return [
            (x, getattr(theme, self._marks[number].role))
            for x, number in zip(xs, shown.tolist(), strict=True)
        ]

    # -- pointing

    def hit(self, axis: TimeAxis, rect: QRectF, position: QPointF) -> Hit | None:
        """Return the note whose flag or band is at a position; what lies beside keeps its clicks."""
        if not self._marks or not _zone(rect).contains(position):
            return None
        x, xs = position.x(), axis.xs(self._starts)
        middles = xs if _is_overview(rect) else xs + _FLAG_WIDTH / 2
        reach = _TICK_WIDTH if _is_overview(rect) else _FLAG_WIDTH
        distances = np.abs(middles - x)
        number = int(np.argmin(distances))
        if distances[number] > reach:
            bands = np.flatnonzero(self._ranges & (xs <= x) & (x <= axis.xs(self._ends)))
            if not len(bands):
                return None
            number = int(bands[-1])
        mark = self._marks[number]
        return Hit(mark.lines, mark.start, mark.row)

    def press(
        self, axis: TimeAxis, rect: QRectF, position: QPointF, keys: Qt.KeyboardModifier
    ) -> OverlayDrag | None:  # fmt: skip
        """Take no press: a click goes to a note as it does to any mark."""

    def cursor_at(
        self,
        axis: TimeAxis,
        rect: QRectF,
        position: QPointF,
        keys: Qt.KeyboardModifier,  # noqa: ARG002 - as in Overlay
    ) -> Qt.CursorShape | None:
        """Show by the mouse that a note can be clicked."""
        return Qt.CursorShape.PointingHandCursor if self.hit(axis, rect, position) else None


def _is_overview(rect: QRectF) -> bool:
    return rect.height() == OVERVIEW_HEIGHT


def _zone(rect: QRectF) -> QRectF:
    """Return where notes are drawn: along the upper edge of the overview, the lower one of the ruler."""
    height = _TICK_HEIGHT if _is_overview(rect) else _FLAG_HEIGHT
    top = rect.top() if _is_overview(rect) else rect.bottom() - height
    return QRectF(rect.left() - _FLAG_WIDTH, top, rect.width() + 2 * _FLAG_WIDTH, height)


def _flag(x: float, foot: float, direction: float) -> QPolygonF:
    """Return a flag with a notch at its free end, on a pole that stands at ``x``."""
    top, low = foot - _FLAG_HEIGHT, foot
    far, notch = x + direction * _FLAG_WIDTH, x + direction * (_FLAG_WIDTH - 2.5)
    points = ((x, top), (far, top), (notch, (top + low) / 2), (far, low), (x, low))
    return QPolygonF([QPointF(*point) for point in points])


def _paint_shape(painter: QPainter, shape: QPolygonF, color: QColor, theme: Theme) -> None:
    """Fill a shape, with an edge that keeps it apart from figures and bars behind it."""
    painter.setPen(QPen(theme.panel, 1))
    painter.setBrush(color)
    painter.drawPolygon(shape)
