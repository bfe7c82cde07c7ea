"""Notes as a table for other programs."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from typing import TextIO

from viewer.notes.note import Note

COLUMNS = ("start", "end", "frame", "actor_id", "text", "color", "created", "modified", "id")


def write_csv(notes: Iterable[Note], stream: TextIO) -> None:
    """Write notes as CSV (RFC 4180): a line of names, then a line for each note.

    Times are in seconds. What a note does not have is empty. Open the stream with ``newline=""``
    and ``encoding="utf-8"``.
    """
    writer = csv.writer(stream)
    writer.writerow(COLUMNS)
    for note in notes:
        writer.writerow(
            (
                note.start,
                note.end,
                note.frame,
                note.actor_id,
                note.text,
                note.color,
                note.created.isoformat(),
                note.modified.isoformat(),
                note.id,
            )
        )
