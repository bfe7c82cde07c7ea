"""What happens in a recording, by kind, and when: for stepping, pausing and counting.

The index lists some kinds; lights, weather, doors and custom packets are looked for in the file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Floats, Ints
from viewer.cancellation import Proceed, always
from viewer.lazy import kept
from viewer.logfile import packets
from viewer.recording.events import EventType
from viewer.recording.index import RecordingIndex
from viewer.recording.read.records import read_packets

Times = Floats
"""Elapsed seconds, ascending, shape (E,)."""

SAME_TIME = 1e-9
"""Seconds within which two times are one."""


class EventKind(str, Enum):
    """The kinds a user can choose among, what matters most first; menus and lanes follow it."""

    COLLISION = "collision"
    FOUND = "found"
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
        return str(self.value)


INDEXED = {
    EventKind.DESTROY: EventType.DESTROY,
    EventKind.SPAWN: EventType.SPAWN,
    EventKind.PARENT: EventType.PARENT,
}
"""The kinds that the index lists as such; others are looked for in the file, or are the user's."""


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
        kind: np.sort(index.elapsed[events["frame"][events["kind"] == indexed]])
        for kind, indexed in INDEXED.items()
    }
    contacts = index.contacts.columns["first_frame"]
    times[EventKind.COLLISION] = np.sort(index.elapsed[contacts])
    return times


def next_time(times: Times, elapsed: float, direction: int) -> float | None:
    """Return the next (1) or previous (−1) of ascending times, None if there is no more."""
    place = next_place(times, elapsed, direction)
    return None if place is None else float(times[place])


def next_place(times: Times, elapsed: float, direction: int) -> int | None:
    """Return the place of the next (1) or previous (−1) of ascending times, None if there is no more.

    Of those that are equal it is the first.
    """
    if direction > 0:
        found = int(np.searchsorted(times, elapsed + SAME_TIME, side="right"))
        return found if found < len(times) else None
    before = int(np.searchsorted(times, elapsed - SAME_TIME, side="left")) - 1
    return int(np.searchsorted(times, times[before], side="left")) if before >= 0 else None


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


@dataclass(frozen=True, eq=False)
class EventList:
    """Events of one kind, in the order of time.

    Attributes:
        kind: what they are.
        frames: frame index of each, of a change the first with the new state, ascending, shape (E,).
        rows: row of the actor it belongs to, −1 for none, or if it is not known, shape (E,).
        texts: what to say about each, E of them; they may be made when they are asked for.

    """

    kind: EventKind
    frames: Ints
    rows: Ints
    texts: Sequence[str]

    def __len__(self) -> int:
        return len(self.frames)


class LightChanges(NamedTuple):
    """Changes of traffic lights, E of them, in the order of time.

    Attributes:
        frames: index of the first frame with the new state of each, ascending, shape (E,).
        rows: row of the light, −1 if it is not known, shape (E,).
        before: state as it was written until then, shape (E,).
        after: state as it is written from then on, shape (E,).

    """

    frames: Ints
    rows: Ints
    before: NDArray[np.uint8]
    after: NDArray[np.uint8]


def light_changes(index: RecordingIndex, proceed: Proceed = always) -> LightChanges:
    """Return all changes of traffic lights, by their states as they are written; a first one is none.

    Errors as for ``trajectory``.
    """
    ids, states = np.empty(0, np.uint32), np.empty(0, np.uint8)  # of each light as it was seen last, by id
    none = np.empty(0, np.int64)
    found = [(none, none, states, states)]
    everything = slice(0, len(index.heads))
    for batch in read_packets(index, packets.TRAFFIC_LIGHT_STATE, everything, proceed=proceed):
        frames, records = batch.frames, batch.records
        all_ids = np.concatenate((ids, records["actor_id"]))
        history = np.concatenate((states, records["state"]))
        known = np.unique(all_ids)
        lights = np.searchsorted(known, all_ids)
        order = np.argsort(lights.astype(np.uint16 if len(known) < 1 << 16 else np.int64), kind="stable")
        same = np.diff(lights[order]) == 0
        changed = np.flatnonzero(same & (np.diff(history[order]) != 0))
        changed = changed[np.argsort(order[changed + 1])]  # in the order of the file
        to = order[changed + 1]
        when = frames[to - len(ids)]
        found.append((when, index.actors.rows_at(all_ids[to], when), history[order[changed]], history[to]))
        ids, states = known, history[order[np.append(~same, True)]]
    return LightChanges(*map(np.concatenate, zip(*found, strict=True)))
