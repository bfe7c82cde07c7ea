"""Events of two recordings that rules find: which are new, gone, or at another time."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from viewer.analysis.event_table import NO_ACTOR, RANKS, Events, FoundEvents
from viewer.analysis.find_events import find_events
from viewer.analysis.map_near import map_near
from viewer.arrays import TIME_ROUNDING, Ints
from viewer.cancellation import ShouldContinue, always, part_of
from viewer.comparison.comparison import Comparison
from viewer.comparison.side import Side
from viewer.roads import MapFile, RoadMap

_SAME_EVENT = 10.0
"""Seconds between two events of one kind and the same actors up to which they are one that moved."""
_OF_THE_SIMULATOR = ("stall", "slow_down")
"""Kinds of events that are about the computer, not about the runs."""


class EventChanges(NamedTuple):
    """Events that differ between two recordings.

    Attributes:
        new: events that only B has.
        gone: events that only A has.
        moved: events of A that B has at another time.
        by: seconds by which each of ``moved`` is later in B, after the alignment of the clocks.
        heroes_a: rows of A's hero in the actor table.
        heroes_b: rows of B's hero.
    """

    new: Events
    gone: Events
    moved: Events
    by: tuple[float, ...]
    heroes_a: tuple[int, ...] = ()
    heroes_b: tuple[int, ...] = ()


def compare_events(
    comparison: Comparison,
    roads: RoadMap | MapFile | None = None,
    *,
    should_continue: ShouldContinue = always,
) -> EventChanges:
    """Find the events of both recordings and compare those that begin while both last.

    Raises:
        MemoryBudgetError: too many actors and frames for the memory that is allowed.
        viewer.roads.RoadMapError: the file in ``roads`` is no map.
        ChangedError: a file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
        ReadingCancelledError: ``should_continue`` returned False.
    """
    found = []
    for number, side in enumerate((comparison.a, comparison.b)):
        road_map = map_near(roads, side.index, should_continue) if isinstance(roads, MapFile) else roads
        found.append(
            find_events(
                side.index, road_map=road_map, should_continue=part_of(should_continue, number / 2, 0.5)
            )
        )
    return changed_events(comparison, *found)


def changed_events(comparison: Comparison, found_a: FoundEvents, found_b: FoundEvents) -> EventChanges:
    """Return how the events of two recordings differ, given the events of both."""
    events_a = _shared(comparison, comparison.a, found_a.events)
    events_b = _shared(comparison, comparison.b, found_b.events)
    to_b, _ = comparison.partner_rows
    keys_a, keys_b = _keys(events_a, to_b), _keys(events_b, np.arange(len(comparison.b.index.actors)))
    starts_a = events_a["start"] - comparison.a.offset
    starts_b = events_b["start"] - comparison.b.offset
    by_key: dict[tuple[int, ...], list[int]] = {}
    for number, key in enumerate(keys_b):
        by_key.setdefault(key, []).append(number)
    choices = sorted(
        (abs(float(starts_b[other] - starts_a[number])), number, other)
        for number, key in enumerate(keys_a)
        for other in by_key.get(key, ())
        if abs(starts_b[other] - starts_a[number]) <= _SAME_EVENT
    )
    partner: dict[int, int] = {}
    taken: set[int] = set()
    for _, number, other in choices:
        if number not in partner and other not in taken:
            partner[number] = other
            taken.add(other)
    frame = max(comparison.a.usual_step, comparison.b.usual_step, comparison.tolerance.time)
    later = {number: float(starts_b[other] - starts_a[number]) for number, other in partner.items()}
    moved = sorted(number for number, by in later.items() if abs(by) > frame + TIME_ROUNDING)
    gone = np.array([each not in partner for each in range(len(keys_a))], np.bool_)
    new = np.array([each not in taken for each in range(len(keys_b))], np.bool_)
    return EventChanges(
        events_b.take(new), events_a.take(gone), events_a.take(np.array(moved, np.int64)),
        tuple(later[number] for number in moved), tuple(comparison.a.heroes), tuple(comparison.b.heroes),
    )  # fmt: skip


def _shared(comparison: Comparison, side: Side, events: Events) -> Events:
    """Return the events that begin while both recordings last, without those about the simulator."""
    if not len(comparison.times):
        return events.take(np.zeros(len(events), np.bool_))
    starts = events["start"] - side.offset
    ranks = [RANKS[kind] for kind in _OF_THE_SIMULATOR if kind in RANKS]
    here = (starts >= comparison.times[0] - TIME_ROUNDING) & (starts <= comparison.times[-1] + TIME_ROUNDING)
    return events.take(here & ~np.isin(events["kind"], ranks))


def _keys(events: Events, rows_in_b: Ints) -> list[tuple[int, ...]]:
    """Return kind and actors, as rows in B, of each event: equal for events that may be the same."""
    keys = []
    for kind, *rows in zip(
        events["kind"].tolist(), events["actor"].tolist(), events["other"].tolist(), strict=True
    ):
        # An actor without a partner is like no other; −1 and −2 stand for scenery and no actor.
        mapped = [int(rows_in_b[row]) if row >= 0 else row for row in rows]
        keys.append((kind, *(each - 2 if row >= 0 and each == NO_ACTOR else each
                             for row, each in zip(rows, mapped, strict=True))))  # fmt: skip
    return keys
