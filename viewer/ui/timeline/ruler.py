"""The axis of the timeline: round times, and the edges of frames when they are far enough apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPen

from viewer.replay.time.time_forms import Ticks
from viewer.ui.theme import font
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.time_canvas import Label, TimeCanvas
from viewer.ui.timeline.timeline_content import TimelineContent

RULER_HEIGHT = 24
_CLOSEST_LABELS = 72.0
_LABEL_GAP = 28.0
_CLOSEST_TICKS = 7.0
_BESIDE_TICK = 5.0
_CLOSEST_FRAMES = 10.0


def paint_ruler(canvas: TimeCanvas, content: TimelineContent) -> list[float]:
    """Draw gaps, ticks, smaller ones between, and notches for frames if there is room; return the ticks."""
    painter, axis, rect, theme = canvas
    ticks = _ticks(axis, content)
    canvas.hatch(content.gaps)
    painter.setPen(QPen(theme.hairline, 1))
    if len(ticks.minor) * _CLOSEST_TICKS <= axis.width:
        bottom = rect.bottom()
        painter.drawLines([QLineF(x, bottom - 4, x, bottom) for x in _apart(axis.xs(ticks.minor))])
    begin, end = np.searchsorted(content.edges, (axis.start, axis.end)).tolist()
    if (end - begin) * _CLOSEST_FRAMES <= axis.width:
        paint_frame_edges(canvas, content, rect.bottom() - 2, theme.secondary)
    painter.setPen(QPen(theme.faint, 1))
    xs = _apart(axis.xs(np.array([tick.time for tick in ticks.major])))
    painter.drawLines([QLineF(x, rect.top() + 5, x, rect.bottom()) for x in xs])
    return xs


def tick_labels(axis: TimeAxis, rect: QRectF, content: TimelineContent) -> tuple[Label, ...]:
    """Return what is written on the axis; what would stand out of it is left out.

    Frames do not last equally long: where their labels would touch, the rounder ones stay.
    """
    metrics = QFontMetricsF(font(11))
    labels: list[Label] = []
    for tick in sorted(_ticks(axis, content).major, key=lambda tick: -tick.rank):
        x = round(axis.x(tick.time)) + 0.5
        width = metrics.horizontalAdvance(tick.text)
        box = QRectF(x + _BESIDE_TICK, rect.top() + 4, width, metrics.height())
        room = box.adjusted(-_BESIDE_TICK, 0, _BESIDE_TICK, 0)
        if box.right() <= rect.right() and not any(room.intersects(label.box) for label in labels):
            labels.append(Label(tick.text, box))
    return tuple(labels)


def paint_tick_labels(canvas: TimeCanvas, labels: Iterable[Label], covered: Sequence[QRectF]) -> None:
    """Write the labels that lie clear of what covers the axis: half a number misleads."""
    how = Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextDontClip
    canvas.writing(canvas.theme.secondary)
    for label in labels:
        if not any(label.box.intersects(cover) for cover in covered):
            canvas.painter.drawText(label.box, how, label.text)


def _ticks(axis: TimeAxis, content: TimelineContent) -> Ticks:
    """Return ticks of the recording's part of the axis, so few that their labels do not touch."""
    ticks = _ticks_apart(axis, content, _CLOSEST_LABELS)
    if len(ticks.major) < 2:  # noqa: PLR2004 - nothing can touch
        return ticks
    metrics = QFontMetricsF(font(11))
    needed = max(metrics.horizontalAdvance(tick.text) for tick in ticks.major) + _LABEL_GAP
    apart = (axis.x(ticks.major[-1].time) - axis.x(ticks.major[0].time)) / (len(ticks.major) - 1)
    return ticks if needed <= apart else _ticks_apart(axis, content, needed)


def _ticks_apart(axis: TimeAxis, content: TimelineContent, pixels: float) -> Ticks:
    """Return ticks that are so many pixels apart at least, if time runs evenly."""
    last = max(content.end - content.usual_duration, content.duration) * (1 + 1e-12)
    ticks = content.scale.ticks(axis.start, axis.end, axis.width / pixels)
    return Ticks(tuple(tick for tick in ticks.major if tick.time <= last), ticks.minor[ticks.minor <= last])


def _apart(xs: NDArray[np.float64]) -> list[float]:
    """Return the pixels of ticks that can be told apart: frames may crowd in one place."""
    xs = np.sort(xs).round() + 0.5
    return xs[np.diff(xs, prepend=-np.inf) >= _CLOSEST_TICKS].tolist() if len(xs) else []


def paint_frame_edges(canvas: TimeCanvas, content: TimelineContent, top: float, color: QColor) -> None:
    """Draw where frames begin as lines from a height to the lower edge."""
    begin, end = np.searchsorted(content.edges, (canvas.axis.start, canvas.axis.end)).tolist()
    canvas.painter.setPen(QPen(color, 1))
    xs = (canvas.axis.xs(content.edges[begin:end]).round() + 0.5).tolist()
    canvas.painter.drawLines([QLineF(x, top, x, canvas.rect.bottom()) for x in xs])
