"""Layer of labels: which actors have one, its text, and its position beside the actor, steady over time."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

import numpy as np
from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QPainter

from viewer.arrays import Flags, Floats
from viewer.recording.actors import ActorDescription
from viewer.ui.format import number, plain, short_blueprint
from viewer.ui.map.actor_text import display_name
from viewer.ui.map.geometry.detail import Detail, boxes_of, half_boxes
from viewer.ui.map.geometry.footprints import LIGHTS, MOVING, among
from viewer.ui.map.layers.layer import Layer
from viewer.ui.map.layers.sprites import SpriteSheet
from viewer.ui.map.picture import MapPicture
from viewer.ui.map_layers import MapOptions
from viewer.ui.speed_unit import MPS, in_shown_unit, speed_unit
from viewer.ui.widgets.label_box import TextLines, TextRun, draw_label, label_size
from viewer.ui.widgets.placement import boxes_beside, distances, free_places, overlap

_MOST = 12
"""Maximum number of actors on the map that have a label at the same time."""
_MOST_KEPT = 512
_OUTLINED = 9.0
"""Pixels from an actor's body to its outermost outline; its label must not be nearer."""
_NEARER = 1.0
"""Pixels by which a label may be nearer to another actor than to its own, or to its outline, close up."""
_SOLID = MOVING | LIGHTS
_GAP = "  "


class LabelLayer(Layer):
    """Layer of the actors' labels on the map; a label stays on the same side of its actor where possible."""

    def __init__(self) -> None:
        self._sheet: SpriteSheet[TextLines] = SpriteSheet(_size, _draw_label)
        self._sides: dict[int, int] = {}
        self._sizes: dict[TextLines, QSize] = {}

    def restyle(self) -> None:
        """Discard the cached pictures and sizes of the actors' labels, because the theme has changed."""
        self._sheet.clear()
        self._sizes.clear()

    def forget(self) -> None:
        """Forget on which side of its actor each label was, so that all labels are placed anew."""
        self._sides.clear()

    def prepare(self, picture: MapPicture) -> None:
        """Choose the actors to label and a free position for each; those without free space get none.

        A selected or hovered actor or the hero gets its name alone where its whole label has no space.
        """
        hovered = picture.view.hovered if picture.labelled else None
        wanted = (picture.selected, picture.view.hero, hovered, *reversed(picture.view.selected))
        named = list(dict.fromkeys(row for row in wanted if row is not None and row not in picture.named))[
            :_MOST
        ]
        actors, rows = picture.screen, picture.screen.rows
        speeds = picture.speeds_of(actors) if picture.options.label_speed else None
        texts: list[tuple[int, TextLines]] = []
        for index in self._chosen(picture, named):
            row = int(rows[index])
            is_named = row in named
            spans = _name(
                picture.descriptions[row],
                picture.options,
                is_named=is_named,
                is_hero=row == picture.view.hero,
            )
            if speeds is not None and MOVING[actors.categories[index]]:
                spans += _speed(float(speeds[index]), first=not spans)
            shorter = (spans, spans[:1]) if is_named and len(spans) > 1 else (spans,)
            texts += [(index, (each,)) for each in shorter if each]
        before, self._sides = self._sides, {}
        shown: list[TextLines] = []
        placed = np.empty((0, 4))
        for (index, lines), boxes, clear in zip(texts, *self._places(picture, texts, named), strict=True):
            row = int(rows[index])
            free = clear & ~overlap(boxes[:, None], placed).any(axis=1)
            if row not in self._sides and free.any():
                last = before.get(row)
                side = self._sides[row] = int(free.argmax()) if last is None or not free[last] else last
                placed = np.concatenate([placed, boxes[side : side + 1]])
                shown.append(lines)
        keys = list(dict.fromkeys(shown))
        which = np.array([keys.index(lines) for lines in shown], np.intp)
        self._sheet.set_sprites(keys, which, (placed[:, :2] + placed[:, 2:]) / 2, picture)

    def _places(
        self, picture: MapPicture, texts: Sequence[tuple[int, TextLines]], named: Collection[int]
    ) -> tuple[Floats, Flags]:
        """Return eight places for each of L labels, shape (L, 8, 4), and which of them are free, (L, 8).

        A place is left, top, right, bottom in pixels. It is free if it is on the screen, covers nothing, and
        is not nearer to another moving actor close up. ``texts`` has the index of each label's actor in
        ``picture.screen`` and its text; ``named`` are the rows of the actors that have an outline.
        """
        actors, camera, at = picture.screen, picture.camera, np.array([index for index, _ in texts], np.intp)
        halves, own = half_boxes(actors), boxes_of(actors)
        solid = own[_SOLID[actors.categories]]
        occupied = np.concatenate([solid, picture.occupied, *(boxes() for boxes in picture.keep_clear)])
        bodies = own[MOVING[actors.categories] & (actors.detail is Detail.NEAR)]
        gaps = np.where(among(actors.rows[at], named), _OUTLINED, 0.0)[:, None]
        sizes = np.array([self._size_of(lines).toTuple() for _, lines in texts]).reshape(-1, 2)
        places = boxes_beside(actors.centers[at], halves[at] + gaps, sizes)
        flat = places.reshape(-1, 4)
        free = free_places(flat, occupied, (0.0, 0.0, camera.width, camera.height)).reshape(-1, 8)
        nearest = distances(flat[:, None], bodies).min(axis=1, initial=np.inf).reshape(free.shape)
        outlined = own[at] + gaps * (-1, -1, 1, 1)
        return places, free & (nearest >= distances(places, outlined[:, None]) - _NEARER)

    def draw(self, painter: QPainter) -> None:
        """Draw the labels of actors, as computed by ``prepare``."""
        self._sheet.paint(painter)

    def _size_of(self, lines: TextLines) -> QSize:
        if len(self._sizes) > _MOST_KEPT:
            self._sizes.clear()
        if lines not in self._sizes:
            self._sizes[lines] = label_size(lines)
        return self._sizes[lines]

    def _chosen(self, picture: MapPicture, named: Sequence[int]) -> list[int]:
        """Return which actors get a label, the most important first, as indices in ``picture.screen``.

        The visible actors in ``named`` (rows of the actor table) always get one. At ``Detail.NEAR``, moving
        actors follow, up to ``_MOST`` labels in all: first those that had a label in the last picture, then
        others, each sorted by distance to the first actor in ``named``, or to the middle of the screen if
        that is empty. Actors that another layer has labelled get none.
        """
        actors, screen = picture.screen, np.array((picture.camera.width, picture.camera.height))
        inside = np.all((actors.centers >= 0) & (actors.centers <= screen), axis=1)
        chosen = [index for row in named if (index := actors.find(row)) is not None and inside[index]]
        if actors.detail is not Detail.NEAR:
            return chosen
        middle = actors.centers[chosen[0]] if chosen else screen / 2
        labelled = among(actors.rows, {*named, *picture.named})
        others = np.flatnonzero(MOVING[actors.categories] & inside & ~labelled)
        distance = np.linalg.norm(actors.centers[others] - middle, axis=1)
        newcomer = ~among(actors.rows[others], self._sides)
        order = np.lexsort((distance, newcomer))
        return chosen + others[order][: max(_MOST - len(chosen), 0)].tolist()


