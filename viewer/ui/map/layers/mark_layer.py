"""Layer of outlines around actors: hero, selected and hovered ones, and the pose of an absent one."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from viewer.ui.map.camera import Camera
from viewer.ui.map.geometry.detail import ScreenActors
from viewer.ui.map.geometry.footprints import LastKnownPose
from viewer.ui.map.layers.layer import Layer
from viewer.ui.map.picture import MapPicture
from viewer.ui.theme import current_theme, faded

_RING_GAP = 4.0
_SELECTION_GAP = 4.0
_HOVER_GAP = 4.0
_BESIDE_RING = 4.0


def outlines(picture: MapPicture) -> tuple[Mark, ...]:
    """Return outlines around the hovered actor, the hero and the selected actors, in this drawing order.

    Last poses of actors that are out of range come first. If the selected actor does not exist now, its last
    known pose is outlined at the end.
    """
    theme, screen = current_theme(), picture.screen
    marks = [_hollow(each, picture.camera, faded(theme.text, 0.55), 1.0) for each in picture.out_of_range]
    hero, selected, hovered = (
        screen.find(row) for row in (picture.view.hero, picture.selected, picture.view.hovered)
    )

    def beside_ring(index: int) -> float:
        return _BESIDE_RING if index == hero else 0.0

    if hovered is not None and hovered != selected:
        gap = _HOVER_GAP + beside_ring(hovered)
        marks.append(_around(screen, hovered, gap, faded(theme.text, 0.55), 1.0))
    if hero is not None:
        marks.append(_around(screen, hero, _RING_GAP, theme.hero, 2.0))
    roles = picture.view.actors.selection_roles if len(picture.view.selected) > 1 else {}
    for row in dict.fromkeys((*picture.view.selected, picture.selected)):
        index = screen.find(row)
        if index is not None:
            color = theme.color(roles[row]) if row in roles else theme.text
            gap = _SELECTION_GAP + beside_ring(index)
            marks.append(_around(screen, index, gap, color, 2.0 if row == picture.selected else 1.5))
    if picture.last_known_pose is not None:
        marks.append(_hollow(picture.last_known_pose, picture.camera, theme.text, 1.5))
    return tuple(marks)


def _hollow(last_known_pose: LastKnownPose, camera: Camera, color: QColor, line: float) -> Mark:
    x, y = camera.to_screen((last_known_pose.x, last_known_pose.y)).tolist()
    half_length, half_width = last_known_pose.halves(camera.scale)
    heading = last_known_pose.heading + camera.turn
    return Mark(x, y, heading, half_length, half_width, 0.0, color, line, dashed=True)


def _around(screen: ScreenActors, index: int, gap: float, color: QColor, line: float) -> Mark:
    (x, y), (half_length, half_width) = screen.centers[index].tolist(), screen.halves[index].tolist()
    heading = float(screen.headings[index])
    return Mark(x, y, heading, half_length, half_width, gap, color, line)


_DASHES = [3.0, 2.5]


@dataclass(frozen=True, eq=False)
class Mark:
    """Rounded outline around an actor.

    Attributes:
        x: middle, pixels.
        y: middle, pixels.
        heading: radians, clockwise.
        half_length: half length of the outlined box, along the heading, pixels.
        half_width: half width of the outlined box, pixels.
        gap: pixels between the box and the middle of the line.
        color: colour of the line.
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
    """Layer of the map that marks actors, such as selected ones, by rounded outlines around them."""

    def __init__(self) -> None:
        self.marks: tuple[Mark, ...] = ()
        """Outlines that are drawn."""

    def prepare(self, picture: MapPicture) -> None:
        """Compute the outlines around actors in pixels."""
        self.marks = outlines(picture)

    def draw(self, painter: QPainter) -> None:
        """Draw the outlines that mark actors, as computed by ``prepare``."""
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
