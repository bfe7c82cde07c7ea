"""Two sets of notes become one: it does not matter in which order, nor how often."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from viewer.notes.entries import text_of
from viewer.notes.note import Note, NoteSet, Removal


def merged(one: NoteSet, other: NoteSet) -> NoteSet:
    """Return a set with all that is in either; of two versions, the one that was modified last.

    The function is commutative, associative and idempotent, so that any number of windows come to the same.
    Where the other has nothing new, the one is returned itself.
    """
    if not one.records:
        return other
    records = latest((*one.records.values(), *other.records.values()))
    both = NoteSet(records)
    return one if both == one else both


def latest(records: Iterable[Note | Removal]) -> dict[str, Note | Removal]:
    """Return of each note the version that was modified last, by id."""
    result: dict[str, Note | Removal] = {}
    for record in records:
        known = result.get(record.id)
        result[record.id] = record if known is None else _later(known, record)
    return result


def _later(one: Note | Removal, other: Note | Removal) -> Note | Removal:
    """Return what was modified last; at the same moment a removal wins, else what is greater as text."""
    if other is one or other == one:  # nearly all are; writing both as text is much slower
        return one
    return other if _rank(other) > _rank(one) else one


def _rank(entry: Note | Removal) -> tuple[datetime, bool, str]:
    return entry.modified, isinstance(entry, Removal), text_of(entry)
