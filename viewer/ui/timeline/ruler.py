"""The axis of the timeline: round times, and the edges of frames when they are far enough apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from viewer.ui import format as fmt
from viewer.ui.theme import Theme, font
from viewer.ui.timeline.axis import Ticks, TimeAxis
from viewer.ui.timeline.content import Content

RULER_HEIGHT = 24
_CLOSEST_LABELS = 72.0
_LABEL_GAP = 28.0
_CLOSEST_TICKS = 7.0
_BESIDE_TICK = 5.0
_CLOSEST_FRAMES = 10.0


class TickLabel(NamedTuple):
    """A time written on the axis, and where."""

    text: str
    box: QRectF


def paint_ruler(
    painter: QPainter, axis: TimeAxis, rect: QRectF, content: Content, theme: Theme
) -> None:  # fmt: skip
    """Draw ticks, small ticks between them, and a notch for each frame if there is room."""
    last = _last_time(content)
    ticks = _ticks(axis, last)
    painter.setPen(QPen(theme.hairline, 1))
    painter.drawLines(_minor_lines(axis, rect, ticks, last))
    _paint_frames(painter, axis, rect, content, theme)
    painter.setPen(QPen(theme.faint, 1))
    xs = [round(axis.x(time)) + 0.5 for time in _major(ticks, last)]
    painter.drawLines([QLineF(x, rect.top() + 5, x, rect.bottom()) for x in xs])


def tick_labels(axis: TimeAxis, rect: QRectF, content: Content) -> tuple[TickLabel, ...]:
    """Return what is written on the axis; what would stand out of it is left out."""
    last = _last_time(content)
    ticks, metrics = _ticks(axis, last), QFontMetricsF(font(12))
    labels = []
    for time in _major(ticks, last):
        text, x = tick_label(time, ticks), round(axis.x(time)) + 0.5
        box = QRectF(x + _BESIDE_TICK, rect.top() + 4, metrics.horizontalAdvance(text), metrics.height())
        if box.right() <= rect.right():
            labels.append(TickLabel(text, box))
    return tuple(labels)


def paint_tick_labels(
    painter: QPainter, labels: Iterable[TickLabel], covered: Sequence[QRectF], theme: Theme
) -> None:
    """Write the labels that lie clear of what covers the axis: half a number misleads."""
    painter.setFont(font(12))
    painter.setPen(theme.secondary)
    for label in labels:
        if not any(label.box.intersects(cover) for cover in covered):
            painter.drawText(label.box, Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextDontClip, label.text)


def tick_label(time: float, ticks: Ticks) -> str:
    """Return what is written at a tick, with as many digits as the step needs."""
    return f"{fmt.number(time, ticks.decimals)} s"


def _last_time(content: Content) -> float:
    return max(content.end - content.usual_duration, content.duration)


def _major(ticks: Ticks, last: float) -> list[float]:
    return [time for time in ticks.major if time <= last * (1 + 1e-12)]


def _ticks(axis: TimeAxis, last: float) -> Ticks:
    """Return ticks whose labels do not touch."""
    ticks = axis.ticks(_CLOSEST_LABELS)
    needed = QFontMetricsF(font(12)).horizontalAdvance(tick_label(min(axis.end, last), ticks)) + _LABEL_GAP
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
