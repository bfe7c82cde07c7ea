"""Joining results and routes of runs (Leaderboard, Bench2Drive) to the recordings of these runs."""

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
from viewer.cancellation import ShouldContinue, always, cancellable
from viewer.file_error import printable
from viewer.library.files import FoundFile
from viewer.library.remote import fetched, list_files, start_of
from viewer.roads.town import town_key

if TYPE_CHECKING:
    from viewer.analysis.route_files import Route

_XML = (".xml", ".xml.gz")
_MAX_LISTED = 20
"""Greatest number of route ids that one sentence on routes without a recording lists."""


class RoutesFile(NamedTuple):
    """Leaderboard route file.

    Attributes:
        path: its path.
        stamp: text that changes when the file does: path, size and time of the last change.
        url: its URL if it is remote; else empty.
    """

    path: Path
    stamp: str
    url: str = ""

    @property
    def folder(self) -> str:
        """Path or URL of the folder that contains the route file."""
        return self.url.rpartition("/")[0] or str(self.path.parent)

    def read(self) -> tuple[tuple[Route, ...], str]:
        """Return the file's routes and an empty text, or no routes and a sentence that says why; cached."""
        return _routes(self)


@lru_cache(maxsize=512)
def _routes(file: RoutesFile) -> tuple[tuple[Route, ...], str]:
    """Return the routes in ``file`` and an empty text, or no routes and a sentence that says why."""
    from viewer.analysis.route_files import routes_or_reason

    try:
        with fetched(file.url) if file.url else nullcontext(file.path) as path:
            return routes_or_reason(path)
    except OSError as error:
        return (), f"{file.path.name}: it cannot be fetched: {error}."


def _named_routes(file: Path | str) -> RoutesFile:
    """Return the Leaderboard route file at a path or URL that the user named."""
    if isinstance(file, Path):
        return RoutesFile(file, stamp_of(file))
    stamp = ""
    with suppress(OSError):  # reading the file later reports the error
        stamp = " ".join(f"{each.size} {each.modified}" for each in list_files(file))
    return RoutesFile(Path(file), stamp, file)


