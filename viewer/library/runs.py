"""Files of runs: results and routes of the Leaderboard and of Bench2Drive, joined to the recordings."""

from __future__ import annotations

import hashlib
import json
import os
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext, suppress
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from viewer.file_error import printable
from viewer.library.files import FoundFile
from viewer.library.remote import fetched, list_files, start_of
from viewer.regular_file import open_regular

if TYPE_CHECKING:
    from viewer.analysis.route_files import Route

_NAMES = ("route_id", "save_name")
_SNIFFED = 4096
"""Bytes at the beginning of a file in which results name themselves: other JSON may be large, and much."""
_TOLD = 20
"""Ids that are written down of many."""
_MARK = b'"_checkpoint"'


class RoutesFile(NamedTuple):
    """A file of routes, what is another when the file is, and where it is fetched from, if it is not here."""

    path: Path
    stamp: str
    url: str = ""

    @property
    def folder(self) -> str:
        """Where it lies."""
        return self.url.rpartition("/")[0] or str(self.path.parent)

    def read(self) -> tuple[tuple[Route, ...], str]:
        """Return its routes, or why it has none; they are kept: many recordings have the same."""
        return _routes(self)


@lru_cache(maxsize=512)
def _routes(file: RoutesFile) -> tuple[tuple[Route, ...], str]:
    from viewer.analysis.route_files import routes_or_reason

    try:
        with fetched(file.url) if file.url else nullcontext(file.path) as path:
            return routes_or_reason(path)
    except OSError as error:
        return (), f"{file.path.name}: it cannot be fetched: {error}."


def _named_routes(file: Path | str) -> RoutesFile:
    """Return a file of routes, or the one at a URL."""
    if isinstance(file, Path):
        return RoutesFile(file, stamp_of(file))
    stamp = ""
    with suppress(OSError):  # who reads it says why
        stamp = " ".join(f"{each.size} {each.modified}" for each in list_files(file))
    return RoutesFile(Path(file), stamp, file)


class Run(NamedTuple):
    """A recording, and what is known of its run besides.

    Attributes:
        file: the recording.
        results: the file that its record is from, None without one.
        record: what the results say of it.
        given: files of routes that were named.
        beside: files of routes in its folder.

    """

    file: FoundFile
    results: Path | None = None
    record: dict[str, Any] | None = None
    given: tuple[RoutesFile, ...] = ()
    beside: tuple[RoutesFile, ...] = ()

    @property
    def key(self) -> str:
        """What is another when the record or the routes are."""
        if self.record is None and not self.given and not self.beside:
            return ""
        told = json.dumps((self.record, self.given, self.beside), sort_keys=True, default=str)
        return hashlib.sha256(told.encode()).hexdigest()[:16]

    @property
    def names(self) -> tuple[str, ...]:
        """What the results call the run, the route first."""
        return _names_of(self.record or {})


class Joined(NamedTuple):
    """Runs in the order of their recordings, and a sentence for each record that belongs to none.

    And one for each file that was named, or begins as routes do, and cannot be read.
    """

    runs: tuple[Run, ...]
    unjoined: tuple[str, ...]


