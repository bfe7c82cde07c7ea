"""The small shapes that stand for kinds of events."""

from __future__ import annotations

import math

from PySide6.QtCore import QLineF, QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPen, QPixmap, QPolygonF

from viewer.recording.events import EventKind
from viewer.ui.theme import Theme

SHAPE_SIZE = 9.0
"""Width of a shape in pixels."""
_HALF = SHAPE_SIZE / 2


def paint_event(painter: QPainter, kind: EventKind, center: QPointF, theme: Theme) -> None:
    """Draw a triangle for a spawn (up) or destruction (down), a dot for a parent; collisions have crosses."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.secondary)
    if kind is EventKind.PARENT:
        painter.drawEllipse(center, 2.5, 2.5)
        return
    tip = -_HALF if kind is EventKind.SPAWN else _HALF
    painter.drawPolygon(
        QPolygonF(
            [
                center + QPointF(0, tip * 0.9),
                center + QPointF(-_HALF, -tip * 0.7),
                center + QPointF(_HALF, -tip * 0.7),
            ]
        )
    )


def paint_crosses(painter: QPainter, centers: list[QPointF], theme: Theme, half: float = _HALF) -> None:
    """Draw the crosses of collisions on halos, so that they stand out from what is beside them.

    They are copies of one picture: strokes with round ends take ten times as long.
    """
    for color, width in ((theme.raised, 6.0), (theme.collision, 2.4)):
        side = math.ceil(2 * half + width)
        cross = _cross(side, half, QPen(color, width), painter.device().devicePixelRatio())
        corner = QPointF(side / 2, side / 2)
        for center in centers:
            painter.drawPixmap(center - corner, cross)


def _cross(side: int, half: float, pen: QPen, ratio: float) -> QPixmap:
    cross = QPixmap(QSize(side, side) * ratio)
    cross.setDevicePixelRatio(ratio)
    cross.fill(Qt.GlobalColor.transparent)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    with QPainter(cross) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(pen)
        painter.translate(side / 2, side / 2)
        painter.drawLines([QLineF(-half, -half, half, half), QLineF(-half, half, half, -half)])
    return cross
