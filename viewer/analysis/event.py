"""What a rule found: an event, and what could not be judged."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from viewer.quick_dataclass import dataclass


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


@dataclass(frozen=True, slots=True)
class FoundEvent:
    """Something that happened, once, however many frames or records it lasted.

    Attributes:
        kind: id of ``viewer.analysis.kinds.KINDS``.
        start: elapsed seconds, those of its frame: the one start of it that is told.
        end: elapsed seconds, not before the start.
        actors: rows of the actor table, whom it is about first; None for what is no actor.
        value: what was measured, in ``unit``; NaN if there is nothing to measure.
        threshold: what it was compared with, in ``unit``.
        unit: of both.
        rule: in words, with what is particular to this event.
        frame: index of the frame in force when it starts.
        place: x, y, z in metres, None if it has none.
        severity: how much it matters.
        source: recorded, derived, or both.
        scenario_runner: whether ScenarioRunner's criterion would count it; None where it has none, or where
            the recording does not tell.
        light: row of the traffic light that governs, None for what has to do with none.
        incident: number of the incident that it is part of, from 1 in the order of their starts; 0 for what
            was not looked for together with others.
        at_least: whether the value is a time of which the recording may not show all.
        began_before: whether it lasted already when the recording, or what can be judged of it, began.
        goes_on: whether it still lasts where the recording, or what can be judged of it, ends.

    """

    kind: str
    start: float
    end: float
    actors: tuple[int | None, ...]
    value: float
    threshold: float
    unit: str
    rule: str
    frame: int
    place: tuple[float, float, float] | None
    severity: Severity
    source: EventSource = EventSource.DERIVED
    scenario_runner: bool | None = None
    light: int | None = None
    incident: int = 0
    at_least: bool = False
    began_before: bool = False
    goes_on: bool = False


@dataclass(frozen=True, slots=True)
class NotJudged:
    """A rule that could not say anything about some actors, by rows of the actor table, and why."""

    kind: str
    actors: tuple[int, ...]
    reason: str


@dataclass(frozen=True)
class FoundEvents:
    """Everything that was found in a recording, and what it was found with.

    Attributes:
        events: in order of their start.
        not_judged: each reason once.
        kinds: ids of the kinds that were looked for.
        judged: rows of the actors it is about, None for everybody.
        hero: row of the hero, None if there is none.
        thresholds: values by name.
        pose_lag: by how many frames poses of vehicles were written late, 0 or 1.
        boxes: whether boxes are ``recorded``, by ``blueprint``, or ``mixed``.
        roads: the road map that was used, empty if none.
        only_theirs: what is no event by the rule here, but would be counted by ScenarioRunner's, by time; of
            one whose ``scenario_runner`` is None that is not known.

    """

    events: tuple[FoundEvent, ...]
    not_judged: tuple[NotJudged, ...]
    kinds: tuple[str, ...]
    judged: tuple[int, ...] | None
    hero: int | None
    thresholds: Mapping[str, float]
    pose_lag: int
    boxes: str
    roads: str
    only_theirs: tuple[FoundEvent, ...] = ()
