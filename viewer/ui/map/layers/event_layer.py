"""Layer with the geometry of one event: poses of its actors, their velocities, and the point of contact."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from viewer.analysis.event_geometry import EventGeometry
from viewer.analysis.event_kinds import JUNCTIONS, KINDS
from viewer.analysis.stand_words import root_words
from viewer.arrays import Floats
from viewer.replay.world.appearance import GroundBoxes
from viewer.ui.event_text import side_text
from viewer.ui.map.camera import Camera
from viewer.ui.map.geometry.actor_shapes import ActorShape, outline, placed
from viewer.ui.map.geometry.detail import NEAR_SCALE, Detail, boxes_of, shapes_at
from viewer.ui.map.geometry.footprints import BODIES, LIGHTS
from viewer.ui.map.layers.layer import Layer, polygon
from viewer.ui.map.picture import MapPicture
from viewer.ui.speed_unit import speed_number, speed_unit
from viewer.ui.theme import LIGHT_ROLES, current_theme, faded
from viewer.ui.translation import translated
from viewer.ui.widgets.label_box import TextLines, TextRun, draw_label, label_size
from viewer.ui.widgets.placement import boxes_along, boxes_beside, distances, free_places

_FAINT = (0.6, 0.35)
"""Opacities of the outlines that show where an event's actors were at two times before the event."""
_DASHES = [4.0, 3.0]
_ARROW, _CASING, _TIP = 2.5, 6.0, 11.0
_SHORTEST = 48.0
"""Least length in pixels of the velocity arrow of an event's actor, which is as long as its way in a second.
"""
_DIAMOND = 8.0
_RING, _HALO, _HALO_OPACITY = 1.5, 8.0, 0.14
_DOT = 2.5
_FAR = 24.0
"""Pixels from the box of an event's actor to its label where there is no space nearer."""
_RING_GAP, _LEAST_RING = 16.0, 24.0
"""Pixels from the boxes of an event's actors to the ring drawn around them, and least radius of the ring."""
_LINE, _LIGHT_RING, _LANE_OPACITY = 4.0, 20.0, 0.14
_HALF_LANE = 1.75
"""Metres to each side of a vehicle's path for which the line is drawn that marks the stop line it crossed."""
_STILL = 0.1
"""Speed in m/s below which an actor of a shown event has no velocity arrow."""
_BOX = np.array(((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)))
_NOWHERE = np.full(2, np.nan)
_NO_BOXES = np.empty((0, 4))
_APART = np.array((-4.0, -4.0, 4.0, 4.0))
"""By how many pixels a label's rectangle is extended, so that others do not touch it."""


class _Shapes(NamedTuple):
    """Geometry of an event in pixels.

    Attributes:
        bodies: outline of each actor at the event, shape (K, 2) each; NaN for absent actors.
        boxes: boxes of all actors at the event and at two times before, shape (N, 4, 2) each.
        arrows: tail and head of each actor's velocity arrow, shape (N, 2, 2); NaN for none.
        point: position of the event, shape (2,); NaN if unknown.
        ring: x, y and radius of the ring around the actors.
        light: position of the controlling traffic light, shape (2,); NaN for none.
        line: ends of the crossed stop line, or of the one that a vehicle stands at, shape (2, 2); NaN for
            none.
        lane: left and right edge of the lane that was left or driven the wrong way, shape (2, K, 2).
        queue: positions of a standing vehicle and of what it stands behind, in turn, shape (Q, 2).
        root: box of the last of these, shape (4, 2); NaN for none.
    """

    bodies: list[Floats]
    boxes: tuple[Floats, ...]
    arrows: Floats
    point: Floats
    ring: tuple[float, float, float]
    light: Floats
    line: Floats
    lane: Floats
    queue: Floats
    root: Floats


