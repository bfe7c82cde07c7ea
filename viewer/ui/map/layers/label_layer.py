"""Labels: pills beside actors, on leaders."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Slot
from PySide6.QtGui import QPainter, QPen, QPixmap
from PySide6.QtWidgets import QApplication, QStyle

from viewer.ui.map.chrome.pill import Lines, draw_ground, draw_text, text_size
from viewer.ui.map.layers.layer import Layer
from viewer.ui.theme import current_theme, faded

_PADDING, _RADIUS = 8, 6.0
_HEIGHT, _ROOM = 24, 6
_MOST_KEPT = 256
_DURATION = 0.12  # seconds of a move, which is fast at first
_FRAME = 16  # milliseconds
_HERE = QPointF()


class Label(NamedTuple):
    """The pill of an actor: which place beside it, top left corner and both ends of its leader, in pixels."""

    row: int
    place: int
    lines: Lines
    left: float
    top: float
    begin: tuple[float, float]
    end: tuple[float, float]


class _Move(NamedTuple):
    """A label that goes to another place: from how far away, pixels, and since when, monotonic seconds."""

    dx: float
    dy: float
    since: float


class LabelLayer(Layer):
    """Draws labels; a pill is painted once and copied from then on.

    A label that is at another place than in the last picture goes there quickly, unless the system is asked
    for less motion.
    """

    def __init__(self, z: float, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(z)
        self.eased = _is_motion_wanted()
        self._clock = clock
        self._moves: dict[int, _Move] = {}
        self._go_on = QTimer(self, singleShot=True, interval=_FRAME)
        self._go_on.timeout.connect(self._repaint)
        self._ratio = 1.0
        self._pills: dict[Lines, QPixmap] = {}
        self._shown: list[tuple[Label, QPixmap]] = []

    def restyle(self) -> None:
        """Draw in other colours."""
        self._pills.clear()

    def show_labels(self, labels: list[Label], ratio: float) -> None:
        """Show these labels and no others."""
        if ratio != self._ratio or len(self._pills) > _MOST_KEPT:
            self._ratio = ratio
            self._pills.clear()
        if self.eased:
            self._begin_moves({label.row: label for label in labels})
        self._shown = [(label, self._pill(label.lines)) for label in labels]

    def draw(self, painter: QPainter) -> None:
        """Draw what was shown last."""
        away = self._away()
        self._draw_leaders(painter, away)
        for label, pill in self._shown:
            painter.drawPixmap(QPointF(label.left, label.top) + away.get(label.row, _HERE), pill)

    def draw_exactly(self, painter: QPainter) -> None:
        """Draw the pills themselves, where they are in the end."""
        self._draw_leaders(painter, {})
        for label, _ in self._shown:
            painter.save()
            painter.translate(label.left, label.top)
            self._draw_pill(painter, label.lines)
            painter.restore()

    def _begin_moves(self, labels: dict[int, Label]) -> None:
        """Let those labels move that have another place beside their actor than they had."""
        now, away = self._clock(), self._away()
        for old, _ in self._shown:
            new = labels.get(old.row)
            if new is None or new.place == old.place:
                continue
            here = away.get(old.row, _HERE)
            self._moves[old.row] = _Move(old.left + here.x() - new.left, old.top + here.y() - new.top, now)
        self._moves = {row: move for row, move in self._moves.items() if row in labels}

    def _away(self) -> dict[int, QPointF]:
        """Return how far labels still are from their places; those that have arrived are forgotten."""
        now = self._clock()
        away = {}
        for row, move in list(self._moves.items()):
            rest = 1.0 - (now - move.since) / _DURATION
            if rest <= 0.0:
                del self._moves[row]
            else:
                away[row] = QPointF(move.dx, move.dy) * rest**3
        if away:
            self._go_on.start()
        return away

    @Slot()
    def _repaint(self) -> None:
        self.update()

    def _draw_leaders(self, painter: QPainter, away: dict[int, QPointF]) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(current_theme().secondary, 1))
        for label, _ in self._shown:
            painter.drawLine(QPointF(*label.begin), QPointF(*label.end) + away.get(label.row, _HERE))

    def _draw_pill(self, painter: QPainter, lines: Lines) -> None:
        size = pill_size(lines)
        area = QRectF(0, 0, size.width(), size.height())
        draw_ground(
            painter, area, faded(current_theme().raised, 0.88), faded(current_theme().hairline, 0.9), _RADIUS
        )
        draw_text(painter, _PADDING, (area.height() - text_size(lines).height()) / 2, lines)

    def _pill(self, lines: Lines) -> QPixmap:
        if lines not in self._pills:
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
    return QSize(text.width() + 2 * _PADDING, max(text.height() + _ROOM, _HEIGHT))


def _is_motion_wanted() -> bool:
    """Tell whether the system shows motion; where there is no screen nobody would see any."""
    style = QApplication.style()
    duration = style.styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration)
    return duration > 0 and QApplication.platformName() != "offscreen"
