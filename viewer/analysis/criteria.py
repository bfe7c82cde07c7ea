"""Counts of ScenarioRunner's criteria for the hero of a recording, and results files of the same run."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from viewer.analysis.event_table import (
    NO_ACTOR,
    NO_PARTY,
    RANKS,
    Events,
    EventSource,
    FoundEvent,
    FoundEvents,
    Severity,
    by_row,
    within_a_second,
)
from viewer.analysis.penalties import PENALTIES
from viewer.analysis.result_files import Infraction, Results, counts_in, results_of
from viewer.analysis.result_join import OwnResults
from viewer.recording.actors import MOVERS, VEHICLES, ActorTable, Category
from viewer.recording.index import RecordingIndex


class Criterion(NamedTuple):
    """One of ScenarioRunner's criteria.

    Attributes:
        name: infraction name in the Leaderboard's results.
        label: text for people, in lower case.
        kind: id of the kind of events (``KINDS``) of which the criterion counts some.
        test: name of the criterion in ScenarioRunner's results.
        partners: categories that the other actor may have, with ``NO_ACTOR`` for scenery and ``NO_PARTY`` for
            events without another actor; empty if it does not matter.
    """

    name: str
    label: str
    kind: str
    test: str
    partners: tuple[int, ...] = ()

    @property
    def factor(self) -> float | None:
        """Penalty factor of the Leaderboard 2.0 for each count; None if there is none."""
        return PENALTIES[self.name].factor if self.name in PENALTIES else None

    @property
    def coefficient(self) -> float:
        """Summand of the Leaderboard 2.1 for each count; 0 if there is none."""
        return PENALTIES[self.name].coefficient if self.name in PENALTIES else 0.0


_WALKERS, _FIXED = (
    (Category.WALKER,),
    (NO_PARTY, NO_ACTOR, *(each for each in Category if each not in MOVERS)),
)
CRITERIA = (
    Criterion("collisions_pedestrian", "collisions with walkers", "collision", "CollisionTest", _WALKERS),
    Criterion("collisions_vehicle", "collisions with vehicles", "collision", "CollisionTest", VEHICLES),
    Criterion("collisions_layout", "collisions with static objects", "collision", "CollisionTest", _FIXED),
    Criterion("red_light", "red lights", "red_light", "RunningRedLightTest"),
    Criterion("stop_infraction", "stop signs", "stop_sign", "RunningStopTest"),
    Criterion("sidewalk", "on the sidewalk", "sidewalk", "OnSidewalkTest"),
    Criterion("outside_route_lanes", "outside the lanes", "outside_lanes", "OutsideRouteLanesTest"),
    Criterion("wrong_lane", "on the wrong way", "wrong_way", "WrongLaneTest"),
    Criterion("route_dev", "off the route", "off_route", "InRouteTest"),
    Criterion("vehicle_blocked", "blocked", "standing", "ActorBlockedTest"),
)
"""All criteria of ScenarioRunner that are counted for the hero, in the order of the Leaderboard's results."""


@dataclass(frozen=True, slots=True)
class CriterionCount:
    """Count of a ScenarioRunner criterion for the hero.

    Attributes:
        criterion: the criterion.
        times: elapsed seconds at which it counts something, ascending, whether or not a rule of this program
            finds that.
        alone: number of ``times`` at which this program's rules find nothing.
        others: number of events of the kind that the rules find and that the criterion does not, or may not,
            count.
        reason: why the true count is unknown, as text; empty if it is known.
    """

    criterion: Criterion
    times: tuple[float, ...]
    alone: int
    others: int
    reason: str

    @property
    def judged(self) -> bool:
        """Whether the criterion's count is certain; if False, the true count may be higher."""
        return not self.reason

    @property
    def number(self) -> int | None:
        """Number of events that the criterion counts; None if it is unknown."""
        return None if self.reason else len(self.times)

    @property
    def factor(self) -> float | None:
        """Product of the penalty factors of all ``times``.

        None if the criterion has no factor, or if the count is unknown and ``times`` is empty.
        """
        if self.criterion.factor is None or (self.reason and not self.times):
            return None
        return math.pow(self.criterion.factor, len(self.times))


def _count(actors: ActorTable, found: FoundEvents, criterion: Criterion) -> CriterionCount:
    heroes, category = found.heroes, by_row(actors.category)
    mine = (found.events["kind"] == RANKS[criterion.kind]) & np.isin(found.events["actor"], heroes)
    if criterion.partners:
        mine &= np.isin(category[found.events["other"]], criterion.partners)
    events = found.events.take(mine)
    theirs = [
        each
        for each in found.scenario_runner_counts
        if each.kind == criterion.kind
        and (
            not criterion.partners
            or category[NO_ACTOR if each.other is None else each.other] in criterion.partners
        )
    ]
    known = [each for each in theirs if each.known]
    unknown = int((events["scenario_runner"] < 0).sum()) + len(theirs) - len(known)
    reasons = dict.fromkeys(
        each.reason for each in found.not_judged if each.kind == criterion.kind and each.concerns(heroes)
    )
    if criterion.kind not in found.kinds:
        reasons = {"it was not looked for": None}
    elif found.judged is not None and not {*heroes} <= {*found.judged}:
        reasons = {"the hero's events were not looked for": None}
    elif unknown:
        reasons[f"of {unknown} it is not known whether ScenarioRunner would count it"] = None
    elif criterion.kind == "collision" and not reasons and not records_hero_collisions(actors, found):
        reasons["no collision sensor of the hero is recorded"] = None
    return CriterionCount(
        criterion,
        tuple(sorted(each.counted_at for each in known)),
        sum(each.alone for each in known),
        int((events["scenario_runner"] <= 0).sum()),
        "; ".join(reasons),
    )


