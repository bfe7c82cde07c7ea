"""Layer of the hero's route: its line, way points, start and goal, and trigger points of its scenarios."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from viewer.arrays import Floats
from viewer.ui.format import plain
from viewer.ui.map.camera import Camera
from viewer.ui.map.geometry.detail import NEAR_SCALE
from viewer.ui.map.layers.layer import Layer, UpdateMap, line_path, lines_on_screen
from viewer.ui.map.picture import MapPicture
from viewer.ui.state.binding import bind
from viewer.ui.state.workspace import Workspace
from viewer.ui.theme import current_theme, faded
from viewer.ui.widgets.label_box import TextRun, draw_label, label_size

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.analysis.route_line import PlannedRoute

_WIDTH, _LEAST = 1.0, 4.0
"""Width in metres of the line of the hero's route on the map, and its least width in pixels."""
_OPACITY = 0.55
_POINT, _MARK = 2.5, 7.0  # pixels
_PADDING = 5.0
_FLAG = ((0.0, 0.0), (0.0, -2.6), (1.6, -2.0), (0.0, -1.4))
_DIAMOND = ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))


class RouteLayer(Layer):
    """Layer that draws the route of the hero (ego vehicle).

    Attributes:
        planned: the route, None without one.
    """

    def __init__(self) -> None:
        self.planned: PlannedRoute | None = None
        self._prepared_for: tuple[Camera, PlannedRoute | None] | None = None
        self._way: list[QPainterPath] = []
        self._points: list[QPointF] = []
        self._ends: list[QPointF] = []
        self._triggers: list[tuple[QPointF, str]] = []
        self._width, self._near = _LEAST, False

    def attach(self, workspace: Workspace, update_map: UpdateMap) -> None:
        """Store the hero's route in ``planned`` and repaint the map, now and when the route changes."""

        def show(route: PlannedRoute | str) -> None:
            self.planned = None if isinstance(route, str) else route
            update_map()

        bind(workspace, workspace, (lambda now: now.route, show))

    def prepare(self, picture: MapPicture) -> None:
        """Compute line, points and triggers in pixels, unless camera and route are unchanged."""
        camera, planned = picture.camera, self.planned
        if (
            self._prepared_for is not None
            and camera == self._prepared_for[0]
            and planned is self._prepared_for[1]
        ):
            return
        self._prepared_for = camera, planned
        self._width, self._near = max(_WIDTH * camera.scale, _LEAST), camera.scale >= NEAR_SCALE
        self._way, self._points, self._ends, self._triggers = [], [], [], []
        if planned is None:
            return
        self._way = [line_path(line) for line in lines_on_screen(planned.line[:, :2], camera)]
        points = np.array(planned.route.points)[:, :2]
        self._points = [point for _, point in _seen(points[1:-1], camera)] if self._near else []
        self._ends = [QPointF(x, y) for x, y in camera.to_screen(points[[0, -1]]).tolist()]
        triggers = planned.route.triggers
        positions = np.array([each.location for each in triggers]).reshape(-1, 3)
        self._triggers = [
            (at, plain(triggers[number].type or triggers[number].name))
            for number, at in _seen(positions[:, :2], camera)
        ]

    def draw(self, painter: QPainter) -> None:
        """Draw the hero's planned route, as computed by ``prepare``."""
        if not self._ends:
            return
        theme = current_theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        cap, join = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
        painter.setPen(QPen(faded(theme.curve_2, _OPACITY), self._width, c=cap, j=join))
        for path in self._way:
            painter.drawPath(path)
        self._pens(painter, theme.curve_2)
        for point in self._points:
            painter.drawEllipse(point, _POINT, _POINT)
        begin, end = self._ends
        self._pens(painter, theme.curve_2, theme.text)
        painter.drawEllipse(begin, _MARK, _MARK)
        painter.drawPolygon(_shape(_FLAG, end))
        self._pens(painter, theme.raised, theme.curve_2)
        for at, _ in self._triggers:
            painter.drawPolygon(_shape(_DIAMOND, at))
        for at, text in self._triggers if self._near else ():
            self._write(painter, at, text)

    def _pens(self, painter: QPainter, fill: QColor, edge: QColor | None = None) -> None:
        painter.setBrush(fill)
        painter.setPen(QPen(edge or current_theme().ground, 2.0 if edge else 1.0))

    def _write(self, painter: QPainter, at: QPointF, text: str) -> None:
        lines = ((TextRun(text),),)
        below = at.y() + max(self._width, 2 * _MARK) + label_size(lines).height() / 2
        draw_label(painter, QPointF(at.x(), below), lines)


def _seen(points: Floats, camera: Camera) -> Iterator[tuple[int, QPointF]]:
    """Yield index and screen position of each of ``points`` on or near the screen.

    ``points`` (K, 2) are in metres.
    """
    positions = camera.to_screen(points)
    margin = 20 * _MARK
    near = ((positions > -margin) & (positions < (camera.width + margin, camera.height + margin))).all(axis=1)
    yield from ((number, QPointF(*positions[number].tolist())) for number in np.flatnonzero(near).tolist())


def _shape(corners: tuple[tuple[float, float], ...], at: QPointF) -> QPolygonF:
    return QPolygonF([QPointF(at.x() + x * _MARK, at.y() + y * _MARK) for x, y in corners])
