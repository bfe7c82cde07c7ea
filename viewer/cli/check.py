"""Checking recordings: what is wrong with them and where, and writing a new one from what can be read."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from viewer.cli import arguments
from viewer.cli.progress import Progress
from viewer.cli.recordings import opened
from viewer.cli.report import Repair, Report, as_json, in_order, lines
from viewer.cli.status import Status, worst
from viewer.export.errors import ExportError
from viewer.export.target import check_target, replacing
from viewer.file_error import printable
from viewer.logfile.errors import RecordingError
from viewer.recording.build.findings import frameless_error
from viewer.recording.check import examine
from viewer.recording.index import RecordingIndex
from viewer.recording.problems import Problem
from viewer.recording.repair import Repaired, repair, repaired_heads


def make_parser(program: str) -> argparse.ArgumentParser:
    """Return the parser of this command's arguments."""
    parser = argparse.ArgumentParser(
        program,
        description="Read recordings completely and say what is wrong with them and where.",
        epilog="Exit status: 0 fine, notes included; 3 damaged, but read; 1 nothing usable: no "
        "recording, or one without a complete frame; "
        "of several files the worst of 1, 3 and 0.",
    )
    arguments.add(parser, "files", help="a recording")
    arguments.add(parser, "--json")
    parser.add_argument(
        "--repair",
        type=Path,
        metavar="OUT",
        help="write a new recording from what can be read of the one FILE: without what is damage, frames "
        "numbered anew, gaps as long as they were",
    )
    arguments.add(parser, "--force", help="let --repair overwrite a file")
    return parser


def run(options: argparse.Namespace) -> int:
    """Check; return the exit status."""
    target: Path | None = options.repair
    if target is not None:
        if len(options.files) != 1:
            raise ExportError("--repair goes with one FILE")
        check_target(target, options.files[0], overwrite=options.force)
    elif options.force:
        raise ExportError("--force goes with --repair")
    return worst(_tell(_reports(options.files, target), as_array=options.json))


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
    """Read files completely, and repair one if a target is named; whatever they hold, there is a report."""
    problems: dict[Path, tuple[Problem, ...]] = {}

    def check(index: RecordingIndex, progress: Progress) -> Report:
        path = index.path
        problems[path] = index.problems
        for step in examine(index):
            problems[path] = (*index.problems, *step.problems)
            progress.show(f"Checking {path.name}", step.fraction)
        if not len(index.heads):
            raise frameless_error(index)
        repaired = None if target is None else _write(index, target, progress)
        return Report(path, index, in_order(problems[path]), repair=repaired)

    def failed(path: Path, index: RecordingIndex | None, error: RecordingError) -> Report:
        return Report(path, index, in_order(problems.get(path, ())), error)

    return opened(files, check, failed, frameless=True, caught=Exception)


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
    return Repair(target, result, float(repaired_heads(index)["elapsed"][-1]))
