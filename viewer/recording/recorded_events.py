"""Recorded events (spawn, destruction, attachment, collision), and contacts made of collision records."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from viewer.lazy import LazySequence
from viewer.recording.columns import read_only


class EventType(IntEnum):
    """Kind of an event in a recording: spawn, destruction, attachment to a parent, or collision."""

    SPAWN = 0
    DESTROY = 1
    PARENT = 2
    COLLISION = 3


RECORDED_EVENT = np.dtype([("frame", "<i4"), ("kind", "u1"), ("actor", "<i4"), ("other", "<i4")])
"""Dtype of a recorded event: frame index, EventType, and rows of the actors concerned.

``actor`` and ``other`` are rows of the actor table; −1 stands for scenery, for no actor, or an unknown one.
"""

CONTACT = np.dtype([
    ("first_frame", "<i4"), ("last_frame", "<i4"), ("actor", "<i4"), ("other", "<i4"), ("actor_id", "<u4"),
    ("other_id", "<u4"), ("records", "<i4"), ("both", "?"),
])  # fmt: skip
"""Dtype of a contact: the collision records of the same two actors in consecutive frames.

``first_frame`` and ``last_frame`` are frame indices; ``actor`` and ``other`` are rows of the actor table, −1
for scenery or an unknown actor; ``records`` is the number of collision records; ``both`` is True if both
actors reported the contact, else only ``actor_id`` did.
"""


@dataclass(frozen=True, slots=True)
class Contact:
    """Collision of an actor with another one or scenery: its collision records in consecutive frames.

    Attributes:
        first_frame: index of the first frame with a collision record.
        last_frame: index of the last frame with a collision record.
        actor: row in the actor table of the actor named first, or −1 if it is unknown.
        other: row in the actor table of the actor named second, or −1 for scenery.
        actor_id: id of the actor named first.
        other_id: id of the actor named second; SCENERY if it is not an actor.
        reported_by: ids of the actors whose sensors reported the contact; this does not say who was at fault.
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


class ContactTable(LazySequence[Contact]):
    """All contacts of a recording, in order of their first records.

    Attributes:
        columns: the contacts as an array of CONTACT, shape (C,).
    """

    def __init__(self, columns: NDArray[np.void]) -> None:
        self.columns = columns

        def contact(at: int) -> Contact:
            first, last, actor, other, actor_id, other_id, records, both = columns[at].item()
            reported_by = (actor_id, other_id) if both else (actor_id,)
            return Contact(first, last, actor, other, actor_id, other_id, reported_by, records)

        super().__init__(len(columns), contact)


_ID_BITS = 32


def group_contacts(records: NDArray[np.void]) -> ContactTable:
    """Return collision records as contacts, in order of the first record of each.

    A contact is all records of one pair of actors, or of an actor and scenery, in consecutive frames.
    ``records`` is an array of CONTACT with one entry per collision record, sorted by frame, shape (N,).
    """
    sides = [
        records[actor_id].astype(np.uint64) << _ID_BITS | (records[row] + 1).astype(np.uint64)
        for actor_id, row in (("actor_id", "actor"), ("other_id", "other"))
    ]
    low, high = np.minimum(*sides), np.maximum(*sides)
    order = np.lexsort((high, low))
    parts, low, high = records[order], low[order], high[order]
    is_other = (np.diff(low) != 0) | (np.diff(high) != 0)
    is_later = np.diff(parts["first_frame"]) > 1
    begins = np.flatnonzero(np.append(len(parts) > 0, is_other | is_later))
    counts = np.diff(begins, append=len(parts))
    found = parts[begins]
    found["last_frame"], found["records"] = parts["last_frame"][begins + counts - 1], counts
    is_mutual = parts["actor_id"] != np.repeat(found["actor_id"], counts)
    found["both"] = np.bincount(np.repeat(np.arange(len(found)), counts), is_mutual) > 0
    return ContactTable(read_only(found[np.argsort(order[begins])]))
