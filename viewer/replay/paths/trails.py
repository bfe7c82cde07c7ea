"""Where many actors were and will be around a moment, from a few frames of the recording."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Floats, Ints, match
from viewer.logfile import packets
from viewer.recording.actors import VEHICLES
from viewer.recording.index import RecordingIndex
from viewer.recording.units import metres

STEP = 0.25
"""Seconds from one sample to the next: a car in a town goes less than its length in that time."""


class Sample(NamedTuple):
    """Who was where at a sample's time: rows of the actor table, ascending, (K,) and metres (K, 2)."""

    rows: Ints
    places: NDArray[np.float32]


class Trails(NamedTuple):
    """Ways of R actors through T samples: rows of the actor table, ascending (R,), seconds (T,), metres.

    ``places`` has the shape (R, T, 2); NaN where the actor is not.
    """

    rows: Ints
    elapsed: Floats
    places: NDArray[np.float32]


NO_TRAILS = Trails(np.empty(0, np.int64), np.empty(0), np.empty((0, 0, 2), np.float32))


def sample_numbers(index: RecordingIndex, elapsed: float, behind: float, ahead: float) -> range:
    """Return the numbers of the samples within some seconds behind and ahead of a time."""
    first = math.ceil(max(elapsed - behind, 0.0) / STEP)
    last = math.floor(min(elapsed + ahead, index.duration) / STEP)
    return range(first, last + 1)


def sample(index: RecordingIndex, number: int) -> Sample:
    """Return where vehicles and bicycles were at the time of a sample, as recorded by the frame in force.

    Errors as for ``world_at``.
    """
    frame = index.frame_at(number * STEP)
    actors = index.actors
    alive = actors.alive(frame)
    alive = alive[np.isin(actors.category[alive], VEHICLES)]
    records = index.read_frame(frame).records(packets.POSITION)
    places, known = match(actors.actor_id[alive], records["actor_id"])
    order = np.argsort(alive[places])
    locations = metres(records["location"].take(known[order], axis=0))[:, :2].astype(np.float32)
    return Sample(alive[places[order]], locations)


def trails(samples: Mapping[int, Sample], numbers: Sequence[int], rows: Ints | None) -> Trails:
    """Return the ways through those of the samples that are there.

    Args:
        samples: by number.
        numbers: of the samples that are wanted, ascending.
        rows: whose ways, ascending; None for all who are in any of the samples.

    """
    there = [number for number in numbers if number in samples]
    if rows is None:
        found = [samples[number].rows for number in there]
        rows = np.unique(np.concatenate(found)) if found else np.empty(0, np.int64)
    places = np.full((len(rows), len(there), 2), np.nan, np.float32)
    for column, number in enumerate(there):
        rows_then, places_then = samples[number]
        to, known = match(rows, rows_then)
        places[to, column] = places_then[known]
    return Trails(rows, np.array(there, np.float64) * STEP, places)
