"""Find what went wrong in recordings, by rules, for people and for machines that test."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from xml.etree.ElementTree import Element, ElementTree, SubElement, indent

import numpy as np

from viewer.analysis.criteria import RunnerView, runner_view
from viewer.analysis.event_table import RANKS, FoundEvents, NotJudged
from viewer.analysis.find import find_events
from viewer.analysis.kinds import KINDS, TABLE
from viewer.analysis.route_files import read_routes
from viewer.analysis.route_line import find_route
from viewer.analysis.thresholds import Thresholds
from viewer.cli import arguments
from viewer.cli.arguments import FLAG
from viewer.cli.recordings import opened
from viewer.cli.terminal import Progress, Status, status_of
from viewer.export.errors import ExportError
from viewer.export.event_report import (
    EventReport,
    counted,
    event_line,
    write_csv,
    write_json,
    write_json_lines,
    write_text,
)
from viewer.export.target import check_target, replacing
from viewer.file_error import plain, printable
from viewer.recording.actor_name import ActorName, ActorNotFoundError
from viewer.recording.index import RecordingIndex
from viewer.roads import RoadMap, RoadMapError, open_map
from viewer.roads.find import find_map

_IN_ORDER = (Status.NOTHING, Status.HAPPENED, Status.NOT_JUDGED, Status.DAMAGED, Status.FINE)
_FORMS = {"json": write_json, "jsonl": write_json_lines, "csv": write_csv}


_ALL_KINDS = ", ".join(KINDS)
_USUAL = ", ".join(f"{row.name} {row.default:g} {row.unit}" for row in TABLE)
_ROADS = "the town's OpenDRIVE file; else one with the town's name beside the recording, or in its maps"
PARSER = arguments.parser(
    "Find events by rules in poses, boxes, lights and the road map. Everything found is derived, and "
    "told with its rule, the measured value and the threshold.",
    ("files", {"help": "a recording"}),
    *arguments.rules("whose events"),
    ("--kind", {"type": arguments.kinds, "metavar": "K,K", "help": "look only for these kinds"}),
    ("--roads", {"help": _ROADS}),
    "--routes",
    ["--json", ("--jsonl", FLAG | {"help": "write one event a line as JSON"}), "--csv"],
    ("--criteria", FLAG | {
        "help": "tell the hero as ScenarioRunner's criteria would count it, with the Leaderboard's "
        "factors, and what their files beside the recording say",
    }),
    ("--results", {
        "type": Path, "action": "append", "metavar": "FILE.json",
        "help": "such a file, elsewhere; goes with --criteria",
    }),
    ("--junit", {"type": Path, "metavar": "OUT.xml", "help": "also write a JUnit report"}),
    epilog=f"Kinds: {_ALL_KINDS}. Thresholds: {_USUAL}. Exit status, the first that applies: 2 wrong "
    "usage; 1 a file cannot be used; 4 an event of a --fail-on kind happened; 5 one of these kinds could "
    "not be judged; 3 a file is damaged, but was read; 0 fine.",
)  # fmt: skip


def run(options: argparse.Namespace) -> int:
    """Find; return the exit status."""
    limits = arguments.thresholds_of(options)
    roads = None if options.roads is None else _open_map(options.roads)
    for path in options.routes:
        read_routes(path)
    if options.results and not options.criteria:
        raise ExportError("--results goes with --criteria")
    if options.junit is not None:
        for path in options.files:
            check_target(options.junit, path, overwrite=True)
    reports = list(_reports(options, roads, limits))
    form = next((write for name, write in _FORMS.items() if getattr(options, name)), None)
    if form is None:
        write_text(reports, sys.stdout)
    else:
        form(reports, sys.stdout)
        for report in reports:
            if report.error is not None:
                print(report.error.line(), file=sys.stderr)
    if options.junit is not None:
        _write_junit(reports, options.fail_on, options.junit)
    statuses = {status for report in reports for status in _statuses(report, options)}
    return next(status for status in _IN_ORDER if status in statuses)


def _statuses(report: EventReport, options: argparse.Namespace) -> Iterator[Status]:
    if report.error is not None or report.index is None or report.found is None:
        yield Status.NOTHING
        return
    yield status_of(report.index)
    if np.isin(report.found.events["kind"], [RANKS[kind] for kind in options.fail_on]).any():
        yield Status.HAPPENED
    if not options.allow_not_judged and any(each.kind in options.fail_on for each in report.found.not_judged):
        yield Status.NOT_JUDGED


def _reports(options: argparse.Namespace, roads: RoadMap | None, limits: Thresholds) -> Iterator[EventReport]:
    beside: dict[Path, RoadMap] = {}

    def look(index: RecordingIndex, progress: Progress) -> tuple[FoundEvents, RunnerView | None]:
        road_map = roads if roads is not None else _map_beside(index, beside)
        hero, rows, missing = _whom(index, options.hero, options.whose)
        found = find_events(
            index, kinds=None if options.kind is None else (*options.kind, *options.fail_on), rows=rows,
            hero=hero, road_map=road_map,
            route=find_route(index, options.routes, hero=hero, road_map=road_map),
            thresholds=limits, proceed=progress.proceed(f"Judging {index.path.name}"),
        )  # fmt: skip
        if missing:
            nobody = tuple(NotJudged(kind, (), missing) for kind in found.kinds if kind != "stall")
            told = tuple(each for each in found.not_judged if each.kind == "stall")
            events = found.events.take(found.events["kind"] == RANKS["stall"])
            found = replace(found, events=events, not_judged=nobody + told)
        view = runner_view(index, found, options.results) if options.criteria else None
        if options.criteria and view is None:
            print(f"{printable(index.path)}: no criteria were judged: there is no hero.", file=sys.stderr)
        return found, view

    for each in opened(options.files, look):
        found, view = each.answer or (None, None)
        yield EventReport(each.path, each.index, found, each.error, view)


def _whom(
    index: RecordingIndex, hero: ActorName | None, whose: ActorName | None
) -> tuple[int | None, list[int] | None, str]:
    """Return the row of the hero, the rows of those asked for, and why there is nobody, if so."""
    actors, row = index.actors, None
    try:
        if hero is not None:
            row, *later = hero.lives(actors)
            if later:
                said = f"{hero} is there {1 + len(later)} times; the first is the hero"
                print(f"{printable(index.path.name)}: {said}.", file=sys.stderr)
        elif actors.hero_rows:
            row = actors.hero_rows[0]
        if whose is None:
            return row, None, ""
        if whose == ActorName() and row is not None:
            return row, [row], ""
        return row, whose.rows(actors), ""
    except ActorNotFoundError as error:
        return row, None if whose is None else [], str(error)


def _open_map(path: Path) -> RoadMap:
    """Read a road map, and tell what is odd about it: rules go by it."""
    road_map = open_map(path)
    for each in road_map.problems:
        often = f" ({each.count} times)" if each.count > 1 else ""
        print(
            f"{printable(path.name)}: {printable(each.where)}: {printable(each.what)}{often}: {each.action}.",
            file=sys.stderr,
        )
    return road_map


def _map_beside(index: RecordingIndex, known: dict[Path, RoadMap]) -> RoadMap | None:
    path = find_map(index.header.map_name, recording_folder=index.path.parent)
    if path is None:
        return None
    if path not in known:
        try:
            known[path] = _open_map(path)
        except RoadMapError as error:
            print(error.line(), file=sys.stderr)
            return None
    return known[path]


def _write_junit(reports: Sequence[EventReport], fail_on: Collection[str], target: Path) -> None:
    """Write a report: a suite for each file, a case for each kind that was looked for.

    A case has failed if one of its events must not happen; it is skipped if it could not be judged. So is one
    for each criterion of ScenarioRunner, if they were asked for. A file that cannot be used is a case with an
    error.

    Raises:
        OSError: it cannot be written.

    """
    suites = Element("testsuites", name="events")
    for report in reports:
        name = plain(str(report.path))
        suite = SubElement(suites, "testsuite", name=name)
        for case, tag, message, text in _cases(report, fail_on):
            told = SubElement(suite, "testcase", name=case, classname=name)
            if tag:
                SubElement(told, tag, message=plain(message))
            if text:
                into = told[0] if tag == "failure" else SubElement(told, "system-out")
                into.text = plain(text)
        _count(suite)
    _count(suites)
    indent(suites)
    with replacing(target) as partial:
        ElementTree(suites).write(partial, encoding="utf-8", xml_declaration=True)


def _cases(report: EventReport, fail_on: Collection[str]) -> Iterator[tuple[str, str, str, str]]:
    """Yield the name of each case, how it went if not well, with a message, and a text."""
    index, found = report.index, report.found
    if found is None or index is None:
        yield "file", "error", report.trouble, ""
        return
    for kind in found.kinds:
        events = found.events.take(found.events["kind"] == RANKS[kind])
        reasons = sorted({each.reason for each in found.not_judged if each.kind == kind})
        text = "\n".join(event_line(index, event).strip() for event in events)
        if events and kind in fail_on:
            yield kind, "failure", f"{len(events)} × {kind}", text
        else:
            yield kind, "skipped" if reasons else "", "; ".join(reasons), text
    for count in () if report.view is None else report.view.counts:
        yield (
            f"criteria/{count.criterion.name}",
            "" if count.judged else "skipped",
            count.reason,
            counted(count),
        )


def _count(element: Element) -> None:
    tags = {"tests": "testcase", "failures": "failure", "errors": "error", "skipped": "skipped"}
    for name, tag in tags.items():
        element.set(name, str(len(element.findall(f".//{tag}"))))
