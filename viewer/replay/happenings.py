"""What happens in a recording, by kind, and when: for stepping, pausing and counting."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from viewer.recording.events import EventKind
from viewer.recording.index import RecordingIndex

Times = NDArray[np.float64]
"""Elapsed seconds, ascending, shape (E,)."""

SAME_TIME = 1e-9
"""Seconds within which two times are one."""


class Happening(str, Enum):
    """Kinds of events a user can choose among, what matters most first."""

    COLLISION = "collision"
    PROBLEM = "problem"
    NOTE = "note"
    LIGHT = "light"
    WEATHER = "weather"
    DOOR = "door"
    CUSTOM = "custom"
    DESTROY = "destroy"
    SPAWN = "spawn"
    PARENT = "parent"

    def __str__(self) -> str:
        """Return its name as it is written in settings; Python has an enum that does so only from 3.11 on."""
        return self.value


INDEXED = {
    Happening.SPAWN: EventKind.SPAWN,
    Happening.DESTROY: EventKind.DESTROY,
    Happening.PARENT: EventKind.PARENT,
}
"""Kinds whose times are in the index as they are."""


def indexed_times(index: RecordingIndex) -> dict[Happening, Times]:
    """Return when the happenings come that an index knows of.

    What the first frame lists existed before the recording: that is nothing that happens. A contact counts
    once, when it begins.
    """
    events = index.events
    listed = (events["frame"] == 0) & np.isin(events["kind"], (EventKind.SPAWN, EventKind.PARENT))
    events = events[~listed]
    times = {
        happening: np.sort(index.elapsed[events["frame"][events["kind"] == kind]])
        for happening, kind in INDEXED.items()
    }
    contacts = np.array([contact.first_frame for contact in index.contacts], np.int64)
    times[Happening.COLLISION] = np.sort(index.elapsed[contacts])
    return times


def merged(times: Mapping[Happening, Times], kinds: Iterable[Happening]) -> Times:
    """Return the times of several kinds together."""
    chosen = [times[kind] for kind in kinds if kind in times]
    return np.unique(np.concatenate(chosen)) if chosen else np.empty(0)


def next_time(times: Times, elapsed: float, direction: int) -> float | None:
    """Return the next (1) or previous (−1) of ascending times, None if there is no more."""
    if direction > 0:
        found = int(np.searchsorted(times, elapsed + SAME_TIME, side="right"))
    else:
        found = int(np.searchsorted(times, elapsed - SAME_TIME, side="left")) - 1
    return float(times[found]) if 0 <= found < len(times) else None


def kinds_at(times: Mapping[Happening, Times], elapsed: float) -> tuple[Happening, ...]:
    """Return what happens at a time, what matters most first."""
    return tuple(kind for kind, count in counts_between(times, elapsed, elapsed).items() if count)


def counts_between(times: Mapping[Happening, Times], start: float, end: float) -> dict[Happening, int]:
    """Return how many happenings of each known kind there are from ``start`` to ``end``, both included."""
    return {
        kind: int(
            np.searchsorted(times[kind], end + SAME_TIME, side="right")
            - np.searchsorted(times[kind], start - SAME_TIME, side="left")
        )
        for kind in Happening
        if kind in times
    }
