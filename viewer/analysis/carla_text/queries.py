"""Answers to CARLA's queries for collisions and blocked actors: as CARLA prints them, and corrected ones."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from viewer.analysis.carla_text.frames import actor_records, foot, frames_with, head
from viewer.arrays import Ints
from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.enums import SCENERY
from viewer.logfile.fields import PacketKind
from viewer.logfile.payload import decode_records
from viewer.recording.actors import MOVERS, VEHICLES, Category
from viewer.recording.index import RecordingIndex
from viewer.recording.read.records import read_packets
from viewer.recording.recorded_events import Contact
from viewer.recording.units import metres
from viewer.replay.paths.contacts import Motion, motion_before

_SPAWN_PACKETS = (packets.EVENT_ADD, packets.EVENT_DEL)


class SeenActor(NamedTuple):
    """Actor as CARLA's queries of recordings know it, while they read frame by frame.

    Attributes:
        number: number of actors that the query came across before this one.
        type: CARLA's number for the kind of actor, such as vehicle or walker; 0 if unknown.
        type_id: id of its blueprint, empty if unknown.
    """

    number: int
    type: int
    type_id: str


class SeenActors(dict[int, SeenActor]):
    """Actors by id, as CARLA's queries remember them, mistakes included.

    A destroyed actor stays; instead the actor added last is removed. An unknown id is added without a
    blueprint when it is looked up.
    """

    def __init__(self, dialect: Dialect) -> None:
        self.dialect, self.count, self._last_added = dialect, 0, 0

    def __missing__(self, actor_id: int) -> SeenActor:
        return self._add(actor_id, 0, "")

    def consume(self, kind: PacketKind, payload: bytes) -> None:
        """Add and remove actors as an EventAdd or EventDel packet says; ignore other kinds."""
        if kind is packets.EVENT_ADD:
            for actor in actor_records(payload, self.dialect):
                self._add(actor.actor_id, actor.type, actor.type_id)
                self._last_added = actor.actor_id
        elif kind is packets.EVENT_DEL and len(decode_records(kind, payload, self.dialect.engine)):
            self.pop(self._last_added, None)

    def _add(self, actor_id: int, kind: int, type_id: str) -> SeenActor:
        self[actor_id] = SeenActor(self.count, kind, type_id)
        self.count += 1
        return self[actor_id]


# -- show_recorder_collisions

LETTERS = {"o": "other", "v": "vehicle", "w": "walker", "t": "traffic light", "h": "hero", "a": "any"}
"""Letters by which ``show_recorder_collisions`` selects the actors of a collision, and their meaning."""

_BY_TYPE = "ovwtha"  # CARLA indexes this with the actor's type: a sign counts as a hero, a sensor as any
_OTHER, _HERO, _ANY = "o", "h", "a"
_COLLISION = b"%8b   %b %b  %6d %-35b %6d %-35b\n"
_COLLISIONS = b"%8b %6b %6b %-35b %6b %-35b\n" % (b"Time", b"Types", b"Id", b"Actor 1", b"Id", b"Actor 2")


def collisions(index: RecordingIndex, types: str = "aa", *, utc: bool = False) -> Iterator[bytes]:
    """Yield the text of ``show_recorder_collisions``, line by line.

    ``types`` are two of ``LETTERS``: for the reporting actor, and for the one it hit. Of a collision in
    successive frames, only the first is printed. ``utc``: whether the date is in UTC.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.

    """
    yield head(index.header, utc=utc)
    yield _COLLISIONS
    seen, engine = SeenActors(index.dialect), index.dialect.engine
    touching: set[tuple[int, int]] = set()
    last, printed = -1, False
    for frame in frames_with(index, (*_SPAWN_PACKETS, packets.COLLISION)):
        before = touching if frame.number == last + 1 else set()
        touching, last = set(), frame.number
        for kind, payload in frame.packets:
            seen.consume(kind, payload)
            records = decode_records(kind, payload, engine).tolist() if kind is packets.COLLISION else ()
            for _, one, other, *heroes in records:
                actors = [seen.get(each) for each in (one, other)]
                letters = [
                    _BY_TYPE[each.type] if each and each.type < len(_BY_TYPE) else _OTHER for each in actors
                ]
                if not all(
                    wanted in (_ANY, letter) or (wanted == _HERO and hero)
                    for wanted, letter, hero in zip(types, letters, heroes, strict=True)
                ):
                    continue
                touching.add((one, other))
                if (one, other) not in before:
                    printed = True
                    first, second = (each.type_id.encode() if each else b"" for each in actors)
                    sides = one, first, other, second
                    yield _COLLISION % (f"{frame.elapsed:.0f}".encode(), *map(str.encode, letters), *sides)
    yield foot(index, rounded=printed)


_KINDS = {
    "v": frozenset(VEHICLES),
    "w": frozenset((Category.WALKER,)),
    "t": frozenset((Category.TRAFFIC_LIGHT,)),
}
_NAMED = frozenset().union(*_KINDS.values())


class Collision(NamedTuple):
    """Recorded contact of two actors, and their motion just before it.

    Attributes:
        contact: the contact; its first actor is a hero if one takes part, else the reporting actor.
        motion: velocities of both, and the angle between their headings, just before they touched.
    """

    contact: Contact
    motion: Motion

    @property
    def speeds(self) -> tuple[float, float, float]:
        """Speeds just before the collision in m/s: first actor, second actor, first relative to second.

        The second is NaN if it is scenery.
        """
        first, second = self.motion.velocities
        relative = first if self.contact.other_id == SCENERY else first - second
        return tuple(map(float, np.linalg.norm((first, second, relative), axis=1)))  # type: ignore[return-value]


def find_collisions(index: RecordingIndex, types: str = "aa") -> Iterator[Collision]:
    """Yield the recorded collisions of actors of two types, in order of time.

    ``types`` are two letters, one for each actor of a collision, in any order: ``v`` vehicles and bicycles,
    ``w`` walkers, ``t`` traffic lights, ``h`` heroes, ``o`` all others and scenery, ``a`` any.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
    """
    heroes = frozenset(index.actors.hero_rows)
    for contact in index.contacts:
        sides = contact.actor, contact.other
        if any(
            all(_is_a(index, row, letter, heroes) for row, letter in zip(sides, letters, strict=True))
            for letters in (types, types[::-1])
        ):
            shown = contact
            if contact.other in heroes and contact.actor not in heroes:
                shown = replace(
                    contact, actor=contact.other, other=contact.actor, actor_id=contact.other_id,
                    other_id=contact.actor_id,
                )  # fmt: skip
            yield Collision(shown, motion_before(index, shown.first_frame, (shown.actor, shown.other)))


def _is_a(index: RecordingIndex, row: int, letter: str, heroes: frozenset[int]) -> bool:
    if letter in (_ANY, _HERO):
        return letter == _ANY or row in heroes
    category = Category(index.actors.category[row]) if row >= 0 else Category.OTHER
    return category not in _NAMED if letter == _OTHER else category in _KINDS[letter]


# -- show_recorder_actors_blocked

MIN_TIME, MIN_DISTANCE = 30.0, 10.0
"""CARLA's default limits of ``show_recorder_actors_blocked``: seconds, and centimetres."""

