"""The small shapes that stand for kinds of events."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPixmap, QPolygonF

from viewer.replay.events import EventKind
from viewer.ui.theme import current_theme
from viewer.ui.timeline.time_canvas import stamp

SHAPE_SIZE = 9.0
"""Width of a shape in pixels."""
_HALF = SHAPE_SIZE / 2
_SPRITE = 14
"""Width of the picture of a shape in pixels."""
_HALO = 6.0

_Paint = Callable[[QPainter], object]


def event_pixmap(kind: EventKind, ratio: float) -> QPixmap:
    """Return the shape of a kind of event, for a screen of a device pixel ratio."""
    theme = current_theme()
    if kind is EventKind.COLLISION:
        return cross_pixmap(ratio)

    def paint(painter: QPainter) -> None:
        painter.translate(_SPRITE / 2, _SPRITE / 2)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.secondary)
        _SHAPES[kind](painter)

    return stamp(_SPRITE, _SPRITE, ratio, paint)


def cross_pixmap(ratio: float, half: float = _HALF) -> QPixmap:
    """Return the cross of a collision on a halo, so that it stands out from what is beside it."""
    theme = current_theme()
    side = math.ceil(2 * half + _HALO)

    def paint(painter: QPainter) -> None:
        painter.translate(side / 2, side / 2)
        for color, width in ((theme.lane, _HALO), (theme.collision, 2.4)):
            painter.setPen(QPen(color, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawLines([QLineF(-half, -half, half, half), QLineF(-half, half, half, -half)])

    return stamp(side, side, ratio, paint)


def _polygon(*corners: tuple[float, float]) -> QPolygonF:
    """Return a polygon of corners given in halves of a shape's width."""
    return QPolygonF([QPointF(x, y) * _HALF for x, y in corners])


def _paint_drop(painter: QPainter) -> None:
    painter.drawEllipse(QPointF(0, 1.2), 3.0, 3.0)
    painter.drawPolygon(_polygon((0.0, -1.0), (-0.6, 0.1), (0.6, 0.1)))


def _filled(*corners: tuple[float, float]) -> _Paint:
    return lambda painter: painter.drawPolygon(_polygon(*corners))


def _paint_head(painter: QPainter) -> None:
    """Draw a traffic light's head: a lane of events has no room for states."""
    theme = current_theme()
    for y in (-3.0, 0.0, 3.0):
        painter.drawEllipse(QPointF(0, y), 1.1, 1.1)
    painter.setPen(QPen(theme.secondary, 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(QRectF(-3.5, -5.5, 7, 11), 3, 3)


def _paint_sign(painter: QPainter) -> None:
    """Draw a triangle with a stroke in it."""
    theme = current_theme()
    painter.setBrush(theme.text)
    painter.drawPolygon(_polygon((0.0, -1.1), (-1.15, 0.9), (1.15, 0.9)))
    painter.setBrush(theme.raised)
    painter.drawRects([QRectF(-0.6, -2, 1.2, 3), QRectF(-0.6, 2, 1.2, 1.2)])


def _paint_dot(painter: QPainter) -> None:
    painter.drawEllipse(QPointF(), 2.5, 2.5)


_SHAPES: Mapping[EventKind, _Paint] = {
    EventKind.FOUND: _paint_dot,
    EventKind.PROBLEM: _paint_sign,
    EventKind.NOTE: lambda painter: painter.drawRect(QRectF(-3, -3, 6, 6)),
    EventKind.LIGHT: _paint_head,
    EventKind.WEATHER: _paint_drop,
    EventKind.DOOR: _filled((-0.6, -1.0), (0.5, -0.5), (0.5, 0.9), (-0.6, 0.9)),
    EventKind.CUSTOM: _filled((0.0, -1.0), (0.8, 0.0), (0.0, 1.0), (-0.8, 0.0)),
    EventKind.DESTROY: _filled((0.0, 0.9), (-1.0, -0.7), (1.0, -0.7)),
    EventKind.SPAWN: _filled((0.0, -0.9), (-1.0, 0.7), (1.0, 0.7)),
    EventKind.PARENT: _paint_dot,
}
"""How each kind of event is drawn around the origin, but for a collision."""
