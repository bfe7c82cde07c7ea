"""The way of the selected actor: a ribbon that fades into the past, a dashed line ahead."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from viewer.arrays import Floats
from viewer.ui.map.camera import places
from viewer.ui.map.layers.layer import Layer, line_path, lines_on_screen
from viewer.ui.map.picture import MapPicture
from viewer.ui.theme import current_theme, faded

_LAYERS = 16
_OPACITY = 0.6
_RIBBON_METRES = 0.9
_RIBBON_PIXELS = (3.0, 10.0)
_TELEPORT = 20.0
"""Metres between two neighbouring points that were not driven."""
_MOST_POINTS = 4000


class TrailLayer(Layer):
    """Draws the way of one actor."""

    switch = "trails"

    def __init__(self) -> None:
        self._color = QColor()
        self._behind: list[QPainterPath] = []
        self._ahead: list[QPainterPath] = []
        self._width = 1.0

    def prepare(self, picture: MapPicture) -> None:
        """Prepare what the camera sees: the past in the actor's own colour."""
        self._color, camera = picture.color(picture.selected), picture.camera
        past, future = (
            _pieces(way, last=last) for way, last in zip(picture.trail, (True, False), strict=True)
        )
        low, high = _RIBBON_PIXELS
        self._width = min(max(_RIBBON_METRES * camera.scale, low), high)
        self._behind = _fading([line for piece in past for line in lines_on_screen(piece, camera)])
        self._ahead = [line_path(line) for piece in future for line in lines_on_screen(piece, camera)]

    def draw(self, painter: QPainter) -> None:
        """Draw what was prepared last."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(faded(self._color, 1 - (1 - _OPACITY) ** (1 / _LAYERS)), self._width)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        for path in self._behind:
            painter.drawPath(path)
        pen = QPen(current_theme().secondary, 1.5)
        pen.setDashPattern([4.0, 4.0])
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        for path in self._ahead:
            painter.drawPath(path)


def _pieces(points: ArrayLike, *, last: bool) -> list[Floats]:
    """Return the way in pieces without gaps: places only, cut where the actor was put elsewhere."""
    line = np.asarray(points, np.float64).reshape(-1, 2)
    line = line[places(line)]
    line = line[-_MOST_POINTS:] if last else line[:_MOST_POINTS]
    jumps = np.flatnonzero(np.hypot(*np.diff(line, axis=0).T) > _TELEPORT) + 1
    return [piece for piece in np.split(line, jumps) if len(piece) > 1]


def _fading(lines: list[Floats]) -> list[QPainterPath]:
    """Return layers which together fade into the past: each begins later, and all go on to the end."""
    if not lines:
        return []
    points = np.concatenate(lines)
    joined = np.ones(len(points), np.int32)
    joined[np.cumsum([len(line) for line in lines]) - 1] = 0
    steps = np.hypot(*np.diff(points, axis=0).T) * joined[:-1]
    walked = np.concatenate([[0.0], np.cumsum(steps)])
    starts = np.searchsorted(walked, walked[-1] * np.arange(_LAYERS) / _LAYERS)
    return [line_path(points[start:], joined[start:]) for start in starts if start < len(points) - 1]
