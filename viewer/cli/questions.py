"""Questions that are asked of recordings one after the other, answered as CARLA does or as JSON."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from viewer.cli.each import files_of, opened
from viewer.cli.ending import guarded
from viewer.cli.progress import Progress
from viewer.cli.report import VERDICTS, error_as_json
from viewer.cli.status import Status, status_of, worst
from viewer.export.errors import ExportError
from viewer.file_error import printable
from viewer.logfile.errors import RecordingError
from viewer.recording.index import RecordingIndex

EPILOG = (
    "The text of several files has a line '==> FILE <==' before each. Exit status: 0 fine; 3 damaged, but "
    "read; 1 nothing usable; of several files the worst of 1, 3 and 0; 2 wrong usage."
)

Text = Callable[[RecordingIndex], Iterable[bytes]]
Answer = Callable[[RecordingIndex], Mapping[str, Any]]


def add_usual(parser: argparse.ArgumentParser) -> None:
    """Add the files, --utc and --json."""
    parser.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="a recording, or a folder of recordings"
    )
    parser.add_argument("--utc", action="store_true", help="print the date in UTC, not in local time")
    parser.add_argument(
        "--json",
        action="store_true",
        help="write the correct answer as JSON, an array with an object per file",
    )


def refused(reason: str) -> int:
    """Say why the arguments cannot be followed; return the exit status."""
    print(f"{printable(reason)}.", file=sys.stderr)
    return Status.WRONG_USAGE


def ask(options: argparse.Namespace, text: Text, answer: Answer) -> int:
    """Ask all files; return the exit status."""
    try:
        files = files_of(options.files)
    except ExportError as error:
        return refused(str(error))
    return guarded(lambda: _write_json(files, answer) if options.json else _write_text(files, text))


def _write_text(files: Sequence[Path], text: Text) -> Status:
    """Write the texts as they are made: they may be longer than the memory."""
    output = sys.stdout.buffer
    statuses = set()
    for number, path in enumerate(files):
        if len(files) > 1:
            output.write(
                b"\n" * (number > 0) + f"==> {printable(path)} <==\n".encode(errors="backslashreplace")
            )
        try:
            with Progress() as progress, opened(path, progress) as index:
                progress.clear()
                for part in text(index):
                    output.write(part)
                output.flush()
                statuses.add(_told(index))
        except RecordingError as error:
            output.flush()
            print(error.line(), file=sys.stderr)
            statuses.add(Status.NOTHING)
    output.flush()
    return worst(statuses)


def _write_json(files: Sequence[Path], answer: Answer) -> Status:
    statuses, objects = set(), []
    for path in files:
        try:
            with Progress() as progress, opened(path, progress) as index:
                found = {"status": VERDICTS[status_of(index)], "error": None, **answer(index)}
                statuses.add(_told(index))
        except RecordingError as error:
            found = {"status": VERDICTS[Status.NOTHING], "error": error_as_json(error)}
            statuses.add(Status.NOTHING)
        objects.append({"file": str(path), **found})
    print(json.dumps(objects, indent=2, allow_nan=False))
    return worst(statuses)


def _told(index: RecordingIndex) -> Status:
    """Say what is damaged; return the status."""
    for problem in index.problems:
        if problem.damage:
            print(f"{printable(index.path.name)}: {problem.what}; {problem.action}.", file=sys.stderr)
    return status_of(index)
