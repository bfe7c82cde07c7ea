"""Table of events that rules find, or that a results file tells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from viewer.analysis.event_kinds import KINDS
from viewer.analysis.event_table import Events, EventSource, Severity
from viewer.recording.index import RecordingIndex
from viewer.tables.column import Column, Values, columns_by, pick, rows


@dataclass(frozen=True, eq=False)
class EventRows:
    """Events to show.

    Attributes:
        index: the recording.
        events: the events.
        heroes: rows of the hero's lifetimes in the actor table.
    """

    index: RecordingIndex
    events: Events
    heroes: Sequence[int] = ()


@columns_by
def _stored(source: EventRows, name: str) -> Values:
    return source.events[name]


@columns_by
def _known(source: EventRows, name: str) -> Values:
    return [None if each < 0 else each for each in source.events[name].tolist()]


@columns_by
def _counted(source: EventRows, name: str) -> Values:
    return [each or None for each in source.events[name].tolist()]


def _scenario_runner(source: EventRows) -> list[bool | None]:
    return [None if each < 0 else bool(each) for each in source.events["scenario_runner"].tolist()]


def _group_size(source: EventRows) -> list[int | None]:
    sizes = source.events.group_sizes
    return [sizes[group] if group else None for group in source.events["group"].tolist()]


EVENTS: tuple[Column[EventRows], ...] = (
    _stored("kind", "string", "", "id of its kind", KINDS),
    _stored("start", "double", "s", "when it begins, in the recording's time"),
    _stored("end", "double", "s", "when it ends"),
    Column(
        "frame", "int64", "", "id of the frame in which it begins",
        lambda source: source.index.frame_ids[source.events["frame"]],
    ),
    _known("actor_id", "int64", "", "id of the main actor; null for none"),
    _known("spawn_frame", "int64", "", "id of the frame in which it was spawned: an id may be used again"),
    _known("other_id", "int64", "", "id of the second actor; null for scenery or none"),
    _known("other_spawn_frame", "int64", "", "id of the frame in which the second actor was spawned"),
    Column(
        "hero", "bool", "", "whether it concerns the hero",
        lambda source: source.events.about(*source.heroes),
    ),
    _stored("value", "double", "unit", "measured value"),
    _stored("threshold", "double", "unit", "value that it was compared with"),
    Column(
        "unit", "string", "", "unit of value and threshold",
        lambda source: source.events["kind"], tuple(each.unit for each in KINDS.values()),
    ),
    _stored("severity", "string", "", "high, medium or low", [each.value for each in Severity]),
    _stored(
        "source", "string", "", "recorded, derived, both, or results", [each.value for each in EventSource]
    ),
    Column(
        "scenario_runner", "bool", "", "whether ScenarioRunner would count it; null where that is not known",
        _scenario_runner,
    ),
    _stored(
        "scenario_runner_time", "double", "s", "when ScenarioRunner would count it, if not at the start"
    ),
    *(_stored(axis, "double", "m", "where, in CARLA's frame") for axis in "xyz"),
    Column(
        "rule", "string", "", "what made it an event, in words",
        lambda source: [each.rule for each in source.events],
    ),
    _counted("incident", "int64", "", "number of its incident; null for none"),
    _counted("group", "int64", "", "number of its group of similar incidents; null for none"),
    Column("group_size", "int64", "", "number of incidents in that group", _group_size),
    _stored("at_least", "bool", "", "whether the value is a duration that the recording may cut short"),
    _stored("began_before", "bool", "", "whether it had begun when the recording begins"),
    _stored("goes_on", "bool", "", "whether it still lasts when the recording ends"),
)  # fmt: skip
"""Columns of the table of events; a row is one event."""

_NESTED = ("actor_id", "spawn_frame", "other_id", "other_spawn_frame", "x", "y", "z", "hero")


def event_objects(source: EventRows) -> list[dict[str, Any]]:
    """Return each event as a JSON object: its columns, but ``actors`` and ``place`` in place of their parts.

    ``actors`` is a list of ``{"id", "spawn_frame"}``, the main one first, null for scenery; ``place`` is
    ``[x, y, z]`` in metres, null if unknown.
    """
    names = [column.name for column in EVENTS if column.name not in _NESTED]
    objects = []
    for row, event in zip(rows(pick(EVENTS, *names), source), source.events, strict=True):
        actors = [None if each is None else each._asdict() for each in event.actors]
        objects.append(row | {"actors": actors, "place": event.place})
    return objects
