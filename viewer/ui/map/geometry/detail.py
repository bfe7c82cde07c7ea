"""Level of detail of the map: in what size and shape actors are drawn at each scale. Pure numpy."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Floats
from viewer.recording.actors import Category
from viewer.ui.map.camera import Camera
from viewer.ui.map.geometry.actor_shapes import ActorShape
from viewer.ui.map.geometry.footprints import LIGHTS, MOVING, SENSORS, Footprints, Kinds, Rows, among, kinds

NEAR_SCALE = 4.0
MIDDLE_SCALE = 1.5
SENSORS_FROM = 12.0
"""Pixels per metre from which sensors are drawn on their vehicle."""
SQUARES_ABOVE = 2000


class Detail(IntEnum):
    """Level of detail of actors on the map, the roughest first.

    SQUARES, far away with very many moving actors, has a square for each; FAR and MIDDLE have symbols of
    constant size; NEAR has boxes to scale.
    """

    SQUARES = 0
    FAR = 1
    MIDDLE = 2
    NEAR = 3


HEAD_HALF = {Detail.NEAR: (7.0, 17.0), Detail.MIDDLE: (3.5, 8.0)}
"""Half width and half height in pixels of a traffic light's head (housing of lamps), by level of detail."""

SIGN_HALF = 8.0
"""Half the side, in pixels, of the plate that stands for a traffic sign on the map when zoomed in."""

_HIDDEN = (0.0, 0.0)
_SHARED, _FAN = 6.0, 8.0  # pixels: size of a shared position, and radius at which its sensors are spread
_POINT = (2.0, 2.0)  # selected or hovered actors without a size
# Half length and half width in pixels: the least at NEAR, where boxes are to scale, else the size.
_HALVES = {
    Category.VEHICLE: {Detail.NEAR: (5.0, 2.5), Detail.MIDDLE: (4.0, 3.25), Detail.FAR: (3.0, 2.5)},
    Category.BICYCLE: {Detail.NEAR: (5.0, 1.75), Detail.MIDDLE: (4.0, 2.25), Detail.FAR: (3.0, 1.75)},
    Category.WALKER: {Detail.NEAR: (3.5, 3.5), Detail.MIDDLE: (3.0, 3.0), Detail.FAR: (2.25, 2.25)},
    Category.TRAFFIC_LIGHT: HEAD_HALF,
    Category.TRAFFIC_SIGN: {Detail.NEAR: (SIGN_HALF, SIGN_HALF), Detail.MIDDLE: (1.0, 1.0)},
    Category.PROP: {Detail.NEAR: (1.5, 1.5), Detail.MIDDLE: (1.0, 1.0)},
    Category.SENSOR: {Detail.NEAR: (4.0, 4.0)},
    Category.SPECTATOR: dict.fromkeys((Detail.NEAR, Detail.MIDDLE, Detail.FAR), (7.0, 7.0)),
}
_SIZES = {
    detail: np.array(
        [_HALVES.get(category, {}).get(max(detail, Detail.FAR), _HIDDEN) for category in Category]
    )
    for detail in Detail
}
_TO_SCALE = MOVING | kinds(Category.PROP)
_SYMBOLS = kinds(Category.TRAFFIC_LIGHT, Category.TRAFFIC_SIGN)
_WEDGES = {Category.VEHICLE: ActorShape.WEDGE, Category.BICYCLE: ActorShape.WEDGE}
_SHAPES = {
    Detail.NEAR: {Category.VEHICLE: ActorShape.CAR, Category.BICYCLE: ActorShape.BICYCLE},
    Detail.MIDDLE: _WEDGES,
    Detail.FAR: _WEDGES,
    Detail.SQUARES: dict.fromkeys(Category, ActorShape.SQUARE),
}


@dataclass(frozen=True, eq=False)
class ScreenActors:
    """Actors on the screen as arrays in painting order, the lowest first.

    Attributes:
        detail: level of detail.
        rows: index of each actor in the recording's actor table, shape (M,).
        indices: index of each actor in the arrays of the World (the actors at one time), shape (M,).
        categories: Category, shape (M,).
        centers: middles in pixels, shape (M, 2).
        headings: radians clockwise from the right, shape (M,); 0 for upright symbols.
        halves: half length (along the heading) and half width, pixels, shape (M, 2).
        light_states: TrafficLightState, shape (M,); −1 for other actors and where not recorded.
    """

    detail: Detail
    rows: Rows
    indices: NDArray[np.intp]
    categories: NDArray[np.uint8]
    centers: Floats
    headings: Floats
    halves: Floats
    light_states: NDArray[np.int8]

    def __len__(self) -> int:
        """Return the number of actors on the screen."""
        return len(self.rows)

    def find(self, row: int | None) -> int | None:
        """Return the index in these arrays of the actor in ``row`` of the actor table, else None.

        None if the actor is not on the screen, or if ``row`` is None.
        """
        if row is None:
            return None
        found = np.flatnonzero(self.rows == row)
        return int(found[0]) if len(found) else None

    def of(self, kinds: Kinds) -> ScreenActors:
        """Return the actors whose category is True in ``kinds``, a boolean table of categories."""
        return self.take(np.flatnonzero(kinds[self.categories]))

    def take(self, chosen: NDArray[np.intp]) -> ScreenActors:
        """Return the actors at the indices ``chosen``, in that order."""
        return ScreenActors(
            self.detail,
            self.rows[chosen],
            self.indices[chosen],
            self.categories[chosen],
            self.centers[chosen],
            self.headings[chosen],
            self.halves[chosen],
            self.light_states[chosen],
        )


