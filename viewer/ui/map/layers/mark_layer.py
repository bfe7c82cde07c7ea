"""Outlines around actors: the hero's ring, the selection, what is pointed at, and where one was last."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from viewer.ui.map.camera import Camera
from viewer.ui.map.geometry.detail import ScreenActors
from viewer.ui.map.geometry.footprints import AbsentActor
from viewer.ui.map.layers.layer import Layer
from viewer.ui.map.picture import MapPicture
from viewer.ui.theme import current_theme, faded

_RING_GAP = 4.0
_SELECTION_GAP = 4.0
_HOVER_GAP = 4.0
_BESIDE_RING = 4.0


def outlines(picture: MapPicture) -> tuple[Mark, ...]:
    """Return the outlines of a picture, the one that matters most last."""
    theme, screen = current_theme(), picture.screen
    marks = []
    hero, selected, hovered = (screen.find(row) for row in (picture.hero, picture.selected, picture.hovered))

    def beside_ring(place: int) -> float:
        return _BESIDE_RING if place == hero else 0.0

    if hovered is not None and hovered != selected:
        gap = _HOVER_GAP + beside_ring(hovered)
        marks.append(_around(screen, hovered, gap, faded(theme.text, 0.55), 1.0))
    if hero is not None:
        marks.append(_around(screen, hero, _RING_GAP, theme.hero, 2.0))
    roles = picture.roles if len(picture.also_selected) > 1 else {}
    for row in dict.fromkeys((*picture.also_selected, picture.selected)):
        place = screen.find(row)
        if place is not None:
            color = theme.color(roles[row]) if row in roles else theme.text
            gap = _SELECTION_GAP + beside_ring(place)
            marks.append(_around(screen, place, gap, color, 2.0 if row == picture.selected else 1.5))
    if picture.ghost is not None:
        marks.append(_hollow(picture.ghost, picture.camera))
    return tuple(marks)


def _hollow(ghost: AbsentActor, camera: Camera) -> Mark:
    theme = current_theme()
    x, y = camera.to_screen((ghost.x, ghost.y)).tolist()
    half_length, half_width = ghost.halves(camera.scale)
    heading = ghost.heading + camera.turn
    return Mark(x, y, heading, half_length, half_width, 0.0, theme.text, 1.5, dashed=True)


def _around(screen: ScreenActors, place: int, gap: float, color: QColor, line: float) -> Mark:
    (x, y), (half_length, half_width) = screen.centers[place].tolist(), screen.halves[place].tolist()
    heading = float(screen.headings[place])
    return Mark(x, y, heading, half_length, half_width, gap, color, line)


_DASHES = [3.0, 2.5]


@dataclass(frozen=True, eq=False)
class Mark:
    """A rounded outline around something.

    Attributes:
        x: of the middle, pixels.
        y: of the middle, pixels.
        heading: radians, clockwise.
        half_length: of what is outlined, along the heading, pixels.
        half_width: across it, pixels.
        gap: pixels between it and the middle of the line.
        color: of the line.
        line: width of the line in pixels.
        dashed: whether the line is dashed.

    """

    x: float
    y: float
    heading: float
    half_length: float
    half_width: float
    gap: float
    color: QColor
    line: float
    dashed: bool = False


class MarkLayer(Layer):
    """Draws rounded outlines."""

    def __init__(self) -> None:
        self.marks: tuple[Mark, ...] = ()
        """What is drawn."""

    def prepare(self, picture: MapPicture) -> None:
        """Prepare the outlines."""
        self.marks = outlines(picture)

    def draw(self, painter: QPainter) -> None:
        """Draw what was shown last."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for mark in self.marks:
            painter.save()
            painter.translate(QPointF(mark.x, mark.y))
            painter.rotate(math.degrees(mark.heading))
            pen = QPen(mark.color, mark.line)
            if mark.dashed:
                pen.setDashPattern(_DASHES)
            painter.setPen(pen)
            half_length, half_width = mark.half_length + mark.gap, mark.half_width + mark.gap
            radius = min(half_length, half_width, 3.0 + mark.gap)
            painter.drawRoundedRect(
                QRectF(-half_length, -half_width, 2 * half_length, 2 * half_width), radius, radius
            )
            painter.restore()
