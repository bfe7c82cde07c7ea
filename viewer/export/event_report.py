"""Found events as text, JSON, JSON lines and CSV."""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from viewer.analysis.criteria import RunnerView
from viewer.analysis.event_table import FoundEvent, FoundEvents
from viewer.analysis.incidents import by_weight
from viewer.analysis.kinds import KINDS
from viewer.export.criteria_report import view_document, view_lines
from viewer.file_error import printable
from viewer.logfile.errors import RecordingError
from viewer.program import PROGRAM, program_version
from viewer.recording.index import RecordingIndex

SCHEMA = 1
_COLUMNS = (
    "file", "kind", "start", "end", "frame", "actor_id", "spawn_frame", "other_id", "other_spawn_frame",
    "value", "threshold", "unit", "severity", "source", "scenario_runner", "x", "y", "z", "rule",
    "incident", "at_least", "began_before", "goes_on", "not_judged",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class EventReport:
    """What was found in one file, or why it cannot be used."""

    path: Path
    index: RecordingIndex | None
    found: FoundEvents | None = None
    error: RecordingError | None = None
    view: RunnerView | None = None


def write_json(reports: Sequence[EventReport], stream: TextIO) -> None:
    """Write an array with one object per file."""
    json.dump([_document(report) for report in reports], stream, indent=2, allow_nan=False)
    stream.write("\n")


def write_json_lines(reports: Sequence[EventReport], stream: TextIO) -> None:
    """Write one event a line, with the file it is from; then what was not judged, and criteria, if any."""
    for report in reports:
        rest = {"not_judged": _not_judged(report), "criteria": _criteria(report)}
        stream.writelines(
            json.dumps({"file": str(report.path)} | line, allow_nan=False) + "\n"
            for line in (*_events(report), *({name: told} for name, told in rest.items() if told))
        )


def write_csv(reports: Sequence[EventReport], stream: TextIO) -> None:
    """Write a table with a row for each event; what is not known is empty.

    Below them is a row for each kind and actor that was not judged; its last column says why. Then comes a
    row for each criterion, if they were asked for: as its value how often it counts something of the hero.
    """
    writer = csv.DictWriter(stream, _COLUMNS, lineterminator="\n")
    writer.writeheader()
    for report in reports:
        for event in _events(report):
            actors, place = event.pop("actors"), event.pop("place") or (None,) * 3
            first, other = (*actors, None, None)[:2]
            theirs = event.pop("scenario_runner")
            event["scenario_runner"] = None if theirs is None else str(theirs).lower()
            event |= {name: str(event[name]).lower() for name in ("at_least", "began_before", "goes_on")}
            row = event | {"file": str(report.path)} | dict(zip("xyz", place, strict=True))
            for prefix, actor in (("actor", first), ("other", other)):
                row[f"{prefix}_id"] = actor and actor["id"]
                row[{"actor": "spawn_frame", "other": "other_spawn_frame"}[prefix]] = (
                    actor and actor["spawn_frame"]
                )
            writer.writerow(row)
        for each in _not_judged(report):
            row = {"file": str(report.path), "kind": each["kind"], "not_judged": each["reason"]}
            for actor in each["actors"] or [{}]:
                writer.writerow(row | {"actor_id": actor.get("id"), "spawn_frame": actor.get("spawn_frame")})
        criteria = _criteria(report) or {"criteria": []}
        for each in criteria["criteria"]:
            writer.writerow({
                "file": str(report.path), "kind": f"criteria/{each['name']}", "value": each["count"],
                "actor_id": criteria["hero"]["id"], "spawn_frame": criteria["hero"]["spawn_frame"],
                "rule": each["test"], "not_judged": each["reason"],
            })  # fmt: skip


def write_text(reports: Sequence[EventReport], stream: TextIO) -> None:
    """Write what people read: a line for each event, and one for each reason why something was not judged.

    Each incident has its number and the event that it is named by, and below it its others by time.
    """
    for report in reports:
        stream.writelines(printable(line) + "\n" for line in _lines(report))
    stream.flush()


def _lines(report: EventReport) -> Iterator[str]:
    if report.found is None or report.index is None:
        yield f"{printable(report.path)}: " + (
            report.error.line() if report.error is not None else "nothing usable"
        )
        return
    index, found = report.index, report.found
    events = by_weight(found.events, found.hero)
    count, incidents = len(events), len(events.heads)
    lag = ", poses of vehicles are one frame late" if found.pose_lag else ""
    joined = f" in {incidents:,} incident{'' if incidents == 1 else 's'}" if incidents < count else ""
    many = f"{count:,} event{'' if count == 1 else 's'}{joined}"
    route = f"; route: {found.route}" if found.route else ""
    yield f"{printable(report.path)}: {many}; boxes: {found.boxes}{lag}{route}"
    for head in sorted(events.heads, key=lambda event: event.incident):
        yield f"{head.incident:4}  {event_line(index, head)}"
        others = (event for event in events.incident_of(head) if event != head)
        yield from (f"{'':8}{event_line(index, each)}" for each in sorted(others, key=lambda e: e.start))
    reasons: dict[str, list[str]] = {}
    for each in found.not_judged:
        ids = ", ".join(str(int(index.actors.actor_id[row])) for row in each.actors)
        reasons.setdefault(f"{each.reason}{f' ({ids})' if ids else ''}", []).append(KINDS[each.kind].label)
    for reason, kinds in reasons.items():
        yield f"  not judged: {', '.join(kinds)}: {reason}"
    if report.view is not None:
        yield from view_lines(report.view, int(index.actors.actor_id[report.view.hero]))


def event_line(index: RecordingIndex, event: FoundEvent) -> str:
    """Return an event in words: when, what, who, how much of what is allowed, and why."""
    names = [_name(index, row) for row in event.actors]
    what = [f"{event.start:9.3f} s", f"{KINDS[event.kind].label:22}", " – ".join(names)]
    measured = f"{'≥ ' if event.at_least else ''}{event.value:.2f}" if math.isfinite(event.value) else "–"
    what.append(f"{measured} {event.unit} (threshold {event.threshold:g})")
    return "  ".join(each for each in what if each) + f"  {event.rule}"


def _name(index: RecordingIndex, row: int | None) -> str:
    if row is None:
        return "what is no actor"
    return f"{int(index.actors.actor_id[row])} {index.actors.descriptions[row].type_id.partition('.')[2]}"


def _document(report: EventReport) -> dict[str, Any]:
    index, found = report.index, report.found
    document: dict[str, Any] = {
        "file": str(report.path),
        "events": list(_events(report)),
        "not_judged": _not_judged(report),
        "schema": SCHEMA,
        "program": f"{PROGRAM} {program_version()}",
        "map": None if index is None else index.header.map_name,
    }
    if index is not None and found is not None:
        document |= {
            "roads": found.roads or None,
            "route": found.route or None,
            "hero": _actor(index, found.hero),
            "thresholds": dict(found.thresholds),
            "pose_lag": found.pose_lag,
            "boxes": found.boxes,
        }
        if report.view is not None:
            document["criteria"] = _criteria(report)
    if report.error is not None:
        document["error"] = report.error.line()
    return document


def _criteria(report: EventReport) -> dict[str, Any] | None:
    if report.index is None or report.view is None:
        return None
    return view_document(report.view, _actor(report.index, report.view.hero) or {})


def _events(report: EventReport) -> Iterator[dict[str, Any]]:
    if report.index is not None and report.found is not None:
        for event in report.found.events:
            yield _event(report.index, event)


def _not_judged(report: EventReport) -> list[dict[str, Any]]:
    index, found = report.index, report.found
    if index is None or found is None:
        return []
    return [
        {"kind": each.kind, "actors": [_actor(index, row) for row in each.actors], "reason": each.reason}
        for each in found.not_judged
    ]


def _event(index: RecordingIndex, event: FoundEvent) -> dict[str, Any]:
    return {
        "kind": event.kind,
        "start": event.start,
        "end": event.end,
        "actors": [_actor(index, row) for row in event.actors],
        "value": _number(event.value),
        "threshold": _number(event.threshold),
        "rule": event.rule,
        "frame": int(index.heads["frame"][event.frame]),
        "place": None if event.place is None else list(event.place),
        "unit": event.unit,
        "severity": event.severity.value,
        "source": event.source.value,
        "scenario_runner": event.scenario_runner,
        "incident": event.incident,
        "at_least": event.at_least,
        "began_before": event.began_before,
        "goes_on": event.goes_on,
    }


def _actor(index: RecordingIndex, row: int | None) -> dict[str, int] | None:
    if row is None:
        return None
    spawn = int(index.actors.spawn_frame[row])
    return {"id": int(index.actors.actor_id[row]), "spawn_frame": int(index.heads["frame"][spawn])}


def _number(value: float) -> float | None:
    return value if math.isfinite(value) else None
