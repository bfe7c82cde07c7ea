"""The axis of the timeline: round times, and the edges of frames when they are far enough apart."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from viewer.ui import format as fmt
from viewer.ui.theme import Theme, font
from viewer.ui.timeline.axis import Ticks, TimeAxis
from viewer.ui.timeline.content import Content

RULER_HEIGHT = 24
_CLOSEST_LABELS = 72.0
_LABEL_GAP = 28.0
_CLOSEST_TICKS = 7.0
_CLOSEST_FRAMES = 10.0


def paint_ruler(
    painter: QPainter, axis: TimeAxis, rect: QRectF, content: Content, theme: Theme
) -> None:  # fmt: skip
    """Draw labelled ticks, small ticks between them, and a notch for each frame if there is room."""
    metrics = QFontMetricsF(font(12))
    last = max(content.end - content.usual_duration, content.duration)
    ticks = _ticks(axis, metrics, last)
    painter.setPen(QPen(theme.hairline, 1))
    painter.drawLines(_minor_lines(axis, rect, ticks, last))
    _paint_frames(painter, axis, rect, content, theme)
    painter.setFont(font(12))
    baseline = rect.top() + 4 + metrics.ascent()
    for time in ticks.major:
        if time > last * (1 + 1e-12):
            break
        x = round(axis.x(time)) + 0.5
        painter.setPen(QPen(theme.faint, 1))
        painter.drawLine(QLineF(x, rect.top() + 5, x, rect.bottom()))
        text = tick_label(time, ticks)
        if x + 5 + metrics.horizontalAdvance(text) <= rect.right() + _LABEL_GAP / 2:
            painter.setPen(theme.secondary)
            painter.drawText(QPointF(x + 5, baseline), text)


def tick_label(time: float, ticks: Ticks) -> str:
    """Return what is written at a tick, with as many digits as the step needs."""
    return f"{fmt.number(time, ticks.decimals)} s"


def _ticks(axis: TimeAxis, metrics: QFontMetricsF, last: float) -> Ticks:
    """Return ticks whose labels do not touch."""
    ticks = axis.ticks(_CLOSEST_LABELS)
    needed = metrics.horizontalAdvance(tick_label(min(axis.end, last), ticks)) + _LABEL_GAP
    return ticks if needed <= ticks.step / axis.seconds_per_pixel else axis.ticks(needed)


def _minor_lines(axis: TimeAxis, rect: QRectF, ticks: Ticks, last: float) -> list[QLineF]:
    if ticks.minor_step / axis.seconds_per_pixel < _CLOSEST_TICKS:
        return []
    begin = np.ceil(axis.start / ticks.minor_step - 1e-9)
    times = np.arange(begin, np.floor(min(axis.end, last) / ticks.minor_step + 1e-9) + 1) * ticks.minor_step
    return [QLineF(x, rect.bottom() - 4, x, rect.bottom()) for x in (axis.xs(times).round() + 0.5).tolist()]


def _paint_frames(
    painter: QPainter, axis: TimeAxis, rect: QRectF, content: Content, theme: Theme
) -> None:  # fmt: skip
    """Draw the edges of frames as small notches along the bottom."""
    begin, end = np.searchsorted(content.edges, (axis.start, axis.end), side="left").tolist()
    if (end - begin) * _CLOSEST_FRAMES > axis.width:
        return
    painter.setPen(QPen(theme.secondary, 1))
    xs = (axis.xs(content.edges[begin:end]).round() + 0.5).tolist()
    painter.drawLines([QLineF(x, rect.bottom() - 2, x, rect.bottom()) for x in xs])
