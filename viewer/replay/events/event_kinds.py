"""What happens in a recording, by kind, and when: for stepping, pausing and counting."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from viewer.lazy import kept
from viewer.recording.events import EventType
from viewer.recording.index import RecordingIndex

Times = NDArray[np.float64]
"""Elapsed seconds, ascending, shape (E,)."""

SAME_TIME = 1e-9
"""Seconds within which two times are one."""


class EventKind(str, Enum):
    """The table of kinds a user can choose among, what matters most first; menus and lanes follow it.

    Attributes:
        mark: which of the shapes that the timeline knows stands for them.
        indexed: their type where the index lists them; others are looked for in the file, or the user's.

    """

    mark: str
    indexed: EventType | None

    def __new__(  # noqa: PYI034 - typing has Self only from 3.11 on
        cls, value: str, mark: str, indexed: EventType | None = None
    ) -> EventKind:
        """Make a row of the table; ``value`` is its name in settings."""
        kind = str.__new__(cls, value)
        kind._value_ = value
        kind.mark, kind.indexed = mark, indexed
        return kind

    COLLISION = ("collision", "cross")
    FOUND = ("found", "dot")
    PROBLEM = ("problem", "sign")
    NOTE = ("note", "square")
    LIGHT = ("light", "head")
    WEATHER = ("weather", "drop")
    DOOR = ("door", "wing")
    CUSTOM = ("custom", "diamond")
    DESTROY = ("destroy", "triangle down", EventType.DESTROY)
    SPAWN = ("spawn", "triangle", EventType.SPAWN)
    PARENT = ("parent", "dot", EventType.PARENT)

    def __str__(self) -> str:
        """Return its name as it is written in settings; Python has an enum that does so only from 3.11 on."""
        return str(self.value)


@kept
def indexed_times(index: RecordingIndex) -> dict[EventKind, Times]:
    """Return when the events come that an index knows of.

    What the first frame lists existed before the recording: that is no event. A contact counts once, when it
    begins.
    """
    events = index.events
    listed = (events["frame"] == 0) & np.isin(events["kind"], (EventType.SPAWN, EventType.PARENT))
    events = events[~listed]
    times = {
        kind: np.sort(index.elapsed[events["frame"][events["kind"] == kind.indexed]])
        for kind in EventKind
        if kind.indexed is not None
    }
    contacts = index.contacts.columns["first_frame"]
    times[EventKind.COLLISION] = np.sort(index.elapsed[contacts])
    return times


def merged(times: Mapping[EventKind, Times], kinds: Iterable[EventKind]) -> Times:
    """Return the times of several kinds together."""
    chosen = [times[kind] for kind in kinds if kind in times]
    return np.unique(np.concatenate(chosen)) if chosen else np.empty(0)


def next_time(times: Times, elapsed: float, direction: int) -> float | None:
    """Return the next (1) or previous (−1) of ascending times, None if there is no more."""
    place = next_place(times, elapsed, direction)
    return None if place is None else float(times[place])


def next_place(times: NDArray[np.float64], elapsed: float, direction: int) -> int | None:
    """Return the place of the next (1) or previous (−1) of ascending times, None if there is no more.

    Of those that are equal it is the first.
    """
    if direction > 0:
        found = int(np.searchsorted(times, elapsed + SAME_TIME, side="right"))
        return found if found < len(times) else None
    before = int(np.searchsorted(times, elapsed - SAME_TIME, side="left")) - 1
    return int(np.searchsorted(times, times[before], side="left")) if before >= 0 else None


def kinds_at(times: Mapping[EventKind, Times], elapsed: float) -> tuple[EventKind, ...]:
    """Return what happens at a time, what matters most first."""
    return tuple(kind for kind, count in counts_between(times, elapsed, elapsed).items() if count)


def counts_between(times: Mapping[EventKind, Times], start: float, end: float) -> dict[EventKind, int]:
    """Return how many events of each known kind there are from ``start`` to ``end``, both included."""
    return {
        kind: int(
            np.searchsorted(times[kind], end + SAME_TIME, side="right")
            - np.searchsorted(times[kind], start - SAME_TIME, side="left")
        )
        for kind in EventKind
        if kind in times
    }
