"""Props and signs: faint, below everything else."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from pyqtgraph.Qt.internals import PrimitiveArray
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from viewer.recording.actors import Category
from viewer.ui.map.geometry.category_masks import kinds as table_of
from viewer.ui.map.geometry.detail import Detail, ScreenActors
from viewer.ui.map.geometry.prop_shapes import PropKind, body, inside
from viewer.ui.map.layers.layer import Layer
from viewer.ui.map.layers.paths import outline_paths
from viewer.ui.theme import current_theme, mixed

_DOT = 2.0
_FILL = 0.3
"""Share of a prop's colour in its body, the rest is road: what stands on a road is a thing, and no mark."""
_SIGN = 3.0  # pixels, half of the size of a sign that has no plate of its own
_TELLS = 3.5
"""Pixels, half of the width from which on a prop shows what it is."""
_SIGNS = table_of(Category.TRAFFIC_SIGN)


class PropLayer(Layer):
    """Draws props by their kind, and signs, each over those before; or as dots of two pixels."""

    def __init__(self, z: float) -> None:
        super().__init__(z)
        self._unknown: list[QPainterPath] = []
        self._known: list[QPainterPath] = []
        self._dots = PrimitiveArray(QPointF, 2)

    def show_actors(self, actors: ScreenActors, kinds: NDArray[np.uint8]) -> None:
        """Show props and signs, each of its PropKind, shape (M,)."""
        near = actors.detail is Detail.NEAR
        self._dots.resize(0 if near else len(actors))
        self._dots.ndarray()[:] = actors.centers[: len(self._dots)]
        self._unknown, self._known = [], []
        if not near:
            return
        halves = np.where(_SIGNS[actors.categories][:, None], _SIGN, actors.halves)
        kinds = np.where(halves.min(axis=1) >= _TELLS, kinds, PropKind.BOX)
        for kind in map(PropKind, np.unique(kinds).tolist()):
            chosen = kinds == kind
            place = actors.centers[chosen], actors.headings[chosen], halves[chosen]
            paths = self._unknown if kind is PropKind.UNKNOWN else self._known
            paths.extend(outline_paths(body(kind, *place)))
            for lines in inside(kind, *place):
                paths.extend(outline_paths(lines[halves[chosen].min(axis=1) >= _TELLS]))

    def draw(self, painter: QPainter) -> None:
        """Draw what was shown last."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, not len(self._dots))
        color, fill = current_theme().prop, mixed(current_theme().road, current_theme().prop, _FILL)
        painter.setPen(QPen(color, _DOT if len(self._dots) else 0, c=Qt.PenCapStyle.SquareCap))
        for paths, brush in ((self._unknown, Qt.BrushStyle.NoBrush), (self._known, fill)):
            painter.setBrush(brush)
            for path in paths:
                painter.drawPath(path)
        if len(self._dots):
            painter.drawPoints(*self._dots.drawargs())
