"""Found events as a JUnit report, which continuous integration shows."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from pathlib import Path
from xml.etree.ElementTree import Element, ElementTree, SubElement, indent

from viewer.analysis.event_table import RANKS
from viewer.export.criteria_report import counted
from viewer.export.event_report import EventReport, event_line
from viewer.file_error import plain


def write_junit(reports: Sequence[EventReport], fail_on: Collection[str], target: Path) -> None:
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
