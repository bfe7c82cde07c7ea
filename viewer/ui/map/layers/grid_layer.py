"""Layer with a grid over the ground whose lines lie at round numbers of metres."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QPainter, QPen

from viewer.ui.map.layers.layer import Layer, LineBatch
from viewer.ui.map.picture import MapPicture
from viewer.ui.theme import current_theme, mixed

_CLOSEST = 64.0  # pixels between two lines
_STRONG_EVERY = 5


class GridLayer(Layer):
    """Map layer that draws grid lines of constant x and constant y, every fifth one stronger."""

    def __init__(self) -> None:
        self._turned = False
        self._fine, self._strong = LineBatch(), LineBatch()

    def prepare(self, picture: MapPicture) -> None:
        """Compute the visible grid lines in pixels."""
        camera = picture.camera
        step = grid_step(camera.scale)
        (left, top), (right, bottom) = camera.bounds()
        upright, level = _multiples(left, right, step), _multiples(top, bottom, step)
        ends = np.concatenate([
            [((x, top), (x, bottom)) for x in (upright * step).tolist()] or np.empty((0, 2, 2)),
            [((left, y), (right, y)) for y in (level * step).tolist()] or np.empty((0, 2, 2)),
        ])  # fmt: skip
        strong = np.concatenate([upright, level]) % _STRONG_EVERY == 0
        lines = camera.to_screen(ends)
        self._turned = camera.turn != 0.0
        if not self._turned:
            lines = np.floor(lines) + 0.5
        self._fine.set_lines(lines[~strong])
        self._strong.set_lines(lines[strong])

    def draw(self, painter: QPainter) -> None:
        """Draw the grid lines that ``prepare`` computed."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, self._turned)
        theme = current_theme()  # opaque colours: blending long lines costs more than a crowd of actors
        self._fine.paint(painter, QPen(mixed(theme.road, theme.secondary, 0.14), 0))
        self._strong.paint(painter, QPen(mixed(theme.road, theme.secondary, 0.32), 0))


def grid_step(scale: float) -> float:
    """Return how many metres apart the map's grid lines are at ``scale`` pixels per metre.

    >>> grid_step(6.4), grid_step(6.3), grid_step(0.01)
    (10.0, 20.0, 10000.0)
    """
    least = _CLOSEST / scale
    decade = 10.0 ** math.floor(math.log10(least))
    return next(step * decade for step in (1, 2, 5, 10) if step * decade >= least * (1 - 1e-9))


def _multiples(low: float, high: float, step: float) -> NDArray[np.float64]:
    return np.arange(math.ceil(low / step), math.floor(high / step) + 1, dtype=np.float64)
