"""The strip above the axis: the whole recording, and which part of it the axis shows."""

from __future__ import annotations

from enum import Enum

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPen

from viewer.replay.events import EventKind
from viewer.ui.theme import faded
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.shapes import cross_pixmap
from viewer.ui.timeline.time_canvas import TimeCanvas
from viewer.ui.timeline.timeline_content import KINDS, TimelineContent

OVERVIEW_HEIGHT = 20
_COLUMN = 3.0
_CROSSES = 6.0
"""Pixels between two crosses at least."""
_EDGE = 6.0
"""Pixels from an edge of the window within which one takes hold of it."""
_NARROWEST = 8.0
"""Pixels of the window at least, so that one can see and take it."""


class Grip(Enum):
    """What one takes hold of in the overview."""

    NOTHING = 0
    WINDOW = 1
    START = 2
    END = 3


def window_rect(strip: TimeAxis, axis: TimeAxis, rect: QRectF) -> QRectF:
    """Return where the window of ``axis`` lies on the strip."""
    left, right = strip.x(axis.start), strip.x(axis.end)
    missing = max(_NARROWEST - (right - left), 0.0)
    return QRectF(left - missing / 2, rect.top(), right - left + missing, rect.height())


def grip_at(strip: TimeAxis, axis: TimeAxis, rect: QRectF, x: float) -> Grip:
    """Return what is taken hold of at a pixel; a window that shows all can be made smaller, not moved."""
    window = window_rect(strip, axis, rect)
    inside = window.left() - _EDGE <= x <= window.right() + _EDGE
    reach = min(_EDGE, window.width() / 4)
    if inside and x <= window.left() + reach:
        return Grip.START
    if inside and x >= window.right() - reach:
        return Grip.END
    return Grip.WINDOW if inside and not axis.shows_all else Grip.NOTHING


def window_dragged(axis: TimeAxis, grip: Grip, seconds: float) -> TimeAxis:
    """Return the axis whose window, or one end of it, has gone along by some seconds."""
    if grip is Grip.WINDOW:
        return axis.panned(seconds)
    if grip is Grip.START:
        start = min(max(axis.start + seconds, axis.first), axis.end - axis.closest)
        return axis.windowed(start, axis.end - start)
    end = max(min(axis.end + seconds, axis.last), axis.start + axis.closest)
    return axis.windowed(axis.start, end - axis.start)


def paint_overview(canvas: TimeCanvas, content: TimelineContent | None) -> None:
    """Draw the density of events, collisions, and what is not read or lost."""
    painter, strip, rect, theme = canvas
    canvas.filling(theme.raised, theme.hairline).drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
    if content is None:
        return
    canvas.hatch(np.concatenate((content.missing, content.gaps)))
    _paint_density(canvas, content)
    collisions = content.event_time[content.event_kind == KINDS.index(EventKind.COLLISION)]
    columns = np.flatnonzero(np.bincount((strip.xs(collisions) // _CROSSES).astype(np.int64)))
    cross = cross_pixmap(canvas.ratio, 3.0)
    half = cross.deviceIndependentSize() / 2
    for middle in ((columns + 0.5) * _CROSSES).tolist():
        painter.drawPixmap(QPointF(middle - half.width(), rect.center().y() - half.height()), cross)


def _paint_density(canvas: TimeCanvas, content: TimelineContent) -> None:
    """Draw how many events there are, as bars; the root lets single ones show beside crowds."""
    strip, rect = canvas.axis, canvas.rect
    columns = max(int(strip.width // _COLUMN), 1)
    edges = strip.start + np.arange(columns + 1) * (strip.span / columns)
    counts = np.diff(np.searchsorted(content.event_time, edges, side="right"))
    if not counts.any():
        return
    filled, heights = np.flatnonzero(counts), np.sqrt(counts / counts.max()) * (rect.height() - 6)
    canvas.filling(faded(canvas.theme.secondary, 0.55)).drawRects(
        [
            QRectF(strip.left + column * _COLUMN, rect.bottom() - 1 - height, _COLUMN - 1, height)
            for column, height in zip(filled.tolist(), heights[filled].tolist(), strict=True)
        ]
    )


def paint_window(canvas: TimeCanvas, axis: TimeAxis) -> None:
    """Draw the window of ``axis`` with grips at its ends, and a veil over the rest."""
    painter, strip, rect, theme = canvas
    window = window_rect(strip, axis, rect)
    if not axis.shows_all:
        veil = faded(theme.panel, 0.6)
        painter.fillRect(QRectF(rect.topLeft(), window.bottomLeft()), veil)
        painter.fillRect(QRectF(window.topRight(), rect.bottomRight()), veil)
        painter.fillRect(window, faded(theme.accent, 0.14))
    painter.setPen(QPen(faded(theme.accent, 0.9), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(window.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
    if not axis.shows_all:
        canvas.filling(theme.accent)
        for x in (window.left(), window.right() - 3):
            painter.drawRoundedRect(QRectF(x, rect.center().y() - 5, 3, 10), 1.5, 1.5)
