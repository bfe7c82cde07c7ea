"""An event on the map that one went to: who stood where, how they came there, and where they touched."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from viewer.analysis.event_geometry import Evidence
from viewer.analysis.event_kinds import JUNCTIONS, KINDS
from viewer.arrays import Floats
from viewer.replay.world.appearance import GroundBoxes
from viewer.ui.event_text import frames_before, side_text
from viewer.ui.map.camera import Camera
from viewer.ui.map.geometry.actor_shapes import ActorShape, outline, placed
from viewer.ui.map.geometry.detail import NEAR_SCALE, Detail, boxes_of, shapes_at
from viewer.ui.map.geometry.footprints import BODIES, LIGHTS
from viewer.ui.map.label_box import Lines, Span, boxes_beside, draw_ground, draw_text, free_side, pill_size
from viewer.ui.map.layers.layer import Layer
from viewer.ui.map.picture import MapPicture
from viewer.ui.speed_unit import speed_number, speed_unit
from viewer.ui.theme import current_theme, faded

_FAINT = (0.6, 0.35)
"""Opacity of the outlines at the times before."""
_DASHES = [4.0, 3.0]
_ARROW, _CASING, _TIP = 2.5, 6.0, 11.0
_SHORTEST, _LONGEST, _PER_SPEED = 60.0, 220.0, 20.0
"""Pixels of an arrow: its bounds, and how many for each m/s."""
_DIAMOND = 8.0
_RING, _HALO, _HALO_OPACITY = 1.5, 8.0, 0.14
_RING_GAP, _LEAST_RING = 16.0, 24.0
"""Pixels between the corners of the boxes and the ring, and its radius at least."""
_PADDING_X, _PADDING_Y, _RADIUS = 7, 3, 5.0
_LINE, _LIGHT_RING, _LANE_OPACITY = 4.0, 20.0, 0.14
_HALF_LANE = 1.75
"""Metres."""
_STILL = 0.1
"""m/s below which nobody has a direction."""
_BOX = np.array(((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)))
_NOWHERE = np.full(2, np.nan)


class _Shapes(NamedTuple):
    """An exhibit in pixels.

    Attributes:
        bodies: outline of each actor at the moment, shape (K, 2) each; NaN for who was not there.
        boxes: those around everybody at the moment and at the times before, each of shape (N, 4, 2).
        arrows: tail and head of the velocity of each, shape (N, 2, 2); NaN for none.
        point: where it happened, shape (2,); NaN for nowhere.
        ring: middle and radius: x, y, r.
        light: where the light is that governs, shape (2,); NaN for none.
        line: ends of the stop line where it was crossed, shape (2, 2); NaN for none.
        lane: left and right edge of the lane that was left, as traffic goes, shape (2, K, 2).

    """

    bodies: list[Floats]
    boxes: tuple[Floats, ...]
    arrows: Floats
    point: Floats
    ring: tuple[float, float, float]
    light: Floats
    line: Floats
    lane: Floats


class ExhibitLayer(Layer):
    """Draws the evidence of one event; nothing without one."""

    def __init__(self) -> None:
        self._evidence: Evidence | None = None
        self._colors: list[QColor] = []
        self._shapes: _Shapes | None = None
        self._near = False
        self._pills: list[tuple[QRectF, Lines]] = []
        self._leader: list[QLineF] = []
        """From what is said of the contact to it."""

    def prepare(self, picture: MapPicture) -> None:
        """Prepare what the camera sees, in the actors' own colours; pills cover nobody else."""
        evidence = self._evidence = picture.exhibit
        self._shapes, self._pills, self._leader = None, [], []
        picture.spared.append(self.boxes)
        if evidence is None or picture.index is None:
            return
        self._colors = [picture.color(row) for row in evidence.rows.tolist()]
        shapes = _shapes_of(evidence, picture.index.actors.category[evidence.rows], picture.camera)
        if shapes is None:
            return  # nobody's place is recorded
        self._shapes, self._near = shapes, picture.camera.scale >= NEAR_SCALE
        if self._near:
            others = picture.screen.of(BODIES | LIGHTS)
            others = others.take(np.flatnonzero(~np.isin(others.rows, evidence.rows)))
            taken = np.concatenate([boxes_of(others), picture.taken])
            touched = side_text(picture.index, evidence)
            ids = picture.index.actors.actor_id[evidence.rows].tolist()
            self._place_pills(evidence, ids, touched, taken, picture.camera)

    def boxes(self) -> Floats:
        """Return where its words stand: left, top, right, bottom in pixels, shape (K, 4)."""
        return np.array([pill.getCoords() for pill, _ in self._pills], np.float64).reshape(-1, 4)

    # -- drawing

    def draw(self, painter: QPainter) -> None:
        """Draw what was prepared last."""
        shapes, evidence, theme = self._shapes, self._evidence, current_theme()
        if shapes is None or evidence is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        touches = KINDS[evidence.event.kind].touches
        ink = theme.collision if touches else theme.text
        if touches or not self._near:
            _draw_ring(painter, shapes, ink)
        if not self._near:
            return
        _draw_lane(painter, shapes)
        for boxes, opacity in zip(shapes.boxes[1:], _FAINT, strict=True):
            self._draw_outlines(painter, boxes, opacity)
        self._draw_outlines(painter, shapes.bodies)
        _draw_light(painter, shapes)
        for tail, head in shapes.arrows:
            if np.isfinite(tail).all():
                _draw_arrow(painter, QPointF(*tail), QPointF(*head))
        painter.setPen(QPen(ink, _RING))
        painter.drawLines(self._leader)
        if np.isfinite(shapes.point).all() and not np.isfinite(shapes.line).all():
            _draw_diamond(painter, QPointF(*shapes.point), ink)
        for pill, lines in self._pills:
            draw_ground(painter, pill, faded(theme.panel, 0.96), theme.hairline, _RADIUS)
            draw_text(painter, pill.left() + _PADDING_X, pill.top() + _PADDING_Y, lines)

    def _draw_outlines(self, painter: QPainter, outlines: Iterable[Floats], opacity: float = 0.0) -> None:
        """Draw outlines, dashed with an opacity for times before."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for points, color in zip(outlines, self._colors, strict=True):
            if np.isfinite(points).all():
                pen = QPen(faded(color, opacity), 1.5) if opacity else QPen(current_theme().text, 2)
                if opacity:
                    pen.setDashPattern(_DASHES)
                painter.setPen(pen)
                painter.drawPolygon(_polygon(points))

    # -- pills

    def _place_pills(
        self, evidence: Evidence, ids: list[int], touched: str, taken: Floats, camera: Camera
    ) -> None:
        """Put each pill beside what it is about, with its actor's id: at the first place that is free."""
        shapes = self._shapes
        if shapes is None:
            return
        when = frames_before(evidence.frames_before)
        below = ((Span(when, "secondary"),),) if when else ()
        mark = "" if evidence.recorded else " ƒ"
        said: list[tuple[Lines, Floats, float]] = []  # with a place, and how far to stay from it
        for actor_id, (tail, head), speed in zip(ids, shapes.arrows, evidence.speeds.tolist(), strict=True):
            unit = Span(f" {speed_unit()}{mark}", "secondary")
            lines = ((Span(str(actor_id), bold=True), Span(f"  {speed_number(speed)}"), unit), *below)
            said.append((lines, tail if evidence.side is not None else head, _TIP))
        if touched and np.isfinite(shapes.point).all():
            whom, _, where = touched.partition(" ")
            lines = ((Span(whom, bold=True), Span(f" {where}", "secondary")),)
            x, y, radius = shapes.ring
            said.append((lines, np.array((x, y)), radius))
        corners = shapes.boxes[0][np.isfinite(shapes.boxes[0]).all(axis=(1, 2))]
        around = np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1)
        point = np.concatenate([shapes.point - _DIAMOND, shapes.point + _DIAMOND])[None]
        taken = np.concatenate([taken, around, point[np.isfinite(point).all(axis=1)]])
        for lines, place, reach in said:
            if not np.isfinite(place).all():
                continue
            size = pill_size(lines)
            boxes = boxes_beside(place, np.full(2, reach), (size.width(), size.height()))
            side = free_side(boxes, taken, (camera.width, camera.height), None)
            if side is not None:
                taken = np.concatenate([taken, boxes[side : side + 1]])
                self._pills.append((QRectF(QPointF(*boxes[side, :2]), size.toSizeF()), lines))
                if reach != _TIP:
                    self._leader = [QLineF(self._pills[-1][0].center(), QPointF(*shapes.point))]


