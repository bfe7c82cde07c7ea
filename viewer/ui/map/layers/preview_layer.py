"""Layer with faint outlines of the actors at the time under the mouse in the timeline."""

from __future__ import annotations

import numpy as np
from pyqtgraph.Qt.internals import PrimitiveArray
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from viewer.recording.actors import Category
from viewer.ui.map.geometry.actor_shapes import ActorShape, outline
from viewer.ui.map.geometry.detail import Detail, same_on_screen, seen_by, shapes_at
from viewer.ui.map.geometry.footprints import moving_footprints
from viewer.ui.map.layers.layer import Layer, outline_paths
from viewer.ui.map.picture import MapPicture
from viewer.ui.theme import current_theme, faded

_MOVED = 1.5
"""Pixels by which an actor must differ from now for its outline at the previewed time to be drawn.

The previewed time is that under the mouse in the timeline.
"""
_OPACITY = 0.75
_SMOOTH_UP_TO = 200  # outlines with antialiased edges; more of them would cost more than a frame has
_MOST_OUTLINES = 1500  # more are points


class PreviewLayer(Layer):
    """Layer that outlines the moving actors at the time under the mouse in the timeline, in their colours."""

    def __init__(self) -> None:
        self._outlines: list[tuple[QColor, list[QPainterPath]]] = []
        self._points = PrimitiveArray(QPointF, 2)
        self._smooth = False

    def prepare(self, picture: MapPicture) -> None:
        """Compute the outlines of actors that were elsewhere at the time under the mouse in the timeline."""
        self._outlines = []
        self._points.resize(0)
        if picture.view.preview is None:
            return
        then = seen_by(picture.camera, moving_footprints(picture.view.preview))
        same = same_on_screen(then, then.rows, picture.screen, _MOVED)
        then = then.take(np.flatnonzero(~picture.is_hidden(then.rows) & ~same))
        if not len(then):
            return
        if then.detail is Detail.SQUARES or len(then) > _MOST_OUTLINES:
            self._points.resize(len(then))
            self._points.ndarray()[:] = then.centers
            return
        self._smooth = len(then) <= _SMOOTH_UP_TO
        shapes = shapes_at(then.detail)[then.categories]
        heroes = then.rows == (-1 if picture.view.hero is None else picture.view.hero)
        for category in np.unique(then.categories).tolist():
            for is_hero in (False, True):
                chosen = np.flatnonzero((then.categories == category) & (heroes == is_hero))
                if len(chosen):
                    boxes = then.centers[chosen], then.headings[chosen], then.halves[chosen]
                    color = current_theme().category_color(category, hero=is_hero)
                    paths = list(outline_paths(outline(ActorShape(int(shapes[chosen[0]])), *boxes)))
                    self._outlines.append((faded(color, _OPACITY), paths))

    def draw(self, painter: QPainter) -> None:
        """Draw the preview: the prepared outlines of actors."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, self._smooth)
        for color, paths in self._outlines:
            painter.setPen(QPen(color, 0))
            for path in paths:
                painter.drawPath(path)
        if len(self._points):
            painter.setPen(QPen(faded(current_theme().category_color(Category.VEHICLE), _OPACITY), 1.5))
            painter.drawPoints(*self._points.drawargs())
