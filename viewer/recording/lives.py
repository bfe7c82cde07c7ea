"""Whose record it is: rows of the actor table for many ids at many frames at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from viewer.recording.actors import ActorTable

_FRAME_BITS = np.uint64(32)


class Lives:
    """The lives of an actor table, to be searched."""

    def __init__(self, actors: ActorTable) -> None:
        """Sort the lives by id and birth."""
        keys = _keys(actors.actor_id, actors.spawn_frame)
        self._rows = np.argsort(keys, kind="stable")  # of lives that begin together, the last one counts
        self._keys = keys[self._rows]
        self._ids = actors.actor_id[self._rows]
        self._ends = actors.destroy_frame[self._rows]

    def rows_at(self, ids: NDArray[np.integer], frames: NDArray[np.integer]) -> NDArray[np.int64]:
        """Return the row of the actor that has each id at each frame index, −1 where none lives; all (N,)."""
        if not len(self._keys):
            return np.full(len(ids), -1, np.int64)
        places = np.searchsorted(self._keys, _keys(ids, frames), side="right") - 1
        found = (places >= 0) & (self._ids[places] == ids) & (frames < self._ends[places])
        return np.where(found, self._rows[places], -1)


def _keys(ids: NDArray[np.integer], frames: NDArray[np.integer]) -> NDArray[np.uint64]:
    """Return numbers in the order of ids and, for one id, of frames."""
    return ids.astype(np.uint64) << _FRAME_BITS | frames.astype(np.uint64)
