"""The table of events: its columns, what stands in them, and which events are listed."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from viewer.analysis.event_kinds import KINDS
from viewer.analysis.event_table import Events, EventSource, FoundEvent, Severity, by_row
from viewer.analysis.incidents import excess
from viewer.arrays import Floats, Ints
from viewer.recording.index import RecordingIndex
from viewer.ui import format as fmt
from viewer.ui.event_text import measured, measured_of, name_of, source_of, weight_of, who
from viewer.ui.format import TimeText
from viewer.ui.translation import tr
from viewer.ui.widgets.table import TableColumn


@dataclass(frozen=True, kw_only=True)
class EventColumn(TableColumn):
    """A column of the table.

    Attributes:
        keys: returns what events of a recording are sorted by, all at once, NaN for unknown ones.

    """

    keys: Callable[[RecordingIndex, Events], Floats]


def event_columns(index: RecordingIndex | None, time_text: TimeText) -> tuple[EventColumn, ...]:
    """Return the columns, with times in a form; the first is for the mark by which an incident unfolds."""
    return (
        EventColumn("fold", "", value=lambda _event: None, keys=lambda _index, events: _as_they_are(events)),
        EventColumn(
            "time", tr("Time"), time_text, number=True,
            value=lambda event: event.start, keys=lambda _index, events: events["start"],
        ),
        EventColumn(
            "kind", tr("Kind"), value=lambda event: name_of(event.kind),
            keys=lambda _index, events: _places(events["kind"], map(name_of, KINDS)),
        ),
        EventColumn(
            "actors", tr("Actors"), value=lambda event: who(index, event) if index else None, keys=_actors
        ),
        EventColumn(
            "measured", tr("Value ƒ"), number=True,
            value=lambda event: measured_of(event) if math.isfinite(event.value) else None,
            keys=lambda _index, events: np.where(np.isnan(events["value"]), np.nan, excess(events)),
        ),
        EventColumn(
            "threshold", tr("Threshold"), number=True, value=_threshold,
            keys=lambda _index, events: _or_unknown(np.abs(events["threshold"])),
        ),
        EventColumn(
            "lasted", tr("Duration"), number=True, value=_lasted,
            keys=lambda _index, events: _or_unknown(events["end"] - events["start"]),
        ),
        EventColumn(
            "severity", tr("Severity"), value=lambda event: weight_of(event.severity),
            keys=lambda _index, events: _as_they_are(events),
        ),
        EventColumn(
            "source", tr("Source"), value=lambda event: source_of(event.source),
            keys=lambda _index, events: _places(events["source"], map(source_of, EventSource)),
        ),
    )  # fmt: skip


def _as_they_are(events: Events) -> Floats:
    """Return the order that events of incidents come in: that of weight."""
    return np.arange(float(len(events)))


def _threshold(event: FoundEvent) -> str | None:
    return measured(event.threshold, event.unit) if math.isfinite(event.threshold) else None


def _lasted(event: FoundEvent) -> str | None:
    lasted = event.end - event.start
    at_least = "≥ " if event.began_before or event.goes_on else ""
    return f"{at_least}{fmt.seconds(lasted)}" if lasted else None


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
