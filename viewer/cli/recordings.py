"""Opening recordings one after the other, what to say when it goes wrong, and facts of them for JSON."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from viewer.analysis.route_files import RouteFileError
from viewer.cli.terminal import Progress, Status, status_of, worst
from viewer.export.errors import ExportError
from viewer.file_error import printable
from viewer.logfile.errors import RecordingError, UnreadableError
from viewer.logfile.source import LogFile
from viewer.recording.actor_name import ActorNotFoundError
from viewer.recording.build.builder import build_index
from viewer.recording.build.detect import carla_version
from viewer.recording.build.findings import frameless_error
from viewer.recording.folder import recordings_in
from viewer.recording.index import RecordingIndex
from viewer.replay.time.moment import MomentError
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


def opened(
    paths: Iterable[Path],
    work: Callable[[RecordingIndex, Progress], _Answer],
    failed: Callable[[Path, RecordingIndex | None, RecordingError], _Answer],
    *,
    frameless: bool = False,
    caught: type[Exception] = MemoryError,
) -> Iterator[_Answer]:
    """Open recordings one after the other, and yield what ``work`` makes of each.

    Args:
        paths: the files.
        work: what is done with a recording; the file is open meanwhile.
        failed: what is made of one that cannot be read, with as much of it as there is.
        frameless: whether ``work`` takes recordings without a complete frame, too.
        caught: which errors of the program one file may cause without ending the work on the others.

    """
    for path in paths:
        index: RecordingIndex | None = None
        with Progress() as progress:
            try:
                with LogFile(path) as file:
                    views = build_index(file)
                    view = next(views)  # there is one at least
                    for view in views:
                        progress.show(f"Reading {path.name}", view.bytes_read / max(view.size, 1))
                    index = view
                    if not (frameless or len(index.heads)):
                        raise frameless_error(index)
                    answer = work(index, progress)
            except RecordingError as error:
                answer = failed(path, index, error)
            except OSError:
                raise
            except caught as error:
                answer = failed(path, index, _trouble(path, error))
        yield answer


def _trouble(path: Path, error: Exception) -> RecordingError:
    if isinstance(error, MemoryError):
        return UnreadableError(path, f"it is too large: {error}", advice="Cut the recording.")
    what = f"the program fails on this file ({type(error).__name__}: {error})"
    return UnreadableError(path, what, advice="Please report it, with the file.")


def for_each(files: Iterable[Path], work: Callable[[RecordingIndex, Progress], str]) -> Status:
    """Do something with each of several recordings, and print what it returns; return the exit status.

    What is wrong with one file is said, and the others are done all the same.
    """

    def do(index: RecordingIndex, progress: Progress) -> Status:
        name = printable(index.path.name)
        try:
            said = work(index, progress)
        except (RoadMapError, RouteFileError) as error:
            line = error.line()
        except (ActorNotFoundError, MomentError, ExportError) as error:
            line = f"{name}: {error}."
        except OSError as error:  # of what is written: reading has errors of its own
            line = f"{name}: {_cannot_write(error)}"
        else:
            progress.clear()
            status = tell_damage(index)
            print(said, flush=True)
            return status
        progress.clear()
        print(line, file=sys.stderr)
        return Status.WRONG_USAGE

    return worst(set(opened(files, do, lambda _path, _index, error: tell_error(error))))


def tell_damage(index: RecordingIndex) -> Status:
    """Say what is damaged; return the status."""
    for problem in index.problems:
        if problem.damage:
            print(f"{printable(index.path.name)}: {problem.what}; {problem.action}.", file=sys.stderr)
    return status_of(index)


def tell_error(error: RecordingError) -> Status:
    """Say why a file cannot be used; return the status."""
    print(error.line(), file=sys.stderr)
    return Status.NOTHING


def _cannot_write(error: OSError) -> str:
    reason = error.strerror or os.strerror(error.errno) if error.errno else str(error)
    name = f" {printable(error.filename)}" if error.filename else ""
    return f"what was asked for{name} cannot be written: {reason}."


def frame_facts(index: RecordingIndex, frame: int) -> Facts:
    """Return which frame a frame index means: its id as written, and its time in seconds."""
    return {"frame": int(index.heads["frame"][frame]), "elapsed": float(index.elapsed[frame])}


def error_facts(error: RecordingError) -> Facts:
    """Return why a file cannot be used."""
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
        "engine": index.engine.value,
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