class RunFiles(NamedTuple):
    """A recording, with the Leaderboard results and route files of the simulation run that it recorded.

    Attributes:
        file: the recording.
        results: path of the results file that contains ``record``; None if there is none.
        record: the results of this run, as parsed from JSON; None if there are none.
        given: route files that the user named.
        beside: route files in the folder of the recording.
    """

    file: FoundFile
    results: Path | None = None
    record: dict[str, Any] | None = None
    given: tuple[RoutesFile, ...] = ()
    beside: tuple[RoutesFile, ...] = ()

    @property
    def key(self) -> str:
        """Hash that changes when the run's results or route files do; empty if the run has none."""
        if self.record is None and not self.given and not self.beside:
            return ""
        content = json.dumps((self.record, self.given, self.beside), sort_keys=True, default=str)
        return hashlib.sha256(content.encode()).hexdigest()[:16]

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the run in its record in the results file, the route id first; empty without a record."""
        return names_of(self.record or {})


class JoinedRuns(NamedTuple):
    """Recordings joined with their results and routes.

    Attributes:
        runs: one per recording, in the order of the recordings.
        unjoined: sentences on results that belong to no recording, and on files that cannot be read.
    """

    runs: tuple[RunFiles, ...]
    unjoined: tuple[str, ...]


def join_runs(
    recordings: Sequence[FoundFile],
    files: Sequence[Path],
    given: Sequence[Path] = (),
    routes: Sequence[Path | str] = (),
    urls: Mapping[Path, str] = {},
    around: Neighbourhood = NO_NEIGHBOURS,
    should_continue: ShouldContinue = always,
) -> JoinedRuns:
    """Return each recording with its results record and the route files that may contain its route.

    Args:
        recordings: all recordings.
        files: JSON files that may be results, and XML files that may be routes.
        given: results files that the user named.
        routes: route files, or their URLs, that the user named.
        urls: URLs of those of ``files`` and ``given`` that are remote.
        around: recordings and results files near ``recordings``, but outside the library. Its results may
            be those of ``recordings``, and results in ``files`` may be those of its recordings.
        should_continue: called before each file that is read; returns False to cancel.

    Raises:
        ReadingCancelledError: ``should_continue`` returned False.
    """
    unjoined: list[str] = []
    candidates = [
        each for each in cancellable(files, should_continue, 1) if _may_be_results(each, urls.get(each))
    ]
    outside = {*around.results} - {*candidates, *given}  # files beside the folders may be about other runs
    results = []
    for path in cancellable([*dict.fromkeys((*candidates, *given, *around.results))], should_continue, 1):
        try:
            with fetched(urls[path]) if path in urls else nullcontext(path) as local:
                results.append(read_results_file(local)._replace(path=path, url=urls.get(path, "")))
        except (ResultFileError, OSError) as error:  # noqa: PERF203 - an error in one file does not end the loop
            if path not in outside:
                why = str(error).rpartition(f"{path.name}: ")[2]
                unjoined.append(f"{printable(urls.get(path, path))}: {printable(why)}.")
    joined = join_results([*(file.path for file in recordings), *around.recordings], results, given)
    unjoined += [f"{each.sentence}." for each in joined.troubles if each.file not in outside]
    runs = []
    for file in recordings:
        match = joined.matches.get(file.path)
        runs.append(RunFiles(file) if match is None else RunFiles(file, match.file.path, dict(match.record)))
    return _with_routes(runs, unjoined, files, routes, should_continue)


def _with_routes(
    runs: Sequence[RunFiles],
    unjoined: Sequence[str],
    files: Sequence[Path],
    given: Sequence[Path | str],
    should_continue: ShouldContinue,
) -> JoinedRuns:
    """Return ``runs`` with their route files: all of ``given``, and those of ``files`` in the same folder.

    Args:
        runs: recordings with their results.
        unjoined: sentences on results of no recording; sentences on unreadable route files are added.
        files: files among which routes are searched for.
        given: route files, or their URLs, that the user named.
        should_continue: called before each file that is read; returns False to cancel.

    Raises:
        ReadingCancelledError: ``should_continue`` returned False.
    """
    named = tuple(map(_named_routes, dict.fromkeys(given)))
    near = [path for path in files if path.name.casefold().endswith(_XML) and path not in given]
    beside: dict[Path, list[RoutesFile]] = defaultdict(list)
    if near:
        from viewer.analysis.route_files import may_be_routes

        for path in filter(may_be_routes, cancellable(near, should_continue, 1)):
            beside[path.parent].append(RoutesFile(path, stamp_of(path)))
    if not named and not beside:
        return JoinedRuns(tuple(runs), tuple(unjoined))
    files_of = {
        each: each.read()[1] for each in cancellable([*chain(named, *beside.values())], should_continue, 1)
    }
    troubles = [
        f"{printable(each.url.rpartition('/')[0] or each.path.parent)}{os.sep}{why}"
        for each, why in files_of.items()
        if why
    ]
    return JoinedRuns(
        tuple(run._replace(given=named, beside=tuple(beside[run.file.folder])) for run in runs),
        (*unjoined, *troubles),
    )


def without_recording(
    runs: Sequence[RunFiles],
    joined: Iterable[tuple[str | None, str | None]],
    should_continue: ShouldContinue = always,
) -> tuple[str, ...]:
    """Return a sentence on each route file that has routes of which there is no recording.

    Args:
        runs: recordings with their route files.
        joined: route id and map name of each recording, each None if not known.
        should_continue: called before each file that is read; returns False to cancel.

    Raises:
        ReadingCancelledError: ``should_continue`` returned False.
    """
    from viewer.analysis.route_files import ids_in

    known = {(each, town_key(town or "")) for name, town in joined for each in ids_in(name or "")}
    sentences = []
    files = [*dict.fromkeys(each for run in runs for each in (*run.given, *run.beside))]
    for file in cancellable(files, should_continue, 1):
        routes, _ = file.read()
        alone = [printable(route.id) for route in routes if (route.id, town_key(route.town)) not in known]
        if alone:
            some = ", ".join(alone[:_MAX_LISTED]) + (" …" if len(alone) > _MAX_LISTED else "")
            of_none = f"{len(alone)} of {len(routes)} routes are of no recording: {some}."
            sentences.append(f"{printable(file.url or file.path)}: {of_none}")
    return tuple(sentences)


def stamp_of(path: Path | None) -> str:
    """Return path, size and time of the last change of a file as text, to notice changes of the file.

    The text is empty if ``path`` is None or there is no such file.
    """
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
