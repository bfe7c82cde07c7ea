"""Find what went wrong in recordings, by rules, for people and for machines that test."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from xml.etree.ElementTree import Element, ElementTree, SubElement, indent

import numpy as np

from viewer.analysis.criteria import runner_view
from viewer.analysis.event_table import RANKS, FoundEvents, NotJudged
from viewer.analysis.find import find_events
from viewer.analysis.kinds import KINDS, TABLE
from viewer.analysis.route_files import read_routes
from viewer.analysis.route_line import find_route
from viewer.analysis.thresholds import Thresholds
from viewer.cli import arguments
from viewer.cli.progress import Progress
from viewer.cli.recordings import opened
from viewer.cli.rules import add_rules, kinds, thresholds_of
from viewer.cli.status import Status, status_of
from viewer.export.criteria_report import counted
from viewer.export.errors import ExportError
from viewer.export.event_report import (
    EventReport,
    event_line,
    write_csv,
    write_json,
    write_json_lines,
    write_text,
)
from viewer.file_error import plain, printable
from viewer.recording.actor_name import ActorName, ActorNotFoundError
from viewer.recording.index import RecordingIndex
from viewer.roads import RoadMap, RoadMapError, open_map
from viewer.roads.find import find_map

_IN_ORDER = (Status.NOTHING, Status.HAPPENED, Status.NOT_JUDGED, Status.DAMAGED, Status.FINE)


def make_parser(program: str) -> argparse.ArgumentParser:
    """Return the parser of this command's arguments."""
    all_kinds = ", ".join(KINDS)
    usual = ", ".join(f"{row.name} {row.default:g} {row.unit}" for row in TABLE)
    parser = argparse.ArgumentParser(
        program,
        description="Find events by rules in poses, boxes, lights and the road map. Everything found is "
        "derived, and told with its rule, the measured value and the threshold.",
        epilog=f"Kinds: {all_kinds}. Thresholds: {usual}. Exit status, the first that applies: 2 wrong "
        "usage; 1 a file cannot be used; 4 an event of a --fail-on kind happened; 5 one of these kinds could "
        "not be judged; 3 a file is damaged, but was read; 0 fine.",
    )
    arguments.add(parser, "files", help="a recording")
    add_rules(parser, "whose events")
    parser.add_argument("--kind", type=kinds, metavar="K,K", help="look only for these kinds")
    arguments.add(
        parser,
        "--roads",
        help="the town's OpenDRIVE file; else one with the town's name beside the recording, or in its maps",
    )
    arguments.add(parser, "--routes")
    form = parser.add_mutually_exclusive_group()
    arguments.add(form, "--json")
    form.add_argument("--jsonl", action="store_true", help="write one event a line as JSON")
    arguments.add(form, "--csv")
    parser.add_argument(
        "--criteria", action="store_true",
        help="tell the hero as ScenarioRunner's criteria would count it, with the Leaderboard's factors, and "
        "what their files beside the recording say",
    )  # fmt: skip
    parser.add_argument(
        "--results", type=Path, action="append", metavar="FILE.json",
        help="such a file, elsewhere; goes with --criteria",
    )  # fmt: skip
    parser.add_argument("--junit", type=Path, metavar="OUT.xml", help="also write a JUnit report")
    return parser


def run(options: argparse.Namespace) -> int:
    """Find; return the exit status."""
    limits = thresholds_of(options)
    roads = None if options.roads is None else _open_map(options.roads)
    for path in options.routes:
        read_routes(path)
    _check(options)
    return _tell(options, list(_reports(options, roads, limits)))


def _tell(options: argparse.Namespace, reports: Sequence[EventReport]) -> Status:
    """Write the reports; return the exit status."""
    if options.json:
        write_json(reports, sys.stdout)
    elif options.jsonl:
        write_json_lines(reports, sys.stdout)
    elif options.csv:
        write_csv(reports, sys.stdout)
    else:
        write_text(reports, sys.stdout)
    if options.json or options.jsonl or options.csv:
        for report in reports:
            if report.error is not None:
                print(report.error.line(), file=sys.stderr)
    if options.junit is not None:
        _write_junit(reports, options.fail_on, options.junit)
    statuses = {status for report in reports for status in _statuses(report, options)}
    return next(status for status in _IN_ORDER if status in statuses)


def _statuses(report: EventReport, options: argparse.Namespace) -> Iterator[Status]:
    """Yield all exit statuses that one file gives reason for."""
    if report.error is not None or report.index is None or report.found is None:
        yield Status.NOTHING
        return
    yield status_of(report.index)
    if np.isin(report.found.events["kind"], [RANKS[kind] for kind in options.fail_on]).any():
        yield Status.HAPPENED
    if not options.allow_not_judged and any(each.kind in options.fail_on for each in report.found.not_judged):
        yield Status.NOT_JUDGED


