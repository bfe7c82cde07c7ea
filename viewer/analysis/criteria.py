"""The hero as its evaluators see it: by ScenarioRunner's criteria, and by their own files of results."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from viewer.analysis.event_table import (
    NO_ACTOR,
    NOBODY,
    RANKS,
    Events,
    EventSource,
    FoundEvent,
    FoundEvents,
    Severity,
    by_row,
)
from viewer.analysis.result_files import Infraction, Results, counts_in, results_of
from viewer.analysis.result_join import OwnResults
from viewer.recording.actors import MOVERS, VEHICLES, ActorTable, Category
from viewer.recording.index import RecordingIndex

_SAME_MOMENT = 1.0
"""Seconds by which results may place what the recording tells, too."""


class Criterion(NamedTuple):
    """What ScenarioRunner counts.

    Attributes:
        name: as the Leaderboard's results call it.
        label: for people, in lower case.
        kind: of our events that it counts some of.
        factor: of the Leaderboard's score for each; None if it has none.
        test: the criterion's name in ScenarioRunner's results.
        partners: categories of the other one, ``NO_ACTOR`` for what is none; empty for any.

    """

    name: str
    label: str
    kind: str
    factor: float | None
    test: str
    partners: tuple[int, ...] = ()


_WALKERS, _STATIC = (Category.WALKER,), (NOBODY, NO_ACTOR, *(each for each in Category if each not in MOVERS))
CRITERIA = (
    Criterion(
        "collisions_pedestrian", "collisions with walkers", "collision", 0.50, "CollisionTest", _WALKERS
    ),
    Criterion("collisions_vehicle", "collisions with vehicles", "collision", 0.60, "CollisionTest", VEHICLES),
    Criterion(
        "collisions_layout", "collisions with static objects", "collision", 0.65, "CollisionTest", _STATIC
    ),
    Criterion("red_light", "red lights", "red_light", 0.70, "RunningRedLightTest"),
    Criterion("stop_infraction", "stop signs", "stop_sign", 0.80, "RunningStopTest"),
    Criterion("sidewalk", "on the sidewalk", "sidewalk", None, "OnSidewalkTest"),
    Criterion("outside_route_lanes", "outside the lanes", "outside_lanes", None, "OutsideRouteLanesTest"),
    Criterion("wrong_lane", "on the wrong way", "wrong_way", None, "WrongLaneTest"),
    Criterion("route_dev", "off the route", "off_route", None, "InRouteTest"),
    Criterion("vehicle_blocked", "blocked", "standing", None, "ActorBlockedTest"),
)
"""In the order of the Leaderboard's results."""


@dataclass(frozen=True, slots=True)
class CriterionCount:
    """How often a criterion would count something of the hero.

    Attributes:
        criterion: which.
        events: those that it would count, by the time at which it does; not all of them need be events by
            the rules here.
        alone: how many of these are none by the rules here.
        others: how many more of ours there are, which it would not count or of which that is not known.
        reason: why it is not known how many it would count; empty if it is.

    """

    criterion: Criterion
    events: Events
    alone: int
    others: int
    reason: str

    @property
    def judged(self) -> bool:
        """Whether it is known how many there are; else there may be more than ``events``."""
        return not self.reason

    @property
    def number(self) -> int | None:
        """How many there are; None if that is not known."""
        return None if self.reason else len(self.events)

    @property
    def factor(self) -> float | None:
        """By what the score is multiplied for those that are known; None if nobody knows of any, or how many.

        Nor where the Leaderboard has no factor.
        """
        if self.criterion.factor is None or (self.reason and not self.events):
            return None
        return math.pow(self.criterion.factor, len(self.events))


def _count(actors: ActorTable, found: FoundEvents, criterion: Criterion) -> CriterionCount:
    heroes = found.heroes

    def of_hero(events: Events) -> Events:
        mine = (events["kind"] == RANKS[criterion.kind]) & np.isin(events["actor"], heroes)
        if criterion.partners:
            mine &= np.isin(by_row(actors.category)[events["other"]], criterion.partners)
        return events.take(mine)

    ours, alone = of_hero(found.events), of_hero(found.only_theirs)
    theirs = [some.take(some["scenario_runner"] > 0) for some in (ours, alone)]
    unknown = sum(int((some["scenario_runner"] < 0).sum()) for some in (ours, alone))
    reasons = dict.fromkeys(
        each.reason for each in found.not_judged if each.kind == criterion.kind and each.concerns(heroes)
    )
    if criterion.kind not in found.kinds:
        reasons = {"it was not looked for": None}
    elif found.judged is not None and not {*heroes} <= {*found.judged}:
        reasons = {"the hero's events were not looked for": None}
    elif unknown:
        reasons[f"of {unknown} it is not known whether ScenarioRunner would count it"] = None
    elif criterion.kind == "collision" and not reasons and not hears_collisions(actors, found):
        reasons["no collision sensor of the hero is recorded"] = None
    return CriterionCount(
        criterion,
        Events(sorted((*theirs[0], *theirs[1]), key=lambda event: event.counted_at)),
        len(theirs[1]),
        len(ours) - len(theirs[0]),
        "; ".join(reasons),
    )


