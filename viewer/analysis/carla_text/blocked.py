"""Who is blocked, and the text of ``show_recorder_actors_blocked``, with its mistakes."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeAlias

import numpy as np

from viewer.analysis.carla_text.frames import PrintedFrame, SeenActors, foot, frames_with, head
from viewer.arrays import Ints
from viewer.logfile import packets
from viewer.logfile.payload import Records, decode_records
from viewer.recording.actors import MOVERS, Category
from viewer.recording.index import RecordingIndex
from viewer.recording.read.records import read_packets
from viewer.recording.units import metres

MIN_TIME, MIN_DISTANCE = 30.0, 10.0
"""CARLA's own limits: seconds, and centimetres."""

_ROW = b"%8b %6d %-35b %10b\n"
_HEADING = b"%8b %6b %-35b %10b\n" % (b"Time", b"Id", b"Actor", b"Duration")


_Row: TypeAlias = tuple[float, int, float, str]  # for how long, who, since when, blueprint


def blocked(
    index: RecordingIndex,
    min_time: float = MIN_TIME,
    min_distance: float = MIN_DISTANCE,
    *,
    utc: bool = False,
) -> Iterator[bytes]:
    """Yield the text: who moved less than ``min_distance`` centimetres for ``min_time`` seconds or longer.

    Errors as for ``world_at``.
    """
    yield head(index.header, utc=utc)
    yield _HEADING
    query = _Query(index, min_time, min_distance)
    for frame in frames_with(index, (packets.EVENT_ADD, packets.EVENT_DEL, packets.POSITION)):
        query.take(frame)
    for duration, actor_id, time, type_id in sorted(query.rows(), key=lambda row: -row[0]):
        yield _ROW % (f"{time:.0f}".encode(), actor_id, type_id.encode(), f"{duration:.0f}".encode())
    yield foot(index)


class _Query:
    """Where each actor last began to stand, when, and for how long by now: columns by its number."""

    def __init__(self, index: RecordingIndex, min_time: float, min_distance: float) -> None:
        self._min_time, self._min_distance = min_time, min_distance
        self._seen = SeenActors(index.dialect)
        scalar = index.dialect.dtype(packets.POSITION)["location"].base
        self._standing = np.zeros(64, [("location", scalar, 3), ("time", "f8"), ("duration", "f8")])
        self._found: list[_Row] = []

    def take(self, frame: PrintedFrame) -> None:
        """Take one frame."""
        for kind, payload in frame.packets:
            if kind is not packets.POSITION:
                self._seen.take(kind, payload)
                continue
            records = decode_records(kind, payload, self._seen.dialect.engine_of(kind))
            ids = records["actor_id"].tolist()
            places = np.array([self._seen[each].number for each in ids], np.int64)
            while self._seen.count > len(self._standing):
                self._standing = np.concatenate((self._standing, np.zeros_like(self._standing)))
            # Who is in it twice is looked at twice.
            step = max(len(ids), 1) if len({*ids}) == len(ids) else 1
            for start in range(0, len(ids), step):
                self._move(frame, records[start : start + step], places[start : start + step])

    def rows(self) -> list[_Row]:
        """Return the rows found, then those of who stands at the end."""
        numbers = np.array([actor.number for actor in self._seen.values()], np.int64)
        return self._found + self._long([*self._seen], numbers)

    def _move(self, frame: PrintedFrame, records: Records, places: Ints) -> None:
        location, time, duration = (self._standing[name] for name in ("location", "time", "duration"))
        locations = records["location"]
        with np.errstate(all="ignore"):  # what is damaged is not near anything
            x, y, z = (location[places] - locations).T
            distances = np.sqrt(x * x + y * y + z * z).astype(np.float64)
        near = distances < self._min_distance
        standing, moving = places[near], places[~near]
        time[standing[duration[standing] == 0.0]] = frame.elapsed
        duration[standing] += frame.duration
        self._found += self._long(records["actor_id"][~near].tolist(), moving)
        duration[moving] = 0.0
        location[moving] = locations[~near]

    def _long(self, ids: list[int], places: Ints) -> list[_Row]:
        there = self._standing[places]
        long = np.flatnonzero(there["duration"] >= self._min_time)
        durations, times = there["duration"][long].tolist(), there["time"][long].tolist()
        who = [ids[each] for each in long.tolist()]
        return list(zip(durations, who, times, (self._seen[each].type_id for each in who), strict=True))


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
) -> list[Blocked]:
    """Return who stayed within ``min_distance`` metres of a place for ``min_time`` seconds, longest first.

    As in CARLA the place is where the actor was when it last went farther than that; other than there, its
    first place counts, ids that are used again are other actors, and a time ends when the actor is destroyed.
    Errors as for ``world_at``.
    """
    actors, elapsed = index.actors, index.elapsed
    found: list[Blocked] = []
    # Of each actor: the place, and the frames since and until which it is near it.
    place, since = np.full((len(actors), 3), np.nan), np.zeros(len(actors), np.int64)
    until = np.full(len(actors), -1, np.int64)

    def end(rows: Ints, how: End) -> None:
        rows = rows[until[rows] >= 0]
        durations = elapsed[until[rows]] - elapsed[since[rows]]
        for row, duration in zip(rows.tolist(), durations.tolist(), strict=True):
            if duration >= min_time:
                x, y, z = place[row].tolist()
                found.append(Blocked(row, int(since[row]), int(until[row]), duration, (x, y, z), how))

    chosen = np.append(np.isin(actors.category, list(categories)), False)  # the last one: nobody
    for batch in read_packets(index, packets.POSITION, slice(0, len(index.heads))):
        places = metres(batch.records["location"])
        all_rows = actors.rows_at(batch.records["actor_id"], batch.frames)
        keep = chosen[all_rows] & np.isfinite(places).all(axis=1)
        all_rows, places, frames = all_rows[keep], places[keep], batch.frames[keep]
        for start, stop in pairwise(np.flatnonzero(np.diff(frames, prepend=-1, append=-1)).tolist()):
            rows, there = all_rows[start:stop], places[start:stop]
            offsets = there - place[rows]
            far = ~(np.sqrt((offsets * offsets).sum(axis=1)) < min_distance)  # so it is at first: NaN
            gone = rows[far]
            end(gone, "moved")
            place[gone], since[gone] = there[far], frames[start]
            until[rows] = frames[start]
    destroyed = actors.destroy_frame < len(index.heads)
    end(np.flatnonzero(destroyed), "destroyed")
    end(np.flatnonzero(~destroyed), "end of recording")
    return sorted(found, key=lambda each: (-each.duration, each.first_frame))
