"""The lane of what a driver does: throttle, brake, indicators."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPolygonF

from viewer.replay.series import Series
from viewer.replay.series.key import SeriesKey
from viewer.ui import format as fmt
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.lane import Hit, LaneHeight
from viewer.ui.timeline.signals.curve_painter import paint_bar
from viewer.ui.timeline.signals.drawn import Drawn
from viewer.ui.timeline.signals.sheet import Curve, Pane
from viewer.ui.timeline.signals.signal_names import signal_label
from viewer.ui.timeline.speed_lane import FollowingLane
from viewer.ui.timeline.time_canvas import TimeCanvas

_CURVES = ("throttle", "brake")
_LAMPS = ("brake_light", "left_indicator", "right_indicator")
_SIDES = {"left_indicator": -1, "right_indicator": 1}
_MOST_ARROWS = 60
"""Stretches in the window beyond which they are too many for arrows."""
_ARROW = 6.0
_ROOM = 12.0


class ControlsLane(FollowingLane):
    """Throttle as a curve, the brake as a bar under it, indicators as arrows; absent if there is nothing."""

    names = (*_CURVES, *_LAMPS)
    height = LaneHeight(36, 44, 44)
    present = False

    def take(self, series: Mapping[SeriesKey, Series]) -> None:
        """Show what the driver ever does."""
        super().take(series)
        done = [key for key, each in self._drawn.items() if each.most > 0.0]
        self.present = bool(done)
        self.set_pane(Pane(tuple(Curve(0, key) for key in self.signals if key in self._pedals)))

    @property
    def _pedals(self) -> set[SeriesKey]:
        return {key for key, each in self._drawn.items() if key.name in _CURVES and each.series.known}

    def paint(self, canvas: TimeCanvas) -> None:
        """Draw the curve, the bar with the lamp as a thin line below it, and the indicators."""
        super().paint(canvas)
        rect = canvas.rect
        for key, drawn in self._drawn.items():
            if key.name in _SIDES:
                low = rect.height() < self.height.usual
                _paint_arrows(canvas, drawn, _SIDES[key.name], low=low)
            elif key.name == "brake_light":
                line = QRectF(rect.left(), rect.bottom() - 2, rect.width(), 1)
                paint_bar(canvas.at(line), drawn, canvas.theme.text)

    def hit(self, axis: TimeAxis, x: float) -> Hit | None:
        """Return the pedals at a pixel, and which lamps are on."""
        hit, time = super().hit(axis, x), axis.time(x)
        lamps = ((key, drawn) for key, drawn in self._drawn.items() if key.name in _LAMPS)
        on = (signal_label(key.name) for key, drawn in lamps if drawn.series.at(time) > 0)
        lit = fmt.join(*on).capitalize()
        lines = (*(hit.lines if hit else ()), *((lit,) if lit else ()))
        return Hit(lines) if lines else None

    def _hint(self) -> str:
        return ""


def _paint_arrows(canvas: TimeCanvas, drawn: Drawn, side: int, *, low: bool) -> None:
    """Draw where an indicator is on as a line, with an arrow at its beginning that points to the side.

    In a low lane, where it would cross the curve, the line is the lane's upper edge.
    """
    painter, axis, rect, theme = canvas
    top = rect.top() + (1 if low else 2 if side < 0 else 2 + _ARROW)
    line = rect.top() if low else top + _ARROW / 2 - 0.5
    paint_bar(canvas.at(QRectF(rect.left(), line, rect.width(), 1)), drawn, theme.text)
    begin, end, value = drawn.spans
    shown = np.flatnonzero((value > 0) & (end >= axis.start) & (begin <= axis.end))
    if len(shown) > _MOST_ARROWS:
        return
    canvas.filling(theme.text)
    for number in shown.tolist():
        left, right = max(axis.x(float(begin[number])), rect.left()), axis.x(float(end[number]))
        if right - left >= _ROOM:
            tip, back = (left, left + _ARROW) if side < 0 else (left + _ARROW, left)
            corners = ((tip, top + _ARROW / 2), (back, top), (back, top + _ARROW))
            painter.drawPolygon(QPolygonF([QPointF(*corner) for corner in corners]))
