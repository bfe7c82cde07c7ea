"""Chips that float on the map: scale bar, north, legend, cursor position, arrows to actors outside."""

from __future__ import annotations

import math
from itertools import zip_longest

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QToolTip, QWidget

from viewer.ui.format import count as grouped
from viewer.ui.format import number
from viewer.ui.map.colors import TOP_SPEED, speed_color
from viewer.ui.map.geometry.detail import boxes_of
from viewer.ui.map.geometry.footprints import among
from viewer.ui.map.layers.event_layer import covered_by
from viewer.ui.map.picture import MapPicture
from viewer.ui.map_layers import ColorBy
from viewer.ui.speed_unit import MPS, in_shown_unit, speed_unit
from viewer.ui.translation import tr
from viewer.ui.widgets.chip import Chip, Glyph
from viewer.ui.widgets.label_box import Role, TextLines, TextRun, html_of
from viewer.ui.widgets.overlay import GAP, Corner, Overlay
from viewer.ui.widgets.placement import first_free, sides_of

_FOLLOWING = 30
"""Rank of the chip (text box on the map) that names the followed actor.

In the top left stack, chips of lower ranks are nearer the corner.
"""
_MOST_ARROWS = 3
_HALF_ACTOR = 2.5
"""Metres around the middle of an actor that the map may show of it, so that no arrow points to it."""
_WORDED = 520
"""Least width of the map in pixels at which the chip with the north needle also has a text."""
_MOST_STEPS = 4
"""Most arrows that fit between an arrow's position and the one to which it is moved, up or down."""
_KILOMETRE = 1000.0
_LONGEST_BAR = 96
_NEEDLE = 10
_SCALE = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Shares of the greatest speed whose colours the legend shows."""


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
        self.follow, self.north, self.hidden, self.tool = (Chip(parent, clickable=True) for _ in range(4))
        self.tool.setToolTip(tr("End measuring (Esc)"))
        self._scale, self._legend, self._cursor = (Chip(parent) for _ in range(3))
        self._arrows = tuple(Chip(parent, clickable=True) for _ in range(_MOST_ARROWS))
        self._targets: list[int] = []
        for place, arrow in enumerate(self._arrows):
            arrow.clicked.connect(lambda _=False, place=place: self.arrow_clicked.emit(self._targets[place]))
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
        colors = tuple(speed_color(share).name() for share in _SCALE)
        glyph = Glyph("scale", _LONGEST_BAR, colors=colors)
        self._legend.set_content((words,) if by == "speed" else (), glyph)

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

        They are, of the state ``picture``: the hero (ego vehicle), the actor that is followed or was
        followed until the camera was moved elsewhere, and the one selected last.
        """
        view, camera = picture.view, picture.camera
        hidden: list[tuple[int, float, float]] = []
        for row in dict.fromkeys((view.hero, view.followed, picture.resumable, picture.selected)):
            where = picture.position_of(row)
            if row is not None and where is not None and not camera.sees(*where, _HALF_ACTOR):
                hidden.append((row, *where))
        self._targets = [row for row, _, _ in hidden[: len(self._arrows)]]
        occupied = self._kept_clear(picture) if hidden else np.empty((0, 4))
        for arrow, target in zip_longest(self._arrows, hidden[: len(self._arrows)]):
            if target is None:
                arrow.set_content(())
                continue
            row, x, y = target
            way = camera.to_screen((x, y)) - (camera.width / 2, camera.height / 2)
            metres, is_hero = math.hypot(x - camera.x, y - camera.y), row == view.hero
            name = TextRun(picture.name(row), "hero" if is_hero else "text", bold=True)
            away = TextRun(f"  {number(metres, 0)} {tr('m')}", "secondary")
            role: Role = "hero" if is_hero else "accent"
            arrow.set_content(((name, away),), Glyph("needle", _NEEDLE, math.atan2(way[1], way[0]), role))
            self._move_to_edge(arrow, way, occupied)
            occupied = np.vstack([occupied, sides_of([arrow.geometry()])])

    def _kept_clear(self, picture: MapPicture) -> NDArray[np.float64]:
        """Return the rectangles that arrows avoid: chips, selected actors, and the actors of an event."""
        actors = picture.screen
        selected = boxes_of(actors.take(np.flatnonzero(among(actors.rows, picture.view.selected))))
        occupied = np.concatenate([sides_of(self.overlay.rectangles()), selected])
        if picture.event_overlay is not None:
            occupied = np.concatenate([occupied, covered_by(picture.event_overlay, picture.camera)])
        return occupied

    def rectangles(self) -> NDArray[np.float64]:
        """Return the rectangles of the visible chips (text boxes on the map) in pixels, shape (K, 4).

        Each is left, top, right, bottom.
        """
        arrows = [arrow.geometry() for arrow in self._arrows if not arrow.isHidden()]
        return sides_of([*self.overlay.rectangles(), *arrows])

    def _move_to_edge(self, arrow: Chip, way: NDArray[np.float64], occupied: NDArray[np.float64]) -> None:
        """Move ``arrow`` to the edge of the map in the direction ``way`` from its middle.

        Where there are chips, it is at the nearest edge of a rectangle without any; where there is something
        else, ``occupied``, it is above or below that if possible.
        """
        size, whole = (np.array(each.size().toTuple()) for each in (arrow, self._map))
        share = np.min((whole / 2) / np.maximum(np.abs(way), 1e-9))
        aim = whole / 2 + way * share - size / 2
        steps = np.arange(-_MOST_STEPS, _MOST_STEPS + 1)[:, None] * (0, arrow.height() + GAP)
        areas = sides_of(self.overlay.free_rectangles())[:, None]
        corners = np.clip(aim + steps, areas[..., :2] + GAP, areas[..., 2:] - GAP - size).reshape(-1, 2)
        corners = corners[np.argsort(np.hypot(*(corners - aim).T), kind="stable")]
        places = np.round(np.hstack((corners, corners + size)))
        found = first_free(places, occupied, (0.0, 0.0, *whole.tolist()))
        arrow.move(*places[found or 0, :2].astype(int).tolist())


def round_length(longest: float) -> float:
    """Return the longest of …, 1, 2, 5, 10, 20, 50, … that is not longer than ``longest``.

    >>> round_length(19.9), round_length(0.6)
    (10.0, 0.5)
    """
    decade = 10.0 ** math.floor(math.log10(longest))
    return max(step * decade for step in (1, 2, 5) if step * decade <= longest * (1 + 1e-9))
