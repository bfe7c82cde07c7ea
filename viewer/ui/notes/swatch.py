"""The dot that shows the colour of a note."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap

SWATCH = 10
"""Pixels across."""


def paint_swatch(painter: QPainter, center: QPointF, color: QColor) -> None:
    """Draw the dot."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawEllipse(QRectF(center.x() - SWATCH / 2, center.y() - SWATCH / 2, SWATCH, SWATCH))
    painter.restore()


def swatch(color: QColor, ratio: float, side: int = SWATCH) -> QPixmap:
    """Return the dot as a picture, in the middle of a square."""
    pixmap = QPixmap(round(side * ratio), round(side * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        paint_swatch(painter, QPointF(side / 2, side / 2), color)
    return pixmap
