"""Opening recordings one by one, and printing errors."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from viewer.analysis.route_files import RouteFileError
from viewer.cli.terminal import Progress, Status, worst
from viewer.export.errors import ExportError
from viewer.export.rows import Row
from viewer.export.target import why_not_written
from viewer.file_error import printable
from viewer.importing.opening import open_log
from viewer.importing.sources import clips_in, source_of
from viewer.logfile.errors import RecordingError, UnreadableError
from viewer.recording.actor_name import ActorNotFoundError
from viewer.recording.folder import recordings_in
from viewer.recording.index import RecordingIndex
from viewer.recording.indexing.builder import read_index
from viewer.recording.indexing.index_problems import frameless_error
from viewer.recording.problems import Problem
from viewer.replay.time.typed_time import MomentError
from viewer.roads.map_content import RoadMapError

_Answer = TypeVar("_Answer")
VERDICTS = {Status.FINE: "fine", Status.DAMAGED: "damaged", Status.NOTHING: "nothing usable"}


def files_of(paths: Iterable[Path]) -> list[Path]:
    """Return ``paths`` with each folder replaced by the recordings and clips directly in it, sorted by name.

    A folder that is a clip stays.

    Raises:
        ExportError: a folder has no recordings.
    """
    files: list[Path] = []
    for path in paths:
        found = [path] if not path.is_dir() or source_of(path) else [*recordings_in(path), *clips_in(path)]
        if not found:
            raise ExportError(f"{printable(path)}: there is no recording in this folder")
        files += found
    return files


@dataclass(frozen=True)
class Opened(Generic[_Answer]):
    """Result of a command's work on one recording.

    Attributes:
        path: the recording's file, as given by the user.
        index: the recording, as far as it could be read; None if not at all.
        answer: what the command found or did in the recording; None if there was an error.
        error: why the file cannot be used or read to the end; None if it can.
        problems: damage and oddities of the file.
    """

    path: Path
    index: RecordingIndex | None
    answer: _Answer | None = None
    error: RecordingError | None = None
    problems: tuple[Problem, ...] = ()

    @property
    def status(self) -> Status:
        """Exit status of the program if this were the only file; oddities do not count as damage."""
        if self.error is not None:
            return Status.NOTHING
        return Status.DAMAGED if any(problem.damage for problem in self.problems) else Status.FINE

    @property
    def facts(self) -> Row:
        """Path of the file, whether it can be used, and the parts of the error if there is one, as JSON."""
        why = None
        if self.error is not None:
            names = ("what", "expected", "found", "offset", "advice")
            parts = {name: getattr(self.error, name) for name in names}
            why = {name: None if part == "" else part for name, part in parts.items()}
        return {"file": str(self.path), "status": VERDICTS[self.status], "error": why}

    def report(self) -> Status:
        """Print the file's error, or else all damage found in it, to standard error; return exit status."""
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
    """Open recordings one by one, and yield the result of calling ``work`` on each while it is open.

    For a file that cannot be read, or is too large for the memory, the result has the reason as ``error``.

    Args:
        paths: the files.
        work: called with the recording and a progress line; its result is ``answer``.
        whatever: whether to accept recordings without a complete frame, which are errors otherwise.
    """
    for path in paths:
        index: RecordingIndex | None = None
        with Progress() as progress:
            try:
                importing = progress.should_continue(f"Importing {path.name}")
                with open_log(path, importing, _tell) as file:
                    index = read_index(file, progress.should_continue(f"Reading {path.name}"))
                    if not (whatever or len(index.frame_starts)):
                        raise frameless_error(index)
                    found = Opened(path, index, work(index, progress), problems=index.problems)
            except RecordingError as error:
                found = Opened(path, index, error=error)
            except MemoryError as error:
                what = f"it is too large: {error}"
                found = Opened(path, index, error=UnreadableError(path, what, advice="Cut the recording."))
        yield found


def _tell(sentence: str) -> None:
    """Print what could not be read of a clip or a table."""
    print(printable(sentence), file=sys.stderr)


def for_each(files: Iterable[Path], work: Callable[[RecordingIndex, Progress], str]) -> Status:
    """Call ``work`` on each recording, print the sentence that it returns, and return the exit status.

    An error in one file is printed, and the other files are processed all the same.
    """

    def do(index: RecordingIndex, progress: Progress) -> tuple[str, bool]:
        name = printable(index.path.name)
        try:
            return work(index, progress), True
        except (RoadMapError, RouteFileError) as error:
            return error.line(), False
        except (ActorNotFoundError, MomentError, ExportError) as error:
            return f"{name}: {error}.", False
        except OSError as error:  # from writing: reading raises other errors
            return f"{name}: {why_not_written(error)}.", False

    statuses = set()
    for each in opened(files, do):
        sentence, is_done = each.answer or ("", True)
        if not is_done:
            print(sentence, file=sys.stderr)
        statuses.add(each.report() if is_done else Status.WRONG_USAGE)
        if sentence and is_done:
            print(sentence, flush=True)
    return worst(statuses)
