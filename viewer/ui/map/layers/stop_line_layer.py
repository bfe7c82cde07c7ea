"""Layer of stop lines in the colour of the traffic light that controls them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from viewer.analysis.traffic_lights import StopLine
from viewer.arrays import Floats
from viewer.ui.map.camera import Camera
from viewer.ui.map.geometry.detail import MIDDLE_SCALE, NEAR_SCALE
from viewer.ui.map.layers.layer import Layer, polygon
from viewer.ui.map.picture import MapPicture
from viewer.ui.theme import LIGHT_ROLES, current_theme
from viewer.ui.widgets.placement import boxes_along

_LEAST = 2.5  # pixels
_REACH = 3.0  # pixels beside a line that count as on it
_CASING = 1.0  # pixels on either side
_DASHES = (6.0, 4.0)  # pixels


class _Drawn(NamedTuple):
    """Stop line as it is drawn on the map.

    Attributes:
        points: points of its middle line in pixels.
        width: width in pixels.
        lights: rows of its traffic lights in the actor table, the one that decides its colour first.
        boxes: squares that cover it, from the scale ``NEAR_SCALE`` upwards, shape (N, 4).
    """

    points: QPolygonF
    width: float
    lights: tuple[int, ...]
    boxes: Floats


class StopLineLayer(Layer):
    """Layer of those stop lines that traffic lights control; other stop lines are part of the ground."""

    def __init__(self) -> None:
        self._lines: Sequence[StopLine] = ()
        self._prepared_for: tuple[Camera, tuple[int, ...]] | None = None
        self._drawn: list[_Drawn] = []
        self._boxes = np.empty((0, 4))
        """Rectangles that cover the drawn lines near by, on which no label is to lie, in pixels."""
        self._states: list[int] = []

    def prepare(self, picture: MapPicture) -> None:
        """Compute the visible stop lines and their lights' states.

        Lines of selected or hovered lights are drawn at every scale, others from ``MIDDLE_SCALE`` upwards.
        """
        looked = picture.camera, picture.always_shown
        if looked != self._prepared_for or picture.view.stop_lines is not self._lines:
            # states change often, the visible lines seldom
            self._prepared_for, self._lines = looked, picture.view.stop_lines
            self._drawn = list(self._seen(*looked))
            self._boxes = np.concatenate([np.empty((0, 4)), *(line.boxes for line in self._drawn)])
        picture.keep_clear.append(lambda: self._boxes)
        states = {light: picture.light_state(light) for light in {line.lights[0] for line in self._drawn}}
        overlay, is_near = picture.event_overlay, picture.camera.scale >= NEAR_SCALE
        crossed = overlay.event.light if overlay and is_near and overlay.event.cause is None else None
        # Where the light was run, the event layer draws its own line, so this one gets no colour.
        self._states = [-1 if crossed in line.lights else states[line.lights[0]] for line in self._drawn]

    def _seen(self, camera: Camera, always: Sequence[int]) -> Iterator[_Drawn]:
        low, high = camera.bounds()
        for line in self._lines:
            far = camera.scale < MIDDLE_SCALE and not any(row in always for row in line.lights)
            if far or (line.points.max(axis=0) < low).any() or (line.points.min(axis=0) > high).any():
                continue
            points, near = camera.to_screen(line.points), camera.scale >= NEAR_SCALE
            width = max(line.width * camera.scale * near, _LEAST)
            boxes = boxes_along(points, max(width / 2, _REACH)) if near else np.empty((0, 4))
            yield _Drawn(polygon(points), width, tuple(map(int, line.lights)), boxes)

    def draw(self, painter: QPainter) -> None:
        """Draw the stop lines, as computed by ``prepare``."""
        theme = current_theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        alike: dict[tuple[float, int], list[QPolygonF]] = {}
        for (points, width, *_), state in zip(self._drawn, self._states, strict=True):
            alike.setdefault((width, state), []).append(points)
        for (width, state), lines in alike.items():
            if not theme.dark:  # yellow alone hardly differs from a light road
                self._stroke(painter, lines, theme.secondary, width + 2 * _CASING, dashed=False)
                if state not in LIGHT_ROLES:
                    self._stroke(painter, lines, theme.road, width, dashed=False)
            color = getattr(theme, LIGHT_ROLES.get(state, "stop_line")) if state >= 0 else theme.stop_line
            self._stroke(painter, lines, color, width, dashed=state not in LIGHT_ROLES)

    def _stroke(
        self, painter: QPainter, lines: Sequence[QPolygonF], color: QColor, width: float, *, dashed: bool
    ) -> None:
        pen = QPen(color, width, c=Qt.PenCapStyle.FlatCap, j=Qt.PenJoinStyle.RoundJoin)
        if dashed:
            pen.setDashPattern([dash / width for dash in _DASHES])
        painter.setPen(pen)
        for points in lines:
            painter.drawPolyline(points)


def stop_line_at(picture: MapPicture, x: float, y: float) -> StopLine | None:
    """Return the stop line at the screen point ``x``, ``y``; None if there is none or lines are not drawn."""
    camera = picture.camera
    if camera.scale < MIDDLE_SCALE or not picture.layers["marks"]:
        return None
    for line in picture.view.stop_lines:
        points = camera.to_screen(line.points)
        ways = np.diff(points, axis=0)
        lengths = np.maximum((ways**2).sum(axis=1), 1e-9)
        share = np.clip((((x, y) - points[:-1]) * ways).sum(axis=1) / lengths, 0.0, 1.0)
        away = np.hypot(*(points[:-1] + ways * share[:, None] - (x, y)).T)
        if len(away) and away.min() <= line.width * camera.scale / 2 + _REACH:
            return line
    return None
