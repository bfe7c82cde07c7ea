"""The canvas of the timeline: a QPainter for a strip of pixels whose x is a time."""

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
    """Return font and metrics for text of ``size`` px, cached; call ``cache_clear`` if fonts change."""
    written = font(size)
    return written, QFontMetricsF(written)


class Label(NamedTuple):
    """Text to draw, ``text``, and the rectangle that it is drawn in, ``box``."""

    text: str
    box: QRectF


class TimeCanvas(NamedTuple):
    """A horizontal strip of the timeline, with what is needed to draw on it.

    Attributes:
        painter: paints in logical pixels of the widget.
        axis: maps times to x.
        rect: rectangle of the strip in px; as wide as the axis.
        theme: the colours.
    """

    painter: QPainter
    axis: TimeAxis
    rect: QRectF
    theme: Theme

    @property
    def ratio(self) -> float:
        """Device pixel ratio of the painter."""
        return self.painter.device().devicePixelRatio()

    def at(self, rect: QRectF) -> TimeCanvas:
        """Return a copy of this canvas that paints in ``rect``, with the same time axis."""
        return self._replace(rect=rect)

    def stretch(self, begin: float, end: float, least: float = 1.0) -> QRectF:
        """Return the rectangle of the strip from ``begin`` to ``end`` (s), at least ``least`` px wide."""
        left, right = max(self.axis.x(begin), self.rect.left()), min(self.axis.x(end), self.rect.right())
        return QRectF(left, self.rect.top(), max(right - left, least), self.rect.height())

    def filling(self, color: QColor, edge: QColor | None = None) -> QPainter:
        """Set the brush to ``color`` and a 1 px pen to ``edge`` (None: no outline); return the painter."""
        self.painter.setPen(Qt.PenStyle.NoPen if edge is None else QPen(edge, 1))
        self.painter.setBrush(color)
        return self.painter

    def writing(self, color: QColor, size: Literal[11, 13] = 11) -> QFontMetricsF:
        """Set font and colour for text; return the metrics of the font."""
        written, metrics = typeface(size)
        self.painter.setFont(written)
        self.painter.setPen(color)
        return metrics

    def write_before(self, box: QRectF, right: float, text: str) -> None:
        """Draw ``text`` with its right end at ``right`` px, vertically centred in ``box``."""
        how = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip
        self.painter.drawText(QRectF(right, box.top(), 0, box.height()), how, text)

    def columns(self, tops: Floats, bottoms: Floats, color: QColor) -> None:
        """Fill C columns of equal width that span the strip, each from its top to its bottom.

        ``tops`` and ``bottoms`` are y in px, shape ``(C,)``; columns with NaN stay empty. Drawn as one image,
        which is far faster than many lines.
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
        """Hatch the full height of the strip over ``stretches``, at which there is no data.

        ``stretches`` are pairs of start and end in seconds, shape ``(S, 2)``.
        """
        axis, rect = self.axis, self.rect
        brush = QBrush(faded(current_theme().faint, 0.6), Qt.BrushStyle.BDiagPattern)
        shown = stretches[(stretches[:, 1] >= axis.start) & (stretches[:, 0] <= axis.end)]
        for begin, end in axis.xs(shown).tolist():
            left, right = max(begin, rect.left()), min(max(end, begin + 2.0), rect.right())
            self.painter.fillRect(QRectF(left, rect.top(), right - left, rect.height()), brush)


class Picture:
    """Cache of one painted pixmap: it is painted again only if its key, size or pixel ratio changes."""

    def __init__(self) -> None:
        self._key: object = None
        self._pixmap = QPixmap()

    def get(self, key: object, size: QSize, ratio: float, paint: Callable[[QPainter], object]) -> QPixmap:
        """Return the cached pixmap; ``paint`` draws it anew if ``key``, ``size`` or ``ratio`` have changed.

        ``ratio`` is the device pixel ratio.
        """
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
