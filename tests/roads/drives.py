"""Where vehicles drove in a recording."""

from __future__ import annotations

import numpy as np

from viewer.recording.actors import Category

DRIVING = (Category.VEHICLE, Category.BICYCLE)
MOVES = 1.0  # m/s


def drives(recording):
    """Places (K, 3) and yaws (K,) of vehicles and bicycles that move, in every frame."""
    places, yaws = [np.empty((0, 3))], [np.empty(0)]
    for elapsed in recording.frames["elapsed"]:
        world = recording.world_at(float(elapsed))
        moving = np.isin(world.categories, DRIVING) & world.has_pose & (world.speeds > MOVES)
        places.append(world.locations[moving])
        yaws.append(world.rotations[moving, 1])
    return np.concatenate(places), np.concatenate(yaws)
