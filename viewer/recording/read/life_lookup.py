"""Whose record it is: rows of the actor table for many ids at many frames at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from viewer.recording.actors import MOVERS, ActorTable

_FRAME_BITS = np.uint64(32)
_WITH_MESH = MOVERS


class LifeLookup:
    """The lives of an actor table, to be searched."""

    def __init__(self, actors: ActorTable) -> None:
        """Sort the lives by id and birth."""
        keys = _keys(actors.actor_id, actors.spawn_frame)
        self._rows = np.argsort(keys, kind="stable")  # of lives that begin together, the last one counts
        self._keys = keys[self._rows]
        self._ids = actors.actor_id[self._rows]
        self._ends = actors.destroy_frame[self._rows]
        self._with_mesh = np.flatnonzero(np.isin(actors.category, _WITH_MESH))

    def rows_at(
        self, ids: NDArray[np.integer], frames: NDArray[np.integer], *, or_ends: bool = False
    ) -> NDArray[np.int64]:
        """Return the row of the actor that has each id at each frame index, −1 where none lives; all (N,).

        With ``or_ends``, an actor counts in the frame that destroys it too: it may have been added there.
        """
        if not len(self._keys):
            return np.full(len(ids), -1, np.int64)
        places = np.searchsorted(self._keys, _keys(ids, frames), side="right") - 1
        ends = self._ends[places]
        found = (
            (places >= 0) & (self._ids[places] == ids) & ((frames <= ends) if or_ends else (frames < ends))
        )
        return np.where(found, self._rows[places], -1)

    def have_mesh(self, ids: NDArray[np.integer], frames: NDArray[np.integer]) -> NDArray[np.bool_]:
        """Tell which actors are of a kind that certainly has a mesh, shape (N,)."""
        return np.isin(self.rows_at(ids, frames, or_ends=True), self._with_mesh)


def _keys(ids: NDArray[np.integer], frames: NDArray[np.integer]) -> NDArray[np.uint64]:
    """Return numbers in the order of ids and, for one id, of frames."""
    return ids.astype(np.uint64) << _FRAME_BITS | frames.astype(np.uint64)


def match(
    actor_ids: NDArray[np.int64], wanted: NDArray[np.integer]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Find ``wanted`` ids among ascending ``actor_ids``.

    Returns:
        Places in ``actor_ids`` and places in ``wanted`` of those found, shape (K,) each.

    """
    if not len(actor_ids):
        return np.empty(0, np.int64), np.empty(0, np.int64)
    # Records are strided; searching a copy that lies together, of the same type, is several times faster.
    wanted_ids = wanted.astype(np.int64)
    places = actor_ids.searchsorted(wanted_ids)
    known = np.flatnonzero(actor_ids.take(places, mode="clip") == wanted_ids)
    return (places, known) if len(known) == len(places) else (places[known], known)
