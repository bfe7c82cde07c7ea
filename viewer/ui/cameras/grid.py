"""Grid of tiles of equal size, as large as the area allows."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

_GAP = 8
_CAPTION = 20
_NARROWEST = 220
"""Least width in pixels of a tile, for its caption, if there is room."""
_ASPECT = 16 / 9
"""Width of a tile's picture for its height, where there is a choice."""


class TileGrid(QWidget):
    """Widget that places its tiles in the rows and columns that make their pictures largest."""

    resized = Signal()
    """Emitted when the tiles may have another size."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tiles: Sequence[QWidget] = ()

    def show_tiles(self, tiles: Sequence[QWidget]) -> None:
        """Show ``tiles``, children of this widget, in their order."""
        self._tiles = tiles
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the tiles in the new size."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        number = len(self._tiles)
        if not number:
            return
        columns = max(range(1, number + 1), key=lambda each: self._picture_width(each, number))
        width, height = self._tile_size(columns, number)
        width = max(min(width, round((height - _CAPTION) * _ASPECT)), min(width, _NARROWEST))
        height = min(height, round(width / _ASPECT) + _CAPTION)
        rows = math.ceil(number / columns)
        left = (self.width() - columns * width - (columns - 1) * _GAP) // 2
        top = (self.height() - rows * height - (rows - 1) * _GAP) // 2
        for at, tile in enumerate(self._tiles):
            row, column = divmod(at, columns)
            tile.setGeometry(left + column * (width + _GAP), top + row * (height + _GAP), width, height)
        self.resized.emit()

    def _tile_size(self, columns: int, number: int) -> tuple[int, int]:
        rows = math.ceil(number / columns)
        width = (self.width() - (columns - 1) * _GAP) // columns
        height = (self.height() - (rows - 1) * _GAP) // rows
        return max(width, 1), max(height, 1)

    def _picture_width(self, columns: int, number: int) -> float:
        width, height = self._tile_size(columns, number)
        return min(width, (height - _CAPTION) * _ASPECT)
