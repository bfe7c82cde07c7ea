"""Labels: pills beside actors."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPixmap

from viewer.ui.map.chrome.pill import Lines, draw_ground, draw_text, text_size
from viewer.ui.map.layers.layer import Layer
from viewer.ui.theme import current_theme, faded

_PADDING, _RADIUS = 8, 6.0
_HEIGHT, _ROOM = 24, 6
_MOST_KEPT = 256


class Label(NamedTuple):
    """What is said of an actor, and the top left corner of its pill in pixels."""

    lines: Lines
    left: float
    top: float


class LabelLayer(Layer):
    """Draws labels; a pill is painted once and copied from then on."""

    def __init__(self, z: float) -> None:
        super().__init__(z)
        self._ratio = 1.0
        self._pills: dict[Lines, QPixmap] = {}
        self._shown: list[Label] = []

    def restyle(self) -> None:
        """Draw in other colours."""
        self._pills.clear()

    def show_labels(self, labels: list[Label], ratio: float) -> None:
        """Show these labels and no others, with so many device pixels in a pixel."""
        if ratio != self._ratio or len(self._pills) > _MOST_KEPT:
            self._ratio = ratio
            self._pills.clear()
        self._shown = labels

    def draw(self, painter: QPainter) -> None:
        """Draw what was shown last."""
        for label in self._shown:
            painter.drawPixmap(QPointF(label.left, label.top), self._pill(label.lines))

    def draw_exactly(self, painter: QPainter) -> None:
        """Draw the pills themselves."""
        for label in self._shown:
            painter.save()
            painter.translate(label.left, label.top)
            _draw_pill(painter, label.lines)
            painter.restore()

    def _pill(self, lines: Lines) -> QPixmap:
        pill = self._pills.get(lines)
        if pill is None:
            pill = self._pills[lines] = QPixmap(pill_size(lines) * self._ratio)
            pill.setDevicePixelRatio(self._ratio)
            pill.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pill)
            _draw_pill(painter, lines)
            painter.end()
        return pill


def pill_size(lines: Lines) -> QSize:
    """Return the size of a label in pixels."""
    text = text_size(lines)
    return QSize(text.width() + 2 * _PADDING, max(text.height() + _ROOM, _HEIGHT))


def _draw_pill(painter: QPainter, lines: Lines) -> None:
    theme, size = current_theme(), pill_size(lines)
    area = QRectF(0, 0, size.width(), size.height())
    draw_ground(painter, area, faded(theme.raised, 0.88), faded(theme.hairline, 0.9), _RADIUS)
    draw_text(painter, _PADDING, (area.height() - text_size(lines).height()) / 2, lines)
