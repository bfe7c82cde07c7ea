"""Records of collisions, grouped into contacts."""

from __future__ import annotations

from array import array
from typing import Any

import numpy as np

from viewer.recording.columns import read_only
from viewer.recording.events import CONTACT, ContactTable


class ContactGrouper:
    """Groups records of collisions in the order of the file."""

    def __init__(self) -> None:
        """Start with none."""
        self._contacts = array("q")
        self._frame = -1
        # By pair, where the contacts are that have a record in the frame at hand, and in the one before it.
        self._now: dict[Any, int] = {}
        self._before: dict[Any, int] = {}

    def add(self, frame: int, one: tuple[int, int], other: tuple[int, int]) -> None:
        """Add a record: index of the frame, and id and row of both."""
        if frame != self._frame:
            self._before = self._now if frame == self._frame + 1 else {}
            self._frame, self._now = frame, {}
        pair = (one, other) if one <= other else (other, one)
        at = self._now.get(pair, self._before.get(pair, len(self._contacts)))
        self._now[pair] = at
        if at == len(self._contacts):
            self._contacts.extend((frame, frame, one[1], other[1], one[0], other[0], 0, False))
        self._contacts[at + 1] = frame
        self._contacts[at + 6] += 1
        self._contacts[at + 7] |= self._contacts[at + 4] != one[0]

    def table(self) -> ContactTable:
        """Return the contacts so far, in order of their first records."""
        columns = np.array(self._contacts).reshape(-1, len(CONTACT.names or ()))
        table = np.empty(len(columns), CONTACT)
        for name, column in zip(CONTACT.names or (), columns.T, strict=True):
            table[name] = column
        return ContactTable(read_only(table))
