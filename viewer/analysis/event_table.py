"""Table of events: recorded ones, ones that rules found, and infractions from results files, one per row."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from viewer.analysis.event_kinds import KINDS
from viewer.analysis.stand_cause import HeroStand, StandCause
from viewer.arrays import Flags, Floats, Ints
from viewer.lazy import lazy
from viewer.recording.actors import Actor


class Severity(str, Enum):
    """Seriousness of a found event: high, medium or low."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class EventSource(str, Enum):
    """Where an event comes from: the recording, the rules of this program, both, or a results file."""

    RECORDED = "recorded"
    DERIVED = "derived"
    BOTH = "both"
    RESULTS = "results"


NO_PARTY, NO_ACTOR = -2, -1
"""Values used instead of an actor's row in the table of events: ``NO_PARTY`` if there is no such party.

``NO_ACTOR`` means that the party is scenery.
"""

EVENT = np.dtype([
    ("kind", "u1"), ("start", "f8"), ("end", "f8"), ("actor", "i4"), ("other", "i4"), ("actor_id", "i8"),
    ("spawn_frame", "i8"), ("other_id", "i8"), ("other_spawn_frame", "i8"), ("value", "f8"),
    ("threshold", "f8"), ("frame", "i4"), ("x", "f8"), ("y", "f8"), ("z", "f8"), ("severity", "u1"),
    ("note", "O"), ("source", "u1"), ("scenario_runner", "i1"), ("scenario_runner_time", "f8"),
    ("light", "i4"), ("contact", "i4"), ("incident", "i4"), ("group", "i4"), ("at_least", "?"),
    ("began_before", "?"), ("goes_on", "?"), ("cause", "O"),
])  # fmt: skip
"""dtype of the rows of ``Events``; its fields are those of ``FoundEvent``, as numbers.

``kind``, ``severity`` and ``source`` are indices into ``KINDS``, ``Severity`` and ``EventSource``. ``actor``
and ``other`` are rows of the actor table; ``NO_PARTY`` if the event has no such actor, ``NO_ACTOR`` for
scenery. ``actor_id`` and ``other_id`` are their ids, ``spawn_frame`` and ``other_spawn_frame`` the ids of the
frames in which they were spawned, −1 for none. ``scenario_runner`` is 1 if ScenarioRunner would count the
event, 0 if not, −1 if that is unknown; ``light`` (a row) and ``contact`` (index of the recorded contact) are
−1 for none; ``x``, ``y``, ``z`` and ``scenario_runner_time`` are NaN for none; ``cause`` may be None.
"""

RANKS = {kind: rank for rank, kind in enumerate(KINDS)}
"""Index of each kind of event in ``KINDS``, by the kind's name; the most important kind has index 0."""
IMPORTANCE = {kind: rank for rank, kind in enumerate(sorted(KINDS, key=lambda each: KINDS[each].weight))}
"""Rank of each kind of event by the importance of its events in an incident; 0 is the most important."""
_KINDS, _SEVERITY, _SOURCE = tuple(KINDS), tuple(Severity), tuple(EventSource)

_NOBODY, _NOWHERE = Actor(-1, -1), (math.nan,) * 3


SAME_TIME = 1.0
"""Seconds: events, records or contacts of the same actors that are no further apart belong together."""


def within_a_second(one: Sequence[float] | Floats, other: Sequence[float] | Floats) -> bool:
    """Return whether two spans of time, each a start and an end in seconds, are at most a second apart."""
    return bool(one[0] <= other[1] + SAME_TIME and other[0] <= one[1] + SAME_TIME)


class RunnerCount(NamedTuple):
    """Something that a criterion of ScenarioRunner counts by its own rule, or may count.

    Attributes:
        kind: id of the kind of events (``KINDS``) that are like it.
        actor: row of the judged actor in the actor table.
        other: row of the other actor, or of the traffic light; None without one, and for scenery.
        start: elapsed seconds from which on the rule sees the actor at fault.
        end: elapsed seconds until which it does.
        time: elapsed seconds at which it counts; NaN where that is no other time than the start.
        known: whether the recording shows that it counts. If not and ``time`` is NaN, the recording does not
            even show whether the rule would.
        alone: whether no found event is like it, or another count is nearer to each such event.
    """

    kind: str
    actor: int | None
    other: int | None
    start: float
    end: float
    time: float = math.nan
    known: bool = True
    alone: bool = True

    @property
    def counted_at(self) -> float:
        """Elapsed seconds at which it counts."""
        return self.start if math.isnan(self.time) else self.time


