"""Events recorded in a file, by kind and time: for stepping, pausing and counting.

A RecordingIndex lists spawns, destructions, attachments and collisions; traffic light changes, weather, doors
and custom packets are searched in the file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Floats, Ints
from viewer.cancellation import ShouldContinue, always
from viewer.lazy import cached_per_object
from viewer.logfile import packets
from viewer.recording.index import RecordingIndex
from viewer.recording.read.records import read_packets
from viewer.recording.recorded_events import EventType

Times = Floats
"""Elapsed seconds of events, ascending, shape (E,)."""

SAME_TIME = 1e-9
"""Largest difference in seconds between two times that count as equal."""


class EventKind(str, Enum):
    """Kinds of events (problems and notes too) that a user can choose among, the most important first.

    This is also their order in menus and in the timeline.
    """

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
        """Return the value, as settings store it; Python's own StrEnum exists only from 3.11 on."""
        return str(self.value)


INDEXED = {
    EventKind.DESTROY: EventType.DESTROY,
    EventKind.SPAWN: EventType.SPAWN,
    EventKind.PARENT: EventType.PARENT,
}
"""Kinds of events that a RecordingIndex lists in its attribute ``events``, each with its EventType there."""


@cached_per_object
def indexed_times(index: RecordingIndex) -> dict[EventKind, Times]:
    """Return, by kind, the times of spawns, destructions, attachments to a parent and collisions.

    Actors and attachments listed in the first frame existed before the recording, so they are no events. A
    collision counts once, at the first of the consecutive frames in which the same two actors touch.
    """
    events = index.recorded_events
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
    """Return the first of ``times`` after ``elapsed`` (``direction`` 1), the last before it (−1), or None.

    ``times`` (ascending) and ``elapsed`` are in seconds. Times within SAME_TIME (1 ns) of ``elapsed`` are
    skipped.
    """
    at = next_index(times, elapsed, direction)
    return None if at is None else float(times[at])


def next_index(times: Times, elapsed: float, direction: int) -> int | None:
    """Return the index of the first of ``times`` after ``elapsed``, or of the last one before it.

    ``direction`` is 1 for after, −1 for before. Returns None if there is none. ``times`` are ascending; of
    several equal times it is the first.
    """
    if direction > 0:
        found = int(np.searchsorted(times, elapsed + SAME_TIME, side="right"))
        return found if found < len(times) else None
    before = int(np.searchsorted(times, elapsed - SAME_TIME, side="left")) - 1
    return int(np.searchsorted(times, times[before], side="left")) if before >= 0 else None


def counts_between(times: Mapping[EventKind, Times], start: float, end: float) -> dict[EventKind, int]:
    """Return the number of events of each kind in ``times`` from ``start`` to ``end``, both included."""
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
    """Events of one kind, in order of time.

    Attributes:
        kind: kind of all the events.
        frames: frame index of each event (the first frame with the new state), ascending, shape (E,).
        rows: row in the actor table of the event's actor, −1 if none or unknown, shape (E,).
        texts: description of each event for the user, as ``Light 88: Green → Yellow``; may be a sequence that
            makes its texts on access.
    """

    kind: EventKind
    frames: Ints
    rows: Ints
    texts: Sequence[str]

    def __len__(self) -> int:
        return len(self.frames)


class LightChanges(NamedTuple):
    """Changes of traffic lights, in order of time.

    Attributes:
        frames: index of the first frame with the new state, ascending, shape (E,).
        rows: row in the actor table of the traffic light, −1 if unknown, shape (E,).
        before: recorded value of TrafficLightState until the change, shape (E,).
        after: recorded value of TrafficLightState from the change on, shape (E,).
    """

    frames: Ints
    rows: Ints
    before: NDArray[np.uint8]
    after: NDArray[np.uint8]


def light_changes(index: RecordingIndex, should_continue: ShouldContinue = always) -> LightChanges:
    """Return all changes of recorded traffic light states; the first state of a light is no change.

    Raises ChangedError if the file was replaced or cut, UnreadableError if it cannot be read,
    ReadingCancelledError if ``should_continue`` returns False.
    """
    ids, states = np.empty(0, np.uint32), np.empty(0, np.uint8)  # of each light as it was seen last, by id
    none = np.empty(0, np.int64)
    found = [(none, none, states, states)]
    everything = slice(0, len(index.frame_starts))
    for batch in read_packets(
        index, packets.TRAFFIC_LIGHT_STATE, everything, should_continue=should_continue
    ):
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
