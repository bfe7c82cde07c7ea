"""Notes as CSV."""

from __future__ import annotations

import csv
import io

from tests.notes.making import note
from viewer.notes import write_csv
from viewer.notes.export import COLUMNS


def written(notes):
    stream = io.StringIO(newline="")
    write_csv(notes, stream)
    return stream.getvalue()


def test_each_note_is_a_line():
    text = written([note("a", 8.47, "brakes", frame=169, actor_id=2763), note("b", 9.0, end=10.5)])
    lines = text.split("\r\n")
    assert lines[0] == ",".join(COLUMNS)
    assert lines[1].startswith("8.47,,169,2763,brakes,violet,2026-05-04T12:00:00+00:00,")
    assert lines[2].startswith("9.0,10.5,,,,violet,")
    assert lines[3:] == [""]


def test_any_text_is_read_again():
    texts = ['says "stop", twice', "two\nlines", "右转; ¿qué?", "", ",\r\n"]
    rows = list(csv.DictReader(io.StringIO(written(note(text=text) for text in texts), newline="")))
    assert [row["text"] for row in rows] == texts