class FoundEvent(NamedTuple):
    """Something that happened, as one event, however many frames or records it lasted.

    Attributes:
        kind: id of its kind in ``viewer.analysis.event_kinds.KINDS``.
        start: elapsed seconds of the frame in which it starts.
        end: elapsed seconds, not before ``start``.
        rows: rows of the actor table, the main actor first; None for scenery.
        value: measured value in ``unit``; NaN if nothing is measured.
        threshold: value that ``value`` was compared with, in ``unit``.
        frame: index of the frame at ``start``.
        place: x, y, z in metres; None if unknown.
        severity: how serious it is.
        note: text on this one event that is added to its kind's rule; empty for none.
        source: recorded, derived, both, or from a results file.
        scenario_runner: whether ScenarioRunner's criterion would count it; None if there is no criterion, or
            if the recording does not show it.
        light: row of the controlling traffic light, None without one.
        contact: index of its first record in ``RecordingIndex.contacts``, None without one.
        incident: number of its incident (events of the same actors at about the same time), counted from 1 by
            start; 0 if it has none.
        group: number, from 1, of the group of its incident: many incidents of one kind and severity; 0
            if it is in none.
        at_least: whether ``value`` is a duration that the recording may cut short.
        began_before: whether it had already begun when the recording, or its usable part, begins.
        goes_on: whether it still lasts when the recording, or its usable part, ends.
        scenario_runner_time: elapsed seconds at which ScenarioRunner's criterion would count it; None if that
            is ``start``, or if it is not counted.
        actors: id and spawn frame of the actors in ``rows``, in the same order; None for scenery;
            empty in an event that was made without them.
        cause: why the vehicle stands, None in events of other kinds than ``standing``.
    """

    kind: str
    start: float
    end: float
    rows: tuple[int | None, ...]
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
    actors: tuple[Actor | None, ...] = ()
    cause: StandCause | None = None

    @property
    def counted_at(self) -> float:
        """Elapsed seconds at which ScenarioRunner would count the event; the event's start if unknown."""
        return self.start if self.scenario_runner_time is None else self.scenario_runner_time

    @property
    def unit(self) -> str:
        """Unit of the event's measured ``value`` and of its ``threshold``; empty if they have none."""
        return KINDS[self.kind].unit

    @property
    def rule(self) -> str:
        """Rule by which the event was found, and its note, as text.

        For an event that comes from a results file it is the sentence in that file.
        """
        if self.source is EventSource.RESULTS:
            return self.note
        rule = KINDS[self.kind].rule
        return f"{rule}; {self.note}" if self.note else rule


