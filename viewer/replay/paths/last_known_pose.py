"""Where an actor that is not alive at a time was last, or will be first."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from viewer.quick_dataclass import dataclass
from viewer.replay.paths.trajectory import Trajectory
from viewer.replay.world.world import World


@dataclass(frozen=True, eq=False)
class LastKnownPose:
    """A pose out of its time: location in metres, rotation in degrees, half-extents in metres, (3,) each."""

    location: NDArray[np.float64]
    rotation: NDArray[np.float64]
    extent: NDArray[np.float64]


def last_known_pose(world: World, row: int, poses: Trajectory) -> LastKnownPose | None:
    """Return the last pose before the world's time, or else the first one after it; None if there is none."""
    if not len(poses):
        return None
    nearest = max(int(np.searchsorted(poses.elapsed, world.elapsed, side="right")) - 1, 0)
    extent = world.index.actors.box_extent[row]
    return LastKnownPose(poses.locations[nearest], poses.rotations[nearest], extent)
