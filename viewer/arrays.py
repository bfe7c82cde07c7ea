"""Names for the usual numpy array types, and array functions that numpy lacks."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]


def match(actor_ids: Ints, wanted: NDArray[np.integer]) -> tuple[Ints, Ints]:
    """Find the ``wanted`` ids in the ascending array ``actor_ids``.

    Returns:
        Two index arrays of shape (K,), one entry per id found: into ``actor_ids``, and into ``wanted``.
    """
    if not len(actor_ids):
        return np.empty(0, np.int64), np.empty(0, np.int64)
    # Searching a contiguous int64 copy is several times faster than searching strided records.
    wanted_ids = wanted.astype(np.int64)
    positions = actor_ids.searchsorted(wanted_ids)
    known = np.flatnonzero(actor_ids.take(positions, mode="clip") == wanted_ids)
    return (positions, known) if len(known) == len(positions) else (positions[known], known)


def multi_arange(starts: Ints, counts: Ints, step: int = 1) -> Ints:
    """Return, concatenated for every i, ``counts[i]`` numbers from ``starts[i]`` on, ``step`` apart.

    >>> multi_arange(np.array([10, 50]), np.array([3, 2])).tolist()
    [10, 11, 12, 50, 51]
    """
    ends = np.cumsum(counts)
    numbers: Ints = np.repeat(starts - step * (ends - counts), counts) + step * np.arange(counts.sum())
    return numbers


def wrap_degrees(angles: ArrayLike) -> Floats:
    """Return ``angles`` in degrees, of any shape, as the equal ones above −180 and up to 180.

    >>> wrap_degrees([190.0, -180.0, 720.0]).tolist()
    [-170.0, 180.0, 0.0]
    """
    degrees = np.asarray(angles, np.float64)
    return np.asarray(degrees - 360.0 * np.ceil((degrees - 180.0) / 360.0))  # several times faster than %


TIME_ROUNDING = 1e-6
"""Seconds by which two times may differ and still count as equal: they are sums of rounded durations."""


def spans(
    times: Floats,
    beyond: Flags,
    *,
    hold: float = 0.0,
    gap: float = 0.0,
    apart: Flags | None = None,
    skips: Flags | None = None,
) -> list[tuple[int, int]]:
    """Return the first and last index of each span of ``times`` in which ``beyond`` is True.

    Parts in which it is True for less than ``hold`` seconds are left out first; then parts less than ``gap``
    seconds apart are joined to one span.

    Args:
        times: seconds, shape (K,), ascending within each actor.
        beyond: True where the condition holds, shape (K,).
        hold: least seconds for which the condition must hold without interruption.
        gap: seconds; an interruption shorter than this does not end a span.
        apart: True where an entry belongs to another actor than the entry before it, so that no span crosses
            the border between them, shape (K,).
        skips: True where ``times`` leaves out samples just before an entry because the condition was False in
            them: they interrupt the span, shape (K,).
    """
    if not beyond.any():
        return []
    apart = np.zeros(len(times), np.bool_) if apart is None else apart
    cut = apart if skips is None else apart | skips
    first = np.flatnonzero(beyond & (cut | ~np.append(False, beyond[:-1])))
    last = np.flatnonzero(beyond & np.append(cut[1:] | ~beyond[1:], True))
    long = times[last] - times[first] >= hold - TIME_ROUNDING
    first, last = first[long], last[long]
    crossed = np.cumsum(apart)
    new = np.ones(len(first) + 1, np.bool_)
    new[1:-1] = times[first[1:]] - times[last[:-1]] >= gap - TIME_ROUNDING
    new[1:-1] |= crossed[first[1:]] != crossed[last[:-1]]
    return list(zip(first[new[:-1]].tolist(), last[new[1:]].tolist(), strict=True))
