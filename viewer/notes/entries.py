"""Notes and removals as JSON objects and back; the format is described in ``viewer.notes``.

What reads an entry raises one of ``UNREADABLE`` if it cannot be understood.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from datetime import datetime, timezone
from typing import Any

from viewer.notes.note import COLORS, Note, Removal

JsonObject = Mapping[str, Any]

UNREADABLE = (AttributeError, KeyError, OverflowError, TypeError, ValueError)
"""What reading an entry raises that is not as described."""

_LAST_YEAR = 9000
_NOTE = ("id", "start", "end", "frame", "actor_id", "text", "color", "created", "modified")
_REMOVAL = ("id", "modified")


def read_note(entry: JsonObject) -> Note:
    """Return a note."""
    start, end = _seconds(entry["start"]), entry.get("end")
    note = Note(
        id=_name(entry["id"]),
        start=start,
        end=None if end is None else _seconds(end),
        frame=_whole(entry.get("frame")),
        actor_id=_whole(entry.get("actor_id")),
        text=_text(entry.get("text", "")),
        color=_text(entry.get("color", COLORS[0])),
        created=_moment(entry.get("created", entry["modified"])),
        modified=_moment(entry["modified"]),
        extra=without(entry, _NOTE),
    )
    if note.length < 0:
        raise ValueError("the note ends before it starts")
    return note


def read_removal(entry: JsonObject) -> Removal:
    """Return what stands for a deleted note."""
    return Removal(_name(entry["id"]), _moment(entry["modified"]), without(entry, _REMOVAL))


def written(entry: Note | Removal) -> JsonObject:
    """Return an entry as it is written."""
    return {**_known(entry), **entry.extra}


def _known(entry: Note | Removal) -> JsonObject:
    if isinstance(entry, Removal):
        return {"id": entry.id, "modified": _iso(entry.modified)}
    optional = {"end": entry.end, "frame": entry.frame, "actor_id": entry.actor_id}
    return {
        "id": entry.id,
        "start": entry.start,
        **{key: value for key, value in optional.items() if value is not None},
        "text": entry.text,
        "color": entry.color,
        "created": _iso(entry.created),
        "modified": _iso(entry.modified),
    }


def _iso(moment: datetime) -> str:
    return moment.astimezone(timezone.utc).isoformat(timespec="microseconds").replace("+00:00", "Z")


def text_of(entry: Note | Removal) -> str:
    """Return an entry as text that is the same for equal entries."""
    return json.dumps(written(entry), sort_keys=True)


def without(entry: JsonObject, known: tuple[str, ...]) -> dict[str, Any]:
    """Return what an object has besides the known keys."""
    return {key: value for key, value in entry.items() if key not in known}


def _seconds(value: object) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
        raise ValueError("not a time")
    return float(value)


def _whole(value: object) -> int | None:
    if value is not None and (not isinstance(value, int) or isinstance(value, bool) or abs(value) >= 1 << 63):
        raise ValueError("not a whole number that any table holds")
    return value


def _name(value: object) -> str:
    text = _text(value)
    if not text:
        raise ValueError("an empty id")
    return text


def _text(value: object) -> str:
    """Return a text with nothing in it that is no character: half a surrogate pair cannot be written."""
    if not isinstance(value, str):
        raise TypeError("not a text")
    return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _moment(value: str) -> datetime:
    """Return a moment; one without a zone is in UTC."""
    moment = datetime.fromisoformat(f"{value[:-1]}+00:00" if value.endswith("Z") else value)
    if moment.year > _LAST_YEAR:
        raise ValueError("a moment after which there is hardly another one")
    moment = moment if moment.tzinfo else moment.replace(tzinfo=timezone.utc)
    return moment.astimezone(timezone.utc)