def detail_at(scale: float, movers: int) -> Detail:
    """Return the level of detail for ``scale`` (pixels per metre) and ``movers``.

    ``movers`` is the number of moving actors that the map shows, on the screen or not.
    """
    if scale >= NEAR_SCALE:
        return Detail.NEAR
    if scale >= MIDDLE_SCALE:
        return Detail.MIDDLE
    return Detail.SQUARES if movers > SQUARES_ABOVE else Detail.FAR


def shapes_at(detail: Detail) -> NDArray[np.uint8]:
    """Return the ActorShape of each category at a level of detail, shape (len(Category),)."""
    return np.array([_SHAPES[detail].get(category, ActorShape.DISC) for category in Category], np.uint8)


def fanned(centers: Floats) -> Floats:
    """Return ``centers`` (K, 2), pixels, with points that coincide spread in a circle, so all are visible."""
    _, which, counts = np.unique(np.round(centers / _SHARED), axis=0, return_inverse=True, return_counts=True)
    which = which.reshape(-1)
    order = np.argsort(which, kind="stable")
    rank = np.empty(len(centers), np.int64)
    rank[order] = np.arange(len(centers)) - (np.cumsum(counts) - counts)[which[order]]
    angles = 2 * np.pi * rank / counts[which] - np.pi / 2
    away = np.where(counts[which] > 1, _FAN, 0.0)
    return centers + away[:, None] * np.column_stack([np.cos(angles), np.sin(angles)])


def seen_by(camera: Camera, actors: Footprints, *, always: tuple[int, ...] = ()) -> ScreenActors:
    """Return those of ``actors`` that are on the screen of ``camera`` and large enough to be drawn.

    Those whose row, the index in the recording's actor table, is in ``always`` are drawn at every scale.
    """
    detail = detail_at(camera.scale, int(np.count_nonzero(actors.movers())))
    sizes = _SIZES[detail][actors.categories]
    if always:
        wanted = among(actors.rows, always) & (sizes[:, 0] == 0)
        sizes[wanted] = _SIZES[max(detail, Detail.MIDDLE)][actors.categories[wanted]]
        sizes[wanted] = np.where(sizes[wanted] == 0, _POINT, sizes[wanted])
    if detail is Detail.NEAR:
        grows = _TO_SCALE[actors.categories]
        sizes[grows] = np.maximum(sizes[grows], actors.extents[grows] * camera.scale)
    if camera.scale < SENSORS_FROM:
        sensors = np.flatnonzero(SENSORS[actors.categories])
        sizes[sensors[~among(actors.rows[sensors], always)]] = 0.0
    centers = camera.to_screen(actors.centers)
    if camera.scale >= SENSORS_FROM:
        sensors = np.flatnonzero(SENSORS[actors.categories])
        if len(sensors):
            centers[sensors] = fanned(centers[sensors])
    # Symbols of constant size are drawn whole or not at all: a part of a head at the edge says nothing.
    symbols = _SYMBOLS[actors.categories, None]
    reach = np.where(symbols, -sizes, np.hypot(sizes[:, 0], sizes[:, 1])[:, None])
    inside = ((centers > -reach) & (centers - reach < (camera.width, camera.height))).all(axis=1)
    chosen = np.flatnonzero(inside & (sizes[:, 0] > 0))
    upright = LIGHTS[actors.categories[chosen]]
    return ScreenActors(
        detail,
        actors.rows[chosen],
        actors.indices[chosen],
        actors.categories[chosen],
        centers[chosen],
        np.where(upright, 0.0, actors.headings[chosen] + camera.turn),
        sizes[chosen],
        actors.light_states[chosen],
    )


def same_on_screen(actors: ScreenActors, rows: Rows, shown: ScreenActors, within: float) -> Flags:
    """Return a mask of the M ``actors`` that lie as others do in ``shown``, up to ``within`` pixels.

    ``rows`` is the row in the actor table of the other actor of each, −1 for none, shape (M,).
    """
    if not len(shown):
        return np.zeros(len(actors), np.bool_)
    places = np.full(int(shown.rows.max()) + 2, -1)  # the last one is for −1
    places[shown.rows] = np.arange(len(shown))
    here = places[np.where(rows < len(places) - 1, rows, -1)]
    away = np.abs(actors.centers - shown.centers[here]).max(axis=1)
    turned = np.abs(np.sin(actors.headings - shown.headings[here])) * actors.halves[:, 0]
    return np.asarray((here >= 0) & (away < within) & (turned < within))


def half_boxes(actors: ScreenActors) -> Floats:
    """Return half the width and height of the upright rectangle around each of M actors on the screen.

    The result is in pixels and has the shape (M, 2).
    """
    cos, sin = np.abs(np.cos(actors.headings)), np.abs(np.sin(actors.headings))
    length, width = actors.halves.T
    return np.column_stack([length * cos + width * sin, length * sin + width * cos])


def boxes_of(actors: ScreenActors) -> Floats:
    """Return the upright rectangle around each of M actors on the screen, in pixels, shape (M, 4).

    The columns are left, top, right and bottom.
    """
    halves = half_boxes(actors)
    return np.hstack([actors.centers - halves, actors.centers + halves])
