"""What the actor list tells of whole lives: how long, how far, how many collisions, attached to whom."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Floats
from viewer.recording.index import RecordingIndex


class LifeColumns:
    """Columns that do not change with time, one entry per row of the actor table, NaN for what is unknown.

    Attributes:
        spawned: seconds at which each actor comes, shape (N,).
        destroyed: seconds at which it goes, NaN for those who outlive the recording, shape (N,).
        durations: seconds for which it is there, shape (N,).
        collisions: contacts it takes part in, shape (N,).
        parents: id of the actor it is attached to, shape (N,).
        travelled: metres, shape (N,); NaN until it is told.

    """

    def __init__(self, index: RecordingIndex) -> None:
        actors, elapsed = index.actors, index.elapsed
        count = len(actors)
        self.travelled: Floats = np.full(count, np.nan)
        self.spawned = _times(elapsed, actors.spawn_frame)
        self.destroyed = _times(elapsed, actors.destroy_frame)
        end = np.where(np.isnan(self.destroyed), index.duration, self.destroyed)
        self.durations: Floats = end - self.spawned
        contacts = index.contacts.columns
        others = contacts["other"][contacts["other"] != contacts["actor"]]
        taking_part = np.concatenate([contacts["actor"], others])
        taking_part = taking_part[(taking_part >= 0) & (taking_part < count)]
        self.collisions: Floats = np.bincount(taking_part, minlength=count).astype(np.float64)
        carried = actors.parent >= 0
        self.parents: Floats = np.full(count, np.nan)
        self.parents[carried] = actors.actor_id[actors.parent[carried]]


def _times(elapsed: Floats, frames: NDArray[np.int32]) -> Floats:
    """Return when frames are, in seconds; NaN for those after the last one."""
    times = np.append(elapsed, np.nan)
    return times[np.minimum(frames, len(elapsed))]
