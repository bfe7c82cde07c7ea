"""The columns of the table of events, their sort keys, and the filter by actor and severity."""

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
from viewer.ui.event_text import measured, measured_of, name_of, parties, source_of, weight_of
from viewer.ui.format import TimeText
from viewer.ui.translation import tr
from viewer.ui.widgets.table import TableColumn


@dataclass(frozen=True, kw_only=True)
class EventColumn(TableColumn):
    """A column of the table of events.

    Attributes:
        keys: function that returns the numbers by which K events are sorted, shape ``(K,)``; NaN if unknown.
    """

    keys: Callable[[Events], Floats]


def event_columns(index: RecordingIndex | None, time_text: TimeText) -> tuple[EventColumn, ...]:
    """Return the columns of the table of events of the recording ``index``.

    ``time_text`` formats times; ``index`` is None if no recording is shown. The first column holds the arrow
    that unfolds an incident (found events of one occurrence).
    """
    return (
        EventColumn("fold", "", value=lambda _event: None, keys=_list_order),
        EventColumn(
            "time", tr("Time"), time_text, number=True,
            value=lambda event: event.start, keys=lambda events: events["start"],
        ),
        EventColumn(
            "kind", tr("Kind"), value=lambda event: name_of(event.kind),
            keys=lambda events: _ranks(events["kind"], map(name_of, KINDS)),
        ),
        EventColumn(
            "actors", tr("Actors"), value=lambda event: parties(index, event) if index else None,
            keys=lambda events: _actors(index, events) if index else _list_order(events),
        ),
        EventColumn(
            "measured", tr("Value ƒ"), number=True,
            value=lambda event: measured_of(event) if math.isfinite(event.value) else None,
            keys=lambda events: np.where(np.isnan(events["value"]), np.nan, excess(events)),
        ),
        EventColumn(
            "threshold", tr("Threshold"), number=True, value=_threshold_text,
            keys=lambda events: _positive_or_nan(np.abs(events["threshold"])),
        ),
        EventColumn(
            "lasted", tr("Duration"), number=True, value=_duration_text,
            keys=lambda events: _positive_or_nan(events["end"] - events["start"]),
        ),
        EventColumn(
            "severity", tr("Severity"), value=lambda event: weight_of(event.severity),
            keys=_list_order,
        ),
        EventColumn(
            "source", tr("Source"), value=lambda event: source_of(event.source),
            keys=lambda events: _ranks(events["source"], map(source_of, EventSource)),
        ),
    )  # fmt: skip


def _list_order(events: Events) -> Floats:
    """Return numbers that sort ``events`` into the order that they already have: 0, 1, 2, …, (N,)."""
    return np.arange(float(len(events)))


def _threshold_text(event: FoundEvent) -> str | None:
    """Return the threshold of ``event`` with its unit; None if the event has none."""
    return measured(event.threshold, event.unit) if math.isfinite(event.threshold) else None


def _duration_text(event: FoundEvent) -> str | None:
    lasted = event.end - event.start
    at_least = "≥ " if event.began_before or event.goes_on else ""
    return f"{at_least}{fmt.seconds(lasted)}" if lasted else None


def _ranks(indices: Ints, values: Iterable[Any]) -> Floats:
    """Return numbers by which values that are no numbers can be sorted, with the shape of ``indices``.

    They are, for each of ``indices``, the rank of ``values[index]`` among the sorted ``values``. Equal values
    have equal ranks.
    """
    values = list(values)
    order = {value: float(rank) for rank, value in enumerate(sorted(set(values)))}
    return np.array([order[value] for value in values])[indices]


def _actors(index: RecordingIndex, events: Events) -> Floats:
    """Return a number per event by which sorting orders ``events`` by their first and second actor's id."""
    ids = by_row(index.actors.actor_id)
    one, other = ids[events["actor"]], ids[events["other"]]
    return np.unique(np.column_stack((one, other)), axis=0, return_inverse=True)[1].ravel().astype(np.float64)


def _positive_or_nan(values: Floats) -> Floats:
    """Return ``values`` with NaN in place of those that are infinite, zero or negative."""
    return np.where(np.isfinite(values) & (values > 0.0), values, np.nan)


def filtered_events(index: RecordingIndex, events: Events, words: str, weight: Severity | None) -> Events:
    """Return the events of all incidents that contain an event which matches both ``words`` and ``weight``.

    An incident is the found events of one occurrence; ``events`` must be sorted by incident.

    Args:
        index: index of the recording.
        events: the events to filter.
        words: words separated by spaces or commas. An event matches if one of them is the id, or a part
            of the blueprint, of one of its actors. If empty, all events match.
        weight: severity that an event must have to match; None for any.
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