def _shapes_of(evidence: Evidence, categories: NDArray[np.uint8], camera: Camera) -> _Shapes | None:
    """Return where the parts of an exhibit stand, None if it is nowhere."""
    boxes = tuple(placed(_BOX, *_on_screen(each, camera)) for each in (evidence.at, *evidence.before))
    point = _NOWHERE if evidence.point is None else camera.to_screen(evidence.point)
    around = boxes[0].reshape(-1, 2)
    around = around[np.isfinite(around).all(axis=1)] if np.isfinite(around).any() else point[None]
    if not np.isfinite(around).all():
        return None
    middle = (around.min(axis=0) + around.max(axis=0)) / 2
    reach = max(float(np.linalg.norm(around - middle, axis=1).max()) + _RING_GAP, _LEAST_RING)
    kinds = [ActorShape(int(shape)) for shape in shapes_at(Detail.NEAR)[categories]]
    at = _on_screen(evidence.at, camera)
    return _Shapes(
        bodies=[outline(kind, *(part[n : n + 1] for part in at))[0] for n, kind in enumerate(kinds)],
        boxes=boxes,
        arrows=arrows_of(evidence, camera),
        point=point,
        ring=(float(middle[0]), float(middle[1]), reach),
        light=_NOWHERE if evidence.light is None else camera.to_screen(evidence.light),
        line=_stop_line(evidence, camera),
        lane=camera.to_screen(evidence.lane.reshape(-1, 2)).reshape(evidence.lane.shape),
    )


