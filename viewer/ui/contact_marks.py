"""Collisions as the map shows them at a time."""

from __future__ import annotations

from viewer.recording.index import RecordingIndex
from viewer.replay.contact_place import ContactPlace, contact_place
from viewer.replay.world import World
from viewer.ui.map.contact_layer import ContactMark

_FLARE = 0.6  # seconds of replay time a collision flares up (LOOK.md)
_RECENT = 5.0  # seconds after which a collision fades to a faint ring
_RING = 0.75  # radius in lengths of the vehicle: 1.5 lengths across (LOOK.md)
_SMALLEST = 1.5  # metres
_PLACES_AT_ONCE = 32  # a place costs the reading of a frame; the others come with the next picture


class ContactMarks:
    """Knows the places of a recording's contacts; each is worked out when it is first needed."""

    def __init__(self) -> None:
        """Know nothing yet."""
        self._places: dict[int, ContactPlace | None] = {}

    def at(self, world: World, selected: int | None) -> list[ContactMark]:
        """Return a mark for each contact that has begun, the latest ones first.

        Those of the ``selected`` row stand out however long ago they were.
        """
        index = world.index
        begun = [i for i, contact in enumerate(index.contacts) if contact.first_frame <= world.frame_index]
        begun.reverse()
        for number in [i for i in begun if i not in self._places][:_PLACES_AT_ONCE]:
            self._places[number] = contact_place(index, index.contacts[number])
        marks = []
        for number in begun:
            place = self._places.get(number)
            if place is not None:
                contact = index.contacts[number]
                ago = _ago(index, number, world.elapsed)
                strong = ago <= _RECENT or (
                    selected is not None and selected in (contact.actor, contact.other)
                )
                radius = max(_RING * place.length, _SMALLEST)
                marks.append(ContactMark(place.x, place.y, max(0.0, 1.0 - ago / _FLARE), radius, strong))
        return marks


def _ago(index: RecordingIndex, number: int, elapsed: float) -> float:
    """Return how many seconds ago a contact was over, 0 while it lasts."""
    return max(elapsed - float(index.elapsed[index.contacts[number].last_frame]), 0.0)
