"""What the time view is painted on: a painter on strips of pixels whose x is a time."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QImage, QPainter, QPen, QPixmap

from viewer.arrays import Floats
from viewer.ui.theme import Theme, current_theme, faded, font
from viewer.ui.timeline.axis import TimeAxis


@lru_cache
def typeface(size: Literal[11, 13]) -> tuple[QFont, QFontMetricsF]:
    """Return the typeface in a size and its measures; ``cache_clear`` when another one is wanted."""
    written = font(size)
    return written, QFontMetricsF(written)


class Label(NamedTuple):
    """A text, and where it is written."""

    text: str
    box: QRectF


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
        written, metrics = typeface(size)
        self.painter.setFont(written)
        self.painter.setPen(color)
        return metrics

    def columns(self, tops: Floats, bottoms: Floats, color: QColor) -> None:
        """Fill columns of pixels that share the strip evenly, from top to bottom.

        One image is far faster than as many lines. ``tops`` and ``bottoms`` are in the painter's pixels, of
        shape (C,); a column with NaN stays empty.
        """
        if not len(tops):
            return
        rect, ratio = self.rect, self.ratio
        rows = (np.arange(max(round(rect.height() * ratio), 1)) + 0.5)[:, np.newaxis] / ratio + rect.top()
        pixels = np.where((rows >= tops) & (rows < bottoms), np.uint32(color.rgba()), np.uint32(0))
        height, width = pixels.shape
        image = QImage(pixels.data, width, height, width * 4, QImage.Format.Format_ARGB32)
        self.painter.drawImage(rect, image)

    def hatch(self, stretches: Floats) -> None:
        """Hatch stretches, shape (S, 2), of which nothing is known: not read yet, lost, without a frame."""
        axis, rect = self.axis, self.rect
        brush = QBrush(faded(current_theme().faint, 0.6), Qt.BrushStyle.BDiagPattern)
        shown = stretches[(stretches[:, 1] >= axis.start) & (stretches[:, 0] <= axis.end)]
        for begin, end in axis.xs(shown).tolist():
            left, right = max(begin, rect.left()), min(max(end, begin + 2.0), rect.right())
            self.painter.fillRect(QRectF(left, rect.top(), right - left, rect.height()), brush)


class Picture:
    """A pixmap that is drawn anew only for another key."""

    def __init__(self) -> None:
        self._key: object = None
        self._pixmap = QPixmap()

    def get(self, key: object, size: QSize, ratio: float, paint: Callable[[QPainter], object]) -> QPixmap:
        """Return the picture for a key; size and device pixel ratio need not be part of it."""
        key = (key, size, ratio)
        if key != self._key:
            pixels = QSize(math.ceil(size.width() * ratio), math.ceil(size.height() * ratio))
            if self._pixmap.size() != pixels or self._pixmap.devicePixelRatio() != ratio:
                self._pixmap = QPixmap(pixels)
                self._pixmap.setDevicePixelRatio(ratio)
            with QPainter(self._pixmap) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                paint(painter)
            self._key = key
        return self._pixmap
