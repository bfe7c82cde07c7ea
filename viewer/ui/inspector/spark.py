"""The small picture of what a signal was lately: its line is drawn once, and uncovered as time goes on."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter

from viewer.signals import Series
from viewer.ui.format import number
from viewer.ui.inspector.curve_painter import CurveLook, CurvePicture, CurvePictures, curve_heights, paint_dot
from viewer.ui.inspector.line_layout import Look, SheetFonts
from viewer.ui.inspector.sheet import Curve
from viewer.ui.speed_unit import in_shown_unit
from viewer.ui.theme import current_theme
from viewer.ui.translation import tr

_PAD = 4
_ABOVE = 16
"""Pixels of the line of text over a curve."""
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class SparkPainter:
    """Paints them in the colours of a theme."""

    def __init__(self, fonts: SheetFonts) -> None:
        self._fonts = fonts
        self._pictures = CurvePictures()

    def paint(self, painter: QPainter, area: QRect, curve: Curve, *, told: bool) -> None:
        """Paint a curve up to its moment; where it is ``told``, with words and a dot."""
        painter.fillRect(area, current_theme().lane)
        series = curve.series
        if series is None or curve.end <= curve.begin:
            return
        ratio = painter.device().devicePixelRatio()
        drawn = self._line(curve, series, area, ratio, told=told)
        share = min((curve.now - curve.begin) / (curve.end - curve.begin), 1.0)
        width = math.ceil(share * area.width())
        source = QRectF(0, 0, width * ratio, area.height() * ratio)
        painter.drawPixmap(QRectF(area.x(), area.y(), width, area.height()), drawn.pixmap, source)
        if told:
            self._tell(painter, area, curve, series)
            (y,) = curve_heights(drawn.stretch, np.array([series.at(curve.now)]), drawn.look.inside)
            if math.isfinite(y):
                place = QPointF(area.x() + share * area.width(), area.y() + y)
                paint_dot(painter, place, current_theme().text)

    def _tell(self, painter: QPainter, area: QRect, curve: Curve, series: Series) -> None:
        first, last = np.searchsorted(series.elapsed, (curve.begin, curve.now), side="right").tolist()
        most = float(np.fmax.reduce(series.values[max(first - 1, 0) : last], initial=-math.inf))
        painter.setFont(self._fonts.of(Look.UNIT))
        painter.setPen(current_theme().secondary)
        line = QRect(area.x() + _PAD, area.y(), area.width() - 2 * _PAD, _ABOVE)
        since = tr("last 60 s") if curve.begin > 0 else tr("since 0 s")
        room, width = line.width() - 2 * _PAD, painter.fontMetrics().horizontalAdvance
        if math.isfinite(most):
            text = tr("max {0}").format(number(in_shown_unit(most, series.unit), 1))
            painter.drawText(line, _LEFT, text)
            room -= width(text)
        if width(since) <= room:
            painter.drawText(line, _RIGHT, since)

    def _line(self, curve: Curve, series: Series, area: QRect, ratio: float, *, told: bool) -> CurvePicture:
        """Return the line over its whole stretch."""
        look = CurveLook(
            curve.begin,
            curve.end,
            (area.width(), area.height()),
            _ABOVE if told else _PAD,
            1,
            2 * area.width(),
            curve.color,
            ratio,
            filled=True,  # and too small for dashes
        )
        return self._pictures.of(curve.key, series, look)
