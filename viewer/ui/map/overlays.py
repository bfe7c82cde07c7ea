"""Chips that float on the map: scale bar, north, legend, cursor position, arrows to actors outside."""

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
    Role,
    TextLines,
    TextRun,
    draw_box,
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
from viewer.ui.widgets.overlay import GAP, MARGIN, WIDEST, Corner, Overlay, rounded_width

_FOLLOWING = 30
"""Rank of the chip (text box on the map) that names the followed actor.

In the top left stack, chips of lower ranks are nearer the corner.
"""
_MOST_ARROWS = 2
_WORDED = 520
"""Least width of the map in pixels at which the chip with the north needle also has a text."""
_STEP = 4.0
"""Pixels between neighbouring positions along the map's edge that are tried for an arrow to an actor."""
_EVENT_MARGIN = 40.0
"""Pixels around an event's actors and their velocity arrows on the map that arrows at the map's edge avoid.
"""
_PADDING_X, _PADDING_Y, _HEIGHT, _RADIUS = 12, 6, 28, 6.0
_GLYPH_GAP = 8
_KILOMETRE = 1000.0
_LONGEST_BAR = 96
_NEEDLE = 10


class Glyph(NamedTuple):
    """Symbol that is drawn before the text of a chip (a small box that floats on the map).

    Attributes:
        kind: "bar" (a scale bar), "speeds" (the colour scale of speeds), or "needle" (a pointer).
        width: width in pixels.
        heading: direction of a needle, radians clockwise from the right.
        role: name of the theme colour in which the symbol is drawn.
    """

    kind: Literal["bar", "speeds", "needle"]
    width: int
    heading: float = 0.0
    role: Role = "secondary"


