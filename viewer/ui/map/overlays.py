"""What cartographers call the furniture of a map: scale bar, north, cursor and the like, as chips on it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import zip_longest
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QLinearGradient, QPainter, QPaintEvent, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QAbstractButton, QToolTip, QWidget

from viewer.ui.format import count as grouped
from viewer.ui.format import number
from viewer.ui.map.camera import Camera
from viewer.ui.map.colors import TOP_SPEED, speed_color
from viewer.ui.map.label_box import (
    Lines,
    Role,
    Span,
    draw_ground,
    draw_text,
    html_of,
    overlap,
    role_color,
    text_size,
    wrapped,
)
from viewer.ui.map.layers.event_layer import arrows_of
from viewer.ui.map.picture import MapPicture
from viewer.ui.map_layers import ColorBy
from viewer.ui.speed_unit import MPS, in_shown_unit, speed_unit
from viewer.ui.theme import current_theme, faded
from viewer.ui.translation import tr
from viewer.ui.widgets.overlay import GAP, MARGIN, WIDEST, Overlay, Place, hugging

_FOLLOWING = 30
"""Rank of the chip that says who is followed, below what happened and what is missing."""
_MOST_ARROWS = 2
_WORDED = 520
"""Pixels of the map's width in which a card and more than the needle go side by side."""
_STEP = 4.0
"""Pixels between the places at the edge that are tried for an arrow."""
_EXHIBIT = 40.0
"""Pixels around those concerned in an event, and around how they moved, that no arrow covers."""
_PADDING_X, _PADDING_Y, _HEIGHT, _RADIUS = 12, 6, 28, 6.0
_GLYPH_GAP = 8
_KILOMETRE = 1000.0
_LONGEST_BAR = 96
_NEEDLE = 10


class Glyph(NamedTuple):
    """What is drawn before the text of a chip.

    Attributes:
        kind: a bar of a length, the scale of speeds, or a needle.
        width: pixels.
        heading: of a needle, radians clockwise from the right.
        role: of its colour.

    """

    kind: Literal["bar", "speeds", "needle"]
    width: int
    heading: float = 0.0
    role: Role = "secondary"


