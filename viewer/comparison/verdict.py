"""Verdict of a comparison: which difference decided, and what parted first."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

import numpy as np

from viewer.analysis.find_events import why_map_does_not_fit
from viewer.analysis.map_near import map_near
from viewer.analysis.traffic_lights import MappedTrafficLights, TrafficLights
from viewer.arrays import TIME_ROUNDING, Floats
from viewer.cancellation import ShouldContinue, always
from viewer.comparison.control import PARTS
from viewer.comparison.runs import UNITS, WHATS, What
from viewer.comparison.side import Side
from viewer.logfile.enums import TrafficLightState, VehicleLightState
from viewer.roads import MapFile, RoadMap

_AHEAD = 50.0
"""Metres ahead of the hero within which a traffic light governs its lane, where there is no map."""
_APART = 1.0
"""Metres between the hero's positions at which the traffic light ahead is looked up."""
_START_FRAMES = 2
"""A difference within this many frames is one of the start."""


class Verdict(str, Enum):
    """Answer of a comparison."""

    SAME = "same"
    SAME_UNTIL_END = "same-until-end"
    START_DIFFERS = "start-differs"
    AGENT_FIRST = "agent-first"
    MOTION_FIRST = "motion-first"
    WORLD_FIRST = "world-first"
    NOT_COMPARABLE = "not-comparable"


class Difference(NamedTuple):
    """Beginning of a difference of two partners, or of an actor that has none.

    Attributes:
        time: seconds on the shared clock.
        frame: id of A's frame in force then.
        what: respect in which they differ.
        row_a: row in A's actor table; None for the weather and actors that are only in B.
        row_b: row in B's actor table; None for the weather and actors that are only in A.
        value: difference at ``time``; NaN for states.
        unit: its unit; of a control its name.
        states: states in A and in B, as text; empty for quantities.
        hero_distance: metres to the hero; NaN if unknown.
        since: when the difference began, earlier than ``time`` if it was far from the hero then.
        hero_follows: seconds until the hero's control differs, too; NaN if it never does or was not asked.
    """

    time: float
    frame: int
    what: What
    row_a: int | None
    row_b: int | None
    value: float
    unit: str
    states: str
    hero_distance: float
    since: float
    hero_follows: float = math.nan


class Candidate(NamedTuple):
    """A run of a difference, with its actors and whether it can have made the runs part.

    Attributes:
        run: the run, dtype ``RUN``.
        row_a: row in A's actor table, None for none.
        row_b: row in B's actor table, None for none.
        is_hero: whether the actors are the hero.
        governs: whether it is a traffic light that governs a lane that the hero drives, or the weather.
    """

    run: np.void
    row_a: int | None
    row_b: int | None
    is_hero: bool = False
    governs: bool = False


@dataclass(frozen=True)
class Decision:
    """Verdict with the differences that it is about."""

    verdict: Verdict
    first: Difference | None
    start: tuple[Difference, ...]
    then: Difference | None


