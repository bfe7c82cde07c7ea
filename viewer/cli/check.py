"""Checking recordings: what is wrong with them and where, and writing a new one from what can be read."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from viewer.cli.each import read_showing
from viewer.cli.ending import guarded
from viewer.cli.progress import Progress
from viewer.cli.report import Repair, Report, as_json, in_order, lines
from viewer.cli.status import Status, worst
from viewer.export.errors import ExportError
from viewer.export.target import check_target, replacing
from viewer.file_error import printable
from viewer.logfile.errors import RecordingError, UnreadableError
from viewer.logfile.source import LogFile
from viewer.recording.build.findings import frameless_error
from viewer.recording.check.examine import examine
from viewer.recording.index import RecordingIndex
from viewer.recording.problems import Problem
from viewer.recording.repair.mended_times import mended_heads
from viewer.recording.repair.repair import Repaired, repair


def make_parser(program: str) -> argparse.ArgumentParser:
    """Return the parser of this command's arguments."""
    parser = argparse.ArgumentParser(
        program,
        description="Read recordings completely and say what is wrong with them and where.",
        epilog="Exit status: 0 fine, notes included; 3 damaged, but read; 1 nothing usable: no "
        "recording, or one without a complete frame; "
        "of several files the worst of 1, 3 and 0.",
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a recording")
    parser.add_argument("--json", action="store_true", help="write JSON, an array with one object per file")
    parser.add_argument(
        "--repair",
        type=Path,
        metavar="OUT",
        help="write a new recording from what can be read of the one FILE: without what is damage, frames "
        "numbered anew, gaps as long as they were",
    )
    parser.add_argument("--force", action="store_true", help="let --repair overwrite a file")
    return parser


def run(options: argparse.Namespace) -> int:
    """Check; return the exit status."""
    refusal = _refusal(options)
    if refusal:
        print(f"{refusal}.", file=sys.stderr)
        return Status.WRONG_USAGE
    reports = _reports(options.files, options.repair)
    return guarded(lambda: worst(_tell(reports, as_array=options.json)))


def _refusal(options: argparse.Namespace) -> str:
    """Return why the arguments cannot be followed, nothing if they can."""
    target = options.repair
    if target is None:
        return "--force goes with --repair" if options.force else ""
    if len(options.files) != 1:
        return "--repair goes with one FILE"
    try:
        check_target(target, options.files[0], overwrite=options.force)
    except ExportError as error:
        return str(error)
    return ""


def _tell(reports: Iterable[Report], *, as_array: bool) -> set[Status]:
    """Print each report as soon as it is there, or all of them as JSON; return their statuses."""
    statuses = set()
    objects = []
    for report in reports:
        statuses.add(report.status)
        if as_array:
            objects.append(as_json(report))
        else:
            print("\n".join(map(printable, lines(report))), flush=True)
    if as_array:
        print(json.dumps(objects, indent=2, allow_nan=False))
    return statuses


def _reports(files: Iterable[Path], target: Path | None) -> Iterator[Report]:
    for path in files:
        with Progress() as progress:
            report = _check(path, target, progress)
        yield report


def _check(path: Path, target: Path | None, progress: Progress) -> Report:
    """Read one file completely, and repair it if a target is named; whatever it holds, there is a report."""
    index: RecordingIndex | None = None
    problems: tuple[Problem, ...] = ()
    try:
        with LogFile(path) as file:
            index = read_showing(file, progress)
            problems = index.problems
            for step in examine(index):
                problems = (*index.problems, *step.problems)
                progress.show(f"Checking {path.name}", step.fraction)
            if not len(index.heads):
                return Report(path, index, in_order(problems), frameless_error(index))
            if target is None:
                return Report(path, index, in_order(problems))
            return Report(path, index, in_order(problems), repair=_write(index, target, progress))
    except RecordingError as error:
        return Report(path, index, in_order(problems), error)
    except OSError:
        raise
    except Exception as error:  # noqa: BLE001 - one file must not end the check of the others
        what = f"the program fails on this file ({type(error).__name__}: {error})"
        trouble = UnreadableError(path, what, advice="Please report it, with the file.")
        return Report(path, index, in_order(problems), trouble)


def _write(index: RecordingIndex, target: Path, progress: Progress) -> Repair:
    """Write the repaired recording, all of it or nothing.

    Raises:
        RecordingError: the recording can no longer be read.
        OSError: the target cannot be written.

    """
    result = Repaired(0, 0)
    with replacing(target) as partial, partial.open("wb") as stream:
        for result in repair(index, stream):
            progress.show(f"Writing {target.name}", result.frames / len(index.heads))
    return Repair(target, result, float(mended_heads(index)["elapsed"][-1]))
