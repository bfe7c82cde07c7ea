"""The table of events: its columns, what stands in them, and which events are listed."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from enum import IntEnum
from functools import partial
from operator import attrgetter
from typing import Any

import numpy as np

from viewer.analysis.event import FoundEvent, Severity
from viewer.analysis.ordered_events import OrderedEvents
from viewer.analysis.weight import excess
from viewer.arrays import Floats
from viewer.lazy_sequence import LazySequence
from viewer.recording.index import RecordingIndex
from viewer.ui import format as fmt
from viewer.ui.format import TimeText
from viewer.ui.found_text import measured, measured_of, name_of, source_of, weight_of, who
from viewer.ui.translation import tr
from viewer.ui.widgets.grid_model import cell_text
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


def headings(
    index: RecordingIndex | None, events: OrderedEvents, time_text: TimeText
) -> tuple[SortedHeading, ...]:
    """Return the heads of the columns, in order, for a table of these events in order of weight."""

    def head(
        column: EventColumn, name: str, write: Callable[[Any], str] = cell_text, *, numeric: bool = False
    ) -> SortedHeading:
        keys = None if index is None else partial(_KEYS[column], index, events)
        return SortedHeading(name, numeric=numeric, write=write, keys=keys)

    return (
        head(EventColumn.TIME, tr("Time"), time_text, numeric=True),
        head(EventColumn.KIND, tr("Kind")),
        head(EventColumn.ACTORS, tr("Actors")),
        head(EventColumn.MEASURED, tr("Value ƒ"), numeric=True),
        head(EventColumn.THRESHOLD, tr("Threshold"), numeric=True),
        head(EventColumn.LASTED, tr("Duration"), numeric=True),
        head(EventColumn.WEIGHT, tr("Severity")),
        head(EventColumn.SOURCE, tr("Source")),
        head(EventColumn.SCENARIO_RUNNER, tr("ScenarioRunner")),
        head(EventColumn.RULE, tr("Rule")),
    )


def cells_of(index: RecordingIndex | None) -> Callable[[FoundEvent], Sequence[Any]]:
    """Return what tells the cells of an event of a recording, each made when it is asked for."""
    if index is None:
        return lambda _event: ()
    return lambda event: LazySequence(len(_CELLS), lambda column: _CELLS[column](index, event))


def _measured(_index: RecordingIndex, event: FoundEvent) -> str | None:
    return measured_of(event) if math.isfinite(event.value) else None


def _threshold(_index: RecordingIndex, event: FoundEvent) -> str | None:
    return measured(event.threshold, event.unit) if _has_threshold(event) else None


def _has_threshold(event: FoundEvent) -> bool:
    return math.isfinite(event.threshold) and event.threshold != 0.0


def _counts(theirs: bool | None) -> str:
    return {None: "", True: tr("counts it"), False: tr("does not")}[theirs]


def _lasted(event: FoundEvent) -> str | None:
    lasted = event.end - event.start
    at_least = "≥ " if event.began_before or event.goes_on else ""
    return f"{at_least}{fmt.seconds(lasted)}" if lasted else None


_CELLS: tuple[Callable[[RecordingIndex, FoundEvent], Any], ...] = (
    lambda _index, event: event.start,
    lambda _index, event: name_of(event.kind),
    who,
    _measured,
    _threshold,
    lambda _index, event: _lasted(event),
    lambda _index, event: weight_of(event.severity),
    lambda _index, event: source_of(event.source),
    lambda _index, event: _counts(event.scenario_runner),
    lambda _index, event: event.rule,
)
"""Those of ``EventColumn``, in order."""


def _numbers(value: Callable[[FoundEvent], float], events: OrderedEvents) -> Floats:
    return np.fromiter(map(value, events), np.float64, len(events))


def _places(name: str, events: OrderedEvents, order: Callable[[Any], Any]) -> Floats:
    """Return an event's place by an attribute: what orders it is asked for once for each of its values."""
    values = [*map(attrgetter(name), events)]
    keys = {value: order(value) for value in set(values)}
    places = {key: float(place) for place, key in enumerate(sorted(set(keys.values())))}
    return np.fromiter((places[keys[value]] for value in values), np.float64, len(events))


def _actor_ids(index: RecordingIndex, rows: Sequence[int | None]) -> tuple[int, ...]:
    return tuple(-1 if row is None else int(index.actors.actor_id[row]) for row in rows)


_KEYS: tuple[Callable[[RecordingIndex, OrderedEvents], Floats], ...] = (
    lambda _index, events: events.starts,
    lambda _index, events: _places("kind", events, name_of),
    lambda index, events: _places("actors", events, lambda rows: _actor_ids(index, rows)),
    lambda _index, events: _numbers(lambda e: excess(e) if math.isfinite(e.value) else math.nan, events),
    lambda _index, events: _numbers(lambda e: abs(e.threshold) if _has_threshold(e) else math.nan, events),
    lambda _index, events: np.where(events.ends > events.starts, events.ends - events.starts, np.nan),
    lambda _index, events: np.arange(float(len(events))),
    lambda _index, events: _places("source", events, source_of),
    lambda _index, events: _places("scenario_runner", events, _counts),
    lambda _index, events: _places("rule", events, str),
)
"""By what columns are sorted, all events at once: tens of thousands of cells would take too long."""


def listed(
    index: RecordingIndex, events: OrderedEvents, words: str, weight: Severity | None
) -> OrderedEvents:
    """Return the events of incidents of which one has a weight, None for any, and is about whom words name.

    Words are ids, and parts of blueprints.
    """
    wanted = words.lower().replace(",", " ").split()
    if not wanted and weight is None:
        return events
    actors = index.actors

    def is_named(row: int | None) -> bool:
        if row is None:
            return False
        actor_id, type_id = str(int(actors.actor_id[row])), actors.descriptions[row].type_id.lower()
        return any(word == actor_id or (not word.isdigit() and word in type_id) for word in wanted)

    passes = [
        weight in (None, event.severity) and (not wanted or any(map(is_named, event.actors)))
        for event in events
    ]
    together = np.maximum.reduceat(np.array(passes, np.bool_), events.firsts) if len(events) else np.empty(0)
    told = np.repeat(together, np.diff(np.append(events.firsts, len(events))))
    return OrderedEvents(event for event, is_told in zip(events, told.tolist(), strict=True) if is_told)
