"""The small shapes that stand for kinds of events."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from viewer.recording.events import EventKind
from viewer.ui.theme import Theme

SHAPE_SIZE = 9.0
"""Width of a shape in pixels."""
_HALF = SHAPE_SIZE / 2


def paint_event(painter: QPainter, kind: EventKind, center: QPointF, theme: Theme) -> None:
    """Draw a cross for a collision, a triangle for a spawn (up) or destruction (down), a dot for a parent."""
    if kind is EventKind.COLLISION:
        paint_crosses(painter, [center], theme)
        return
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
    """Draw the crosses of collisions on halos, so that they stand out from what is beside them."""
    strokes = []
    for center in centers:
        strokes.append(QLineF(center + QPointF(-half, -half), center + QPointF(half, half)))
        strokes.append(QLineF(center + QPointF(-half, half), center + QPointF(half, -half)))
    for color, width in ((theme.raised, 6.0), (theme.collision, 2.4)):
        painter.setPen(QPen(color, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLines(strokes)