class EventLayer(Layer):
    """Layer of the map that draws the geometry of one event; it draws nothing if no event is set."""

    def __init__(self) -> None:
        self._geometry: EventGeometry | None = None
        self._colors: list[QColor] = []
        self._shapes: _Shapes | None = None
        self._near = False
        self._light_color, self._line_width = QColor(), _LINE
        self._labels: list[tuple[QPointF, TextLines]] = []
        self._occupied = np.empty((0, 4))
        """Rectangles of labels, arrows and the crossed stop line, on which no further label is to lie."""

    def prepare(self, picture: MapPicture) -> None:
        """Compute the shapes of the shown event in pixels, and the places of its labels.

        Labels are placed only from the scale ``NEAR_SCALE`` upwards. They avoid all other actors and the
        chips (boxes with text that float on the map).
        """
        geometry = self._geometry = picture.event_overlay
        self._shapes, self._labels, self._occupied = None, [], np.empty((0, 4))
        if geometry is None or picture.view.index is None:
            return
        self._colors = [picture.color(row) for row in geometry.rows.tolist()]
        shapes = _shapes_of(geometry, picture.view.index.actors.category[geometry.rows], picture.camera)
        if shapes is None:
            return  # no position is recorded
        self._light_color, self._line_width = current_theme().light_red, _LINE
        if geometry.event.cause is not None:
            shapes = self._at_light(picture, geometry.event.cause.root.light, shapes)
        self._shapes, self._near = shapes, picture.camera.scale >= NEAR_SCALE
        if self._near:
            solid, count = [boxes() for boxes in picture.keep_clear], len(picture.occupied)
            others = boxes_of(picture.screen.of(BODIES | LIGHTS))
            self._occupied = np.concatenate([picture.occupied, *solid, others, *_drawn_boxes(shapes)])
            self._place_labels(picture, geometry, shapes)
            self._label_root(picture, geometry, shapes)
            self._occupied = self._occupied[count:]
        picture.keep_clear.append(lambda: self._occupied)

    def _at_light(self, picture: MapPicture, light: int | None, shapes: _Shapes) -> _Shapes:
        """Return ``shapes`` with the stop line of ``light``, a row of the actor table, nearest to its queue.

        The line is drawn in the colour of the light at the playhead.
        """
        if light is None:
            return shapes
        state = picture.light_state(light)
        self._light_color = current_theme().color(LIGHT_ROLES.get(state, "secondary"))
        of_light = [each for each in picture.view.stop_lines if light in each.lights]
        if not of_light or not len(shapes.queue):
            return shapes
        lines = [picture.camera.to_screen(each.points[[0, -1]]) for each in of_light]
        nearest = np.argmin([np.linalg.norm(line.mean(axis=0) - shapes.queue[-1]) for line in lines])
        self._line_width = max(_LINE, of_light[nearest].width * picture.camera.scale)
        return shapes._replace(line=lines[nearest])

    # -- drawing

    def draw(self, painter: QPainter) -> None:
        """Draw the prepared event."""
        shapes, geometry, theme = self._shapes, self._geometry, current_theme()
        if shapes is None or geometry is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        touches = KINDS[geometry.event.kind].is_contact
        color = theme.collision if touches else theme.text
        if touches or not self._near:
            _draw_ring(painter, shapes, color)
        _draw_queue(painter, shapes, near=self._near)
        if not self._near:
            return
        _draw_lane(painter, shapes)
        for boxes, opacity in zip(shapes.boxes[1:], _FAINT, strict=True):
            self._draw_outlines(painter, boxes, opacity)
        self._draw_outlines(painter, shapes.bodies)
        _draw_light(painter, shapes, self._light_color, self._line_width)
        for tail, head in shapes.arrows:
            if np.isfinite(tail).all():
                _draw_arrow(painter, QPointF(*tail), QPointF(*head))
        if np.isfinite(shapes.point).all():
            _draw_diamond(painter, QPointF(*shapes.point), color)
        for middle, lines in self._labels:
            draw_label(painter, middle, lines)

    def _draw_outlines(self, painter: QPainter, outlines: Iterable[Floats], opacity: float = 0.0) -> None:
        """Draw one outline per actor: solid if ``opacity`` is 0, else dashed in the actor's colour.

        Dashed are the outlines at times before the event, with the opacity ``opacity``.
        """
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for points, color in zip(outlines, self._colors, strict=True):
            if np.isfinite(points).all():
                pen = QPen(faded(color, opacity), 1.5) if opacity else QPen(current_theme().text, 2)
                if opacity:
                    pen.setDashPattern(_DASHES)
                painter.setPen(pen)
                painter.drawPolygon(polygon(points))

    # -- labels

    def _place_labels(self, picture: MapPicture, geometry: EventGeometry, shapes: _Shapes) -> None:
        """Put a label with id, speed and side of the contact beside each actor, where space allows.

        An actor's label is at the far end of its velocity arrow, else beside the actor, and never nearer to
        another actor of the event. It stands for the label that other actors have.
        """
        index = picture.view.index
        if index is None:
            return
        mark = "" if geometry.recorded else " ƒ"
        ids = index.actors.actor_id[geometry.rows].tolist()
        whom, _, where = side_text(index, geometry).partition(" ")
        parts = [_actor_boxes(shapes, number) for number in range(len(ids))]
        for number, (actor_id, speed) in enumerate(zip(ids, geometry.speeds.tolist(), strict=True)):
            box, (tail, head) = shapes.boxes[0][number], shapes.arrows[number]
            if not np.isfinite(box).all():
                continue
            lines: TextLines = ((TextRun(str(actor_id), bold=True),),)
            if math.isfinite(speed):
                unit = TextRun(f" {speed_unit()}{mark}", "secondary")
                lines = ((*lines[0], TextRun(f"  {speed_number(speed)}"), unit),)
            shorter = lines
            if whom == str(actor_id):
                lines = (*lines, (TextRun(where, "secondary"),))
            end = tail if geometry.side is not None else head
            around = [(end - _TIP, end + _TIP)] if np.isfinite(end).all() else []
            around += [(box.min(axis=0), box.max(axis=0)), (box.min(axis=0) - _FAR, box.max(axis=0) + _FAR)]
            others = np.concatenate([_NO_BOXES, *parts[:number], *parts[number + 1 :]])
            if any(self._place(picture, each, around, parts[number], others) for each in (lines, shorter)):
                picture.named.add(int(geometry.rows[number]))

    def _place(
        self,
        picture: MapPicture,
        lines: TextLines,
        around: Iterable[tuple[Floats, Floats]],
        own: Floats = _NO_BOXES,
        others: Floats = _NO_BOXES,
    ) -> bool:
        """Put a label with ``lines`` beside the first rectangle with space beside it; return whether one has.

        ``around`` has the lower and the upper corner of each rectangle, in pixels. The label is not nearer to
        any of the rectangles ``others`` than to the nearest of ``own``, shape (K, 4) each.
        """
        low, high = np.array(list(around)).transpose(1, 0, 2)
        size = np.array(label_size(lines).toTuple())
        boxes = boxes_beside((low + high) / 2, (high - low) / 2, size).reshape(-1, 4)
        free = free_places(boxes, self._occupied, (0.0, 0.0, picture.camera.width, picture.camera.height))
        nearest = distances(boxes[:, None], own).min(axis=1, initial=np.inf)
        free &= distances(boxes[:, None], others).min(axis=1, initial=np.inf) >= nearest
        if not free.any():
            return False
        found = int(free.argmax())
        self._occupied = np.concatenate([self._occupied, boxes[found : found + 1] + _APART])
        self._labels.append((QPointF(*(boxes[found, :2] + boxes[found, 2:]).tolist()) / 2, lines))
        return True

    def _label_root(self, picture: MapPicture, geometry: EventGeometry, shapes: _Shapes) -> None:
        """Put a label beside the last of a queue's vehicles: its id, and why it stands, if that is known.

        A selected vehicle has a label anyway.
        """
        cause, index = geometry.event.cause, picture.view.index
        if cause is None or index is None or not np.isfinite(shapes.root).all():
            return
        row = int(geometry.ahead[-1])
        if row in picture.view.selected:
            return
        ids = index.actors.actor_id
        why = root_words(cause, lambda row: str(ids[row]), translated) if cause.chain else ""
        reason = (TextRun(f"  {why}", "secondary"),) if why else ()
        lines = ((TextRun(str(ids[row]), bold=True), *reason),)
        picture.named.add(row)
        self._place(picture, lines, [(shapes.root.min(axis=0), shapes.root.max(axis=0))])


