"""Paths that vehicles drove: the ground of a recording without a map, or lines on its roads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from viewer.arrays import Floats
from viewer.cancellation import ShouldContinue
from viewer.ui.map.camera import Camera
from viewer.ui.map.layers.grid_layer import GridLayer
from viewer.ui.map.layers.ground import AT_LEISURE, Pace
from viewer.ui.map.layers.layer import line_path
from viewer.ui.map.layers.strokes import paint_strokes
from viewer.ui.map.picture import MapPicture
from viewer.ui.theme import Theme

_LANE_WIDTH, _LEAST = 3.5, 2.0
"""Width of a driven path: metres, about a lane, and least pixels."""
_LINE_WIDTH = 1.5
"""Width of a driven path on a map with roads, in pixels."""


@dataclass(frozen=True, eq=False)
class DrivenPaths:
    """Ground to draw if there is no road map: a grid, and on it the paths that vehicles drove.

    ``paths`` are their points x, y in metres, shape (K, 2) each.
    """

    paths: Sequence[Floats]

    def paint(self, painter: QPainter, camera: Camera, theme: Theme, pace: Pace = AT_LEISURE) -> bool:
        """Draw a grid and, above it, the paths that vehicles drove, as wide as a lane."""
        grid = GridLayer()
        grid.prepare(MapPicture(camera=camera))
        grid.draw(painter)
        width = max(_LANE_WIDTH * camera.scale, _LEAST)
        self._paint(painter, camera, width, theme.road, pace.should_continue)
        return True

    def paint_lines(
        self, painter: QPainter, camera: Camera, theme: Theme, should_continue: ShouldContinue
    ) -> None:
        """Draw the paths that vehicles drove as thin lines, for a map with roads.

        Raises ReadingCancelledError if ``should_continue`` returns False.
        """
        self._paint(painter, camera, _LINE_WIDTH, theme.faint, should_continue)

    def _paint(
        self, painter: QPainter, camera: Camera, width: float, color: QColor, should_continue: ShouldContinue
    ) -> None:
        if not self.paths:
            return
        if not isinstance(painter.device(), QImage):  # a vector file
            painter.setPen(QPen(color, width, c=Qt.PenCapStyle.RoundCap))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for path in self.paths:
                painter.drawPath(line_path(camera.to_screen(path)))
            return
        x, y = camera.to_screen(np.concatenate(self.paths)).T
        within = np.ones(len(x) - 1, np.bool_)
        within[np.cumsum([len(path) for path in self.paths])[:-1] - 1] = False
        lines = np.array([x[:-1], y[:-1], x[1:], y[1:]])[:, within]
        paint_strokes(painter, lines, width, color, (camera.width, camera.height), should_continue)
