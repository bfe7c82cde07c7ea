"""Command ``check``: report what is wrong with recordings, and write a repaired one."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from viewer.cli import arguments, recordings
from viewer.cli.terminal import Progress, worst
from viewer.export.errors import ExportError
from viewer.export.rows import Row, many, write_json
from viewer.export.target import check_target, replacing
from viewer.file_error import printable
from viewer.recording.check import examine
from viewer.recording.index import RecordingIndex
from viewer.recording.indexing.detect import carla_version
from viewer.recording.indexing.index_problems import frameless_error
from viewer.recording.problems import Problem
from viewer.recording.repair import Repaired, repair, repaired_frame_starts
from viewer.tables.column import rows
from viewer.tables.problems import PROBLEMS, ProblemRows
from viewer.tables.recording_facts import FACTS, readable_size

_Written = tuple[Path, Repaired, float]
"""Result of repairing a recording: path of the new file, counts, and its length in seconds.

The counts are those of the new file's frames and of the damaged records left out.
"""
Report = recordings.Opened[_Written | None]

_REPAIRED = (
    "write a new recording from what can be read of one FILE: damaged records are left out, frames are "
    "renumbered, gaps keep their length"
)
PARSER = arguments.parser(
    "Read recordings completely and report what is wrong with them and where.",
    ("files", {"help": "a recording"}),
    "--json",
    ("--repair", {"type": Path, "metavar": "OUT", "help": _REPAIRED}),
    ("--force", {"help": "let --repair overwrite a file"}),
    epilog="Exit status: 0 fine (notes are no damage); 1 nothing usable: not a recording, or one without a "
    "complete frame; 3 damaged, but read; of several files the worst of 1, 3 and 0.",
)


def run(options: argparse.Namespace) -> int:
    """Run the command ``check`` on all files, and return the exit status."""
    target: Path | None = options.repair
    if target is not None:
        if len(options.files) != 1:
            raise ExportError("--repair goes with one FILE")
        check_target(target, options.files[0], overwrite=options.force)
    elif options.force:
        raise ExportError("--force goes with --repair")
    problems: list[Problem] = []  # kept here, so that an error on the way does not lose them

    def check(index: RecordingIndex, progress: Progress) -> _Written | None:
        problems[:] = index.problems
        for step in examine(index):
            problems[len(index.problems) :] = step.problems
            progress.show(f"Checking {index.path.name}", step.fraction)
        if not len(index.frame_starts):
            raise frameless_error(index)
        return None if target is None else _repair(index, target, progress)

    statuses, objects = set(), []
    for each in recordings.opened(options.files, check, whatever=True):
        report = replace(each, problems=in_order(problems))
        statuses.add(report.status)
        if options.json:
            objects.append(as_json(report))
        else:
            print("\n".join(map(printable, lines(report))), flush=True)
    if options.json:
        write_json(objects, sys.stdout)
    return worst(statuses)


def _repair(index: RecordingIndex, target: Path, progress: Progress) -> _Written:
    result = Repaired(0, 0)
    with replacing(target) as partial, partial.open("wb") as stream:
        for result in repair(index, stream):
            progress.show(f"Writing {target.name}", result.frames / len(index.frame_starts))
    return target, result, float(repaired_frame_starts(index)["elapsed"][-1])


def in_order(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return problems sorted by byte offset in the recording's file; those without one first, by text."""
    return tuple(
        sorted(problems, key=lambda each: (-1, each.what) if each.offset is None else (each.offset, ""))
    )


# -- text


def lines(report: Report) -> Iterator[str]:
    """Yield what is wrong with a recording as text for people, line by line."""
    yield f"{printable(report.path)}: {recordings.VERDICTS[report.status]}"
    if report.index is not None:
        yield from (f"  {line}" for line in _facts(report.index))
        yield from (f"  {_problem_line(problem, report.index)}" for problem in report.problems)
    if report.error is not None:
        yield f"  {report.error.line()}"
    if report.answer is not None:
        path, result, seconds = report.answer
        frames, left_out = many(result.frames, "frame"), many(result.left_out, "damaged record")
        yield f"  repaired: {printable(path)}: {frames}, {seconds:.3f} s; {left_out} left out"


def _facts(index: RecordingIndex) -> Iterator[str]:
    date = index.header.date
    version = carla_version(index) or "version of CARLA not known"
    when = f"{date:%Y-%m-%d %H:%M:%S} UTC" if date is not None else "impossible date"
    yield f"{version}, {index.header.map_name or 'no map'}, {when}"
    readable = f"{readable_size(index):,} of {index.size:,} bytes are readable"
    yield f"{many(len(index.frame_starts), 'frame')}, {index.duration:.3f} s; {readable}"
    yield from index.dialect.reasons


def _problem_line(problem: Problem, index: RecordingIndex) -> str:
    where = [f"byte {problem.offset:,}"] if problem.offset is not None else []
    ids = index.frame_ids
    if problem.frame is not None and len(ids):
        where.append(f"frame {ids[problem.frame]}, {float(index.elapsed[problem.frame]):.3f} s")
    times = ""
    if problem.count > 1:
        until = f", until frame {ids[problem.last_frame]}" if problem.last_frame is not None else ""
        times = f" (× {problem.count:,}{until})"
    kind = "damage" if problem.damage else "note"
    return f"{kind:6}  {', '.join(where) or 'whole file'}: {problem.what}; {problem.action}{times}"


# -- JSON


def as_json(report: Report) -> Row:
    """Return ``report`` as a dict for JSON: what is wrong with a recording, and how it was repaired."""
    index, recording, problems, repaired = report.index, None, [], None
    if index is not None:
        damages = sum(problem.count for problem in report.problems if problem.damage)
        recording = next(rows(FACTS, index)) | {"damages": damages}
        problems = [*rows(PROBLEMS, ProblemRows(index, report.problems))]
    if report.answer is not None:
        path, result, seconds = report.answer
        repaired = {
            "file": str(path), "frames": result.frames, "duration": seconds,
            "records_left_out": result.left_out,
        }  # fmt: skip
    return report.facts | {"recording": recording, "problems": problems, "repaired": repaired}