def _drawn_boxes(shapes: _Shapes) -> list[Floats]:
    """Return rectangles that cover what is drawn of an event apart from labels, in pixels, (N, 4) each.

    They are the boxes of its actors, the arrows, the stop line, the point, and the lines between vehicles of
    a queue.
    """
    lines = [each for each in (shapes.line, shapes.queue) if np.isfinite(each).all()]
    point = np.concatenate([shapes.point - _DIAMOND, shapes.point + _DIAMOND])[None]
    return [
        *(_actor_boxes(shapes, number) for number in range(len(shapes.arrows))),
        point[np.isfinite(point).all(axis=1)],
        *(boxes_along(each, _CASING) for each in lines if len(each) > 1),
    ]


def _actor_boxes(shapes: _Shapes, number: int) -> Floats:
    """Return rectangles that cover the box and the arrow of the event's actor ``number``, shape (K, 4)."""
    arrow = shapes.arrows[number]
    along = boxes_along(arrow, _CASING) if np.isfinite(arrow).all() else _NO_BOXES
    return np.concatenate([_around(shapes.boxes[0][number : number + 1]), along])


def _around(corners: Floats) -> Floats:
    """Return the upright rectangles around boxes given by their ``corners``, shape (N, 4, 2), where known."""
    corners = corners[np.isfinite(corners).all(axis=(1, 2))]
    return np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1)


