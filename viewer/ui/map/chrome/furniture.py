"""What cartographers call the furniture of a map: scale bar, north, cursor and the like, as chips on it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QRect, Signal
from PySide6.QtWidgets import QWidget

from viewer.ui.format import count as grouped
from viewer.ui.format import number
from viewer.ui.map.camera import Camera
from viewer.ui.map.chrome.chips import EdgeArrow, MapChip, North, ScaleBar, SpeedLegend
from viewer.ui.map.chrome.pill import Lines, Span
from viewer.ui.map.options import ColorBy
from viewer.ui.theme import Theme
from viewer.ui.widgets.overlay import GAP, MARGIN, Overlay, Place

_BESIDE_MOUSE = (16, 20)
_FOLLOWING = 30
"""Rank of the chip that says who is followed, below what happened and what is missing."""
_MOST_ARROWS = 2
_KEPT = 24
"""Pixels around the selected actor that arrows leave free."""


class Target(NamedTuple):
    """An actor that an arrow points to while it is off the map: where it is in metres, and its name."""

    row: int
    x: float
    y: float
    name: str
    is_hero: bool


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
        self._cursor = MapChip(parent)
        self._tooltip = MapChip(parent)
        self._covered = 0
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
        self._tooltip_at: tuple[float, float] | None = None
        self.north.set_turn(0.0, heading_up=False)

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        for chip in (*self._corners, *self._arrows, self._tooltip):
            chip.set_theme(theme)
        self.overlay.arrange()

    def set_right_inset(self, covered: int) -> None:
        """Keep clear of the right edge, of which so many pixels are covered by something else."""
        self._covered = covered
        self.overlay.set_right_inset(covered)

    def set_scale(self, scale: float) -> None:
        """Show the scale, in pixels per metre."""
        self._scale.set_scale(scale)
        self.overlay.arrange()

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
        self.overlay.arrange()

    def set_hidden_count(self, count: int) -> None:
        """Say how many actors are hidden, and offer to show them."""
        lines: Lines = ()
        if count:
            said = Span(f"{grouped(count)} {self.tr('hidden')}", bold=True)
            lines = ((said, Span(f" · {self.tr('Show all')}", "accent")),)
        self.hidden.set_lines(lines)
        self.overlay.arrange()

    def set_turn(self, turn: float, *, heading_up: bool) -> None:
        """Show where north is: the ground is turned so far clockwise, radians; and what was asked for."""
        self.north.set_turn(turn, heading_up=heading_up)
        self.overlay.arrange()

    def set_color_by(self, by: ColorBy) -> None:
        """Explain colours that are not those of categories."""
        self._legend.set_lines(SpeedLegend.LINES if by == "speed" else ())
        self.overlay.arrange()

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
        self.overlay.arrange()

    def set_tooltip(self, lines: Lines, at: tuple[float, float] | None) -> None:
        """Show some lines beside the mouse, or none."""
        self._tooltip.set_lines(lines if at else ())
        if at is None or not lines:
            return
        self._tooltip.raise_()
        width, height = self._tooltip.width(), self._tooltip.height()
        left, top = at[0] + _BESIDE_MOUSE[0], at[1] + _BESIDE_MOUSE[1]
        if left + width > self._seen_width():
            left = at[0] - _BESIDE_MOUSE[0] - width
        if top + height > self._map.height():
            top = at[1] - _BESIDE_MOUSE[1] - height
        self._tooltip.move(round(max(left, 0)), round(max(top, 0)))

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
                Span(self.tr("Resume following")),
                Span(f"  {resumable}", bold=True),
                Span(", F", "secondary"),
            )
        self.follow.setToolTip(self.tr("Stop following (F)") if followed else self.tr("Follow it again (F)"))
        self.follow.set_lines((spans,) if followed or resumable else ())
        self.overlay.arrange()

    def point_to(
        self, targets: Sequence[Target], camera: Camera, beside: tuple[float, float] | None = None
    ) -> None:
        """Point to those of the targets that are off the map, and cover nothing at a place in metres."""
        kept = QRect()
        if beside is not None:
            x, y = camera.to_screen(beside).tolist()
            if 0 <= x <= camera.width and 0 <= y <= camera.height:
                kept = QRect(round(x) - _KEPT, round(y) - _KEPT, 2 * _KEPT, 2 * _KEPT)
        hidden = [target for target in targets if not self._is_seen(camera, target)]
        for arrow, target in zip_longest(self._arrows, hidden[: len(self._arrows)]):
            if target is None:
                arrow.set_lines(())
                continue
            px, py = camera.to_screen((target.x, target.y)).tolist()
            heading = math.atan2(py - camera.height / 2, px - camera.width / 2)
            metres = math.hypot(target.x - camera.x, target.y - camera.y)
            name = Span(target.name, "hero" if target.is_hero else "text", bold=True)
            arrow.point(
                target.row,
                heading,
                ((name, Span(f"  {number(metres, 0)} {self.tr('m')}", "secondary")),),
                hero=target.is_hero,
            )
            self._move_to_edge(arrow, px, py, kept)

    def rectangles(self) -> NDArray[np.float64]:
        """Return what the chips cover: left, top, right, bottom in pixels, shape (K, 4)."""
        arrows = [arrow.geometry() for arrow in self._arrows if not arrow.isHidden()]
        boxes = [
            (box.left(), box.top(), box.right() + 1, box.bottom() + 1)
            for box in (*self.overlay.rectangles(), *arrows)
        ]
        return np.array(boxes, np.float64).reshape(-1, 4)

    def _move_to_edge(self, arrow: EdgeArrow, px: float, py: float, kept: QRect) -> None:
        """Put an arrow where the line from the middle of the map to a point leaves it, beside other chips."""
        half_width = max(self._map.width() / 2 - MARGIN - arrow.width() / 2, 1.0)
        half_height = max(self._map.height() / 2 - MARGIN - arrow.height() / 2, 1.0)
        dx, dy = px - self._map.width() / 2, py - self._map.height() / 2
        share = 1 / max(abs(dx) / half_width, abs(dy) / half_height, 1e-9)
        left = self._map.width() / 2 + dx * share - arrow.width() / 2
        left = min(left, self._seen_width() - MARGIN - arrow.width())
        top = self._map.height() / 2 + dy * share - arrow.height() / 2
        place = QRect(round(left), round(top), arrow.width(), arrow.height())
        for other in (*([kept] if kept.isValid() else []), *self.overlay.rectangles()):
            if place.intersects(other.adjusted(-GAP, -GAP, GAP, GAP)):
                upper = other.center().y() < self._map.height() / 2
                place.moveTop(other.bottom() + GAP if upper else other.top() - GAP - arrow.height())
        arrow.setGeometry(place)

    def _seen_width(self) -> int:
        return self._map.width() - self._covered

    def _is_seen(self, camera: Camera, target: Target) -> bool:
        px, py = camera.to_screen((target.x, target.y)).tolist()
        return 0 <= px <= camera.width - self._covered and 0 <= py <= camera.height
