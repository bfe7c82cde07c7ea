"""Base class of the layers of the map, and conversion of point arrays to QPainter's shapes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from pyqtgraph.Qt.internals import PrimitiveArray
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPolygonF

from viewer.ui.map.camera import Camera
from viewer.ui.map.picture import MapPicture
from viewer.ui.state.workspace import Workspace


class UpdateMap(Protocol):
    """Type of a function that sets attributes of the MapPicture (the map's state) and repaints the map."""

    def __call__(self, **changes: Any) -> None:  # noqa: ANN401 - as MapPicture has them
        """Set attributes of the MapPicture, the state of the map, and repaint the map.

        ``changes`` are the new values by attribute.
        """


class Layer:
    """Layer over the whole map, drawn in pixels of the view; listed in ``viewer.ui.map_layers``."""

    def attach(self, workspace: Workspace, update_map: UpdateMap) -> None:
        """Connect the layer to ``workspace``, the state of the window; does nothing unless overridden.

        A layer whose data come from ``workspace`` calls ``update_map`` with them, now and when they change.
        Others draw what the MapPicture always holds, such as the actors.
        """

    def restyle(self) -> None:
        """Discard what the layer has cached in colours or a text size that no longer apply."""

    def forget(self) -> None:
        """Discard what the layer remembers of earlier pictures of the map, such as places of labels."""

    def wait(self) -> None:
        """Block until the layer has finished what it draws in the background."""

    def prepare(self, picture: MapPicture) -> None:
        """Compute what ``draw`` will draw for the map's state ``picture``: its camera, actors and options."""
        raise NotImplementedError

    def draw(self, painter: QPainter) -> None:
        """Draw what the last call of ``prepare`` computed; the painter's unit is a pixel of the map."""
        raise NotImplementedError


_STEP = 3.0
"""Of the points of a drawn path, at most one is kept per so many pixels along it; more could hardly be seen.
"""
CHUNK = 16
"""Number of actors' outlines in one QPainterPath: more would be slow to fill, fewer would take more calls."""


def outline_paths(outlines: NDArray[np.float64]) -> Iterator[QPainterPath]:
    """Yield painter paths of M closed outlines, each of K points; where outlines overlap, both are filled.

    ``outlines`` has the shape (M, K, 2). A painter path has up to ``CHUNK`` of them.
    """
    closed = np.concatenate([outlines, outlines[:, :1]], axis=1)
    joined = np.ones(closed.shape[:2], np.int32)
    joined[:, -1] = 0
    for start in range(0, len(closed), CHUNK):
        part = closed[start : start + CHUNK]
        path = line_path(part.reshape(-1, 2), joined[start : start + CHUNK].reshape(-1))
        path.setFillRule(Qt.FillRule.WindingFill)
        yield path


def line_path(points: NDArray[np.float64], joined: NDArray[np.int32] | None = None) -> QPainterPath:
    """Return a path of lines from each of ``points`` (K, 2) to the next one; all points are finite.

    With ``joined``, shape (K,), only points at which it is 1 are joined to the next one; the others have 0.
    """
    x, y = np.ascontiguousarray(points[:, 0]), np.ascontiguousarray(points[:, 1])
    return pg.arrayToQPath(x, y, "all" if joined is None else joined, finiteCheck=False)


def lines_on_screen(points: NDArray[np.float64], camera: Camera) -> list[NDArray[np.float64]]:
    """Return the visible parts of a path with ``points`` (K, 2), metres, as lines in pixels, (N, 2) each.

    Points too close together to be distinguished are left out.
    """
    line = camera.to_screen(points)
    walked = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
    steps = np.floor(walked / _STEP)
    keep = np.diff(steps, prepend=-1.0) > 0
    keep[-1] = True
    line = line[keep]
    screen = np.array([camera.width, camera.height])
    near = ((line > -screen) & (line < 2 * screen)).all(axis=1)
    changes = np.flatnonzero(np.diff(near)) + 1
    return [
        part
        for part, inside in zip(np.split(line, changes), np.split(near, changes), strict=True)
        if inside[0] and len(part) > 1
    ]


def polygon(points: NDArray[np.float64]) -> QPolygonF:
    """Return ``points`` (K, 2), pixels, as a polygon or polyline to draw."""
    return QPolygonF([QPointF(x, y) for x, y in points.tolist()])


class LineBatch:
    """Lines drawn with one pen, kept as an array of QLineF so that drawing converts nothing."""

    def __init__(self) -> None:
        """Create a batch without lines."""
        self._lines = PrimitiveArray(QLineF, 4)

    def __len__(self) -> int:
        """Return the number of lines."""
        return len(self._lines)

    def set_lines(self, ends: NDArray[np.float64]) -> None:
        """Store the lines to draw, each by its two end points, finite, in pixels, shape (K, 2, 2)."""
        self._lines.resize(len(ends))
        if len(ends):
            self._lines.ndarray()[:] = ends.reshape(-1, 4)

    def paint(self, painter: QPainter, pen: QPen) -> None:
        """Draw the lines with ``pen``."""
        if len(self._lines):
            painter.setPen(pen)
            painter.drawLines(*self._lines.drawargs())
