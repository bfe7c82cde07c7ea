"""Of a large map what matters to a recording: the roads near its actors."""

from __future__ import annotations

import numpy as np

from viewer.arrays import Floats
from viewer.cancellation import Proceed, always, check
from viewer.recording.index import RecordingIndex
from viewer.replay.world.world import world_at
from viewer.roads import MapFile, RoadMap

_CELL = 100.0  # m
_REACH = 150.0  # m around where an actor is, within which roads matter to what it does
_STEP, _MOST = 1.0, 600  # seconds between two moments that are looked at, and how many of them


def map_near(file: MapFile, index: RecordingIndex, proceed: Proceed = always) -> RoadMap:
    """Return the map in ``file``; of a large one the roads near where anybody is in a recording.

    Raises:
        RoadMapError: the file is no map.
        ReadingCancelledError: ``proceed`` said no.
        ChangedError: the recording was replaced or cut since it was opened.
        UnreadableError: the system cannot read.

    """
    if not file.is_large:
        return file.whole(proceed)
    return file.near(places_of_actors(index, proceed), proceed=proceed)


def places_of_actors(index: RecordingIndex, proceed: Proceed = always) -> Floats:
    """Return rectangles that cover where any actor ever is, and what is around.

    Least x, least y, greatest x, greatest y, metres in CARLA's frame, shape (K, 4). Errors as for
    ``map_near``.
    """
    count = int(np.clip(index.duration / _STEP, 2, _MOST))
    cells: set[tuple[float, ...]] = set()
    for elapsed in np.linspace(0.0, index.duration, count).tolist() if len(index.heads) else ():
        check(proceed, 0.0)
        places = world_at(index, elapsed).locations[:, :2]
        places = places[np.isfinite(places).all(axis=1)]
        cells.update(map(tuple, np.floor(places / _CELL).tolist()))
    corners = np.array([*cells], np.float64).reshape(-1, 2) * _CELL
    return np.concatenate([corners - _REACH, corners + (_CELL + _REACH)], axis=1)
