"""Checking recordings: what is wrong with them and where, and writing a new one from what can be read."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from viewer.cli import arguments, recordings
from viewer.cli.terminal import Progress, worst
from viewer.export.errors import ExportError
from viewer.export.rows import many, write_json
from viewer.export.target import check_target, replacing
from viewer.file_error import printable
from viewer.recording.check import examine
from viewer.recording.index import RecordingIndex
from viewer.recording.indexing.detect import carla_version
from viewer.recording.indexing.index_problems import frameless_error
from viewer.recording.problems import Problem
from viewer.recording.repair import Repaired, repair, repaired_heads

_Written = tuple[Path, Repaired, float]
"""What was written from a recording: where, what, and how many seconds."""
Report = recordings.Opened[_Written | None]

_REPAIRED = (
    "write a new recording from what can be read of the one FILE: without what is damage, frames "
    "numbered anew, gaps as long as they were"
)
PARSER = arguments.parser(
    "Read recordings completely and say what is wrong with them and where.",
    ("files", {"help": "a recording"}),
    "--json",
    ("--repair", {"type": Path, "metavar": "OUT", "help": _REPAIRED}),
    ("--force", {"help": "let --repair overwrite a file"}),
    epilog="Exit status: 0 fine, notes included; 3 damaged, but read; 1 nothing usable: no "
    "recording, or one without a complete frame; of several files the worst of 1, 3 and 0.",
)


def run(options: argparse.Namespace) -> int:
    """Check; return the exit status."""
    target: Path | None = options.repair
    if target is not None:
        if len(options.files) != 1:
            raise ExportError("--repair goes with one FILE")
        check_target(target, options.files[0], overwrite=options.force)
    elif options.force:
        raise ExportError("--force goes with --repair")
    problems: list[Problem] = []  # also of one that cannot be read to its end

    def check(index: RecordingIndex, progress: Progress) -> _Written | None:
        problems[:] = index.problems
        for step in examine(index):
            problems[len(index.problems) :] = step.problems
            progress.show(f"Checking {index.path.name}", step.fraction)
        if not len(index.heads):
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
            progress.show(f"Writing {target.name}", result.frames / len(index.heads))
    return target, result, float(repaired_heads(index)["elapsed"][-1])


def in_order(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return problems in the order of the file, before them those without a place in that of their texts."""

    def place(problem: Problem) -> tuple[int, str]:
        return (-1, problem.what) if problem.offset is None else (problem.offset, "")

    return tuple(sorted(problems, key=place))


# -- for people


def lines(report: Report) -> Iterator[str]:
    """Yield the report for people, line by line."""
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
    readable = f"{recordings.readable_bytes(index):,} of {index.size:,} bytes are readable"
    yield f"{many(len(index.heads), 'frame')}, {index.duration:.3f} s; {readable}"
    yield from index.dialect.reasons


def _problem_line(problem: Problem, index: RecordingIndex) -> str:
    place = [f"byte {problem.offset:,}"] if problem.offset is not None else []
    ids = index.heads["frame"]
    if problem.frame is not None and len(ids):
        place.append(f"frame {ids[problem.frame]}, {float(index.elapsed[problem.frame]):.3f} s")
    times = ""
    if problem.count > 1:
        until = f", until frame {ids[problem.last_frame]}" if problem.last_frame is not None else ""
        times = f" (× {problem.count:,}{until})"
    kind = "damage" if problem.damage else "note"
    return f"{kind:6}  {', '.join(place) or 'whole file'}: {problem.what}; {problem.action}{times}"


# -- for programs


def as_json(report: Report) -> recordings.Facts:
    """Return the report for programs; it holds only what JSON knows."""
    index, repaired = report.index, None
    if report.answer is not None:
        path, result, seconds = report.answer
        repaired = {
            "file": str(path), "frames": result.frames, "seconds": seconds,
            "records_left_out": result.left_out,
        }  # fmt: skip
    return {
        "file": str(report.path),
        "status": recordings.VERDICTS[report.status],
        "error": recordings.error_facts(report.error),
        "recording": None if index is None else recordings.recording_facts(index),
        "problems": [_problem(problem, index) for problem in report.problems] if index is not None else [],
        "repaired": repaired,
    }


def _problem(problem: Problem, index: RecordingIndex) -> recordings.Facts:
    at = {"frame": None, "elapsed": None}
    if problem.frame is not None and len(index.heads):
        at = recordings.frame_facts(index, problem.frame)
    last = problem.last_frame
    return {
        "kind": "damage" if problem.damage else "note",
        "what": problem.what,
        "action": problem.action,
        "offset": problem.offset,
        "frame": at["frame"],
        "seconds": at["elapsed"],
        "last_frame": None if last is None else int(index.heads["frame"][last]),
        "count": problem.count,
    }
