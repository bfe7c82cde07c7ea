"""Notes, sets of notes, and the contents of a notes file, whose format is in ``resources/guide/notes.md``."""

from __future__ import annotations

import csv
import json
import math
import uuid
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from operator import attrgetter
from typing import Any, NamedTuple, TextIO

import numpy as np
from numpy.typing import NDArray

from viewer.lazy import lazy
from viewer.regular_file import parse_json

VERSION = 1
"""Version of the notes file's format."""
_KEYS = {"version", "recording", "notes", "removed"}
"""Keys of a notes file; earlier versions wrote deleted notes under ``removed``."""
COLORS = ("violet", "pink", "teal", "sand", "slate")
"""Colours of notes, the default first; colours with another meaning in the window are not among them."""


def _now() -> datetime:
    return datetime.now(timezone.utc)


@dataclass(frozen=True, slots=True)
class Note:
    """Note at a time or over a range of a recording.

    Attributes:
        start: elapsed seconds in the recording.
        end: elapsed seconds, at least ``start``; None for a note at one time.
        frame: id of the frame at ``start``; None if unknown.
        actor_id: id of the actor that the note is about; None if there is none.
        text: text of the note; may be empty.
        color: one of ``COLORS``, or another name that a file has.
        created: when it was created, by default now.
        modified: when it was last changed, by default now.
        id: a UUID.
    """

    start: float
    end: float | None = None
    frame: int | None = None
    actor_id: int | None = None
    text: str = ""
    color: str = COLORS[0]
    created: datetime = field(default_factory=_now)
    modified: datetime = field(default_factory=_now)
    id: str = field(default_factory=lambda: str(uuid.uuid4()))

    @property
    def length(self) -> float:
        """Seconds from start to end; 0 for a note at one time."""
        return 0.0 if self.end is None else self.end - self.start

    def changed(self, **values: Any) -> Note:  # noqa: ANN401 - values of the fields
        """Return a copy with other values of fields, and with the present time as ``modified``."""
        return replace(self, modified=_now(), **values)


Changes = Mapping[str, Note | None]
"""Changes of notes, by note id: the new note, or None to delete it."""


@dataclass(frozen=True)
class NoteSet:
    """Immutable set of notes by id."""

    by_id: Mapping[str, Note] = field(default_factory=dict, hash=False)

    @classmethod
    def of(cls, notes: Iterable[Note]) -> NoteSet:
        """Return a set of ``notes``; of two notes with the same id, the one that was modified last."""
        by_id: dict[str, Note] = {}
        for note in notes:
            known = by_id.setdefault(note.id, note)
            if note.modified > known.modified:
                by_id[note.id] = note
        return cls(by_id)

    @lazy
    def notes(self) -> tuple[Note, ...]:
        """Notes in the order of their start times."""
        return tuple(sorted(self.by_id.values(), key=attrgetter("start", "created", "id")))

    @lazy
    def starts(self) -> NDArray[np.float64]:
        """Start times of the notes in seconds, ascending, shape (K,)."""
        return np.fromiter((note.start for note in self.notes), np.float64, len(self.notes))

    @lazy
    def ends(self) -> NDArray[np.float64]:
        """End of each of the K notes in seconds, shape (K,); for a note at one time, that time."""
        ends = (note.start if note.end is None else note.end for note in self.notes)
        return np.fromiter(ends, np.float64, len(self.notes))

    def changed(self, changes: Changes) -> NoteSet:
        """Return a copy of the set in which notes are added, replaced or removed.

        ``changes`` has the new note by its id, or None to remove the note with this id.
        """
        by_id = {**self.by_id, **changes}
        return NoteSet({note_id: note for note_id, note in by_id.items() if note is not None})


# -- notes file