class Events(Sequence[FoundEvent]):
    """Events as one structured array, ``columns``; an item, a ``FoundEvent``, is made from its row at access.

    ``events["start"]`` is a column.

    Attributes:
        columns: the events, shape (N,), dtype ``EVENT``.
    """

    def __init__(self, events: Iterable[FoundEvent] = (), *, columns: NDArray[np.void] | None = None) -> None:
        """Create the table from ``events``, or from ``columns`` (dtype ``EVENT``) if that is given."""
        self.columns = np.array([*map(_row, events)], EVENT) if columns is None else columns

    def __len__(self) -> int:
        """Return the number of events."""
        return len(self.columns)

    def __eq__(self, other: object) -> bool:
        """Return whether ``other``, a table or a tuple, has equal events in the same order."""
        return isinstance(other, (Events, tuple)) and [*self] == [*other]

    def __repr__(self) -> str:
        """Return ``Events([...])`` with all events."""
        return f"Events({[*self]})"

    __hash__ = None  # type: ignore[assignment]

    def __iter__(self) -> Iterator[FoundEvent]:
        """Yield each event."""
        return map(_event, self.columns.tolist())

    @overload
    def __getitem__(self, at: int, /) -> FoundEvent: ...
    @overload
    def __getitem__(self, at: slice, /) -> Events: ...
    @overload
    def __getitem__(self, at: str, /) -> NDArray[Any]: ...
    def __getitem__(self, at: int | slice | str, /) -> FoundEvent | Events | NDArray[Any]:
        """Return one event by index, several by slice, or a column of ``EVENT``, shape (N,), by name."""
        if isinstance(at, str):
            return self.columns[at]
        return self.take(at) if isinstance(at, slice) else _event(self.columns[at].item())

    def take(self, indices: Ints | Flags | slice) -> Events:
        """Return some of the events; ``indices`` is an array of indices, a mask, or a slice."""
        return Events(columns=self.columns[indices])

    def having(self, **values: ArrayLike) -> Events:
        """Return a copy in which the columns named in ``values`` are replaced by them, shape (N,) each."""
        columns = self.columns.copy()
        for name, column in values.items():
            columns[name] = column
        return Events(columns=columns)

    # -- attributes of the kinds, and incidents

    def of_kind(self, attribute: str) -> NDArray[Any]:
        """Return for each of N events the ``attribute`` of its kind, such as "is_contact", shape (N,)."""
        of_kinds = np.array([getattr(kind, attribute) for kind in KINDS.values()])
        return np.asarray(of_kinds[self["kind"]])

    def about(self, *rows: int) -> Flags:
        """Return a mask, shape (N,), of the events that concern an actor in ``rows`` of the actor table."""
        return np.asarray(np.isin(self["actor"], rows) | np.isin(self["other"], rows))

    @lazy
    def firsts(self) -> Ints:
        """Index of the first event of each incident (events that belong together), shape (I,).

        The first event gives the incident its name. An event without an incident counts as one. Events must
        be sorted incident by incident, as by ``viewer.analysis.incidents.by_weight``.
        """
        numbers = self["incident"]
        return np.flatnonzero((np.diff(numbers, prepend=-1) != 0) | (numbers == 0))

    @lazy
    def heads(self) -> Events:
        """First event of each incident, as ``firsts``; it gives the incident its name."""
        return self.take(self.firsts)

    @lazy
    def group_sizes(self) -> dict[int, int]:
        """Number of incidents in each group of similar ones (of one kind and severity), by group number."""
        grouped = self.columns[self["group"] > 0]
        groups = dict(zip(grouped["incident"].tolist(), grouped["group"].tolist(), strict=True))
        return dict(Counter(groups.values()))

    @lazy
    def representatives(self) -> Events:
        """First event of each incident; of a group of incidents, only the first event of its first incident.

        A group is many incidents of one kind and severity. The events must be sorted incident by incident, as
        by ``viewer.analysis.incidents.by_weight``.
        """
        firsts = {event.group or -number: number for number, event in reversed([*enumerate(self.heads, 1)])}
        return self.heads.take(np.sort(np.array([*firsts.values()], np.int64)) - 1)

    @lazy
    def derived(self) -> Events:
        """Events found only by this program's rules, neither recorded nor from results files, by time."""
        derived = np.flatnonzero(self["source"] == _SOURCE.index(EventSource.DERIVED))
        return self.take(derived[np.argsort(self["start"][derived], kind="stable")])

    @lazy
    def incidents(self) -> dict[int, Ints]:
        """Indices of the events of each incident (events that belong together), by incident number.

        Key 0 has the events without an incident, if there are any.
        """
        numbers = self["incident"]
        order = np.argsort(numbers, kind="stable")
        # np.unique would load numpy's masked arrays, which delays the first picture.
        begins = np.flatnonzero(np.diff(numbers[order], prepend=-1))
        places = np.split(order, begins[1:]) if len(begins) else []
        return dict(zip(numbers[order][begins].tolist(), places, strict=True))

    def incident_of(self, event: FoundEvent) -> Events:
        """Return all events of the incident of ``event``, including itself."""
        if not event.incident:
            return Events((event,))
        return self.take(self.incidents.get(event.incident, np.empty(0, np.int64)))


def by_row(values: NDArray[np.integer]) -> Ints:
    """Return a column of the actor table with −2 and −1 appended, so that columns of events can index it.

    ``Events["actor"]`` and ``Events["other"]`` have rows of the actor table, or ``NO_PARTY`` (−2) or
    ``NO_ACTOR`` (−1). As numpy counts negative indices from the end, the result has −2 and −1 for these.
    """
    return np.append(values.astype(np.int64), (NO_PARTY, NO_ACTOR))


