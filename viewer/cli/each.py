"""Doing something with each of several recordings, and what to say and return when it goes wrong."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from viewer.analysis.route_files import RouteFileError
from viewer.cli.ending import INTERRUPTED
from viewer.cli.progress import Progress
from viewer.cli.status import Status, status_of, worst
from viewer.export.errors import ExportError
from viewer.file_error import printable
from viewer.logfile.errors import RecordingError
from viewer.logfile.source import LogFile
from viewer.recording.actor_name import ActorNotFoundError
from viewer.recording.build.builder import build_index
from viewer.recording.build.findings import frameless_error
from viewer.recording.follow.folder import recordings_in
from viewer.recording.index import RecordingIndex
from viewer.replay.time.moment import MomentError
from viewer.roads.map_content import RoadMapError


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


@contextmanager
def opened(path: Path, progress: Progress) -> Iterator[RecordingIndex]:
    """Read a recording that has a frame; the file is closed after the block.

    Raises:
        RecordingError: it cannot be read as a recording, or there is no complete frame in it.

    """
    with LogFile(path) as file:
        index = read_showing(file, progress)
        if not len(index.heads):
            raise frameless_error(index)
        yield index


def read_showing(file: LogFile, progress: Progress) -> RecordingIndex:
    """Read a recording and show how far that is; errors as for ``build_index``."""
    views = build_index(file)
    index = next(views)  # there is one at least
    for index in views:
        progress.show(f"Reading {file.path.name}", index.bytes_read / max(index.size, 1))
    return index


def for_each(files: Iterable[Path], work: Callable[[RecordingIndex, Progress], str]) -> int:
    """Open recordings one after the other and do something with each; return the exit status.

    What ``work`` returns is printed. What is wrong with one file is said, and the others are done all the
    same; Ctrl+C ends them all.
    """
    try:
        return worst({_do(path, work) for path in files})
    except KeyboardInterrupt:
        return INTERRUPTED


def _do(path: Path, work: Callable[[RecordingIndex, Progress], str]) -> Status:
    try:
        with Progress() as progress, opened(path, progress) as index:
            said = work(index, progress)
            problems, status = index.problems, status_of(index)
    except RecordingError as error:
        return _failed(error.line(), Status.NOTHING)
    except (RoadMapError, RouteFileError) as error:
        return _failed(error.line(), Status.WRONG_USAGE)
    except (ActorNotFoundError, MomentError, ExportError) as error:
        return _failed(f"{printable(path.name)}: {error}.", Status.WRONG_USAGE)
    except OSError as error:  # of what is written: reading has errors of its own
        return _failed(f"{printable(path.name)}: {_cannot_write(error)}", Status.WRONG_USAGE)
    for problem in problems:
        if problem.damage:
            print(f"{printable(path.name)}: {problem.what}; {problem.action}.", file=sys.stderr)
    print(said, flush=True)
    return status


def _cannot_write(error: OSError) -> str:
    reason = error.strerror or os.strerror(error.errno) if error.errno else str(error)
    name = f" {printable(error.filename)}" if error.filename else ""
    return f"what was asked for{name} cannot be written: {reason}."


def _failed(line: str, status: Status) -> Status:
    print(line, file=sys.stderr)
    return status
