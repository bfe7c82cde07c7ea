"""Types of arrays, as most of the program has them, and what numpy does not do with them at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]


def match(actor_ids: Ints, wanted: NDArray[np.integer]) -> tuple[Ints, Ints]:
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


def spread(starts: Ints, counts: Ints, step: int = 1) -> Ints:
    """Return so many numbers from each start on, each greater by ``step``, joined, shape (N,)."""
    ends = np.cumsum(counts)
    numbers: Ints = np.repeat(starts - step * (ends - counts), counts) + step * np.arange(counts.sum())
    return numbers
