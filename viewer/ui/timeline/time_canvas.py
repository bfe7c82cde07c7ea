"""What the time view is painted on: a painter on strips of pixels whose x is a time."""

from __future__ import annotations

from typing import Literal, NamedTuple

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from viewer.ui.theme import Theme, font
from viewer.ui.timeline.axis import TimeAxis


class TimeCanvas(NamedTuple):
    """A strip, and what is needed to paint on it.

    Attributes:
        painter: in the pixels of the widget.
        axis: which time lies where.
        rect: the strip; it spans the pixels of the axis.
        theme: the colours.

    """

    painter: QPainter
    axis: TimeAxis
    rect: QRectF
    theme: Theme

    @property
    def ratio(self) -> float:
        """Pixels of the screen for each pixel of the widget."""
        return self.painter.device().devicePixelRatio()

    def at(self, rect: QRectF) -> TimeCanvas:
        """Return another strip of the same pixels across."""
        return self._replace(rect=rect)

    def stretch(self, begin: float, end: float, least: float = 1.0) -> QRectF:
        """Return where a stretch of time lies as far as it is on the strip, so many pixels wide at least."""
        left, right = max(self.axis.x(begin), self.rect.left()), min(self.axis.x(end), self.rect.right())
        return QRectF(left, self.rect.top(), max(right - left, least), self.rect.height())

    def filling(self, color: QColor, edge: QColor | None = None) -> QPainter:
        """Return the painter, to fill shapes, with an edge of one pixel or none."""
        self.painter.setPen(Qt.PenStyle.NoPen if edge is None else QPen(edge, 1))
        self.painter.setBrush(color)
        return self.painter

    def writing(self, color: QColor, size: Literal[11, 13] = 11) -> QFontMetricsF:
        """Have text written in a colour and a size from now on; return the measures of the typeface."""
        self.painter.setFont(font(size))
        self.painter.setPen(color)
        return QFontMetricsF(self.painter.font())
