"""The path that is measured, with the length of each piece beside it."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPen, QPolygonF

from viewer.ui.format import number
from viewer.ui.map.chrome.pill import Lines, Span, draw_ground, draw_text, text_size
from viewer.ui.map.geometry.measure import lengths
from viewer.ui.map.layers.layer import Layer
from viewer.ui.map.picture import MapPicture
from viewer.ui.theme import current_theme, faded

_FARTHEST = 1e5  # pixels; Qt cannot draw what is very far
_DOT = 3.0
_PADDING_X, _PADDING_Y = 6, 2
_SHORTEST = 36.0
"""Pixels of a piece that has room for its length."""


class MeasureLayer(Layer):
    """Draws a line through points, and pills on it."""

    def __init__(self) -> None:
        self._points = np.empty((0, 2))
        self._texts: list[tuple[Lines, QPointF]] = []

    def prepare(self, picture: MapPicture) -> None:
        """Prepare the path."""
        camera, points = picture.camera, picture.measured
        self._points = np.clip(camera.to_screen(points), -_FARTHEST, _FARTHEST)
        middles = (self._points[1:] + self._points[:-1]) / 2
        pieces = zip(lengths(points).tolist(), lengths(self._points).tolist(), middles.tolist(), strict=True)
        self._texts = [
            (((Span(number(metres)), Span(" m", "secondary")),), QPointF(*middle))
            for metres, pixels, middle in pieces
            if pixels >= _SHORTEST
        ]

    def draw(self, painter: QPainter) -> None:
        """Draw what was shown last."""
        theme = current_theme()
        if not len(self._points):
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        points = [QPointF(x, y) for x, y in self._points.tolist()]
        for color, width in ((theme.ground, 4.0), (theme.accent, 2.0)):
            painter.setPen(QPen(color, width))
            painter.drawPolyline(QPolygonF(points))
        painter.setPen(QPen(theme.ground, 1.0))
        painter.setBrush(theme.accent)
        for point in points:
            painter.drawEllipse(point, _DOT, _DOT)
        for lines, middle in self._texts:
            size = text_size(lines)
            area = QRectF(0, 0, size.width() + 2 * _PADDING_X, size.height() + 2 * _PADDING_Y)
            area.moveCenter(middle)
            area.moveTo(round(area.left()), round(area.top()))
            draw_ground(painter, area, faded(theme.raised, 0.94), theme.hairline, 5.0)
            draw_text(painter, area.left() + _PADDING_X, area.top() + _PADDING_Y, lines)
