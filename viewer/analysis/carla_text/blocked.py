"""Who is blocked, and the text of ``show_recorder_actors_blocked``, with its mistakes."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple

import numpy as np

from viewer.analysis.carla_text.frames import PrintedFrame, actor_records, foot, frames_with, head
from viewer.arrays import Floats, Ints
from viewer.cancellation import Proceed, always, check
from viewer.logfile import packets
from viewer.logfile.payload import Records, decode_records
from viewer.recording.actors import MOVERS, Category
from viewer.recording.index import RecordingIndex
from viewer.recording.read.records import read_blocks
from viewer.recording.units import metres

MIN_TIME, MIN_DISTANCE = 30.0, 10.0
"""CARLA's own limits: seconds, and centimetres."""

_ROW = b"%8b %6d %-35b %10b\n"
_HEADING = b"%8b %6b %-35b %10b\n" % (b"Time", b"Id", b"Actor", b"Duration")


class _Row(NamedTuple):
    """One row: when the actor stopped, and for how long."""

    duration: float
    actor_id: int
    time: float
    type_id: str


def blocked(
    index: RecordingIndex,
    min_time: float = MIN_TIME,
    min_distance: float = MIN_DISTANCE,
    *,
    utc: bool = False,
) -> Iterator[bytes]:
    """Yield the text: who moved less than ``min_distance`` centimetres for ``min_time`` seconds or longer.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.

    """
    yield head(index.header, utc=utc)
    yield _HEADING
    query = _Query(index, min_time, min_distance)
    for frame in frames_with(index, (packets.EVENT_ADD, packets.EVENT_DEL, packets.POSITION)):
        query.take(frame)
    for row in sorted(query.rows(), key=lambda row: -row.duration):
        time, duration_text = f"{row.time:.0f}".encode(), f"{row.duration:.0f}".encode()
        yield _ROW % (time, row.actor_id, row.type_id.encode(), duration_text)
    yield foot(index)


