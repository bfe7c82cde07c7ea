"""Footprints: boxes of actors on the ground. Pure numpy; metres and radians in CARLA's coordinate system."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from viewer.arrays import Flags, Floats, Ints, wrap_degrees
from viewer.lazy import cached_per_object
from viewer.logfile.errors import RecordingError
from viewer.recording.actors import MOVERS, Category
from viewer.recording.index import RecordingIndex
from viewer.replay.world.world import World
from viewer.ui.map.camera import Camera, valid_mask

Kinds = NDArray[np.bool_]
"""Array type of a set of actor categories: a flag for each Category, so that ``kinds[categories]`` is a mask.
"""


def kinds(*categories: Category) -> Kinds:
    """Return a set of categories as a boolean table: look-ups in it are faster than ``np.isin``."""
    table = np.zeros(len(Category), np.bool_)
    table[list(categories)] = True
    table.flags.writeable = False
    return table


def among(rows: Ints, few: Collection[int]) -> Flags:
    """Return a mask of which ``rows`` are contained in ``few``, shape (K,).

    It replaces ``np.isin``, whose first call is slow and would delay the first picture of the map.
    """
    found: Flags = (rows[:, None] == np.array(list(few), np.int64)).any(axis=1)
    return found


MOVING = kinds(*MOVERS)
"""Vehicles, bicycles and walkers as a boolean table by category.