def covered_by(geometry: EventGeometry, camera: Camera) -> Floats:
    """Return rectangles in pixels that cover the event's actors, ring and arrows, shape (N, 4)."""
    boxes = [placed(_BOX, *_on_screen(each, camera)) for each in (geometry.at, *geometry.before)]
    x, y, radius = _ring_around(boxes[0], geometry, camera) or (0.0, 0.0, 0.0)
    arrows = arrows_of(geometry, camera)
    arrows = arrows[np.isfinite(arrows).all(axis=(1, 2))]
    return np.concatenate([
        *map(_around, boxes),
        *(boxes_along(each, _CASING) for each in arrows),
        np.array([(x - radius, y - radius, x + radius, y + radius)]),
    ])  # fmt: skip


def _ring_around(boxes: Floats, geometry: EventGeometry, camera: Camera) -> tuple[float, float, float] | None:
    """Return x, y and radius of the ring around the actors' ``boxes``, else around the place of the event.

    All are in pixels, ``boxes`` of shape (K, 4, 2). None if nothing is known of where the event was.
    """
    around = boxes.reshape(-1, 2)
    around = around[np.isfinite(around).all(axis=1)]
    if not len(around) and geometry.point is not None:
        around = camera.to_screen(geometry.point)[None]
    if not len(around) or not np.isfinite(around).all():
        return None
    middle = (around.min(axis=0) + around.max(axis=0)) / 2
    reach = max(float(np.linalg.norm(around - middle, axis=1).max()) + _RING_GAP, _LEAST_RING)
    return float(middle[0]), float(middle[1]), reach


def _shapes_of(geometry: EventGeometry, categories: NDArray[np.uint8], camera: Camera) -> _Shapes | None:
    """Return what is drawn for the event of ``geometry``, in pixels; None if no position of it is known.

    ``categories`` has the Category of each actor in ``geometry``, which decides the shape of its outline.
    """
    boxes = tuple(placed(_BOX, *_on_screen(each, camera)) for each in (geometry.at, *geometry.before))
    point = _NOWHERE if geometry.point is None else camera.to_screen(geometry.point)
    ring = _ring_around(boxes[0], geometry, camera)
    if ring is None:
        return None
    kinds = [ActorShape(int(shape)) for shape in shapes_at(Detail.NEAR)[categories]]
    at = _on_screen(geometry.at, camera)
    standers = np.concatenate([geometry.at.centers[:1], geometry.boxes_ahead.centers])
    return _Shapes(
        bodies=[outline(kind, *(part[n : n + 1] for part in at))[0] for n, kind in enumerate(kinds)],
        boxes=boxes,
        arrows=arrows_of(geometry, camera),
        point=point,
        ring=ring,
        light=_NOWHERE if geometry.light is None else camera.to_screen(geometry.light),
        line=_stop_line(geometry, camera),
        lane=camera.to_screen(geometry.lane.reshape(-1, 2)).reshape(geometry.lane.shape),
        queue=camera.to_screen(standers[np.isfinite(standers).all(axis=1)]),
        root=placed(_BOX, *_on_screen(geometry.boxes_ahead, camera))[-1]
        if len(geometry.ahead)
        else np.full((4, 2), np.nan),
    )


def _on_screen(boxes: GroundBoxes, camera: Camera) -> tuple[Floats, Floats, Floats]:
    halves = np.maximum(boxes.extents * camera.scale, 1.0)
    return camera.to_screen(boxes.centers), boxes.headings + camera.turn, halves


