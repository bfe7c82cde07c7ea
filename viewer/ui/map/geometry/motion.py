"""How fast actors are, as far as the file still tells."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from viewer.logfile.errors import RecordingError
from viewer.replay.world.world import World


def velocities(world: World) -> NDArray[np.float64]:
    """Return velocities in m/s, shape (N, 3); NaN where unknown.

    They may have to be read from the file, which may have changed: then they are unknown, and whoever makes
    the next world is told so, too.
    """
    try:
        return world.velocities
    except RecordingError:
        return np.full((len(world.rows), 3), np.nan)