class NotesFile(NamedTuple):
    """Content of a notes file.

    Attributes:
        notes: notes that could be read.
        recording: the recording that they belong to: its ``name``, and ``length`` (bytes) and ``sha256`` of
            its header; empty if the file does not say it.
        is_complete: whether ``notes`` is all that the file holds: it has no other version, no unknown keys,
            and no entries that are no notes.
    """

    notes: NoteSet
    recording: Mapping[str, Any]
    is_complete: bool

    def bytes(self) -> bytes:
        """Return the notes file as the bytes of a JSON file, one note per line."""
        encode = json.JSONEncoder(ensure_ascii=False).encode
        notes = ",\n  ".join(encode(_entry(note)) for note in self.notes.notes)
        head = f'"version": {VERSION},\n "recording": {encode(self.recording)}'
        return f'{{\n {head},\n "notes": [\n  {notes}\n ]\n}}\n'.encode()


def parse(data: bytes) -> NotesFile:
    """Return the content of a notes file.

    Raises:
        ValueError: it is not JSON, or not an object with a list of notes; the message is a phrase.
    """
    top = parse_json(data)
    if not isinstance(top, dict):
        raise ValueError("it is not a JSON object")  # noqa: TRY004 - an error in the file, not in the program
    entries, recording = top.get("notes", []), top.get("recording")
    if not isinstance(entries, list):
        raise ValueError("its notes are not a list")  # noqa: TRY004
    notes = []
    for entry in entries:
        with suppress(AttributeError, KeyError, OverflowError, TypeError, ValueError):
            notes.append(_note(entry))
    is_complete = (
        top.keys() <= _KEYS
        and top.get("version", VERSION) == VERSION
        and len(notes) == len(entries)
        and all(entry.keys() <= _READ.keys() for entry in entries)
    )
    return NotesFile(NoteSet.of(notes), recording if isinstance(recording, dict) else {}, is_complete)


def write_csv(notes: Iterable[Note], stream: TextIO) -> None:
    """Write ``notes`` as CSV (RFC 4180), with a header line; times are in seconds, missing values empty.

    Open ``stream`` with ``newline=""`` and ``encoding="utf-8"``.
    """
    writer = csv.writer(stream)
    writer.writerow(_READ)
    for note in notes:
        writer.writerow(each.isoformat() if isinstance(each, datetime) else each for each in _VALUES(note))


# -- entries of the file


def _note(entry: Mapping[str, Any]) -> Note:
    known = {name: read(entry[name]) for name, read in _READ.items() if entry.get(name) is not None}
    note = Note(**{"created": known["modified"], **known})
    if note.length < 0 or not entry["id"]:
        raise ValueError("the note ends before it starts, or has no id")
    return note


def _entry(note: Note) -> Mapping[str, Any]:
    entry = {name: value for name, value in zip(_READ, _VALUES(note), strict=True) if value is not None}
    return {**entry, "created": _iso(note.created), "modified": _iso(note.modified)}


def _iso(moment: datetime) -> str:
    return moment.astimezone(timezone.utc).isoformat(timespec="microseconds").replace("+00:00", "Z")


def _seconds(value: float) -> float:
    """Return ``value`` as float; raise ValueError if it is not a finite number."""
    if isinstance(value, bool) or not math.isfinite(value):
        raise ValueError("not a time")
    return float(value)


def _whole(value: object) -> int:
    """Return ``value`` if it is an integer that fits into 64 bits; raise ValueError for anything else."""
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) >= 1 << 63:
        raise ValueError("not a whole number that any table holds")
    return value


def _text(value: str) -> str:
    """Return ``value`` with lone surrogates replaced: they cannot be written as UTF-8."""
    return value if value.isascii() else value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _moment(value: str) -> datetime:
    """Return an ISO 8601 time as datetime in UTC; without a time zone, UTC is assumed."""
    moment = datetime.fromisoformat(f"{value[:-1]}+00:00" if value.endswith("Z") else value)
    return (moment if moment.tzinfo else moment.replace(tzinfo=timezone.utc)).astimezone(timezone.utc)


_READ: Mapping[str, Callable[[Any], Any]] = {
    "id": _text,
    "start": _seconds,
    "end": _seconds,
    "frame": _whole,
    "actor_id": _whole,
    "text": _text,
    "color": _text,
    "created": _moment,
    "modified": _moment,
}
"""Functions that convert the JSON values of a note in a file, by key.

Notes are written with their keys in this order.
"""
_VALUES = attrgetter(*_READ)
"""Function that returns the values of a note (id, start, end, …) in the order in which a notes file has them.
"""
