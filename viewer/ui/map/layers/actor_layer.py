"""Layer of all actors, drawn in a few calls.

Many actors are copied from a pixmap of sprites; few are filled as exact outlines, which looks better while
they turn. Measured: 35 µs for a box of 29 × 13 pixels that is filled with an antialiased edge, 1 µs for a
copy.
"""

from __future__ import annotations

import math
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
"""Largest number of actors on the screen that are drawn as exact outlines.

If there are more, all are copied from cached pictures.
"""

_HEADINGS = 128
_HEADINGS_OF_MARKS = 64
_SQUARE_HALF = 2.0
_HALO = 1.0


class _Sprite(NamedTuple):
    """Key of a sprite, the picture of an actor that is copied to many positions.

    Attributes:
        shape: ActorShape.
        color_index: index into the list of actor colours.
        heading: heading in steps of 1/128 of a turn, clockwise.
        length: length in device pixels.
        width: width in device pixels.
    """

    shape: int
    color_index: int
    heading: int
    length: int
    width: int


_COLORS = 128  # at most, see viewer.ui.map.colors
_PACKING = np.cumprod([1, 8, _COLORS, _HEADINGS, 1 << 16])
"""Factors by which the fields of a ``_Sprite``, the key of an actor's cached picture, become one integer.

The integer is the sum of the fields times these factors.
"""


class _Group(NamedTuple):
    """Actors of one shape and colour that are painted together, as paths of their bodies and windows."""

    shape: ActorShape
    color_index: int
    bodies: list[QPainterPath]
    panes: list[QPainterPath]


class ActorLayer(Layer):
    """Layer of the map that draws actors: always those that move, others only while selected or hovered."""

    def __init__(self) -> None:
        self._colors: tuple[ActorColors, ...] = ()
        self._scale = ColorScale()
        self._ratio = 1.0
        self._sheet: SpriteSheet[_Sprite] = SpriteSheet(_sprite_size, self._draw_sprite)
        self._groups: list[_Group] = []
        self._copied = False

    def restyle(self) -> None:
        """Discard colours and sprites (cached pictures of actors) of the previous theme."""
        self._colors = ()
        self._sheet.clear()

    def prepare(self, picture: MapPicture) -> None:
        """Prepare the actors' sprites or outlines in painting order; the selected actor is on top."""
        table = picture.view.index.actors if picture.view.index is not None else None
        changed = self._scale.set_actors(table) | self._scale.set_color_by(picture.options.color_by)
        if changed or not self._colors:
            self._colors = (*actor_colors(), *self._scale.extra_colors())
            self._sheet.clear()
        actors = picture.screen.of(BODIES)
        selected = actors.find(picture.selected)
        if selected is not None:
            actors = actors.take(np.append(np.delete(np.arange(len(actors)), selected), selected))
        speeds = picture.speeds_of(actors) if self._scale.needs_speeds else None
        color_indices = self._scale.color_indices(actors, speeds, picture.view.hero)
        shapes = shapes_at(actors.detail)[actors.categories]
        few = actors.detail is Detail.NEAR and len(actors) <= EXACT_UP_TO
        self._copied = not picture.exact and not few
        if self._copied:
            self._groups = []
            self._place_sprites(actors, shapes, color_indices, picture)
        else:
            self._groups = _groups(actors, shapes, color_indices)

    def draw(self, painter: QPainter) -> None:
        """Draw the prepared actors."""
        if self._copied:
            self._sheet.paint(painter)
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for group in self._groups:
            _fill(painter, group, self._colors[group.color_index])

    def _place_sprites(
        self,
        actors: ScreenActors,
        shapes: NDArray[np.uint8],
        color_indices: NDArray[np.int64],
        picture: MapPicture,
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
        columns = np.column_stack([shapes, color_indices, headings, sizes.astype(np.int64)])
        first, which = distinct(columns @ _PACKING)
        keys = [_Sprite(*row) for row in columns[first].tolist()]
        self._sheet.set_sprites(keys, which, actors.centers, picture)

    def _draw_sprite(self, painter: QPainter, key: _Sprite) -> None:
        heading = np.array([key.heading * (2 * np.pi / _HEADINGS)])
        halves = np.array([[key.length / 2, key.width / 2]]) / self._ratio
        group = _group(ActorShape(key.shape), key.color_index, np.zeros((1, 2)), heading, halves)
        _fill(painter, group, self._colors[key.color_index])


def _sprite_size(key: _Sprite, _ratio: float) -> tuple[int, int]:
    side = math.ceil(math.hypot(key.length, key.width)) + 6
    return side, side


def _groups(
    actors: ScreenActors, shapes: NDArray[np.uint8], color_indices: NDArray[np.int64]
) -> list[_Group]:
    """Split ``actors`` into groups of one shape and colour, each of which can be drawn at once.

    The actors of a group are neighbours in painting order.

    A group has at most ``CHUNK`` actors. ``shapes`` (ActorShape) and ``color_indices`` have one value per
    actor, shape (M,).
    """
    changes = np.flatnonzero(np.diff(shapes.astype(np.int64) * _COLORS + color_indices)) + 1
    groups = []
    for run in np.split(np.arange(len(actors)), changes):
        for start in range(0, len(run), CHUNK):
            chosen = run[start : start + CHUNK]
            boxes = actors.centers[chosen], actors.headings[chosen], actors.halves[chosen]
            groups.append(_group(ActorShape(int(shapes[run[0]])), int(color_indices[run[0]]), *boxes))
    return groups


def _group(shape: ActorShape, color_index: int, centers: Floats, headings: Floats, halves: Floats) -> _Group:
    panes = glass(shape, centers, headings, halves)
    return _Group(
        shape,
        color_index,
        list(outline_paths(outline(shape, centers, headings, halves))),
        [path for pane in panes for path in outline_paths(pane)],
    )


def _fill(painter: QPainter, group: _Group, colors: ActorColors) -> None:
    """Draw a group of actors of the same shape, filled; cars get an outline, others a halo around them."""
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
