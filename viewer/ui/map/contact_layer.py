"""Collisions: a ring around the contact, and a cross beside it so that the contact itself stays visible."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from viewer.ui.map.camera import FARTHEST, Camera
from viewer.ui.map.ink import faded
from viewer.ui.map.layer import Layer
from viewer.ui.theme import Theme

_LEAST_RADIUS = 9.0
_LEADER = 10.0
_CROSS_HALF = 6.0
_DIRECTION = (-math.sqrt(0.5), -math.sqrt(0.5))  # to the upper left: labels begin at the upper right
_AFTER = 0.45
"""Opacity of what is left when the flare is over."""


class ContactMark(NamedTuple):
    """Where a collision was; ``flare`` goes from 1 to 0 while it is fresh, ``radius`` is in metres."""

    x: float
    y: float
    flare: float
    radius: float


class ContactLayer(Layer):
    """Draws rings and crosses."""

    def __init__(self, z: float) -> None:
        super().__init__(z)
        self._color = QColor()
        self._contacts: list[ContactMark] = []
        self._rings: list[tuple[QPointF, float, float]] = []

    def set_theme(self, theme: Theme) -> None:
        """Draw in another colour."""
        self._color = theme.collision

    def set_contacts(self, contacts: Sequence[tuple[float, float, float, float]]) -> None:
        """Take collisions as x, y, flare, radius; those that are nowhere are left out."""
        marks = [ContactMark(*(float(value) for value in contact)) for contact in contacts]
        self._contacts = [mark for mark in marks if _is_somewhere(mark)]

    def look(self, camera: Camera) -> None:
        """Prepare what this camera sees."""
        self._rings = []
        for x, y, flare, metres in self._contacts:
            px, py = camera.to_screen((x, y)).tolist()
            radius = max(metres * camera.scale, _LEAST_RADIUS)
            reach = radius * 2 + _LEADER + 2 * _CROSS_HALF
            if -reach < px < camera.width + reach and -reach < py < camera.height + reach:
                self._rings.append((QPointF(px, py), radius, min(max(flare, 0.0), 1.0)))

    def crosses(self) -> NDArray[np.float64]:
        """Return where the crosses are: left, top, right, bottom in pixels, shape (K, 4)."""
        boxes = []
        for middle, radius, _ in self._rings:
            cross = _cross_place(middle, radius)
            x, y, half = cross.x(), cross.y(), _CROSS_HALF + 1
            boxes.append((x - half, y - half, x + half, y + half))
        return np.array(boxes, np.float64).reshape(-1, 4)

    def draw(self, painter: QPainter) -> None:
        """Draw what was prepared last."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for middle, radius, flare in self._rings:
            opacity = _AFTER + (1 - _AFTER) * flare
            painter.setPen(QPen(faded(self._color, opacity), 2))
            painter.drawEllipse(middle, radius, radius)
            if flare > 0:
                spread = radius * (1 + 0.5 * (1 - flare))
                painter.setPen(QPen(faded(self._color, 0.5 * flare), 3))
                painter.drawEllipse(middle, spread, spread)
            self._draw_cross(painter, middle, radius, opacity)

    def _draw_cross(self, painter: QPainter, middle: QPointF, radius: float, opacity: float) -> None:
        ux, uy = _DIRECTION
        far = radius + _LEADER
        painter.setPen(QPen(faded(self._color, opacity), 1))
        painter.drawLine(middle + QPointF(ux, uy) * radius, middle + QPointF(ux, uy) * far)
        cross = _cross_place(middle, radius)
        painter.setPen(QPen(self._color, 2.5, c=Qt.PenCapStyle.RoundCap))
        arm = _CROSS_HALF - 1
        painter.drawLine(cross + QPointF(-arm, -arm), cross + QPointF(arm, arm))
        painter.drawLine(cross + QPointF(-arm, arm), cross + QPointF(arm, -arm))


def _cross_place(middle: QPointF, radius: float) -> QPointF:
    return middle + QPointF(*_DIRECTION) * (radius + _LEADER + _CROSS_HALF + 1)


def _is_somewhere(mark: ContactMark) -> bool:
    return (
        all(math.isfinite(value) for value in mark)
        and max(abs(mark.x), abs(mark.y)) <= FARTHEST
        and 0 <= mark.radius <= FARTHEST
    )
