"""What is in a file of notes: JSON as ``resources/guide/notes.md`` has it, and a table for other programs."""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timezone
from operator import attrgetter
from typing import Any, TextIO

from viewer.notes.note import Note, NoteSet
from viewer.regular_file import parse_json

VERSION = 1


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
