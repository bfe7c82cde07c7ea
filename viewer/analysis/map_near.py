"""Part of a large road map that matters to a recording: the roads near its actors."""

from __future__ import annotations

import numpy as np

from viewer.arrays import Floats
from viewer.cancellation import ShouldContinue, always, check
from viewer.recording.index import RecordingIndex
from viewer.replay.world.world import world_at
from viewer.roads import MapFile, RoadMap

_CELL = 100.0
"""Size in metres of the square cells of the ground that the positions of actors are sorted into."""
_REACH = 150.0
"""Metres around an actor within which the roads of a large map are read."""
_STEP, _MOST = 1.0, 600
"""Seconds between the times at which actors' positions are looked up, and the largest number of these times.
"""


def map_near(file: MapFile, index: RecordingIndex, should_continue: ShouldContinue = always) -> RoadMap:
    """Return the road map in ``file``; of a large one, only the roads near actors of the recording.

    Raises:
        RoadMapError: the file is no map.
        ReadingCancelledError: ``should_continue`` returned False.
        ChangedError: the recording was replaced or cut since it was opened.
        UnreadableError: the system cannot read.

    """
    if not file.is_large:
        return file.whole(should_continue)
    return file.near(actor_areas(index, should_continue), should_continue=should_continue)


def actor_areas(index: RecordingIndex, should_continue: ShouldContinue = always) -> Floats:
    """Return rectangles that cover all positions of actors, with a margin of 150 m, shape (K, 4).

    Least x, least y, greatest x, greatest y in metres, in CARLA's coordinates. Positions are sampled once a
    second, 600 times at most.

    Raises:
        ReadingCancelledError: ``should_continue`` returned False.
        ChangedError: the recording was replaced or cut since it was opened.
        UnreadableError: the system cannot read.

    """
    count = int(np.clip(index.duration / _STEP, 2, _MOST))
    cells: set[tuple[float, ...]] = set()
    for elapsed in np.linspace(0.0, index.duration, count).tolist() if len(index.frame_starts) else ():
        check(should_continue, 0.0)
        places = world_at(index, elapsed).locations[:, :2]
        places = places[np.isfinite(places).all(axis=1)]
        cells.update(map(tuple, np.floor(places / _CELL).tolist()))
    corners = np.array([*cells], np.float64).reshape(-1, 2) * _CELL
    return np.concatenate([corners - _REACH, corners + (_CELL + _REACH)], axis=1)
