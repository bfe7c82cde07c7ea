"""Who collided, and the text of ``show_recorder_collisions``, with its mistakes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from viewer.analysis.carla_text.frames import PrintedFrame, SeenActors, foot, frames_with, head
from viewer.logfile import packets
from viewer.logfile.enums import SCENERY
from viewer.logfile.payload import decode_records
from viewer.recording.actors import VEHICLES, Category
from viewer.recording.events import Contact
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.contacts import Motion, motion_before

LETTERS = {
    "o": "other",
    "v": "vehicle",
    "w": "walker",
    "t": "traffic light",
    "h": "hero",
    "a": "any",
}
"""The letters that choose who takes part in a collision."""

_BY_TYPE = "ovwtha"  # CARLA takes the type of an actor as an index: a sign reads as a hero, a sensor as any
_OTHER, _HERO, _ANY = "o", "h", "a"
_ROW = b"%8b   %b %b  %6d %-35b %6d %-35b\n"
_HEADING = b"%8b %6b %6b %-35b %6b %-35b\n" % (b"Time", b"Types", b"Id", b"Actor 1", b"Id", b"Actor 2")


def collisions(index: RecordingIndex, types: str = "aa", *, utc: bool = False) -> Iterator[bytes]:
    """Yield the text for two letters of ``LETTERS``, who reports and who was hit.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.

    """
    yield head(index.header, utc=utc)
    yield _HEADING
    query = _Query(SeenActors(index.dialect), types)
    printed = False
    for frame in frames_with(index, (packets.EVENT_ADD, packets.EVENT_DEL, packets.COLLISION)):
        for row in query.rows(frame):
            printed = True
            yield row
    yield foot(index, rounded=printed)


class _Query:
    def __init__(self, seen: SeenActors, types: str) -> None:
        self._seen, self._types = seen, types
        self._touching: set[tuple[int, int]] = set()
        self._number = -1

    def rows(self, frame: PrintedFrame) -> Iterator[bytes]:
        """Yield the rows of collisions that begin in a frame; of a pair, only the one before counts."""
        before = self._touching if frame.number == self._number + 1 else set()
        self._touching, self._number = set(), frame.number
        for kind, payload in frame.packets:
            self._seen.take(kind, payload)
            if kind is packets.COLLISION:
                records = decode_records(kind, payload, self._seen.dialect.engine)
                for _, one, other, *heroes in records.tolist():
                    if self._is_asked_for((one, other), heroes):
                        self._touching.add((one, other))
                        if (one, other) not in before:
                            yield self._row(frame.elapsed, one, other)

    def _letter(self, actor_id: int) -> str:
        actor = self._seen.get(actor_id)
        return _BY_TYPE[actor.type] if actor and actor.type < len(_BY_TYPE) else _OTHER

    def _is_asked_for(self, ids: tuple[int, int], heroes: Iterable[int]) -> bool:
        sides = zip(self._types, map(self._letter, ids), heroes, strict=True)
        return all(wanted in (_ANY, letter) or (wanted == _HERO and hero) for wanted, letter, hero in sides)

    def _row(self, elapsed: float, *ids: int) -> bytes:
        letters = (self._letter(each).encode() for each in ids)
        first, second = (self._seen[each].type_id.encode() if each in self._seen else b"" for each in ids)
        return _ROW % (f"{elapsed:.0f}".encode(), *letters, ids[0], first, ids[1], second)


_KINDS = {
    "v": frozenset(VEHICLES),
    "w": frozenset((Category.WALKER,)),
    "t": frozenset((Category.TRAFFIC_LIGHT,)),
}
_NAMED = frozenset().union(*_KINDS.values())


@dataclass(frozen=True, slots=True)
class Collision:
    """A contact with its two sides; a hero comes first, else who reported it.

    Attributes:
        contact: the collision records that it groups.
        actor: row of the first side, −1 if it is not known.
        other: row of the second side, −1 for scenery or who is not known.
        actor_id: id of the first side.
        other_id: id of the second side.
        motion: how the two moved just before, in this order.

    """

    contact: Contact
    actor: int
    other: int
    actor_id: int
    other_id: int
    motion: Motion

    @property
    def speeds(self) -> tuple[float, float, float]:
        """m/s of the first side, the other one, and the first as seen from the other; scenery stands."""
        mine, theirs = self.motion.velocities
        relative = mine if self.other_id == SCENERY else mine - theirs
        return tuple(map(float, np.linalg.norm((mine, theirs, relative), axis=1)))  # type: ignore[return-value]


def find_collisions(index: RecordingIndex, types: str = "aa") -> Iterator[Collision]:
    """Yield the contacts between what two of CARLA's letters stand for, whoever reported them, by time.

    ``v`` are vehicles, bicycles too, ``w`` walkers, ``t`` traffic lights, ``h`` heroes, ``o`` all else and
    scenery, and ``a`` all of these.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.

    """
    heroes = frozenset(index.actors.hero_rows)
    for contact in index.contacts:
        sides = contact.actor, contact.other
        passes = [tuple(_is_a(index, row, letter, heroes) for row in sides) for letter in types]
        if (passes[0][0] and passes[1][1]) or (passes[0][1] and passes[1][0]):
            ids = contact.actor_id, contact.other_id
            if contact.other in heroes and contact.actor not in heroes:
                sides, ids = sides[::-1], ids[::-1]
            yield Collision(contact, *sides, *ids, motion_before(index, contact.first_frame, sides))


def _is_a(index: RecordingIndex, row: int, letter: str, heroes: frozenset[int]) -> bool:
    if letter in (_ANY, _HERO):
        return letter == _ANY or row in heroes
    category = Category(index.actors.category[row]) if row >= 0 else Category.OTHER
    return category not in _NAMED if letter == _OTHER else category in _KINDS[letter]
