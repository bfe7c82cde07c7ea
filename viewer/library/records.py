"""Records of results files as runs of routes: copies are one run, different ones are attempts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from viewer.analysis.checkpoint import Record
from viewer.analysis.results_file import ResultsFile, names_of
from viewer.analysis.route_run import RouteRun, as_text, finite_number, route_and_repetition
from viewer.analysis.run_facts import INFRACTIONS
from viewer.cancellation import ShouldContinue, always, cancellable
from viewer.file_error import printable

_SCORES = ("score_composed", "score_route", "score_penalty")
_TELLING = frozenset(("route_id", "save_name", "status", "scores", "infractions"))
"""Keys of a record, of which one at least must be there; other objects are no records."""
_KNOWN = frozenset(INFRACTIONS)


class Unjoined(NamedTuple):
    """Row of the table ``unjoined``: what could not be read, joined or used of results and routes, and why.

    Attributes:
        file: path or URL of the file.
        record: name of the record in it; None if it is about the file.
        sentence: the reason, a sentence.
    """

    file: str
    record: str | None
    sentence: str

    @property
    def line(self) -> str:
        """The row as one line of text."""
        return ": ".join(filter(None, self))


class FiledRun(NamedTuple):
    """One run of a route: the results file with its record, the run, and the records that are its copies."""

    file: ResultsFile
    run: RouteRun
    copies: tuple[Record, ...]

    @property
    def name(self) -> str | None:
        """Name of the record, to tell it from others in its file; None if it has none."""
        return printable(as_text("".join(names_of(self.run.record)[:1]))) or None


class _Item(NamedTuple):
    file: ResultsFile
    at: int
    record: Record


def filed_runs(files: Sequence[ResultsFile], should_continue: ShouldContinue = always) -> list[FiledRun]:
    """Return each run that the records in results files ``files`` tell of.

    Equal records of a route and repetition are copies of one run if they lie in one folder, or one above the
    other, as a merged file and its parts. Different ones in one folder are attempts, numbered by the time of
    their files, then by their order; the last one counts.

    Raises:
        ReadingCancelledError: ``should_continue`` returned False.
    """
    groups: dict[object, list[_Item]] = {}
    for file in cancellable(files, should_continue, 1):
        for at, record in enumerate(file.records):
            if not record.keys() & _TELLING:
                continue
            route, repetition = route_and_repetition(record)
            key: object = (route, repetition) if route else id(record)
            groups.setdefault(key, []).append(_Item(file, at, record))
    found = []
    for key, items in groups.items():
        route, repetition = key if isinstance(key, tuple) else ("", None)
        if len(items) == 1:
            file, _, record = items[0]
            found.append(FiledRun(file, RouteRun(record, route, repetition), (record,)))
        else:
            found += _attempts(items, route, repetition)
    return found


def _attempts(items: list[_Item], route: str, repetition: int | None) -> Iterator[FiledRun]:
    """Yield the runs that several records of one route and repetition tell of, copies as one."""
    kept: dict[str, dict[Path, tuple[_Item, list[Record]]]] = {}
    for item in sorted(items, key=lambda each: -len(each.file.path.parts)):
        folder = item.file.path.parent
        same = kept.setdefault(_content(item.record), {})
        below = next((each for each in same if each == folder or folder in each.parents), None)
        if below is None:
            same[folder] = item, [item.record]
        else:
            same[below][1].append(item.record)
    by_folder: dict[Path, list[tuple[_Item, list[Record]]]] = {}
    for same in kept.values():
        for folder, each in same.items():
            by_folder.setdefault(folder, []).append(each)
    for attempts in by_folder.values():
        attempts.sort(key=lambda each: (each[0].file.modified, str(each[0].file.path), each[0].at))
        for number, (item, copies) in enumerate(attempts, 1):
            run = RouteRun(item.record, route, repetition, number, counts=number == len(attempts))
            yield FiledRun(item.file, run, tuple(copies))


def _content(record: Record) -> str:
    """Return the values of ``record`` as text, without ``index``, which a merged file does not keep."""
    return json.dumps({key: value for key, value in record.items() if key != "index"}, sort_keys=True)


def oddities(filed: Iterable[FiledRun]) -> Iterator[Unjoined]:
    """Yield a row of the table ``unjoined`` for each thing that is odd in the records of ``filed``."""
    for each in filed:
        for sentence in _oddities(each.run):
            yield Unjoined(each.file.shown, each.name, sentence)


def _oddities(run: RouteRun) -> Iterator[str]:
    record = run.record
    if not run.route:
        yield "it has no route_id."
    if run.counts and run.attempt is not None and run.attempt > 1:
        yield f"there are {run.attempt} different records of this route and repetition: the newest counts."
    scores, infractions = record.get("scores"), record.get("infractions")
    if isinstance(scores, Mapping):
        wrong = [each for each in _SCORES if each in scores and finite_number(scores[each]) is None]
        if wrong:
            yield f"{', '.join(wrong)}: this is no number."
    elif scores is not None:
        yield "scores: these are no scores of the Leaderboard."
    if isinstance(infractions, Mapping):
        if not infractions.keys() <= _KNOWN:
            foreign = ", ".join(sorted(printable(as_text(each)) for each in infractions.keys() - _KNOWN))
            yield f"infractions that are not counted, as the Leaderboard has none of that name: {foreign}."
        if wrong := [each for each in _KNOWN if not isinstance(infractions.get(each, []), list)]:
            yield f"infractions: these are no lists: {', '.join(sorted(wrong))}."
    elif infractions is not None:
        yield "infractions: these are none of the Leaderboard."
