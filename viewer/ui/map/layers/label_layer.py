"""Labels: pills beside actors, on leaders."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen, QPixmap

from viewer.ui.map.chrome.pill import Lines, draw_ground, draw_text, text_size
from viewer.ui.map.layers.layer import Layer
from viewer.ui.theme import Theme, faded

_PADDING, _RADIUS = 8, 6.0
_HEIGHT = 24
_MOST_KEPT = 256


class Label(NamedTuple):
    """The pill of an actor (row) with its top left corner and both ends of its leader, in pixels."""

    row: int
    lines: Lines
    left: float
    top: float
    begin: tuple[float, float]
    end: tuple[float, float]


class LabelLayer(Layer):
    """Draws labels; a pill is painted once and copied from then on."""

    def __init__(self, z: float) -> None:
        super().__init__(z)
        self._theme: Theme | None = None
        self._ratio = 1.0
        self._pills: dict[Lines, QPixmap] = {}
        self._shown: list[tuple[Label, QPixmap]] = []

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        self._pills.clear()

    def show_labels(self, labels: list[Label], ratio: float) -> None:
        """Show these labels and no others."""
        if ratio != self._ratio or len(self._pills) > _MOST_KEPT:
            self._ratio = ratio
            self._pills.clear()
        self._shown = [(label, self._pill(label.lines)) for label in labels]

    def draw(self, painter: QPainter) -> None:
        """Draw what was shown last."""
        self._draw_leaders(painter)
        for label, pill in self._shown:
            painter.drawPixmap(QPointF(label.left, label.top), pill)

    def draw_exactly(self, painter: QPainter) -> None:
        """Draw the pills themselves."""
        self._draw_leaders(painter)
        for label, _ in self._shown:
            painter.save()
            painter.translate(label.left, label.top)
            self._draw_pill(painter, label.lines)
            painter.restore()

    def _draw_leaders(self, painter: QPainter) -> None:
        if self._theme is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.secondary, 1))
        for label, _ in self._shown:
            painter.drawLine(QPointF(*label.begin), QPointF(*label.end))

    def _draw_pill(self, painter: QPainter, lines: Lines) -> None:
        if self._theme is None:
            return
        size = pill_size(lines)
        area = QRectF(0, 0, size.width(), size.height())
        draw_ground(painter, area, faded(self._theme.raised, 0.88), faded(self._theme.hairline, 0.9), _RADIUS)
        draw_text(painter, _PADDING, (area.height() - text_size(lines).height()) / 2, lines, self._theme)

    def _pill(self, lines: Lines) -> QPixmap:
        if lines not in self._pills and self._theme is not None:
            size = pill_size(lines)
            pill = QPixmap(size * self._ratio)
            pill.setDevicePixelRatio(self._ratio)
            pill.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pill)
            self._draw_pill(painter, lines)
            painter.end()
            self._pills[lines] = pill
        return self._pills.get(lines, QPixmap())


def pill_size(lines: Lines) -> QSize:
    """Return the size of a label in pixels."""
    text = text_size(lines)
    return QSize(text.width() + 2 * _PADDING, max(text.height(), _HEIGHT))
