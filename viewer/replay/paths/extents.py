"""Who moves, and where: what a view of the whole recording should show."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from viewer.lazy import kept
from viewer.recording.actors import MOVERS, VEHICLES, Category
from viewer.recording.index import RecordingIndex
from viewer.replay.world.world import world_at

_SAMPLES = 12
_POSES = 40
_DRIVES = 1.0  # m/s
_STANDING = (Category.TRAFFIC_LIGHT, Category.TRAFFIC_SIGN, Category.PROP)
_MOVED = 2.0  # metres: less is settling, not driving


@kept
def moving_places(index: RecordingIndex) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return places (K, 2) in metres where actors that move have been, from a few moments, and whose (K,).

    Without anything that moves, the places of vehicles, bicycles and walkers; without those, of what stands
    at the road; without that, of all actors. Whose: rows of the actor table.
    """
    if not len(index.heads):
        return np.empty((0, 2)), np.empty(0, np.int64)
    moments = np.linspace(0.0, index.duration, _SAMPLES)
    moments = np.append(moments, index.elapsed[-2:-1])  # scripts delete their actors in the last frame
    worlds = [world_at(index, elapsed) for elapsed in moments.tolist()]
    rows = np.concatenate([world.rows for world in worlds])
    places = np.concatenate([world.locations[:, :2] for world in worlds])
    known = np.isfinite(places).all(axis=1) & np.concatenate([world.below <= 0.0 for world in worlds])
    rows, places = rows[known], places[known]
    categories = index.actors.category[rows]
    chosen = movers = np.isin(categories, MOVERS)
    if movers.any():
        low = np.full((len(index.actors), 2), np.inf)
        high = -low
        np.minimum.at(low, rows[movers], places[movers])
        np.maximum.at(high, rows[movers], places[movers])
        moved = movers & ((high - low).max(axis=1)[rows] > _MOVED)
        chosen = moved if moved.any() else movers
    elif (standing := np.isin(categories, _STANDING)).any():
        chosen = standing
    else:
        chosen = np.ones(len(rows), np.bool_)
    return places[chosen], rows[chosen]


@kept
def moving_poses(index: RecordingIndex) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return places (K, 3) in metres and yaws (K,) in degrees of vehicles that drive, from some moments.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.

    """
    places, yaws = [np.empty((0, 3))], [np.empty(0)]
    for elapsed in np.linspace(0.0, index.duration, _POSES) if len(index.heads) else ():
        world = world_at(index, elapsed)
        with np.errstate(invalid="ignore"):
            drives = np.isin(world.categories, VEHICLES) & (world.speeds > _DRIVES) & (world.below <= 0.0)
        places.append(world.locations[drives])
        yaws.append(world.rotations[drives, 1])
    return np.concatenate(places), np.concatenate(yaws)
