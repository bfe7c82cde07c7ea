"""The ways of many vehicles: lines that fade into the past, and thin ones ahead."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPen

from viewer.ui.map.geometry.ways import BANDS, NO_WAYS, Ways
from viewer.ui.map.layers.layer import Layer
from viewer.ui.map.layers.paths import LineBatch
from viewer.ui.theme import current_theme, faded, mixed

_OLDEST, _NEWEST = 0.12, 0.7
_FUTURE = 0.45
_SMOOTH_UP_TO = 600  # lines with antialiased edges; more are one pixel wide and opaque, which is far quicker


class WaysLayer(Layer):
    """Draws each band in one call."""

    def __init__(self, z: float) -> None:
        super().__init__(z)
        self._past = tuple(LineBatch() for _ in range(BANDS))
        self._future = LineBatch()
        self._smooth = True
        self.show_ways(NO_WAYS)

    def show_ways(self, ways: Ways) -> None:
        """Show these ways and no others."""
        for batch, lines in zip(self._past, ways.past, strict=True):
            batch.set_lines(lines)
        self._future.set_lines(ways.future)
        self._smooth = len(self._future) + sum(map(len, self._past)) <= _SMOOTH_UP_TO

    def draw(self, painter: QPainter) -> None:
        """Draw what was shown last."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, self._smooth)
        self._future.paint(painter, self._pen(current_theme().secondary, _FUTURE, 1.0))
        for number, batch in enumerate(self._past):
            opacity = _OLDEST + (_NEWEST - _OLDEST) * number / (BANDS - 1)
            batch.paint(painter, self._pen(current_theme().vehicle, opacity, 2.0))

    def _pen(self, color: QColor, opacity: float, width: float) -> QPen:
        if self._smooth:
            return QPen(faded(color, opacity), width, c=Qt.PenCapStyle.FlatCap)
        return QPen(mixed(current_theme().road, color, opacity), 0)
