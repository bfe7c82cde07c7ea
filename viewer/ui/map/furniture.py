"""What cartographers call the furniture of a map: scale bar, north, cursor and the like, as chips on it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import zip_longest

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QPointF, QRect, Signal
from PySide6.QtWidgets import QWidget

from viewer.ui.format import count as grouped
from viewer.ui.format import number
from viewer.ui.map.camera import Camera
from viewer.ui.map.chips import EdgeArrow, MapChip, North, ScaleBar, SpeedLegend
from viewer.ui.map.geometry.rectangles import overlap
from viewer.ui.map.picture import MapPicture
from viewer.ui.map.pill import Lines, Span
from viewer.ui.state.map_options import ColorBy
from viewer.ui.widgets.hover_card import HoverCard
from viewer.ui.widgets.overlay import GAP, MARGIN, Overlay, Place

_FOLLOWING = 30
"""Rank of the chip that says who is followed, below what happened and what is missing."""
_MOST_ARROWS = 2
_WORDED = 520
"""Pixels of the map's width in which a card and more than the needle go side by side."""
_STEP = 4.0
"""Pixels between the places at the edge that are tried for an arrow."""


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
        self.follow = MapChip(parent, clickable=True)
        self._arrows = tuple(EdgeArrow(parent) for _ in range(_MOST_ARROWS))
        for arrow in self._arrows:
            arrow.row_clicked.connect(self.arrow_clicked)
        self.north = North(parent)
        self.hidden = MapChip(parent, clickable=True)
        self.tool = MapChip(parent, clickable=True)
        self.tool.setToolTip(self.tr("End measuring (Esc)"))
        self._scale = ScaleBar(parent)
        self._legend = SpeedLegend(parent)
        self._color_by: ColorBy = "category"
        self._cursor = MapChip(parent)
        self._tooltip = HoverCard(parent)
        self.overlay = Overlay(parent)
        stacks: tuple[tuple[MapChip, Place, int], ...] = (
            (self.follow, Place.TOP_LEFT, _FOLLOWING),
            (self.north, Place.TOP_RIGHT, 0),
            (self._legend, Place.TOP_RIGHT, 1),
            (self.hidden, Place.TOP_RIGHT, 2),
            (self._scale, Place.BOTTOM_LEFT, 0),
            (self.tool, Place.BOTTOM_LEFT, 1),
            (self._cursor, Place.BOTTOM_RIGHT, 0),
        )
        for chip, place, rank in stacks:
            self.overlay.add(chip, place, rank)
        self._corners = tuple(chip for chip, _, _ in stacks)
        self.north.set_turn(0.0, heading_up=False)

    def restyle(self) -> None:
        """Say speeds in another unit."""
        self.set_color_by(self._color_by)

    def set_scale(self, scale: float) -> None:
        """Show the scale, in pixels per metre."""
        self._scale.set_scale(scale)

    def set_measured(self, metres: float | None, pieces: int) -> None:
        """Say how long the measured path is in all; None while nothing is measured."""
        if metres is None:
            self.tool.set_lines(())
            return
        if pieces:
            total = Span(number(metres), bold=True, room="000.00")
            spans: tuple[Span, ...] = (total, Span(f" {self.tr('m')}", "secondary"))
        else:
            spans = (Span(self.tr("Click points or actors")),)
        end = Span(f" · {self.tr('Esc to end')}   ×", "secondary")
        self.tool.set_lines(((Span(f"{self.tr('Measure')}  ", "secondary"), *spans, end),))

    def set_hidden_count(self, count: int) -> None:
        """Say how many actors are hidden, and offer to show them."""
        lines: Lines = ()
        if count:
            said = Span(f"{grouped(count)} {self.tr('hidden')}", bold=True)
            lines = ((said, Span(f" · {self.tr('Show all')}", "accent")),)
        self.hidden.set_lines(lines)

    def set_turn(self, turn: float, *, heading_up: bool) -> None:
        """Show where north is: the ground is turned so far clockwise, radians; and what was asked for."""
        self.north.set_turn(turn, heading_up=heading_up)
        self.north.set_worded(self._map.width() >= _WORDED)

    def set_color_by(self, by: ColorBy) -> None:
        """Explain colours that are not those of categories."""
        self._color_by = by
        self._legend.set_lines(SpeedLegend.words() if by == "speed" else ())

    def set_cursor(self, point: tuple[float, float] | None, road: str = "") -> None:
        """Show the point under the mouse, in metres, and where that is on the road."""
        if point is None:
            self._cursor.set_lines(())
            return
        spans: list[Span] = []
        for axis, value in zip("xy", point, strict=True):
            lead = Span(f"{axis}  " if not spans else f"    {axis}  ", "secondary")
            spans += [lead, Span(number(value), room="000.00"), Span(" " + self.tr("m"), "secondary")]
        if road:
            spans.append(Span(f"    {road}", "secondary"))
        self._cursor.set_lines((tuple(spans),))

    def set_tooltip(self, lines: Lines, at: tuple[float, float] | None) -> None:
        """Show some lines beside the mouse, or none."""
        self._tooltip.set_lines(lines if at else ())
        if at is not None:
            self._tooltip.move_beside(QPointF(*at), self._map.size())

    def set_follow(self, followed: str, resumable: str) -> None:
        """Show the name of the actor that is followed, or of the one to follow again; empty for none."""
        if followed:
            spans: tuple[Span, ...] = (
                Span(self.tr("Following"), "secondary"),
                Span(f"  {followed}", bold=True),
                Span(self.tr(" · F to stop") + "   ×", "secondary"),
            )
        else:
            spans = (
                Span(self.tr("Follow")),
                Span(f"  {resumable}", bold=True),
                Span(self.tr(" again (F)"), "secondary"),
            )
        self.follow.setToolTip(self.tr("Stop following (F)") if followed else self.tr("Follow it again (F)"))
        self.follow.set_lines((spans,) if followed or resumable else ())

    def point_to(self, picture: MapPicture) -> None:
        """Point to the hero and to who is or was followed, where they are off the map."""
        camera = picture.camera
        hidden: list[tuple[int, float, float]] = []
        for row in dict.fromkeys((picture.hero, picture.followed, picture.resumable)):
            where = picture.where(row)
            if row is not None and where is not None and not self._is_seen(camera, *where):
                hidden.append((row, *where))
        taken = _sides(self.overlay.rectangles())
        for arrow, target in zip_longest(self._arrows, hidden[: len(self._arrows)]):
            if target is None:
                arrow.set_lines(())
                continue
            row, x, y = target
            px, py = camera.to_screen((x, y)).tolist()
            heading = math.atan2(py - camera.height / 2, px - camera.width / 2)
            metres, is_hero = math.hypot(x - camera.x, y - camera.y), row == picture.hero
            name = Span(picture.name(row), "hero" if is_hero else "text", bold=True)
            away = Span(f"  {number(metres, 0)} {self.tr('m')}", "secondary")
            arrow.point(row, heading, ((name, away),), hero=is_hero)
            self._move_to_edge(arrow, px, py, taken)
            taken = np.vstack([taken, _sides([arrow.geometry()])])

    def rectangles(self) -> NDArray[np.float64]:
        """Return what the chips cover: left, top, right, bottom in pixels, shape (K, 4)."""
        arrows = [arrow.geometry() for arrow in self._arrows if not arrow.isHidden()]
        return _sides([*self.overlay.rectangles(), *arrows])

    def _move_to_edge(self, arrow: EdgeArrow, px: float, py: float, taken: NDArray[np.float64]) -> None:
        """Put an arrow where the line from the middle of the map to a point leaves it.

        Where it would cover what is taken there, it goes to the nearest free place along the edge.
        """
        width, height = arrow.width(), arrow.height()
        half_width = max(self._map.width() / 2 - MARGIN - width / 2, 1.0)
        half_height = max(self._map.height() / 2 - MARGIN - height / 2, 1.0)
        dx, dy = px - self._map.width() / 2, py - self._map.height() / 2
        share = 1 / max(abs(dx) / half_width, abs(dy) / half_height, 1e-9)
        right = max(self._map.width() - MARGIN - width, MARGIN)
        bottom = max(self._map.height() - MARGIN - height, MARGIN)
        left = min(self._map.width() / 2 + dx * share - width / 2, right)
        top = self._map.height() / 2 + dy * share - height / 2
        places = np.vstack([(left, top), _along_edge(right, bottom)])
        boxes = np.hstack([places - GAP, places + np.array((width, height)) + GAP])
        free = places[~overlap(boxes[:, None], taken).any(axis=1)]
        if len(free):
            left, top = free[np.argmin(np.hypot(*(free - (left, top)).T))].tolist()
        arrow.setGeometry(round(left), round(top), width, height)

    def _is_seen(self, camera: Camera, x: float, y: float) -> bool:
        px, py = camera.to_screen((x, y)).tolist()
        return 0 <= px <= camera.width and 0 <= py <= camera.height


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
