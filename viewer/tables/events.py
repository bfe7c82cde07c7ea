"""Table of events that rules find, or that a results file tells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from viewer.analysis.event_kinds import KINDS
from viewer.analysis.event_table import Events, EventSource, Severity
from viewer.analysis.stand_cause import StandCause
from viewer.analysis.stand_words import stand_words
from viewer.recording.index import RecordingIndex
from viewer.tables.column import Column, Values, columns_by, picked, rows


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


def _rules(source: EventRows) -> list[str]:
    """Return the rule of each event; that of a stand ends with its cause in words."""
    actors = source.index.actors
    return ["; ".join(filter(None, (each.rule, stand_words(each, actors)))) for each in source.events]


@columns_by
def _stored(source: EventRows, name: str) -> Values:
    return source.events[name]


@columns_by
def _known(source: EventRows, name: str) -> Values:
    return [None if each < 0 else each for each in source.events[name].tolist()]


@columns_by
def _counted(source: EventRows, name: str) -> Values:
    return [each or None for each in source.events[name].tolist()]


def _of_cause(get: Callable[[StandCause], Any]) -> Callable[[EventRows], list[Any]]:
    """Return a function that gets a value from the cause of each event by ``get``; None without a cause."""
    return lambda source: [each and get(each) for each in source.events["cause"].tolist()]


def _cause_id(get: Callable[[StandCause], int | None]) -> Callable[[EventRows], list[int | None]]:
    """Return a function that gets an actor id from the cause of each event; ``get`` returns its row."""
    rows_of = _of_cause(get)
    return lambda source: picked(source.index.actors.actor_id, rows_of(source))


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
        lambda source: [None if each < 0 else each > 0 for each in source.events["scenario_runner"].tolist()],
    ),
    _stored(
        "scenario_runner_time", "double", "s", "when ScenarioRunner would count it, if not at the start"
    ),
    *(_stored(axis, "double", "m", "where, in CARLA's frame") for axis in "xyz"),
    Column("rule", "string", "", "what made it an event, in words", _rules),
    _counted("incident", "int64", "", "number of its incident; null for none"),
    _counted("group", "int64", "", "number of its group of similar incidents; null for none"),
    Column(
        "group_size", "int64", "", "number of incidents in that group",
        lambda source: [*map(source.events.group_sizes.get, source.events["group"].tolist())],
    ),
    _stored("at_least", "bool", "", "whether the value is a duration that the recording may cut short"),
    _stored("began_before", "bool", "", "whether it had begun when the recording begins"),
    _stored("goes_on", "bool", "", "whether it still lasts when the recording ends"),
    Column(
        "cause_kind", "string", "", "why a vehicle stands; null for events of other kinds",
        _of_cause(lambda cause: cause.kind.value),
    ),
    Column(
        "cause_actor", "int64", "", "id of the actor directly ahead, the walker, or what is pushed against",
        _cause_id(lambda cause: cause.row),
    ),
    Column(
        "cause_light", "int64", "", "id of the traffic light or stop sign that a vehicle stands at",
        _cause_id(lambda cause: cause.light),
    ),
    Column(
        "root_kind", "string", "", "why the first of a queue stands; of a vehicle alone, its own cause",
        _of_cause(lambda cause: cause.root.kind.value),
    ),
    Column("root_actor", "int64", "", "id of the first of a queue", _cause_id(lambda cause: cause.root.row)),
)  # fmt: skip
"""Columns of the table of events; a row is one event."""

_NESTED = (
    "actor_id", "spawn_frame", "other_id", "other_spawn_frame", "x", "y", "z", "hero",
    "cause_kind", "cause_actor", "cause_light", "root_kind", "root_actor",
)  # fmt: skip


def event_objects(source: EventRows) -> list[dict[str, Any]]:
    """Return each event as a JSON object: its columns, but ``actors`` and ``place`` in place of their parts.

    ``actors`` is a list of ``{"id", "spawn_frame"}``, the main one first, null for scenery; ``place`` is
    ``[x, y, z]`` in metres, null if unknown. An event of the kind ``standing`` also has its ``cause``.
    """
    columns = [column for column in EVENTS if column.name not in _NESTED]
    objects = []
    for row, event in zip(rows(columns, source), source.events, strict=True):
        actors = [None if each is None else each._asdict() for each in event.actors]
        cause = {} if event.cause is None else {"cause": cause_object(source.index, event.cause)}
        objects.append(row | {"actors": actors, "place": event.place} | cause)
    return objects


def actor_object(index: RecordingIndex, row: int | None) -> dict[str, Any] | None:
    """Return the actor in ``row`` of the actor table as ``{"id", "spawn_frame"}``, None for None."""
    return None if row is None else index.actor(row)._asdict()


def cause_object(index: RecordingIndex, cause: StandCause) -> dict[str, Any]:
    """Return why a vehicle stands as a JSON object; actors are ``{"id", "spawn_frame"}``, null for none."""
    actor = partial(actor_object, index)
    return {
        "kind": cause.kind.value, "since": cause.since, "actor": actor(cause.row),
        "light": actor(cause.light), "changed": cause.changed, "chain": [*map(actor, cause.chain)],
        "root": {
            "kind": cause.root.kind.value, "actor": actor(cause.root.row), "light": actor(cause.root.light),
        },
        "ruled_out": [*cause.ruled_out], "not_looked_at": [*cause.not_looked_at],
    }  # fmt: skip
