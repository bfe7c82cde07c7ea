"""Notes, sets of them, and what is in a file of them: ``resources/guide/notes.md`` describes it."""

from __future__ import annotations

import csv
import json
import math
import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from operator import attrgetter
from typing import Any, TextIO

import numpy as np
from numpy.typing import NDArray

from viewer.lazy import lazy
from viewer.regular_file import parse_json

VERSION = 1
"""Of the format of the file."""
COLORS = ("violet", "pink", "teal", "sand", "slate")
"""Colours a note can have, the usual one first. Those that mean something else in the window are not among
them."""


def _now() -> datetime:
    return datetime.now(timezone.utc)


@dataclass(frozen=True, slots=True)
class Note:
    """A note at a time, or over a range; made now if nothing else is said.

    Attributes:
        start: seconds on the axis of the recording.
        end: seconds, not before ``start``; None for a note at one time.
        frame: number of the frame at ``start``, as the recording counts; None if unknown.
        actor_id: actor it is about, or None.
        text: what it says; may be empty.
        color: one of ``COLORS``, or a word that a newer version knows.
        created: when it was made.
        modified: when it was changed last.
        id: a UUID.
        extra: what else its entry in the file has.

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
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def length(self) -> float:
        """Seconds from start to end, 0 for a note at one time."""
        return 0.0 if self.end is None else self.end - self.start

    def changed(self, **values: Any) -> Note:  # noqa: ANN401 - those of the fields
        """Return the note with other values, modified now."""
        return replace(self, modified=_now(), **values)


Changes = Mapping[str, Note | None]
"""What becomes of notes, by their ids: the note as it is then, None for one that is deleted."""


@dataclass(frozen=True)
class NoteSet:
    """Notes by id; each change gives another set."""

    by_id: Mapping[str, Note] = field(default_factory=dict, hash=False)

    @classmethod
    def of(cls, notes: Iterable[Note]) -> NoteSet:
        """Return a set of notes; of two with one id, the one that was modified last."""
        by_id: dict[str, Note] = {}
        for note in notes:
            known = by_id.setdefault(note.id, note)
            if note.modified > known.modified:
                by_id[note.id] = note
        return cls(by_id)

    @lazy
    def notes(self) -> tuple[Note, ...]:
        """The notes in the order of their times."""
        return tuple(sorted(self.by_id.values(), key=attrgetter("start", "created", "id")))

    @lazy
    def starts(self) -> NDArray[np.float64]:
        """Seconds at which the notes begin, ascending, shape (K,)."""
        return np.fromiter((note.start for note in self.notes), np.float64, len(self.notes))

    @lazy
    def ends(self) -> NDArray[np.float64]:
        """Seconds at which they end, shape (K,): their starts for those at one time."""
        ends = (note.start if note.end is None else note.end for note in self.notes)
        return np.fromiter(ends, np.float64, len(self.notes))

    def changed(self, changes: Changes) -> NoteSet:
        """Return the set after changes."""
        by_id = {**self.by_id, **changes}
        return NoteSet({note_id: note for note_id, note in by_id.items() if note is not None})


# -- their file


@dataclass(frozen=True)
class Document:
    """What is in a file of notes.

    Attributes:
        notes: what could be understood.
        unread: entries of the list of notes that could not be.
        others: all other keys of the file.

    """

    notes: NoteSet = field(default_factory=NoteSet)
    unread: tuple[Any, ...] = ()
    others: Mapping[str, Any] = field(default_factory=dict)

    @property
    def version(self) -> int:
        """The version of the format."""
        version = self.others.get("version")
        return max(version, VERSION) if isinstance(version, int) else VERSION

    @property
    def recording(self) -> Mapping[str, Any]:
        """Which recording the notes belong to: ``name``, ``length``, ``sha256``, as far as that is told."""
        recording = self.others.get("recording")
        return recording if isinstance(recording, dict) else {}

    def bytes(self) -> bytes:
        """Return the document, which has other keys, as it is written: a note is a line."""
        entries = (*map(_entry, self.notes.notes), *self.unread)
        notes = ",\n  ".join(map(json.JSONEncoder(ensure_ascii=False).encode, entries))
        others = json.dumps(self.others, ensure_ascii=False, indent=1).removesuffix("\n}")
        text = f'{others},\n "notes": [\n  {notes}\n ]\n}}\n'
        return text.encode("utf-8", "backslashreplace")  # half a surrogate pair in an unknown key


def parse(data: bytes) -> Document:
    """Read a file.

    Raises:
        ValueError: it is not JSON, or not an object with a list of notes; the message is a phrase.

    """
    top = parse_json(data)
    if not isinstance(top, dict):
        raise ValueError("it is not a JSON object")  # noqa: TRY004 - it is a value in the file
    entries = top.pop("notes", [])
    if not isinstance(entries, list):
        raise ValueError("its notes are not a list")  # noqa: TRY004
    notes, unread = [], []
    for entry in entries:
        try:
            notes.append(_note(entry))
        except (AttributeError, KeyError, OverflowError, TypeError, ValueError):  # noqa: PERF203 - each one
            unread.append(entry)
    return Document(NoteSet.of(notes), tuple(unread), top)


def write_csv(notes: Iterable[Note], stream: TextIO) -> None:
    """Write notes as CSV (RFC 4180): a line of names, then a line for each note.

    Times are in seconds. What a note does not have is empty. Open the stream with ``newline=""`` and
    ``encoding="utf-8"``.
    """
    writer = csv.writer(stream)
    writer.writerow(_READ)
    for note in notes:
        writer.writerow(each.isoformat() if isinstance(each, datetime) else each for each in _VALUES(note))


# -- one note


def _note(entry: Mapping[str, Any]) -> Note:
    known = {name: _READ[name](value) for name, value in entry.items() if name in _READ and value is not None}
    extra = {name: value for name, value in entry.items() if name not in _READ}
    note = Note(**{"created": known["modified"], **known}, extra=extra)
    if note.length < 0 or not entry["id"]:
        raise ValueError("the note ends before it starts, or has no id")
    return note


def _entry(note: Note) -> Mapping[str, Any]:
    entry = {name: value for name, value in zip(_READ, _VALUES(note), strict=True) if value is not None}
    return {**entry, "created": _iso(note.created), "modified": _iso(note.modified), **note.extra}


def _iso(moment: datetime) -> str:
    return moment.astimezone(timezone.utc).isoformat(timespec="microseconds").replace("+00:00", "Z")


def _seconds(value: float) -> float:
    if isinstance(value, bool) or not math.isfinite(value):
        raise ValueError("not a time")
    return float(value)


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) >= 1 << 63:
        raise ValueError("not a whole number that any table holds")
    return value


def _text(value: str) -> str:
    """Return a text with nothing in it that is no character: half a surrogate pair cannot be written."""
    return value if value.isascii() else value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _moment(value: str) -> datetime:
    """Return a moment; one without a zone is in UTC."""
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
"""Keys of a note in the order in which they are written, and what reads the value of each."""
_VALUES = attrgetter(*_READ)
