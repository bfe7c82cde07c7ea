"""The hero as ScenarioRunner's criteria would count it, with the factors of the Leaderboard 2.0."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping

from viewer.analysis.event import FoundEvent, FoundEvents
from viewer.quick_dataclass import dataclass
from viewer.recording.actors import VEHICLES, ActorTable, Category


@dataclass(frozen=True, slots=True)
class Criterion:
    """What ScenarioRunner counts.

    Attributes:
        name: as the Leaderboard's results call it.
        label: for people, in lower case.
        kind: of our events that it counts some of.
        factor: of the Leaderboard's score for each; None if it has none.
        test: the criterion's name in ScenarioRunner's results.

    """

    name: str
    label: str
    kind: str
    factor: float | None
    test: str


CRITERIA = (
    Criterion("collisions_pedestrian", "collisions with walkers", "collision", 0.50, "CollisionTest"),
    Criterion("collisions_vehicle", "collisions with vehicles", "collision", 0.60, "CollisionTest"),
    Criterion("collisions_layout", "collisions with what stands", "collision", 0.65, "CollisionTest"),
    Criterion("red_light", "red lights", "red_light", 0.70, "RunningRedLightTest"),
    Criterion("stop_infraction", "stop signs", "stop_sign", 0.80, "RunningStopTest"),
    Criterion("sidewalk", "on the sidewalk", "sidewalk", None, "OnSidewalkTest"),
    Criterion("outside_route_lanes", "outside the lanes", "outside_lanes", None, "OutsideRouteLanesTest"),
    Criterion("wrong_lane", "on the wrong way", "wrong_way", None, "WrongLaneTest"),
    Criterion("vehicle_blocked", "blocked", "standing", None, "ActorBlockedTest"),
)
"""In the order of the Leaderboard's results."""


@dataclass(frozen=True, slots=True)
class CriterionCount:
    """How often a criterion would count something of the hero.

    Attributes:
        criterion: which.
        events: those of ours that it would count.
        others: how many more of ours there are, which it would not count or of which that is not known.
        judged: whether the kind could be judged for the hero; else why not stands in ``reason``.
        reason: empty if it was judged.

    """

    criterion: Criterion
    events: tuple[FoundEvent, ...]
    others: int
    judged: bool
    reason: str

    @property
    def factor(self) -> float:
        """By what the score is multiplied for all of them."""
        return math.pow(self.criterion.factor, len(self.events)) if self.criterion.factor is not None else 1.0


def count_as_scenario_runner(actors: ActorTable, found: FoundEvents) -> tuple[CriterionCount, ...]:
    """Return what each criterion would count of the hero of some found events.

    Raises:
        LookupError: there is no hero.

    """
    if found.hero is None:
        raise LookupError("the recording has no hero")
    hero = found.hero
    reasons = {
        each.kind: each.reason
        for each in found.not_judged
        if not each.actors or hero in each.actors
    }  # fmt: skip
    heros = [event for event in found.events if event.actors[:1] == (hero,)]
    counts = []
    for criterion in CRITERIA:
        which = _IS.get(criterion.name, _any)
        mine = [event for event in heros if event.kind == criterion.kind and which(actors, event)]
        theirs = tuple(event for event in mine if event.scenario_runner)
        reason = reasons.get(criterion.kind, "")
        if criterion.kind not in found.kinds:
            reason = "it was not looked for"
        counts.append(CriterionCount(criterion, theirs, len(mine) - len(theirs), not reason, reason))
    return tuple(counts)


def penalty(counts: Iterable[CriterionCount]) -> float:
    """Return the product of all factors, which the Leaderboard multiplies the share of the route with."""
    return math.prod(count.factor for count in counts)


def _any(_actors: ActorTable, _event: FoundEvent) -> bool:
    return True


def _partner(actors: ActorTable, event: FoundEvent) -> int | None:
    row = event.actors[1] if len(event.actors) > 1 else None
    return None if row is None else int(actors.category[row])


_IS: Mapping[str, Callable[[ActorTable, FoundEvent], bool]] = {
    "collisions_pedestrian": lambda actors, event: _partner(actors, event) == Category.WALKER,
    "collisions_vehicle": lambda actors, event: _partner(actors, event) in VEHICLES,
    "collisions_layout": lambda actors, event: _partner(actors, event) not in (*VEHICLES, Category.WALKER),
}
