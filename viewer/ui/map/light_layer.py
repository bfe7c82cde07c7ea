"""Traffic lights: upright heads of constant size; the lamp's place says the state as much as its colour."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from viewer.logfile.enums import TrafficLightState
from viewer.ui.map.detail import ScreenActors
from viewer.ui.map.ink import mixed
from viewer.ui.map.layer import Layer, device_pixels
from viewer.ui.map.sprites import SpriteSheet, distinct
from viewer.ui.theme import Theme

_LAMPS = (TrafficLightState.RED, TrafficLightState.YELLOW, TrafficLightState.GREEN)  # from the top
_SMALL_HALF_WIDTH = 4.0
_STATES = 8


class _Head(NamedTuple):
    """What tells one head from another; lengths in device pixels."""

    state: int
    width: int
    height: int


class LightLayer(Layer):
    """Draws the heads of the traffic lights."""

    def __init__(self, z: float) -> None:
        super().__init__(z)
        self._ratio = 1.0
        self._theme: Theme | None = None
        self._sheet: SpriteSheet[_Head] = SpriteSheet(_head_size, self._draw_head)

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        self._sheet.clear()

    def show_lights(self, lights: ScreenActors, ratio: float) -> None:
        """Show traffic lights, each centred where it stands."""
        if ratio != self._ratio:
            self._ratio = ratio
            self._sheet.clear()
        sizes = np.round(lights.halves * 2 * ratio).astype(np.int64)
        columns = np.column_stack([lights.light_states, sizes])
        packed = (columns[:, 0] + 1) + _STATES * columns[:, 1]
        first, which = distinct(packed)
        keys = [_Head(*values) for values in columns[first].tolist()]
        self._sheet.place(keys, which, lights.centers * ratio)

    def draw(self, painter: QPainter) -> None:
        """Draw what was shown last."""
        with device_pixels(painter, self._ratio):
            self._sheet.paint(painter)

    def _draw_head(self, painter: QPainter, head: _Head) -> None:
        if self._theme is None:
            return
        theme, ratio = self._theme, self._ratio
        colors = dict(zip(_LAMPS, (theme.lamp_red, theme.lamp_yellow, theme.lamp_green), strict=True))
        painter.scale(ratio, ratio)
        body = QRectF(0, 0, head.width / ratio - 1, head.height / ratio - 1)
        body.moveCenter(QPointF(0, 0))
        small = body.width() / 2 < _SMALL_HALF_WIDTH
        painter.setPen(QPen(mixed(theme.light_head, theme.marks, 0.55 if small else 0.9), 1))
        painter.setBrush(theme.light_head)
        painter.drawRoundedRect(body, body.width() / 2, body.width() / 2)
        radius = body.width() / 2 - (0.4 if small else 2.0)
        for lamp, color in colors.items():
            middle = QPointF(0, (lamp - 1) * (body.height() - body.width()) / 2 * 0.98)
            if head.state == lamp:
                _dot(painter, middle, radius, color)
            elif not small:
                _unlit(painter, middle, radius, mixed(theme.light_head, QColor("white"), 0.22), head.state)


def _unlit(painter: QPainter, middle: QPointF, radius: float, color: QColor, state: int) -> None:
    """Draw a lamp that is dark, or a ring where the file does not tell the state."""
    if state in (*_LAMPS, TrafficLightState.OFF):
        _dot(painter, middle, radius, color)
        return
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(color, 1))
    painter.drawEllipse(middle, radius - 0.5, radius - 0.5)


def _dot(painter: QPainter, middle: QPointF, radius: float, color: QColor) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawEllipse(middle, radius, radius)


def _head_size(head: _Head) -> tuple[int, int]:
    return head.width + 2, head.height + 2
