"""Lamps, open doors and steered wheels on the vehicles, and the light of their beams on the ground."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPen, QPolygonF

from viewer.ui.map.geometry.vehicle_lamps import NO_LAMPS, VehicleLamps
from viewer.ui.map.layers.layer import Layer
from viewer.ui.map.layers.paths import LineBatch
from viewer.ui.theme import current_theme, faded, mixed

_LINE_METRES = 0.2
_LINE_PIXELS = (1.75, 5.0)
_GLOW = 2.4
"""Times as wide as a lamp is the light around it."""
_BEAM_OPACITY = 0.3
"""Of a beam where it begins; it fades along its length."""


class BeamLayer(Layer):
    """Draws the light ahead of vehicles, below them."""

    def __init__(self, z: float) -> None:
        super().__init__(z)
        self._beams: list[tuple[QPolygonF, QLinearGradient]] = []

    def show_lamps(self, lamps: VehicleLamps) -> None:
        """Show these beams and no others."""
        self._beams = []
        theme = current_theme()
        color = mixed(theme.lamp_yellow, theme.text, 0.4) if theme.dark else theme.light_yellow
        for near_left, near_right, far_right, far_left in lamps.beams.tolist():
            corners = [QPointF(*corner) for corner in (near_left, near_right, far_right, far_left)]
            light = QLinearGradient((corners[0] + corners[1]) / 2, (corners[2] + corners[3]) / 2)
            light.setColorAt(0.0, faded(color, _BEAM_OPACITY))
            light.setColorAt(1.0, faded(color, 0.0))
            self._beams.append((QPolygonF(corners), light))

    def draw(self, painter: QPainter) -> None:
        """Draw what was shown last."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for outline, light in self._beams:
            painter.setBrush(light)
            painter.drawPolygon(outline)


class VehicleLampLayer(Layer):
    """Draws lines on the vehicles, all of one kind in one call."""

    def __init__(self, z: float) -> None:
        super().__init__(z)
        self._batches = {name: LineBatch() for name in VehicleLamps._fields if name != "beams"}
        self._width = 1.0
        self.show_lamps(NO_LAMPS, 1.0)

    def show_lamps(self, lamps: VehicleLamps, scale: float) -> None:
        """Show these lines and no others, at a scale in pixels per metre."""
        low, high = _LINE_PIXELS
        self._width = min(max(_LINE_METRES * scale, low), high)
        for name, batch in self._batches.items():
            batch.set_lines(getattr(lamps, name))

    def draw(self, painter: QPainter) -> None:
        """Draw what was shown last."""
        theme = current_theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        white = theme.text if theme.dark else theme.panel
        self._paint(painter, "wheels", QColor("black"), 1.2, glows=False)
        self._paint(painter, "doors", theme.text, 0.8, glows=False)
        self._paint(painter, "heads", white, 1.0, glows=False)
        self._paint(painter, "reverse", white, 1.0, glows=True)
        self._paint(painter, "blinkers", theme.text, 1.2, glows=True)
        self._paint(painter, "brake", theme.text, 1.0, glows=False)

    def _paint(self, painter: QPainter, name: str, color: QColor, width: float, *, glows: bool) -> None:
        batch = self._batches[name]
        cap = Qt.PenCapStyle.RoundCap
        if glows:
            batch.paint(painter, QPen(faded(color, 0.25), self._width * width * _GLOW, c=cap))
        batch.paint(painter, QPen(color, self._width * width, c=cap))