def join_runs(
    recordings: Sequence[FoundFile],
    files: Sequence[Path],
    given: Sequence[Path] = (),
    routes: Sequence[Path | str] = (),
    urls: Mapping[Path, str] = {},
) -> Joined:
    """Return each recording with its record, and the routes that it may be of.

    A record belongs to the recording that is called as its route (``RouteScenario_1_rep0``) or its
    ``save_name``; the only record of a file also to the recording of the file's name, or to the only one in
    its folder. Of several records about one recording the last counts: a run that is resumed adds one.

    Args:
        recordings: all of them.
        files: JSON files that may be results, and XML files that may be routes.
        given: results that were named.
        routes: files of routes that were named, or their URLs.
        urls: where files are fetched from, of those that are not on this machine.

    """
    found: dict[str, Run] = {}
    unjoined: list[str] = []
    results = dict.fromkeys((*(each for each in files if _may_be_results(each, urls.get(each))), *given))
    if results:
        from viewer.analysis.result_files import ResultFileError, records_in
    named: dict[str, list[FoundFile]] = defaultdict(list)
    beside: dict[Path, list[FoundFile]] = defaultdict(list)
    for file in recordings if results else ():
        named[file.path.stem].append(file)
        beside[file.folder].append(file)
    for path in results:
        name_of_file = printable(urls.get(path, path))
        try:
            with fetched(urls[path]) if path in urls else nullcontext(path) as local:
                records = records_in(local)
        except (ResultFileError, OSError) as error:
            why = str(error).rpartition(f"{path.name}: ")[2]
            unjoined.append(f"{name_of_file}: {printable(why)}.")
            continue
        for record in records:
            names = _names_of(record)
            fitting = _nearest(path, [file for name in names for file in named[name]])
            if not fitting and len(records) == 1:
                alone = beside[path.parent] if len(beside[path.parent]) == 1 else []
                fitting = _nearest(path, named[path.stem]) or alone
            if len(fitting) == 1:
                found[fitting[0].name] = Run(fitting[0], path, record)
            else:
                name = printable(" or ".join(dict.fromkeys(names)) or "a record without a route_id")
                reason = (
                    f"{len(fitting)} recordings are called so" if fitting else "no recording is called so"
                )
                unjoined.append(f"{name_of_file}: {name}: {reason}.")
    runs = [found.get(file.name, Run(file)) for file in recordings]
    return _with_routes(runs, unjoined, files, routes)


def _with_routes(
    runs: Sequence[Run], unjoined: Sequence[str], files: Sequence[Path], given: Sequence[Path | str]
) -> Joined:
    """Return runs with the files of routes that are given, and those in their folders."""
    named = tuple(map(_named_routes, dict.fromkeys(given)))
    near = [path for path in files if path.suffix.lower() == ".xml" and path not in given]
    beside: dict[Path, list[RoutesFile]] = defaultdict(list)
    if near:
        from viewer.analysis.route_files import may_be_routes

        for path in filter(may_be_routes, near):
            beside[path.parent].append(RoutesFile(path, stamp_of(path)))
    if not named and not beside:
        return Joined(tuple(runs), tuple(unjoined))
    files_of = {each: each.read()[1] for each in chain(named, *beside.values())}
    troubles = [
        f"{printable(each.url.rpartition('/')[0] or each.path.parent)}{os.sep}{why}"
        for each, why in files_of.items()
        if why
    ]
    return Joined(
        tuple(run._replace(given=named, beside=tuple(beside[run.file.folder])) for run in runs),
        (*unjoined, *troubles),
    )


def without_recording(
    runs: Sequence[Run], joined: Iterable[tuple[str | None, str | None]]
) -> tuple[str, ...]:
    """Return a sentence for each file with routes that none of the recordings is of.

    Args:
        runs: recordings with the files that may tell their routes.
        joined: ids of the routes that they are of, and their maps.

    """
    from viewer.analysis.route_files import ids_in, town_name

    known = {(each, town_name(town or "")) for name, town in joined for each in ids_in(name or "")}
    told = []
    for file in dict.fromkeys(each for run in runs for each in (*run.given, *run.beside)):
        routes, _ = file.read()
        alone = [printable(route.id) for route in routes if (route.id, town_name(route.town)) not in known]
        if alone:
            some = ", ".join(alone[:_TOLD]) + (" …" if len(alone) > _TOLD else "")
            of_none = f"{len(alone)} of {len(routes)} routes are of no recording: {some}."
            told.append(f"{printable(file.url or file.path)}: {of_none}")
    return tuple(told)


def stamp_of(path: Path | None) -> str:
    """Return what changes when a file does; empty without one."""
    try:
        return "" if path is None else f"{path} {(status := path.stat()).st_size} {status.st_mtime_ns}"
    except OSError:
        return ""


def _names_of(record: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(str(record[key]) for key in _NAMES if record.get(key))


def _nearest(path: Path, files: Sequence[FoundFile]) -> list[FoundFile]:
    """Return those in the folder of the results where there are any: runs of other nights have their own."""
    distinct = list(dict.fromkeys(files))
    return [file for file in distinct if file.folder == path.parent] or distinct


def _may_be_results(path: Path, url: str | None) -> bool:
    if path.suffix.lower() != ".json":
        return False
    try:
        if url is not None:
            return _MARK in start_of(url, _SNIFFED)
        with open_regular(path) as file:
            return _MARK in file.read(_SNIFFED)
    except OSError:
        return False
