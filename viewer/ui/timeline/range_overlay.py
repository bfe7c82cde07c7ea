"""The chosen range on the timeline: over the lanes, on the axis, in the overview."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject, QRectF, Qt, Signal

from viewer.arrays import Floats
from viewer.replay.time.time_range import Range, nearest, snapped
from viewer.ui.theme import faded
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.lane import Hit
from viewer.ui.timeline.overview import Grip, grip_at
from viewer.ui.timeline.spot import SLACK, Grasp, Held, Spot, TimelineOverlay
from viewer.ui.timeline.stack import TINT
from viewer.ui.timeline.time_canvas import TimeCanvas
from viewer.ui.timeline.view import TimelineView
from viewer.ui.translation import tr

_OUTSIDE, _INSIDE = 7.0, 3.0
"""Pixels on either side of an edge within which it is taken. Less inside, where the playhead often stands."""
_BAR = 3.0


class RangeOverlay(QObject, TimelineOverlay):
    """Draws the range and takes the mouse for it: with Ctrl a new one, without an edge of the present one."""

    pointed = Signal(object)
    """Time in seconds of the edge that is being moved, None afterwards."""

    def __init__(self, timeline: TimelineView) -> None:
        super().__init__(timeline)
        self._model = timeline.model
        self._drags = False
        self._before: Range | None = None
        self.pointed.connect(timeline.model.set_hover_time)
        timeline.add_overlay(self)

    @property
    def _chosen(self) -> Range | None:
        return self._model.context.chosen

    def cancel(self) -> bool:
        """Give up a drag, so that the range is as before; return whether there was one."""
        was_dragging = self._drags
        if was_dragging:
            self._model.range_requested.emit(self._before)
            self._end()
        return was_dragging

    # -- drawing

    def paint_overview(self, canvas: TimeCanvas) -> None:
        """Draw a band, at least as wide as its edges."""
        if self._chosen is None:
            return
        painter, strip, rect, theme = canvas
        left, right = (strip.x(time) for time in self._chosen)
        band = QRectF(left, rect.top() + 1, max(right - left, 2.0), rect.height() - 2)
        painter.fillRect(band, faded(theme.accent, 0.25))
        painter.fillRect(QRectF(band.left(), band.top(), band.width(), 2.0), theme.accent)

    def paint_axis(self, canvas: TimeCanvas, bottom: float) -> None:
        """Draw a bracket on the ruler with a tint, and a line at each edge."""
        if self._chosen is None:
            return
        painter, axis, rect, theme = canvas
        left, right = (round(axis.x(time)) for time in self._chosen)
        width = right - left
        painter.fillRect(QRectF(left, rect.top(), width, rect.height()), faded(theme.accent, TINT))
        painter.fillRect(QRectF(left, rect.top(), width, _BAR), theme.accent)
        for x, inwards in ((left, 0.0), (right, -2.0)):
            painter.fillRect(QRectF(x + inwards, rect.top(), 2.0, rect.height()), theme.accent)
            painter.fillRect(
                QRectF(x + inwards / 2, rect.bottom(), 1.0, bottom - rect.bottom()), faded(theme.accent, 0.8)
            )

    # -- the mouse

    def hit(self, spot: Spot) -> Hit | None:
        """Say what an edge is; a click on it goes nowhere else than a click beside it."""
        edge = self._edge_at(spot)
        if edge is None:
            return None
        name = tr("Start of the range") if edge == 0 else tr("End of the range")
        return Hit((tr("{}: drag to move it").format(name),))

    def grasp(self, spot: Spot) -> Grasp | None:
        """Begin a new range with Ctrl, or take hold of an edge.

        Moving an edge, which does not jump to the mouse, is the same as drawing from the other one: past it,
        the edges change places.
        """
        chosen, edge, on_overview = self._chosen, self._edge_at(spot), spot.on_overview
        if spot.keys & Qt.KeyboardModifier.ControlModifier:
            fixed, offset, slack = self._time(spot.axis, spot.x), 0.0, SLACK
            cursor = Qt.CursorShape.CrossCursor
        elif chosen is not None and edge is not None:
            fixed, offset, slack = chosen[1 - edge], spot.axis.x(chosen[edge]) - spot.x, 0.0
            cursor = Qt.CursorShape.SizeHorCursor
        else:
            return None

        def begin() -> Held:
            self._drags, self._before = True, chosen
            return Held(move, end=self._end, slack=slack, scrolls=not on_overview)

        def move(to: Spot) -> None:
            if self._drags:
                shown = self._model.axis.fitted() if on_overview else self._model.axis
                time = self._time(shown, to.x + offset)
                self._model.range_requested.emit(snapped(self._elapsed, (fixed, time)) or self._before)
                self.pointed.emit(time)

        return Grasp(begin, cursor)

    def _end(self) -> None:
        self._drags = False
        self.pointed.emit(None)

    @property
    def _elapsed(self) -> Floats:
        """Times of the frames in seconds: edges stand on them; nothing is pressed without a recording."""
        index = self._model.context.index
        return np.empty(0) if index is None else index.elapsed

    def _time(self, axis: TimeAxis, x: float) -> float:
        """Return the time of the frame at a pixel, within the window."""
        time = axis.time(min(max(x, axis.left), axis.right))
        return float(self._elapsed[nearest(self._elapsed, time)])

    def _edge_at(self, spot: Spot) -> int | None:
        """Return which edge is there, 0 or 1; in the overview the edges of its window come first."""
        axis, rect, x, y = spot.axis, spot.strip, spot.x, spot.position.y()
        if self._chosen is None or y < rect.top():
            return None
        if spot.on_overview and grip_at(axis, self._model.axis, rect, x) in (Grip.START, Grip.END):
            return None
        outside = _OUTSIDE if y < rect.bottom() and not spot.on_overview else _INSIDE
        start, end = (axis.x(time) for time in self._chosen)
        inside = min(_INSIDE, (end - start) / 2)
        at_start, at_end = start - outside <= x <= start + inside, end - inside <= x <= end + outside
        if not (at_start or at_end):
            return None
        return 0 if at_start and abs(x - start) <= abs(x - end) else 1
