"""The actors: one item for all of them.

Many marks or boxes are copied from a sheet of sprites; when there are few, their outlines are filled exactly,
which looks better while they turn. Measured: 35 µs for a box of 29 × 13 pixels that is filled with an
antialiased edge, 1 µs for a copy.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from viewer.arrays import Floats
from viewer.ui.map.colors import ActorColors, ColorScale, actor_colors
from viewer.ui.map.geometry.actor_shapes import ActorShape, glass, outline
from viewer.ui.map.geometry.detail import Detail, ScreenActors, shapes_at
from viewer.ui.map.geometry.footprints import BODIES
from viewer.ui.map.layers.layer import CHUNK, Layer, outline_paths
from viewer.ui.map.layers.sprites import SpriteSheet, distinct
from viewer.ui.map.picture import MapPicture

EXACT_UP_TO = 30
"""Boxes on the screen that are filled exactly; more are copied."""

_HEADINGS = 128
_HEADINGS_OF_MARKS = 64
_SQUARE_HALF = 2.0
_HALO = 1.0


class _Sprite(NamedTuple):
    """What tells one sprite from another; lengths in device pixels."""

    shape: int
    ink: int
    heading: int
    length: int
    width: int


_INKS = 128  # at most, see viewer.ui.map.colors
_PACKING = np.cumprod([1, 8, _INKS, _HEADINGS, 1 << 16])
"""What the fields of a sprite are multiplied by to make one number of them."""


class _Group(NamedTuple):
    """Actors of one shape and ink that follow each other in the order of painting, ready to be drawn."""

    shape: ActorShape
    ink: int
    bodies: list[QPainterPath]
    panes: list[QPainterPath]


class ActorLayer(Layer):
    """Draws everything that has a body of its own: what moves, and what else is asked for."""

    def __init__(self) -> None:
        self._inks: tuple[ActorColors, ...] = ()
        self._scale = ColorScale()
        self._ratio = 1.0
        self._sheet: SpriteSheet[int] = SpriteSheet(_sprite_size, self._draw_sprite)
        self._groups: list[_Group] = []
        self._copied = False

    def restyle(self) -> None:
        """Draw in other colours."""
        self._inks = ()
        self._sheet.clear()

    def prepare(self, picture: MapPicture) -> None:
        """Show the bodies in their order, the selected one above the others."""
        table = picture.index.actors if picture.index is not None else None
        changed = self._scale.set_actors(table) | self._scale.set_color_by(picture.options.color_by)
        if changed or not self._inks:
            self._inks = (*actor_colors(), *self._scale.inks())
            self._sheet.clear()
        actors = picture.screen.of(BODIES)
        selected = actors.find(picture.selected)
        if selected is not None:
            actors = actors.take(np.append(np.delete(np.arange(len(actors)), selected), selected))
        speeds = picture.speeds_of(actors) if self._scale.needs_speeds else None
        inks = self._scale.numbers(actors, speeds, picture.hero)
        shapes = shapes_at(actors.detail)[actors.categories]
        few = actors.detail is Detail.NEAR and len(actors) <= EXACT_UP_TO
        self._copied = not picture.exact and not few
        if self._copied:
            self._groups = []
            self._place_sprites(actors, shapes, inks, picture)
        else:
            self._groups = _groups(actors, shapes, inks)

    def draw(self, painter: QPainter) -> None:
        """Draw what was shown last."""
        if self._copied:
            self._sheet.paint(painter)
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for group in self._groups:
            _fill(painter, group, self._inks[group.ink])

    def _place_sprites(
        self, actors: ScreenActors, shapes: NDArray[np.uint8], inks: NDArray[np.int64], picture: MapPicture
    ) -> None:
        self._ratio = picture.ratio
        steps = _HEADINGS if actors.detail is Detail.NEAR else _HEADINGS_OF_MARKS
        headings = np.round(actors.headings * (steps / (2 * np.pi))).astype(np.int64) % steps
        headings *= _HEADINGS // steps
        halves = actors.halves * self._ratio
        if actors.detail is Detail.SQUARES:
            headings[:] = 0
            halves[:] = _SQUARE_HALF * self._ratio
        # Boxes to scale come in every size: every other pixel is enough for them.
        sizes = np.round(halves) * 2 if actors.detail is Detail.NEAR else np.round(halves * 2)
        columns = np.column_stack([shapes, inks, headings, sizes.astype(np.int64)])
        packed = columns @ _PACKING
        first, which = distinct(packed)
        self._sheet.place(packed[first].tolist(), which, actors.centers, picture)

    def _draw_sprite(self, painter: QPainter, packed: int) -> None:
        key = _unpacked(packed)
        heading = np.array([key.heading * (2 * np.pi / _HEADINGS)])
        halves = np.array([[key.length / 2, key.width / 2]]) / self._ratio
        group = _group(ActorShape(key.shape), key.ink, np.zeros((1, 2)), heading, halves)
        _fill(painter, group, self._inks[key.ink])


def _unpacked(packed: int) -> _Sprite:
    """Return what was multiplied by _PACKING."""
    fields = []
    for place, following in pairwise((*_PACKING.tolist(), None)):
        fields.append(packed // place if following is None else packed % following // place)
    return _Sprite(*fields)


def _sprite_size(packed: int, _ratio: float) -> tuple[int, int]:
    key = _unpacked(packed)
    side = math.ceil(math.hypot(key.length, key.width)) + 6
    return side, side


def _groups(actors: ScreenActors, shapes: NDArray[np.uint8], inks: NDArray[np.int64]) -> list[_Group]:
    """Return the actors as paths, in few enough pieces that what overlaps is painted in order."""
    changes = np.flatnonzero(np.diff(shapes.astype(np.int64) * _INKS + inks)) + 1
    groups = []
    for run in np.split(np.arange(len(actors)), changes):
        for start in range(0, len(run), CHUNK):
            chosen = run[start : start + CHUNK]
            place = actors.centers[chosen], actors.headings[chosen], actors.halves[chosen]
            groups.append(_group(ActorShape(int(shapes[run[0]])), int(inks[run[0]]), *place))
    return groups


def _group(shape: ActorShape, number: int, centers: Floats, headings: Floats, halves: Floats) -> _Group:
    panes = glass(shape, centers, headings, halves)
    return _Group(
        shape,
        number,
        list(outline_paths(outline(shape, centers, headings, halves))),
        [path for pane in panes for path in outline_paths(pane)],
    )


def _fill(painter: QPainter, group: _Group, colors: ActorColors) -> None:
    """Draw actors: cars with an edge, what is smaller with a halo around it that takes nothing from it."""
    if group.shape is ActorShape.CAR:
        painter.setPen(QPen(colors.edge, 0))
    else:
        painter.setPen(QPen(colors.halo, 2 * _HALO))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for path in group.bodies:
            painter.drawPath(path)
        painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colors.body)
    for path in group.bodies:
        painter.drawPath(path)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colors.glass)
    for path in group.panes:
        painter.drawPath(path)
