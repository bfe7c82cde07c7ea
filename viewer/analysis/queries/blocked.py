"""Who stood still for long: where, from when to when, and what ended it."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from viewer.cancellation import Proceed, always, check
from viewer.logfile import packets
from viewer.quick_dataclass import dataclass
from viewer.recording.actors import MOVERS, Category
from viewer.recording.index import RecordingIndex
from viewer.recording.read.batches import Batch, read_blocks
from viewer.recording.read.life_lookup import LifeLookup
from viewer.recording.units import metres

End = Literal["moved", "destroyed", "end of recording"]


@dataclass(frozen=True, slots=True)
class Blocked:
    """A time during which an actor stayed near one place.

    Attributes:
        row: the actor.
        first_frame: index of the frame in which it came to the place.
        last_frame: index of the last frame in which it was near.
        duration: seconds between the two.
        location: the place in metres, x, y, z.
        end: what ended it.

    """

    row: int
    first_frame: int
    last_frame: int
    duration: float
    location: tuple[float, float, float]
    end: End

    @property
    def at_least(self) -> bool:
        """Whether it may have lasted longer: since before the recording, or until after its end."""
        return self.first_frame == 0 or self.end == "end of recording"


def find_blocked(
    index: RecordingIndex,
    min_time: float = 30.0,
    min_distance: float = 0.1,
    *,
    categories: Collection[Category] = MOVERS,
    proceed: Proceed = always,
) -> list[Blocked]:
    """Return who stayed within ``min_distance`` metres of a place for ``min_time`` seconds, longest first.

    As in CARLA the place is where the actor was when it last went farther than that; other than there, its
    first place counts, ids that are used again are other actors, and a time ends when the actor is destroyed.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
        ReadingCancelledError: ``proceed`` said no.

    """
    standing = _Standing(index, min_time, min_distance)
    lives = LifeLookup(index.actors)
    chosen = np.append(np.isin(index.actors.category, list(categories)), False)  # the last one: nobody
    for block in read_blocks(index):
        check(proceed, block.first / len(index.heads))
        for batch in block.batches:
            if batch.kind is packets.POSITION:
                _take(standing, batch, lives, chosen)
    return sorted(standing.finish(), key=lambda each: (-each.duration, each.first_frame))


def _take(standing: _Standing, batch: Batch, lives: LifeLookup, chosen: NDArray[np.bool_]) -> None:
    """Take a block of Position packets."""
    rows = lives.rows_at(batch.records["actor_id"], batch.frames)
    locations = metres(batch.records["location"])
    keep = chosen[rows] & np.isfinite(locations).all(axis=1)
    rows, locations, frames = rows[keep], locations[keep], batch.frames[keep]
    edges = np.flatnonzero(np.diff(frames, prepend=-1, append=-1))
    for start, stop in pairwise(edges.tolist()):
        standing.take(int(frames[start]), rows[start:stop], locations[start:stop])


class _Standing:
    """Where each actor stands, by its row: the place, and the frames since and until which it is near it."""

    def __init__(self, index: RecordingIndex, min_time: float, min_distance: float) -> None:
        self._index = index
        self._min_time = min_time
        self._min_distance = min_distance
        self._place = np.full((len(index.actors), 3), np.nan)
        self._since = np.zeros(len(index.actors), np.int64)
        self._until = np.full(len(index.actors), -1, np.int64)
        self._found: list[Blocked] = []

    def take(self, frame: int, rows: NDArray[np.int64], locations: NDArray[np.float64]) -> None:
        """Take where actors (K,) are in a frame, (K, 3) in metres."""
        offsets = locations - self._place[rows]
        far = ~(np.sqrt((offsets * offsets).sum(axis=1)) < self._min_distance)  # so it is at first: NaN
        gone = rows[far]
        self._found += self._long(gone, "moved")
        self._place[gone] = locations[far]
        self._since[gone] = frame
        self._until[rows] = frame

    def finish(self) -> list[Blocked]:
        """Return all that was found, with who stands at the end of the recording or of its life."""
        destroyed = self._index.actors.destroy_frame < len(self._index.heads)
        rows = np.arange(len(destroyed))
        return [
            *self._found,
            *self._long(rows[destroyed], "destroyed"),
            *self._long(rows[~destroyed], "end of recording"),
        ]

    def _long(self, rows: NDArray[np.int64], end: End) -> list[Blocked]:
        """Return the times of these actors that are long enough."""
        rows = rows[self._until[rows] >= 0]
        elapsed = self._index.elapsed
        durations = elapsed[self._until[rows]] - elapsed[self._since[rows]]
        chosen = durations >= self._min_time
        return [
            Blocked(row, int(self._since[row]), int(self._until[row]), duration, self._location(row), end)
            for row, duration in zip(rows[chosen].tolist(), durations[chosen].tolist(), strict=True)
        ]

    def _location(self, row: int) -> tuple[float, float, float]:
        x, y, z = self._place[row].tolist()
        return x, y, z
