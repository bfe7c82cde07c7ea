"""The way of the selected actor: a ribbon that fades into the past, a dashed line ahead."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from viewer.ui.map.camera import Camera, places
from viewer.ui.map.ink import faded
from viewer.ui.map.layer import Layer
from viewer.ui.map.paths import line_path
from viewer.ui.theme import Theme

_STEP = 3.0
"""Pixels below which a line has no bends worth drawing."""
_BANDS = 24
_RIBBON_METRES = 0.9
_RIBBON_PIXELS = (3.0, 10.0)
_OPACITY = 0.6
_TELEPORT = 20.0
"""Metres between two neighbouring points that were not driven."""
_MOST_POINTS = 4000

Floats = NDArray[np.float64]


class TrailLayer(Layer):
    """Draws the way of one actor."""

    def __init__(self, z: float) -> None:
        super().__init__(z)
        self._past_color, self._future_color = QColor(), QColor()
        self._past: list[Floats] = []
        self._future: list[Floats] = []
        self._bands: list[tuple[QPainterPath, float]] = []
        self._ahead: list[QPainterPath] = []
        self._width = 1.0

    def set_colors(self, theme: Theme, past: QColor) -> None:
        """Draw in other colours: the past in the actor's own."""
        self._past_color, self._future_color = past, theme.secondary

    def set_trail(self, past: ArrayLike, future: ArrayLike) -> None:
        """Take points in metres, shape (K, 2) each, both in the order of time."""
        self._past, self._future = _pieces(past, last=True), _pieces(future, last=False)

    def look(self, camera: Camera) -> None:
        """Prepare what this camera sees."""
        low, high = _RIBBON_PIXELS
        self._width = min(max(_RIBBON_METRES * camera.scale, low), high)
        past = [line for piece in self._past for line in _on_screen(piece, camera)]
        total = sum(map(_length, past))
        self._bands, done = [], 0.0
        for line in past:
            self._bands += _fading(line, done, total)
            done += _length(line)
        self._ahead = [line_path(line) for piece in self._future for line in _on_screen(piece, camera)]

    def draw(self, painter: QPainter) -> None:
        """Draw what was prepared last."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for path, opacity in self._bands:
            pen = QPen(faded(self._past_color, opacity), self._width)
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.setPen(pen)
            painter.drawPath(path)
        pen = QPen(self._future_color, 1.5)
        pen.setDashPattern([4.0, 4.0])
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        for path in self._ahead:
            painter.drawPath(path)


def _pieces(points: ArrayLike, *, last: bool) -> list[Floats]:
    """Return the way in pieces without gaps: places only, cut where the actor was put elsewhere."""
    line = np.asarray(points, np.float64).reshape(-1, 2)
    line = line[places(line)]
    line = line[-_MOST_POINTS:] if last else line[:_MOST_POINTS]
    jumps = np.flatnonzero(np.hypot(*np.diff(line, axis=0).T) > _TELEPORT) + 1
    return [piece for piece in np.split(line, jumps) if len(piece) > 1]


def _on_screen(piece: Floats, camera: Camera) -> list[Floats]:
    """Return what is seen of a way, in pixels, with no more points than there is to see."""
    line = camera.to_screen(piece)
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


def _fading(line: Floats, done: float, total: float) -> list[tuple[QPainterPath, float]]:
    """Return a line in bands, the later the more opaque."""
    walked = done + np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
    band = np.minimum((walked / max(total, 1e-9) * _BANDS).astype(int), _BANDS - 1)
    starts = np.flatnonzero(np.diff(band, prepend=-1))
    ends = np.append(starts[1:] + 1, len(line))
    return [
        (line_path(line[start:end]), _OPACITY * (float(band[start]) + 1) / _BANDS)
        for start, end in zip(starts, ends, strict=True)
        if end - start > 1
    ]


def _length(line: Floats) -> float:
    return float(np.hypot(*np.diff(line, axis=0).T).sum())
