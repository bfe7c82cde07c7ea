"""What moves on the timeline: the playhead, the line under the mouse, the frame shown."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPolygonF

from viewer.replay.time.time_forms import TimeScale
from viewer.ui.theme import faded, font
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.stack import Stack
from viewer.ui.timeline.time_canvas import TimeCanvas

_HANDLE = 6.0
_NARROWEST_CELL = 3.0


def paint_frame_cell(canvas: TimeCanvas, cell: tuple[float, float]) -> None:
    """Tint the cell of the frame that is shown, if it is wide enough to see."""
    box = canvas.stretch(*cell)
    if box.width() >= _NARROWEST_CELL:
        canvas.painter.fillRect(box, faded(canvas.theme.text, 0.07))


def playhead_handle(axis: TimeAxis, stack: Stack, time: float) -> QRectF:
    """Return where the handle of the playhead is on the axis, empty if it is out of view."""
    if not axis.contains(time):
        return QRectF()
    return QRectF(round(axis.x(time)) - _HANDLE, stack.ruler.top() + 4, 2 * _HANDLE, 15)


def hover_chip(axis: TimeAxis, stack: Stack, time: float, scale: TimeScale) -> QRectF:
    """Return where the time under the mouse is written on the axis, empty if it is out of view."""
    if not axis.contains(time):
        return QRectF()
    x = round(axis.x(time)) + 0.5
    metrics = QFontMetricsF(font(11))
    width, height = metrics.horizontalAdvance(scale.label(time)) + 12, metrics.height() + 3
    chip = QRectF(x + 4, stack.ruler.top() + 3, width, height)
    if chip.right() > stack.ruler.right() + 8:
        chip.moveRight(x - 4)
    return chip


def paint_playhead(canvas: TimeCanvas, stack: Stack, time: float) -> None:
    """Draw the playhead over the lanes with its handle on the axis, and as a line in the overview."""
    painter, axis, _, theme = canvas
    x = round(axis.fitted().x(time))
    painter.fillRect(QRectF(x - 1, stack.overview.top() - 2, 2, stack.overview.height() + 4), theme.text)
    handle = playhead_handle(axis, stack, time)
    if handle.isEmpty():
        return
    middle, top = handle.center().x(), handle.top()
    painter.fillRect(QRectF(middle - 1, top, 2, stack.bottom - top), theme.text)
    lower_left, lower_right = (QPointF(x, top + 8) for x in (handle.left(), handle.right()))
    corners = [handle.topLeft(), handle.topRight(), lower_right, QPointF(middle, handle.bottom()), lower_left]
    canvas.filling(theme.accent, theme.panel).drawPolygon(QPolygonF(corners))


def paint_hover(canvas: TimeCanvas, stack: Stack, time: float, scale: TimeScale) -> None:
    """Draw a thin line at a time, with the time written on the axis."""
    painter, axis, _, theme = canvas
    strip, line = stack.overview, faded(theme.text, 0.5)
    painter.fillRect(QRectF(round(axis.fitted().x(time)), strip.top(), 1, strip.height()), line)
    if not axis.contains(time):
        return
    top = stack.ruler.top() + 4
    painter.fillRect(QRectF(round(axis.x(time)), top, 1, stack.bottom - top), line)
    chip = hover_chip(axis, stack, time, scale)
    canvas.filling(theme.panel, theme.hairline).drawRoundedRect(chip, 4, 4)
    canvas.writing(theme.text)
    painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, scale.label(time))
