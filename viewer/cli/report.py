"""What a check of one file has found, for people and for programs."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from viewer.cli.status import Status
from viewer.file_error import printable
from viewer.logfile.errors import RecordingError
from viewer.recording.build.detect import carla_version
from viewer.recording.index import RecordingIndex
from viewer.recording.problems import Problem
from viewer.recording.repair import Repaired

VERDICTS = {Status.FINE: "fine", Status.DAMAGED: "damaged", Status.NOTHING: "nothing usable"}


@dataclass(frozen=True, slots=True)
class Repair:
    """A repaired file: where it was written, and what is in it."""

    path: Path
    result: Repaired
    seconds: float


@dataclass(frozen=True, slots=True)
class Report:
    """What was found in one file.

    Attributes:
        path: the file, as it was named.
        index: the recording, None if the file cannot be used at all.
        problems: all that was found, in the order of the file.
        error: why it cannot be used, or why reading it ended too early.
        repair: what was written from it, if that was asked for.

    """

    path: Path
    index: RecordingIndex | None = None
    problems: tuple[Problem, ...] = ()
    error: RecordingError | None = None
    repair: Repair | None = None

    @property
    def status(self) -> Status:
        """Exit status for this file alone; notes are no damage."""
        if self.error is not None or self.index is None:
            return Status.NOTHING
        return Status.DAMAGED if any(problem.damage for problem in self.problems) else Status.FINE


def in_order(problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """Return problems in the order of the file, those without a place first."""
    return tuple(sorted(problems, key=lambda problem: -1 if problem.offset is None else problem.offset))


def lines(report: Report) -> Iterator[str]:
    """Yield the report for people, line by line."""
    yield f"{printable(report.path)}: {VERDICTS[report.status]}"
    if report.index is not None:
        yield from (f"  {line}" for line in _facts(report.index))
        yield from (f"  {_problem_line(problem, report.index)}" for problem in report.problems)
    if report.error is not None:
        yield f"  {report.error.line()}"
    if report.repair is not None:
        result = report.repair.result
        frames, seconds = _count(result.frames, "frame"), f"{report.repair.seconds:.3f} s"
        left_out = _count(result.left_out, "damaged record")
        yield f"  repaired: {printable(report.repair.path)}: {frames}, {seconds}; {left_out} left out"


def as_json(report: Report) -> dict[str, Any]:
    """Return the report for programs; it holds only what JSON knows."""
    index, error, repair = report.index, report.error, report.repair
    return {
        "file": str(report.path),
        "status": VERDICTS[report.status],
        "error": None if error is None else error_as_json(error),
        "recording": None if index is None else recording_as_json(index),
        "problems": [_problem(problem, index) for problem in report.problems] if index is not None else [],
        "repaired": None
        if repair is None
        else {
            "file": str(repair.path),
            "frames": repair.result.frames,
            "seconds": repair.seconds,
            "records_left_out": repair.result.left_out,
        },
    }


def _facts(index: RecordingIndex) -> Iterator[str]:
    date = index.header.date
    yield ", ".join(
        part
        for part in (
            carla_version(index) or "version of CARLA not known",
            index.header.map_name or "no map",
            f"{date:%Y-%m-%d %H:%M:%S} UTC" if date is not None else "impossible date",
        )
        if part
    )
    yield (
        f"{_count(len(index.heads), 'frame')}, {index.duration:.3f} s; "
        f"{_readable(index):,} of {index.size:,} bytes are readable"
    )
    yield from index.dialect.reasons


def _readable(index: RecordingIndex) -> int:
    """Return how many bytes are the header or belong to complete frames."""
    return index.header.size + sum(index.layouts.sizes_in_all(index.layout_numbers).values())


def _problem_line(problem: Problem, index: RecordingIndex) -> str:
    place = [f"byte {problem.offset:,}"] if problem.offset is not None else []
    if problem.frame is not None and len(index.heads):
        place.append(f"frame {_frame(problem.frame, index)}, {float(index.elapsed[problem.frame]):.3f} s")
    times = f" (× {problem.count:,}" if problem.count > 1 else ""
    if times:
        until = problem.last_frame
        times += f", until frame {_frame(until, index)})" if until is not None else ")"
    kind = "damage" if problem.damage else "note"
    return f"{kind:6}  {', '.join(place) or 'whole file'}: {problem.what}; {problem.action}{times}"


def _frame(number: int, index: RecordingIndex) -> int:
    """Return the id of a frame, as written, given its index."""
    return int(index.heads["frame"][number])


def error_as_json(error: RecordingError) -> dict[str, Any]:
    """Return why a file cannot be used, for programs."""
    return {
        "what": error.what,
        "expected": error.expected or None,
        "found": error.found or None,
        "offset": error.offset,
        "advice": error.advice or None,
    }


def recording_as_json(index: RecordingIndex) -> dict[str, Any]:
    """Return what a recording is as a whole, for programs."""
    date = index.header.date
    return {
        "header_version": index.header.version,
        "map": index.header.map,
        "date": date.isoformat() if date is not None else None,
        "carla": carla_version(index) or None,
        "engine": index.engine.value,
        "reasons": list(index.dialect.reasons),
        "frames": len(index.heads),
        "seconds": index.duration,
        "bytes": index.size,
        "readable_bytes": _readable(index),
        "actors": len(index.actors),
        "additional_data": index.has_additional_data,
    }


def _problem(problem: Problem, index: RecordingIndex) -> dict[str, Any]:
    has_frame = problem.frame is not None and len(index.heads) > 0
    seconds = float(index.elapsed[problem.frame]) if has_frame else math.nan
    return {
        "kind": "damage" if problem.damage else "note",
        "what": problem.what,
        "action": problem.action,
        "offset": problem.offset,
        "frame": _frame(problem.frame or 0, index) if has_frame else None,
        "seconds": seconds if has_frame else None,
        "last_frame": _frame(problem.last_frame, index) if problem.last_frame is not None else None,
        "count": problem.count,
    }


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"
