"""Who is blocked, and the text of ``show_recorder_actors_blocked``, with its mistakes."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.analysis.carla_text.frames import PrintedFrame, all_frames, cut_frame, foot, head
from viewer.analysis.carla_text.payloads import actor_records
from viewer.cancellation import Proceed, always, check
from viewer.logfile import packets
from viewer.logfile.payload import Records, decode_records
from viewer.recording.actors import MOVERS, Category
from viewer.recording.index import RecordingIndex
from viewer.recording.read.batches import Batch, read_blocks
from viewer.recording.read.life_lookup import LifeLookup
from viewer.recording.units import metres

MIN_TIME, MIN_DISTANCE = 30.0, 10.0
"""CARLA's own limits: seconds, and centimetres."""

_KINDS = (packets.EVENT_ADD, packets.EVENT_DEL, packets.POSITION)
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
    frame, elapsed = index.heads[["frame", "elapsed"]][-1].item()
    for each in _frames(index):
        query.take(each)
        frame, elapsed = each.frame, each.elapsed
    for row in sorted(query.rows(), key=lambda row: -row.duration):
        time, duration_text = f"{row.time:.0f}".encode(), f"{row.duration:.0f}".encode()
        yield _ROW % (time, row.actor_id, row.type_id.encode(), duration_text)
    yield foot(frame, elapsed)


def _frames(index: RecordingIndex) -> Iterator[PrintedFrame]:
    yield from all_frames(index, _KINDS)
    cut = cut_frame(index)
    if cut is not None:
        yield cut


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
        dtype = index.dialect.dtype(packets.POSITION)["location"].base
        self._last = np.zeros((64, 3), dtype)
        self._time = np.zeros(64)
        self._duration = np.zeros(64)
        self._seen = b""  # ids of the packet before
        self._seen_places = np.empty(0, np.int64)
        self._parts = [slice(None)]
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
                    self._seen = b""
            elif kind is packets.POSITION:
                records = decode_records(kind, payload, self._dialect.engine_of(kind))
                places = self._places_of(records["actor_id"])
                for part in self._parts:
                    self._move(frame, records[part], places[part])

    def rows(self) -> list[_Row]:
        """Return the rows found, then those of who stands at the end."""
        standing = [self._row(actor_id, place) for actor_id, place in self._places.items()]
        return [*self._found, *(row for row in standing if row.duration >= self._min_time)]

    def _move(self, frame: PrintedFrame, records: Records, places: NDArray[np.int64]) -> None:
        """Take where actors are, each at most once."""
        locations = records["location"]
        with np.errstate(all="ignore"):  # what is damaged is not near anything
            x, y, z = (self._last[places] - locations).T
            distances = np.sqrt(x * x + y * y + z * z).astype(np.float64)
        near = distances < self._min_distance
        standing, moving = places[near], places[~near]
        self._time[standing[self._duration[standing] == 0.0]] = frame.elapsed
        self._duration[standing] += frame.duration
        ended = np.flatnonzero(~near & (self._duration[places] >= self._min_time))
        ids = records["actor_id"][ended].tolist()
        self._found += [self._row(*each) for each in zip(ids, places[ended].tolist(), strict=True)]
        self._duration[moving] = 0.0
        self._last[moving] = locations[~near]

    def _places_of(self, ids: NDArray[np.uint32]) -> NDArray[np.int64]:
        seen = ids.tobytes()
        if seen != self._seen:
            for actor_id in ids.tolist():
                if actor_id not in self._places:
                    self._add(actor_id, "")
            self._seen = seen
            self._seen_places = np.array([self._places[actor_id] for actor_id in ids.tolist()], np.int64)
            self._parts = _without_repeats(self._seen_places)
        return self._seen_places

    def _add(self, actor_id: int, type_id: str) -> None:
        place = self._places[actor_id] = len(self._names)
        self._names.append(type_id)
        self._seen = b""
        if place == len(self._time):
            self._last = np.concatenate([self._last, np.zeros_like(self._last)])
            self._time = np.concatenate([self._time, np.zeros_like(self._time)])
            self._duration = np.concatenate([self._duration, np.zeros_like(self._duration)])

    def _row(self, actor_id: int, place: int) -> _Row:
        return _Row(float(self._duration[place]), actor_id, float(self._time[place]), self._names[place])


def _without_repeats(places: NDArray[np.int64]) -> list[slice]:
    """Return the parts in which no actor stands twice."""
    if len(np.unique(places)) == len(places):
        return [slice(None)]
    return [slice(i, i + 1) for i in range(len(places))]


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
