"""Results files on disk: checkpoints of the Leaderboard, and ScenarioRunner's criteria.

A checkpoint is ``{"_checkpoint": {"progress": [done, total], "records": [record, …], …}, …}``. It is
rewritten after each route, so a killed run leaves an empty file or one that is cut off. ScenarioRunner's
criteria are ``{name: {"test_status": …, "actual_value": …}, …}``, of one run.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from viewer.analysis.checkpoint import Record, read_checkpoint
from viewer.analysis.scenario_results import criteria_in, junit_criteria
from viewer.cancellation import ShouldContinue, always, check
from viewer.file_error import last_name, plain, printable
from viewer.regular_file import Unpacked, parse_json, read_head, read_unpacked, reason

_BENCH2DRIVE = re.compile(r"RouteScenario_\d+_rep\d+_Town\w+?_.+(_\d\d){5}$")
"""Name that Bench2Drive gives a run (``save_name``): route, repetition, town, scenario, weather and time."""
_OF_BENCH2DRIVE = frozenset(("save_name", "weather_id", "scenario_name"))
"""Keys that Bench2Drive alone adds to the record of a run."""
RESULTS_SUFFIXES = (".json", ".json.gz")
SNIFFED = 4096
"""Number of bytes at the start of a file that suffice to tell whether it is a Leaderboard checkpoint."""
_MARK = b'"_checkpoint"'
_DEEPEST = 3
"""Levels of subfolders searched for a recording's results, below the parent of the recording's folder."""
_MOST = 10_000
"""Largest number of files and folders that are looked at in the search for a recording's results files."""
_RECORDING_SUFFIXES = (".log", ".rec")


class ResultFileError(ValueError):
    """Error for a file without results; the message says why."""


class ResultsFile(NamedTuple):
    """Content of a results file.

    Attributes:
        path: the file.
        modified: time of its last change in nanoseconds since 1970; 0 if unknown.
        records: records of a checkpoint, in the order of the file; if it is cut off, the whole ones.
        criteria: ScenarioRunner's criteria by name; empty for a checkpoint.
        progress: number of finished routes, and of all routes; None if the file does not say.
        cut: True if the file ends in the middle.
        broken: number of records that are no JSON, or nested too deep.
        url: address that the file was fetched from; empty for a local file.

    """

    path: Path
    modified: int
    records: tuple[Record, ...] = ()
    criteria: Mapping[str, Mapping[str, Any]] = {}
    progress: tuple[int, int] | None = None
    cut: bool = False
    broken: int = 0
    url: str = ""

    @property
    def shown(self) -> str:
        """Path or URL of the results file, as text for a sentence."""
        return printable(self.url or self.path)

    @property
    def trouble(self) -> str:
        """Why records may be missing, as a sentence without full stop; empty if the file is whole."""
        done, of = self.progress or (None, None)
        if self.cut:
            return f"the file is cut in the middle; {len(self.records)} whole records were read"
        if self.broken:
            return f"records that are no JSON were left out: {self.broken}"
        if self.records or self.criteria:
            return ""
        return "no results yet" if of is None else f"no results yet: {done} of {of}"


def read_results_file(path: Path) -> ResultsFile:
    """Return the content of a results file, in UTF-8 or UTF-16, gzipped or not.

    Raises:
        ResultFileError: the file cannot be read, or holds no results.

    """
    try:
        modified, head = path.stat().st_mtime_ns, read_head(path, SNIFFED)
        if begins_as_checkpoint(head):
            unpacked = Unpacked(path)
            with closing(unpacked.pieces()) as pieces:
                found = read_checkpoint(pieces)
            if found is None:
                raise ResultFileError(f"{path}: these are no results of ScenarioRunner or the Leaderboard")
            cut = found.cut or not unpacked.whole
            return ResultsFile(path, modified, found.records, {}, found.progress, cut, found.broken)
        data = read_unpacked(path)[0]
    except OSError as error:
        raise ResultFileError(f"{path}: cannot be read: {reason(error)[0]}") from error
    if not data.strip(b"\0 \t\r\n"):  # the Leaderboard empties the file before it writes
        return ResultsFile(path, modified)
    criteria = junit_criteria(data)
    if criteria is not None:
        return ResultsFile(path, modified, (), criteria)
    try:
        document = parse_json(data)
    except ValueError as error:
        raise ResultFileError(f"{path}: this is no JSON: {error}") from error
    criteria = criteria_in(document)
    if criteria is not None:
        return ResultsFile(path, modified, (), criteria)
    raise ResultFileError(f"{path}: these are no results of ScenarioRunner or the Leaderboard")


