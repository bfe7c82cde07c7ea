"""Collisions: a ring around the contact with a cross on its edge, so that the contact stays visible."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from viewer.ui.map.camera import FARTHEST, places
from viewer.ui.map.layers.layer import Layer
from viewer.ui.map.picture import MapPicture
from viewer.ui.theme import current_theme, faded

_LEAST_RADIUS = 9.0
_CROSS_HALF = 6.0
_CROSS_GAP = 3.0  # pixels between the cross and the ends of the ring
_DIRECTION = (-math.sqrt(0.5), -math.sqrt(0.5))  # to the upper left: labels begin at the upper right
_UPPER_LEFT = 135.0  # the same in degrees, as Qt counts them
_CALM = 0.75
"""Opacity when the flare is over."""
_OLD = 0.35
"""Opacity of what is left of a collision long ago."""


class ContactMark(NamedTuple):
    """Where a collision was: metres.

    Attributes:
        x: of the contact.
        y: of the contact.
        flare: from 1 to 0 while it is fresh.
        radius: of the ring.
        strong: whether it stands out; else it is long ago, and nobody asked for it.

    """

    x: float
    y: float
    flare: float
    radius: float
    strong: bool = True


_FLARE, _RADIUS, _STRONG = (ContactMark._fields.index(name) for name in ("flare", "radius", "strong"))


class _Ring(NamedTuple):
    middle: QPointF
    radius: float
    flare: float
    strong: bool


class ContactLayer(Layer):
    """Draws rings and crosses."""

    def __init__(self) -> None:
        self._rings: list[_Ring] = []

    def prepare(self, picture: MapPicture) -> None:
        """Prepare what the camera sees; of those in one place the first, so that they do not heap up.

        Strong ones come first. Those that are nowhere are left out, and those around the place of an event
        that one went to: something else is drawn there.
        """
        camera, marks = picture.camera, np.asarray(picture.contacts, np.float64)
        self._rings = []
        if not len(marks):
            return
        radii = marks[:, _RADIUS]
        known = np.isfinite(marks).all(axis=1) & places(marks) & (radii >= 0) & (radii <= FARTHEST)
        marks = marks[known]
        marks = marks[np.argsort(marks[:, _STRONG] == 0, kind="stable")]
        if picture.exhibit is not None and picture.exhibit.point is not None:
            marks = marks[np.hypot(*(marks[:, :2] - picture.exhibit.point).T) > marks[:, _RADIUS]]
        middles = camera.to_screen(marks[:, :2])
        radii = np.maximum(marks[:, _RADIUS] * camera.scale, _LEAST_RADIUS)
        reach = (radii * 2 + 2 * _CROSS_HALF)[:, None]
        inside = ((middles > -reach) & (middles < np.array((camera.width, camera.height)) + reach)).all(
            axis=1
        )
        marks, middles, radii = marks[inside], middles[inside], radii[inside]
        cells = np.round(middles / radii[:, None]).astype(np.int64)
        _, first = np.unique(cells, axis=0, return_index=True)
        first.sort()
        self._rings = [
            _Ring(QPointF(x, y), radius, min(max(flare, 0.0), 1.0), bool(strong))
            for (x, y), radius, (flare, strong) in zip(
                middles[first].tolist(),
                radii[first].tolist(),
                marks[first][:, (_FLARE, _STRONG)].tolist(),
                strict=True,
            )
        ]

    def boxes(self) -> NDArray[np.float64]:
        """Return where the crosses are: left, top, right, bottom in pixels, shape (K, 4)."""
        boxes = []
        for ring in self._rings:
            if ring.strong:
                cross = _cross_place(ring)
                x, y, half = cross.x(), cross.y(), _CROSS_HALF + 1
                boxes.append((x - half, y - half, x + half, y + half))
        return np.array(boxes, np.float64).reshape(-1, 4)

    def draw(self, painter: QPainter) -> None:
        """Draw what was prepared last, the latest on top."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for ring in reversed(self._rings):
            if ring.strong:
                self._draw_strong(painter, ring)
            else:
                painter.setPen(QPen(faded(current_theme().collision, _OLD), 1))
                painter.drawEllipse(ring.middle, ring.radius, ring.radius)

    def _draw_strong(self, painter: QPainter, ring: _Ring) -> None:
        """Draw one mark of two parts: the ring is open where the cross sits on it."""
        opacity = _CALM + (1 - _CALM) * ring.flare
        radius, color = ring.radius, faded(current_theme().collision, opacity)
        if ring.flare > 0:
            spread = radius * (1 + 0.5 * (1 - ring.flare))
            painter.setPen(QPen(faded(current_theme().collision, 0.5 * ring.flare), 3))
            painter.drawEllipse(ring.middle, spread, spread)
        painter.setPen(QPen(color, 2))
        opening = math.degrees((_CROSS_HALF + _CROSS_GAP) / radius)
        area = QRectF(-radius, -radius, 2 * radius, 2 * radius).translated(ring.middle)
        painter.drawArc(area, round(16 * (_UPPER_LEFT + opening)), round(16 * (360 - 2 * opening)))
        painter.setPen(QPen(color, 2.5, c=Qt.PenCapStyle.RoundCap))
        cross, arm = _cross_place(ring), _CROSS_HALF - 1
        painter.drawLine(cross + QPointF(-arm, -arm), cross + QPointF(arm, arm))
        painter.drawLine(cross + QPointF(-arm, arm), cross + QPointF(arm, -arm))


def _cross_place(ring: _Ring) -> QPointF:
    return ring.middle + QPointF(*_DIRECTION) * ring.radius
