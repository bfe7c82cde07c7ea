"""Pictures that are kept until what they show changes, and columns of pixels drawn at once."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap


class CachedPixmap:
    """A pixmap that is drawn anew only for another key."""

    def __init__(self) -> None:
        self._key: object = None
        self._pixmap = QPixmap()

    def get(
        self, key: object, size: QSize, ratio: float, ground: QColor, paint: Callable[[QPainter], None]
    ) -> QPixmap:
        """Return the picture for a key; size and device pixel ratio need not be part of it."""
        key = (key, size, ratio)
        if key != self._key:
            self._pixmap = QPixmap(size * ratio)
            self._pixmap.setDevicePixelRatio(ratio)
            self._pixmap.fill(ground)
            with QPainter(self._pixmap) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                paint(painter)
            self._key = key
        return self._pixmap

    def forget(self) -> None:
        """Let go of the picture and of its key, which may hold what it shows."""
        self._key = None
        self._pixmap = QPixmap()


def stamp(width: float, height: float, ratio: float, paint: Callable[[QPainter], None]) -> QPixmap:
    """Return a small picture to be drawn in many places: copies are far faster than shapes."""
    picture = QPixmap(QSize(math.ceil(width), math.ceil(height)) * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint(painter)
    return picture


def paint_columns(
    painter: QPainter, rect: QRectF, tops: NDArray[np.float64], bottoms: NDArray[np.float64], color: QColor
) -> None:
    """Fill columns of pixels that share ``rect`` evenly, from top to bottom.

    One image is far faster than as many lines. ``tops`` and ``bottoms`` are in the painter's pixels, of
    shape (C,); a column with NaN stays empty.
    """
    if not len(tops):
        return
    ratio = painter.device().devicePixelRatio()
    rows = (np.arange(max(round(rect.height() * ratio), 1)) + 0.5)[:, np.newaxis] / ratio + rect.top()
    pixels = np.where((rows >= tops) & (rows < bottoms), np.uint32(color.rgba()), np.uint32(0))
    height, width = pixels.shape
    image = QImage(pixels.data, width, height, width * 4, QImage.Format.Format_ARGB32)
    painter.drawImage(rect, image)