def _on_screen(boxes: GroundBoxes, camera: Camera) -> tuple[Floats, Floats, Floats]:
    halves = np.maximum(boxes.extents * camera.scale, 1.0)
    return camera.to_screen(boxes.centers), boxes.headings + camera.turn, halves


def arrows_of(evidence: Evidence, camera: Camera) -> Floats:
    """Return tails and heads in pixels, shape (N, 2, 2), NaN for who stands or is nowhere.

    Arrows end at the contact, or begin in front of who drives alone.
    """
    point = _NOWHERE if evidence.point is None else camera.to_screen(evidence.point)
    arrows = np.full((len(evidence.rows), 2, 2), np.nan)
    centers = camera.to_screen(evidence.at.centers)
    for number, speed in enumerate(evidence.speeds.tolist()):
        if not speed >= _STILL or not np.isfinite(centers[number]).all():
            continue
        way = camera.to_screen(evidence.velocities[number]) - camera.to_screen((0.0, 0.0))
        way /= np.linalg.norm(way)
        length = min(max(_PER_SPEED * speed, _SHORTEST), _LONGEST)
        if evidence.side is not None and np.isfinite(point).all():
            arrows[number] = point - way * length, point
        else:
            nose = centers[number] + way * float(evidence.at.extents[number, 0]) * camera.scale
            arrows[number] = nose, nose + way * length
    return arrows


def _stop_line(evidence: Evidence, camera: Camera) -> Floats:
    """Return the ends of the line that was crossed: across the way, as wide as a lane."""
    entered = KINDS[evidence.event.kind].finder is JUNCTIONS
    if not entered or evidence.point is None or not len(evidence.rows):
        return np.full((2, 2), np.nan)
    heading = float(evidence.at.headings[0])
    across = np.array((-np.sin(heading), np.cos(heading))) * _HALF_LANE
    ends: Floats = camera.to_screen(np.array((evidence.point - across, evidence.point + across)))
    return ends


def _draw_ring(painter: QPainter, shapes: _Shapes, color: QColor) -> None:
    x, y, radius = shapes.ring
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for width, opacity in ((_HALO, _HALO_OPACITY), (_RING, 1.0)):
        painter.setPen(QPen(faded(color, opacity), width))
        painter.drawEllipse(QPointF(x, y), radius, radius)


def _draw_lane(painter: QPainter, shapes: _Shapes) -> None:
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


def _draw_light(painter: QPainter, shapes: _Shapes) -> None:
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
    theme, half = current_theme(), _DIAMOND
    corners = [QPointF(0, -half), QPointF(half, 0), QPointF(0, half), QPointF(-half, 0)]
    painter.setPen(QPen(theme.text if theme.dark else theme.panel, 1.5))
    painter.setBrush(color)
    painter.drawPolygon(QPolygonF([middle + corner for corner in corners]))


def _polygon(points: Floats) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in points.tolist()])
