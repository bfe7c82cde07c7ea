"""Where a contact happened."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from viewer.recording.events import Contact
from viewer.recording.index import RecordingIndex
from viewer.replay.world import world_at


@dataclass(frozen=True, slots=True)
class ContactPlace:
    """Place of a contact: x, y in metres, and the length in metres of the longest actor in it."""

    x: float
    y: float
    length: float


def contact_place(index: RecordingIndex, contact: Contact) -> ContactPlace | None:
    """Return the middle between those who touch in the contact's first frame; None if the file tells no pose.

    Derived: a recording tells who touched, not where.
    """
    world = world_at(index, float(index.elapsed[contact.first_frame]))
    rows = (contact.actor, contact.other)
    places = [place for row in rows if (place := world.place_of(row)) is not None and world.has_pose[place]]
    if not places:
        return None
    x, y = np.mean(world.locations[places, :2], axis=0).tolist()
    return ContactPlace(x, y, 2.0 * float(world.box_extents[places, 0].max()))
