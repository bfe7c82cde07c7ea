"""Collisions as the map shows them at a time."""

from __future__ import annotations

from viewer.recording.index import RecordingIndex
from viewer.replay.contact_place import ContactPlace, contact_place
from viewer.replay.world import World

_FLARE = 0.6  # seconds of replay time a collision flares up (LOOK.md)
_RING = 0.75  # radius in lengths of the vehicle: 1.5 lengths across (LOOK.md)
_SMALLEST = 1.5  # metres
_PLACES_AT_ONCE = 32  # a place costs the reading of a frame; the others come with the next picture

ContactMark = tuple[float, float, float, float]
"""x, y in metres; how much it flares, 0 to 1; radius in metres."""


class ContactMarks:
    """Knows the places of a recording's contacts; each is worked out when it is first needed."""

    def __init__(self) -> None:
        """Know nothing yet."""
        self._places: dict[int, ContactPlace | None] = {}

    def at(self, world: World) -> list[ContactMark]:
        """Return a mark for each contact that has begun, the latest ones first."""
        index = world.index
        begun = [i for i, contact in enumerate(index.contacts) if contact.first_frame <= world.frame_index]
        begun.reverse()
        for number in [i for i in begun if i not in self._places][:_PLACES_AT_ONCE]:
            self._places[number] = contact_place(index, index.contacts[number])
        marks = []
        for number in begun:
            place = self._places.get(number)
            if place is not None:
                flare = _flare(index, number, world.elapsed)
                marks.append((place.x, place.y, flare, max(_RING * place.length, _SMALLEST)))
        return marks


def _flare(index: RecordingIndex, number: int, elapsed: float) -> float:
    over = float(index.elapsed[index.contacts[number].last_frame])
    return max(0.0, 1.0 - max(elapsed - over, 0.0) / _FLARE)
