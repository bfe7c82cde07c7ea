"""Sprites: many small pictures in one pixmap, drawn in one call."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray
from pyqtgraph.Qt.internals import PrimitiveArray
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPixmap

from viewer.ui.map.picture import MapPicture

Key = TypeVar("Key", bound=Hashable)

_WIDTH = 1024
_FULL_HEIGHT = 2048
_FRAGMENT_FIELDS = 10  # x, y, source left, top, width, height, scale x, y, rotation, opacity


class SpriteSheet(Generic[Key]):
    """Pixmap with one sprite per key, each drawn when first needed.

    Sprites are aligned to device pixels, so that they are copied and not resampled.

    Args:
        size: function that returns width and height in device pixels, given a key and the device pixel ratio.
        draw: function that draws the sprite for a key around the painter's origin.
    """

    def __init__(
        self, size: Callable[[Key, float], tuple[int, int]], draw: Callable[[QPainter, Key], None]
    ) -> None:
        self._size = size
        self._draw = draw
        self._fragments = PrimitiveArray(QPainter.PixmapFragment, _FRAGMENT_FIELDS)
        self._placed: tuple[Sequence[Key], NDArray[np.intp], NDArray[np.float64]]
        self._placed = (), np.empty(0, np.intp), np.empty((0, 2))
        self._ratio, self._exact = 1.0, False
        self.clear()

    def clear(self) -> None:
        """Discard all cached sprites (small pictures), because colours have changed."""
        self._sources: dict[Key, tuple[int, int, int, int]] = {}
        self._pixmap = QPixmap()
        self._left, self._top, self._row_height = 0, 0, 0

    def set_sprites(
        self,
        keys: Sequence[Key],
        which: NDArray[np.intp],
        centers: NDArray[np.float64],
        picture: MapPicture,
    ) -> None:
        """Set which sprites (cached pictures) to show and where; those not in the pixmap yet are added.

        Args:
            keys: distinct keys, one per different picture.
            which: index into ``keys`` of each sprite, in painting order, shape (M,).
            centers: middles in pixels, shape (M, 2).
            picture: source of the device pixel ratio and of whether to draw shapes instead of pictures.
        """
        self._placed = keys, which, centers
        self._exact = picture.exact
        if picture.exact:
            return
        if self._top > _FULL_HEIGHT or self._ratio != picture.ratio:
            self.clear()
        self._ratio = picture.ratio
        self._add([key for key in keys if key not in self._sources])
        self._fragments.resize(len(which))
        if not len(which):
            return
        sources = np.array([self._sources[key] for key in keys], np.float64)[which]
        fragments = self._fragments.ndarray()
        sizes = sources[:, 2:]
        fragments[:, 0:2] = np.floor(centers * self._ratio - sizes / 2 + 0.5) + sizes / 2
        fragments[:, 2:6] = sources
        fragments[:, 6:8] = 1.0
        fragments[:, 8] = 0.0
        fragments[:, 9] = 1.0

    def paint(self, painter: QPainter) -> None:
        """Draw the sprites at their positions: as copies, or for a vector file as shapes and text."""
        if not self._exact:
            if len(self._fragments):
                painter.save()
                painter.scale(1 / self._ratio, 1 / self._ratio)
                first, count = self._fragments.drawargs()
                painter.drawPixmapFragments(first, count, self._pixmap)
                painter.restore()
            return
        keys, which, centers = self._placed
        for number, (x, y) in zip(which.tolist(), centers.tolist(), strict=True):
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.translate(QPointF(x, y))
            self._draw(painter, keys[number])
            painter.restore()

    def _add(self, keys: list[Key]) -> None:
        if not keys:
            return
        for key in keys:
            self._sources[key] = self._allocated(*self._size(key, self._ratio))
        self._grow(self._top + self._row_height)
        painter = QPainter(self._pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for key in keys:
            left, top, width, height = self._sources[key]
            painter.resetTransform()
            painter.translate(QPointF(left + width / 2, top + height / 2))
            painter.scale(self._ratio, self._ratio)
            self._draw(painter, key)
        painter.end()

    def _allocated(self, width: int, height: int) -> tuple[int, int, int, int]:
        if self._left + width > _WIDTH:
            self._left, self._top, self._row_height = 0, self._top + self._row_height, 0
        source = (self._left, self._top, width, height)
        self._left += width
        self._row_height = max(self._row_height, height)
        return source

    def _grow(self, height: int) -> None:
        if height <= self._pixmap.height():
            return
        larger = QPixmap(_WIDTH, max(height, 2 * self._pixmap.height()))
        larger.fill(Qt.GlobalColor.transparent)
        if not self._pixmap.isNull():
            painter = QPainter(larger)
            painter.drawPixmap(0, 0, self._pixmap)
            painter.end()
        self._pixmap = larger


def distinct(values: NDArray[np.int64]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the index of the first occurrence of each distinct value, (D,), and the inverse indices, (M,).

    ``values`` must not be negative. It replaces ``np.unique``, whose first call is slow and would delay the
    first picture of the map.
    """
    order = np.argsort(values, kind="stable")
    begins = np.diff(values[order], prepend=-1) != 0
    which = np.empty(len(values), np.intp)
    which[order] = np.cumsum(begins) - 1
    return order[begins], which
