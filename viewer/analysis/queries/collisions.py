"""Who collided with whom: contacts, chosen by what takes part in them."""

from __future__ import annotations

from collections.abc import Iterator

from viewer.quick_dataclass import dataclass
from viewer.recording.actors import VEHICLES, Category
from viewer.recording.events import Contact
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.contacts import ContactMotion, contact_motion

_KINDS = {
    "v": frozenset(VEHICLES),
    "w": frozenset((Category.WALKER,)),
    "t": frozenset((Category.TRAFFIC_LIGHT,)),
}
_NAMED = frozenset().union(*_KINDS.values())
_ANY, _HERO, _OTHER = "a", "h", "o"


@dataclass(frozen=True, slots=True)
class Collision:
    """A contact with its two sides; a hero comes first, else who reported it.

    Attributes:
        contact: the collision records that it groups.
        actor: row of the first side, −1 if it is not known.
        other: row of the second side, −1 for scenery or who is not known.
        actor_id: id of the first side.
        other_id: id of the second side.
        motion: how the two moved just before; ``speed`` is that of the first side.

    """

    contact: Contact
    actor: int
    other: int
    actor_id: int
    other_id: int
    motion: ContactMotion


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
            yield _collision(index, contact, swapped=contact.other in heroes and contact.actor not in heroes)


def _is_a(index: RecordingIndex, row: int, letter: str, heroes: frozenset[int]) -> bool:
    if letter == _ANY:
        return True
    if letter == _HERO:
        return row in heroes
    category = Category(index.actors.category[row]) if row >= 0 else Category.OTHER
    return category not in _NAMED if letter == _OTHER else category in _KINDS[letter]


def _collision(index: RecordingIndex, contact: Contact, *, swapped: bool) -> Collision:
    motion = contact_motion(index, contact)
    if not swapped:
        return Collision(contact, contact.actor, contact.other, contact.actor_id, contact.other_id, motion)
    turned = ContactMotion(
        motion.other_speed,
        motion.speed,
        motion.relative_speed,
        motion.angle,
        motion.recorded,
        motion.frames_before,
    )
    return Collision(contact, contact.other, contact.actor, contact.other_id, contact.actor_id, turned)
