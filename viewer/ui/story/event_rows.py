"""The table of events: its columns, what stands in them, by what they are sorted, and which are listed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QCoreApplication

from viewer.analysis.event import FoundEvent, Severity
from viewer.analysis.evidence import started
from viewer.analysis.weight import by_weight, excess
from viewer.recording.index import RecordingIndex
from viewer.ui import format as fmt
from viewer.ui.found_text import TimeText, measured, name_of, source_of, weight_of, who
from viewer.ui.widgets.grid_model import GridHeading


class EventColumn(IntEnum):
    """Columns of the table."""

    TIME = 0
    KIND = 1
    ACTORS = 2
    MEASURED = 3
    THRESHOLD = 4
    LASTED = 5
    WEIGHT = 6
    SOURCE = 7
    SCENARIO_RUNNER = 8
    RULE = 9


_NUMERIC = frozenset((EventColumn.TIME, EventColumn.MEASURED, EventColumn.THRESHOLD, EventColumn.LASTED))


def headings(sorted_by: EventColumn, *, descending: bool) -> tuple[GridHeading, ...]:
    """Return the headings; the one that the table is sorted by says so."""
    names = {
        EventColumn.TIME: _tr("Time"),
        EventColumn.KIND: _tr("Kind"),
        EventColumn.ACTORS: _tr("Actors"),
        EventColumn.MEASURED: _tr("Measured ƒ"),
        EventColumn.THRESHOLD: _tr("Threshold"),
        EventColumn.LASTED: _tr("Lasted"),
        EventColumn.WEIGHT: _tr("Weight"),
        EventColumn.SOURCE: _tr("Source"),
        EventColumn.SCENARIO_RUNNER: _tr("ScenarioRunner"),
        EventColumn.RULE: _tr("Rule"),
    }
    mark = "↓" if descending else "↑"
    return tuple(
        GridHeading(f"{name} {mark}" if column is sorted_by else name, numeric=column in _NUMERIC)
        for column, name in names.items()
    )


def row_of(index: RecordingIndex, event: FoundEvent, time_text: TimeText) -> tuple[str, ...]:
    """Return what stands in the columns for an event."""
    theirs = {None: "", True: _tr("counts it"), False: _tr("does not")}[event.scenario_runner]
    compared = event.threshold != 0.0 and event.threshold == event.threshold
    return (
        time_text(started(index, event)),
        name_of(event.kind),
        who(index, event),
        measured(event.value, event.unit),
        measured(event.threshold, event.unit) if compared else "",
        fmt.seconds(event.end - event.start) if event.end > event.start else "",
        weight_of(event.severity),
        source_of(event.source),
        theirs,
        event.rule,
    )


def in_order(
    events: Sequence[FoundEvent], column: EventColumn, hero: int | None, *, descending: bool
) -> list[FoundEvent]:
    """Return events sorted by a column; equal ones by time."""
    ranks = {id(event): rank for rank, event in enumerate(by_weight(events, hero))}
    keys: dict[EventColumn, Callable[[FoundEvent], Any]] = {
        EventColumn.TIME: lambda event: event.start,
        EventColumn.KIND: lambda event: name_of(event.kind),
        EventColumn.ACTORS: lambda event: tuple(-1 if row is None else row for row in event.actors),
        EventColumn.MEASURED: excess,
        EventColumn.THRESHOLD: lambda event: (event.unit, abs(event.threshold)),
        EventColumn.LASTED: lambda event: event.end - event.start,
        EventColumn.WEIGHT: lambda event: ranks[id(event)],
        EventColumn.SOURCE: lambda event: event.source.value,
        EventColumn.SCENARIO_RUNNER: lambda event: str(event.scenario_runner),
        EventColumn.RULE: lambda event: event.rule,
    }
    by_time = sorted(events, key=lambda event: event.start)
    return sorted(by_time, key=keys[column], reverse=descending)


def listed(
    index: RecordingIndex, events: Sequence[FoundEvent], words: str, weight: Severity | None
) -> list[FoundEvent]:
    """Return the events of a weight, None for any, about an actor whose id or blueprint the words name."""
    wanted = words.lower().replace(",", " ").split()
    actors = index.actors

    def is_named(row: int | None) -> bool:
        if row is None:
            return False
        actor_id, type_id = str(int(actors.actor_id[row])), actors.descriptions[row].type_id.lower()
        return any(word == actor_id or (not word.isdigit() and word in type_id) for word in wanted)

    return [
        event
        for event in events
        if weight in (None, event.severity) and (not wanted or any(map(is_named, event.actors)))
    ]


def _tr(text: str) -> str:
    return QCoreApplication.translate("StoryPanel", text)
