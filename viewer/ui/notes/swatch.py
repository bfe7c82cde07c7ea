"""The dot that shows the colour of a note."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap

SWATCH = 10
"""Pixels across."""
_RING = 1.0


def paint_swatch(painter: QPainter, center: QPointF, color: QColor) -> None:
    """Draw the dot."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawEllipse(QRectF(center.x() - SWATCH / 2, center.y() - SWATCH / 2, SWATCH, SWATCH))
    painter.restore()


def swatch(color: QColor, ratio: float, side: int = SWATCH, *, ring: bool = False) -> QPixmap:
    """Return the dot as a picture, in the middle of a square; the one that is chosen has a ring."""
    pixmap = QPixmap(round(side * ratio), round(side * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        paint_swatch(painter, QPointF(side / 2, side / 2), color)
        if ring:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(color, _RING))
            painter.drawEllipse(QRectF(0, 0, side, side).adjusted(_RING, _RING, -_RING, -_RING))
    return pixmap
