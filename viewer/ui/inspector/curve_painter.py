"""How a signal over a stretch of time is drawn in a sheet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap, QPolygonF

from viewer.arrays import Floats
from viewer.signals import Series
from viewer.signals.series import SeriesKey
from viewer.ui.inspector.stretch import SignalStretch, stretch_of
from viewer.ui.theme import current_theme, faded

_FLAT = 1e-9
_WIDTH = 1.5
_DASHES = (5.0 / _WIDTH, 3.0 / _WIDTH)
"""Of what is derived: 5 px on, 3 off."""
_FILL = 0.22
_DOT = 2.5
_MOST = 16
"""Pictures that are kept: those of all actors side by side, for some signals."""


class CurveLook(NamedTuple):
    """How a signal is to be drawn.

    Attributes:
        begin: seconds.
        end: seconds.
        size: of the picture, in pixels, with ``above`` left free over the curve and ``under`` below it.
        points: the curve is made of about so many at most.
        color: role of the theme.
        ratio: of the device's pixels to these.
        scale: least and greatest value that the height is to show; None for those of the signal.

    """

    begin: float
    end: float
    size: tuple[int, int]
    above: int
    under: int
    points: int
    color: str
    ratio: float
    filled: bool = False
    dashed: bool = False
    scale: tuple[float, float] | None = None

    @property
    def inside(self) -> QRectF:
        """Where the curve is."""
        return QRectF(0, self.above, self.size[0], self.size[1] - self.above - self.under)


@dataclass(frozen=True, eq=False)
class CurvePicture:
    """A curve as it was drawn, what of and how."""

    look: CurveLook
    series: Series
    stretch: SignalStretch
    pixmap: QPixmap


class CurvePictures:
    """Draws curves in the colours of a theme, each once for its stretch of time and its look."""

    def __init__(self) -> None:
        self._drawn: dict[SeriesKey, CurvePicture] = {}

    def of(self, key: SeriesKey, series: Series, look: CurveLook) -> CurvePicture:
        """Return the picture of a signal on nothing."""
        drawn = self._drawn.get(key)
        if drawn is None or drawn.look != look or drawn.series is not series:
            if len(self._drawn) >= _MOST:
                self._drawn.clear()
            drawn = self._drawn[key] = self._draw(series, look)
        return drawn

    def _draw(self, series: Series, look: CurveLook) -> CurvePicture:
        stretch = stretch_of(series, look.begin, look.end, look.points)
        if look.scale is not None:
            stretch = SignalStretch(stretch.times, stretch.values, *look.scale)
        pixmap = QPixmap((QSizeF(*look.size) * look.ratio).toSize())
        pixmap.setDevicePixelRatio(look.ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        color: QColor = getattr(current_theme(), look.color)
        painter = QPainter(pixmap)
        lines = curve_lines(stretch, look.inside, look.begin, look.end)
        paint_lines(painter, look.inside, lines, color, filled=look.filled, dashed=look.dashed)
        painter.end()
        return CurvePicture(look, series, stretch, pixmap)


def curve_lines(stretch: SignalStretch, area: QRectF, start: float, stop: float) -> list[QPolygonF]:
    """Return the curve in pixels, a line between any two gaps; the area is from ``start`` to ``stop``."""
    known = np.isfinite(stretch.values)
    if not known.any() or stop <= start:
        return []
    x = area.left() + (stretch.times - start) * (area.width() / (stop - start))
    y = curve_heights(stretch, stretch.values, area)
    edges = np.flatnonzero(np.diff(known.astype(np.int8))) + 1
    lines = []
    for part in np.split(np.arange(len(known)), edges):
        if known[part[0]]:
            points = [QPointF(*point) for point in zip(x[part].tolist(), y[part].tolist(), strict=True)]
            lines.append(QPolygonF(points if len(points) > 1 else points * 2))
    return lines


def curve_heights(stretch: SignalStretch, values: Floats, area: QRectF) -> Floats:
    """Return y in pixels of values on the scale of a curve, shape (K,); NaN where one is not known.

    A curve that is never below nothing stands on the lower edge.
    """
    least = min(stretch.least, 0.0)
    height = stretch.most - least
    share = np.zeros(len(values)) if height < _FLAT else (values - least) / height
    heights: Floats = area.bottom() - np.clip(share, -1.0, 2.0) * area.height()
    heights[np.isnan(values)] = np.nan
    return heights


def paint_lines(
    painter: QPainter, area: QRectF, lines: list[QPolygonF], color: QColor, *, filled: bool, dashed: bool
) -> None:
    """Draw the curve inside the area, with or without what is below it."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setClipRect(area.adjusted(0.0, -_WIDTH, 0.0, _WIDTH))
    pen = QPen(color, _WIDTH)
    if dashed:
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)  # a square one would fill the gaps
        pen.setDashPattern(list(_DASHES))
    for line in lines:
        if filled:  # what is below it has no edge that would have to be smooth
            feet = [QPointF(line.last().x(), area.bottom()), QPointF(line.first().x(), area.bottom())]
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(faded(color, _FILL))
            painter.drawPolygon(QPolygonF([*line.toList(), *feet]))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(line)
    painter.restore()


def paint_dot(painter: QPainter, place: QPointF, color: QColor) -> None:
    """Mark where the curve is now."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawEllipse(place, _DOT, _DOT)
    painter.restore()