class Judge:
    """Order of the differences of two recordings, by which the first that matters is found."""

    def __init__(self, a: Side, b: Side, times: Floats) -> None:
        self._a, self._times = a, times
        self._start = times[0] + _START_FRAMES * max(a.usual_step, b.usual_step) + TIME_ROUNDING
        self._without_hero = not (a.heroes and b.heroes)

    def difference(self, candidate: Candidate, *, near: bool = False) -> Difference:
        """Return where a run begins; with ``near``, where its actor first comes near the hero."""
        run, what = candidate.run, WHATS[int(candidate.run["what"])]
        near = near and run["near"] >= 0
        time = float(self._times[run["near"] if near else run["first"]])
        value = float(run["near_value"] if near else run["value"])
        return Difference(
            time, self._a.frame_id(time), what, candidate.row_a, candidate.row_b, value,
            PARTS[int(run["part"])] if what is What.CONTROL else UNITS.get(what, ""),
            "" if near and run["near"] > run["first"] else _states(what, float(run["a"]), float(run["b"])),
            float(run["near_distance"] if near else run["distance"]), float(self._times[run["first"]]),
        )  # fmt: skip

    def decide(self, candidates: Sequence[Candidate], *, ends_early: bool) -> Decision:
        """Return the verdict on all differences.

        ``ends_early`` says whether one recording ends before the other.
        """
        ordered = sorted((self._rank(each), number) for number, each in enumerate(candidates))
        relevant = [(rank, candidates[number]) for rank, number in ordered if rank[0] < math.inf]
        others = sorted(
            (int(candidates[number].run["first"]), number) for rank, number in ordered if rank[0] == math.inf
        )
        far = [self.difference(candidates[number]) for _, number in others]
        at_start = [each for each in far if each.time <= self._start]
        if not relevant:
            if not far:
                verdict = Verdict.SAME_UNTIL_END if ends_early else Verdict.SAME
                return Decision(verdict, None, (), None)
            first = far[0]
            return Decision(
                Verdict.WORLD_FIRST, first, tuple(each for each in at_start if each is not first), None
            )
        found = [self.difference(each, near=True) for _, each in relevant]
        first = found[0]
        follows = [
            each.time for each in found
            if each.what is What.CONTROL and each.time >= first.time - TIME_ROUNDING
        ]  # fmt: skip
        if first.what is not What.CONTROL and follows:
            first = first._replace(hero_follows=follows[0] - first.time)
        if first.time <= self._start:
            at_start = [each for each in found[1:] if each.time <= self._start] + at_start
            then = next((each for each in found if each.since > self._start), None)
            return Decision(Verdict.START_DIFFERS, first, tuple(at_start), then)
        kinds = {0: Verdict.AGENT_FIRST, 1: Verdict.WORLD_FIRST, 2: Verdict.MOTION_FIRST}
        return Decision(kinds[relevant[0][0][1]], first, tuple(at_start), None)

    def _rank(self, candidate: Candidate) -> tuple[float, int]:
        """Return when a difference begins to matter, as an index, and what comes first in one frame.

        0 is the hero's control, which was decided a frame before, 1 the world, 2 the hero's pose. Infinity if
        it does not matter.
        """
        run, what = candidate.run, WHATS[int(candidate.run["what"])]
        first = float(run["first"])
        if candidate.is_hero:
            if what is What.CONTROL:
                return first, 0
            if what in (What.POSITION, What.HEADING):
                return first, 2
            return (first, 1) if what in (What.EXISTENCE, What.BLUEPRINT) else (math.inf, 1)
        if candidate.governs or self._without_hero:
            return first, 1
        if what is What.LIGHT or run["near"] < 0:
            return math.inf, 1
        return float(run["near"]), 1


def _states(what: What, one: float, other: float) -> str:
    if math.isnan(one) or math.isnan(other):
        return ""
    texts = []
    for value in (int(one), int(other)):
        if what is What.LIGHT:
            known = value in TrafficLightState.__members__.values()
            texts.append(str(TrafficLightState(value)) if known else str(value))
        elif what is What.LAMP:
            texts.append(str(VehicleLightState(value)))
        elif what is What.EXISTENCE:
            texts.append("there" if value else "not there")
        else:
            texts.append(str(value))
    return " / ".join(texts)


def governing_lights(
    side: Side, roads: RoadMap | MapFile | None, should_continue: ShouldContinue = always
) -> tuple[Collection[int], bool]:
    """Return the rows of the traffic lights that govern lanes the hero drives, and whether a map was used.

    Without a map, or with one that does not fit, these are the lights that it has within 50 m ahead.

    Raises:
        viewer.roads.RoadMapError: the file in ``roads`` is no map.
        ChangedError: the recording was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
        ReadingCancelledError: ``should_continue`` returned False.
    """
    path = side.hero_path
    known = np.flatnonzero(np.isfinite(path).all(axis=1))
    driven = np.cumsum(np.append(0.0, np.linalg.norm(np.diff(path[known, :3], axis=0), axis=1)))[: len(known)]
    chosen = known[np.diff(np.floor(driven / _APART), prepend=-1.0) > 0]
    if not len(chosen):
        return (), False
    road_map = map_near(roads, side.index, should_continue) if isinstance(roads, MapFile) else roads
    if road_map is not None and why_map_does_not_fit(side.index, road_map):
        road_map = None
    poses = path[chosen]
    if road_map is None:
        rows, _ = TrafficLights(side.index).ahead(
            chosen, poses, within=_AHEAD, should_continue=should_continue
        )
    else:
        reach = float(np.nan_to_num(side.index.actors.box_extent[side.heroes[0], 0]))
        rows, _ = MappedTrafficLights(side.index, road_map).ahead(
            chosen, poses, reach, should_continue=should_continue
        )
    return {*rows[rows >= 0].tolist()}, road_map is not None
