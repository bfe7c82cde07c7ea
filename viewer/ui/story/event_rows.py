"""The table of events: its columns, what stands in them, and which events are listed."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from enum import IntEnum
from functools import partial
from typing import Any, NamedTuple, overload

import numpy as np

from viewer.analysis.event import FoundEvent, Severity
from viewer.analysis.evidence import started, starts_of
from viewer.analysis.ordered_events import OrderedEvents
from viewer.analysis.weight import excess
from viewer.recording.index import RecordingIndex
from viewer.ui import format as fmt
from viewer.ui.format import TimeText
from viewer.ui.found_text import measured, name_of, source_of, weight_of, who
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


def headings(
    index: RecordingIndex | None, events: OrderedEvents, time_text: TimeText
) -> tuple[SortedHeading, ...]:
    """Return the heads of the columns, in order, for a table of these events in order of weight."""
    starts = None if index is None else partial(starts_of, index, events)
    return (
        SortedHeading(tr("Time"), numeric=True, write=time_text, keys=starts),
        SortedHeading(tr("Kind")),
        SortedHeading(tr("Actors")),
        SortedHeading(tr("Measured ƒ"), numeric=True, write=_text),
        SortedHeading(tr("Threshold"), numeric=True, write=_text),
        SortedHeading(tr("Lasted"), numeric=True, write=fmt.seconds),
        SortedHeading(tr("Weight"), keys=partial(np.arange, float(len(events)))),
        SortedHeading(tr("Source")),
        SortedHeading(tr("ScenarioRunner")),
        SortedHeading(tr("Rule")),
    )


def cells_of(index: RecordingIndex | None) -> Callable[[FoundEvent], Sequence[Any]]:
    """Return what tells the cells of an event of a recording."""
    return (lambda _event: ()) if index is None else partial(_EventRow, index)


class _EventRow(Sequence[Any]):
    """What stands in the columns for an event; each cell is made when it is asked for."""

    def __init__(self, index: RecordingIndex, event: FoundEvent) -> None:
        self._index, self._event = index, event

    def __len__(self) -> int:
        return len(_CELLS)

    @overload
    def __getitem__(self, column: int) -> Any: ...  # noqa: ANN401 - whatever a cell holds
    @overload
    def __getitem__(self, column: slice) -> Sequence[Any]: ...
    def __getitem__(self, column: int | slice) -> Any:
        if isinstance(column, slice):
            return [cell(self._index, self._event) for cell in _CELLS[column]]
        return _CELLS[column](self._index, self._event)


def _measured(_index: RecordingIndex, event: FoundEvent) -> _Ranked | None:
    """Return the measured value, which is sorted by its excess."""
    if not math.isfinite(event.value):
        return None
    return _Ranked(excess(event), measured(event.value, event.unit))


def _threshold(_index: RecordingIndex, event: FoundEvent) -> _Ranked | None:
    if not math.isfinite(event.threshold) or event.threshold == 0.0:
        return None
    return _Ranked(abs(event.threshold), measured(event.threshold, event.unit))


_CELLS: tuple[Callable[[RecordingIndex, FoundEvent], Any], ...] = (
    started,
    lambda _index, event: name_of(event.kind),
    who,
    _measured,
    _threshold,
    lambda _index, event: event.end - event.start if event.end > event.start else None,
    lambda _index, event: weight_of(event.severity),
    lambda _index, event: source_of(event.source),
    lambda _index, event: {None: "", True: tr("counts it"), False: tr("does not")}[event.scenario_runner],
    lambda _index, event: event.rule,
)
"""Those of ``EventColumn``, in order."""


def listed(
    index: RecordingIndex, events: OrderedEvents, words: str, weight: Severity | None
) -> OrderedEvents:
    """Return the events of a weight, None for any, about an actor whose id or blueprint the words name."""
    wanted = words.lower().replace(",", " ").split()
    if not wanted and weight is None:
        return events
    actors = index.actors

    def is_named(row: int | None) -> bool:
        if row is None:
            return False
        actor_id, type_id = str(int(actors.actor_id[row])), actors.descriptions[row].type_id.lower()
        return any(word == actor_id or (not word.isdigit() and word in type_id) for word in wanted)

    return OrderedEvents(
        event
        for event in events
        if weight in (None, event.severity) and (not wanted or any(map(is_named, event.actors)))
    )


def _text(cell: _Ranked) -> str:
    return cell.text
