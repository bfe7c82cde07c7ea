"""The table of events: its columns, what stands in them, and which events are listed."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from functools import partial
from typing import Any

import numpy as np

from viewer.analysis.event_table import Events, EventSource, FoundEvent, Severity, by_row
from viewer.analysis.incidents import excess
from viewer.analysis.kinds import KINDS
from viewer.arrays import Floats, Ints
from viewer.lazy import LazySequence
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


def headings(index: RecordingIndex | None, events: Events, time_text: TimeText) -> tuple[SortedHeading, ...]:
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


def _threshold(_index: RecordingIndex, event: FoundEvent) -> str | None:
    has_threshold = math.isfinite(event.threshold) and event.threshold != 0.0
    return measured(event.threshold, event.unit) if has_threshold else None


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
    lambda _index, event: measured_of(event) if math.isfinite(event.value) else None,
    _threshold,
    lambda _index, event: _lasted(event),
    lambda _index, event: weight_of(event.severity),
    lambda _index, event: source_of(event.source),
    lambda _index, event: _counts(event.scenario_runner),
    lambda _index, event: event.rule,
)
"""Those of ``EventColumn``, in order."""


def _places(numbers: Ints, values: Iterable[Any]) -> Floats:
    """Return the place of each number's value among all that are there, in their order."""
    values = list(values)
    order = {value: float(place) for place, value in enumerate(sorted(set(values)))}
    return np.array([order[value] for value in values])[numbers]


def _actors(index: RecordingIndex, events: Events) -> Floats:
    """Return what orders events by the ids of those they are about, the first of them first."""
    ids = by_row(index.actors.actor_id)
    one, other = ids[events["actor"]], ids[events["other"]]
    return np.unique(np.column_stack((one, other)), axis=0, return_inverse=True)[1].ravel().astype(np.float64)


def _rules(events: Events) -> Floats:
    texts = [event.rule for event in events]
    order = {text: float(place) for place, text in enumerate(sorted(set(texts)))}
    return np.array([order[text] for text in texts])


_KEYS: tuple[Callable[[RecordingIndex, Events], Floats], ...] = (
    lambda _index, events: events["start"],
    lambda _index, events: _places(events["kind"], map(name_of, KINDS)),
    _actors,
    lambda _index, events: np.where(np.isnan(events["value"]), np.nan, excess(events)),
    lambda _index, events: _or_unknown(np.abs(events["threshold"])),
    lambda _index, events: _or_unknown(events["end"] - events["start"]),
    lambda _index, events: np.arange(float(len(events))),
    lambda _index, events: _places(events["source"], map(source_of, EventSource)),
    lambda _index, events: _places(events["scenario_runner"] + 1, map(_counts, (None, False, True))),
    lambda _index, events: _rules(events),
)
"""By what columns are sorted, all events at once: tens of thousands of cells would take too long."""


def _or_unknown(values: Floats) -> Floats:
    return np.where(np.isfinite(values) & (values > 0.0), values, np.nan)


def listed(index: RecordingIndex, events: Events, words: str, weight: Severity | None) -> Events:
    """Return the events of incidents of which one has a weight, None for any, and is about whom words name.

    Words are ids, and parts of blueprints.
    """
    wanted = words.lower().replace(",", " ").split()
    if not len(events) or (not wanted and weight is None):
        return events
    passes = np.ones(len(events), np.bool_)
    if weight is not None:
        passes &= events["severity"] == list(Severity).index(weight)
    if wanted:
        actors = index.actors
        named = [
            row
            for row in np.unique((events["actor"], events["other"])).tolist()
            if row >= 0
            and any(
                word == str(int(actors.actor_id[row]))
                or (not word.isdigit() and word in actors.descriptions[row].type_id.lower())
                for word in wanted
            )
        ]
        passes &= events.about(*named)
    firsts = events.firsts
    together = np.maximum.reduceat(passes, firsts)
    return events.take(np.repeat(together, np.diff(np.append(firsts, len(events)))))
