"""Pictures that are kept until what they show changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF
from PySide6.QtGui import QColor, QPainter, QPixmap


class PicturePart(NamedTuple):
    """A part of a picture: where it is, and all that it depends on beside what the whole depends on."""

    rect: QRectF
    key: object


class CachedPixmap:
    """A pixmap that is drawn anew only for another key, and a part of it only for another one of its own."""

    def __init__(self) -> None:
        self._key: object = None
        self._parts: Sequence[PicturePart] = ()
        self._pixmap = QPixmap()

    def get(
        self,
        key: object,
        size: QSize,
        ratio: float,
        ground: QColor,
        paint: Callable[[QPainter, QRectF], None],
        parts: Sequence[PicturePart] = (),
    ) -> QPixmap:
        """Return the picture for a key; size and device pixel ratio need not be part of it.

        ``paint`` draws all that lies in a rectangle, to which it is clipped, over the ground.
        """
        key = (key, size, ratio, [part.rect for part in parts])
        whole = QRectF(QPointF(), QSizeF(size))
        if key == self._key:
            dirty = [new.rect for new, old in zip(parts, self._parts, strict=True) if new.key != old.key]
        else:
            self._pixmap = QPixmap(size * ratio)
            self._pixmap.setDevicePixelRatio(ratio)
            self._pixmap.fill(ground)
            dirty = [whole]
        if dirty:
            with QPainter(self._pixmap) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                for rect in dirty:
                    painter.setClipRect(rect)
                    painter.fillRect(whole, ground)
                    paint(painter, rect)
        self._key, self._parts = key, parts
        return self._pixmap

    def forget(self) -> None:
        """Let go of the picture and of its keys, which may hold what it shows."""
        self._key, self._parts = None, ()
        self._pixmap = QPixmap()
