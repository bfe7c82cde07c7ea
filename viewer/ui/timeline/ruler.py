"""The axis of the timeline: round times, and the edges of frames when they are far enough apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QPen

from viewer.arrays import Floats
from viewer.replay.time.time_forms import Ticks
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.time_canvas import Label, TimeCanvas, typeface
from viewer.ui.timeline.timeline_content import TimelineContent

_CLOSEST_LABELS = 72.0
_LABEL_GAP = 28.0
_CLOSEST_TICKS = 7.0
_BESIDE_TICK = 5.0
_CLOSEST_FRAMES = 10.0
_MOST_LOST = 100
"""Stretches of lost frames in the window beyond which hatching them through all lanes tells nothing."""
_WIDE_FRAME = 64.0
"""Pixels of a usual frame from which on its edges are drawn through the lanes."""


class Backdrop(NamedTuple):
    """What lies behind everything that is shown of a part of a recording.

    Attributes:
        ticks: of the axis.
        grid: pixels of its round times.
        hatched: begin and end, in seconds, of what is not known in all lanes, shape (S, 2).
        edges: pixels at which frames begin, where these are so wide that it is shown in all lanes.

    """

    ticks: Ticks
    grid: list[float]
    hatched: Floats
    edges: list[float]


def backdrop_of(axis: TimeAxis, content: TimelineContent) -> Backdrop:
    """Return what lies behind a part of a recording."""
    ticks = ticks_of(axis, content)
    lost = content.lost[(content.lost[:, 1] >= axis.start) & (content.lost[:, 0] <= axis.end)]
    hatched = content.missing[len(content.lost) if len(lost) > _MOST_LOST else 0 :]
    hatched = hatched[(hatched[:, 1] >= axis.start) & (hatched[:, 0] <= axis.end)]
    wide = content.usual_duration / axis.seconds_per_pixel >= _WIDE_FRAME
    return Backdrop(ticks, _major(axis, ticks), hatched, _frame_edges(axis, content) if wide else [])


def paint_ruler(canvas: TimeCanvas, content: TimelineContent, ticks: Ticks) -> None:
    """Draw gaps, ticks, smaller ones between, and notches for frames if there is room."""
    painter, axis, rect, theme = canvas
    canvas.hatch(content.gaps)
    painter.setPen(QPen(theme.hairline, 1))
    if len(ticks.minor) * _CLOSEST_TICKS <= axis.width:
        bottom = rect.bottom()
        painter.drawLines([QLineF(x, bottom - 4, x, bottom) for x in _apart(axis.xs(ticks.minor))])
    begin, end = np.searchsorted(content.edges, (axis.start, axis.end)).tolist()
    if (end - begin) * _CLOSEST_FRAMES <= axis.width:
        painter.setPen(QPen(theme.secondary, 1))
        edges = _frame_edges(axis, content)
        painter.drawLines([QLineF(x, rect.bottom() - 2, x, rect.bottom()) for x in edges])
    painter.setPen(QPen(theme.faint, 1))
    painter.drawLines([QLineF(x, rect.top() + 5, x, rect.bottom()) for x in _major(axis, ticks)])


def tick_labels(
    axis: TimeAxis, rect: QRectF, ticks: Ticks, others: Sequence[Label] = ()
) -> tuple[Label, ...]:
    """Return what is written on the axis; what would stand out of it, or touch others, is left out.

    Frames do not last equally long: where their labels would touch, the rounder ones stay.
    """
    metrics = typeface(11)[1]
    labels: list[Label] = []
    for tick in sorted(ticks.major, key=lambda tick: -tick.rank):
        x = round(axis.x(tick.time)) + 0.5
        width = metrics.horizontalAdvance(tick.text)
        box = QRectF(x + _BESIDE_TICK, rect.top() + 4, width, metrics.height())
        room = box.adjusted(-_BESIDE_TICK, 0, _BESIDE_TICK, 0)
        if box.right() <= rect.right() and not any(
            room.intersects(label.box) for label in (*others, *labels)
        ):
            labels.append(Label(tick.text, box))
    return tuple(labels)


def paint_tick_labels(canvas: TimeCanvas, labels: Iterable[Label], *covers: QRectF) -> None:
    """Write the labels that lie clear of what covers the axis: half a number misleads."""
    canvas.writing(canvas.theme.secondary)
    for label in labels:
        if not any(label.box.intersects(cover) for cover in covers):
            canvas.painter.drawText(label.box, Qt.TextFlag.TextDontClip, label.text)


def ticks_of(axis: TimeAxis, content: TimelineContent) -> Ticks:
    """Return ticks of the recording's part of the axis, so few that their labels do not touch."""
    ticks = _ticks_apart(axis, content, _CLOSEST_LABELS)
    if len(ticks.major) < 2:  # noqa: PLR2004 - nothing can touch
        return ticks
    metrics = typeface(11)[1]
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


def _major(axis: TimeAxis, ticks: Ticks) -> list[float]:
    return _apart(axis.xs(np.array([tick.time for tick in ticks.major])))


def _frame_edges(axis: TimeAxis, content: TimelineContent) -> list[float]:
    """Return the pixels at which frames begin."""
    begin, end = np.searchsorted(content.edges, (axis.start, axis.end)).tolist()
    xs: list[float] = (axis.xs(content.edges[begin:end]).round() + 0.5).tolist()
    return xs
