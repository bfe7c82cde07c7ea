"""How far an actor is from the hero's route."""

from __future__ import annotations

import numpy as np
import shapely

from viewer.analysis.series.reading import TownReading
from viewer.replay.series.series import Samples


def route_distance(reading: TownReading) -> Samples:
    """Return the metres from the actor to the nearest point of the route, from above; none without one."""
    if reading.route is None:
        return Samples(np.empty(0, np.int64), np.empty(0), recorded=False)
    line = reading.route.line[:, :2]
    pieces = shapely.STRtree(shapely.linestrings(np.stack([line[:-1], line[1:]], axis=1)))
    poses = reading.poses
    known = np.flatnonzero(np.isfinite(poses.locations[:, :2]).all(axis=1))
    places = shapely.points(poses.locations[known, :2])
    _, away = pieces.query_nearest(places, return_distance=True, all_matches=False)
    return reading.on_the_road(Samples(poses.frames[known], away, recorded=False))
