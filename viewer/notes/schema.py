"""Notes as JSON and back; the format is described in ``viewer.notes``."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any, TypeVar

from viewer.notes.entries import UNREADABLE, JsonObject, read_note, read_removal, without, written
from viewer.notes.fingerprint import Fingerprint
from viewer.notes.merge import latest
from viewer.notes.note import NoteSet, Removal
from viewer.quick_dataclass import dataclass
from viewer.regular_file import parse_json

VERSION = 1

_Entry = TypeVar("_Entry")
_RECORDING = ("name", "length", "sha256")
_TOP = ("version", "recording", "notes", "removed")


class DamagedNotesError(ValueError):
    """A file is not what this module writes; the message says why, as a phrase."""


@dataclass(frozen=True)
class Document:
    """What is in a file of notes.

    Attributes:
        notes: what could be understood.
        fingerprint: of the recording; None if the file does not tell.
        name: of the recording.
        version: of the format.
        unread: entries by their list (``notes``, ``removed``) that could not be understood.
        extra: what else there is on the first level, and in ``recording`` under that key.

    """

    notes: NoteSet = field(default_factory=NoteSet)
    fingerprint: Fingerprint | None = None
    name: str = ""
    version: int = VERSION
    unread: Mapping[str, list[Any]] = field(default_factory=dict)
    extra: JsonObject = field(default_factory=dict)


# -- reading


def parse(data: bytes) -> Document:
    """Read a file of notes.

    Raises:
        DamagedNotesError: it is not JSON, or not an object with lists of notes and removals.

    """
    try:
        top = parse_json(data)
    except ValueError as error:
        raise DamagedNotesError(str(error)) from error
    if not isinstance(top, dict):
        raise DamagedNotesError("it is not a JSON object")
    lists = {key: top.get(key, []) for key in ("notes", "removed")}
    if not all(isinstance(entries, list) for entries in lists.values()):
        raise DamagedNotesError("its notes are not a list")
    notes, unread_notes = _all_read(read_note, lists["notes"])
    removed, unread_removed = _all_read(read_removal, lists["removed"])
    recording = top.get("recording")
    recording = recording if isinstance(recording, dict) else {}
    version = top.get("version")
    extra = without(top, _TOP)
    if further := without(recording, _RECORDING):
        extra["recording"] = further
    return Document(
        NoteSet(latest((*notes, *removed))),
        _read_fingerprint(recording),
        name=str(recording.get("name", "")),
        version=max(int(version), VERSION) if isinstance(version, int) else VERSION,
        unread={"notes": unread_notes, "removed": unread_removed},
        extra=extra,
    )


def _all_read(read: Callable[[JsonObject], _Entry], entries: list[Any]) -> tuple[list[_Entry], list[Any]]:
    """Return what can be read, and the entries that cannot."""
    done, left = [], []
    for entry in entries:
        try:
            done.append(read(entry))
        except UNREADABLE:  # noqa: PERF203 - each entry is for itself
            left.append(entry)
    return done, left


def _read_fingerprint(recording: JsonObject) -> Fingerprint | None:
    length, sha256 = recording.get("length"), recording.get("sha256")
    if not isinstance(length, int) or not isinstance(sha256, str):
        return None
    return Fingerprint(length, sha256.lower())


# -- writing


def dump(document: Document) -> bytes:
    """Return the bytes of a file of notes."""
    records = document.notes.records.values()
    notes = [written(note) for note in document.notes.notes]
    removed = sorted((each for each in records if isinstance(each, Removal)), key=lambda each: each.id)
    unread = document.unread
    top: dict[str, Any] = {"version": document.version, "recording": _recording(document)}
    top["notes"] = [*notes, *unread.get("notes", ())]
    top["removed"] = [*(written(each) for each in removed), *unread.get("removed", ())]
    top |= without(document.extra, _TOP)
    try:
        return _dumped(top, ascii_only=False).encode()
    except UnicodeEncodeError:  # half a surrogate pair in a key that only a newer version knows
        return _dumped(top, ascii_only=True).encode()


def _dumped(top: JsonObject, *, ascii_only: bool) -> str:
    return json.dumps(top, ensure_ascii=ascii_only, indent=1) + "\n"


def _recording(document: Document) -> JsonObject:
    mark = document.fingerprint
    length_and_hash = {} if mark is None else {"length": mark.length, "sha256": mark.sha256}
    return {"name": document.name, **length_and_hash, **document.extra.get("recording", {})}
