"""Measuring tool of the map: a path from point to point; points on actors move with them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QPointF, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QPen, QPolygonF

from viewer.ui.format import number
from viewer.ui.map.canvas import Canvas
from viewer.ui.map.layers.layer import Layer
from viewer.ui.map.overlays import MapOverlays
from viewer.ui.map.picture import NOWHERE, MapPicture
from viewer.ui.theme import current_theme
from viewer.ui.widgets.label_box import TextLines, TextRun, draw_label

Point = tuple[float, float]

_FARTHEST = 1e5  # pixels; Qt cannot draw lines that end very far away
_DOT = 3.0
_PADDING_X, _PADDING_Y = 6, 2
_SHORTEST = 36.0
"""Least length in pixels of a segment of the path that the user measures, for its metres to be written on it.
"""


class MeasureTool(QObject):
    """Tool that measures a path on the map: while it is on, clicks add points, and the length is shown.

    The last point follows the mouse until a double-click finishes the path; the next click begins another.
    """

    changed = Signal(bool)
    """Emitted when the tool that measures paths on the map was switched on (True) or off (False)."""
    path_changed = Signal()
    """Emitted when points of the measured path were added or removed; ``update()`` returns the new path."""

    def __init__(self, canvas: Canvas, overlays: MapOverlays, picture: MapPicture) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._overlays = overlays
        self._picture = picture
        self._anchors: list[tuple[Point, int | None]] = []  # points, and rows of the actors they belong to
        self._open = True
        canvas.placed.connect(self._on_placed)
        canvas.finished.connect(self._finish)
        overlays.tool.clicked.connect(self.end)

    def set_on(self, on: bool) -> None:
        """Switch the tool on or off: while it is on, clicks add points to a measured path.

        While it is off, clicks select actors. Switching on begins a new path.
        """
        if on == self._canvas.measuring:
            return
        self._anchors, self._open = [], True
        self._canvas.measuring = on
        self._canvas.viewport().setCursor(Qt.CursorShape.CrossCursor if on else Qt.CursorShape.ArrowCursor)
        self.path_changed.emit()
        self.changed.emit(on)

    @Slot()
    def end(self) -> bool:
        """Switch the measuring tool off; return whether it was on."""
        measured = self._canvas.measuring
        self.set_on(False)
        return measured

    def update(self) -> NDArray[np.float64]:
        """Show the length of the measured path on the map, and return the path in metres, shape (K, 2).

        Points on actors are at their present positions; on actors that no longer exist, at the last ones. The
        path is empty and no length is shown while the tool is off.
        """
        if not self._canvas.measuring:
            self._overlays.set_measured(None, 0)
            return NOWHERE
        self._anchors = [(self._picture.position_of(row) or point, row) for point, row in self._anchors]
        points = [point for point, _ in self._anchors]
        if self._open and points and self._canvas.at is not None:
            points.append(self._ground_at(*self._canvas.at))
        path = np.array(points, np.float64).reshape(-1, 2)
        self._overlays.set_measured(float(lengths(path).sum()), max(len(path) - 1, 0))
        return path

    @Slot(QPointF, object)
    def _on_placed(self, at: QPointF, row: int | None) -> None:
        if not self._open:
            self._anchors, self._open = [], True
        self._anchors.append((self._picture.position_of(row) or self._ground_at(at.x(), at.y()), row))
        self.path_changed.emit()

    @Slot()
    def _finish(self) -> None:
        self._open = False
        self.path_changed.emit()

    def _ground_at(self, x: float, y: float) -> Point:
        ground = self._picture.camera.to_world((x, y)).tolist()
        return ground[0], ground[1]


def lengths(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the lengths of the segments of a path with ``points`` (K, 2), shape (K − 1,), in their unit."""
    return np.hypot(*np.diff(points, axis=0).T) if len(points) > 1 else np.empty(0)


class MeasureLayer(Layer):
    """Layer that draws the path measured by the user, with the length of each segment."""

    def __init__(self) -> None:
        self._points = np.empty((0, 2))
        self._texts: list[tuple[TextLines, QPointF]] = []

    def prepare(self, picture: MapPicture) -> None:
        """Compute the measured path of ``picture`` in pixels and the lengths to write on its segments."""
        camera, points = picture.camera, picture.measured
        self._points = np.clip(camera.to_screen(points), -_FARTHEST, _FARTHEST)
        middles = (self._points[1:] + self._points[:-1]) / 2
        pieces = zip(lengths(points).tolist(), lengths(self._points).tolist(), middles.tolist(), strict=True)
        self._texts = [
            (((TextRun(number(metres)), TextRun(" m", "secondary")),), QPointF(*middle))
            for metres, pixels, middle in pieces
            if pixels >= _SHORTEST
        ]

    def draw(self, painter: QPainter) -> None:
        """Draw the measured path and the lengths of its segments, as computed by ``prepare``."""
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
            draw_label(painter, middle, lines)
