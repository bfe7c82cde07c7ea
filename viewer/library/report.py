"""HTML report of a library: one self-contained page with a table to sort and filter, and the incidents.

An incident is one or several events of the same actors at about the same time.
"""

from __future__ import annotations

import base64
import json
import shlex
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import takewhile, zip_longest
from statistics import fmean
from typing import Any, NamedTuple

from viewer.analysis.bench2drive import scenario_type
from viewer.analysis.event_kinds import KINDS
from viewer.analysis.event_table import IMPORTANCE, Severity
from viewer.library.columns import TABLES, Columns, dicts
from viewer.library.numbers import Summary
from viewer.library.numbers_text import summary_lines
from viewer.library.summary import worst_first
from viewer.program import PROGRAM, program_version, resource

_SHOWN = (
    "name", "worst", "status", "why", "hero_incidents", "collisions", "hero_collisions", "hero_contacts",
    "hero_red_lights", "hero_stop_signs", "penalty", "score_composed", "duration", "hero_distance",
    "hero_top_speed", "hero_least_ttc", "hero_hardest_braking", "map_name", "scenario_name", "route", "date",
)  # fmt: skip
"""Columns of the table ``recordings`` that the table in a library's HTML report has.

Other values are shown with the incidents of a recording.
"""
_MAX_INCIDENTS = 40
"""Greatest number of incidents of one recording that the HTML report shows."""
_MAX_RECORDINGS = 10_000
"""Greatest number of recordings in a library's HTML report; if there are more, it has the worst ones."""
_MAX_EVENTS = 50_000
"""Greatest number of events in the HTML report, shared evenly among recordings; they take about 20 MB."""
_SEVERITIES = [severity.value for severity in Severity]
_DATA_MARK = "/*DATA*/"
_GROUPS = ("ability", "scenario", "town", "route")
"""Titles of the groupings of runs in the report."""


class Incident(NamedTuple):
    """Events of the same actors at about the same time in one recording.

    Attributes:
        recording: path of the recording.
        map_name: name of its map; empty if not known.
        events: rows of the table ``events``, as dicts by column name, worst first.
    """

    recording: str
    map_name: str
    events: Sequence[Mapping[str, Any]]


def incidents_of(recordings: Columns, events: Columns) -> dict[str, list[Incident]]:
    """Return the incidents of each recording by its path, worst first.

    In a recording where the hero has incidents, only these are returned, else those of all actors.

    Args:
        recordings: table of recordings.
        events: table of events.
    """
    towns = dict(zip(recordings["path"], recordings["map_name"], strict=True))
    groups: dict[tuple[str, int], list[dict[str, Any]]] = {}
    for number, event in enumerate(dicts(events)):
        groups.setdefault((event["recording"], event["incident"] or -number), []).append(event)
    of_heroes = {path for path, of_hero in zip(events["recording"], events["hero"], strict=True) if of_hero}
    found: dict[str, list[Incident]] = {path: [] for path in recordings["path"] if path is not None}
    for (path, _), group in groups.items():
        if path not in of_heroes or any(event["hero"] for event in group):
            found[path].append(Incident(path, towns[path] or "", sorted(group, key=_sort_key)))
    for each in found.values():
        each.sort(key=lambda incident: _sort_key(incident.events[0]))
    return found


def worst_of_all(recordings: Columns, incidents: Mapping[str, Sequence[Incident]]) -> list[Incident]:
    """Return all incidents: first the worst one of each recording, then the second worst of each, and so on.

    Within each of these groups, incidents of worse recordings come first.
    """
    order = [path for at in worst_first(recordings) if (path := recordings["path"][at]) is not None]
    ranks = zip_longest(*(incidents[path] for path in order))
    return [each for rank in ranks for each in rank if each]


