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

_GROUP = 4_096
"""Frames that are read together."""


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
    watch = _Watch()
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
    found = np.concatenate(watch.found) if watch.found else np.empty((0, 4), np.int64)
    found = found[np.argsort(found[:, 0], kind="stable")]
    frames, ids, before, after = found.T
    rows = LifeLookup(index.actors).rows_at(ids, frames)
    return LightChanges(frames, rows, before.astype(np.uint8), after.astype(np.uint8))


class _Watch:
    """Compares each light with what it was when it was last seen."""

    def __init__(self) -> None:
        self.found: list[Ints] = []
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
        history = np.vstack((np.array(known), states)).astype(np.int64)
        frames, columns = np.nonzero(history[1:] != history[:-1])
        if len(frames):
            values = history[frames, columns], history[frames + 1, columns]
            self.found.append(np.column_stack((frames + first, ids[columns].astype(np.int64), *values)))
        self._states.update(zip(names, states[-1].tolist(), strict=True))
