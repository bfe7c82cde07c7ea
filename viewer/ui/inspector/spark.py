"""The small picture of what a signal was lately: its line is drawn once, and uncovered as time goes on."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap

from viewer.quick_dataclass import dataclass
from viewer.replay.series import Series
from viewer.replay.series.key import SeriesKey
from viewer.ui.format import number
from viewer.ui.inspector.curve_painter import curve_heights, curve_lines, paint_dot, paint_lines
from viewer.ui.inspector.line_layout import Look, SheetFonts
from viewer.ui.inspector.sheet import Curve
from viewer.ui.inspector.stretch import SignalStretch, stretch_of
from viewer.ui.speed_unit import in_shown_unit
from viewer.ui.theme import Theme

translate = QCoreApplication.translate

_PAD = 4
_ABOVE = 16
"""Pixels of the line of text over a curve."""
_MOST = 8
"""Lines that are kept: those of all actors side by side, twice."""
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, eq=False)
class _Drawn:
    """A line as it was drawn, and what of."""

    look: tuple[object, ...]
    series: Series
    stretch: SignalStretch
    picture: QPixmap


class SparkPainter:
    """Paints them in the colours of a theme."""

    def __init__(self, theme: Theme, fonts: SheetFonts) -> None:
        self._theme = theme
        self._fonts = fonts
        self._drawn: dict[SeriesKey, _Drawn] = {}

    def paint(self, painter: QPainter, area: QRect, curve: Curve, *, told: bool) -> None:
        """Paint a curve up to its moment; where it is ``told``, with words and a dot."""
        painter.fillRect(area, self._theme.lane)
        series = curve.series
        if series is None or curve.end <= curve.begin:
            return
        drawn = self._line(curve, series, area, painter.device().devicePixelRatio(), told=told)
        share = min((curve.now - curve.begin) / (curve.end - curve.begin), 1.0)
        width = math.ceil(share * area.width())
        ratio = drawn.picture.devicePixelRatio()
        source = QRectF(0, 0, width * ratio, area.height() * ratio)
        painter.drawPixmap(QRectF(area.x(), area.y(), width, area.height()), drawn.picture, source)
        if told:
            self._tell(painter, area, curve, series)
            (y,) = curve_heights(drawn.stretch, np.array([series.at(curve.now)]), _inner(area, told=True))
            if math.isfinite(y):
                paint_dot(painter, QPointF(area.x() + share * area.width(), y), self._theme.text)

    def _tell(self, painter: QPainter, area: QRect, curve: Curve, series: Series) -> None:
        first, last = np.searchsorted(series.elapsed, (curve.begin, curve.now), side="right").tolist()
        most = float(np.fmax.reduce(series.values[max(first - 1, 0) : last], initial=-math.inf))
        painter.setFont(self._fonts.of(Look.UNIT))
        painter.setPen(self._theme.secondary)
        line = QRect(area.x() + _PAD, area.y(), area.width() - 2 * _PAD, _ABOVE)
        if math.isfinite(most):
            text = number(in_shown_unit(most, series.unit), 1)
            painter.drawText(line, _LEFT, translate("Inspector", "max {0}").format(text))
        late = curve.begin > 0
        since = translate("Inspector", "last 60 s") if late else translate("Inspector", "since 0 s")
        painter.drawText(line, _RIGHT, since)

    def _line(self, curve: Curve, series: Series, area: QRect, ratio: float, *, told: bool) -> _Drawn:
        """Return the line over its whole stretch, drawn anew when the stretch or its look is another."""
        look = (curve.begin, curve.end, curve.color, area.size().toTuple(), ratio)
        drawn = self._drawn.get(curve.key)
        if drawn is None or drawn.look != look or drawn.series is not series:
            if len(self._drawn) >= _MOST:
                self._drawn.clear()
            stretch = stretch_of(series, curve.begin, curve.end, area.width() // 2)  # smooth lines are dear
            picture = QPixmap((area.size().toSizeF() * ratio).toSize())
            picture.setDevicePixelRatio(ratio)
            picture.fill(Qt.GlobalColor.transparent)
            inner = _inner(QRect(0, 0, area.width(), area.height()), told=told)
            color: QColor = getattr(self._theme, curve.color)
            painter = QPainter(picture)
            lines = curve_lines(stretch, inner, curve.begin, curve.end)
            paint_lines(painter, inner, lines, color, filled=True, dashed=False)  # too small for dashes
            painter.end()
            drawn = self._drawn[curve.key] = _Drawn(look, series, stretch, picture)
        return drawn


def _inner(area: QRect, *, told: bool) -> QRectF:
    return QRectF(area).adjusted(0, _ABOVE if told else _PAD, 0, -1)
