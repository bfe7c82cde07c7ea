"""Traffic lights: upright heads of constant size; the lamp's place says the state as much as its colour.

Close up, a dashed outline says that a head is frozen, and a number below it how long its phase still lasts.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from viewer.arrays import Flags, Floats
from viewer.logfile.enums import TrafficLightState
from viewer.ui.map.chrome.pill import Lines, Span, draw_ground, draw_text, text_size
from viewer.ui.map.geometry.detail import HEAD_HALF, Detail, ScreenActors
from viewer.ui.map.layers.layer import Layer, device_pixels
from viewer.ui.map.layers.sprites import SpriteSheet, distinct
from viewer.ui.theme import current_theme, faded, mixed

_LAMPS = (TrafficLightState.RED, TrafficLightState.YELLOW, TrafficLightState.GREEN)  # from the top
_SMALL_HALF_WIDTH = 4.0
_STATES = 8
_MOST_SECONDS = 1000.0  # of a phase that is still worth a number
_NUMBER_BELOW = 12.0  # pixels from the lower edge of a head to the middle of its number
_NUMBER_PADDING = 4.0
_FROZEN_GAP = 4.0  # pixels from a head to its outline
_FROZEN_DASHES = [4.0, 3.0]


class _Head(NamedTuple):
    """What tells one head from another; lengths in device pixels."""

    state: int
    width: int
    height: int
    frozen: int


class LightLayer(Layer):
    """Draws the heads of the traffic lights."""

    def __init__(self, z: float) -> None:
        super().__init__(z)
        self._ratio = 1.0
        self._sheet: SpriteSheet[_Head] = SpriteSheet(_head_size, self._draw_head)
        self._numbers: SpriteSheet[int] = SpriteSheet(self._number_size, self._draw_number)

    def restyle(self) -> None:
        """Draw in other colours."""
        self._clear()

    def show_lights(self, lights: ScreenActors, ratio: float, frozen: Flags, left: Floats) -> None:
        """Show traffic lights, each centred where it stands.

        Args:
            lights: M lights on the screen.
            ratio: device pixels in a pixel.
            frozen: whether each is frozen, shape (M,).
            left: seconds left of each one's phase, NaN where unknown, shape (M,).

        """
        if ratio != self._ratio:
            self._ratio = ratio
            self._clear()
        sizes = np.round(lights.halves * 2 * ratio).astype(np.int64)
        columns = np.column_stack([lights.light_states, sizes, frozen & (lights.detail is Detail.NEAR)])
        states, widths, _, stays = columns.T  # a width has one height
        packed = (states + 1) + _STATES * (stays + 2 * widths)
        first, which = distinct(packed)
        keys = [
            _Head(state, width, height, bool(stays))
            for state, width, height, stays in columns[first].tolist()
        ]
        self._sheet.place(keys, which, lights.centers * ratio)
        self._show_numbers(lights, left)

    def _show_numbers(self, lights: ScreenActors, left: Floats) -> None:
        known = np.flatnonzero(np.isfinite(left) & (left < _MOST_SECONDS))
        if lights.detail is not Detail.NEAR:
            known = known[:0]
        seconds = np.ceil(left[known]).astype(np.int64)
        first, which = distinct(seconds)
        below = lights.halves[known, 1] + _NUMBER_BELOW
        places = lights.centers[known] + np.column_stack([np.zeros(len(known)), below])
        self._numbers.place(seconds[first].tolist(), which, places * self._ratio)

    def _clear(self) -> None:
        self._sheet.clear()
        self._numbers.clear()

    def draw(self, painter: QPainter) -> None:
        """Draw what was shown last."""
        with device_pixels(painter, self._ratio):
            self._sheet.paint(painter)
            self._numbers.paint(painter)

    def draw_exactly(self, painter: QPainter) -> None:
        """Draw each head and number anew."""
        with device_pixels(painter, self._ratio):
            self._sheet.paint_exactly(painter)
            self._numbers.paint_exactly(painter)

    def _number_size(self, seconds: int) -> tuple[int, int]:
        size = _number_pill(seconds).size() * self._ratio
        return int(size.width()) + 1, int(size.height()) + 1

    def _draw_number(self, painter: QPainter, seconds: int) -> None:
        painter.scale(self._ratio, self._ratio)
        pill = _number_pill(seconds)
        draw_ground(
            painter, pill, faded(current_theme().raised, 0.85), faded(current_theme().hairline, 0.0), 4.0
        )
        draw_text(painter, pill.left() + _NUMBER_PADDING, pill.top(), _number(seconds))

    def _draw_head(self, painter: QPainter, head: _Head) -> None:
        theme, ratio = current_theme(), self._ratio
        colors = dict(zip(_LAMPS, (theme.lamp_red, theme.lamp_yellow, theme.lamp_green), strict=True))
        painter.scale(ratio, ratio)
        body = QRectF(0, 0, head.width / ratio - 1, head.height / ratio - 1)
        body.moveCenter(QPointF(0, 0))
        small = body.width() / 2 < _SMALL_HALF_WIDTH
        if head.frozen:
            pen = QPen(theme.text, 1)
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            pen.setDashPattern(_FROZEN_DASHES)
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            around = body.adjusted(-_FROZEN_GAP, -_FROZEN_GAP, _FROZEN_GAP, _FROZEN_GAP)
            painter.drawRoundedRect(around, around.width() / 2, around.width() / 2)
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
    around = (
        2 * math.ceil((_FROZEN_GAP + 1) * head.width / (2 * HEAD_HALF[Detail.NEAR][0])) if head.frozen else 0
    )
    return head.width + 2 + around, head.height + 2 + around


def _number(seconds: int) -> Lines:
    return ((Span(f"{seconds} {QCoreApplication.translate('MapView', 's')}", "secondary"),),)


def _number_pill(seconds: int) -> QRectF:
    size = text_size(_number(seconds))
    pill = QRectF(0, 0, size.width() + 2 * _NUMBER_PADDING, size.height())
    pill.moveCenter(QPointF(0, 0))
    return pill