def _row(event: FoundEvent) -> tuple[Any, ...]:
    """Return ``event`` as a row of ``EVENT``."""
    one, other = (*(NO_ACTOR if row is None else row for row in event.rows), NO_PARTY, NO_PARTY)[:2]
    who, whom = (*(each or _NOBODY for each in event.actors), _NOBODY, _NOBODY)[:2]
    return (
        RANKS[event.kind], event.start, event.end, one, other, *who, *whom, event.value, event.threshold,
        event.frame, *(event.place or _NOWHERE), _SEVERITY.index(event.severity), event.note,
        _SOURCE.index(event.source), -1 if event.scenario_runner is None else event.scenario_runner,
        math.nan if event.scenario_runner_time is None else event.scenario_runner_time,
        -1 if event.light is None else event.light, -1 if event.contact is None else event.contact,
        event.incident, event.group, event.at_least, event.began_before, event.goes_on, event.cause,
    )  # fmt: skip


def _event(row: tuple[Any, ...]) -> FoundEvent:
    """Return a row of ``EVENT``, as ``numpy.void.item`` returns it, as an event."""
    (
        kind, start, end, one, other, one_id, one_spawn, other_id, other_spawn, value, threshold, frame,
        x, y, z, severity, note, source, counted, counted_time, light, contact, incident, group,
        at_least, began_before, goes_on, cause,
    ) = row  # fmt: skip
    parties = ((one, one_id, one_spawn), (other, other_id, other_spawn))
    there = [party for party in parties if party[0] != NO_PARTY]
    named = there if max(one_id, other_id) >= 0 else []
    return FoundEvent(
        _KINDS[kind], start, end, tuple(None if at == NO_ACTOR else at for at, _, _ in there),
        _one_nan(value), _one_nan(threshold), frame, None if math.isnan(x) else (x, y, z),
        _SEVERITY[severity], note, _SOURCE[source], None if counted < 0 else bool(counted),
        None if light < 0 else light, None if contact < 0 else contact, incident, group,
        at_least, began_before, goes_on, None if math.isnan(counted_time) else counted_time,
        tuple(None if at == NO_ACTOR else Actor(actor_id, spawn) for at, actor_id, spawn in named), cause,
    )  # fmt: skip


def _one_nan(value: float) -> float:
    """Return ``value``; any NaN as the object ``math.nan``, so that equal events are equal."""
    return math.nan if math.isnan(value) else value


@dataclass(frozen=True, slots=True)
class NotJudged:
    """Statement that events of one kind could not be judged for some actors, and why.

    Attributes:
        kind: id of the kind.
        rows: rows of these actors in the actor table; empty for all actors.
        reason: why not, as text.
    """

    kind: str
    rows: tuple[int, ...]
    reason: str

    def concerns(self, rows: Collection[int]) -> bool:
        """Return whether this kind of event was not judged for an actor in ``rows`` (of the actor table)."""
        return not self.rows or not {*rows}.isdisjoint(self.rows)


@dataclass(frozen=True)
class FoundEvents:
    """Events that were found in a recording, and the settings of the search.

    Attributes:
        events: the events, sorted by start.
        not_judged: rules that could not judge some actors.
        kinds: ids of the kinds that were searched for.
        judged: rows of the actors whose events were searched for, None for all.
        hero: row of the hero, None without one.
        lifetimes: rows of all tracks of the hero (one per spawn), the earliest first; empty for one or none.
        thresholds: values by name.
        pose_lag: number of frames by which vehicle poses were written late, 0 or 1.
        boxes: origin of the bounding boxes: ``recorded``, ``blueprint`` or ``mixed``.
        roads: path of the road map, empty without one.
        route: id of the route, empty without one.
        scenario_runner_counts: what ScenarioRunner's criteria would count of the hero, sorted by start; those
            that they may count only if no event in ``events`` is like it.
        hero_stands: stands of the hero of 1 s or longer; None if ``standing`` is not among ``kinds``.
        boxes_by_blueprint: if ``boxes`` is ``mixed``, rows of the actors without a usable recorded box.
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
    scenario_runner_counts: tuple[RunnerCount, ...] = ()
    boxes_by_blueprint: tuple[int, ...] = ()
    lifetimes: tuple[int, ...] = ()
    hero_stands: tuple[HeroStand, ...] | None = None

    def __repr__(self) -> str:
        counts = Counter(self.events["kind"].tolist())
        kinds = ", ".join(f"{_KINDS[kind]}={count}" for kind, count in sorted(counts.items()))
        return f"FoundEvents({kinds})"

    @property
    def heroes(self) -> tuple[int, ...]:
        """Rows, in the actor table, of the hero: one per spawn, the earliest first."""
        return self.lifetimes or (() if self.hero is None else (self.hero,))
