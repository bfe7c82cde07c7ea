"""The picture on the map: the layers from the ground upwards, prepared just before they draw."""

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
    """Draws what it is told; all changes are resolved once, at the next paint.

    Attributes:
        picture: what it was told.

    """

    def __init__(self, picture: MapPicture, canvas: Canvas) -> None:
        self.picture = picture
        self._canvas = canvas
        self._layers = {row.name: _make(row.drawn_by) for row in LAYERS if row.drawn_by}
        self._prepared = False
        canvas.draw = self._draw

    def attach(self, workspace: Workspace) -> None:
        """Have each layer told what it shows."""
        for layer in self._layers.values():
            layer.attach(workspace, self.tell)

    def tell(self, **changes: Any) -> None:  # noqa: ANN401 - as MapPicture has them
        """Take other values of the attributes of ``MapPicture`` of these names, and show them."""
        self.picture.tell(**changes)
        self._prepared = False
        self._canvas.viewport().update()

    def restyle(self) -> None:
        """Draw in the colours of the theme that is shown now."""
        for layer in self._layers.values():
            layer.restyle()
        self.tell()

    def forget(self) -> None:
        """Draw as if nothing had been drawn before."""
        for layer in self._layers.values():
            layer.forget()
        self.tell()

    def finish_ground(self) -> None:
        """Draw the ground here and now."""
        self._prepare()
        for layer in self._layers.values():
            layer.wait()

    def draw_exactly(self, painter: QPainter) -> None:
        """Draw the picture for a file: the same, in shapes and text instead of copies of pixels."""
        self.tell(exact=True)
        self._draw(painter)
        self.tell(exact=False)

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
            self.picture.spared.clear()
            self.picture.ratio = self._canvas.devicePixelRatioF()
            for layer in self._shown():
                layer.prepare(self.picture)

    def _shown(self) -> list[Layer]:
        on = self.picture.layers
        return [layer for name, layer in self._layers.items() if on.get(name, True)]


def _make(drawn_by: str) -> Layer:
    """Return a layer by its module in this package and its class."""
    module, _, name = drawn_by.rpartition(".")
    layer: Layer = getattr(import_module(f"{__package__}.{module}"), name)()
    return layer
