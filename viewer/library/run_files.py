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

from viewer.analysis.result_join import join_results
from viewer.analysis.results_file import (
    NO_NEIGHBOURS,
    RESULTS_SUFFIXES,
    SNIFFED,
    Neighbourhood,
    ResultFileError,
    begins_as_checkpoint,
    may_be_checkpoint,
    names_of,
    read_results_file,
)
from viewer.cancellation import Proceed, always, asking
from viewer.file_error import printable
from viewer.library.files import FoundFile
from viewer.library.remote import fetched, list_files, start_of

if TYPE_CHECKING:
    from viewer.analysis.route_files import Route

_XML = (".xml", ".xml.gz")
_TOLD = 20
"""Ids that are written down of many."""


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
        return names_of(self.record or {})


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
    around: Neighbourhood = NO_NEIGHBOURS,
    proceed: Proceed = always,
) -> Joined:
    """Return each recording with its record, and the routes that it may be of.

    Args:
        recordings: all of them.
        files: JSON files that may be results, and XML files that may be routes.
        given: results that were named.
        routes: files of routes that were named, or their URLs.
        urls: where files are fetched from, of those that are not on this machine.
        around: recordings and results beside the folders of ``recordings``.
        proceed: is asked before each file that is read whether to go on.

    Raises:
        ReadingCancelledError: ``proceed`` said no.

    """
    unjoined: list[str] = []
    candidates = [each for each in asking(files, proceed, 1) if _may_be_results(each, urls.get(each))]
    outside = {*around.results} - {*candidates, *given}  # what lies beside may be about anything
    results = []
    for path in asking([*dict.fromkeys((*candidates, *given, *around.results))], proceed, 1):
        try:
            with fetched(urls[path]) if path in urls else nullcontext(path) as local:
                results.append(read_results_file(local)._replace(path=path, url=urls.get(path, "")))
        except (ResultFileError, OSError) as error:  # noqa: PERF203 - each is for itself
            if path not in outside:
                why = str(error).rpartition(f"{path.name}: ")[2]
                unjoined.append(f"{printable(urls.get(path, path))}: {printable(why)}.")
    joined = join_results([*(file.path for file in recordings), *around.recordings], results, given)
    unjoined += [f"{each.sentence}." for each in joined.troubles if each.file not in outside]
    runs = []
    for file in recordings:
        match = joined.matches.get(file.path)
        runs.append(Run(file) if match is None else Run(file, match.file.path, dict(match.record)))
    return _with_routes(runs, unjoined, files, routes, proceed)


def _with_routes(
    runs: Sequence[Run],
    unjoined: Sequence[str],
    files: Sequence[Path],
    given: Sequence[Path | str],
    proceed: Proceed,
) -> Joined:
    """Return runs with the files of routes that are given, and those in their folders."""
    named = tuple(map(_named_routes, dict.fromkeys(given)))
    near = [path for path in files if path.name.casefold().endswith(_XML) and path not in given]
    beside: dict[Path, list[RoutesFile]] = defaultdict(list)
    if near:
        from viewer.analysis.route_files import may_be_routes

        for path in filter(may_be_routes, asking(near, proceed, 1)):
            beside[path.parent].append(RoutesFile(path, stamp_of(path)))
    if not named and not beside:
        return Joined(tuple(runs), tuple(unjoined))
    files_of = {each: each.read()[1] for each in asking([*chain(named, *beside.values())], proceed, 1)}
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
    runs: Sequence[Run], joined: Iterable[tuple[str | None, str | None]], proceed: Proceed = always
) -> tuple[str, ...]:
    """Return a sentence for each file with routes that none of the recordings is of.

    Args:
        runs: recordings with the files that may tell their routes.
        joined: ids of the routes that they are of, and their maps.
        proceed: is asked before each file that is read whether to go on.

    Raises:
        ReadingCancelledError: ``proceed`` said no.

    """
    from viewer.analysis.route_files import ids_in, town_name

    known = {(each, town_name(town or "")) for name, town in joined for each in ids_in(name or "")}
    told = []
    files = [*dict.fromkeys(each for run in runs for each in (*run.given, *run.beside))]
    for file in asking(files, proceed, 1):
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


def _may_be_results(path: Path, url: str | None) -> bool:
    if not path.name.casefold().endswith(RESULTS_SUFFIXES):
        return False
    if url is None:
        return may_be_checkpoint(path)
    try:
        return begins_as_checkpoint(start_of(url, SNIFFED))
    except OSError:
        return False