class _Query:
    """What is remembered of each actor: where it last began to stand, when, and for how long by now.

    An actor has a place in the columns; who is added again gets a new one.
    """

    def __init__(self, index: RecordingIndex, min_time: float, min_distance: float) -> None:
        self._dialect = index.dialect
        self._min_time = min_time
        self._min_distance = min_distance
        self._places: dict[int, int] = {}
        self._names: list[str] = []
        self._last_added = 0
        scalar = index.dialect.dtype(packets.POSITION)["location"].base
        self._standing = np.zeros(64, [("location", scalar, 3), ("time", "f8"), ("duration", "f8")])
        self._found: list[_Row] = []

    def take(self, frame: PrintedFrame) -> None:
        """Take one frame."""
        for kind, payload in frame.packets:
            if kind is packets.EVENT_ADD:
                for actor in actor_records(payload, self._dialect):
                    self._add(actor.actor_id, actor.type_id)
                    self._last_added = actor.actor_id
            elif kind is packets.EVENT_DEL:
                if len(decode_records(kind, payload, self._dialect.engine)):
                    self._places.pop(self._last_added, None)  # CARLA does not remove who is destroyed
            elif kind is packets.POSITION:
                records = decode_records(kind, payload, self._dialect.engine_of(kind))
                ids = records["actor_id"].tolist()
                for each in ids:
                    if each not in self._places:
                        self._add(each, "")
                places = np.array([self._places[each] for each in ids], np.int64)
                # Who is in it twice is looked at twice.
                step = max(len(ids), 1) if len({*ids}) == len(ids) else 1
                for part in (slice(start, start + step) for start in range(0, len(ids), step)):
                    self._move(frame, records[part], places[part])

    def rows(self) -> list[_Row]:
        """Return the rows found, then those of who stands at the end."""
        places = np.fromiter(self._places.values(), np.int64, len(self._places))
        return self._found + self._long(np.array([*self._places], np.int64), places)

    def _move(self, frame: PrintedFrame, records: Records, places: Ints) -> None:
        """Take where actors are, each at most once."""
        location, time, duration = (self._standing[name] for name in ("location", "time", "duration"))
        locations = records["location"]
        with np.errstate(all="ignore"):  # what is damaged is not near anything
            x, y, z = (location[places] - locations).T
            distances = np.sqrt(x * x + y * y + z * z).astype(np.float64)
        near = distances < self._min_distance
        standing, moving = places[near], places[~near]
        time[standing[duration[standing] == 0.0]] = frame.elapsed
        duration[standing] += frame.duration
        self._found += self._long(records["actor_id"][~near], moving)
        duration[moving] = 0.0
        location[moving] = locations[~near]

    def _long(self, ids: Ints, places: Ints) -> list[_Row]:
        """Return the rows of those actors that have stood for long enough."""
        durations, times = self._standing["duration"][places], self._standing["time"][places]
        chosen = np.flatnonzero(durations >= self._min_time).tolist()
        return [
            _Row(float(durations[each]), int(ids[each]), float(times[each]), self._names[int(places[each])])
            for each in chosen
        ]

    def _add(self, actor_id: int, type_id: str) -> None:
        place = self._places[actor_id] = len(self._names)
        self._names.append(type_id)
        if place == len(self._standing):
            self._standing = np.concatenate((self._standing, np.zeros_like(self._standing)))


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
    chosen = np.append(np.isin(index.actors.category, list(categories)), False)  # the last one: nobody
    for block in read_blocks(index):
        check(proceed, block.first / len(index.heads))
        for batch in (each for each in block.batches if each.kind is packets.POSITION):
            rows, locations = (
                index.actors.rows_at(batch.records["actor_id"], batch.frames),
                metres(batch.records["location"]),
            )
            keep = chosen[rows] & np.isfinite(locations).all(axis=1)
            rows, locations, frames = rows[keep], locations[keep], batch.frames[keep]
            edges = np.flatnonzero(np.diff(frames, prepend=-1, append=-1))
            for start, stop in pairwise(edges.tolist()):
                standing.take(int(frames[start]), rows[start:stop], locations[start:stop])
    destroyed = index.actors.destroy_frame < len(index.heads)
    standing.end(np.flatnonzero(destroyed), "destroyed")
    standing.end(np.flatnonzero(~destroyed), "end of recording")
    return sorted(standing.found, key=lambda each: (-each.duration, each.first_frame))


class _Standing:
    """Where each actor stands, by its row: the place, and the frames since and until which it is near it."""

    def __init__(self, index: RecordingIndex, min_time: float, min_distance: float) -> None:
        self._elapsed = index.elapsed
        self._min_time = min_time
        self._min_distance = min_distance
        self._place = np.full((len(index.actors), 3), np.nan)
        self._since = np.zeros(len(index.actors), np.int64)
        self._until = np.full(len(index.actors), -1, np.int64)
        self.found: list[Blocked] = []

    def take(self, frame: int, rows: Ints, locations: Floats) -> None:
        """Take where actors (K,) are in a frame, (K, 3) in metres."""
        offsets = locations - self._place[rows]
        far = ~(np.sqrt((offsets * offsets).sum(axis=1)) < self._min_distance)  # so it is at first: NaN
        gone = rows[far]
        self.end(gone, "moved")
        self._place[gone] = locations[far]
        self._since[gone] = frame
        self._until[rows] = frame

    def end(self, rows: Ints, end: End) -> None:
        """End the times of these actors; those that are long enough are found."""
        rows = rows[self._until[rows] >= 0]
        durations = self._elapsed[self._until[rows]] - self._elapsed[self._since[rows]]
        chosen = durations >= self._min_time
        for row, duration in zip(rows[chosen].tolist(), durations[chosen].tolist(), strict=True):
            x, y, z = self._place[row].tolist()
            first, last = int(self._since[row]), int(self._until[row])
            self.found.append(Blocked(row, first, last, duration, (x, y, z), end))
