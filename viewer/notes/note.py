"""What a note is, and a set of them in which what was deleted is remembered."""

from __future__ import annotations

import uuid
from bisect import bisect_left, insort
from collections.abc import Mapping
from dataclasses import field, replace
from datetime import datetime, timedelta, timezone
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewer.lazy import lazy
from viewer.quick_dataclass import dataclass

COLORS = ("violet", "pink", "teal", "sand", "slate")
"""Colours a note can have, the usual one first. Those that mean something else in the window are not among
them."""

_TICK = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Note:
    """A note at a time, or over a range.

    Attributes:
        id: a UUID.
        start: seconds on the axis of the recording.
        end: seconds, not before ``start``; None for a note at one time.
        frame: number of the frame at ``start``, as the recording counts; None if unknown.
        actor_id: actor it is about, or None.
        text: what it says; may be empty.
        color: one of ``COLORS``, or a word that a newer version knows.
        created: when it was made.
        modified: when it was changed last.
        extra: what else its entry in the file has.

    """

    id: str
    start: float
    end: float | None
    frame: int | None
    actor_id: int | None
    text: str
    color: str
    created: datetime
    modified: datetime
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def length(self) -> float:
        """Seconds from start to end, 0 for a note at one time."""
        return 0.0 if self.end is None else self.end - self.start

    def changed(self, **values: Any) -> Note:  # noqa: ANN401 - those of the fields
        """Return the note with other values, modified now."""
        return replace(self, modified=after(self.modified), **values)

    def removal(self) -> Removal:
        """Return what stands for the note once it has been deleted, now."""
        return Removal(self.id, after(self.modified))


@dataclass(frozen=True, slots=True)
class Removal:
    """Stands for a note that was deleted, so that another copy of it does not bring it back."""

    id: str
    modified: datetime
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class NoteSet:
    """Notes by id with what was deleted; each change gives another set."""

    records: Mapping[str, Note | Removal] = field(default_factory=dict, hash=False)

    @lazy
    def notes(self) -> tuple[Note, ...]:
        """The notes in the order of their times."""
        notes = (record for record in self.records.values() if isinstance(record, Note))
        return tuple(sorted(notes, key=_place))

    @lazy
    def starts(self) -> NDArray[np.float64]:
        """Seconds at which the notes begin, ascending, shape (K,)."""
        return np.array([note.start for note in self.notes], np.float64)

    @lazy
    def ends(self) -> NDArray[np.float64]:
        """Seconds at which they end, shape (K,): their starts for those at one time."""
        return np.array([note.start if note.end is None else note.end for note in self.notes], np.float64)

    def find(self, note_id: str) -> Note | None:
        """Return a note that is there, else None."""
        record = self.records.get(note_id)
        return record if isinstance(record, Note) else None

    def having(self, *records: Note | Removal) -> NoteSet:
        """Return the set with these instead of the ones with their ids; one is put where it belongs."""
        having = replace(self, records={**self.records, **{record.id: record for record in records}})
        if len(records) == 1:
            notes, (record,) = list(self.notes), records
            before = self.find(record.id)
            if before is not None:
                del notes[bisect_left(notes, _place(before), key=_place)]
            if isinstance(record, Note):
                insort(notes, record, key=_place)
            having.__dict__["notes"] = tuple(notes)
        return having


def _place(note: Note) -> tuple[float, datetime, str]:
    """Return what notes are ordered by."""
    return note.start, note.created, note.id


def new_note(
    start: float,
    end: float | None = None,
    *,
    frame: int | None = None,
    actor_id: int | None = None,
    text: str = "",
    color: str = COLORS[0],
) -> Note:
    """Return a note that is made now; its times as in ``Note``."""
    present = now()
    return Note(str(uuid.uuid4()), start, end, frame, actor_id, text, color, present, present)


def now() -> datetime:
    """Return the present moment in UTC."""
    return datetime.now(timezone.utc)


def after(earlier: datetime) -> datetime:
    """Return the present moment, but one later than another even if clocks disagree."""
    return max(now(), earlier + _TICK)
