"""Matching of recordings with records of Leaderboard results files; a record is one run of a route."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import IntEnum
from operator import eq
from pathlib import Path
from typing import NamedTuple

from viewer.analysis.checkpoint import Record
from viewer.analysis.results_file import (
    ResultFileError,
    ResultsFile,
    look_around,
    names_in,
    names_of,
    read_results_file,
)
from viewer.analysis.route_run import ROUTE_NAME
from viewer.analysis.scenario_results import dated_results
from viewer.cancellation import ShouldContinue, always
from viewer.file_error import last_name, plain, printable

_CRITERIA = ("{}.json", "{}_criteria.json")
"""Names of ScenarioRunner's criteria files, from the recording's file name without suffix.

The first is that of its option ``--record``, the second that in its examples.
"""


class Tie(IntEnum):
    """Reason why a record of a results file belongs to a recording; of several, the lowest value counts.

    A record is one run of a route by the Leaderboard.
    """

    SAVE_NAME = 0
    """The record fits because its ``save_name`` is the name of the recording or of the recording's folder."""
    ROUTE = 1
    """The route and repetition in the recording's name are those of the ``route_id`` of the results record.
    """
    FOLDER = 2
    """The name of the recording's folder has the route and repetition of the results record's ``route_id``.
    """
    STEM = 3
    """The results file is named like the recording and has only one record (results of one route)."""
    ALONE = 4
    """The results fit the recording as both are alone: one record in the file, one recording in its folder.

    If the user named the results file, there must be only one recording in all.
    """


class Match(NamedTuple):
    """Record of a Leaderboard results file that fits a recording: the file, the record, and why it fits."""

    file: ResultsFile
    record: Record
    tie: Tie


class Trouble(NamedTuple):
    """Reason why a results file, or a record in it, is joined to no recording.

    Attributes:
        file: path of the results file.
        shown: path or URL of the results file as text.
        recording: the recording that several records fit; None if it is about ``file`` alone.
        record: name of the record; empty if it is about all of ``file``.
        sentence: the reason, without a full stop.

    """

    file: Path
    shown: str
    recording: Path | None
    record: str
    sentence: str


class Joined(NamedTuple):
    """Result of joining recordings with records of results files.

    Attributes:
        matches: record of each recording that has one, by the recording's path.
        troubles: reasons why other files and records are not joined.
    """

    matches: Mapping[Path, Match]
    troubles: tuple[Trouble, ...]


class OwnResults(NamedTuple):
    """Results files about one recording, and why others could not be used.

    Attributes:
        match: the recording's record in a checkpoint of the Leaderboard, None without one.
        criteria: files of ScenarioRunner's criteria.
        troubles: sentences without a full stop.

    """

    match: Match | None
    criteria: tuple[ResultsFile, ...]
    troubles: tuple[str, ...]


def join_results(
    recordings: Sequence[Path], files: Iterable[ResultsFile], named: Collection[Path] = ()
) -> Joined:
    """Return the record of each recording: the run of the Leaderboard that it recorded.

    A record (one run of one route) belongs to the recording that fits it by the first ``Tie`` that holds; if
    several fit, to the one nearest to its file. A recording that fits by route id must lie below the nearest
    folder around the file that holds recordings, unless the file is ``named``.

    If several records belong to one recording, that of the first tie counts, then that of the nearest file.
    Equal records count as one. Several records of one route in one folder are attempts: the newest file
    counts, and in it the last record. In any other case, nothing is joined.

    Args:
        recordings: all recordings that a record may be about.
        files: the results files.
        named: paths of those of ``files`` that the user named.
    """
    names = _Names(recordings)
    claims: dict[Path, list[Match]] = defaultdict(list)
    troubles = []
    for file in files:
        if file.trouble:
            troubles.append(Trouble(file.path, file.shown, None, "", file.trouble))
        for record in file.records if recordings else ():
            tie, fitting = names.fitting(file, record, is_named=file.path in named)
            if len(fitting) == 1:
                claims[fitting[0]].append(Match(file, record, tie))
                continue
            if fitting:
                name, count = printable(names_in([record])), f"{len(fitting)} recordings are called so"
                troubles.append(Trouble(file.path, file.shown, None, name, count))
    matches = {}
    for recording, claimed in claims.items():
        found = _best(recording, claimed)
        if isinstance(found, str):
            file, sentence = claimed[0].file, f"{printable(recording)}: {found}"
            troubles.append(Trouble(file.path, file.shown, recording, "", sentence))
        else:
            matches[recording] = found
    return Joined(matches, tuple(troubles))


