"""A library as one page that stands alone: a table to sort and filter, and what happened in each."""

from __future__ import annotations

import base64
import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import zip_longest
from typing import Any, NamedTuple

from viewer.analysis.event_kinds import KINDS
from viewer.analysis.event_table import Severity
from viewer.library.columns import TABLES, Columns
from viewer.library.summary import worst_first
from viewer.program import PROGRAM, program_version, resource

_SHOWN = (
    "name", "worst", "incidents", "collisions", "hero_collisions", "contacts", "red_lights", "stop_signs",
    "penalty", "score", "length", "hero_distance", "hero_top_speed", "least_ttc", "hardest_braking", "map",
    "route", "recorded",
)  # fmt: skip
"""Columns of the table; what else is known is told with the recording's incidents."""
_MOST = 40
"""Incidents of a recording that are told one by one."""
_ROWS = 10_000
"""Recordings that a page has, at most: the worst."""
_ALL = 50_000
"""Events that a page tells of, at most: as many of each recording. They take some 20 MB."""
_SEVERITIES = [severity.value for severity in Severity]
_PLACE = "/*DATA*/"


class Incident(NamedTuple):
    """An incident in a library: the recording's path and town, its events, the first of which names it."""

    recording: str
    map_name: str
    events: Sequence[Mapping[str, Any]]


def incidents_of(recordings: Columns, events: Columns) -> dict[str, list[Incident]]:
    """Return the incidents of each recording by its path, the worst first: the hero's, or else all."""
    towns = dict(zip(recordings["path"], recordings["map"], strict=True))
    groups: dict[tuple[str, int], list[dict[str, Any]]] = {}
    for number, row in enumerate(zip(*events.values(), strict=True)):
        event = dict(zip(events, row, strict=True))
        groups.setdefault((event["recording"], event["incident"] or -number), []).append(event)
    of_heroes = {path for path, of_hero in zip(events["recording"], events["hero"], strict=True) if of_hero}
    found: dict[str, list[Incident]] = {path: [] for path in recordings["path"]}
    for (path, _), group in groups.items():
        if path not in of_heroes or any(event["hero"] for event in group):
            found[path].append(Incident(path, towns[path] or "", sorted(group, key=_standing)))
    for each in found.values():
        each.sort(key=lambda incident: _standing(incident.events[0]))
    return found


def worst_of_all(recordings: Columns, incidents: Mapping[str, Sequence[Incident]]) -> list[Incident]:
    """Return the worst incident of each recording, the worst recording first, then the next of each."""
    order = [recordings["path"][at] for at in worst_first(recordings)]
    ranks = zip_longest(*(incidents[path] for path in order))
    return [each for rank in ranks for each in rank if each]


def report_page(
    recordings: Columns,
    incidents: Mapping[str, Sequence[Incident]],
    thresholds: Mapping[str, float],
    pictures: Mapping[tuple[str, float], bytes],
) -> str:
    """Return the page.

    Args:
        recordings: the table of that name.
        incidents: of each recording by path.
        thresholds: values by name with which the events were found.
        pictures: JPEG files by the recording's path and the second at which they were drawn.

    """
    columns = {column.name: column for column in TABLES["recordings"]}
    count = len(recordings["path"])
    rows, most = [], max(_ALL // min(max(count, 1), _ROWS), 1)
    for at in worst_first(recordings)[:_ROWS]:
        row = {name: _plain(values[at]) for name, values in recordings.items()}
        told = incidents[row["path"]]
        row["told"] = [list(_told(incident, pictures)) for incident in _first(told, most)]
        row["more"] = len(told) - len(row["told"])
        row["command"] = _command(row["path"], told)
        rows.append(row)
    data = {
        "program": f"{PROGRAM} {program_version()}",
        "columns": [[name, columns[name].unit, columns[name].meaning] for name in _SHOWN],
        "kinds": {name: kind.title for name, kind in KINDS.items()},
        "count": count,
        "thresholds": dict(thresholds),
        "rows": rows,
    }
    # In a script, nothing but this could end it, or begin a comment.
    text = json.dumps(data, allow_nan=False).replace("<", "\\u003c").replace("\u2028", "\\u2028")
    return resource("report.html").read_text(encoding="utf-8").replace(_PLACE, text, 1)


def _standing(event: Mapping[str, Any]) -> tuple[int, int, int, float]:
    kind = KINDS[event["kind"]]
    return kind.weight, _SEVERITIES.index(event["severity"]), _RANKS[event["kind"]], event["start"]


_RANKS = {kind: rank for rank, kind in enumerate(KINDS)}


def _first(incidents: Sequence[Incident], most: int) -> Iterator[Incident]:
    """Yield the first incidents, with so many events in all."""
    for incident in incidents[:_MOST]:
        if most <= 0:
            return
        yield incident._replace(events=incident.events[:most])
        most -= len(incident.events)


def _told(incident: Incident, pictures: Mapping[tuple[str, float], bytes]) -> Iterator[dict[str, Any]]:
    """Yield what the page says of each event of an incident; the first has the picture."""
    for number, event in enumerate(incident.events):
        told = {
            name: _plain(event[name])
            for name in ("kind", "start", "actors", "value", "threshold", "unit", "rule", "source")
        }
        picture = pictures.get((incident.recording, event["start"]))
        if picture is not None and number == 0:
            told["picture"] = base64.b64encode(picture).decode()
        yield told


def _command(path: str, incidents: Sequence[Incident]) -> str:
    at = ["--at", f"{incidents[0].events[0]['start']:.3f}"] if incidents else []
    return shlex.join([PROGRAM, path, *at])


def _plain(value: Any) -> Any:  # noqa: ANN401 - whatever a table holds
    return f"{value:%Y-%m-%d %H:%M}" if isinstance(value, datetime) else value
