"""What lies under the actors and does not move, and how it is drawn."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, Qt
from PySide6.QtGui import QPainter, QPen

from viewer.ui.map.camera import Camera
from viewer.ui.theme import Theme

_LANE_WIDTH = 3.5  # metres, of a driven path: about a lane
_GRID_STEPS = (10.0, 50.0, 100.0, 500.0, 1000.0)  # metres
_CLOSEST_LINES = 48.0  # pixels
_AT_ONCE = 16
"""Lines drawn at once: no other thread has a turn meanwhile. One polyline costs more than all its lines."""


class Ground(Protocol):
    """Something to draw under the actors; drawn in a thread of its own, so it never changes."""

    def paint(self, painter: QPainter, camera: Camera, theme: Theme) -> None:
        """Draw what the camera sees; the painter's unit is the camera's pixel."""


@dataclass(frozen=True, eq=False)
class DrivenPaths:
    """Paths that were driven, each (K, 2) in metres, on a grid of round metres: where there is no map."""

    paths: Sequence[NDArray[np.float64]]

    def paint(self, painter: QPainter, camera: Camera, theme: Theme) -> None:
        """Draw the paths as wide as a lane, and the grid under them."""
        _paint_grid(painter, camera, theme)
        self._paint_paths(painter, camera, QPen(theme.road, max(_LANE_WIDTH * camera.scale, 2.0)))

    def paint_lines(self, painter: QPainter, camera: Camera, theme: Theme) -> None:
        """Draw the paths as thin lines, on roads."""
        self._paint_paths(painter, camera, QPen(theme.faint, 1.5))

    def _paint_paths(self, painter: QPainter, camera: Camera, pen: QPen) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        if not self.paths:
            return
        places, margin = camera.to_screen(np.concatenate(self.paths)), pen.widthF()
        ends = np.cumsum([len(path) for path in self.paths])[:-1] - 1
        lines = np.delete(np.stack((places[:-1], places[1:]), axis=1), ends, axis=0)
        seen = lines.max(axis=1) > -margin
        seen &= lines.min(axis=1) < (camera.width + margin, camera.height + margin)
        lines = lines[seen.all(axis=1)].reshape(-1, 4)
        for first in range(0, len(lines), _AT_ONCE):
            painter.drawLines([QLineF(*line) for line in lines[first : first + _AT_ONCE].tolist()])


def _paint_grid(painter: QPainter, camera: Camera, theme: Theme) -> None:
    step = next((step for step in _GRID_STEPS if step * camera.scale >= _CLOSEST_LINES), None)
    if step is None:
        return
    left, top = camera.to_world((0.0, 0.0)).tolist()
    right, bottom = camera.to_world((camera.width, camera.height)).tolist()
    lines = []
    for x in _multiples(left, right, step):
        at = round(camera.to_screen((x, 0.0))[0]) + 0.5
        lines.append(QLineF(at, 0.0, at, camera.height))
    for y in _multiples(top, bottom, step):
        at = round(camera.to_screen((0.0, y))[1]) + 0.5
        lines.append(QLineF(0.0, at, camera.width, at))
    painter.setPen(QPen(theme.shoulder, 1.0))
    painter.drawLines(lines)


def _multiples(low: float, high: float, step: float) -> NDArray[np.float64]:
    return np.arange(math.ceil(low / step), math.floor(high / step) + 1, dtype=np.float64) * step
