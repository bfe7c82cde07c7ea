"""Measuring with the mouse: what clicks do while it is on."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QPointF, Qt, Signal, Slot

from viewer.ui.map.camera import Camera
from viewer.ui.map.canvas import Canvas
from viewer.ui.map.furniture import Furniture
from viewer.ui.map.layers.measure_layer import Measure, lengths
from viewer.ui.map.picture import MapPicture

_NO_PATH = np.empty((0, 2))
_NO_PATH.flags.writeable = False


class MeasureTool(QObject):
    """Takes points from the mouse while it is on, and tells on a chip how long the path is."""

    changed = Signal(bool)
    """Whether it is on."""
    path_changed = Signal()
    """The path is another one: whoever shows it looks again."""

    def __init__(self, canvas: Canvas, furniture: Furniture, picture: MapPicture) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._furniture = furniture
        self._picture = picture
        self._camera = Camera()
        self._measure: Measure | None = None
        canvas.placed.connect(self._place)
        canvas.finished.connect(self._finish)
        furniture.tool.clicked.connect(self.end)

    def set_on(self, on: bool) -> None:
        """Let clicks measure, or select again."""
        if on == (self._measure is not None):
            return
        self._measure = Measure() if on else None
        self._canvas.measuring = on
        self._canvas.setCursor(Qt.CursorShape.CrossCursor if on else Qt.CursorShape.ArrowCursor)
        self.path_changed.emit()
        self.changed.emit(on)

    @Slot()
    def end(self) -> bool:
        """Let clicks select again; return whether they measured."""
        measured = self._measure is not None
        self.set_on(False)
        return measured

    def look(self, camera: Camera) -> NDArray[np.float64]:
        """Return the path as it is now, metres, shape (K, 2), for a camera through which the mouse points."""
        self._camera = camera
        measure, at = self._measure, self._canvas.at
        if measure is None:
            self._furniture.set_measured(None, 0)
            return _NO_PATH
        measure.point_at(None if at is None else self._ground_at(*at))
        points = measure.points(self._picture.where)
        self._furniture.set_measured(float(lengths(points).sum()), max(len(points) - 1, 0))
        return points

    @Slot(QPointF, object)
    def _place(self, at: QPointF, row: int | None) -> None:
        if self._measure is not None:
            self._measure.add(self._picture.where(row) or self._ground_at(at.x(), at.y()), row)
            self.path_changed.emit()

    @Slot()
    def _finish(self) -> None:
        if self._measure is not None:
            self._measure.finish()
            self.path_changed.emit()

    def _ground_at(self, x: float, y: float) -> tuple[float, float]:
        ground = self._camera.to_world((x, y)).tolist()
        return ground[0], ground[1]
