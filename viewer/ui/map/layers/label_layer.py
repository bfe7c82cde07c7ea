"""Labels: who has one, what it says, and where: beside its actor, on nobody, steady over time."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter

from viewer.arrays import Floats
from viewer.recording.actors import ActorDescription
from viewer.ui.format import number, plain, short_blueprint
from viewer.ui.map.actor_words import display_name
from viewer.ui.map.geometry.category_masks import LIGHTS, MOVING, among
from viewer.ui.map.geometry.detail import Detail, ScreenActors, boxes_of, half_boxes
from viewer.ui.map.layers.contact_layer import ContactLayer
from viewer.ui.map.layers.exhibit_layer import ExhibitLayer
from viewer.ui.map.layers.layer import Layer
from viewer.ui.map.layers.mark_layer import MarkLayer
from viewer.ui.map.layers.sprites import SpriteSheet
from viewer.ui.map.picture import MapPicture
from viewer.ui.map.pill import (
    PILL_PADDING,
    Lines,
    Span,
    boxes_beside,
    draw_ground,
    draw_text,
    free_side,
    pill_size,
    text_size,
)
from viewer.ui.speed_unit import MPS, in_shown_unit, speed_unit
from viewer.ui.state.map_options import MapOptions
from viewer.ui.theme import current_theme, faded

_RADIUS = 6.0


MOST = 12
"""Labels on the map at a time."""

_SOLID = MOVING | LIGHTS
_GAP = "  "
_MOST_KEPT = 512


class Label(NamedTuple):
    """What is said of an actor, and where its pill is in pixels."""

    lines: Lines
    left: float
    top: float
    right: float
    bottom: float


class LabelRoom(NamedTuple):
    """Where labels can be.

    Attributes:
        screen: its width and height in pixels.
        taken: what no label covers besides actors: left, top, right, bottom in pixels, shape (K, 4).
        outlined: pixels from the body of an actor to the outermost outline around it, by row.

    """

    screen: tuple[float, float]
    taken: Floats
    outlined: Mapping[int, float]


class Labeller:
    """Decides on the labels, and remembers who had one and on which side."""

    def __init__(self) -> None:
        self._sides: dict[int, int] = {}
        self._sizes: dict[Lines, QSize] = {}

    def forget(self) -> None:
        """Begin anew, with another recording."""
        self._sides.clear()
        self._sizes.clear()

    def labels(
        self,
        actors: ScreenActors,
        descriptions: Sequence[ActorDescription],
        room: LabelRoom,
        *,
        named: Sequence[int],
        hero: int | None,
        options: MapOptions,
        speeds: NDArray[np.float64] | None,
    ) -> list[Label]:
        """Return the labels of a picture: of those that are wanted the ones there is room for.

        Args:
            actors: what is on the screen.
            descriptions: of all actors, by row.
            room: what labels have to keep to.
            named: rows that are labelled at every scale, the most important first.
            hero: row of the hero, whose label says so.
            options: what labels say.
            speeds: m/s of the actors on the screen, shape (M,), if labels say them; NaN unknown.

        """
        halves = half_boxes(actors)
        taken = np.concatenate([boxes_of(actors)[_SOLID[actors.categories]], room.taken])
        before, self._sides = self._sides, {}
        labels = []
        for place in self._chosen(actors, named, room.screen, before):
            row = int(actors.rows[place])
            spans = _name(descriptions[row], options, is_named=row in named, is_hero=row == hero)
            if speeds is not None and MOVING[actors.categories[place]]:
                spans += _speed(float(speeds[place]), first=not spans)
            if not spans:
                continue
            size = self._size((spans,))
            half = halves[place] + room.outlined.get(row, 0.0)
            boxes = boxes_beside(actors.centers[place], half, (size.width(), size.height()))
            side = free_side(boxes, taken, room.screen, before.get(row))
            if side is not None:
                self._sides[row] = side
                taken = np.concatenate([taken, boxes[side : side + 1]])
                labels.append(Label((spans,), *boxes[side].tolist()))
        return labels

    def _size(self, lines: Lines) -> QSize:
        if len(self._sizes) > _MOST_KEPT:
            self._sizes.clear()
        if lines not in self._sizes:
            self._sizes[lines] = pill_size(lines)
        return self._sizes[lines]

    @staticmethod
    def _chosen(
        actors: ScreenActors, named: Sequence[int], screen: tuple[float, float], before: Mapping[int, int]
    ) -> list[int]:
        """Return who is to be labelled, as places in ``actors``: the named, who was, the nearest others."""
        inside = np.all((actors.centers >= 0) & (actors.centers <= screen), axis=1)
        chosen = [place for row in named if (place := actors.find(row)) is not None and inside[place]]
        if actors.detail is not Detail.NEAR:
            return chosen
        middle = actors.centers[chosen[0]] if chosen else np.array(screen) / 2
        others = np.flatnonzero(MOVING[actors.categories] & inside & ~among(actors.rows, named))
        distance = np.linalg.norm(actors.centers[others] - middle, axis=1)
        newcomer = ~among(actors.rows[others], before)
        order = np.lexsort((distance, newcomer))
        return chosen + others[order][: max(MOST - len(chosen), 0)].tolist()


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
    unit = f" {speed_unit()}"
    room = "00.0" if first else f"{_GAP}00.0"
    return Span(number(in_shown_unit(speed, MPS), 1), room=room), Span(unit, "secondary")


class LabelLayer(Layer):
    """Draws pills; remembers who had one and on which side."""

    switch = "labels"

    def __init__(self, marks: MarkLayer, others: Sequence[ContactLayer | ExhibitLayer]) -> None:
        """Keep off marks and what others draw, which are prepared before."""
        self._marks, self._others = marks, others
        self._sheet: SpriteSheet[Lines] = SpriteSheet(_size, _draw_pill)
        self._labeller = Labeller()

    def restyle(self) -> None:
        """Draw in other colours."""
        self._sheet.clear()

    def forget(self) -> None:
        """Place labels as if there had been none before."""
        self._labeller.forget()

    def prepare(self, picture: MapPicture) -> None:
        """Decide who is labelled, and where."""
        hovered = picture.hovered if picture.labelled else None
        wanted = (picture.selected, picture.hero, hovered, *reversed(picture.also_selected))
        outlined: dict[int, float] = {}
        for mark in self._marks.marks:
            if mark.row is not None:
                outlined[mark.row] = max(outlined.get(mark.row, 0.0), mark.gap + mark.line / 2)
        taken = [each.boxes() for each in (*self._others, self._marks)]
        labels = self._labeller.labels(
            picture.screen,
            picture.descriptions,
            LabelRoom(
                (picture.camera.width, picture.camera.height),
                np.concatenate([picture.taken, *taken]),
                outlined,
            ),
            named=list(dict.fromkeys(row for row in wanted if row is not None))[:MOST],
            hero=picture.hero,
            options=picture.options,
            speeds=picture.speeds_of(picture.screen) if picture.options.label_speed else None,
        )
        lines = [label.lines for label in labels]
        keys = list(dict.fromkeys(lines))
        middles = [((each.left + each.right) / 2, (each.top + each.bottom) / 2) for each in labels]
        self._sheet.place(
            keys,
            np.array([keys.index(each) for each in lines], np.intp),
            np.array(middles, np.float64).reshape(-1, 2),
            picture,
        )

    def draw(self, painter: QPainter) -> None:
        """Draw what was prepared last."""
        self._sheet.paint(painter)


def _size(lines: Lines, ratio: float) -> tuple[int, int]:
    size = pill_size(lines) * ratio
    return size.width(), size.height()


def _draw_pill(painter: QPainter, lines: Lines) -> None:
    theme, size = current_theme(), pill_size(lines)
    area = QRectF(-size.width() / 2, -size.height() / 2, size.width(), size.height())
    draw_ground(painter, area, faded(theme.raised, 0.88), faded(theme.hairline, 0.9), _RADIUS)
    draw_text(painter, area.left() + PILL_PADDING, -text_size(lines).height() / 2, lines)
