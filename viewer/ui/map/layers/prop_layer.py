"""Props and signs: faint, below everything else."""

from __future__ import annotations

import numpy as np
from pyqtgraph.Qt.internals import PrimitiveArray
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from viewer.recording.actors import Category
from viewer.ui.map.geometry.actor_shapes import placed
from viewer.ui.map.geometry.category_masks import kinds as table_of
from viewer.ui.map.geometry.detail import Detail, ScreenActors
from viewer.ui.map.layers.layer import Layer, outline_paths
from viewer.ui.theme import current_theme, mixed

_DOT = 2.0
_FILL = 0.3
"""Share of a prop's colour in its body, the rest is road: what stands on a road is a thing, and no mark."""
_SIGN = 3.0  # pixels, half of the size of a sign that has no plate of its own
_SIGNS = table_of(Category.TRAFFIC_SIGN)
_BOX = np.array(((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)))


class PropLayer(Layer):
    """Draws props and signs as boxes, or as dots of two pixels."""

    def __init__(self, z: float) -> None:
        super().__init__(z)
        self._bodies: list[QPainterPath] = []
        self._dots = PrimitiveArray(QPointF, 2)

    def show_actors(self, actors: ScreenActors) -> None:
        """Show props and signs."""
        near = actors.detail is Detail.NEAR
        self._dots.resize(0 if near else len(actors))
        self._dots.ndarray()[:] = actors.centers[: len(self._dots)]
        halves = np.where(_SIGNS[actors.categories][:, None], _SIGN, actors.halves)
        self._bodies = (
            list(outline_paths(placed(_BOX, actors.centers, actors.headings, halves))) if near else []
        )

    def draw(self, painter: QPainter) -> None:
        """Draw what was shown last."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, not len(self._dots))
        color = current_theme().prop
        painter.setPen(QPen(color, _DOT if len(self._dots) else 0, c=Qt.PenCapStyle.SquareCap))
        painter.setBrush(mixed(current_theme().road, color, _FILL))
        for path in self._bodies:
            painter.drawPath(path)
        if len(self._dots):
            painter.drawPoints(*self._dots.drawargs())
