"""What is drawn around actors: the hero's ring, the selection, what is pointed at, and where one was last."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from viewer.ui.map.layers.layer import Layer

_DASHES = [3.0, 2.5]


@dataclass(frozen=True, eq=False)
class Mark:
    """A rounded outline around something.

    Attributes:
        x: of the middle, pixels.
        y: of the middle, pixels.
        heading: radians, clockwise.
        half_length: of what is outlined, along the heading, pixels.
        half_width: across it, pixels.
        gap: pixels between it and the middle of the line.
        color: of the line.
        line: width of the line in pixels.
        dashed: whether the line is dashed.
        row: of the actor that it is around, None if nobody is there.

    """

    x: float
    y: float
    heading: float
    half_length: float
    half_width: float
    gap: float
    color: QColor
    line: float
    dashed: bool = False
    row: int | None = None

    @property
    def box(self) -> tuple[float, float, float, float]:
        """What it covers: left, top, right, bottom in pixels."""
        cos, sin = abs(math.cos(self.heading)), abs(math.sin(self.heading))
        around = self.gap + self.line / 2
        length, width = self.half_length + around, self.half_width + around
        dx, dy = length * cos + width * sin, length * sin + width * cos
        return self.x - dx, self.y - dy, self.x + dx, self.y + dy


class MarkLayer(Layer):
    """Draws rounded outlines."""

    def __init__(self, z: float) -> None:
        super().__init__(z)
        self._marks: tuple[Mark, ...] = ()

    def show_marks(self, marks: tuple[Mark, ...]) -> None:
        """Show these outlines and no others."""
        self._marks = marks

    def draw(self, painter: QPainter) -> None:
        """Draw what was shown last."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for mark in self._marks:
            painter.save()
            painter.translate(QPointF(mark.x, mark.y))
            painter.rotate(math.degrees(mark.heading))
            pen = QPen(mark.color, mark.line)
            if mark.dashed:
                pen.setDashPattern(_DASHES)
            painter.setPen(pen)
            half_length, half_width = mark.half_length + mark.gap, mark.half_width + mark.gap
            radius = min(half_length, half_width, 3.0 + mark.gap)
            painter.drawRoundedRect(
                QRectF(-half_length, -half_width, 2 * half_length, 2 * half_width), radius, radius
            )
            painter.restore()
