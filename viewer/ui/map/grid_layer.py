"""A grid of round metres over the ground."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor, QPainter, QPen

from viewer.ui.map.camera import Camera
from viewer.ui.map.ink import faded
from viewer.ui.map.layer import Layer
from viewer.ui.map.lines import LineBatch
from viewer.ui.theme import Theme

_CLOSEST = 64.0  # pixels between two lines
_STRONG_EVERY = 5


class GridLayer(Layer):
    """Draws lines of equal x and of equal y, every fifth one stronger."""

    def __init__(self, z: float) -> None:
        super().__init__(z)
        self._color = QColor()
        self._fine, self._strong = LineBatch(), LineBatch()

    def set_theme(self, theme: Theme) -> None:
        """Draw in another colour."""
        self._color = theme.secondary

    def look(self, camera: Camera) -> None:
        """Prepare what this camera sees."""
        step = grid_step(camera.scale)
        (left, top), (right, bottom) = camera.bounds()
        upright, level = _multiples(left, right, step), _multiples(top, bottom, step)
        ends = np.concatenate([
            [((x, top), (x, bottom)) for x in (upright * step).tolist()] or np.empty((0, 2, 2)),
            [((left, y), (right, y)) for y in (level * step).tolist()] or np.empty((0, 2, 2)),
        ])  # fmt: skip
        strong = np.concatenate([upright, level]) % _STRONG_EVERY == 0
        lines = camera.to_screen(ends)
        if not camera.turn:
            lines = np.floor(lines) + 0.5
        self._fine.set_lines(lines[~strong])
        self._strong.set_lines(lines[strong])

    def draw(self, painter: QPainter) -> None:
        """Draw what was prepared last."""
        self._fine.paint(painter, QPen(faded(self._color, 0.16), 1))
        self._strong.paint(painter, QPen(faded(self._color, 0.34), 1))


def grid_step(scale: float) -> float:
    """Return the metres from one line to the next at a scale in pixels per metre.

    >>> grid_step(6.4), grid_step(6.3), grid_step(0.01)
    (10.0, 20.0, 10000.0)
    """
    least = _CLOSEST / scale
    decade = 10.0 ** math.floor(math.log10(least))
    return next(step * decade for step in (1, 2, 5, 10) if step * decade >= least * (1 - 1e-9))


def _multiples(low: float, high: float, step: float) -> NDArray[np.float64]:
    return np.arange(math.ceil(low / step), math.floor(high / step) + 1, dtype=np.float64)
