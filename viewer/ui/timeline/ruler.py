"""The ruler of the timeline: ticks at round times, and notches of frames when zoomed in."""

from __future__ import annotations

from collections.abc import Iterable
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
"""Number of gaps of lost frames in the visible window above which none of them is hatched across all lanes.
"""
_WIDE_FRAME = 64.0
"""Width in px of a median frame in the timeline from which on frame starts are drawn across all lanes."""


class Backdrop(NamedTuple):
    """What the timeline draws behind or across all lanes in the visible window.

    Attributes:
        ticks: ticks of the ruler.
        grid: x of grid lines at round times, px.
        hatched: start and end in seconds of each of S stretches without data, shape ``(S, 2)``.
        edges: x of the starts of the recording's frames, px; empty unless frames are wide enough.
    """

    ticks: Ticks
    grid: list[float]
    hatched: Floats
    edges: list[float]


def backdrop_of(axis: TimeAxis, content: TimelineContent) -> Backdrop:
    """Return ticks, grid, hatching and frame edges for the window of ``axis``."""
    ticks = ticks_of(axis, content)
    lost = content.lost[(content.lost[:, 1] >= axis.start) & (content.lost[:, 0] <= axis.end)]
    hatched = content.missing[len(content.lost) if len(lost) > _MOST_LOST else 0 :]
    hatched = hatched[(hatched[:, 1] >= axis.start) & (hatched[:, 0] <= axis.end)]
    wide = content.usual_duration / axis.seconds_per_pixel >= _WIDE_FRAME
    return Backdrop(ticks, _major(axis, ticks), hatched, _frame_edges(axis, content) if wide else [])


def paint_ruler(canvas: TimeCanvas, content: TimelineContent, ticks: Ticks) -> None:
    """Draw the ruler: hatching of gaps between frames, ticks at round times, frame notches if they fit."""
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


def tick_labels(axis: TimeAxis, rect: QRectF, ticks: Ticks) -> tuple[Label, ...]:
    """Return those labels of the ruler's ticks that fit into ``rect`` and overlap no other label.

    Of ticks whose labels would overlap, the one with the higher ``rank`` (the rounder number) is labelled.
    """
    metrics = typeface(11)[1]
    labels: list[Label] = []
    for tick in sorted(ticks.major, key=lambda tick: -tick.rank):
        x = round(axis.x(tick.time)) + 0.5
        width = metrics.horizontalAdvance(tick.text)
        box = QRectF(x + _BESIDE_TICK, rect.top() + 4, width, metrics.height())
        spaced = box.adjusted(-_BESIDE_TICK, 0, _BESIDE_TICK, 0)
        if box.right() <= rect.right() and not any(spaced.intersects(label.box) for label in labels):
            labels.append(Label(tick.text, box))
    return tuple(labels)


def paint_tick_labels(canvas: TimeCanvas, labels: Iterable[Label], *covers: QRectF) -> None:
    """Draw the labels of ticks of a time axis, except those that overlap the rectangles ``covers``.

    Such a rectangle is that of the playhead's handle; a half-covered number would mislead.
    """
    canvas.writing(canvas.theme.secondary)
    for label in labels:
        if not any(label.box.intersects(cover) for cover in covers):
            canvas.painter.drawText(label.box, Qt.TextFlag.TextDontClip, label.text)


def ticks_of(axis: TimeAxis, content: TimelineContent) -> Ticks:
    """Return the ruler's ticks for the window of ``axis``, as many as fit without overlapping labels."""
    ticks = _ticks_apart(axis, content, _CLOSEST_LABELS)
    if len(ticks.major) < 2:  # noqa: PLR2004 - nothing can touch
        return ticks
    metrics = typeface(11)[1]
    needed = max(metrics.horizontalAdvance(tick.text) for tick in ticks.major) + _LABEL_GAP
    apart = (axis.x(ticks.major[-1].time) - axis.x(ticks.major[0].time)) / (len(ticks.major) - 1)
    return ticks if needed <= apart else _ticks_apart(axis, content, needed)


def _ticks_apart(axis: TimeAxis, content: TimelineContent, pixels: float) -> Ticks:
    """Return ticks in the window of ``axis`` up to the last frame, on average at least ``pixels`` apart."""
    last = max(content.end - content.usual_duration, content.duration) * (1 + 1e-12)
    ticks = content.scale.ticks(axis.start, axis.end, axis.width / pixels)
    return Ticks(tuple(tick for tick in ticks.major if tick.time <= last), ticks.minor[ticks.minor <= last])


def _apart(xs: NDArray[np.float64]) -> list[float]:
    """Return the sorted ``xs`` of ticks on pixel centres, without ticks less than 7 px after another."""
    xs = np.sort(xs).round() + 0.5
    return xs[np.diff(xs, prepend=-np.inf) >= _CLOSEST_TICKS].tolist() if len(xs) else []


def _major(axis: TimeAxis, ticks: Ticks) -> list[float]:
    return _apart(axis.xs(np.array([tick.time for tick in ticks.major])))


def _frame_edges(axis: TimeAxis, content: TimelineContent) -> list[float]:
    """Return the x in px at which each frame starts, for the frames in the visible part of the timeline."""
    begin, end = np.searchsorted(content.edges, (axis.start, axis.end)).tolist()
    xs: list[float] = (axis.xs(content.edges[begin:end]).round() + 0.5).tolist()
    return xs