class _Names:
    """Finder of the recordings that belong to a record of a results file, by names of files and folders."""

    def __init__(self, recordings: Sequence[Path]) -> None:
        self._recordings = recordings
        self._stems: dict[str, list[Path]] = defaultdict(list)
        self._folders: dict[str, list[Path]] = defaultdict(list)
        self._beside: dict[Path, list[Path]] = defaultdict(list)
        for recording in recordings:
            for name in _with_route(plain(recording.stem)):
                self._stems[name].append(recording)
            self._beside[recording.parent].append(recording)
        self._holding = {*self._beside}
        for folder, inside in self._beside.items():
            self._holding.update(folder.parents)
            for name in _with_route(plain(folder.name)):
                self._folders[name] += inside

    def fitting(self, file: ResultsFile, record: Record, *, is_named: bool) -> tuple[Tie, list[Path]]:
        """Return the best reason (Tie) for which ``record`` fits recordings, and the paths of those.

        Of several recordings, only those nearest to the results file ``file`` are returned; the list is empty
        if the record fits none. ``is_named`` is True if the user named ``file``; then the recordings need not
        lie near it.
        """
        save_name, route = (plain(last_name(str(record.get(key) or ""))) for key in ("save_name", "route_id"))
        keys = {*_with_route(route), *_route_key(save_name)} - {""}
        if save_name and (found := [*self._stems[save_name], *self._folders[save_name]]):
            return Tie.SAVE_NAME, _nearest(file.path, found)
        around = (
            None if is_named else next((each for each in file.path.parents if each in self._holding), None)
        )
        by_name = (
            (Tie.ROUTE, self._stems[route] if route else []),
            (Tie.ROUTE, [each for key in keys for each in self._stems[key]]),
            (Tie.FOLDER, [each for key in keys for each in self._folders[key]]),
        )
        for tie, candidates in by_name:
            if found := [each for each in candidates if around is None or around in each.parents]:
                return tie, _nearest(file.path, found)
        if len(file.records) > 1:
            return Tie.ALONE, []
        own = [each for each in self._stems[_stem(file.path)] if _may_be(each, keys)]
        if own:
            return Tie.STEM, _nearest(file.path, own)
        alone = self._recordings if is_named else self._beside[file.path.parent]
        return Tie.ALONE, [each for each in alone if _may_be(each, keys)] if len(alone) == 1 else []


def _with_route(name: str) -> set[str]:
    return {name, *_route_key(name)}


def _best(recording: Path, claimed: Sequence[Match]) -> Match | str:
    """Return the results record that fits ``recording`` best, or, as text, why none can be chosen.

    ``claimed`` are all matches of the recording with records of results files.
    """

    def rank(match: Match) -> tuple[int, int]:
        return match.tie, _distance(recording, match.file.path)

    first = min(map(rank, claimed))
    best = [match for match in claimed if rank(match) == first]
    values = [{key: value for key, value in match.record.items() if key != "index"} for match in best]
    routes = {tuple(names_of(match.record)[:1]) for match in best}
    one_folder = len({match.file.path.parent for match in best}) == 1
    if all(each == values[0] for each in values) or (one_folder and len(routes) == 1):
        return max(enumerate(best), key=lambda each: (each[1].file.modified, each[0]))[1]
    files = ", ".join(dict.fromkeys(match.file.shown for match in best))
    return f"{len(best)} different records fit it, in {files}; name one of the files"


