"""The table of events: whatever a recording, a rule or a file of results tells of is a row of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple, SupportsIndex, overload

import numpy as np
from numpy.typing import NDArray

from viewer.analysis.event_kinds import KINDS
from viewer.arrays import Flags, Ints
from viewer.lazy import lazy


class Severity(str, Enum):
    """How much an event matters to who asks what went wrong."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class EventSource(str, Enum):
    """Whether the recording says it, this program concludes it, or both; or a file of results beside it."""

    RECORDED = "recorded"
    DERIVED = "derived"
    BOTH = "both"
    RESULTS = "results"


NOBODY, NO_ACTOR = -2, -1
"""In the place of a row: the event is about one actor or nobody, or the other one is no actor."""

EVENT = np.dtype([
    ("kind", "u1"), ("start", "f8"), ("end", "f8"), ("actor", "i4"), ("other", "i4"), ("value", "f8"),
    ("threshold", "f8"), ("severity", "u1"), ("source", "u1"), ("scenario_runner", "i1"), ("contact", "i4"),
    ("incident", "i4"),
])  # fmt: skip
"""What many events are asked for at once, as in ``FoundEvent``.

``kind``, ``severity`` and ``source`` are places in ``KINDS``, ``Severity`` and ``EventSource``; ``actor``
and ``other`` rows of the actor table, else ``NOBODY`` or ``NO_ACTOR``; ``scenario_runner`` is 1, 0, or −1
where it is not known; ``contact`` is −1 for none.
"""

RANKS = {kind: rank for rank, kind in enumerate(KINDS)}
"""Places of the kinds in ``KINDS``."""
_SEVERITIES, _SOURCES = (
    {each: number for number, each in enumerate(values)} for values in (Severity, EventSource)
)


class FoundEvent(NamedTuple):
    """Something that happened, once, however many frames or records it lasted.

    Attributes:
        kind: id of ``viewer.analysis.event_kinds.KINDS``.
        start: elapsed seconds, those of its frame: the one start of it that is told.
        end: elapsed seconds, not before the start.
        actors: rows of the actor table, whom it is about first; None for what is no actor.
        value: what was measured, in ``unit``; NaN if there is nothing to measure.
        threshold: what it was compared with, in ``unit``.
        frame: index of the frame in force when it starts.
        place: x, y, z in metres, None if it has none.
        severity: how much it matters.
        note: what is particular to this event, beside the rule of its kind.
        source: recorded, derived, or both.
        scenario_runner: whether ScenarioRunner's criterion would count it; None where it has none, or where
            the recording does not tell.
        light: row of the traffic light that governs, None for what has to do with none.
        contact: number of the first contact in the file that it tells of, None for none.
        incident: number of the incident that it is part of, from 1 in the order of their starts; 0 for what
            was not looked for together with others.
        group: number of the group of incidents like its own, from 1; 0 where there are not very many.
        at_least: whether the value is a time of which the recording may not show all.
        began_before: whether it lasted already when the recording, or what can be judged of it, began.
        goes_on: whether it still lasts where the recording, or what can be judged of it, ends.
        scenario_runner_time: elapsed seconds at which ScenarioRunner's criterion would count it, where that
            is another time than the start; None where it is the start, or nothing is counted.

    """

    kind: str
    start: float
    end: float
    actors: tuple[int | None, ...]
    value: float
    threshold: float
    frame: int
    place: tuple[float, float, float] | None
    severity: Severity
    note: str = ""
    source: EventSource = EventSource.DERIVED
    scenario_runner: bool | None = None
    light: int | None = None
    contact: int | None = None
    incident: int = 0
    group: int = 0
    at_least: bool = False
    began_before: bool = False
    goes_on: bool = False
    scenario_runner_time: float | None = None

    @property
    def counted_at(self) -> float:
        """Elapsed seconds at which ScenarioRunner's criterion would count it."""
        return self.start if self.scenario_runner_time is None else self.scenario_runner_time

    @property
    def unit(self) -> str:
        """Of value and threshold."""
        return KINDS[self.kind].unit

    @property
    def rule(self) -> str:
        """In words, with what is particular to this event; of what results tell, their sentence."""
        if self.source is EventSource.RESULTS:
            return self.note
        rule = KINDS[self.kind].rule
        return f"{rule}; {self.note}" if self.note else rule


