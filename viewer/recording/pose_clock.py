"""When the poses of a frame were taken.

A frame's Position belongs to the frame's time, but not for vehicles in recordings of CARLA 0.9.6 to 0.9.8:
there they stand where the frame before had led them. Between two frames a vehicle drives as far as it can in
the duration of the frame *before* the first of them (in all three real recordings: speeds told by that
duration are 2.5 to 40 times as even; walkers, which no physics moves, are told in time). The frames of those
servers are of very uneven length, so that speeds derived with the wrong duration would be noise. It shows in
the file alone: no build is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from viewer.logfile.payload import Records
from viewer.recording.actors import VEHICLES, ActorTable
from viewer.recording.units import metres

ReadPositions = Callable[[int], Records]
"""Returns the records of Position (N,) of the frame with this index."""

_FRAMES = 60
"""Frames in a row that are looked at, at each of a few places of the recording."""
_PLACES = (0.2, 0.4, 0.6, 0.8)
_MOVES = 0.02
"""Metres between two frames: what moves less tells nothing."""
_FEWEST = 50
"""Changes of speed that make a proof."""
_EVENER = 0.7
"""Changes of speed, told by the right duration, are smaller at least by this."""


def poses_are_late(elapsed: NDArray[np.float64], actors: ActorTable, read: ReadPositions) -> bool:
    """Return whether a frame tells where vehicles were at the time of the frame before.

    Only with frames of uneven length can it be told; it matters only then. What ``read`` raises passes.

    Args:
        elapsed: when each frame begins, seconds, never decreasing, shape (F,).
        actors: who is in the recording.
        read: gives the poses of a frame.

    """
    if len(elapsed) < _FEWEST:
        return False
    found = [_changes(elapsed, actors, read, int(place * len(elapsed))) for place in _PLACES]
    with_own, with_previous = (np.concatenate(changes) for changes in zip(*found, strict=True))
    enough = len(with_own) >= _FEWEST
    return enough and bool(np.median(with_previous) < _EVENER * np.median(with_own))


def _changes(
    elapsed: NDArray[np.float64], actors: ActorTable, read: ReadPositions, first: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return changes of speed in m/s, told by each step's own duration and by the one before, both (C,)."""
    frames = range(first, min(first + _FRAMES, len(elapsed)))
    records = [read(frame) for frame in frames]
    driven = actors.actor_id[np.isin(actors.category, VEHICLES)]
    ids = reduce(np.intersect1d, (each["actor_id"] for each in records), driven)
    rows = [np.intersect1d(each["actor_id"], ids, return_indices=True)[1] for each in records]
    places = np.stack(
        [metres(each["location"])[of_each] for each, of_each in zip(records, rows, strict=True)]
    )
    steps = np.linalg.norm(np.diff(places, axis=0), axis=2)[1:]  # the first has no duration before it
    durations = np.diff(elapsed[frames.start : frames.stop])[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        own, previous = steps / durations[1:], steps / durations[:-1]
        moves = (steps[1:] > _MOVES) & (steps[:-1] > _MOVES)
        changes = np.abs(np.diff(own, axis=0))[moves], np.abs(np.diff(previous, axis=0))[moves]
    known = np.isfinite(changes[0]) & np.isfinite(changes[1])
    return changes[0][known], changes[1][known]