def _route_key(name: str) -> tuple[str, ...]:
    """Return the route and repetition that ``name`` (of a recording) contains, as a tuple of one text.

    The tuple is empty if ``name`` contains none.

    >>> _route_key("RouteScenario_1711_rep0_Town12_ParkingCutIn_1_8_11_27_21_59_56")
    ('routescenario_1711_rep0',)
    """
    return tuple(
        f"routescenario_{route.casefold()}_rep{int(rep)}" for route, rep in ROUTE_NAME.findall(name)[:1]
    )


def _may_be(recording: Path, keys: Collection[str]) -> bool:
    """Return whether the name of ``recording`` allows that it is of one of the routes in ``keys``.

    It does if it contains no route, or one of these. ``keys`` are names from a record of a results file; if
    none of them is that of a route, the result is True, too.
    """
    route_keys = _route_key(recording.stem)
    return (
        not route_keys or route_keys[0] in keys or not any(key.startswith("routescenario_") for key in keys)
    )


def _nearest(file: Path, recordings: Iterable[Path]) -> list[Path]:
    far = {each: _distance(file, each) for each in recordings}
    return [each for each in far if far[each] == min(far.values())]


def _distance(one: Path, other: Path) -> int:
    """Return how many steps up and down lead from the folder of the file ``one`` to that of ``other``."""
    one_parts, other_parts = one.parent.parts, other.parent.parts
    shared = [*map(eq, one_parts, other_parts), False].index(False)
    return len(one_parts) + len(other_parts) - 2 * shared


def _stem(path: Path) -> str:
    return path.name.removesuffix(".gz").removesuffix(".json")


def criteria_paths(recording: Path, dated: Mapping[str, Path]) -> list[Path]:
    """Return the paths at which ScenarioRunner's results of ``recording`` may be, the likeliest first.

    ``dated`` are the dated results in its folder, by name of the scenario.
    """
    own = [recording.with_name(name.format(recording.stem)) for name in _CRITERIA]
    own += [path.with_name(f"{path.name}.gz") for path in own]
    return [*own, dated[recording.stem]] if recording.stem in dated else own


def results_about(
    recording: Path,
    named: Sequence[Path] = (),
    *,
    others: Sequence[Path] = (),
    look: bool = True,
    should_continue: ShouldContinue = always,
) -> OwnResults:
    """Return the results files about one recording.

    Args:
        recording: path of the recording.
        named: results files that the user named.
        others: other recordings that ``named`` may be about.
        look: whether results files in the recording's folder and in folders beside it count, too.
        should_continue: is called now and then; returns False to cancel the search for files.

    Raises:
        ReadingCancelledError: ``should_continue`` returned False.
    """
    recording = Path(os.path.abspath(recording))  # noqa: PTH100 - links stay as they were named
    named = [Path(os.path.abspath(path)) for path in named]  # noqa: PTH100 - as above
    around = look_around(recording.parent, should_continue) if look else None
    own = criteria_paths(recording, dated_results(recording.parent))
    near = [*filter(os.path.lexists, own), *around.results] if around is not None else []
    files, troubles = [], []
    for path in dict.fromkeys((*named, *near)):
        try:
            files.append(read_results_file(path))
        except ResultFileError as error:  # noqa: PERF203 - each is for itself
            if path in named or path in own[:1]:
                troubles.append(str(error))
    absolute = (Path(os.path.abspath(path)) for path in others)  # noqa: PTH100 - as above
    recordings = {recording: None} | dict.fromkeys(
        (*absolute, *(() if around is None else around.recordings))
    )
    joined = join_results([*recordings], files, named)
    match = joined.matches.get(recording)
    mine = [each.sentence for each in joined.troubles if each.recording == recording]
    here = [file for file in files if file.path.parent == recording.parent and match is None]
    empty = [file for file in files if file.trouble and (file.path in named or file in here)]
    troubles += [f"{file.shown}: {file.trouble}" for file in empty]
    used = {match.file.path} if match is not None else set()
    about_others = [
        f"{file.shown}: there is nothing about {printable(recording.stem)}"
        for file in files
        if file.path in named and file.records and file.path not in used
    ]
    criteria = tuple(file for file in files if file.criteria)
    return OwnResults(match, criteria, (*troubles, *about_others, *mine))