class Events(tuple[FoundEvent, ...]):  # noqa: SLOT001 - it keeps what is lazy
    """Events in any order, and their columns: ``table["start"]`` is one of EVENT, shape (N,)."""

    columns: NDArray[np.void]

    def __new__(  # noqa: PYI034 - Self is newer than Python 3.10
        cls, events: Iterable[FoundEvent] = (), columns: NDArray[np.void] | None = None
    ) -> Events:
        """Take the events, and their columns if they are known."""
        made = super().__new__(cls, events)
        made.columns = np.array(list(map(_row, made)), EVENT) if columns is None else columns
        return made

    def take(self, places: Ints | Flags | slice) -> Events:
        """Return the events at some places, or where a mask is set."""
        taken = np.arange(len(self))[places]
        return Events(map(super().__getitem__, taken.tolist()), self.columns[taken])

    @overload
    def __getitem__(self, at: SupportsIndex, /) -> FoundEvent: ...
    @overload
    def __getitem__(self, at: slice, /) -> Events: ...
    @overload
    def __getitem__(self, at: str, /) -> NDArray[Any]: ...
    def __getitem__(self, at: SupportsIndex | slice | str, /) -> FoundEvent | Events | NDArray[Any]:
        """Return an event, some of them, or a column, shape (N,)."""
        if isinstance(at, str):
            return self.columns[at]
        return self.take(at) if isinstance(at, slice) else super().__getitem__(at)

    # -- columns of their kinds, and what follows from several

    def of_kind(self, attribute: str) -> NDArray[Any]:
        """Return an attribute of the events' kinds, as ``touches``, shape (N,)."""
        of_kinds = np.array([getattr(kind, attribute) for kind in KINDS.values()])
        return np.asarray(of_kinds[self["kind"]])

    def about(self, *rows: int) -> Flags:
        """Tell which are about one of these actors, shape (N,)."""
        return np.asarray(np.isin(self["actor"], rows) | np.isin(self["other"], rows))

    @lazy
    def firsts(self) -> Ints:
        """Places of those that their incidents are named by: the first of each, shape (I,)."""
        numbers = self["incident"]
        return np.flatnonzero((np.diff(numbers, prepend=-1) != 0) | (numbers == 0))

    @lazy
    def heads(self) -> Events:
        """Those that their incidents are named by."""
        return self.take(self.firsts)

    @lazy
    def group_sizes(self) -> dict[int, int]:
        """Number of incidents in each group, by its number."""
        return dict(Counter(event.group for event in self.heads if event.group))

    @lazy
    def representatives(self) -> Events:
        """The heads, of each group only the first."""
        firsts = {event.group or -number: number for number, event in reversed([*enumerate(self.heads, 1)])}
        return self.heads.take(np.sort(np.array([*firsts.values()], np.int64)) - 1)

    def times(self, event: FoundEvent) -> int:
        """Return for how many incidents a representative stands: 1, or those of its group."""
        return self.group_sizes.get(event.group, 1)

    @lazy
    def steps(self) -> Events:
        """Those that no file tells of, by time."""
        derived = np.flatnonzero(self["source"] == _SOURCES[EventSource.DERIVED])
        return self.take(derived[np.argsort(self["start"][derived], kind="stable")])

    @lazy
    def incidents(self) -> dict[int, Ints]:
        """Places of the events of each incident, in this order, by its number."""
        numbers = self["incident"]
        order = np.argsort(numbers, kind="stable")
        # np.unique would load numpy's masked arrays, just before the first picture.
        begins = np.flatnonzero(np.diff(numbers[order], prepend=-1))
        places = np.split(order, begins[1:]) if len(begins) else []
        return dict(zip(numbers[order][begins].tolist(), places, strict=True))

    def incident_of(self, event: FoundEvent) -> Events:
        """Return the events of the same incident, itself among them, in this order."""
        if not event.incident:
            return Events((event,))
        return self.take(self.incidents.get(event.incident, np.empty(0, np.int64)))


def by_row(values: NDArray[np.integer]) -> Ints:
    """Return a column of the actor table so that what stands for no row, below 0, stands for itself in it."""
    return np.append(values.astype(np.int64), (NOBODY, NO_ACTOR))


def _row(event: FoundEvent) -> tuple[Any, ...]:
    one, other = (*(NO_ACTOR if row is None else row for row in event.actors), NOBODY, NOBODY)[:2]
    return (
        RANKS[event.kind], event.start, event.end, one, other, event.value, event.threshold,
        _SEVERITIES[event.severity], _SOURCES[event.source],
        -1 if event.scenario_runner is None else event.scenario_runner,
        -1 if event.contact is None else event.contact, event.incident,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class NotJudged:
    """A rule that could not say anything about some actors, by rows of the actor table, and why."""

    kind: str
    actors: tuple[int, ...]
    reason: str

    def concerns(self, rows: Collection[int]) -> bool:
        """Return whether it is about one of these ``rows`` of the actor table, or about everybody."""
        return not self.actors or not {*rows}.isdisjoint(self.actors)


@dataclass(frozen=True)
class FoundEvents:
    """Everything that was found in a recording, and what it was found with.

    Attributes:
        events: in order of their start.
        not_judged: each reason once.
        kinds: ids of the kinds that were looked for.
        judged: rows of the actors it is about, None for everybody.
        hero: row of the hero, None if there is none.
        lifetimes: rows of all lives of the hero, the earliest first; empty if there is one at most.
        thresholds: values by name.
        pose_lag: by how many frames poses of vehicles were written late, 0 or 1.
        boxes: whether boxes are ``recorded``, by ``blueprint``, or ``mixed``.
        roads: the road map that was used, empty if none.
        route: id of the route that was used, empty if none.
        only_theirs: what is no event by the rule here, but would be counted by ScenarioRunner's, by time; of
            one whose ``scenario_runner`` is None that is not known.
        boxes_by_blueprint: where boxes are mixed, rows of the actors that have the box of their blueprint, as
            none is recorded or the recorded one is not believed.

    """

    events: Events
    not_judged: tuple[NotJudged, ...]
    kinds: tuple[str, ...]
    judged: tuple[int, ...] | None
    hero: int | None
    thresholds: Mapping[str, float]
    pose_lag: int
    boxes: str
    roads: str
    route: str = ""
    only_theirs: Events = field(default_factory=Events)
    boxes_by_blueprint: tuple[int, ...] = ()
    lifetimes: tuple[int, ...] = ()

    @property
    def heroes(self) -> tuple[int, ...]:
        """Rows of all lives of the hero, the earliest first: its events are those of all of them."""
        return self.lifetimes or (() if self.hero is None else (self.hero,))
