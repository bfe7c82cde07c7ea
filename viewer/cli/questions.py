"""Questions that are asked of recordings one after the other, answered as CARLA does or as JSON."""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from viewer.cli import arguments
from viewer.cli.progress import Progress
from viewer.cli.recordings import files_of, opened, tell_damage, tell_error
from viewer.cli.report import VERDICTS, error_as_json
from viewer.cli.status import Status, worst
from viewer.file_error import printable
from viewer.logfile.enums import SCENERY
from viewer.logfile.errors import RecordingError
from viewer.recording.actors import NEVER, Category
from viewer.recording.index import RecordingIndex

EPILOG = (
    "The text of several files has a line '==> FILE <==' before each. Exit status: 0 fine; 3 damaged, but "
    "read; 1 nothing usable; of several files the worst of 1, 3 and 0; 2 wrong usage."
)

Facts = dict[str, Any]
Text = Callable[[RecordingIndex], Iterable[bytes]]
Answer = Callable[[RecordingIndex], Facts]


def add_usual(parser: argparse.ArgumentParser) -> None:
    """Add the files, --utc and --json."""
    arguments.add(parser, "files")
    parser.add_argument("--utc", action="store_true", help="print the date in UTC, not in local time")
    arguments.add(parser, "--json", help="write the correct answer as JSON, an array with an object per file")


def ask(options: argparse.Namespace, text: Text, answer: Answer) -> Status:
    """Ask all files; return the exit status."""
    files = files_of(options.files)
    return _write_json(files, answer) if options.json else _write_text(files, text)


def _write_text(files: Sequence[Path], text: Text) -> Status:
    """Write the texts as they are made: they may be longer than the memory."""
    output = sys.stdout.buffer

    def write(index: RecordingIndex, progress: Progress) -> Status:
        progress.clear()
        for part in text(index):
            output.write(part)
        output.flush()
        return tell_damage(index)

    def failed(_path: Path, _index: RecordingIndex | None, error: RecordingError) -> Status:
        output.flush()
        return tell_error(error)

    statuses = set()
    for number, path in enumerate(files):
        if len(files) > 1:
            output.write(
                b"\n" * (number > 0) + f"==> {printable(path)} <==\n".encode(errors="backslashreplace")
            )
        statuses |= set(opened([path], write, failed))
    output.flush()
    return worst(statuses)


def _write_json(files: Sequence[Path], answer: Answer) -> Status:
    def found(index: RecordingIndex, progress: Progress) -> tuple[Status, Facts]:
        facts = answer(index)
        progress.clear()
        status = tell_damage(index)
        return status, {"status": VERDICTS[status], "error": None, **facts}

    def failed(_path: Path, _index: RecordingIndex | None, error: RecordingError) -> tuple[Status, Facts]:
        return Status.NOTHING, {"status": VERDICTS[Status.NOTHING], "error": error_as_json(error)}

    answers = list(opened(files, found, failed))
    objects = [{"file": str(path), **facts} for path, (_, facts) in zip(files, answers, strict=True)]
    print(json.dumps(objects, indent=2, allow_nan=False))
    return worst({status for status, _ in answers})


def number(value: float) -> float | None:
    """Return a number; None for what is none."""
    return value if math.isfinite(value) else None


def frame_facts(index: RecordingIndex, frame: int) -> Facts:
    """Return which frame a frame index means: its id as written, and its time in seconds."""
    return {"frame": int(index.heads["frame"][frame]), "elapsed": float(index.elapsed[frame])}


def actor_facts(index: RecordingIndex, row: int, actor_id: int) -> Facts:
    """Return who an actor is, by its row, −1 if that is not known, and its id."""
    if row < 0:
        return {"actor_id": None if actor_id == SCENERY else actor_id, "kind": _unknown_kind(actor_id)}
    description = index.actors.descriptions[row]
    return {
        "actor_id": actor_id,
        "kind": Category(index.actors.category[row]).label,
        "blueprint": description.type_id,
        "role_name": description.role_name or None,
        "hero": row in index.actors.hero_rows,
    }


def life_facts(index: RecordingIndex, row: int) -> Facts:
    """Return who an actor is, when it lived, on whom it hangs, and its attributes."""
    actors = index.actors
    destroyed, parent = int(actors.destroy_frame[row]), int(actors.parent[row])
    return {
        **actor_facts(index, row, int(actors.actor_id[row])),
        "spawned": frame_facts(index, int(actors.spawn_frame[row])),
        "destroyed": None if destroyed == NEVER else frame_facts(index, destroyed),
        "parent_id": None if parent < 0 else int(actors.actor_id[parent]),
        "location": [number(value) for value in actors.location[row].tolist()],
        "attributes": dict(actors.descriptions[row].attributes),
    }


def _unknown_kind(actor_id: int) -> str:
    return "scenery" if actor_id == SCENERY else "unknown"
