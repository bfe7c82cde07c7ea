"""The chosen range on the timeline: over the lanes, on the axis, in the overview; and choosing one."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF, Qt

from viewer.replay.time.time_range import Range, nearest, snapped
from viewer.ui.theme import faded
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.spot import SLACK, Grasp, Held, Spot
from viewer.ui.timeline.stack import TINT
from viewer.ui.timeline.time_canvas import TimeCanvas

_BAR = 3.0


def paint_range_in_overview(canvas: TimeCanvas, chosen: Range) -> None:
    """Draw a band, at least as wide as its edges."""
    painter, strip, rect, theme = canvas
    left, right = (strip.x(time) for time in chosen)
    band = QRectF(left, rect.top() + 1, max(right - left, 2.0), rect.height() - 2)
    painter.fillRect(band, faded(theme.accent, 0.25))
    painter.fillRect(QRectF(band.left(), band.top(), band.width(), 2.0), theme.accent)


def paint_range(canvas: TimeCanvas, chosen: Range, bottom: float) -> None:
    """Draw a bracket on the ruler with a tint, and a line at each edge down to ``bottom``."""
    painter, axis, rect, theme = canvas
    left, right = (round(axis.x(time)) for time in chosen)
    width = right - left
    painter.fillRect(QRectF(left, rect.top(), width, rect.height()), faded(theme.accent, TINT))
    painter.fillRect(QRectF(left, rect.top(), width, _BAR), theme.accent)
    for x, inwards in ((left, 0.0), (right, -2.0)):
        painter.fillRect(QRectF(x + inwards, rect.top(), 2.0, rect.height()), theme.accent)
        line = QRectF(x + inwards / 2, rect.bottom(), 1.0, bottom - rect.bottom())
        painter.fillRect(line, faded(theme.accent, 0.8))


def drag_range(spot: Spot) -> Grasp | None:
    """Begin a new range with Ctrl, or take hold of an edge of the present one.

    Moving an edge, which does not jump to the mouse, is the same as drawing from the other one: past it, the
    edges change places.
    """
    model, chosen, edge, on_overview = spot.model, spot.model.context.chosen, spot.edge, spot.on_overview
    elapsed = np.empty(0) if model.context.index is None else model.context.index.elapsed

    def time_at(axis: TimeAxis, x: float) -> float:
        """Return the time of the frame at a pixel, within the window: edges stand on frames."""
        time = axis.time(min(max(x, axis.left), axis.right))
        return float(elapsed[nearest(elapsed, time)])

    if spot.keys & Qt.KeyboardModifier.ControlModifier:
        fixed, offset, slack = time_at(spot.axis, spot.x), 0.0, SLACK
        cursor = Qt.CursorShape.CrossCursor
    elif chosen is not None and edge is not None:
        fixed, offset, slack = chosen[1 - edge], spot.axis.x(chosen[edge]) - spot.x, 0.0
        cursor = Qt.CursorShape.SizeHorCursor
    else:
        return None

    def move(to: Spot) -> None:
        time = time_at(model.axis.fitted() if on_overview else model.axis, to.x + offset)
        model.range_requested.emit(snapped(elapsed, (fixed, time)) or chosen)
        model.point_everywhere(time)

    def end() -> None:
        model.point_everywhere(None)

    def undo() -> None:
        model.range_requested.emit(chosen)

    return Grasp(lambda: Held(move, end=end, undo=undo, slack=slack, scrolls=not on_overview), cursor)
