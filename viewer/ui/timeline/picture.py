"""Small pictures of painted shapes, and columns of pixels drawn at once."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap

from viewer.ui.timeline.time_canvas import TimeCanvas


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
    canvas: TimeCanvas, tops: NDArray[np.float64], bottoms: NDArray[np.float64], color: QColor
) -> None:
    """Fill columns of pixels that share the canvas evenly, from top to bottom.

    One image is far faster than as many lines. ``tops`` and ``bottoms`` are in the painter's pixels, of
    shape (C,); a column with NaN stays empty.
    """
    if not len(tops):
        return
    rect, ratio = canvas.rect, canvas.ratio
    rows = (np.arange(max(round(rect.height() * ratio), 1)) + 0.5)[:, np.newaxis] / ratio + rect.top()
    pixels = np.where((rows >= tops) & (rows < bottoms), np.uint32(color.rgba()), np.uint32(0))
    height, width = pixels.shape
    image = QImage(pixels.data, width, height, width * 4, QImage.Format.Format_ARGB32)
    canvas.painter.drawImage(rect, image)
