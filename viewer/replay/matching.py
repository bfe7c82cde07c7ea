"""Bringing records, which come in any order, to the order of the living actors."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def match(
    actor_ids: NDArray[np.int64], wanted: NDArray[np.unsignedinteger]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Find ``wanted`` ids among ascending ``actor_ids``.

    Returns:
        Places in ``actor_ids`` and places in ``wanted`` of those found, shape (K,) each.

    """
    if not len(actor_ids):
        return np.empty(0, np.int64), np.empty(0, np.int64)
    places = np.searchsorted(actor_ids, wanted)
    places[places == len(actor_ids)] = 0
    known = np.flatnonzero(actor_ids[places] == wanted)
    return places[known], known
