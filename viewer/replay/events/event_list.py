"""Events that the index does not list: lights, weather, doors and custom packets, each kind in one list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Ints
from viewer.cancellation import Proceed, always
from viewer.lazy import lazy
from viewer.logfile import packets
from viewer.recording.index import RecordingIndex
from viewer.recording.read.changes import ChangeBook
from viewer.recording.read.life_lookup import LifeLookup
from viewer.recording.read.records import read_records
from viewer.replay.events.event_kinds import EventKind

_STREAM = 0.5
"""Share of the frames from which on a kind of packet is a stream, and no event."""


class Changes(NamedTuple):
    """What changed in a recording, of one kind, in the order of time.

    Attributes:
        kind: what it is.
        frames: index of the first frame with the new state, ascending, shape (E,).
        rows: row of the actor it belongs to, −1 for none, or if it is not known, shape (E,).
        before: what was written until then, shape (E,); the same as ``after`` where nothing tells.
        after: what is written from then on, shape (E,): states, records, or ids of packets.

    """

    kind: EventKind
    frames: Ints
    rows: Ints
    before: NDArray[Any]
    after: NDArray[Any]


@dataclass(frozen=True, eq=False)
class EventList:
    """Events of one kind, in the order of time.

    Attributes:
        kind: what they are.
        frames: frame index of each, ascending, shape (E,).
        rows: row of the actor each belongs to, −1 for none, shape (E,).
        texts: what to say about each, E of them; they may be made when they are asked for.
        states: of changes, the state from then on, shape (E,); None where there is none.

    """

    kind: EventKind
    frames: NDArray[np.int64]
    rows: NDArray[np.int64]
    texts: Sequence[str]
    states: NDArray[np.integer] | None = None

    def __len__(self) -> int:
        """Return the number of events."""
        return len(self.frames)

    @lazy
    def frames_of_states(self) -> dict[int, Ints]:
        """Frames in which something changed to each state, ascending, each once; −1 without states."""
        if self.states is None:
            return {-1: self.frames}
        found = np.flatnonzero(np.bincount(self.states)).tolist()
        changed = {state: self.frames[self.states == state] for state in found}
        return {state: frames[np.diff(frames, prepend=-1) != 0] for state, frames in changed.items()}


def weather_changes(book: ChangeBook) -> Changes:
    """Return the changes of weather; the first one that is recorded is none. Errors as for ChangeBook."""
    frames, _, records = book.of(packets.WEATHER)
    places = np.flatnonzero(records[1:] != records[:-1]) + 1
    nobody = np.full(len(places), -1, np.int64)
    return Changes(EventKind.WEATHER, frames[places], nobody, records[places - 1], records[places])


def door_moves(book: ChangeBook) -> Changes:
    """Return all doors that were opened or closed. Errors as for ChangeBook."""
    frames, rows, records = book.of(packets.VEHICLE_DOOR)
    return Changes(EventKind.DOOR, frames, rows, records, records)


def custom_packets(index: RecordingIndex) -> Changes:
    """Return the ids of packets that CARLA does not write, but for kinds that most frames have."""
    frames, ids = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    for packet_id, number in sorted(index.packet_counts.items()):
        kind = index.dialect.kind_of(packet_id)
        if (kind is None or kind.id not in packets.BY_ID) and number <= _STREAM * len(index.heads):
            places, _ = index.layouts.place_of(packet_id)
            frames.append(np.flatnonzero(places[index.layout_numbers] >= 0))
            ids.append(np.full(len(frames[-1]), packet_id))
    order = np.argsort(np.concatenate(frames), kind="stable")
    told = np.concatenate(ids)[order]
    return Changes(EventKind.CUSTOM, np.concatenate(frames)[order], np.full(len(told), -1), told, told)


def light_changes(index: RecordingIndex, proceed: Proceed = always) -> Changes:
    """Return all changes of traffic lights, by their states as they are written; a first one is none.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
        ReadingCancelledError: ``proceed`` said no.

    """
    lives = LifeLookup(index.actors)
    ids, states = np.empty(0, np.uint32), np.empty(0, np.uint8)  # of each light as it was seen last, by id
    none = np.empty(0, np.int64)
    found = [(none, none, states, states)]
    everything = slice(0, len(index.heads))
    for frames, records in read_records(index, packets.TRAFFIC_LIGHT_STATE, everything, proceed=proceed):
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
        found.append((when, lives.rows_at(all_ids[to], when), history[order[changed]], history[to]))
        ids, states = known, history[order[np.append(~same, True)]]
    return Changes(EventKind.LIGHT, *(np.concatenate(columns) for columns in zip(*found, strict=True)))
