"""Records of collisions, grouped into contacts."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Ints
from viewer.recording.columns import GrowingColumn, read_only
from viewer.recording.events import CONTACT, ContactTable

_ID_BITS = 32


class ContactGrouper:
    """Groups records of collisions in the order of the file."""

    def __init__(self) -> None:
        self._contacts = GrowingColumn(CONTACT)
        self._open: Ints = np.empty(0, np.int64)  # those with a record in the latest frame that has any

    def add(self, records: NDArray[np.void]) -> None:
        """Take records of the next frames, each as a contact, a CONTACT, of its own, shape (N,)."""
        if not len(records):
            return
        parts = np.concatenate([self._contacts.view()[self._open], records])
        sides = [
            parts[actor_id].astype(np.uint64) << _ID_BITS | (parts[row] + 1).astype(np.uint64)
            for actor_id, row in (("actor_id", "actor"), ("other_id", "other"))
        ]
        low, high = np.minimum(*sides), np.maximum(*sides)
        order = np.lexsort((high, low))
        parts, low, high = parts[order], low[order], high[order]
        is_other = (low[1:] != low[:-1]) | (high[1:] != high[:-1])
        is_later = parts["first_frame"][1:] > parts["last_frame"][:-1] + 1
        begins = np.flatnonzero(np.append(True, is_other | is_later))
        counts = np.diff(begins, append=len(parts))

        found = parts[begins]
        found["last_frame"] = parts["last_frame"][begins + counts - 1]
        found["records"] = np.add.reduceat(parts["records"], begins)
        is_mutual = parts["both"] | (parts["actor_id"] != np.repeat(found["actor_id"], counts))
        found["both"] = np.logical_or.reduceat(is_mutual, begins)

        first_parts = order[begins]
        is_known = first_parts < len(self._open)
        new = np.flatnonzero(~is_known)[np.argsort(first_parts[~is_known])]
        numbers = np.empty(len(found), np.int64)
        numbers[is_known] = self._open[first_parts[is_known]]
        numbers[new] = len(self._contacts) + np.arange(len(new))
        self._contacts.put(numbers[is_known], found[is_known])
        self._contacts.extend(found[new])
        self._open = numbers[found["last_frame"] == found["last_frame"].max()]

    def table(self) -> ContactTable:
        """Return the contacts so far, in order of their first records."""
        return ContactTable(read_only(self._contacts.view().copy()))