def arrows_of(geometry: EventGeometry, camera: Camera) -> Floats:
    """Return tail and head of each actor's velocity arrow in pixels, shape (N, 2, 2).

    The arrows of a collision end at the point of contact; others begin at the actor's front. NaN for actors
    that stand, and for those without a known pose.
    """
    point = _NOWHERE if geometry.point is None else camera.to_screen(geometry.point)
    arrows = np.full((len(geometry.rows), 2, 2), np.nan)
    centers = camera.to_screen(geometry.at.centers)
    for number, speed in enumerate(geometry.speeds.tolist()):
        if not speed >= _STILL or not np.isfinite(centers[number]).all():
            continue
        way = camera.to_screen(geometry.velocities[number]) - camera.to_screen((0.0, 0.0))
        way /= np.linalg.norm(way)
        length = max(speed * camera.scale, _SHORTEST)
        if geometry.side is not None and np.isfinite(point).all():
            arrows[number] = point - way * length, point
        else:
            nose = centers[number] + way * float(geometry.at.extents[number, 0]) * camera.scale
            arrows[number] = nose, nose + way * length
    return arrows


def _stop_line(geometry: EventGeometry, camera: Camera) -> Floats:
    """Return the ends of the crossed stop line in pixels, shape (2, 2); NaN if no line was crossed."""
    entered = KINDS[geometry.event.kind].finder is JUNCTIONS
    if not entered or geometry.point is None or not len(geometry.rows):
        return np.full((2, 2), np.nan)
    heading = float(geometry.at.headings[0])
    across = np.array((-np.sin(heading), np.cos(heading))) * _HALF_LANE
    ends: Floats = camera.to_screen(np.array((geometry.point - across, geometry.point + across)))
    return ends


def _draw_ring(painter: QPainter, shapes: _Shapes, color: QColor) -> None:
    x, y, radius = shapes.ring
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for width, opacity in ((_HALO, _HALO_OPACITY), (_RING, 1.0)):
        painter.setPen(QPen(faded(color, opacity), width))
        painter.drawEllipse(QPointF(x, y), radius, radius)


def _draw_lane(painter: QPainter, shapes: _Shapes) -> None:
    """Draw the lane of a lane event (departure, wrong way), with an arrowhead in its direction of traffic."""
    theme = current_theme()
    left, right = shapes.lane
    if not len(left):
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(faded(theme.accent, _LANE_OPACITY))
    painter.drawPolygon(polygon(np.concatenate((left, right[::-1]))))
    painter.setPen(QPen(theme.accent, 1.5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    middle = (left + right) / 2
    way = middle[-1] - middle[0]
    way /= max(float(np.linalg.norm(way)), 1e-6)
    index = 3 * len(left) // 4  # not under the actor
    half = (right - left)[index] / 6
    tip = middle[index] + way * np.linalg.norm(half)
    back = tip - way * np.linalg.norm(half)
    for line in (left, right, np.stack((back - half, tip, back + half))):
        painter.drawPolyline(polygon(line))


def _draw_queue(painter: QPainter, shapes: _Shapes, *, near: bool) -> None:
    """Draw a thin line from a standing vehicle through those ahead, and the outline of the last one.

    Unless ``near``, that one has a dot instead.
    """
    theme = current_theme()
    if not np.isfinite(shapes.root).all():
        return
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for color, width in ((faded(theme.ground, 0.85), 2 * _RING), (theme.text, _RING)):
        painter.setPen(QPen(color, width))
        painter.drawPolyline(polygon(shapes.queue))
    if near:
        painter.setPen(QPen(theme.text, 2))
        painter.drawPolygon(polygon(shapes.root))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.text)
    for point in shapes.queue[1:].tolist() if near else shapes.queue[-1:].tolist():
        painter.drawEllipse(QPointF(*point), _DOT, _DOT)


def _draw_light(painter: QPainter, shapes: _Shapes, color: QColor, width: float) -> None:
    """Draw a stop line, ``width`` pixels wide, and a dashed line to its light, if any, both in ``color``."""
    theme = current_theme()
    if not np.isfinite(shapes.line).all():
        return
    first, last = (QPointF(*each) for each in shapes.line)
    middle = (first + last) / 2
    for each, wide in ((faded(theme.ground, 0.85), width + 3.0), (color, width)):
        painter.setPen(QPen(each, wide))
        painter.drawLine(first, last)
    if not np.isfinite(shapes.light).all():
        return
    light = QPointF(*shapes.light)
    way = light - middle
    length = math.hypot(way.x(), way.y())
    if length > _LIGHT_RING:
        pen = QPen(color, 1)
        pen.setDashPattern(_DASHES)
        painter.setPen(pen)
        painter.drawLine(middle, light - way * (_LIGHT_RING / length))
    painter.setPen(QPen(color, 1.5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(light, _LIGHT_RING, _LIGHT_RING)


def _draw_arrow(painter: QPainter, tail: QPointF, head: QPointF) -> None:
    """Draw a velocity arrow with a contrasting border."""
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
