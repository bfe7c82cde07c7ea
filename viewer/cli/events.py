"""Command ``events``: find events by rules, for people and for automated tests."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple, TextIO
from xml.etree.ElementTree import Element, ElementTree, SubElement, indent

import numpy as np

from viewer.analysis.criteria import RunnerView, runner_view
from viewer.analysis.event_kinds import KINDS, TABLE
from viewer.analysis.event_table import RANKS, FoundEvents, NotJudged
from viewer.analysis.find_events import find_events
from viewer.analysis.hero import HOW_TO_NAME_IT, no_hero_text
from viewer.analysis.map_near import map_near
from viewer.analysis.result_join import results_about
from viewer.analysis.results_file import ResultFileError, is_bench2drive, read_results_file
from viewer.analysis.route_files import read_routes
from viewer.analysis.route_line import find_route
from viewer.analysis.thresholds import Thresholds
from viewer.cli import arguments
from viewer.cli.arguments import FLAG
from viewer.cli.maps import map_beside, open_map, print_map_problems
from viewer.cli.recordings import opened
from viewer.cli.terminal import Progress, Status
from viewer.export.errors import ExportError
from viewer.export.event_report import (
    EVENT_COLUMNS,
    counted,
    document,
    event_line,
    event_lines,
    event_rows,
    penalty_line,
    refusal,
    text_lines,
)
from viewer.export.rows import Row, write_csv, write_json, write_json_lines
from viewer.export.target import check_target, replacing
from viewer.file_error import plain, printable
from viewer.recording.actor_name import ActorName, ActorNotFoundError
from viewer.recording.index import RecordingIndex
from viewer.roads import MapFile

_PRECEDENCE = (Status.NOTHING, Status.HAPPENED, Status.NOT_JUDGED, Status.DAMAGED, Status.FINE)


class _Form(NamedTuple):
    """Form of output: how the events of one recording become rows, and how the rows of all are written."""

    rows: Callable[[RecordingIndex, FoundEvents, RunnerView | None], Iterable[Row]]
    write: Callable[[Iterable[Row], TextIO], None]


_FORMS = {
    "json": _Form(lambda *found: [document(*found)], write_json),
    "jsonl": _Form(event_lines, write_json_lines),
    "csv": _Form(event_rows, partial(write_csv, EVENT_COLUMNS)),
}
"""Forms of output by option."""

_ALL_KINDS = ", ".join(KINDS)
_USUAL = ", ".join(f"{row.name} {row.default:g} {row.unit}" for row in TABLE)
_ROADS = "the town's OpenDRIVE file (default: one with the town's name beside the recording or in maps there)"
PARSER = arguments.parser(
    "Find events by rules in poses, boxes, traffic lights and the road map. Each event is printed with its "
    "rule, the measured value and the threshold.",
    ("files", {"help": "a recording"}),
    *arguments.rules("whose events"),
    ("--kind", {"type": arguments.kinds, "metavar": "K,K", "help": "look only for these kinds"}),
    ("--roads", {"help": _ROADS}),
    "--routes",
    ["--json", ("--jsonl", FLAG | {"help": "write JSON, one event per line"}), "--csv"],
    ("--criteria", FLAG | {
        "help": "also judge the hero by ScenarioRunner's criteria and the Leaderboard's factors, and print "
        "their results files beside the recording",
    }),
    ("--results", {
        "type": arguments.file, "action": "append", "metavar": "FILE.json",
        "help": "with --criteria: results file to use instead; can be given again",
    }),
    ("--junit", {"type": Path, "metavar": "OUT.xml", "help": "also write a JUnit report"}),
    epilog=f"Kinds: {_ALL_KINDS}. Thresholds: {_USUAL}. Exit status, the first that applies: 2 wrong "
    "usage; 1 a file cannot be used; 4 an event of a --fail-on kind happened; 5 one of these kinds could "
    "not be judged; 3 a file is damaged, but was read; 0 fine.",
)  # fmt: skip


def run(options: argparse.Namespace) -> int:
    """Run the command ``events``: find and print the events of recordings, and return the exit status."""
    limits = arguments.thresholds_of(options)
    roads = None if options.roads is None else open_map(options.roads)
    for path in options.routes:
        read_routes(path)
    if options.results and not options.criteria:
        raise ExportError("--results goes with --criteria")
    for path in options.results or ():
        try:
            read_results_file(path)
        except ResultFileError as error:  # noqa: PERF203 - the first error ends the command
            raise ExportError(str(error)) from error
    if options.junit is not None:
        for path in options.files:
            check_target(options.junit, path, overwrite=True)
    return _report(options, roads, limits)


def _report(options: argparse.Namespace, roads: MapFile | None, limits: Thresholds) -> Status:
    form = next((form for name, form in _FORMS.items() if getattr(options, name)), None)
    statuses: set[Status] = set()
    lines: list[Row] = []
    suites = Element("testsuites", name="events")
    open_once = cache(open_map)

    def report(index: RecordingIndex, progress: Progress) -> None:
        """Find the events of one recording and print them, or collect them for JSON or CSV at the end."""
        file = roads if roads is not None else map_beside(index, open_once)
        found, view = _find(index, options, file, limits, progress)
        statuses.update(_statuses(found, options))
        suites.append(_suite(index.path, _cases(index, found, view, options.fail_on)))
        if form is not None:
            lines.extend(form.rows(index, found, view))
            return
        progress.clear()
        for line in text_lines(index, found, view):
            print(printable(line))

    for each in opened(options.files, report):
        statuses.add(each.status)
        if each.error is not None:
            sentence = each.error.line()
            suites.append(_suite(each.path, [("file", "error", sentence, "")]))
            if options.json:
                lines.append(refusal(each.path, each.index, each.error))
            out, before = (sys.stdout, f"{printable(each.path)}: ") if form is None else (sys.stderr, "")
            print(f"{before}{sentence}", file=out)
    if form is not None:
        form.write(lines, sys.stdout)
    if options.junit is not None:
        _write_junit(suites, options.junit)
    return next(status for status in _PRECEDENCE if status in statuses)


_OF_NOBODY = ("stall", "slow_down")
"""Kinds of events that are about the simulator, not an actor."""


def _find(
    index: RecordingIndex,
    options: argparse.Namespace,
    file: MapFile | None,
    limits: Thresholds,
    progress: Progress,
) -> tuple[FoundEvents, RunnerView | None]:
    hero, rows, missing = _hero_and_rows(index, options.hero, options.whose)
    road_map = None if file is None else map_near(file, index)
    if file is not None and road_map is not None and file.is_large:
        print_map_problems(road_map)
    own = None
    if options.criteria:
        named = options.results or ()
        own = results_about(index.path, named, others=options.files, look=not named)
    record = None if own is None or own.match is None else own.match.record
    found = find_events(
        index, kinds=None if options.kind is None else (*options.kind, *options.fail_on), rows=rows,
        hero=hero, road_map=road_map,
        route=find_route(index, options.routes, hero=hero, road_map=file),
        thresholds=limits, bench2drive=is_bench2drive(record),
        should_continue=progress.should_continue(f"Judging {index.path.name}"),
    )  # fmt: skip
    if missing:
        unjudged = tuple(NotJudged(kind, (), missing) for kind in found.kinds if kind not in _OF_NOBODY)
        others = tuple(each for each in found.not_judged if each.kind in _OF_NOBODY)
        events = found.events.take(np.isin(found.events["kind"], [RANKS[kind] for kind in _OF_NOBODY]))
        found = replace(found, events=events, not_judged=unjudged + others)
    view = None if own is None else runner_view(index, found, own)
    if options.criteria and view is None:
        print(f"{printable(index.path.name)}: no criteria were judged: there is no hero.", file=sys.stderr)
    return found, view


def _statuses(found: FoundEvents, options: argparse.Namespace) -> Iterator[Status]:
    """Yield the exit statuses due to the kinds of events that the option --fail-on names.

    HAPPENED is yielded if such an event was found. NOT_JUDGED is yielded if such a kind could not be judged,
    unless --allow-not-judged is given.
    """
    if np.isin(found.events["kind"], [RANKS[kind] for kind in options.fail_on]).any():
        yield Status.HAPPENED
    if not options.allow_not_judged and any(each.kind in options.fail_on for each in found.not_judged):
        yield Status.NOT_JUDGED


def _hero_and_rows(
    index: RecordingIndex, hero: ActorName | None, whose: ActorName | None
) -> tuple[int | None, list[int] | None, str]:
    """Return the row of the hero, the rows of the actors to report, and why an actor was not found.

    ``hero`` is the actor to take as the hero, None for the recording's own; ``whose`` that whose events to
    report, None for all actors. The first value is None if there is no hero, the second None for all actors,
    the third empty if no actor is missing.
    """
    actors, row = index.actors, None
    try:
        if hero is not None:
            row = hero.lifetimes(actors)[0]
        elif actors.hero_lifetimes:
            row = actors.hero_lifetimes[0]
        else:
            reason = f"{no_hero_text(index)}; {HOW_TO_NAME_IT}"
            print(f"{printable(index.path.name)}: {reason}.", file=sys.stderr)
        if whose is None:
            return row, None, ""
        if whose == ActorName() and row is not None:
            return row, [*actors.lifetimes(row)], ""
        return row, whose.rows(actors), ""
    except ActorNotFoundError as error:
        return row, None if whose is None else [], str(error)


# -- JUnit


def _suite(path: Path, cases: Iterable[tuple[str, str, str, str]]) -> Element:
    """Return the JUnit element ``testsuite`` of one recording.

    Args:
        path: path of the recording.
        cases: name, outcome, message and text of each test case; the outcome is ``failure``, ``error`` or
            ``skipped``, or empty if the test passed.
    """
    name = plain(str(path))
    suite = Element("testsuite", name=name)
    for case, tag, message, text in cases:
        element = SubElement(suite, "testcase", name=case, classname=name)
        if tag:
            SubElement(element, tag, message=plain(message))
        if text:
            into = element[0] if tag == "failure" else SubElement(element, "system-out")
            into.text = plain(text)
    return suite


def _cases(
    index: RecordingIndex, found: FoundEvents, view: RunnerView | None, fail_on: Collection[str]
) -> Iterator[tuple[str, str, str, str]]:
    """Yield a JUnit test case per kind of event, then per criterion: name, outcome, message and text.

    A kind of event in ``fail_on`` of which an event was found is a ``failure``. What could not be judged is
    ``skipped``. All others have passed: their outcome is empty.
    """
    for kind in found.kinds:
        events = found.events.take(found.events["kind"] == RANKS[kind])
        reasons = sorted({each.reason for each in found.not_judged if each.kind == kind})
        text = "\n".join(event_line(index, event).strip() for event in events)
        if events and kind in fail_on:
            yield kind, "failure", f"{len(events)} × {kind}", text
        else:
            yield kind, "skipped" if reasons else "", "; ".join(reasons), text
    for count in () if view is None else view.counts:
        name, tag = f"criteria/{count.criterion.name}", "" if count.judged else "skipped"
        yield name, tag, count.reason, counted(count)
    if view is not None:
        yield "criteria/penalty", "skipped" if view.not_in_penalty else "", "", penalty_line(view)


def _write_junit(suites: Element, path: Path) -> None:
    tags = {"tests": "testcase", "failures": "failure", "errors": "error", "skipped": "skipped"}
    for element in (*suites, suites):
        for name, tag in tags.items():
            element.set(name, str(len(element.findall(f".//{tag}"))))
    indent(suites)
    with replacing(path) as target:
        ElementTree(suites).write(target, encoding="utf-8", xml_declaration=True)