def _reports(options: argparse.Namespace, roads: RoadMap | None, limits: Thresholds) -> Iterator[EventReport]:
    """Look through all files; whatever they hold, there is a report."""
    beside: dict[Path, RoadMap] = {}

    def look(index: RecordingIndex, progress: Progress) -> EventReport:
        road_map = roads if roads is not None else _map_beside(index, beside)
        found = _find(index, options, road_map, limits, progress)
        view = runner_view(index, found, options.results) if options.criteria else None
        if options.criteria and view is None:
            print(f"{printable(index.path)}: no criteria were judged: there is no hero.", file=sys.stderr)
        return EventReport(index.path, index, found, view=view)

    return opened(options.files, look, lambda path, index, error: EventReport(path, index, error=error))


def _find(
    index: RecordingIndex,
    options: argparse.Namespace,
    road_map: RoadMap | None,
    limits: Thresholds,
    progress: Progress,
) -> FoundEvents:
    kinds = None if options.kind is None else (*options.kind, *options.fail_on)
    hero, rows, missing = _whom(index, options.hero, options.whose)
    found = find_events(
        index, kinds=kinds, rows=rows, hero=hero, road_map=road_map,
        route=find_route(index, options.routes, hero=hero, road_map=road_map),
        thresholds=limits, proceed=progress.proceed(f"Judging {index.path.name}"),
    )  # fmt: skip
    if not missing:
        return found
    nobody = tuple(NotJudged(kind, (), missing) for kind in found.kinds if kind != "stall")
    told = tuple(each for each in found.not_judged if each.kind == "stall")
    events = found.events.take(found.events["kind"] == RANKS["stall"])
    return FoundEvents(
        events, nobody + told, found.kinds, found.judged, found.hero, found.thresholds, found.pose_lag,
        found.boxes, found.roads, found.route,
    )  # fmt: skip


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


def _check(options: argparse.Namespace) -> None:
    """Refuse arguments that cannot be followed, by an ExportError."""
    target = options.junit
    if options.results and not options.criteria:
        raise ExportError("--results goes with --criteria")
    if target is not None and target.is_dir():
        raise ExportError(f"{target}: this is a folder; name a file")
    if target is not None and any(
        os.path.realpath(target) == os.path.realpath(path) for path in options.files
    ):
        raise ExportError(f"{target}: a recording is not overwritten by its report; name another file")


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
        _suite(suites, report, fail_on)
    for name in ("tests", "failures", "errors", "skipped"):
        suites.set(name, str(sum(int(suite.get(name, "0")) for suite in suites)))
    indent(suites)
    partial = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        ElementTree(suites).write(partial, encoding="utf-8", xml_declaration=True)
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)


def _suite(suites: Element, report: EventReport, fail_on: Collection[str]) -> None:
    name = str(report.path)
    suite = SubElement(suites, "testsuite", name=plain(name))
    index = report.index
    if report.found is None or index is None:
        case = SubElement(suite, "testcase", name="file", classname=plain(name))
        message = report.error.line() if report.error is not None else "nothing usable"
        SubElement(case, "error", message=plain(message))
    else:
        for kind in report.found.kinds:
            case = SubElement(suite, "testcase", name=kind, classname=plain(name))
            events = report.found.events.take(report.found.events["kind"] == RANKS[kind])
            reasons = sorted({each.reason for each in report.found.not_judged if each.kind == kind})
            lines = "\n".join(event_line(index, event).strip() for event in events)
            if events and kind in fail_on:
                failure = SubElement(case, "failure", message=f"{len(events)} × {kind}")
                failure.text = plain(lines)
            elif reasons:
                SubElement(case, "skipped", message=plain("; ".join(reasons)))
            if events and kind not in fail_on:
                SubElement(case, "system-out").text = plain(lines)
        for count in () if report.view is None else report.view.counts:
            name = f"criteria/{count.criterion.name}"
            case = SubElement(suite, "testcase", name=name, classname=plain(str(report.path)))
            if not count.judged:
                SubElement(case, "skipped", message=plain(count.reason))
            SubElement(case, "system-out").text = plain(counted(count))
    cases = suite.findall("testcase")
    suite.set("tests", str(len(cases)))
    for tag, attribute in (("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
        suite.set(attribute, str(sum(case.find(tag) is not None for case in cases)))
