"""Ribbons under a curve: when and how hard a driver brakes, and which indicators are on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPolygonF

from viewer.arrays import Floats
from viewer.replay.series import Series
from viewer.ui import format as fmt
from viewer.ui.theme import Theme
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.lane import tr
from viewer.ui.timeline.picture import paint_columns
from viewer.ui.timeline.sampling import column_range

CONTROLS = ("brake", "brake_light", "left_indicator", "right_indicator")
"""Signals that ribbons are made of."""
ROW = 7.0
"""Pixels of a ribbon with the gap above it."""
_GAP = 2.0
_FAINTEST = 0.25
"""Share of a ribbon's height that the lightest braking fills."""
_ARROWS = 60
"""Stretches in the window beyond which they are too many for arrows."""
_ARROW = 5.0
_ROOM = 12.0


@dataclass(frozen=True, eq=False)
class _Values:
    """A series ready to be drawn: there is something in it.

    Attributes:
        times: when its values are from, seconds, shape (K,).
        padded: the values and one more NaN, shape (K + 1,).
        on: begin and end of the stretches in which it is not 0, shape (S,) each.

    """

    times: Floats
    padded: Floats
    on: tuple[Floats, Floats]

    @classmethod
    def of(cls, series: Series | None) -> _Values | None:
        """Return a series that is not always 0 or unknown."""
        if series is None or not (np.nan_to_num(series.values) > 0.0).any():
            return None
        begin, end, value = series.spans()
        return cls(series.elapsed, np.append(series.values, np.nan), (begin[value > 0], end[value > 0]))

    def columns(self, axis: TimeAxis) -> Floats:
        """Return the greatest value in each column of pixels."""
        return column_range(self.times, self.padded, axis)[1]


class Ribbons:
    """Braking as a ribbon whose height tells how hard; indicators as a ribbon whose half tells the side."""

    def __init__(self) -> None:
        self._brake: _Values | None = None
        self._brake_light: _Values | None = None
        self._left: _Values | None = None
        self._right: _Values | None = None
        self._told: Mapping[str, Series] = {}

    def set_series(self, series: Mapping[str, Series]) -> None:
        """Take the signals of a vehicle, by name; those that are not there are not drawn."""
        self._told = series
        self._brake = _Values.of(series.get("brake"))
        self._brake_light = _Values.of(series.get("brake_light"))
        self._left = _Values.of(series.get("left_indicator"))
        self._right = _Values.of(series.get("right_indicator"))

    @property
    def height(self) -> float:
        """Pixels that the ribbons need: none of what the vehicle never does."""
        return ROW * (bool(self._brake or self._brake_light) + bool(self._left or self._right))

    def paint(self, painter: QPainter, axis: TimeAxis, rect: QRectF, theme: Theme) -> None:
        """Draw the ribbons one below the other."""
        top = rect.top()
        if self._brake or self._brake_light:
            self._paint_brake(painter, axis, QRectF(rect.left(), top + _GAP, rect.width(), ROW - _GAP), theme)
            top += ROW
        row = QRectF(rect.left(), top + _GAP, rect.width(), ROW - _GAP)
        half = row.height() / 2
        for values, side in ((self._left, -1), (self._right, 1)):
            if values is not None:
                part = row.adjusted(0, half if side > 0 else 0, 0, 0 if side > 0 else -half)
                _paint_flags(painter, axis, part, values, theme.text)
                _paint_arrows(painter, axis, row, values, side, theme.text)

    def lines(self, time: float) -> tuple[str, ...]:
        """Return what the driver does at a time, in words."""
        brake = self._told.get("brake")
        pressed = brake.at(time) if brake is not None else np.nan
        lamps = [
            text
            for name, text in (
                ("brake_light", tr("brake light")),
                ("left_indicator", tr("left indicator")),
                ("right_indicator", tr("right indicator")),
            )
            if name in self._told and self._told[name].at(time) > 0
        ]
        first = tr("Brake {}").format(fmt.number(pressed)) if pressed > 0 else ""
        line = fmt.join(first, *lamps)
        return (line[0].upper() + line[1:],) if line else ()

    def _paint_brake(self, painter: QPainter, axis: TimeAxis, row: QRectF, theme: Theme) -> None:
        """Draw the pedal as high as it is pressed, above the lamp as a thin line."""
        bottom = np.full(max(round(axis.width), 1), row.bottom())
        if self._brake is not None:
            pressed = self._brake.columns(axis)
            share = np.where(pressed > 0.0, np.clip(pressed, _FAINTEST, 1.0), np.nan)
            paint_columns(painter, row, row.bottom() - share * row.height(), bottom, theme.text)
        if self._brake_light is not None:
            line = row.adjusted(0, row.height() - 1, 0, 0)
            _paint_flags(painter, axis, line, self._brake_light, theme.text)


def _paint_flags(painter: QPainter, axis: TimeAxis, row: QRectF, values: _Values, color: QColor) -> None:
    on = values.columns(axis) > 0.0
    tops = np.where(on, row.top(), np.nan)
    paint_columns(painter, row, tops, np.full(len(tops), row.bottom()), color)


def _paint_arrows(
    painter: QPainter, axis: TimeAxis, row: QRectF, values: _Values, side: int, color: QColor
) -> None:  # fmt: skip
    """Draw at the start of each stretch to which side it points, where there is room."""
    begin, end = values.on
    shown = np.arange(np.searchsorted(end, axis.start, side="right"), np.searchsorted(begin, axis.end))
    if len(shown) > _ARROWS:
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    for number in shown.tolist():
        left, right = max(axis.x(float(begin[number])), row.left()), axis.x(float(end[number]))
        if right - left < _ROOM:
            continue
        middle = QPointF(left + _ARROW / 2, row.center().y())
        tip, base = QPointF(side * _ARROW / 2, 0), QPointF(-side * _ARROW / 2, 0)
        half = QPointF(0, row.height() / 2)
        painter.drawPolygon(QPolygonF([middle + tip, middle + base - half, middle + base + half]))
