"""Props and signs: faint, below everything else."""

from __future__ import annotations

import numpy as np
from pyqtgraph.Qt.internals import PrimitiveArray
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from viewer.recording.actors import Category
from viewer.ui.map.geometry.actor_shapes import ActorShape, outline
from viewer.ui.map.geometry.category_masks import kinds
from viewer.ui.map.geometry.detail import Detail, ScreenActors
from viewer.ui.map.layers.layer import Layer
from viewer.ui.map.layers.paths import outline_paths
from viewer.ui.theme import Theme, faded

_DOT = 2.0
_FILL = 0.3
"""Opacity of the ground of a prop: what stands on a road is a thing, and no mark on it."""
_SIGN = 3.0  # pixels, half of the size of a sign that has no plate of its own
_SIGNS = kinds(Category.TRAFFIC_SIGN)


class PropLayer(Layer):
    """Draws props and signs as outlines, or as dots of two pixels."""

    def __init__(self, z: float) -> None:
        super().__init__(z)
        self._color = QColor()
        self._paths: list[QPainterPath] = []
        self._dots = PrimitiveArray(QPointF, 2)

    def set_theme(self, theme: Theme) -> None:
        """Draw in another colour."""
        self._color = theme.prop

    def show_actors(self, actors: ScreenActors) -> None:
        """Show props and signs."""
        near = actors.detail is Detail.NEAR
        self._dots.resize(0 if near else len(actors))
        self._dots.ndarray()[:] = actors.centers[: len(self._dots)]
        halves = np.where(_SIGNS[actors.categories][:, None], _SIGN, actors.halves)
        place = actors.centers, actors.headings, halves
        self._paths = list(outline_paths(outline(ActorShape.SQUARE, *place))) if near else []

    def draw(self, painter: QPainter) -> None:
        """Draw what was shown last."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, bool(self._paths))
        painter.setPen(QPen(self._color, 0 if self._paths else _DOT, c=Qt.PenCapStyle.SquareCap))
        painter.setBrush(faded(self._color, _FILL))
        for path in self._paths:
            painter.drawPath(path)
        if len(self._dots):
            painter.drawPoints(*self._dots.drawargs())
