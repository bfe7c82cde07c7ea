"""An event on the map that one went to: who stood where, how they came there, and where they touched."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from viewer.analysis.evidence import Evidence
from viewer.analysis.kinds import KINDS
from viewer.arrays import Floats
from viewer.ui.format import number as written
from viewer.ui.found_text import frames_before
from viewer.ui.map.camera import Camera
from viewer.ui.map.geometry.category_masks import BODIES, LIGHTS
from viewer.ui.map.geometry.detail import boxes_of
from viewer.ui.map.geometry.exhibit import ExhibitShapes, exhibit_shapes
from viewer.ui.map.geometry.rectangles import boxes_beside, free_side
from viewer.ui.map.layers.layer import Layer
from viewer.ui.map.picture import MapPicture
from viewer.ui.map.pill import Lines, Span, draw_ground, draw_text, pill_size
from viewer.ui.speed_unit import speed_number, speed_unit
from viewer.ui.theme import current_theme, faded
from viewer.ui.translation import tr

_FAINT = (0.6, 0.35)
"""Opacity of the outlines at the times before."""
_DASHES = [4.0, 3.0]
_ARROW, _CASING, _TIP = 2.5, 6.0, 11.0
_DIAMOND = 8.0
_RING, _HALO, _HALO_OPACITY = 1.5, 8.0, 0.14
_CROSS = 6.0
_PADDING_X, _PADDING_Y, _RADIUS = 7, 3, 5.0
_LINE = 4.0
_LIGHT_RING = 20.0
_LANE_OPACITY = 0.14
_LEADER = 44.0


class ExhibitLayer(Layer):
    """Draws the evidence of one event; nothing without one."""

    def __init__(self) -> None:
        self._evidence: Evidence | None = None
        self._colors: Sequence[QColor] = ()
        self._shapes: ExhibitShapes | None = None
        self._pills: list[tuple[QRectF, Lines]] = []

    def prepare(self, picture: MapPicture) -> None:
        """Prepare what the camera sees, in the actors' own colours; pills cover nobody else."""
        evidence = self._evidence = picture.exhibit
        self._shapes, self._pills = None, []
        if evidence is None or picture.index is None:
            return
        if not len(evidence.rows) and evidence.point is None:
            return
        self._colors = [picture.color(row) for row in evidence.rows.tolist()]
        shapes = exhibit_shapes(evidence, picture.index.actors.category[evidence.rows], picture.camera)
        if not np.isfinite(shapes.ring).all():
            return  # nobody's place is recorded
        self._shapes = shapes
        if shapes.near:
            others = picture.screen.of(BODIES | LIGHTS)
            others = others.take(np.flatnonzero(~np.isin(others.rows, evidence.rows)))
            taken = np.concatenate([boxes_of(others), picture.taken])
            self._place_pills(evidence, shapes, taken, picture.camera)

    def boxes(self) -> NDArray[np.float64]:
        """Return where its words stand: left, top, right, bottom in pixels, shape (K, 4)."""
        return np.array([pill.getCoords() for pill, _ in self._pills], np.float64).reshape(-1, 4)

    # -- drawing

    def draw(self, painter: QPainter) -> None:
        """Draw what was prepared last."""
        shapes, theme = self._shapes, current_theme()
        if shapes is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ink = theme.collision if self._touches else theme.text
        if self._has_ring(shapes):
            self._draw_ring(painter, shapes, ink)
        if shapes.near:
            self._draw_lane(painter, shapes)
            self._draw_bodies(painter, shapes)
            self._draw_light(painter, shapes)
            self._draw_motion(painter, shapes, ink)
            self._draw_pills(painter)
        elif self._touches:
            self._draw_cross(painter, shapes, ink)

    @property
    def _touches(self) -> bool:
        return self._evidence is not None and KINDS[self._evidence.event.kind].touches

    def _has_ring(self, shapes: ExhibitShapes) -> bool:
        return not shapes.near or self._touches

    def _draw_bodies(self, painter: QPainter, shapes: ExhibitShapes) -> None:
        for boxes, opacity in zip(shapes.before, _FAINT, strict=True):
            self._draw_boxes(painter, boxes, opacity)
        for body, panes, color in zip(shapes.bodies, shapes.panes, self._colors, strict=True):
            _draw_body(painter, body, panes, color)

    @staticmethod
    def _draw_lane(painter: QPainter, shapes: ExhibitShapes) -> None:
        """Draw the lane that was left, with a point that says where its traffic goes."""
        theme = current_theme()
        left, right = shapes.lane
        if not len(left):
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(faded(theme.accent, _LANE_OPACITY))
        painter.drawPolygon(_polygon(np.concatenate((left, right[::-1]))))
        painter.setPen(QPen(theme.accent, 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        middle = (left + right) / 2
        way = middle[-1] - middle[0]
        way /= max(float(np.linalg.norm(way)), 1e-6)
        place = 3 * len(left) // 4  # not under who is there
        half = (right - left)[place] / 6
        tip = middle[place] + way * np.linalg.norm(half)
        back = tip - way * np.linalg.norm(half)
        for line in (left, right, np.stack((back - half, tip, back + half))):
            painter.drawPolyline(_polygon(line))

    @staticmethod
    def _draw_motion(painter: QPainter, shapes: ExhibitShapes, ink: QColor) -> None:
        """Draw the angle, the arrows, and where they meet."""
        has_point = np.isfinite(shapes.point).all()
        if shapes.arc is not None and has_point:
            x, y = shapes.point.tolist()
            first, span, radius = shapes.arc
            area = QRectF(x - radius, y - radius, 2 * radius, 2 * radius)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(ink, 1.5))
            painter.drawArc(area, round(16 * first), round(16 * span))
        for tail, head in shapes.arrows:
            if np.isfinite(tail).all():
                _draw_arrow(painter, QPointF(*tail), QPointF(*head))
        if has_point and not np.isfinite(shapes.line).all():
            _draw_diamond(painter, QPointF(*shapes.point), ink)

    @staticmethod
    def _draw_light(painter: QPainter, shapes: ExhibitShapes) -> None:
        """Draw the stop line that was crossed, and lead from it to the light that governs it, if one does."""
        theme = current_theme()
        if not np.isfinite(shapes.line).all():
            return
        first, last = (QPointF(*each) for each in shapes.line)
        for color, width in ((faded(theme.ground, 0.85), _LINE + 3.0), (theme.light_red, _LINE)):
            painter.setPen(QPen(color, width))
            painter.drawLine(first, last)
        if not np.isfinite(shapes.light).all():
            return
        light = QPointF(*shapes.light)
        way = light - QPointF(*shapes.point)
        length = math.hypot(way.x(), way.y())
        if length > _LIGHT_RING:
            pen = QPen(theme.light_red, 1)
            pen.setDashPattern(_DASHES)
            painter.setPen(pen)
            painter.drawLine(QPointF(*shapes.point), light - way * (_LIGHT_RING / length))
        painter.setPen(QPen(theme.light_red, 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(light, _LIGHT_RING, _LIGHT_RING)

    def _draw_pills(self, painter: QPainter) -> None:
        theme = current_theme()
        for pill, lines in self._pills:
            draw_ground(painter, pill, faded(theme.panel, 0.96), theme.hairline, _RADIUS)
            painter.save()
            painter.translate(pill.topLeft())
            draw_text(painter, _PADDING_X, _PADDING_Y, lines)
            painter.restore()

    def _draw_boxes(self, painter: QPainter, boxes: Floats, opacity: float) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for box, color in zip(boxes, self._colors, strict=True):
            if np.isfinite(box).all():
                pen = QPen(faded(color, opacity), 1.5)
                pen.setDashPattern(_DASHES)
                painter.setPen(pen)
                painter.drawPolygon(_polygon(box))

    def _draw_ring(self, painter: QPainter, shapes: ExhibitShapes, color: QColor) -> None:
        x, y, radius = shapes.ring
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for width, opacity in ((_HALO, _HALO_OPACITY), (_RING, 1.0)):
            painter.setPen(QPen(faded(color, opacity), width))
            painter.drawEllipse(QPointF(x, y), radius, radius)

    @staticmethod
    def _draw_cross(painter: QPainter, shapes: ExhibitShapes, color: QColor) -> None:
        """Draw a cross of 12 px beside the ring, on a leader."""
        x, y, radius = shapes.ring
        edge = QPointF(x - radius * math.sqrt(0.5), y + radius * math.sqrt(0.5))
        middle = edge + QPointF(-_LEADER, _LEADER) / 2
        painter.setPen(QPen(color, 1))
        painter.drawLine(edge, middle + QPointF(_CROSS, -_CROSS))
        painter.setPen(QPen(color, 2.4, c=Qt.PenCapStyle.RoundCap))
        painter.drawLine(middle + QPointF(-_CROSS, -_CROSS), middle + QPointF(_CROSS, _CROSS))
        painter.drawLine(middle + QPointF(-_CROSS, _CROSS), middle + QPointF(_CROSS, -_CROSS))

    # -- pills

    def _place_pills(self, evidence: Evidence, shapes: ExhibitShapes, taken: Floats, camera: Camera) -> None:
        """Put each pill beside what it is about: at the first place where it covers nothing."""
        when = frames_before(evidence.frames_before)
        below = ((Span(when, "secondary"),),) if when else ()
        mark = "" if evidence.recorded else " ƒ"
        said: list[tuple[Lines, Floats, float]] = []  # with a place, and how far to stay from it
        for (tail, head), speed in zip(shapes.arrows, evidence.speeds.tolist(), strict=True):
            unit = Span(f" {speed_unit()}{mark}", "secondary")
            lines = ((Span(speed_number(speed), bold=True), unit), *below)
            said.append((lines, tail if evidence.side is not None else head, _TIP))
        if shapes.arc is not None:
            first, span, radius = shapes.arc
            middle = math.radians(first + span / 2)
            way = np.array((math.cos(middle), -math.sin(middle)))
            lines = ((Span(f"{written(evidence.angle, 0)}°", bold=True), Span(" ƒ", "secondary")), *below)
            said.append((lines, shapes.point + way * radius, 0.0))
        if evidence.side is not None and np.isfinite(shapes.point).all():
            lines = ((Span(tr("Contact"), bold=True), Span(f" {side_text(evidence.side)}", "secondary")),)
            x, y, radius = shapes.ring
            said.append((lines, np.array((x, y)), radius))
        shown = [(*body.min(axis=0), *body.max(axis=0)) for body in shapes.bodies if len(body)]
        if np.isfinite(shapes.point).all():
            shown.append((*shapes.point - _DIAMOND, *shapes.point + _DIAMOND))
        taken = np.concatenate([taken, np.array(shown).reshape(-1, 4)])
        for lines, place, reach in said:
            if not np.isfinite(place).all():
                continue
            size = pill_size(lines)
            boxes = boxes_beside(place, np.full(2, reach), (size.width(), size.height()))
            side = free_side(boxes, taken, (camera.width, camera.height), None)
            if side is not None:
                taken = np.concatenate([taken, boxes[side : side + 1]])
                self._pills.append((QRectF(QPointF(*boxes[side, :2]), size.toSizeF()), lines))


def side_text(side: tuple[int, int]) -> str:
    """Return where something is on a vehicle: "right front"."""
    along = {1: tr("front"), 0: "", -1: tr("rear")}[side[0]]
    across = {1: tr("right"), 0: "", -1: tr("left")}[side[1]]
    return " ".join(filter(None, (across, along))) or tr("middle")


def _draw_body(painter: QPainter, body: Floats, panes: Sequence[Floats], color: QColor) -> None:
    theme = current_theme()
    if len(body):
        painter.setPen(QPen(theme.text, 2))
        painter.setBrush(color)
        painter.drawPolygon(_polygon(body))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(faded(theme.ground, 0.55))
        for pane in panes:
            painter.drawPolygon(_polygon(pane))


def _draw_arrow(painter: QPainter, tail: QPointF, head: QPointF) -> None:
    """Draw a line that ends in a point, on a casing."""
    theme = current_theme()
    way = head - tail
    way /= max(math.hypot(way.x(), way.y()), 1e-6)
    aside = QPointF(-way.y(), way.x())
    base = head - way * _TIP
    tip = QPolygonF([head, base + aside * (_TIP / 2.4), base - aside * (_TIP / 2.4)])
    for color, width in ((faded(theme.ground, 0.85), _CASING), (theme.text, _ARROW)):
        painter.setPen(QPen(color, width))
        painter.drawLine(tail, base)
    painter.setPen(QPen(faded(theme.ground, 0.85), 1.5))
    painter.setBrush(theme.text)
    painter.drawPolygon(tip)


def _draw_diamond(painter: QPainter, middle: QPointF, color: QColor) -> None:
    theme = current_theme()
    half = _DIAMOND
    corners = [QPointF(0, -half), QPointF(half, 0), QPointF(0, half), QPointF(-half, 0)]
    painter.setPen(QPen(theme.text if theme.dark else theme.panel, 1.5))
    painter.setBrush(color)
    painter.drawPolygon(QPolygonF([middle + corner for corner in corners]))


def _polygon(points: Floats) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in points.tolist()])