class MapChip(QAbstractButton):
    """Rounded box on the map with a symbol and lines of text.

    It never takes keyboard focus; unless it is clickable, mouse events pass through to the map.

    Attributes:
        row: row of the actor that it points to, None if it points to none.
    """

    def __init__(self, parent: QWidget, *, clickable: bool = False) -> None:
        """Create a hidden chip without text."""
        super().__init__(parent)
        self.row: int | None = None
        self._content: tuple[TextLines, Glyph | None] = (), None
        self._lines: TextLines = ()
        self._size = QSize()
        self._picture: QPixmap | None = None
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, not clickable)
        if clickable:
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.hide()

    def changeEvent(self, event: QEvent) -> None:
        """Redraw after a change of colours or text size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._redraw()

    def set_content(self, lines: TextLines, glyph: Glyph | None = None) -> None:
        """Show ``glyph`` (a symbol, or None) and then ``lines``; hide the chip if there are no lines."""
        if (lines, glyph) == self._content:
            return
        self._content = lines, glyph
        self._lines = wrapped(lines, WIDEST - 2 * _PADDING_X)
        self.setAccessibleName(self.text())
        self.setVisible(bool(lines))
        self._redraw()

    def text(self) -> str:
        """Return the text of the chip, with line breaks."""
        return "\n".join("".join(span.text for span in line) for line in self._lines)

    def sizeHint(self) -> QSize:
        """Return the size at which the text fits."""
        return self._size

    def _redraw(self) -> None:
        text, glyph = text_size(self._lines), self._content[1]
        before = 0 if glyph is None else glyph.width + (_GLYPH_GAP if text.width() else 0)
        width = rounded_width(text.width() + before + 2 * _PADDING_X)
        self._size = QSize(width, max(text.height() + 2 * _PADDING_Y, _HEIGHT))
        self._picture = None
        self.resize(self._size)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the cached picture of the chip: the map repaints far more often than the chip changes."""
        ratio = self.devicePixelRatioF()
        if self._picture is None or self._picture.size() != self.size() * ratio:
            self._picture = self._drawn(ratio)
        with QPainter(self) as painter:
            painter.drawPixmap(0, 0, self._picture)

    def _drawn(self, ratio: float) -> QPixmap:
        """Return background, symbol and text drawn into a pixmap; ``ratio`` is device pixels per pixel."""
        theme, glyph = current_theme(), self._content[1]
        picture = QPixmap(self.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        with QPainter(picture) as painter:
            draw_box(painter, QRectF(self.rect()), faded(theme.panel, 0.96), theme.hairline, _RADIUS)
            left = float(_PADDING_X)
            if glyph is not None:
                _draw_glyph(painter, QRectF(left, 0, glyph.width, self.height()), glyph)
                left += glyph.width + _GLYPH_GAP
            top = (self.height() - text_size(self._lines).height()) / 2
            draw_text(painter, left, top, self._lines)
        return picture


class MapOverlays(QObject):
    """Owner of the chips on the map: updates their content and keeps them in the corners and at the edges.

    Attributes:
        overlay: stacks of chips in the corners; the window adds chips of its own.
    """

    arrow_clicked = Signal(int)
    """Emitted when an arrow was clicked, with the row in the actor table of the actor to which it points."""

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
        for chip, corner, rank in (
            (self.follow, Corner.TOP_LEFT, _FOLLOWING),
            (self.north, Corner.TOP_RIGHT, 0),
            (self._legend, Corner.TOP_RIGHT, 1),
            (self.hidden, Corner.TOP_RIGHT, 2),
            (self._scale, Corner.BOTTOM_LEFT, 0),
            (self.tool, Corner.BOTTOM_LEFT, 1),
            (self._cursor, Corner.BOTTOM_RIGHT, 0),
        ):
            self.overlay.add(chip, corner, rank)
        self.set_turn(0.0, heading_up=False)

    def restyle(self) -> None:
        """Update the legend of the speed colours after a change of the unit of speed."""
        self.set_color_by(self._color_by)

    def set_scale(self, scale: float) -> None:
        """Show a scale bar that fits the map's ``scale``, in pixels per metre."""
        metres = round_length(_LONGEST_BAR / scale)
        text, unit = (metres, tr("m")) if metres < _KILOMETRE else (metres / _KILOMETRE, tr("km"))
        bar = Glyph("bar", max(round(metres * scale), 1))
        self._scale.set_content(((TextRun(f"{text:g}"), TextRun(f" {unit}", "secondary")),), bar)

    def set_measured(self, metres: float | None, pieces: int) -> None:
        """Show the length of a measured path in metres, of ``pieces`` segments; None hides the chip."""
        if metres is None:
            self.tool.set_content(())
            return
        if pieces:
            total = TextRun(number(metres), bold=True, reserved="000.00")
            spans: tuple[TextRun, ...] = (total, TextRun(f" {tr('m')}", "secondary"))
        else:
            spans = (TextRun(tr("Click points or actors")),)
        end = TextRun(f" · {tr('Esc to end')}   ×", "secondary")
        self.tool.set_content(((TextRun(f"{tr('Measure')}  ", "secondary"), *spans, end),))

    def set_hidden_count(self, count: int) -> None:
        """Show a chip with the number of hidden actors, ``count``, and "Show all"; 0 hides the chip."""
        text_run = TextRun(f"{grouped(count)} {tr('hidden')}", bold=True)
        self.hidden.set_content(((text_run, TextRun(f" · {tr('Show all')}", "accent")),) if count else ())

    def set_turn(self, turn: float, *, heading_up: bool) -> None:
        """Turn the north needle for a map whose ground is turned by ``turn`` radians clockwise.

        The text beside it is "Heading up" (the followed actor's heading) if ``heading_up``, else "North up".
        """
        text = tr("Heading up") if heading_up else tr("North up")
        text_runs = (TextRun(text, "secondary"),) if self._map.width() >= _WORDED else ()
        self.north.set_content((text_runs,), Glyph("needle", _NEEDLE, turn - math.pi / 2))
        self.north.setAccessibleName(text)
        tip = tr("Turn north up") if heading_up else tr("Turn with the followed actor")
        self.north.setToolTip(tip)

    def set_color_by(self, by: ColorBy) -> None:
        """Show the legend of the speed colours if actors have these (``by`` is "speed"), else hide it."""
        self._color_by = by
        top = number(in_shown_unit(TOP_SPEED, MPS), 0)
        named = TextRun(f"{tr('Speed')}  ", "secondary")
        words = named, TextRun(f"0 – {top}"), TextRun(f" {speed_unit()}", "secondary")
        self._legend.set_content((words,) if by == "speed" else (), Glyph("speeds", _LONGEST_BAR))

    def set_cursor(self, point: tuple[float, float] | None, road: str = "") -> None:
        """Show the world position under the mouse, ``point`` (x and y, metres), in a label over the map.

        ``road`` names road and lane there, and follows the position; empty if there is none. With None for
        ``point`` and no ``road``, the label is hidden.
        """
        spans: list[TextRun] = []
        for axis, value in zip("xy", point or (), strict=False):
            lead = TextRun(f"{axis}  " if not spans else f"    {axis}  ", "secondary")
            spans += [lead, TextRun(number(value), reserved="000.00"), TextRun(" " + tr("m"), "secondary")]
        if road:
            spans.append(TextRun(f"    {road}", "secondary"))
        self._cursor.set_content((tuple(spans),) if spans else ())

    def set_tooltip(self, lines: TextLines, at: tuple[float, float] | None) -> None:
        """Show ``lines`` as a tooltip at ``at`` (pixels on the map), or hide it if there are none."""
        before, self._tip = self._tip, html_of(lines) if at else ""
        if self._tip and at is not None:
            QToolTip.showText(self._map.mapToGlobal(QPoint(*map(round, at))), self._tip, self._map)
        elif before:
            QToolTip.hideText()

    def set_follow(self, followed: str, resumable: str) -> None:
        """Show a chip with the name of the ``followed`` actor, or an offer to follow ``resumable`` again.

        ``resumable`` is the name of the actor that was followed until the camera was moved elsewhere; it is
        offered if ``followed`` is empty. If both are empty, the chip, a text box on the map, is hidden.
        """
        if followed:
            spans: tuple[TextRun, ...] = (
                TextRun(tr("Following"), "secondary"),
                TextRun(f"  {followed}", bold=True),
                TextRun(tr(" · F to stop") + "   ×", "secondary"),
            )
        else:
            spans = (
                TextRun(tr("Follow")),
                TextRun(f"  {resumable}", bold=True),
                TextRun(tr(" again (F)"), "secondary"),
            )
        self.follow.setToolTip(tr("Stop following (F)") if followed else tr("Follow it again (F)"))
        self.follow.set_content((spans,) if followed or resumable else ())

    # -- arrows to actors outside the map

    def point_to(self, picture: MapPicture) -> None:
        """Show arrows at the edge of the map that point to important actors outside its visible part.

        They are, of the state ``picture``: the hero (ego vehicle), and the actor that is followed or was
        followed until the camera was moved elsewhere.
        """
        camera = picture.camera
        hidden: list[tuple[int, float, float]] = []
        for row in dict.fromkeys((picture.view.hero, picture.view.followed, picture.resumable)):
            where = picture.position_of(row)
            if row is not None and where is not None and not _is_seen(camera, *where):
                hidden.append((row, *where))
        occupied = np.vstack([_sides(self.overlay.rectangles()), _event_rectangles(picture)])
        for arrow, target in zip_longest(self._arrows, hidden[: len(self._arrows)]):
            if target is None:
                arrow.set_content(())
                continue
            arrow.row, x, y = target
            px, py = camera.to_screen((x, y)).tolist()
            heading = math.atan2(py - camera.height / 2, px - camera.width / 2)
            metres, is_hero = math.hypot(x - camera.x, y - camera.y), arrow.row == picture.view.hero
            name = TextRun(picture.name(arrow.row), "hero" if is_hero else "text", bold=True)
            away = TextRun(f"  {number(metres, 0)} {tr('m')}", "secondary")
            role: Role = "hero" if is_hero else "accent"
            arrow.set_content(((name, away),), Glyph("needle", _NEEDLE, heading, role))
            self._move_to_edge(arrow, px, py, occupied)
            occupied = np.vstack([occupied, _sides([arrow.geometry()])])

    def rectangles(self) -> NDArray[np.float64]:
        """Return the rectangles of the visible chips (text boxes on the map) in pixels, shape (K, 4).

        Each is left, top, right, bottom.
        """
        arrows = [arrow.geometry() for arrow in self._arrows if not arrow.isHidden()]
        return _sides([*self.overlay.rectangles(), *arrows])

    def _move_to_edge(self, arrow: MapChip, px: float, py: float, occupied: NDArray[np.float64]) -> None:
        """Move ``arrow`` to the place at the edge of the map in the direction of ``px``, ``py`` (pixels).

        If possible, it does not cover ``occupied``: rectangles in pixels, shape (N, 4).
        """
        size, whole = (np.array(each.size().toTuple()) for each in (arrow, self._map))
        limit = np.maximum(whole - MARGIN - size, MARGIN)
        way = (px, py) - whole / 2
        share = np.min(np.maximum(whole / 2 - MARGIN - size / 2, 1.0) / np.maximum(np.abs(way), 1e-9))
        aim = np.minimum(whole / 2 + way * share - size / 2, limit)
        positions = np.vstack([aim, _along_edge(*limit.tolist())])
        boxes = np.hstack([positions - GAP, positions + size + GAP])
        free = positions[~overlap(boxes[:, None], occupied).any(axis=1)]
        if len(free):
            aim = free[np.argmin(np.hypot(*(free - aim).T))]
        arrow.move(*np.round(aim).astype(int).tolist())


def _is_seen(camera: Camera, x: float, y: float) -> bool:
    px, py = camera.to_screen((x, y)).tolist()
    return 0 <= px <= camera.width and 0 <= py <= camera.height


def _event_rectangles(picture: MapPicture) -> NDArray[np.float64]:
    """Return rectangles of the event on the map: left, top, right, bottom in pixels, shape (K, 4).

    They surround its actors and their velocity arrows; ``picture`` is the state of the map. Empty without an
    event.
    """
    if picture.event_overlay is None:
        return np.empty((0, 4))
    centers = picture.camera.to_screen(picture.event_overlay.at.centers)
    lines = np.concatenate(
        [np.stack([centers, centers], axis=1), arrows_of(picture.event_overlay, picture.camera)]
    )
    lines = lines[np.isfinite(lines).all(axis=(1, 2))]
    return np.hstack([lines.min(axis=1) - _EVENT_MARGIN, lines.max(axis=1) + _EVENT_MARGIN])


def _along_edge(right: float, bottom: float) -> NDArray[np.float64]:
    """Return positions along the map's edges for the top left corner of an arrow, pixels, shape (K, 2).

    ``right`` and ``bottom`` are the greatest x and y at which the arrow still fits on the map.
    """
    across, along = np.arange(MARGIN, right + 1, _STEP), np.arange(MARGIN, bottom + 1, _STEP)
    sides = [np.column_stack([across, np.full(len(across), y)]) for y in (MARGIN, bottom)]
    sides += [np.column_stack([np.full(len(along), x), along]) for x in (MARGIN, right)]
    return np.vstack(sides)


def _sides(boxes: Sequence[QRect]) -> NDArray[np.float64]:
    """Return left, top, right and bottom in pixels of each of ``boxes``, shape (K, 4)."""
    sides = [(box.left(), box.top(), box.right() + 1, box.bottom() + 1) for box in boxes]
    return np.array(sides, np.float64).reshape(-1, 4)


def _draw_glyph(painter: QPainter, area: QRectF, glyph: Glyph) -> None:
    """Draw the symbol ``glyph`` in ``area``: a scale bar, the colour scale of speeds, or the north needle."""
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