def hears_collisions(actors: ActorTable, found: FoundEvents) -> bool:
    """Tell whether a collision of the hero would be in the recording.

    One that is says so, and a sensor that is the hero's, or may be, as nothing says whose it is.
    """
    if (found.events.about(*found.heroes) & (found.events["kind"] == RANKS["collision"])).any():
        return True
    return any(int(actors.parent[row]) in (*found.heroes, -1) for row in actors.collision_sensors)


_KINDS = {criterion.name: criterion.kind for criterion in CRITERIA}
"""Of our events, what infractions are, by the names that the Leaderboard's results have for them."""


class RunnerView(NamedTuple):
    """The hero as ScenarioRunner and the Leaderboard judge it.

    Attributes:
        hero: row of the hero.
        counts: what each criterion would count in the recording.
        penalty: product of the Leaderboard's factors for them; None if none of those is known that have one.
        not_in_penalty: counts with a factor that are not known, or not wholly: it may be lower.
        results: what the files beside the recording say.
        troubles: why a file that was named could not be used.

    """

    hero: int
    counts: tuple[CriterionCount, ...]
    penalty: float | None
    not_in_penalty: tuple[CriterionCount, ...]
    results: tuple[Results, ...]
    troubles: tuple[str, ...]


def runner_view(
    index: RecordingIndex, found: FoundEvents, own: OwnResults | None = None
) -> RunnerView | None:
    """Return the hero as ScenarioRunner and the Leaderboard judge it; None if there is no hero.

    Args:
        index: the recording.
        found: its events, those of the hero at least.
        own: the results about the recording, if they are to stand beside that.

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
    factors = [count.factor for count in counts if count.factor is not None]
    missing = tuple(each for each in counts if each.criterion.factor is not None and not each.judged)
    product = math.prod(factors) if factors else None
    return RunnerView(found.hero, counts, product, missing, tuple(results), troubles)


def joined_events(index: RecordingIndex, found: FoundEvents, results: Iterable[Results]) -> Events:
    """Return the infractions of the results whose time is known, as events of the hero, by time.

    Each is part of the incident in which the recording itself tells of it, if one does.
    """
    told = [each for of_file in results for each in of_file.infractions if each.name in _KINDS]
    events = [_event(index, found, each, each.time) for each in told if each.time is not None]
    return Events(sorted(events, key=lambda event: event.start))


def _event(index: RecordingIndex, found: FoundEvents, told: Infraction, time: float) -> FoundEvent:
    kind, frame = _KINDS[told.name], index.frame_at(time)
    actors = index.actors
    other = None if told.actor_id is None else actors.find(told.actor_id, frame)
    alive = [row for row in found.heroes if actors.spawn_frame[row] <= frame < actors.destroy_frame[row]]
    hero = next(iter(alive), found.hero)
    event = FoundEvent(
        kind=kind,
        start=time,
        end=time,
        actors=(hero, other) if kind == "collision" else (hero,),
        value=math.nan,
        threshold=math.nan,
        frame=frame,
        # Theirs is that of the hero, or of the light or sign; ours is where the line was crossed.
        place=None if told.event is None else told.event.place,
        severity=Severity.HIGH,
        note=told.sentence,
        source=EventSource.RESULTS,
        scenario_runner=True,
        light=other if kind == "red_light" else None,
        contact=None if told.event is None else told.event.contact,
    )
    near = (found.events["start"] - _SAME_MOMENT <= time) & (time <= found.events["end"] + _SAME_MOMENT)
    same = found.events.take(near & (found.events["kind"] == RANKS[kind]))
    mine = {*event.actors} - {None}
    return event._replace(incident=next((each.incident for each in same if mine <= {*each.actors}), 0))
