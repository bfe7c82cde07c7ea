"""Events that the index does not list: lights, weather, doors and custom packets, each kind in one list."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Ints
from viewer.cancellation import Proceed, always, check
from viewer.lazy import lazy
from viewer.logfile import packets
from viewer.logfile.fields import PacketKind
from viewer.logfile.payload import Records
from viewer.quick_dataclass import dataclass
from viewer.recording.index import RecordingIndex
from viewer.recording.read.changes import ChangeBook
from viewer.recording.read.life_lookup import LifeLookup
from viewer.replay.events.event_kinds import EventKind

_GROUP = 1_024
"""Frames that are read together; with sixty lights that takes some milliseconds."""
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


def weather_changes(index: RecordingIndex, book: ChangeBook) -> Changes:
    """Return the changes of weather; the first one that is recorded is none. Errors as for ChangeBook."""
    frames, records = _of(index, book, packets.WEATHER)
    places = np.flatnonzero(records[1:] != records[:-1]) + 1
    nobody = np.full(len(places), -1, np.int64)
    return Changes(EventKind.WEATHER, frames[places], nobody, records[places - 1], records[places])


def door_moves(index: RecordingIndex, book: ChangeBook) -> Changes:
    """Return all doors that were opened or closed. Errors as for ChangeBook."""
    frames, records = _of(index, book, packets.VEHICLE_DOOR)
    rows = LifeLookup(index.actors).rows_at(records["actor_id"].astype(np.int64), frames)
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


def _of(index: RecordingIndex, book: ChangeBook, kind: PacketKind) -> tuple[Ints, Records]:
    """Return the records of a kind with their frames, if this file can have it."""
    if not index.packet_counts.get(index.dialect.id_of(kind)):
        return np.empty(0, np.int64), np.empty(0, index.dialect.dtype(kind))
    changes = book.of(kind)
    return changes.frames, changes.records


def light_changes(index: RecordingIndex, proceed: Proceed = always) -> Changes:
    """Return all changes of traffic lights, by their states as they are written; a first one is none.

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

    def changes(self) -> Changes:
        """Return what was found."""
        return Changes(
            EventKind.LIGHT,
            np.concatenate(self._frames),
            np.concatenate(self._rows),
            np.concatenate(self._before),
            np.concatenate(self._after),
        )
