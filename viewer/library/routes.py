"""Route files of a library, and routes of which there is neither a record nor a recording."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext, suppress
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from viewer.analysis.route_run import RouteRun
from viewer.cancellation import ShouldContinue, always, cancellable
from viewer.file_error import printable
from viewer.library.remote import fetched, list_files
from viewer.roads.town import town_key

if TYPE_CHECKING:
    from viewer.analysis.route_files import Route


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
    def shown(self) -> str:
        """Path or URL of the route file, as text for a sentence."""
        return printable(self.url or self.path)

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


def named_routes(file: Path | str) -> RoutesFile:
    """Return the Leaderboard route file at a path or URL that the user named."""
    if isinstance(file, Path):
        return RoutesFile(file, stamp_of(file))
    stamp = ""
    with suppress(OSError):  # reading the file later reports the error
        stamp = " ".join(f"{each.size} {each.modified}" for each in list_files(file))
    return RoutesFile(Path(file), stamp, file)


def stamp_of(path: Path | None) -> str:
    """Return path, size and time of the last change of a file as text, to notice changes of the file.

    The text is empty if ``path`` is None or there is no such file.
    """
    try:
        return "" if path is None else f"{path} {(status := path.stat()).st_size} {status.st_mtime_ns}"
    except OSError:
        return ""


class Present(NamedTuple):
    """Route of which there is a record or a recording: their file, the route's id, and the town or None."""

    file: Path
    route: str
    town: str | None


def missing_routes(
    given: Iterable[RoutesFile],
    found: Iterable[RoutesFile],
    present: Sequence[Present],
    should_continue: ShouldContinue = always,
) -> list[RouteRun]:
    """Return the routes of which there is neither a record nor a recording, in the order of their files.

    Args:
        given: route files that the user named: they are about all runs.
        found: route files that lie in the searched folders: each is about the runs in its folder and below.
        present: routes of all records and recordings.
        should_continue: called before each file that is read; returns False to cancel.

    Raises:
        ReadingCancelledError: ``should_continue`` returned False.
    """
    scopes: dict[Path | None, list[RoutesFile]] = {None: [*given]}
    for file in found:
        scopes.setdefault(file.path.parent, []).append(file)
    known: Mapping[Path | None, dict[str, set[str]]] = {scope: {} for scope in scopes}
    for each in present:
        town = town_key(each.town or "")
        for scope in (None, *each.file.parents):
            if scope in known:
                known[scope].setdefault(each.route, set()).add(town)
    missing: dict[tuple[str, str], set[Path | None]] = defaultdict(set)
    runs = []
    for scope in sorted(scopes, key=lambda folder: -1 if folder is None else len(folder.parts)):
        for file in cancellable(scopes[scope], should_continue, 1):
            for route in file.read()[0]:
                town = town_key(route.town)
                towns, told = known[scope].get(route.id), missing[route.id, town]
                if towns is not None and (town in towns or "" in towns):
                    continue
                if told and (
                    None in told or scope in told or told.intersection(scope.parents if scope else ())
                ):
                    continue
                told.add(scope)
                runs.append(RouteRun({}, route.id, map_name=route.town, scenario_name=scenario_of(route)))
    return runs


def scenario_of(route: Route) -> str:
    """Return the name of the first scenario of ``route``; empty if it has none."""
    return route.triggers[0].name or route.triggers[0].type if route.triggers else ""
