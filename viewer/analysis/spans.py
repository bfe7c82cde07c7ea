"""From what is true at single moments to spans of time."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_FINE = 1e-6
"""Seconds: times are sums of rounded durations."""


def spans(
    times: NDArray[np.float64],
    beyond: NDArray[np.bool_],
    *,
    hold: float = 0.0,
    gap: float = 0.0,
    apart: NDArray[np.bool_] | None = None,
    skips: NDArray[np.bool_] | None = None,
) -> NDArray[np.int64]:
    """Return the first and last place of each span in which something holds, shape (E, 2).

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
        return np.empty((0, 2), np.int64)
    apart = np.zeros(len(times), np.bool_) if apart is None else apart
    cut = apart if skips is None else apart | skips
    before = np.concatenate(([False], beyond[:-1])) & ~cut
    first = np.flatnonzero(beyond & ~before)
    after = np.concatenate((beyond[1:] & ~cut[1:], [False]))
    last = np.flatnonzero(beyond & ~after)
    long = times[last] - times[first] >= hold - _FINE
    first, last = first[long], last[long]
    if not len(first):
        return np.empty((0, 2), np.int64)
    crossed = np.cumsum(apart)
    joined = (times[first[1:]] - times[last[:-1]] < gap - _FINE) & (crossed[first[1:]] == crossed[last[:-1]])
    begins = np.concatenate(([True], ~joined))
    return np.column_stack((first[begins], last[np.concatenate((begins[1:], [True]))]))