def _name(
    description: ActorDescription, options: MapOptions, *, is_named: bool, is_hero: bool
) -> tuple[TextRun, ...]:
    """Return id, role name and blueprint as parts of an actor's label, those that ``options`` ask for.

    With ``is_named`` (a selected or hovered actor, or the hero), name and blueprint are always there.
    """
    parts: list[TextRun] = []
    if is_named:
        text = display_name(description, is_hero=is_hero)
        parts.append(TextRun(text, "hero" if is_hero else "text", bold=True))
    elif options.label_id:
        parts.append(TextRun(str(description.actor_id), "secondary"))
    if options.label_role and description.role_name and not (is_named and is_hero):
        parts.append(TextRun(plain(description.role_name), "secondary"))
    if is_named or options.label_blueprint:
        parts.append(TextRun(short_blueprint(description.type_id), "secondary"))
    return tuple(part._replace(text=f"{_GAP}{part.text}") if n else part for n, part in enumerate(parts))


def _speed(speed: float, *, first: bool) -> tuple[TextRun, ...]:
    if not math.isfinite(speed):
        return ()
    reserved = "00.0" if first else f"{_GAP}00.0"
    return TextRun(number(in_shown_unit(speed, MPS), 1), reserved=reserved), TextRun(
        f" {speed_unit()}", "secondary"
    )


def _size(lines: TextLines, ratio: float) -> tuple[int, int]:
    size = label_size(lines) * ratio
    return size.width(), size.height()


def _draw_label(painter: QPainter, lines: TextLines) -> None:
    draw_label(painter, QPointF(), lines)
