"""Grouping collision records into contacts while they are read."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Ints
from viewer.recording.columns import ChangingColumn
from viewer.recording.events import CONTACT, ContactTable

_MOST_WAITING = 200_000


class ContactGrouper:
    """Groups records in the order of the file; what has been grouped is not looked at again."""

    def __init__(self) -> None:
        """Start with none."""
        self._contacts = ChangingColumn(CONTACT)
        self._entries: list[tuple[int, int, int, int, int]] = []
        self._waiting: list[tuple[Ints, Ints, Ints, Ints, Ints]] = []
        self._records_waiting = 0
        self._table: ContactTable | None = None

    def add(self, frames: Ints, actor_ids: Ints, other_ids: Ints, actors: Ints, others: Ints) -> None:
        """Add records, shape (N,) each: index of the frame, and ids and rows of both."""
        self._part_entries()
        if len(frames):
            self._waiting.append((frames, actor_ids, other_ids, actors, others))
            self._added(len(frames))

    def append(self, frame: int, actor_id: int, other_id: int, actor: int, other: int) -> None:
        """Add one record, as in ``add``: an array for each would take most of the time."""
        self._entries.append((frame, actor_id, other_id, actor, other))
        self._added(1)

    def _added(self, count: int) -> None:
        self._table = None
        self._records_waiting += count
        if self._records_waiting > _MOST_WAITING:
            self._group()

    def _part_entries(self) -> None:
        """Let the records that were added one by one wait as columns."""
        if self._entries:
            frames, actor_ids, other_ids, actors, others = np.array(self._entries, np.int64).T
            self._waiting.append((frames, actor_ids, other_ids, actors, others))
            self._entries.clear()

    def table(self) -> ContactTable:
        """Return the contacts so far, in order of their first records."""
        if self._table is None:
            self._group()
            self._table = ContactTable(self._contacts.view())
        return self._table

    def _group(self) -> None:
        """Group the records that wait, together with the contacts that they may go on with."""
        self._part_entries()
        if not self._waiting:
            return
        frames, actor_ids, other_ids, actors, others = map(np.concatenate, zip(*self._waiting, strict=True))
        self._waiting.clear()
        self._records_waiting = 0
        records = np.zeros(len(frames), CONTACT)
        records["first_frame"] = records["last_frame"] = frames
        records["actor_id"], records["other_id"] = actor_ids, other_ids
        records["actor"], records["other"], records["records"] = actors, others, 1
        numbers = np.flatnonzero(self._contacts.values["last_frame"] >= frames[0] - 1)
        open_before = len(numbers)
        records = np.concatenate([self._contacts.values[numbers], records])

        first, second = (
            _keys(records["actor_id"], records["actor"]),
            _keys(records["other_id"], records["other"]),
        )
        low, high = np.minimum(first, second), np.maximum(first, second)
        order = np.lexsort((high, low))  # stable: of one pair, records stay in the order of the file
        last = records["last_frame"][order]
        begins = np.ones(len(order), np.bool_)
        begins[1:] = (np.diff(low[order]) != 0) | (np.diff(high[order]) != 0) | (np.diff(last) > 1)
        starts = np.flatnonzero(begins)
        heads = order[starts]

        found = records[heads]
        found["last_frame"] = last[np.append(starts[1:], len(order)) - 1]
        found["records"] = np.add.reduceat(records["records"][order], starts)
        reporter = np.repeat(found["actor_id"], np.diff(np.append(starts, len(order))))
        both = records["both"][order] | (records["actor_id"][order] != reporter)
        found["both"] = np.logical_or.reduceat(both, starts)

        going_on = heads < open_before
        self._contacts.values[numbers[heads[going_on]]] = found[going_on]
        new = found[~going_on][np.argsort(heads[~going_on])]
        self._contacts.extend(new, len(new))


def _keys(ids: NDArray[np.uint32], rows: NDArray[np.int32]) -> NDArray[np.uint64]:
    """Return numbers that tell actors apart, shape (N,)."""
    return ids.astype(np.uint64) << np.uint64(32) | (rows.astype(np.int64) + 1).astype(np.uint64)
