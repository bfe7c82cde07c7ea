"""Measuring on the map: a path from point to point, on the ground or on actors, which take it along."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPen, QPolygonF

from viewer.ui.format import number
from viewer.ui.map.layers.layer import Layer
from viewer.ui.map.picture import MapPicture
from viewer.ui.map.pill import Lines, Span, draw_ground, draw_text, text_size
from viewer.ui.theme import current_theme, faded

Point = tuple[float, float]
Where = Callable[[int], Point | None]


class Anchor(NamedTuple):
    """A point in metres, and the row of the actor it belongs to, if it does."""

    point: Point
    row: int | None = None


class Measure:
    """A path from point to point; the last one follows the mouse until the path is finished."""

    def __init__(self) -> None:
        """Begin with no point."""
        self._anchors: list[Anchor] = []
        self._mouse: Point | None = None
        self._open = True

    def clear(self) -> None:
        """Begin anew."""
        self._anchors.clear()
        self._open = True

    def add(self, point: Point, row: int | None) -> None:
        """Put a point at the end of the path; after a finished one another begins."""
        if not self._open:
            self.clear()
        self._anchors.append(Anchor(point, row))

    def finish(self) -> None:
        """End the path: the mouse leaves it, the actors in it do not."""
        self._open = False

    def point_at(self, point: Point | None) -> None:
        """Take where the mouse is."""
        self._mouse = point

    def points(self, where: Where) -> NDArray[np.float64]:
        """Return the path in metres, shape (K, 2).

        Args:
            where: returns where the actor of a row is, or None; one that is gone stays where it was last.

        """
        self._anchors = [_moved(anchor, where) for anchor in self._anchors]
        points = [anchor.point for anchor in self._anchors]
        if self._open and points and self._mouse is not None:
            points.append(self._mouse)
        return np.array(points, np.float64).reshape(-1, 2)


def _moved(anchor: Anchor, where: Where) -> Anchor:
    point = None if anchor.row is None else where(anchor.row)
    return anchor if point is None else anchor._replace(point=point)


def lengths(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the lengths of the pieces of a path (K, 2), metres, shape (K − 1,)."""
    return np.hypot(*np.diff(points, axis=0).T) if len(points) > 1 else np.empty(0)


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