_BLOCKED = b"%8b %6d %-35b %10b\n"
_BLOCKED_HEADING = b"%8b %6b %-35b %10b\n" % (b"Time", b"Id", b"Actor", b"Duration")

_Row: TypeAlias = tuple[float, int, float, str]  # duration, actor id, begin, type id


def blocked(
    index: RecordingIndex,
    min_time: float = MIN_TIME,
    min_distance: float = MIN_DISTANCE,
    *,
    utc: bool = False,
) -> Iterator[bytes]:
    """Yield the text of ``show_recorder_actors_blocked``, line by line.

    It lists actors that moved less than ``min_distance`` centimetres in ``min_time`` seconds or longer.
    ``utc``: whether the date is in UTC.

    Raises:
        ChangedError: the recording was replaced or cut since it was opened.
        UnreadableError: the system cannot read.

    """
    yield head(index.header, utc=utc)
    yield _BLOCKED_HEADING
    seen, found = SeenActors(index.dialect), list[_Row]()
    scalar = index.dialect.dtype(packets.POSITION)["location"].base
    # Position, begin and duration so far of each actor's last stay, by its number.
    standing = np.zeros(64, [("location", scalar, 3), ("time", "f8"), ("duration", "f8")])

    def long(ids: list[int], places: Ints) -> list[_Row]:
        there = standing[places]
        rows = np.flatnonzero(there["duration"] >= min_time).tolist()
        times = there[["duration", "time"]][rows].tolist()
        who = [ids[row] for row in rows]
        return [(far, each, time, seen[each].type_id) for each, (far, time) in zip(who, times, strict=True)]

    for frame in frames_with(index, (*_SPAWN_PACKETS, packets.POSITION)):
        for kind, payload in frame.packets:
            if kind is not packets.POSITION:
                seen.consume(kind, payload)
                continue
            records = decode_records(kind, payload, index.dialect.engine_of(kind))
            ids = records["actor_id"].tolist()
            numbers = np.array([seen[each].number for each in ids], np.int64)
            while seen.count > len(standing):
                standing = np.concatenate((standing, np.zeros_like(standing)))
            # An actor that is listed twice is handled twice, one after the other.
            step = max(len(ids), 1) if len({*ids}) == len(ids) else 1
            for start in range(0, len(ids), step):
                there, locations = (each[start : start + step] for each in (numbers, records["location"]))
                with np.errstate(all="ignore"):  # damaged locations are near no position
                    x, y, z = (standing["location"][there] - locations).T
                    near = np.sqrt(x * x + y * y + z * z).astype(np.float64) < min_distance
                stand, move = there[near], there[~near]
                standing["time"][stand[standing["duration"][stand] == 0.0]] = frame.elapsed
                standing["duration"][stand] += frame.duration
                found += long(records["actor_id"][start : start + step][~near].tolist(), move)
                standing["duration"][move] = 0.0
                standing["location"][move] = locations[~near]
    found += long([*seen], np.array([actor.number for actor in seen.values()], np.int64))
    for duration, actor_id, time, type_id in sorted(found, key=lambda row: -row[0]):
        yield _BLOCKED % (f"{time:.0f}".encode(), actor_id, type_id.encode(), f"{duration:.0f}".encode())
    yield foot(index)


