"""The picture on the map: the layers from the ground upwards, prepared just before they draw."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from viewer.ui.background.tasks import Tasks
from viewer.ui.map.canvas import Canvas
from viewer.ui.map.layers.actor_layer import ActorLayer
from viewer.ui.map.layers.contact_layer import ContactLayer
from viewer.ui.map.layers.exhibit_layer import ExhibitLayer
from viewer.ui.map.layers.grid_layer import GridLayer
from viewer.ui.map.layers.ground_layer import GroundLayer
from viewer.ui.map.layers.label_layer import LabelLayer
from viewer.ui.map.layers.layer import Layer
from viewer.ui.map.layers.light_layer import LightLayer
from viewer.ui.map.layers.mark_layer import MarkLayer
from viewer.ui.map.layers.preview_layer import PreviewLayer
from viewer.ui.map.layers.prop_layer import PropLayer, TriggerLayer
from viewer.ui.map.layers.route_layer import RouteLayer
from viewer.ui.map.layers.stop_line_layer import StopLineLayer
from viewer.ui.map.layers.trail_layer import TrailLayer, WaysLayer
from viewer.ui.map.layers.vehicle_lamp_layer import BeamLayer, VehicleLampLayer
from viewer.ui.map.measure import MeasureLayer
from viewer.ui.map.picture import MapPicture
from viewer.ui.theme import current_theme


class Scene:
    """Draws what it is told; all changes are resolved once, at the next paint.

    Attributes:
        picture: what it was told.

    """

    def __init__(self, picture: MapPicture, canvas: Canvas, tasks: Tasks) -> None:
        self.picture = picture
        self._canvas = canvas
        self._ground, exhibit, contacts, marks = (
            GroundLayer(tasks),
            ExhibitLayer(),
            ContactLayer(),
            MarkLayer(),
        )
        self._labels = LabelLayer((contacts, exhibit))
        self._layers: tuple[Layer, ...] = (
            self._ground,
            GridLayer(),
            TriggerLayer(),
            StopLineLayer(),
            WaysLayer(),
            RouteLayer(),
            TrailLayer(),
            PropLayer(),
            BeamLayer(),
            ActorLayer(),
            VehicleLampLayer(),
            PreviewLayer(),
            marks,
            exhibit,
            LightLayer(),
            contacts,
            self._labels,
            MeasureLayer(),
        )
        self._prepared = False
        self._ground.drawn.connect(canvas.viewport().update)
        canvas.draw = self._draw

    def tell(self, **changes: Any) -> None:  # noqa: ANN401 - as MapPicture has them
        """Take other values of the attributes of ``MapPicture`` of these names, and show them."""
        self.picture.tell(**changes)
        self._prepared = False
        self._canvas.viewport().update()

    def restyle(self) -> None:
        """Draw in the colours of the theme that is shown now."""
        for layer in self._layers:
            layer.restyle()
        self.tell()

    def forget(self) -> None:
        """Place labels as if there had been none before."""
        self._labels.forget()
        self.tell()

    def finish_ground(self) -> None:
        """Draw the ground here and now."""
        self._prepare()
        self._ground.wait()

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
            self.picture.ratio = self._canvas.devicePixelRatioF()
            for layer in self._shown():
                layer.prepare(self.picture)

    def _shown(self) -> list[Layer]:
        on = self.picture.layers
        return [layer for layer in self._layers if not layer.switch or getattr(on, layer.switch)]
