"""Notes as a table for other programs."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from typing import TextIO

from viewer.notes.note import ClockSetting, Note
from viewer.notes.time_of_day import time_of_day

COLUMNS = ("start", "end", "frame", "clock", "actor_id", "text", "color", "created", "modified", "id")


def write_csv(notes: Iterable[Note], stream: TextIO, clock: ClockSetting | None = None) -> None:
    """Write notes as CSV (RFC 4180): a line of names, then a line for each note.

    Times are in seconds; ``clock`` is what the clock showed at the start of the note. What a note does not
    have is empty. Open the stream with ``newline=""`` and ``encoding="utf-8"``.
    """
    writer = csv.writer(stream)
    writer.writerow(COLUMNS)
    for note in notes:
        writer.writerow(
            (
                note.start,
                note.end,
                note.frame,
                time_of_day(note.start + clock.offset) if clock else None,
                note.actor_id,
                note.text,
                note.color,
                note.created.isoformat(),
                note.modified.isoformat(),
                note.id,
            )
        )