The map draws them boldest and labels them, and is fitted to their positions.
"""
LIGHTS = kinds(Category.TRAFFIC_LIGHT)
"""Mask by Category, True for traffic lights, which the map draws as heads with lamps."""
PROPS = kinds(Category.PROP, Category.TRAFFIC_SIGN)
"""Props and traffic signs as a boolean table by category; the map draws them faintly, below all others."""
BODIES = ~(LIGHTS | PROPS)
"""Mask by Category, True for actors that the map draws as bodies seen from above, if at all."""
SHOWN = MOVING | LIGHTS | PROPS
"""Categories of actors that are drawn on the map unless hidden."""
SENSORS = kinds(Category.SENSOR)
"""Booleans by category, True only for sensors: the map draws these small, if at all."""
SPECTATORS = kinds(Category.SPECTATOR)
"""Category of the spectator (CARLA's free camera) as a boolean table by category; hidden by default."""


Rows = NDArray[np.int64]

LARGEST_EXTENT = 200.0
"""Half-extent in metres beyond which the recorded bounding box of an actor is ignored."""

_UPRIGHT = kinds(Category.TRAFFIC_LIGHT, Category.TRAFFIC_SIGN)  # their recorded boxes lie elsewhere

_PARKED_BELOW = 0.1  # m/s
_STOREY = 4.0  # metres: the least difference in height of a road above another


@dataclass(frozen=True, eq=False)
class Footprints:
    """Footprints of the actors that the map shows, in painting order, the lowest first; no value is NaN.

    Attributes:
        rows: index of each actor in the recording's actor table, shape (N,).
        indices: index of each actor in the arrays of the World (the actors at one time), shape (N,).
        categories: Category, shape (N,).
        centers: middles of the boxes, metres, shape (N, 2).
        headings: radians from x towards y, which is clockwise on the map, shape (N,).
        extents: half length and half width, metres, shape (N, 2).
        light_states: TrafficLightState, shape (N,); −1 for other actors and where not recorded.
    """

    rows: Rows
    indices: NDArray[np.intp]
    categories: NDArray[np.uint8]
    centers: Floats
    headings: Floats
    extents: Floats
    light_states: NDArray[np.int8]

    def __len__(self) -> int:
        """Return the number of actors that have a footprint here."""
        return len(self.rows)

    def positions_to_fit(self) -> Floats:
        """Return the positions to fit the map to, metres, (K, 2): of moving actors, else of all actors."""
        movers = self.movers()
        return self.centers[movers] if movers.any() else self.centers

    def movers(self) -> NDArray[np.bool_]:
        """Return a mask of the actors whose category moves by itself, shape (N,)."""
        return MOVING[self.categories]


NO_FOOTPRINTS = Footprints(
    rows=np.empty(0, np.int64),
    indices=np.empty(0, np.intp),
    categories=np.empty(0, np.uint8),
    centers=np.empty((0, 2)),
    headings=np.empty(0),
    extents=np.empty((0, 2)),
    light_states=np.empty(0, np.int8),
)


def velocities(world: World) -> NDArray[np.float64]:
    """Return the velocities of all actors in ``world`` in m/s, shape (N, 3), NaN where unknown.

    All are NaN if the file can no longer be read.
    """
    try:
        return world.velocities
    except RecordingError:
        return np.full((len(world.rows), 3), np.nan)


def footprints(
    world: World,
    *,
    hero: int | None = None,
    also: tuple[int, ...] = (),
    hidden: NDArray[np.bool_] | None = None,
    kinds: Kinds = SHOWN,
) -> Footprints:
    """Return the footprints (boxes on the ground) of the actors that the map shows, the lowest first.

    The order is: props and signs, traffic lights, vehicles and walkers, the hero, sensors, the spectator.
    Vehicles and walkers on bridges come after those below; of those at one level, standing ones come first.
    Actors with an unknown pose are left out, as are those that a scenario has parked far below the road.

    Args:
        world: the actors at one time.
        hero: row of the hero in the actor table, None without one.
        also: rows of actors that are shown whatever their category.
        hidden: mask of the rows of the actor table that are hidden, even if in ``also``, shape (K,); None or
            empty hides none.
        kinds: categories that are shown, as a boolean table.
    """
    categories = world.categories
    shown = kinds[categories]
    if also:
        shown |= among(world.rows, also)
    shown &= world.below <= 0.0
    if hidden is not None and len(hidden):
        shown &= ~hidden.take(world.rows, mode="clip")
    chosen = np.flatnonzero(shown & valid_mask(world.locations) & np.isfinite(world.rotations[:, 1]))
    categories, locations = categories[chosen], world.locations[chosen]
    headings = np.radians(wrap_degrees(world.rotations[chosen, 1]))
    speeds = np.linalg.norm(velocities(world), axis=1)
    order = _painting_order(world.rows[chosen], categories, locations[:, 2], speeds[chosen], hero)
    chosen, categories, headings = chosen[order], categories[order], headings[order]
    extents, offsets = _boxes(world, chosen, categories)
    cos, sin = np.cos(headings), np.sin(headings)
    centers = locations[order, :2]
    centers[:, 0] += offsets[:, 0] * cos - offsets[:, 1] * sin
    centers[:, 1] += offsets[:, 0] * sin + offsets[:, 1] * cos
    return Footprints(
        world.rows[chosen], chosen, categories, centers, headings, extents, world.light_states[chosen]
    )


@cached_per_object
def moving_footprints(world: World) -> Footprints:
    """Return the footprints of the vehicles, bicycles and walkers in ``world``, computed once."""
    return footprints(world, kinds=MOVING)


def _boxes(world: World, chosen: NDArray[np.intp], categories: NDArray[np.uint8]) -> tuple[Floats, Floats]:
    """Return half-extents of actors' bounding boxes, and the boxes' offsets from the actors, in metres.

    Both have shape (N, 2): along and across the actor. Both are 0 for traffic lights and signs, and for boxes
    that are NaN or absurdly large. ``chosen`` has the indices of N actors in the arrays of ``world``,
    ``categories`` their categories.
    """
    extents, offsets = world.box_extents[chosen, :2], world.box_centers[chosen, :2]
    both = np.concatenate([extents, offsets], axis=1)
    sensible = (np.abs(np.nan_to_num(both, nan=np.inf)) <= LARGEST_EXTENT).all(axis=1)
    sensible &= ~_UPRIGHT[categories]
    return np.where(sensible[:, None], np.abs(extents), 0.0), np.where(sensible[:, None], offsets, 0.0)


def _painting_order(
    rows: Rows, categories: NDArray[np.uint8], heights: Floats, speeds: Floats, hero: int | None
) -> NDArray[np.intp]:
    tiers = np.full(len(rows), 2, np.int8)
    tiers[PROPS[categories]] = 0
    tiers[LIGHTS[categories]] = 1
    tiers[~SHOWN[categories]] = 4
    if hero is not None:
        tiers[rows == hero] = 3
    with np.errstate(invalid="ignore"):
        moving = speeds > _PARKED_BELOW
        storeys = np.floor(np.nan_to_num(np.clip(heights, -1e4, 1e4)) / _STOREY)
    storeys[tiers != 2] = 0  # noqa: PLR2004 - the tier of what moves
    return np.lexsort((rows, categories, moving, storeys, tiers))


_LEAST_HALF = 4.0  # pixels
_TOLERANCE = 4.0  # pixels


class LastKnownPose(NamedTuple):
    """Last pose on the map of an actor that does not exist now, or its first if it is not spawned yet.

    Attributes:
        x: x of the middle of the actor's bounding box, metres.
        y: y of that middle, metres.
        heading: radians from x towards y, clockwise on the map.
        half_length: half length of the bounding box, metres.
        half_width: half width of the bounding box, metres.
    """

    x: float
    y: float
    heading: float
    half_length: float
    half_width: float

    def halves(self, scale: float) -> tuple[float, float]:
        """Return half length and half width of the actor's bounding box in pixels, at least 4 each.

        ``scale`` is in pixels per metre.
        """
        return max(self.half_length * scale, _LEAST_HALF), max(self.half_width * scale, _LEAST_HALF)

    def is_at(self, camera: Camera, x: float, y: float) -> bool:
        """Return whether the screen point ``x``, ``y`` (pixels) lies in the pose's outline, or almost."""
        px, py = camera.to_screen((self.x, self.y)).tolist()
        heading = self.heading + camera.turn
        cos, sin = math.cos(heading), math.sin(heading)
        along, across = (x - px) * cos + (y - py) * sin, (y - py) * cos - (x - px) * sin
        half_length, half_width = self.halves(camera.scale)
        return abs(along) <= half_length + _TOLERANCE and abs(across) <= half_width + _TOLERANCE


def pose_on_map(
    location: ArrayLike | None, rotation: ArrayLike | None, extent: ArrayLike
) -> LastKnownPose | None:
    """Return the pose at which the map draws an actor that does not exist now; None if it is unknown.

    A heading or size that is NaN counts as 0.

    Args:
        location: metres, at least x and y.
        rotation: pitch, yaw, roll in degrees.
        extent: half-extents of its bounding box in metres, at least x and y.
    """
    if location is None:
        return None
    where = np.asarray(location, np.float64)
    if not valid_mask(where[None])[0]:
        return None
    yaw = float(np.asarray(rotation, np.float64)[1]) if rotation is not None else 0.0
    heading = math.radians(wrap_degrees(yaw)) if math.isfinite(yaw) else 0.0
    half_length, half_width = np.clip(
        np.nan_to_num(np.asarray(extent, np.float64)[:2]), 0.0, LARGEST_EXTENT
    ).tolist()
    return LastKnownPose(float(where[0]), float(where[1]), heading, half_length, half_width)


def nearest_time_alive(index: RecordingIndex, row: int, frame_index: int) -> float | None:
    """Return the time nearest to a frame at which an actor exists; None if it exists in that frame.

    That is the time of its first frame if it is spawned later, of its last frame if it is destroyed by then;
    in seconds since the start of the recording. ``row`` is the actor's row in the actor table,
    ``frame_index`` the index of the frame.
    """
    actors = index.actors
    if not 0 <= row < len(actors):
        return None
    spawn, destroy = int(actors.spawn_frame[row]), int(actors.destroy_frame[row])
    if frame_index < spawn < len(index.elapsed):
        return float(index.elapsed[spawn])
    if destroy <= frame_index and destroy > spawn:
        return float(index.elapsed[destroy - 1])
    return None