def report_page(
    recordings: Columns,
    incidents: Mapping[str, Sequence[Incident]],
    thresholds: Mapping[str, float],
    pictures: Mapping[tuple[str, float], bytes],
    numbers: Summary | None = None,
) -> str:
    """Return the HTML report of a library.

    Args:
        recordings: table of recordings.
        incidents: incidents of each recording, by its path.
        thresholds: thresholds by name with which the events were found.
        pictures: JPEG data of pictures of incidents, by the recording's path and the start, in seconds, of
            the incident's worst event.
        numbers: numbers of the benchmark over the runs; None leaves them out.
    """
    columns = {column.name: column for column in TABLES["recordings"]}
    count = len(recordings["path"])
    rows, most = [], max(_MAX_EVENTS // min(max(count, 1), _MAX_RECORDINGS), 1)
    for at in worst_first(recordings)[:_MAX_RECORDINGS]:
        row = {name: _plain(values[at]) for name, values in recordings.items()}
        own = incidents.get(row["path"], ())
        row["told"] = [list(_event_rows(incident, pictures)) for incident in _limited(own, most)]
        row["more"] = len(own) - len(row["told"])
        row["command"] = _command(row["path"], own) if row["path"] else ""
        rows.append(row)
    data = {
        "program": f"{PROGRAM} {program_version()}",
        "columns": [
            [name, columns[name].unit, columns[name].doc]
            for name in _SHOWN
            if name == "name" or any(value is not None for value in recordings[name])
        ],
        "night": None if numbers is None or numbers.driving_score is None else _night(recordings, numbers),
        "kinds": {name: kind.title for name, kind in KINDS.items()},
        "count": count,
        "thresholds": dict(thresholds),
        "rows": rows,
    }
    # Inside a <script>, only "<" could end the script or begin a comment.
    text = json.dumps(data, allow_nan=False).replace("<", "\\u003c").replace("\u2028", "\\u2028")
    return resource("report.html").read_text(encoding="utf-8").replace(_DATA_MARK, text, 1)


def _night(recordings: Columns, numbers: Summary) -> dict[str, Any]:
    """Return the numbers of a night for the report: a sentence, reasons of failed runs, groups of runs.

    A group is its name, the number of its runs, how many passed, and their mean, best and worst score.
    """
    rows = [row for row in dicts(recordings) if row["counts"] and row["score_composed"] is not None]
    groups: dict[str, dict[str, list[Mapping[str, Any]]]] = {name: defaultdict(list) for name in _GROUPS}
    for row in rows:
        scenario = row["scenario_name"] and scenario_type(row["scenario_name"])
        names = (row["ability"] or (), (scenario,), (row["map_name"],), (row["route"],))
        for by_name, those in zip(groups.values(), names, strict=True):
            for name in filter(None, those):
                by_name[name].append(row)
    repeated = {name: those for name, those in groups["route"].items() if len(those) > 1}
    lines = takewhile(lambda line: not line.startswith("efficiency"), summary_lines(numbers))
    return {
        "sentence": " · ".join(" ".join(line.rstrip(".").split()) for line in lines if line),
        "reasons": [*numbers.reasons.items()],
        "groups": {title: _groups(by_name) for title, by_name in (groups | {"route": repeated}).items()},
    }


def _groups(by_name: Mapping[str, Sequence[Mapping[str, Any]]]) -> list[list[Any]]:
    """Return name, number of runs, passed, mean, best and worst score of each group, the worst mean first."""
    found = []
    for name, rows in by_name.items():
        scores = [row["score_composed"] for row in rows]
        passed = sum(bool(row["passed"]) for row in rows)
        found.append([name, len(rows), passed, fmean(scores), max(scores), min(scores)])
    return sorted(found, key=lambda group: group[3])


def _sort_key(event: Mapping[str, Any]) -> tuple[int, int, int, float]:
    kind = KINDS[event["kind"]]
    return kind.weight, _SEVERITIES.index(event["severity"]), IMPORTANCE[event["kind"]], event["start"]


def _limited(incidents: Sequence[Incident], most: int) -> Iterator[Incident]:
    """Yield the first ``_MAX_INCIDENTS`` of ``incidents``, cut to at most ``most`` events in total."""
    for incident in incidents[:_MAX_INCIDENTS]:
        if most <= 0:
            return
        yield incident._replace(events=incident.events[:most])
        most -= len(incident.events)


def _event_rows(incident: Incident, pictures: Mapping[tuple[str, float], bytes]) -> Iterator[dict[str, Any]]:
    """Yield the data of each event of an incident for the HTML report; the first event may have a picture."""
    for number, event in enumerate(incident.events):
        entry = {
            name: _plain(event[name])
            for name in ("kind", "start", "value", "threshold", "unit", "rule", "source")
        }
        entry["actors"] = _actor_ids(event)
        picture = pictures.get((incident.recording, event["start"]))
        if picture is not None and number == 0:
            entry["picture"] = base64.b64encode(picture).decode()
        yield entry


def _actor_ids(event: Mapping[str, Any]) -> list[int | None]:
    """Return the ids of the actors of ``event``, the main one first; None for the scenery that it touched."""
    ids = [event[name] for name in ("actor_id", "other_id") if event[name] is not None]
    return [*ids, None] if KINDS[event["kind"]].is_contact and len(ids) == 1 else ids


def _command(path: str, incidents: Sequence[Incident]) -> str:
    at = ["--at", f"{incidents[0].events[0]['start']:.3f}"] if incidents else []
    return shlex.join([PROGRAM, path, *at])


def _plain(value: Any) -> Any:  # noqa: ANN401 - any value of a table
    return f"{value:%Y-%m-%d %H:%M}" if isinstance(value, datetime) else value
