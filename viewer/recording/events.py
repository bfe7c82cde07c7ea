"""Events of a recording, and collision records grouped into contacts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class EventType(IntEnum):
    """Kinds of events."""

    SPAWN = 0
    DESTROY = 1
    PARENT = 2
    COLLISION = 3


EVENT = np.dtype([("frame", "<i4"), ("kind", "u1"), ("actor", "<i4"), ("other", "<i4")])
"""One event: frame index; actor and other are rows of the actor table or −1 (scenery, nobody, not known)."""

Events = NDArray[np.void]


class CollisionRecord(NamedTuple):
    """One record of a Collision packet with the rows its ids stand for (−1: scenery or not known)."""

    frame: int
    actor_id: int
    other_id: int
    actor: int
    other: int


@dataclass(frozen=True, slots=True)
class Contact:
    """Collision records of one pair in adjoining frames.

    Attributes:
        first_frame: index of the first frame with a record.
        last_frame: index of the last one.
        actor: row of the actor named first, or −1 if it is not known.
        other: row of the second one, or −1 for scenery.
        actor_id: id of the first.
        other_id: id of the second; SCENERY for what is not an actor.
        reported_by: ids of the owners of the sensors that reported it; this does not say who was at fault.
        records: number of collision records.

    """

    first_frame: int
    last_frame: int
    actor: int
    other: int
    actor_id: int
    other_id: int
    reported_by: tuple[int, ...]
    records: int


def group_contacts(records: Iterable[CollisionRecord]) -> tuple[Contact, ...]:
    """Group collision records, given in file order, into contacts, in order of their first frame."""
    contacts: list[Contact] = []
    latest: dict[frozenset[tuple[int, int]], int] = {}
    for record in records:
        pair = frozenset(((record.actor_id, record.actor), (record.other_id, record.other)))
        number = latest.get(pair)
        if number is not None and record.frame <= contacts[number].last_frame + 1:
            contacts[number] = _extended(contacts[number], record)
        else:
            latest[pair] = len(contacts)
            contacts.append(
                Contact(
                    record.frame, record.frame, record.actor, record.other, record.actor_id, record.other_id,
                    (record.actor_id,), 1,
                )
            )  # fmt: skip
    return tuple(contacts)


def _extended(contact: Contact, record: CollisionRecord) -> Contact:
    reporters = contact.reported_by
    if record.actor_id not in reporters:
        reporters += (record.actor_id,)
    return Contact(
        contact.first_frame, record.frame, contact.actor, contact.other, contact.actor_id, contact.other_id,
        reporters, contact.records + 1,
    )  # fmt: skip
