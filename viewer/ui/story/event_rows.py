"""The table of events: its columns, what stands in them, and which events are listed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import IntEnum
from typing import Any, NamedTuple

from viewer.analysis.event import FoundEvent, Severity
from viewer.analysis.evidence import started
from viewer.analysis.weight import by_weight, excess
from viewer.recording.index import RecordingIndex
from viewer.ui import format as fmt
from viewer.ui.found_text import TimeText, measured, name_of, source_of, weight_of, who
from viewer.ui.translation import tr
from viewer.ui.widgets.sorted_grid import SortedHeading


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


class _Ranked(NamedTuple):
    """A cell that is sorted by something else than its text."""

    rank: float
    text: str


def headings(time_text: TimeText) -> tuple[SortedHeading, ...]:
    """Return the heads of the columns, in order."""
    return (
        SortedHeading(tr("Time"), numeric=True, write=time_text),
        SortedHeading(tr("Kind")),
        SortedHeading(tr("Actors")),
        SortedHeading(tr("Measured ƒ"), numeric=True, write=_text),
        SortedHeading(tr("Threshold"), numeric=True, write=_text),
        SortedHeading(tr("Lasted"), numeric=True, write=fmt.seconds),
        SortedHeading(tr("Weight"), write=_text),
        SortedHeading(tr("Source")),
        SortedHeading(tr("ScenarioRunner")),
        SortedHeading(tr("Rule")),
    )


def rows_of(index: RecordingIndex, events: Sequence[FoundEvent], hero: int | None) -> list[tuple[Any, ...]]:
    """Return what stands in the columns for each event; measured values are sorted by their excess."""
    ranks = {id(event): rank for rank, event in enumerate(by_weight(events, hero))}
    return [_row(index, event, ranks[id(event)]) for event in events]


def _row(index: RecordingIndex, event: FoundEvent, rank: int) -> tuple[Any, ...]:
    compared = math.isfinite(event.threshold) and event.threshold != 0.0
    return (
        started(index, event),
        name_of(event.kind),
        who(index, event),
        _Ranked(excess(event), measured(event.value, event.unit)) if math.isfinite(event.value) else None,
        _Ranked(abs(event.threshold), measured(event.threshold, event.unit)) if compared else None,
        event.end - event.start if event.end > event.start else None,
        _Ranked(rank, weight_of(event.severity)),
        source_of(event.source),
        {None: "", True: tr("counts it"), False: tr("does not")}[event.scenario_runner],
        event.rule,
    )


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


def _text(cell: _Ranked) -> str:
    return cell.text
