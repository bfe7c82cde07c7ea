"""Many lines in one call."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from pyqtgraph.Qt.internals import PrimitiveArray
from PySide6.QtCore import QLineF
from PySide6.QtGui import QPainter, QPen


class LineBatch:
    """Lines of one pen: kept as Qt wants them, so that drawing converts nothing."""

    def __init__(self) -> None:
        """Hold no line."""
        self._lines = PrimitiveArray(QLineF, 4)

    def __len__(self) -> int:
        """Return the number of lines."""
        return len(self._lines)

    def set_lines(self, ends: NDArray[np.float64]) -> None:
        """Take the two ends of each line, finite, in pixels, shape (K, 2, 2)."""
        self._lines.resize(len(ends))
        if len(ends):
            self._lines.ndarray()[:] = ends.reshape(-1, 4)

    def paint(self, painter: QPainter, pen: QPen) -> None:
        """Draw the lines."""
        if len(self._lines):
            painter.setPen(pen)
            painter.drawLines(*self._lines.drawargs())
