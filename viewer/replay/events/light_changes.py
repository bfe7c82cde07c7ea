"""When traffic lights changed, in the whole recording: one pass over the states of all lights."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Ints
from viewer.cancellation import Proceed, always, check
from viewer.logfile import packets
from viewer.quick_dataclass import dataclass
from viewer.recording.index import RecordingIndex
from viewer.recording.read.life_lookup import LifeLookup

_GROUP = 1_024
"""Frames that are read together; with sixty lights that takes some milliseconds."""


@dataclass(frozen=True, eq=False)
class LightChanges:
    """Changes of all lights in the order of time; a light's first state is no change.

    Attributes:
        frames: index of the first frame with the new state, ascending, shape (E,).
        rows: row of the light in the actor table, −1 if it is not known, shape (E,).
        before: TrafficLightState as written until then, shape (E,).
        after: TrafficLightState as written from then on, shape (E,).

    """

    frames: Ints
    rows: Ints
    before: NDArray[np.uint8]
    after: NDArray[np.uint8]


def light_changes(index: RecordingIndex, proceed: Proceed = always) -> LightChanges:
    """Return all changes of lights.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
        ReadingCancelledError: ``proceed`` said no.

    """
    kind = packets.TRAFFIC_LIGHT_STATE
    item = index.dialect.dtype(kind)
    watch = _Watch(LifeLookup(index.actors))
    count = len(index.heads)
    for start in range(0, count, _GROUP):
        check(proceed, start / count)
        offsets, counts = index.payload_offsets(kind, slice(start, start + _GROUP))
        edges = [0, *(np.flatnonzero(np.diff(counts)) + 1).tolist(), len(counts)]
        for begin, end in pairwise(edges):
            lights = int(counts[begin])
            if lights:
                data = index.file.read_each(offsets[begin:end], lights * item.itemsize)
                watch.take(start + begin, np.frombuffer(data, item).reshape(-1, lights))
    index.check_unchanged()
    return watch.changes()


class _Watch:
    """Compares each light with what it was when it was last seen.

    Changes are kept in columns, frame by frame: there may be millions, too many to be sorted in the end.
    """

    def __init__(self, lives: LifeLookup) -> None:
        self._lives = lives
        self._frames, self._rows = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
        self._before, self._after = [np.empty(0, np.uint8)], [np.empty(0, np.uint8)]
        self._states: dict[int, int] = {}

    def take(self, first: int, records: NDArray[np.void]) -> None:
        """Take the states in consecutive frames from ``first`` on, shape (K, lights)."""
        ids, states = records["actor_id"], records["state"]
        moved = np.flatnonzero((ids[1:] != ids[:-1]).any(axis=1)) + 1
        edges = [0, *moved.tolist(), len(ids)]
        for begin, end in pairwise(edges):
            self._compare(first + begin, ids[begin], states[begin:end])

    def _compare(self, first: int, ids: NDArray[np.uint32], states: NDArray[np.uint8]) -> None:
        """Take the states of these lights, each in a column of its own."""
        names = ids.tolist()
        known = [self._states.get(name, int(state)) for name, state in zip(names, states[0], strict=True)]
        history = np.vstack((np.array(known, np.uint8), states))
        places, columns = np.nonzero(history[1:] != history[:-1])
        if len(places):
            frames = places + first
            self._frames.append(frames)
            self._rows.append(self._lives.rows_at(ids[columns], frames))
            self._before.append(history[places, columns])
            self._after.append(history[places + 1, columns])
        self._states.update(zip(names, states[-1].tolist(), strict=True))

    def changes(self) -> LightChanges:
        """Return what was found."""
        return LightChanges(
            np.concatenate(self._frames),
            np.concatenate(self._rows),
            np.concatenate(self._before),
            np.concatenate(self._after),
        )