End = Literal["moved", "destroyed", "end of recording"]


@dataclass(frozen=True, slots=True)
class Blocked:
    """Time during which an actor stayed near one position.

    Attributes:
        row: row of the actor in the actor table.
        first_frame: index of the frame in which it arrived.
        last_frame: index of the last frame in which it was near the position.
        duration: seconds between both frames.
        location: x, y, z of the position in metres.
        end: why the stay ended: ``moved``, ``destroyed`` or ``end of recording``.
    """

    row: int
    first_frame: int
    last_frame: int
    duration: float
    location: tuple[float, float, float]
    end: End

    @property
    def at_least(self) -> bool:
        """Whether the actor may have stayed longer, as the recording began or ended while it was there."""
        return self.first_frame == 0 or self.end == "end of recording"


def find_blocked(
    index: RecordingIndex,
    min_time: float = 30.0,
    min_distance: float = 0.1,
    *,
    categories: Collection[Category] = MOVERS,
) -> list[Blocked]:
    """Return when actors stayed within ``min_distance`` metres for ``min_time`` seconds, longest first.

    As in CARLA, a stay begins where an actor has moved ``min_distance`` away from the position of the stay
    before. Unlike CARLA, the first position counts, a reused id is another actor, and a stay ends at
    destruction. Only actors of ``categories`` are listed.

    Raises:
        ChangedError: the recording was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
    """
    actors, elapsed = index.actors, index.elapsed
    found: list[Blocked] = []
    # Position of each actor, and the first and last frame in which it is near.
    place, since = np.full((len(actors), 3), np.nan), np.zeros(len(actors), np.int64)
    until = np.full(len(actors), -1, np.int64)

    def end(rows: Ints, how: End) -> None:
        rows = rows[until[rows] >= 0]
        durations = elapsed[until[rows]] - elapsed[since[rows]]
        for row, duration in zip(rows.tolist(), durations.tolist(), strict=True):
            if duration >= min_time:
                x, y, z = place[row].tolist()
                found.append(Blocked(row, int(since[row]), int(until[row]), duration, (x, y, z), how))

    chosen = np.append(np.isin(actors.category, list(categories)), False)  # index −1: an unknown id
    for batch in read_packets(index, packets.POSITION, slice(0, len(index.frame_starts))):
        places = metres(batch.records["location"])
        all_rows = actors.rows_at(batch.records["actor_id"], batch.frames)
        keep = chosen[all_rows] & np.isfinite(places).all(axis=1)
        all_rows, places, frames = all_rows[keep], places[keep], batch.frames[keep]
        for start, stop in pairwise(np.flatnonzero(np.diff(frames, prepend=-1, append=-1)).tolist()):
            rows, there = all_rows[start:stop], places[start:stop]
            offsets = there - place[rows]
            far = ~(np.sqrt((offsets * offsets).sum(axis=1)) < min_distance)  # true at first, too: NaN
            gone = rows[far]
            end(gone, "moved")
            place[gone], since[gone] = there[far], frames[start]
            until[rows] = frames[start]
    destroyed = actors.destroy_frame < len(index.frame_starts)
    end(np.flatnonzero(destroyed), "destroyed")
    end(np.flatnonzero(~destroyed), "end of recording")
    return sorted(found, key=lambda each: (-each.duration, each.first_frame))
