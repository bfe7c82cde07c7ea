"""Looking at the pixels of a widget."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QColor


def picture(view):
    image = view.grab().toImage().convertToFormat(view.grab().toImage().Format.Format_RGB32)
    data = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine() // 4, 4)
    return data[:, : image.width(), 2::-1].astype(int)


def close_to(image, color, within=12):
    """Return where an image has a colour, as a mask."""
    return np.abs(image - QColor(color).getRgb()[:3]).max(axis=2) <= within


def around(image, point, reach=14):
    x, y = point.x(), point.y()
    return image[max(y - reach, 0) : y + reach, max(x - reach, 0) : x + reach]