def is_bench2drive(record: Record | None) -> bool:
    """Return whether ``record``, of a run in the Leaderboard's results, was written by Bench2Drive."""
    return record is not None and record.keys() >= _OF_BENCH2DRIVE


def is_bench2drive_name(recording: Path) -> bool:
    """Return whether the file or its folder in ``recording`` has a name that Bench2Drive gives a run."""
    return any(_BENCH2DRIVE.search(name) for name in (recording.stem, recording.parent.name))


def may_be_checkpoint(path: Path) -> bool:
    """Return whether the first 4 KB of a file look like a Leaderboard checkpoint; False if unreadable."""
    try:
        return begins_as_checkpoint(read_head(path, SNIFFED))
    except OSError:
        return False


def begins_as_checkpoint(head: bytes) -> bool:
    """Return whether a file is a Leaderboard's results file ("checkpoint"), by ``head``, its first 4 KB.

    The text may be in UTF-8 or UTF-16.
    """
    return _MARK in head.replace(b"\0", b"")


def is_numbered(name: str) -> bool:
    """Return whether the file name ``name`` is a number, like ``0012.json``.

    Such files are not searched for results.
    """
    return name.partition(".")[0].isdecimal()


class Neighbourhood(NamedTuple):
    """Files found near a recording: in its folder, and in some of the folders beside it.

    Attributes:
        recordings: paths of recordings.
        results: paths of results files, each one that looks like a Leaderboard checkpoint.
    """

    recordings: tuple[Path, ...]
    results: tuple[Path, ...]


NO_NEIGHBOURS = Neighbourhood((), ())


def look_around(
    folder: Path, should_continue: ShouldContinue = always, known: Collection[Path] = ()
) -> Neighbourhood:
    """Return the recordings and results files in ``folder`` and in the folders beside it.

    At most 10,000 entries are examined: those of ``folder`` first, then those of its parent and of the
    folders below that, three deep. Links to folders are not followed, and folders in ``known`` are skipped.

    Raises:
        ReadingCancelledError: ``should_continue`` returned False.

    """
    recordings: dict[Path, None] = {}
    results: dict[Path, None] = {}
    for entry in _entries(folder, should_continue, known):
        path, name = Path(entry.path), entry.name.casefold()
        if name.endswith(_RECORDING_SUFFIXES):
            recordings[path] = None
        elif not is_numbered(name) and may_be_checkpoint(path):
            results[path] = None
    return Neighbourhood(tuple(recordings), tuple(results))


def _entries(
    folder: Path, should_continue: ShouldContinue, known: Collection[Path]
) -> Iterator[os.DirEntry[str]]:
    """Yield the files of ``folder``, then of its parent and of the folders beside it, level by level.

    Folders in ``known`` are left out, links to folders are not followed, and after 10,000 entries no more
    follow. Raises ReadingCancelledError if ``should_continue`` returns False.
    """
    left = _MOST
    folders: list[tuple[Path, int]] = [(folder, _DEEPEST), (folder.parent, 0)]
    seen = {folder, *known}
    for here, depth in folders:
        if here in known:
            continue
        try:
            listed = sorted(os.scandir(here), key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in listed:
            check(should_continue, 0.0)
            left -= 1
            if left < 0:
                return
            if not entry.is_dir(follow_symlinks=False):
                yield entry
            elif depth < _DEEPEST and (path := Path(entry.path)) not in seen:
                seen.add(path)
                folders.append((path, depth + 1))


def names_of(record: Record) -> tuple[str, ...]:
    """Return the ``route_id`` and ``save_name`` of a run in the Leaderboard's results, if it has them."""
    return tuple(plain(last_name(str(record[key]))) for key in ("route_id", "save_name") if record.get(key))


def names_in(records: Sequence[Record]) -> str:
    """Return the names in ``records`` of a results file as text: ``RouteScenario_1 or RouteScenario_2``."""
    return " or ".join(dict.fromkeys(name for record in records for name in names_of(record)))
