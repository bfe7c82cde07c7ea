"""Partners that the user names in a CSV file."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from viewer.file_error import printable
from viewer.recording.actor_name import ActorNotFoundError
from viewer.recording.actors import Actor
from viewer.recording.index import RecordingIndex
from viewer.regular_file import read_regular, reason

COLUMNS = ("a", "b")
"""Columns of the file that it must have; ``a_spawn_frame`` and ``b_spawn_frame`` tell uses of an id apart."""


class MatchError(ValueError):
    """Error raised if a file of partners cannot be used; the message is a sentence without full stop."""


def read_matches(path: Path, index_a: RecordingIndex, index_b: RecordingIndex) -> list[tuple[int, int]]:
    """Return the partners in a CSV file as rows in the actor tables of A and B; −1 for an empty cell.

    The file has the columns ``a`` and ``b`` with actor ids; an actor beside an empty cell has no partner.

    Raises:
        MatchError: the file cannot be read, lacks a column, or names an actor that there is not, or twice.
    """
    try:
        rows = list(csv.DictReader(io.StringIO(read_regular(path).decode("utf-8-sig"))))
    except OSError as error:
        raise MatchError(f"{printable(path)}: {reason(error)[0]}") from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise MatchError(f"{printable(path)} is no CSV file in UTF-8") from error
    found: list[tuple[int, int]] = []
    seen: set[tuple[str, int]] = set()
    for number, row in enumerate(rows, 2):
        where = f"{printable(path)}, line {number}"
        if any(row.get(name) is None for name in COLUMNS):
            raise MatchError(f"{where}: give the columns a and b, each an actor's id or empty")
        pair = []
        for name, index in zip(COLUMNS, (index_a, index_b), strict=True):
            try:
                pair.append(_row(index, row[name], row.get(f"{name}_spawn_frame") or ""))
            except ActorNotFoundError as error:
                raise MatchError(f"{where}, {name}: {error}") from error
            except ValueError as error:
                raise MatchError(f"{where}, {name}: '{printable(row[name])}' is no actor's id") from error
            if pair[-1] >= 0 and (name, pair[-1]) in seen:
                raise MatchError(f"{where}, {name}: the actor {printable(row[name])} is named twice")
            seen.add((name, pair[-1]))
        found.append((pair[0], pair[1]))
    return found


def _row(index: RecordingIndex, actor_id: str, spawn_frame: str) -> int:
    """Return the row of an actor, −1 for an empty id; ValueError for anything but a number."""
    if not actor_id.strip():
        return -1
    return index.row_of(Actor(int(actor_id), int(spawn_frame)) if spawn_frame.strip() else int(actor_id))
