"""The events of a recording as one table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from viewer.analysis.event import FoundEvent, FoundEvents
from viewer.analysis.find import find_events
from viewer.cancellation import Proceed, always
from viewer.recording.index import RecordingIndex
from viewer.roads.road_map import RoadMap

NOBODY, NO_ACTOR = -1, -2
"""In the place of a row: the event is about one actor, or the other one is no actor."""

EVENT = np.dtype(
    [
        ("kind", "U32"),
        ("start", "f8"),
        ("end", "f8"),
        ("frame", "i8"),
        ("actor", "i8"),
        ("other", "i8"),
        ("value", "f8"),
        ("threshold", "f8"),
        ("unit", "U8"),
        ("severity", "U8"),
        ("source", "U8"),
        ("scenario_runner", "i1"),
        ("place", "f8", 3),
        ("light", "i8"),
        ("incident", "i8"),
        ("rule", "O"),
    ]
)
"""A found event.

``start`` and ``end`` are elapsed seconds, ``frame`` the index of the frame in which it begins, ``actor`` and
``other`` rows of the actor table, ``scenario_runner`` 1, 0, or −1 where it is not known, ``place`` metres in
CARLA's frame (NaN without one), ``light`` the row of the light that governs, ``incident`` as in FoundEvent.
"""


def events_of(
    index: RecordingIndex,
    *,
    hero: int | None = None,
    road_map: RoadMap | None = None,
    thresholds: Mapping[str, float] | None = None,
    proceed: Proceed = always,
) -> tuple[NDArray[np.void], FoundEvents]:
    """Return everybody's events as an array of EVENT, shape (N,) by start, and what they were found with.

    Arguments and errors as for ``find_events``.
    """
    found = find_events(index, hero=hero, road_map=road_map, thresholds=thresholds, proceed=proceed)
    return table_of(found.events), found


def table_of(events: Iterable[FoundEvent]) -> NDArray[np.void]:
    """Return events as an array of EVENT, shape (N,)."""
    rows = [
        (
            event.kind,
            event.start,
            event.end,
            event.frame,
            *_rows(event.actors),
            event.value,
            event.threshold,
            event.unit,
            event.severity.value,
            event.source.value,
            -1 if event.scenario_runner is None else event.scenario_runner,
            event.place if event.place is not None else (np.nan,) * 3,
            NOBODY if event.light is None else event.light,
            event.incident,
            event.rule,
        )
        for event in events
    ]
    return np.array(rows, EVENT)


def _rows(actors: tuple[int | None, ...]) -> tuple[int, int]:
    rows = [NO_ACTOR if row is None else row for row in actors]
    return (*rows, NOBODY, NOBODY)[:2]  # type: ignore[return-value]
