"""Layers of props and traffic signs, and of the trigger volumes of lights and signs."""

from __future__ import annotations

import math
import re
from contextlib import suppress
from typing import NamedTuple

import numpy as np
from pyqtgraph.Qt.internals import PrimitiveArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPolygonF

from viewer.logfile.errors import RecordingError
from viewer.recording.actors import Category
from viewer.replay.world.appearance import NO_BOXES, trigger_boxes
from viewer.ui.map.geometry.actor_shapes import ActorShape, outline, placed
from viewer.ui.map.geometry.detail import SIGN_HALF, Detail
from viewer.ui.map.geometry.footprints import PROPS
from viewer.ui.map.layers.layer import Layer, outline_paths
from viewer.ui.map.layers.sprites import SpriteSheet, distinct
from viewer.ui.map.picture import MapPicture
from viewer.ui.theme import current_theme, faded, font, mixed

_DOT = 2.0
_FILL = 0.3
"""How much of a prop's own colour fills its rectangle on the map, 0 to 1; the rest is the road's colour."""
_SIGN = 3.0  # pixels, half of the size of a sign that has no plate of its own
_BOX = np.array(((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)))
_STOP, _YIELD, _LIMIT = 1, 2, 3
_KINDS = {"traffic.stop": _STOP, "traffic.yield": _YIELD}
_LIMITS = re.compile(r"traffic\.speed_limit\.(\d{1,3})")
_MOST = 1000  # greater than any speed limit


class _Plate(NamedTuple):
    """Key of the sprite (cached picture) of a traffic sign: kind of sign, and its speed limit."""

    kind: int
    number: int


class PropLayer(Layer):
    """Layer that draws props and signs as boxes, sign plates, or dots of two pixels."""

    def __init__(self) -> None:
        self._bodies: list[QPainterPath] = []
        self._dots = PrimitiveArray(QPointF, 2)
        self._plates: SpriteSheet[_Plate] = SpriteSheet(_plate_size, _draw_plate)

    def restyle(self) -> None:
        """Discard the cached pictures of traffic signs in the previous theme."""
        self._plates.clear()

    def prepare(self, picture: MapPicture) -> None:
        """Compute the visible props and signs in pixels."""
        actors = picture.screen.of(PROPS)
        near = actors.detail is Detail.NEAR
        signs = actors.categories == Category.TRAFFIC_SIGN
        numbers = np.zeros(len(actors), np.int64)
        for index in np.flatnonzero(signs & near).tolist():
            numbers[index] = _packed(picture.descriptions[int(actors.rows[index])].type_id)
        known = numbers > 0
        first, which = distinct(numbers[known])
        plates = [_Plate(*divmod(number, _MOST)) for number in numbers[known][first].tolist()]
        self._plates.set_sprites(plates, which, actors.centers[known], picture)
        halves = np.where(signs[:, None], _SIGN, actors.halves)[~known]
        actors = actors.take(np.flatnonzero(~known))
        self._dots.resize(0 if near else len(actors))
        self._dots.ndarray()[:] = actors.centers[: len(self._dots)]
        boxes = placed(_BOX, actors.centers, actors.headings, halves)
        self._bodies = list(outline_paths(boxes)) if near else []

    def draw(self, painter: QPainter) -> None:
        """Draw props and traffic signs, as computed by ``prepare``."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, not len(self._dots))
        color = current_theme().prop
        painter.setPen(QPen(color, _DOT if len(self._dots) else 0, c=Qt.PenCapStyle.SquareCap))
        painter.setBrush(mixed(current_theme().road, color, _FILL))
        for path in self._bodies:
            painter.drawPath(path)
        if len(self._dots):
            painter.drawPoints(*self._dots.drawargs())
        self._plates.paint(painter)


def _plate_size(_plate: _Plate, ratio: float) -> tuple[int, int]:
    side = math.ceil((2 * SIGN_HALF + 2) * ratio)
    return side, side


def _draw_plate(painter: QPainter, plate: _Plate) -> None:
    """Draw a traffic sign: its shape, and a speed limit's number, in the theme's neutral colours."""
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
    painter.drawPolygon(QPolygonF([QPointF(math.cos(a), math.sin(a)) * (SIGN_HALF + 0.5) for a in angles]))
    if plate.kind == _STOP:
        painter.fillRect(QRectF(-SIGN_HALF / 2, -1.25, SIGN_HALF, 2.5), current_theme().text)


def _packed(type_id: str) -> int:
    """Return the kind and speed limit of a sign, from its blueprint id, as one integer; 0 if unknown."""
    if type_id in _KINDS:
        return _KINDS[type_id] * _MOST
    limit = _LIMITS.fullmatch(type_id)
    return _LIMIT * _MOST + int(limit[1]) if limit else 0


class TriggerLayer(Layer):
    """Layer that draws the trigger volumes of traffic lights and signs as boxes with dashed edges."""

    def __init__(self) -> None:
        self._paths: list[QPainterPath] = []

    def prepare(self, picture: MapPicture) -> None:
        """Compute the visible trigger volumes of traffic lights and signs in pixels."""
        camera, boxes = picture.camera, NO_BOXES
        if picture.view.world is not None:
            with suppress(RecordingError):  # reported where the next world is made
                boxes = trigger_boxes(picture.view.world)
        centers, halves = camera.to_screen(boxes.centers), boxes.extents * camera.scale
        reach = np.hypot(halves[:, 0], halves[:, 1])[:, None]
        near = (centers > -reach) & (centers - reach < (camera.width, camera.height))
        seen = np.flatnonzero(near.all(axis=1))
        halves = halves[seen]
        seen_boxes = centers[seen], boxes.headings[seen] + camera.turn, halves
        self._paths = list(outline_paths(outline(ActorShape.SQUARE, *seen_boxes))) if len(halves) else []

    def draw(self, painter: QPainter) -> None:
        """Draw the trigger volumes that ``prepare`` has computed, as dashed boxes."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(faded(current_theme().accent, 0.8), 1)
        pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(faded(current_theme().accent, 0.10))
        for path in self._paths:
            painter.drawPath(path)