def records_hero_collisions(actors: ActorTable, found: FoundEvents) -> bool:
    """Return whether the recording would show a collision of the hero if there was one.

    That is so if the recording has one, or has a collision sensor whose parent is the hero or unknown.
    """
    if (found.events.about(*found.heroes) & (found.events["kind"] == RANKS["collision"])).any():
        return True
    return any(int(actors.parent[row]) in (*found.heroes, -1) for row in actors.collision_sensors)


_KINDS = {criterion.name: criterion.kind for criterion in CRITERIA}
"""Kinds of events by the names of the Leaderboard's infractions."""


class RunnerView(NamedTuple):
    """The hero as ScenarioRunner and the Leaderboard judge it.

    Attributes:
        hero: row of the hero in the actor table.
        counts: the count of each criterion in the recording.
        penalty: penalty of the Leaderboard 2.0: product of the known factors; None if no count has one.
        penalty_2_1: penalty of the Leaderboard 2.1: 1 / (1 + sum of the known coefficients); None likewise.
        not_in_penalty: counts with a factor that are unknown or incomplete: the true penalty may be lower.
        results: contents of the results files about the recording.
        troubles: why a results file could not be used, as sentences.

    """

    hero: int
    counts: tuple[CriterionCount, ...]
    penalty: float | None
    penalty_2_1: float | None
    not_in_penalty: tuple[CriterionCount, ...]
    results: tuple[Results, ...]
    troubles: tuple[str, ...]


def runner_view(
    index: RecordingIndex, found: FoundEvents, own: OwnResults | None = None
) -> RunnerView | None:
    """Return the hero as ScenarioRunner and the Leaderboard judge it; None if there is no hero.

    Args:
        index: the recording.
        found: its events, at least those of the hero.
        own: results files about the recording, to be shown beside the counts.

    Raises:
        ChangedError: the recording was replaced or cut since it was opened.
        UnreadableError: the system cannot read.

    """
    if found.hero is None:
        return None
    results = [] if own is None else [counts_in(file) for file in own.criteria]
    if own is not None and own.match is not None:
        results.append(results_of(own.match.record, own.match.file.path, index, found))
    troubles = () if own is None else own.troubles
    counts = tuple(_count(index.actors, found, criterion) for criterion in CRITERIA)
    missing = tuple(each for each in counts if each.criterion.factor is not None and not each.judged)
    penalty = penalty_2_1 = None
    if factors := [count.factor for count in counts if count.factor is not None]:
        penalty = math.prod(factors)
        penalty_2_1 = 1.0 / (1.0 + sum(each.criterion.coefficient * len(each.times) for each in counts))
    return RunnerView(found.hero, counts, penalty, penalty_2_1, missing, tuple(results), troubles)


def joined_events(index: RecordingIndex, found: FoundEvents, results: Iterable[Results]) -> Events:
    """Return the infractions of ``results`` with a known time as events of the hero, ordered by time.

    An infraction is put into the incident (events that belong together) of the event in ``found`` that has
    its kind and actors and is at most a second away; its ``incident`` is 0 if there is none.
    """
    infractions = [each for of_file in results for each in of_file.infractions if each.name in _KINDS]
    events = [_event(index, found, each, each.time) for each in infractions if each.time is not None]
    return Events(sorted(events, key=lambda event: event.start))


def _event(index: RecordingIndex, found: FoundEvents, infraction: Infraction, time: float) -> FoundEvent:
    kind, frame = _KINDS[infraction.name], index.frame_at(time)
    actors = index.actors
    other = None if infraction.actor_id is None else actors.find(infraction.actor_id, frame)
    alive = [row for row in found.heroes if actors.spawn_frame[row] <= frame < actors.destroy_frame[row]]
    hero = next(iter(alive), found.hero)
    rows = (hero, other) if kind == "collision" else (hero,)
    event = FoundEvent(
        kind=kind,
        start=time,
        end=time,
        rows=rows,
        actors=tuple(None if row is None else index.actor(row) for row in rows),
        value=math.nan,
        threshold=math.nan,
        frame=frame,
        # The results have the position of the hero, light or sign, not of the crossed line.
        place=None if infraction.event is None else infraction.event.place,
        severity=Severity.HIGH,
        note=infraction.sentence,
        source=EventSource.RESULTS,
        scenario_runner=True,
        light=other if kind == "red_light" else None,
        contact=None if infraction.event is None else infraction.event.contact,
    )
    mine = {*event.rows} - {None}
    same = (
        each.incident
        for each in found.events.take(found.events["kind"] == RANKS[kind])
        if mine <= {*each.rows} and within_a_second((time, time), (each.start, each.end))
    )
    return event._replace(incident=next(same, 0))
