"""Comparing a picture with the approved one."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage

APPROVED = Path(__file__).with_name("approved")

STEP = 3
"""A pixel differs where a channel does by more than this, of 255; processors round gradients less apart."""

_PALETTE = 256
"""A picture of no more colours is written as their numbers."""


def pixels_of(image: QImage) -> NDArray[np.uint8]:
    """Return red, green and blue, shape (height, width, 3)."""
    image = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : image.width() * 3].reshape(image.height(), image.width(), 3).copy()


def differing(image: QImage, approved: QImage) -> NDArray[np.bool_]:
    """Return which pixels differ, shape (height, width); all if the sizes do."""
    if image.size() != approved.size():
        return np.ones((image.height(), image.width()), bool)
    steps = np.abs(pixels_of(image).astype(np.int16) - pixels_of(approved)).max(axis=2)
    return steps > STEP


def marked(image: QImage, where: NDArray[np.bool_]) -> QImage:
    """Return the picture in pale grey, and in red what differs."""
    grey = pixels_of(image).mean(axis=2, keepdims=True).repeat(3, axis=2)
    pixels = (170 + grey / 3).astype(np.uint8)
    pixels[where] = (220, 0, 0)
    height, width = where.shape
    return QImage(pixels.tobytes(), width, height, 3 * width, QImage.Format.Format_RGB888).copy()


def save(image: QImage, path: Path) -> None:
    """Write a PNG, exact and small."""
    path.parent.mkdir(parents=True, exist_ok=True)
    image = image.convertToFormat(QImage.Format.Format_RGB888)
    colors, places = np.unique(pixels_of(image).reshape(-1, 3).astype(np.uint32), axis=0, return_inverse=True)
    if len(colors) <= _PALETTE:
        size = image.width(), image.height()
        indexes = places.reshape(-1).astype(np.uint8).tobytes()
        image = QImage(indexes, *size, size[0], QImage.Format.Format_Indexed8).copy()
        image.setColorTable((0xFF000000 | colors @ (1 << 16, 1 << 8, 1)).tolist())
    image.setDotsPerMeterX(0)
    image.setDotsPerMeterY(0)
    if not image.save(str(path), "PNG", 0):
        raise OSError(f"{path} cannot be written")
