"""Table of events that rules find, or that a results file tells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from viewer.analysis.event_kinds import KINDS
from viewer.analysis.event_table import Events, EventSource, Severity
from viewer.recording.index import RecordingIndex
from viewer.tables.column import Column, pick, rows


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


def _known(name: str) -> Callable[[EventRows], list[Any]]:
    """Return a function that gets the column ``name`` of ``Events``; negative numbers are None."""
    return lambda source: [None if each < 0 else each for each in source.events[name].tolist()]


def _counted(name: str) -> Callable[[EventRows], list[Any]]:
    """Return a function that gets the column ``name`` of ``Events``, numbers from 1; 0 is None."""
    return lambda source: [each or None for each in source.events[name].tolist()]


def _plain(name: str) -> Callable[[EventRows], NDArray[Any]]:
    """Return a function that gets the column ``name`` of ``Events``."""
    return lambda source: source.events[name]


def _scenario_runner(source: EventRows) -> list[bool | None]:
    return [None if each < 0 else bool(each) for each in source.events["scenario_runner"].tolist()]


def _group_size(source: EventRows) -> list[int | None]:
    sizes = source.events.group_sizes
    return [sizes[group] if group else None for group in source.events["group"].tolist()]


EVENTS: tuple[Column[EventRows], ...] = (
    Column("kind", "string", "", "id of its kind", _plain("kind"), (*KINDS,)),
    Column("start", "double", "s", "when it begins, in the recording's time", _plain("start")),
    Column("end", "double", "s", "when it ends", _plain("end")),
    Column(
        "frame", "int64", "", "id of the frame in which it begins",
        lambda source: source.index.frame_starts["frame"][source.events["frame"]],
    ),
    Column("actor_id", "int64", "", "id of the main actor; null for none", _known("actor_id")),
    Column(
        "spawn_frame", "int64", "", "id of the frame in which it was spawned: an id may be used again",
        _known("spawn_frame"),
    ),
    Column("other_id", "int64", "", "id of the second actor; null for scenery or none", _known("other_id")),
    Column(
        "other_spawn_frame", "int64", "", "id of the frame in which the second actor was spawned",
        _known("other_spawn_frame"),
    ),
    Column(
        "hero", "bool", "", "whether it concerns the hero",
        lambda source: source.events.about(*source.heroes),
    ),
    Column("value", "double", "unit", "measured value", _plain("value")),
    Column("threshold", "double", "unit", "value that it was compared with", _plain("threshold")),
    Column(
        "unit", "string", "", "unit of value and threshold",
        _plain("kind"), tuple(each.unit for each in KINDS.values()),
    ),
    Column(
        "severity", "string", "", "high, medium or low",
        _plain("severity"), tuple(each.value for each in Severity),
    ),
    Column(
        "source", "string", "", "recorded, derived, both, or results",
        _plain("source"), tuple(each.value for each in EventSource),
    ),
    Column(
        "scenario_runner", "bool", "", "whether ScenarioRunner would count it; null where that is not known",
        _scenario_runner,
    ),
    Column(
        "scenario_runner_time", "double", "s", "when ScenarioRunner would count it, if not at the start",
        _plain("scenario_runner_time"),
    ),
    Column("x", "double", "m", "where, in CARLA's frame", _plain("x")),
    Column("y", "double", "m", "where, in CARLA's frame", _plain("y")),
    Column("z", "double", "m", "where, in CARLA's frame", _plain("z")),
    Column(
        "rule", "string", "", "what made it an event, in words",
        lambda source: [each.rule for each in source.events],
    ),
    Column("incident", "int64", "", "number of its incident; null for none", _counted("incident")),
    Column(
        "group", "int64", "", "number of its group of similar incidents; null for none",
        _counted("group"),
    ),
    Column("group_size", "int64", "", "number of incidents in that group", _group_size),
    Column(
        "at_least", "bool", "", "whether the value is a duration that the recording may cut short",
        _plain("at_least"),
    ),
    Column(
        "began_before", "bool", "", "whether it had begun when the recording begins",
        _plain("began_before"),
    ),
    Column("goes_on", "bool", "", "whether it still lasts when the recording ends", _plain("goes_on")),
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
