"""Collisions as the map shows them at a time."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import partial

import numpy as np
from PySide6.QtCore import QObject, Signal, Slot

from viewer.arrays import Floats, Ints
from viewer.cancellation import Proceed, always, check
from viewer.logfile.errors import RecordingError
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.contacts import contact_place
from viewer.replay.world.world import World
from viewer.ui.background.latest import Latest
from viewer.ui.background.tasks import Tasks

_FLARE = 0.6  # seconds of replay time a collision flares up
_RECENT = 5.0  # seconds after which a collision fades to a faint ring
_RING = 0.75  # radius in lengths of the vehicle: 1.5 lengths across
_SMALLEST = 1.5  # metres
_AT_ONCE = 2
"""Places that are worked out while the picture waits: a collision that just happened flares up at once."""
_TOGETHER = 16
"""Places worked out in the background before the map is told."""


@dataclass(frozen=True, eq=False)
class _Contacts:
    """The contacts of a view: first frame, seconds when they are over, and the two rows, shape (C,) each."""

    index: RecordingIndex
    first: Ints
    over: Floats
    actors: Ints
    others: Ints


class ContactMarks(QObject):
    """Knows the places of a recording's contacts; each is worked out when it is first needed.

    A place costs the reading of a frame: those of many contacts are found in the background.
    """

    found = Signal()
    """More places are known."""

    def __init__(self, tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._contacts: _Contacts | None = None
        self._places = np.empty((0, 3))
        self._known = np.empty(0, np.bool_)
        self._latest = Latest(tasks, self, self._take)
        self._latest.failed.connect(self._give_up)
        self._broken = False

    def forget(self) -> None:
        """Know nothing: another recording is opened."""
        self._latest.cancel()
        self._contacts = None
        self._places = np.empty((0, 3))
        self._known = np.empty(0, np.bool_)
        self._broken = False

    def at(self, world: World, selected: int | None) -> Floats:
        """Return a ContactMark for each contact that has begun and whose place is known, the latest first.

        Those of the ``selected`` row stand out however long ago they were. Shape (K, 5).
        """
        contacts = self._of(world.index)
        begun = int(np.searchsorted(contacts.first, world.frame_index, side="right"))
        missing = np.flatnonzero(~self._known[:begun])[::-1]
        if len(missing) and not self._broken:
            with suppress(RecordingError):  # whoever makes the next world is told so, too
                self._take_places(_places(world.index, missing[:_AT_ONCE]))
            self._find(world.index, missing[_AT_ONCE:][:_TOGETHER])
        ago = np.maximum(world.elapsed - contacts.over[:begun], 0.0)
        strong = ago <= _RECENT
        if selected is not None:
            strong |= (contacts.actors[:begun] == selected) | (contacts.others[:begun] == selected)
        x, y, length = self._places[:begun].T
        flare = np.maximum(1.0 - ago / _FLARE, 0.0)
        marks = np.column_stack((x, y, flare, np.maximum(_RING * length, _SMALLEST), strong))
        latest_first: Floats = marks[np.isfinite(x)][::-1]
        return latest_first

    def _of(self, index: RecordingIndex) -> _Contacts:
        contacts = self._contacts
        if contacts is None or contacts.index is not index:
            columns = index.contacts.columns
            first, last, actors, others = (
                columns[name].astype(np.int64) for name in ("first_frame", "last_frame", "actor", "other")
            )
            contacts = self._contacts = _Contacts(index, first, index.elapsed[last], actors, others)
            more = max(len(columns) - len(self._known), 0)
            self._known = np.pad(self._known, (0, more))
            self._places = np.pad(self._places, ((0, more), (0, 0)), constant_values=np.nan)
        return contacts

    def _find(self, index: RecordingIndex, numbers: Ints) -> None:
        if not self._latest.busy and len(numbers):
            self._latest.ask(partial(_places, index, numbers))

    @Slot(object)
    def _take(self, found: dict[int, Floats]) -> None:
        self._take_places(found)
        self.found.emit()

    def _take_places(self, found: dict[int, Floats]) -> None:
        for number, place in found.items():
            self._places[number] = place
            self._known[number] = True

    @Slot()
    def _give_up(self) -> None:
        """Do without: whoever makes the next world is told that the file has changed."""
        self._broken = True


def _places(index: RecordingIndex, numbers: Ints, proceed: Proceed = always) -> dict[int, Floats]:
    """Return x, y and length of some contacts, NaN where the file tells no place; errors as ``world_at``."""
    places: dict[int, Floats] = {}
    for number in numbers.tolist():
        check(proceed, len(places) / len(numbers))
        place = contact_place(index, index.contacts[number])
        known = (np.nan,) * 3 if place is None else (place.x, place.y, place.length)
        places[number] = np.array(known)
    return places
