"""Opening recordings one after the other, what to say when it goes wrong, and facts of them for JSON."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from viewer.analysis.route_files import RouteFileError
from viewer.cli.terminal import Progress, Status, worst
from viewer.export.errors import ExportError
from viewer.export.target import why_not_written
from viewer.file_error import printable
from viewer.logfile.errors import RecordingError, UnreadableError
from viewer.logfile.source import LogFile
from viewer.recording.actor_name import ActorNotFoundError
from viewer.recording.folder import recordings_in
from viewer.recording.index import RecordingIndex
from viewer.recording.indexing.builder import read_index
from viewer.recording.indexing.detect import carla_version
from viewer.recording.indexing.index_problems import frameless_error
from viewer.recording.problems import Problem
from viewer.replay.time.typed_time import MomentError
from viewer.roads.map_content import RoadMapError

_Answer = TypeVar("_Answer")
Facts = dict[str, Any]
VERDICTS = {Status.FINE: "fine", Status.DAMAGED: "damaged", Status.NOTHING: "nothing usable"}


def files_of(paths: Iterable[Path]) -> list[Path]:
    """Return the files, and for each folder the recordings in it.

    Raises:
        ExportError: a folder has none.

    """
    files: list[Path] = []
    for path in paths:
        found = recordings_in(path) if path.is_dir() else [path]
        if not found:
            raise ExportError(f"{printable(path)}: there is no recording in this folder")
        files += found
    return files


@dataclass(frozen=True)
class Opened(Generic[_Answer]):
    """What came of one file.

    Attributes:
        path: the file, as it was named.
        index: the recording, as far as it was read; None if the file cannot be used at all.
        answer: what was made of it.
        error: why it cannot be used, or why reading it ended too early; then there is no answer.
        problems: what is wrong with it.

    """

    path: Path
    index: RecordingIndex | None
    answer: _Answer | None = None
    error: RecordingError | None = None
    problems: tuple[Problem, ...] = ()

    @property
    def status(self) -> Status:
        """What of the exit status comes of this file alone; notes are no damage."""
        if self.error is not None:
            return Status.NOTHING
        return Status.DAMAGED if any(problem.damage for problem in self.problems) else Status.FINE

    def tell(self) -> Status:
        """Say on the error stream what is damaged, or why it cannot be used; return the status."""
        if self.error is not None:
            print(self.error.line(), file=sys.stderr)
        for problem in self.problems if self.error is None else ():
            if problem.damage:
                line = f"{self.path.name}: {problem.what}; {problem.action}."
                print(printable(line), file=sys.stderr)
        return self.status


def opened(
    paths: Iterable[Path], work: Callable[[RecordingIndex, Progress], _Answer], *, whatever: bool = False
) -> Iterator[Opened[_Answer]]:
    """Open recordings one after the other, and yield what ``work`` makes of each; it is open meanwhile.

    With ``whatever`` it may be one without a complete frame.
    """
    for path in paths:
        index: RecordingIndex | None = None
        with Progress() as progress:
            try:
                with LogFile(path) as file:
                    index = read_index(file, progress.proceed(f"Reading {path.name}"))
                    if not (whatever or len(index.heads)):
                        raise frameless_error(index)
                    found = Opened(path, index, work(index, progress), problems=index.problems)
            except RecordingError as error:
                found = Opened(path, index, error=error)
            except MemoryError as error:
                what = f"it is too large: {error}"
                found = Opened(path, index, error=UnreadableError(path, what, advice="Cut the recording."))
        yield found


def for_each(files: Iterable[Path], work: Callable[[RecordingIndex, Progress], str]) -> Status:
    """Do something with each of several recordings, and print what it returns; return the exit status.

    What is wrong with one file is said, and the others are done all the same.
    """

    def do(index: RecordingIndex, progress: Progress) -> tuple[str, bool]:
        name = printable(index.path.name)
        try:
            return work(index, progress), True
        except (RoadMapError, RouteFileError) as error:
            return error.line(), False
        except (ActorNotFoundError, MomentError, ExportError) as error:
            return f"{name}: {error}.", False
        except OSError as error:  # of what is written: reading has errors of its own
            return f"{name}: {why_not_written(error)}.", False

    statuses = set()
    for each in opened(files, do):
        said, is_done = each.answer or ("", True)
        if not is_done:
            print(said, file=sys.stderr)
        statuses.add(each.tell() if is_done else Status.WRONG_USAGE)
        if said and is_done:
            print(said, flush=True)
    return worst(statuses)


def frame_facts(index: RecordingIndex, frame: int) -> Facts:
    """Return which frame a frame index means: its id as written, and its time in seconds."""
    return {"frame": int(index.heads["frame"][frame]), "elapsed": float(index.elapsed[frame])}


def error_facts(error: RecordingError | None) -> Facts | None:
    """Return why a file cannot be used, if it cannot."""
    if error is None:
        return None
    return {
        "what": error.what,
        "expected": error.expected or None,
        "found": error.found or None,
        "offset": error.offset,
        "advice": error.advice or None,
    }


def recording_facts(index: RecordingIndex) -> Facts:
    """Return what a recording is as a whole."""
    date = index.header.date
    return {
        "header_version": index.header.version,
        "map": index.header.map,
        "date": date.isoformat() if date is not None else None,
        "carla": carla_version(index) or None,
        "engine": index.dialect.engine.value,
        "reasons": list(index.dialect.reasons),
        "frames": len(index.heads),
        "seconds": index.duration,
        "bytes": index.size,
        "readable_bytes": readable_bytes(index),
        "actors": len(index.actors),
        "additional_data": index.has_additional_data,
    }


def readable_bytes(index: RecordingIndex) -> int:
    """Return how many bytes are the header or belong to complete frames."""
    return index.header.size + sum(index.layouts.sizes_in_all(index.layout_numbers).values())
