"""Joining results and routes of runs (Leaderboard, Bench2Drive) to the recordings of these runs."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext, suppress
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from viewer.analysis.checkpoint import Record
from viewer.analysis.result_join import criteria_paths, join_results
from viewer.analysis.results_file import ResultFileError, ResultsFile, names_of, read_results_file
from viewer.analysis.route_run import RouteRun
from viewer.analysis.scenario_results import Criteria, dated_results
from viewer.cancellation import ShouldContinue, always, cancellable
from viewer.file_error import printable
from viewer.library.files import FoundFile, FoundFiles
from viewer.library.metric_info import Comforts
from viewer.library.records import FiledRun, Unjoined, filed_runs, oddities
from viewer.library.remote import fetched
from viewer.library.routes import Present, RoutesFile, missing_routes, named_routes, scenario_of, stamp_of


class RunFiles(NamedTuple):
    """A recording, with the Leaderboard results and route files of the simulation run that it recorded.

    Attributes:
        file: the recording.
        results: path of the results file that contains the record of ``run``; None if there is none.
        run: the run by its record in the results; None if there is none.
        criteria: results of ScenarioRunner about the recording; None if there are none.
        given: route files that the user named.
        beside: route files in the folder of the recording.
        holds: what an agent's folder beside the recording holds, in words; empty without one.
    """

    file: FoundFile
    results: Path | None = None
    run: RouteRun | None = None
    criteria: Criteria | None = None
    given: tuple[RoutesFile, ...] = ()
    beside: tuple[RoutesFile, ...] = ()
    holds: str = ""

    @property
    def record(self) -> Record | None:
        """The results of this run, as parsed from JSON; None if there are none."""
        return None if self.run is None else self.run.record

    @property
    def key(self) -> str:
        """Hash that changes when the run's results or route files do; empty if the run has none."""
        known = (self.run, self.criteria, self.given, self.beside, self.holds)
        if not any(known):
            return ""
        content = json.dumps(known, sort_keys=True, default=str)
        return hashlib.sha256(content.encode()).hexdigest()[:16]

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the run in its record in the results file, the route id first; empty without a record."""
        return names_of(self.record or {})


class JoinedRuns(NamedTuple):
    """Recordings joined with their results and routes.

    Attributes:
        runs: one per recording, in the order of the recordings.
        alone: runs in the results of which there is no recording.
        given: route files that the user named.
        beside: route files that were found in the searched folders.
        unjoined: what could not be read, joined or used of results and routes.
    """

    runs: tuple[RunFiles, ...] = ()
    alone: tuple[FiledRun, ...] = ()
    given: tuple[RoutesFile, ...] = ()
    beside: tuple[RoutesFile, ...] = ()
    unjoined: tuple[Unjoined, ...] = ()

    def without_record(
        self, joined: Iterable[tuple[str, str | None, str | None]], should_continue: ShouldContinue = always
    ) -> tuple[list[RouteRun], list[Unjoined]]:
        """Return the routes of which there is no record and no recording, and records of unknown routes.

        Args:
            joined: path, route id and town of each recording; the last two are None if not known.
            should_continue: called before each file that is read; returns False to cancel.

        Raises:
            ReadingCancelledError: ``should_continue`` returned False.
        """
        if not self.given and not self.beside:
            return [], []
        paths = {run.file.name: run.file.path for run in self.runs}
        present = [
            Present(paths[path], route, town) for path, route, town in joined if route and path in paths
        ]
        present += [Present(each.file.path, each.run.route, None) for each in self.alone if each.run.route]
        missing = missing_routes(self.given, self.beside, present, should_continue)
        known = {route.id for file in chain(self.given, self.beside) for route in file.read()[0]}
        foreign = [
            Unjoined(each.file.shown, each.name, "no file of routes has this route.")
            for each in self.alone
            if known and each.run.route and each.run.route not in known
        ]
        return missing, foreign


def join_runs(
    found: FoundFiles,
    given: Sequence[Path | str] = (),
    routes: Sequence[Path | str] = (),
    should_continue: ShouldContinue = always,
    comforts: Comforts | None = None,
) -> JoinedRuns:
    """Return the recordings with their results and routes, and the runs in the results without a recording.

    Args:
        found: recordings, results files and route files below the folders of a library, and near them.
        given: results files, or their URLs, that the user named.
        routes: route files, or their URLs, that the user named.
        should_continue: called before each file that is read; returns False to cancel.
        comforts: finder of the comfort of runs; it is not searched for if this is None.

    Raises:
        ReadingCancelledError: ``should_continue`` returned False.
    """
    unjoined: list[Unjoined] = []
    urls = {**found.urls, **{Path(each): each for each in given if isinstance(each, str)}}
    named = [Path(each) for each in given]
    inside = dict.fromkeys((*found.results, *named))
    outside = set(found.around.results) - inside.keys()  # files beside the folders may be about other runs
    results: list[ResultsFile] = []
    for path in cancellable([*inside, *outside], should_continue, 1):
        try:
            with fetched(urls[path]) if path in urls else nullcontext(path) as local:
                results.append(read_results_file(local)._replace(path=path, url=urls.get(path, "")))
        except (ResultFileError, OSError) as error:  # noqa: PERF203 - an error in one file does not end the loop
            if path not in outside:
                why = str(error).rpartition(f"{path.name}: ")[2]
                unjoined.append(Unjoined(printable(urls.get(path, path)), None, f"{printable(why)}."))
    filed = filed_runs(results, should_continue)
    if comforts is not None:
        filed, troubles = comforts.fill(filed, found.metric_infos, should_continue)
        unjoined += troubles
    by_record = {id(record): each for each in filed for record in each.copies}
    joined = join_results(
        [*(file.path for file in found.recordings), *found.around.recordings], results, named
    )
    unjoined += [
        Unjoined(each.shown, each.record or None, f"{each.sentence}.")
        for each in joined.troubles
        if each.file not in outside
    ]
    runs, used = [], set()
    dated: dict[Path, dict[str, Path]] = {}
    for file in found.recordings:
        match = joined.matches.get(file.path)
        of = None if match is None else by_record.get(id(match.record))
        if match is None or of is None:
            folder = file.folder
            if folder not in dated:
                dated[folder] = {} if file.url else dated_results(folder)
            run = RunFiles(file, criteria=_criteria_of(file, dated[folder]))
        else:
            used.add(id(of.run.record))
            run = RunFiles(file, match.file.path, of.run)
        agent = found.agents.get(file.path)
        runs.append(run if agent is None else run._replace(holds=agent.holds))
    inner = [each for each in filed if each.file.path not in outside]
    unjoined += oddities(inner)
    alone = tuple(each for each in inner if id(each.run.record) not in used)
    return _with_routes(
        JoinedRuns(tuple(runs), alone, (), (), tuple(unjoined)), found, routes, should_continue
    )


def _criteria_of(file: FoundFile, dated: Mapping[str, Path]) -> Criteria | None:
    """Return the results of ScenarioRunner about a recording; None if there are none that can be read.

    ``dated`` are the dated ones in its folder, by name of the scenario.
    """
    for path in () if file.url else criteria_paths(file.path, dated):
        if path.exists():
            with suppress(ResultFileError):
                return read_results_file(path).criteria or None
    return None


def _with_routes(
    joined: JoinedRuns, found: FoundFiles, given: Sequence[Path | str], should_continue: ShouldContinue
) -> JoinedRuns:
    """Return ``joined`` with route files: all of ``given``, and those found in or above folders with runs.

    Raises:
        ReadingCancelledError: ``should_continue`` returned False.
    """
    named = tuple(map(named_routes, dict.fromkeys(given)))
    near = [path for path in found.routes if path not in given]
    beside = tuple(RoutesFile(path, stamp_of(path)) for path in near)
    if not named and not beside:
        return joined
    by_folder: dict[Path, list[RoutesFile]] = defaultdict(list)
    for file in beside:
        by_folder[file.path.parent].append(file)
    troubles, scenarios, towns = [], {}, {}
    for file in cancellable((*named, *beside), should_continue, 1):
        routes, why = file.read()
        if why:
            troubles.append(Unjoined(file.shown, None, why.removeprefix(f"{file.path.name}: ")))
        scenarios.update({route.id: scenario_of(route) for route in routes})
        towns.update({route.id: route.town for route in routes})

    def placed(run: RouteRun) -> RouteRun:
        if run.route not in towns:
            return run
        return run._replace(map_name=towns[run.route], scenario_name=scenarios[run.route])

    return joined._replace(
        runs=tuple(
            run._replace(
                run=None if run.run is None else placed(run.run),
                given=named, beside=tuple(by_folder[run.file.folder]),
            )
            for run in joined.runs
        ),
        alone=tuple(each._replace(run=placed(each.run)) for each in joined.alone),
        given=named, beside=beside, unjoined=(*joined.unjoined, *troubles),
    )  # fmt: skip
