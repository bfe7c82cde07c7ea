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


_FINE = 1e-6
"""Seconds: times are sums of rounded durations."""


def spans(
    times: Floats,
    beyond: Flags,
    *,
    hold: float = 0.0,
    gap: float = 0.0,
    apart: Flags | None = None,
    skips: Flags | None = None,
) -> list[tuple[int, int]]:
    """Return the first and last place of each span in which something holds.

    Args:
        times: seconds, ascending except where ``apart``, shape (K,).
        beyond: whether it holds at each, shape (K,).
        hold: seconds that it must hold without a pause to begin a span.
        gap: seconds; shorter pauses do not end a span.
        apart: whether a place is about somebody else than the one before it, so that nothing goes on there,
            shape (K,).
        skips: whether moments between it and the one before it were left out, because it does not hold there,
            shape (K,).

    """
    if not beyond.any():
        return []
    apart = np.zeros(len(times), np.bool_) if apart is None else apart
    cut = apart if skips is None else apart | skips
    first = np.flatnonzero(beyond & (cut | ~np.append(False, beyond[:-1])))
    last = np.flatnonzero(beyond & np.append(cut[1:] | ~beyond[1:], True))
    long = times[last] - times[first] >= hold - _FINE
    first, last = first[long], last[long]
    crossed = np.cumsum(apart)
    new = np.ones(len(first) + 1, np.bool_)
    new[1:-1] = times[first[1:]] - times[last[:-1]] >= gap - _FINE
    new[1:-1] |= crossed[first[1:]] != crossed[last[:-1]]
    return list(zip(first[new[:-1]].tolist(), last[new[1:]].tolist(), strict=True))
