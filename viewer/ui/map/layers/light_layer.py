"""Layer of traffic lights: upright heads of constant size; the lit lamp's position shows the state, too.

Close up, a dashed outline marks a frozen light, and a number below it is the seconds left of its phase.
"""

from __future__ import annotations

import math
from contextlib import suppress
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from viewer.arrays import Flags, Floats
from viewer.logfile.enums import TrafficLightState
from viewer.logfile.errors import RecordingError
from viewer.replay.world.appearance import light_phases
from viewer.ui.map.geometry.detail import Detail, ScreenActors
from viewer.ui.map.geometry.footprints import LIGHTS
from viewer.ui.map.layers.layer import Layer
from viewer.ui.map.layers.sprites import SpriteSheet, distinct
from viewer.ui.map.picture import MapPicture
from viewer.ui.theme import current_theme, faded, mixed
from viewer.ui.translation import tr
from viewer.ui.widgets.label_box import TextLines, TextRun, draw_box, draw_text, text_size

_LAMPS = (TrafficLightState.RED, TrafficLightState.YELLOW, TrafficLightState.GREEN)  # from the top
_SMALL_HALF_WIDTH = 4.0
_STATES = 8
_MOST_SECONDS = 1000.0  # left of a phase, above which no number is drawn
_NUMBER_BELOW = 12.0  # pixels from the lower edge of a head to the middle of its number
_NUMBER_PADDING = 4.0
_FROZEN_GAP = 4.0  # pixels from a head to its outline
_FROZEN_DASHES = [4.0, 3.0]


class _Head(NamedTuple):
    """Key of the sprite (cached picture) of a traffic light's head.

    Attributes:
        state: TrafficLightState, −1 where not recorded.
        width: width of the head in pixels.
        height: height of the head in pixels.
        frozen: whether a dashed outline is drawn around it, for a frozen light.
    """

    state: int
    width: float
    height: float
    frozen: bool


class LightLayer(Layer):
    """Map layer that draws the heads of the traffic lights."""

    def __init__(self) -> None:
        self._sheet: SpriteSheet[_Head] = SpriteSheet(_head_size, _draw_head)
        self._numbers: SpriteSheet[int] = SpriteSheet(_number_size, _draw_number)

    def restyle(self) -> None:
        """Discard the cached pictures of traffic lights, which are in the colours of the theme before."""
        self._sheet.clear()
        self._numbers.clear()

    def prepare(self, picture: MapPicture) -> None:
        """Prepare the visible traffic lights for drawing, each centered on its position on the map."""
        lights = picture.screen.of(LIGHTS)
        frozen, left = np.zeros(len(lights), np.bool_), np.full(len(lights), np.nan)
        if picture.view.world is not None and len(lights):
            with suppress(RecordingError):  # reported where the next world is made
                phases = light_phases(picture.view.world)
                frozen, left = phases.frozen[lights.indices], phases.left[lights.indices]
        self.show_lights(lights, frozen, left, picture)

    def show_lights(self, lights: ScreenActors, frozen: Flags, left: Floats, picture: MapPicture) -> None:
        """Prepare M traffic ``lights`` for drawing: their heads, and the seconds left of their phases.

        ``frozen`` is a mask of the lights that a script keeps from changing, shape (M,). ``left`` is in
        seconds, NaN where unknown, shape (M,).
        """
        ratio = picture.ratio
        sizes = np.round(lights.halves * 2 * ratio).astype(np.int64)
        columns = np.column_stack([lights.light_states, sizes, frozen & (lights.detail is Detail.NEAR)])
        states, widths, _, stays = columns.T  # each width has one height
        packed = (states + 1) + _STATES * (stays + 2 * widths)
        first, which = distinct(packed)
        keys = [
            _Head(state, width / ratio, height / ratio, bool(stays))
            for state, width, height, stays in columns[first].tolist()
        ]
        self._sheet.set_sprites(keys, which, lights.centers, picture)
        known = np.flatnonzero(np.isfinite(left) & (left < _MOST_SECONDS))
        if lights.detail is not Detail.NEAR:
            known = known[:0]
        below = lights.halves[known, 1] + _NUMBER_BELOW
        positions = lights.centers[known] + np.column_stack([np.zeros(len(known)), below])
        inside = positions[:, 1] + _NUMBER_BELOW <= picture.camera.height
        known, positions = known[inside], positions[inside]
        seconds = np.ceil(left[known]).astype(np.int64)
        first, which = distinct(seconds)
        self._numbers.set_sprites(seconds[first].tolist(), which, positions, picture)

    def draw(self, painter: QPainter) -> None:
        """Draw the traffic lights on the map as ``prepare`` has computed them."""
        self._sheet.paint(painter)
        self._numbers.paint(painter)


def _number_size(seconds: int, ratio: float) -> tuple[int, int]:
    size = _number_box(seconds).size() * ratio
    return int(size.width()) + 1, int(size.height()) + 1


def _draw_number(painter: QPainter, seconds: int) -> None:
    box = _number_box(seconds)
    draw_box(painter, box, faded(current_theme().raised, 0.85), faded(current_theme().hairline, 0.0), 4.0)
    draw_text(painter, box.left() + _NUMBER_PADDING, box.top(), _number(seconds))


def _draw_head(painter: QPainter, head: _Head) -> None:
    theme = current_theme()
    colors = dict(zip(_LAMPS, (theme.lamp_red, theme.lamp_yellow, theme.lamp_green), strict=True))
    body = QRectF(0, 0, head.width - 1, head.height - 1)
    body.moveCenter(QPointF(0, 0))
    small = body.width() / 2 < _SMALL_HALF_WIDTH
    if head.frozen:
        pen = QPen(theme.text, 1, c=Qt.PenCapStyle.FlatCap)
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
    """Draw an unlit lamp of a traffic light as a dot, or as a ring if the light's ``state`` is unknown."""
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


def _head_size(head: _Head, ratio: float) -> tuple[int, int]:
    around = 2 * math.ceil((_FROZEN_GAP + 1) * ratio) if head.frozen else 0
    return round(head.width * ratio) + 2 + around, round(head.height * ratio) + 2 + around


def _number(seconds: int) -> TextLines:
    return ((TextRun(f"{seconds} {tr('s')}", "secondary"),),)


def _number_box(seconds: int) -> QRectF:
    size = text_size(_number(seconds))
    box = QRectF(0, 0, size.width() + 2 * _NUMBER_PADDING, size.height())
    box.moveCenter(QPointF(0, 0))
    return box
