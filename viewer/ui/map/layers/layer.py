"""What all layers of the map have in common, and how arrays of points become what QPainter draws."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from pyqtgraph.Qt.internals import PrimitiveArray
from PySide6.QtCore import QLineF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from viewer.ui.map.camera import Camera
from viewer.ui.map.picture import MapPicture
from viewer.ui.state.workspace import Workspace


class Tell(Protocol):
    """Changes attributes of the picture, none or several, and has the map drawn again."""

    def __call__(self, **changes: Any) -> None:  # noqa: ANN401 - as MapPicture has them
        """Change these."""


class Layer:
    """One layer over the whole map, in pixels of the view; a row in ``viewer.ui.map_layers`` adds it."""

    def attach(self, workspace: Workspace, tell: Tell) -> None:
        """Have what it shows told, now and whenever that is another; nothing for what the picture has."""

    def restyle(self) -> None:
        """Forget what was drawn in the colours, or for the size of text, of before."""

    def forget(self) -> None:
        """Forget what depends on what was drawn before."""

    def wait(self) -> None:
        """Have what is drawn in the background drawn before going on, for a picture."""

    def prepare(self, picture: MapPicture) -> None:
        """Work out what is to be drawn, so that ``draw`` only draws."""
        raise NotImplementedError

    def draw(self, painter: QPainter) -> None:
        """Draw what was prepared last; the painter's unit is the pixel of the view."""
        raise NotImplementedError


_STEP = 3.0
"""Pixels below which a line has no bends worth drawing."""
CHUNK = 16
"""Outlines in one path: the antialiased fill takes longer than linear, and each path costs a call."""


def outline_paths(outlines: NDArray[np.float64]) -> Iterator[QPainterPath]:
    """Yield paths of closed outlines, shape (M, K, 2), a chunk in each; overlaps are filled."""
    closed = np.concatenate([outlines, outlines[:, :1]], axis=1)
    joined = np.ones(closed.shape[:2], np.int32)
    joined[:, -1] = 0
    for start in range(0, len(closed), CHUNK):
        part = closed[start : start + CHUNK]
        path = line_path(part.reshape(-1, 2), joined[start : start + CHUNK].reshape(-1))
        path.setFillRule(Qt.FillRule.WindingFill)
        yield path


def line_path(points: NDArray[np.float64], joined: NDArray[np.int32] | None = None) -> QPainterPath:
    """Return a path through finite points (K, 2), each joined to the next unless ``joined`` has a 0 there."""
    x, y = np.ascontiguousarray(points[:, 0]), np.ascontiguousarray(points[:, 1])
    return pg.arrayToQPath(x, y, "all" if joined is None else joined, finiteCheck=False)


def lines_on_screen(points: NDArray[np.float64], camera: Camera) -> list[NDArray[np.float64]]:
    """Return what is seen of a way, (K, 2) in metres: lines in pixels, with no more points than one sees."""
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


class LineBatch:
    """Lines of one pen: kept as Qt wants them, so that drawing converts nothing."""

    def __init__(self) -> None:
        """Hold no line."""
        self._lines = PrimitiveArray(QLineF, 4)

    def __len__(self) -> int:
        """Return the number of lines."""
        return len(self._lines)

    def set_lines(self, ends: NDArray[np.float64]) -> None:
        """Take the two ends of each line, finite, in pixels, shape (K, 2, 2)."""
        self._lines.resize(len(ends))
        if len(ends):
            self._lines.ndarray()[:] = ends.reshape(-1, 4)

    def paint(self, painter: QPainter, pen: QPen) -> None:
        """Draw the lines."""
        if len(self._lines):
            painter.setPen(pen)
            painter.drawLines(*self._lines.drawargs())
