"""Where lights and signs act on vehicles, for developers."""

from __future__ import annotations

from contextlib import suppress

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from viewer.logfile.errors import RecordingError
from viewer.replay.world.appearance import NO_BOXES, trigger_boxes
from viewer.ui.map.geometry.actor_shapes import ActorShape, outline
from viewer.ui.map.layers.layer import Layer, outline_paths
from viewer.ui.map.picture import MapPicture
from viewer.ui.theme import current_theme, faded


class TriggerLayer(Layer):
    """Draws boxes with a dashed edge."""

    switch = "developer"

    def __init__(self) -> None:
        self._paths: list[QPainterPath] = []

    def prepare(self, picture: MapPicture) -> None:
        """Prepare what the camera sees."""
        camera, boxes = picture.camera, NO_BOXES
        if picture.world is not None:
            with suppress(RecordingError):  # the file has changed; whoever makes the next world is told so
                boxes = trigger_boxes(picture.world)
        centers, halves = camera.to_screen(boxes.centers), boxes.extents * camera.scale
        reach = np.hypot(halves[:, 0], halves[:, 1])[:, None]
        near = (centers > -reach) & (centers - reach < (camera.width, camera.height))
        seen = np.flatnonzero(near.all(axis=1))
        halves = halves[seen]
        place = centers[seen], boxes.headings[seen] + camera.turn, halves
        self._paths = list(outline_paths(outline(ActorShape.SQUARE, *place))) if len(halves) else []

    def draw(self, painter: QPainter) -> None:
        """Draw what was shown last."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(faded(current_theme().accent, 0.8), 1)
        pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(faded(current_theme().accent, 0.10))
        for path in self._paths:
            painter.drawPath(path)
