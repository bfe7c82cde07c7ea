"""Scene of the map: the layers from the ground upwards, prepared just before they are drawn."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from viewer.ui.map.canvas import Canvas
from viewer.ui.map.layers.layer import Layer
from viewer.ui.map.picture import MapPicture
from viewer.ui.map_layers import LAYERS
from viewer.ui.state.workspace import Workspace
from viewer.ui.theme import current_theme


class Scene:
    """Stack of the map's layers, which draws the map.

    After any number of changes, the layers are prepared once, at the next paint.

    Attributes:
        picture: state of the map from which the layers are drawn.
    """

    def __init__(self, picture: MapPicture, canvas: Canvas) -> None:
        self.picture = picture
        self._canvas = canvas
        self._layers = {row.name: _make(row.drawn_by) for row in LAYERS if row.drawn_by}
        self._prepared = False
        canvas.draw = self._draw

    def attach(self, workspace: Workspace) -> None:
        """Connect each layer to ``workspace``, so that it updates the ``MapPicture`` when its data change."""
        for layer in self._layers.values():
            layer.attach(workspace, self.update)

    def update(self, **changes: Any) -> None:  # noqa: ANN401 - as MapPicture has them
        """Set fields of ``picture`` (what the map shows) by keyword, and schedule a repaint of the map."""
        self.picture.update(**changes)
        self._prepared = False
        self._canvas.viewport().update()

    def restyle(self) -> None:
        """Discard what the layers cached in the colours of the previous theme, and repaint."""
        for layer in self._layers.values():
            layer.restyle()
        self.update()

    def forget(self) -> None:
        """Discard what layers remember of earlier states of the map, such as label positions, and repaint."""
        for layer in self._layers.values():
            layer.forget()
        self.update()

    def finish_ground(self) -> None:
        """Block until what the layers draw in the background, such as the roads, is complete."""
        self._prepare()
        for layer in self._layers.values():
            layer.wait()

    def draw_exactly(self, painter: QPainter) -> None:
        """Draw the map for a vector file: as shapes and text instead of cached pixmaps."""
        self.update(exact=True)
        self._draw(painter)
        self.update(exact=False)

    def _draw(self, painter: QPainter) -> None:
        self._prepare()
        camera = self.picture.camera
        painter.fillRect(QRectF(0, 0, camera.width, camera.height), current_theme().ground)
        for layer in self._shown():
            painter.save()
            layer.draw(painter)
            painter.restore()

    def _prepare(self) -> None:
        if not self._prepared:
            self._prepared = True
            self.picture.keep_clear.clear()
            self.picture.named.clear()
            self.picture.ratio = self._canvas.devicePixelRatioF()
            for layer in self._shown():
                layer.prepare(self.picture)

    def _shown(self) -> list[Layer]:
        on = self.picture.layers
        return [layer for name, layer in self._layers.items() if on.get(name, True)]


def _make(drawn_by: str) -> Layer:
    """Make the map layer that ``drawn_by`` names as ``module.Class``, relative to ``viewer.ui.map``."""
    module, _, name = drawn_by.rpartition(".")
    layer: Layer = getattr(import_module(f"{__package__}.{module}"), name)()
    return layer
