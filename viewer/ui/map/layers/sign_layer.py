"""Signs that are known, as plates of constant size: stop, yield, and speed limits with their number."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from viewer.arrays import Flags
from viewer.recording.actors import ActorDescription, Category
from viewer.ui.map.geometry.detail import SIGN_HALF, Detail, ScreenActors
from viewer.ui.map.layers.layer import Layer, device_pixels
from viewer.ui.map.layers.sprites import SpriteSheet, distinct
from viewer.ui.theme import current_theme, font

_STOP, _YIELD, _LIMIT = 1, 2, 3
_KINDS = {"traffic.stop": _STOP, "traffic.yield": _YIELD}
_LIMITS = re.compile(r"traffic\.speed_limit\.(\d{1,3})")
_MOST = 1000  # what a number of a limit is below


class _Plate(NamedTuple):
    """What tells one plate from another."""

    kind: int
    number: int


class SignLayer(Layer):
    """Draws plates where there is room for them, in the colours of text: red belongs to lights."""

    def __init__(self, z: float) -> None:
        super().__init__(z)
        self._ratio = 1.0
        self._sheet: SpriteSheet[_Plate] = SpriteSheet(self._size, self._draw_plate)

    def restyle(self) -> None:
        """Draw in other colours."""
        self._sheet.clear()

    def show_signs(
        self, actors: ScreenActors, descriptions: Sequence[ActorDescription], ratio: float
    ) -> Flags:
        """Show the signs among props and signs; return which of them are shown so, shape (M,)."""
        if ratio != self._ratio:
            self._ratio = ratio
            self._sheet.clear()
        numbers = np.zeros(len(actors), np.int64)
        if actors.detail is Detail.NEAR:
            for place in np.flatnonzero(actors.categories == Category.TRAFFIC_SIGN).tolist():
                numbers[place] = _packed(descriptions[int(actors.rows[place])].type_id)
        shown = numbers > 0
        first, which = distinct(numbers[shown])
        plates = [_Plate(*divmod(number, _MOST)) for number in numbers[shown][first].tolist()]
        self._sheet.place(plates, which, actors.centers[shown] * ratio)
        return shown

    def draw(self, painter: QPainter) -> None:
        """Draw what was shown last."""
        with device_pixels(painter, self._ratio):
            self._sheet.paint(painter)

    def draw_exactly(self, painter: QPainter) -> None:
        """Draw each plate anew."""
        with device_pixels(painter, self._ratio):
            self._sheet.paint_exactly(painter)

    def _size(self, _plate: _Plate) -> tuple[int, int]:
        side = math.ceil((2 * SIGN_HALF + 2) * self._ratio)
        return side, side

    def _draw_plate(self, painter: QPainter, plate: _Plate) -> None:
        painter.scale(self._ratio, self._ratio)
        painter.setPen(QPen(current_theme().secondary, 1.25))
        painter.setBrush(current_theme().panel)
        area = QRectF(-SIGN_HALF, -SIGN_HALF, 2 * SIGN_HALF, 2 * SIGN_HALF)
        if plate.kind == _LIMIT:
            painter.drawEllipse(area)
            painter.setPen(current_theme().text)
            face = font(11, bold=True)
            face.setPixelSize(9 if plate.number < 100 else 7)  # noqa: PLR2004 - three figures need more room
            painter.setFont(face)
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, str(plate.number))
            return
        corners, begin = (8, math.pi / 8) if plate.kind == _STOP else (3, math.pi / 2)
        angles = [begin + 2 * math.pi * corner / corners for corner in range(corners)]
        painter.drawPolygon(
            QPolygonF([QPointF(math.cos(a), math.sin(a)) * (SIGN_HALF + 0.5) for a in angles])
        )
        if plate.kind == _STOP:
            painter.fillRect(QRectF(-SIGN_HALF / 2, -1.25, SIGN_HALF, 2.5), current_theme().text)


def _packed(type_id: str) -> int:
    """Return a number for what is on a sign, 0 for one that is not known."""
    if type_id in _KINDS:
        return _KINDS[type_id] * _MOST
    limit = _LIMITS.fullmatch(type_id)
    return _LIMIT * _MOST + int(limit[1]) if limit else 0
