"""Labels: who has one, what it says, and where: beside its actor, on nobody, steady over time."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter

from viewer.recording.actors import ActorDescription
from viewer.ui.format import number, plain, short_blueprint
from viewer.ui.map.actor_text import display_name
from viewer.ui.map.geometry.detail import Detail, boxes_of, half_boxes
from viewer.ui.map.geometry.footprints import LIGHTS, MOVING, among
from viewer.ui.map.label_box import (
    PILL_PADDING,
    Lines,
    Span,
    away,
    boxes_beside,
    draw_ground,
    draw_text,
    free_side,
    pill_size,
    text_size,
)
from viewer.ui.map.layers.layer import Layer
from viewer.ui.map.layers.sprites import SpriteSheet
from viewer.ui.map.picture import MapPicture
from viewer.ui.map_layers import MapOptions
from viewer.ui.speed_unit import MPS, in_shown_unit, speed_unit
from viewer.ui.theme import current_theme, faded

_RADIUS = 6.0
_MOST = 12
"""Labels on the map at a time."""
_MOST_KEPT = 512
_OUTLINED = 9.0
"""Pixels from the body of an actor to the outermost outline around it."""
_NEARER = 1.0
"""Pixels by which a label may be nearer to another actor than to its own, close up."""
_SOLID = MOVING | LIGHTS
_GAP = "  "


class LabelLayer(Layer):
    """Draws pills; remembers who had one and on which side."""

    def __init__(self) -> None:
        self._sheet: SpriteSheet[Lines] = SpriteSheet(_size, _draw_pill)
        self._sides: dict[int, int] = {}
        self._sizes: dict[Lines, QSize] = {}

    def restyle(self) -> None:
        """Draw in other colours."""
        self._sheet.clear()
        self._sizes.clear()

    def forget(self) -> None:
        """Place labels as if there had been none before."""
        self._sides.clear()

    def prepare(self, picture: MapPicture) -> None:
        """Decide who is labelled, and where: of those that are wanted the ones there is room for."""
        hovered = picture.hovered if picture.labelled else None
        wanted = (picture.selected, picture.hero, hovered, *reversed(picture.also_selected))
        named = list(dict.fromkeys(row for row in wanted if row is not None))[:_MOST]
        actors, screen = picture.screen, (picture.camera.width, picture.camera.height)
        speeds = picture.speeds_of(actors) if picture.options.label_speed else None
        halves, solid = half_boxes(actors), boxes_of(actors)[_SOLID[actors.categories]]
        taken = np.concatenate([solid, picture.taken, *(boxes() for boxes in picture.spared)])
        close_up = actors.detail is Detail.NEAR
        bodies = boxes_of(actors)[MOVING[actors.categories] & close_up]
        before, chosen, self._sides = self._sides, self._chosen(picture, named), {}
        labels: list[tuple[Lines, tuple[float, float]]] = []
        for place in chosen:
            row = int(actors.rows[place])
            spans = _name(
                picture.descriptions[row],
                picture.options,
                is_named=row in named,
                is_hero=row == picture.hero,
            )
            if speeds is not None and MOVING[actors.categories[place]]:
                spans += _speed(float(speeds[place]), first=not spans)
            if not spans:
                continue
            size = self._size_of((spans,))
            half = halves[place] + (_OUTLINED if row in named else 0.0)
            boxes = boxes_beside(actors.centers[place], half, (size.width(), size.height()))
            from_own = away(boxes, boxes_of(actors.take(np.array([place]))))[:, 0]
            near = away(boxes, bodies).min(axis=1, initial=np.inf) >= from_own - _NEARER
            side = free_side(boxes, taken, screen, before.get(row), near)
            if side is not None:
                self._sides[row] = side
                taken = np.concatenate([taken, boxes[side : side + 1]])
                left, top, right, bottom = boxes[side].tolist()
                labels.append(((spans,), ((left + right) / 2, (top + bottom) / 2)))
        keys = list(dict.fromkeys(lines for lines, _ in labels))
        which = np.array([keys.index(lines) for lines, _ in labels], np.intp)
        middles = np.array([middle for _, middle in labels], np.float64).reshape(-1, 2)
        self._sheet.place(keys, which, middles, picture)

    def draw(self, painter: QPainter) -> None:
        """Draw what was prepared last."""
        self._sheet.paint(painter)

    def _size_of(self, lines: Lines) -> QSize:
        if len(self._sizes) > _MOST_KEPT:
            self._sizes.clear()
        if lines not in self._sizes:
            self._sizes[lines] = pill_size(lines)
        return self._sizes[lines]

    def _chosen(self, picture: MapPicture, named: Sequence[int]) -> list[int]:
        """Return who is to be labelled, as places on the screen: the named, who was, the nearest others."""
        actors, screen = picture.screen, np.array((picture.camera.width, picture.camera.height))
        inside = np.all((actors.centers >= 0) & (actors.centers <= screen), axis=1)
        chosen = [place for row in named if (place := actors.find(row)) is not None and inside[place]]
        if actors.detail is not Detail.NEAR:
            return chosen
        middle = actors.centers[chosen[0]] if chosen else screen / 2
        others = np.flatnonzero(MOVING[actors.categories] & inside & ~among(actors.rows, named))
        distance = np.linalg.norm(actors.centers[others] - middle, axis=1)
        newcomer = ~among(actors.rows[others], self._sides)
        order = np.lexsort((distance, newcomer))
        return chosen + others[order][: max(_MOST - len(chosen), 0)].tolist()


def _name(
    description: ActorDescription, options: MapOptions, *, is_named: bool, is_hero: bool
) -> tuple[Span, ...]:
    """Return what a label says of an actor that does not change: more of one that is asked for."""
    parts: list[Span] = []
    if is_named:
        text = display_name(description, is_hero=is_hero)
        parts.append(Span(text, "hero" if is_hero else "text", bold=True))
    elif options.label_id:
        parts.append(Span(str(description.actor_id), "secondary"))
    if options.label_role and description.role_name and not (is_named and is_hero):
        parts.append(Span(plain(description.role_name), "secondary"))
    if is_named or options.label_blueprint:
        parts.append(Span(short_blueprint(description.type_id), "secondary"))
    return tuple(part._replace(text=f"{_GAP}{part.text}") if n else part for n, part in enumerate(parts))


def _speed(speed: float, *, first: bool) -> tuple[Span, ...]:
    if not math.isfinite(speed):
        return ()
    room = "00.0" if first else f"{_GAP}00.0"
    return Span(number(in_shown_unit(speed, MPS), 1), room=room), Span(f" {speed_unit()}", "secondary")


def _size(lines: Lines, ratio: float) -> tuple[int, int]:
    size = pill_size(lines) * ratio
    return size.width(), size.height()


def _draw_pill(painter: QPainter, lines: Lines) -> None:
    theme, size = current_theme(), pill_size(lines)
    area = QRectF(-size.width() / 2, -size.height() / 2, size.width(), size.height())
    draw_ground(painter, area, faded(theme.raised, 0.88), faded(theme.hairline, 0.9), _RADIUS)
    draw_text(painter, area.left() + PILL_PADDING, -text_size(lines).height() / 2, lines)