class MapChip(QAbstractButton):
    """A rounded piece of ground with a glyph and some lines of text.

    It never takes the keyboard; one that is not to be clicked lets the mouse through to the map.

    Attributes:
        row: of the actor it points to, None for nobody.

    """

    def __init__(self, parent: QWidget, *, clickable: bool = False) -> None:
        """Make an empty, hidden chip."""
        super().__init__(parent)
        self.row: int | None = None
        self._told: tuple[Lines, Glyph | None] = (), None
        self._lines: Lines = ()
        self._size = QSize()
        self._picture: QPixmap | None = None
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, not clickable)
        if clickable:
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.hide()

    def changeEvent(self, event: QEvent) -> None:
        """Draw in other colours, and for text of another size in its size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._redraw()

    def tell(self, lines: Lines, glyph: Glyph | None = None) -> None:
        """Show a glyph and some lines, or hide the chip if there are neither."""
        if (lines, glyph) == self._told:
            return
        self._told = lines, glyph
        self._lines = wrapped(lines, WIDEST - 2 * _PADDING_X)
        self.setAccessibleName(self.text())
        self.setVisible(bool(lines))
        self._redraw()

    def text(self) -> str:
        """Return what is written on the chip."""
        return "\n".join("".join(span.text for span in line) for line in self._lines)

    def sizeHint(self) -> QSize:
        """Return the size at which the text fits."""
        return self._size

    def _redraw(self) -> None:
        text, glyph = text_size(self._lines), self._told[1]
        before = 0 if glyph is None else glyph.width + (_GLYPH_GAP if text.width() else 0)
        width = hugging(text.width() + before + 2 * _PADDING_X)
        self._size = QSize(width, max(text.height() + 2 * _PADDING_Y, _HEIGHT))
        self._picture = None
        self.resize(self._size)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Copy the picture of the chip: the map below repaints far more often than the chip changes."""
        ratio = self.devicePixelRatioF()
        if self._picture is None or self._picture.size() != self.size() * ratio:
            self._picture = self._drawn(ratio)
        with QPainter(self) as painter:
            painter.drawPixmap(0, 0, self._picture)

    def _drawn(self, ratio: float) -> QPixmap:
        """Return ground, glyph and text as a picture."""
        theme, glyph = current_theme(), self._told[1]
        picture = QPixmap(self.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        with QPainter(picture) as painter:
            draw_ground(painter, QRectF(self.rect()), faded(theme.panel, 0.96), theme.hairline, _RADIUS)
            left = float(_PADDING_X)
            if glyph is not None:
                _draw_glyph(painter, QRectF(left, 0, glyph.width, self.height()), glyph)
                left += glyph.width + _GLYPH_GAP
            top = (self.height() - text_size(self._lines).height()) / 2
            draw_text(painter, left, top, self._lines)
        return picture


class Furniture(QObject):
    """Owns the chips, which are children of the map, and keeps them in its corners and at its edges.

    Attributes:
        overlay: the stacks in the corners, in which the window has chips, too.

    """

    arrow_clicked = Signal(int)
    """Row of the actor an arrow points to."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._map = parent
        self.follow, self.north, self.hidden, self.tool = (MapChip(parent, clickable=True) for _ in range(4))
        self.tool.setToolTip(tr("End measuring (Esc)"))
        self._scale, self._legend, self._cursor = (MapChip(parent) for _ in range(3))
        self._arrows = tuple(MapChip(parent, clickable=True) for _ in range(_MOST_ARROWS))
        for arrow in self._arrows:
            arrow.clicked.connect(lambda _=False, arrow=arrow: self.arrow_clicked.emit(arrow.row))
        self._color_by: ColorBy = "category"
        self._tip = ""
        self.overlay = Overlay(parent)
        for chip, place, rank in (
            (self.follow, Place.TOP_LEFT, _FOLLOWING),
            (self.north, Place.TOP_RIGHT, 0),
            (self._legend, Place.TOP_RIGHT, 1),
            (self.hidden, Place.TOP_RIGHT, 2),
            (self._scale, Place.BOTTOM_LEFT, 0),
            (self.tool, Place.BOTTOM_LEFT, 1),
            (self._cursor, Place.BOTTOM_RIGHT, 0),
        ):
            self.overlay.add(chip, place, rank)
        self.set_turn(0.0, heading_up=False)

    def restyle(self) -> None:
        """Say speeds in another unit."""
        self.set_color_by(self._color_by)

    def set_scale(self, scale: float) -> None:
        """Show the scale, in pixels per metre."""
        metres = round_length(_LONGEST_BAR / scale)
        text, unit = (metres, tr("m")) if metres < _KILOMETRE else (metres / _KILOMETRE, tr("km"))
        bar = Glyph("bar", max(round(metres * scale), 1))
        self._scale.tell(((Span(f"{text:g}"), Span(f" {unit}", "secondary")),), bar)

    def set_measured(self, metres: float | None, pieces: int) -> None:
        """Say how long the measured path is in all; None while nothing is measured."""
        if metres is None:
            self.tool.tell(())
            return
        if pieces:
            total = Span(number(metres), bold=True, room="000.00")
            spans: tuple[Span, ...] = (total, Span(f" {tr('m')}", "secondary"))
        else:
            spans = (Span(tr("Click points or actors")),)
        end = Span(f" · {tr('Esc to end')}   ×", "secondary")
        self.tool.tell(((Span(f"{tr('Measure')}  ", "secondary"), *spans, end),))

    def set_hidden_count(self, count: int) -> None:
        """Say how many actors are hidden, and offer to show them."""
        said = Span(f"{grouped(count)} {tr('hidden')}", bold=True)
        self.hidden.tell(((said, Span(f" · {tr('Show all')}", "accent")),) if count else ())

    def set_turn(self, turn: float, *, heading_up: bool) -> None:
        """Show where north is: the ground is turned so far clockwise, radians; and what was asked for."""
        text = tr("Heading up") if heading_up else tr("North up")
        said = (Span(text, "secondary"),) if self._map.width() >= _WORDED else ()
        self.north.tell((said,), Glyph("needle", _NEEDLE, turn - math.pi / 2))
        self.north.setAccessibleName(text)
        tip = tr("Turn north up") if heading_up else tr("Turn with the followed actor")
        self.north.setToolTip(tip)

    def set_color_by(self, by: ColorBy) -> None:
        """Explain colours that are not those of categories."""
        self._color_by = by
        top = number(in_shown_unit(TOP_SPEED, MPS), 0)
        named = Span(f"{tr('Speed')}  ", "secondary")
        words = named, Span(f"0 – {top}"), Span(f" {speed_unit()}", "secondary")
        self._legend.tell((words,) if by == "speed" else (), Glyph("speeds", _LONGEST_BAR))

    def set_cursor(self, point: tuple[float, float] | None, road: str = "") -> None:
        """Show the point under the mouse, in metres, and where that is on the road."""
        spans: list[Span] = []
        for axis, value in zip("xy", point or (), strict=False):
            lead = Span(f"{axis}  " if not spans else f"    {axis}  ", "secondary")
            spans += [lead, Span(number(value), room="000.00"), Span(" " + tr("m"), "secondary")]
        if road:
            spans.append(Span(f"    {road}", "secondary"))
        self._cursor.tell((tuple(spans),) if spans else ())

    def set_tooltip(self, lines: Lines, at: tuple[float, float] | None) -> None:
        """Show some lines beside the mouse, or none."""
        before, self._tip = self._tip, html_of(lines) if at else ""
        if self._tip and at is not None:
            QToolTip.showText(self._map.mapToGlobal(QPoint(*map(round, at))), self._tip, self._map)
        elif before:
            QToolTip.hideText()

    def set_follow(self, followed: str, resumable: str) -> None:
        """Show the name of the actor that is followed, or of the one to follow again; empty for none."""
        if followed:
            spans: tuple[Span, ...] = (
                Span(tr("Following"), "secondary"),
                Span(f"  {followed}", bold=True),
                Span(tr(" · F to stop") + "   ×", "secondary"),
            )
        else:
            spans = (
                Span(tr("Follow")),
                Span(f"  {resumable}", bold=True),
                Span(tr(" again (F)"), "secondary"),
            )
        self.follow.setToolTip(tr("Stop following (F)") if followed else tr("Follow it again (F)"))
        self.follow.tell((spans,) if followed or resumable else ())

    # -- arrows to who is off the map

    def point_to(self, picture: MapPicture) -> None:
        """Point to the hero and to who is or was followed, where they are off the map."""
        camera = picture.camera
        hidden: list[tuple[int, float, float]] = []
        for row in dict.fromkeys((picture.hero, picture.followed, picture.resumable)):
            where = picture.where(row)
            if row is not None and where is not None and not _is_seen(camera, *where):
                hidden.append((row, *where))
        taken = np.vstack([_sides(self.overlay.rectangles()), _exhibited(picture)])
        for arrow, target in zip_longest(self._arrows, hidden[: len(self._arrows)]):
            if target is None:
                arrow.tell(())
                continue
            arrow.row, x, y = target
            px, py = camera.to_screen((x, y)).tolist()
            heading = math.atan2(py - camera.height / 2, px - camera.width / 2)
            metres, is_hero = math.hypot(x - camera.x, y - camera.y), arrow.row == picture.hero
            name = Span(picture.name(arrow.row), "hero" if is_hero else "text", bold=True)
            away = Span(f"  {number(metres, 0)} {tr('m')}", "secondary")
            role: Role = "hero" if is_hero else "accent"
            arrow.tell(((name, away),), Glyph("needle", _NEEDLE, heading, role))
            self._move_to_edge(arrow, px, py, taken)
            taken = np.vstack([taken, _sides([arrow.geometry()])])

    def rectangles(self) -> NDArray[np.float64]:
        """Return what the chips cover: left, top, right, bottom in pixels, shape (K, 4)."""
        arrows = [arrow.geometry() for arrow in self._arrows if not arrow.isHidden()]
        return _sides([*self.overlay.rectangles(), *arrows])

    def _move_to_edge(self, arrow: MapChip, px: float, py: float, taken: NDArray[np.float64]) -> None:
        """Put an arrow where the way from the middle to a point leaves the map, or near where it is free."""
        size, whole = (np.array(each.size().toTuple()) for each in (arrow, self._map))
        room = np.maximum(whole - MARGIN - size, MARGIN)
        way = (px, py) - whole / 2
        share = np.min(np.maximum(whole / 2 - MARGIN - size / 2, 1.0) / np.maximum(np.abs(way), 1e-9))
        aim = np.minimum(whole / 2 + way * share - size / 2, room)
        places = np.vstack([aim, _along_edge(*room.tolist())])
        boxes = np.hstack([places - GAP, places + size + GAP])
        free = places[~overlap(boxes[:, None], taken).any(axis=1)]
        if len(free):
            aim = free[np.argmin(np.hypot(*(free - aim).T))]
        arrow.move(*np.round(aim).astype(int).tolist())


def _is_seen(camera: Camera, x: float, y: float) -> bool:
    px, py = camera.to_screen((x, y)).tolist()
    return 0 <= px <= camera.width and 0 <= py <= camera.height


def _exhibited(picture: MapPicture) -> NDArray[np.float64]:
    """Return what the exhibit of an event covers: left, top, right, bottom in pixels, shape (K, 4)."""
    if picture.exhibit is None:
        return np.empty((0, 4))
    centers = picture.camera.to_screen(picture.exhibit.at.centers)
    lines = np.concatenate([np.stack([centers, centers], axis=1), arrows_of(picture.exhibit, picture.camera)])
    lines = lines[np.isfinite(lines).all(axis=(1, 2))]
    return np.hstack([lines.min(axis=1) - _EXHIBIT, lines.max(axis=1) + _EXHIBIT])


def _along_edge(right: float, bottom: float) -> NDArray[np.float64]:
    """Return places for a top left corner at the edges, up to ``right`` and ``bottom``, shape (K, 2)."""
    across, along = np.arange(MARGIN, right + 1, _STEP), np.arange(MARGIN, bottom + 1, _STEP)
    sides = [np.column_stack([across, np.full(len(across), y)]) for y in (MARGIN, bottom)]
    sides += [np.column_stack([np.full(len(along), x), along]) for x in (MARGIN, right)]
    return np.vstack(sides)


def _sides(boxes: Sequence[QRect]) -> NDArray[np.float64]:
    """Return left, top, right, bottom of each, shape (K, 4)."""
    sides = [(box.left(), box.top(), box.right() + 1, box.bottom() + 1) for box in boxes]
    return np.array(sides, np.float64).reshape(-1, 4)


def _draw_glyph(painter: QPainter, area: QRectF, glyph: Glyph) -> None:
    """Draw a bar with its ends, the colours of speeds from none to the top of their scale, or a needle."""
    color, middle = role_color(glyph.role), area.center()
    if glyph.kind == "bar":
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        painter.setPen(QPen(color, 1))
        left, right, y = int(area.left()), int(area.right()), int(middle.y())
        painter.drawLine(left, y, right, y)
        for x in (left, right):
            painter.drawLine(x, y - 4, x, y + 4)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=True)
        return
    painter.setPen(Qt.PenStyle.NoPen)
    if glyph.kind == "speeds":
        gradient = QLinearGradient(area.topLeft(), area.topRight())
        for stop in (0.0, 0.25, 0.5, 0.75, 1.0):
            gradient.setColorAt(stop, speed_color(stop))
        painter.setBrush(gradient)
        painter.drawRoundedRect(QRectF(area.left(), middle.y() - 4, area.width(), 8), 2, 2)
        return
    painter.save()
    painter.translate(middle)
    painter.rotate(math.degrees(glyph.heading))
    painter.setBrush(color)
    painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in ((6, 0), (-5, -4.5), (-2.5, 0), (-5, 4.5))]))
    painter.restore()


def round_length(longest: float) -> float:
    """Return the longest of …, 1, 2, 5, 10, 20, 50, … that is not longer than ``longest``.

    >>> round_length(19.9), round_length(0.6)
    (10.0, 0.5)
    """
    decade = 10.0 ** math.floor(math.log10(longest))
    return max(step * decade for step in (1, 2, 5) if step * decade <= longest * (1 + 1e-9))
