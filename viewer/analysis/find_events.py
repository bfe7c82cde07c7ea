"""Find all events of a recording: what rules have in common, and asking them all in turn."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pkgutil import resolve_name
from typing import Any

import numpy as np

from viewer.analysis.event_kinds import FINDERS, KINDS, STALLS
from viewer.analysis.event_table import RANKS, Events, FoundEvent, FoundEvents, NotJudged, Severity
from viewer.analysis.incidents import grouped, join
from viewer.analysis.route_line import PlannedRoute
from viewer.analysis.thresholds import Thresholds
from viewer.analysis.traffic import LifeMotion, Traffic
from viewer.arrays import Flags
from viewer.cancellation import Proceed, always, asking, check, part_of, rising
from viewer.recording.actors import VEHICLES, Category
from viewer.recording.index import NO_COLLISION_SENSOR, RecordingIndex
from viewer.replay.paths.driven_paths import moving_poses
from viewer.roads.find import fit_share
from viewer.roads.road_map import RoadMap

_FINE = 1e-6
"""Seconds: times are sums of rounded durations."""


@dataclass(eq=False)
class Inquiry:
    """One look through a recording.

    Attributes:
        traffic: who moves through it.
        thresholds: by name.
        judged: whose events are asked for, by life, shape (N,).
        heroes: numbers of the hero's lives, the earliest first; none without a hero.
        road_map: where they drive, None if it is not known.
        route: of the hero; or why it is not known, in words, empty for no reason.
        proceed: whether to go on.
        events: what was found so far.
        only_theirs: what ScenarioRunner's rules find beyond it.
        not_judged: what could not be judged, in order.

    """

    traffic: Traffic
    thresholds: Mapping[str, float]
    judged: Flags
    heroes: tuple[int, ...] = ()
    road_map: RoadMap | None = None
    route: PlannedRoute | str = ""
    proceed: Proceed = always
    events: list[FoundEvent] = field(default_factory=list)
    only_theirs: list[FoundEvent] = field(default_factory=list)
    not_judged: dict[NotJudged, None] = field(default_factory=dict)

    @property
    def drivers(self) -> list[int]:
        """Numbers of the vehicles and bicycles to judge."""
        drive = self.judged & self.traffic.moves & np.isin(self.traffic.category, VEHICLES)
        return [*map(int, np.flatnonzero(drive))]

    def motions(self, lives: list[int]) -> Iterator[LifeMotion]:
        """Yield how each of some lives moves; ask before each whether to go on."""
        for number, life in enumerate(lives):
            check(self.proceed, number / len(lives))
            yield self.traffic.motion_of(life)

    def add(
        self,
        kind: str,
        moments: tuple[int, int],
        lives: tuple[int | None, ...],
        value: float,
        threshold: float,
        *,
        place: Iterable[float] | None = None,
        lasts: bool = False,
        ours: bool = True,
        **told: Any,  # noqa: ANN401 - of several types
    ) -> None:
        """Add an event from one moment to another; without a place it is where the first one is.

        Args:
            kind: as for ``FoundEvent``.
            moments: the first and the last.
            lives: whom it is about first; None for what is no life.
            value: what was measured.
            threshold: what it was compared with.
            place: x, y, z in metres.
            lasts: whether the value is how long it lasted.
            ours: whether it is one by the rule here; else it is, or may be, by ScenarioRunner's.
            told: what else ``FoundEvent`` tells; of medium severity if that is not said.

        """
        traffic, (first, last) = self.traffic, moments
        if place is None and lives and lives[0] is not None:
            place = traffic.places_at(np.array([lives[0]]), np.array([first]))[0, :3]
        x, y, z = (np.nan,) * 3 if place is None else map(float, place)
        before, after = self._open(kind, moments, [life for life in lives if life is not None])
        (self.events if ours else self.only_theirs).append(
            FoundEvent(
                kind=kind,
                start=float(traffic.times[first]),
                end=float(traffic.times[last]),
                actors=tuple(None if life is None else int(traffic.rows[life]) for life in lives),
                value=_known(value),
                threshold=_known(threshold),
                frame=int(traffic.frames[first]),
                place=(x, y, z) if np.isfinite((x, y, z)).all() else None,
                began_before=before,
                goes_on=after,
                **{"severity": Severity.MEDIUM, "at_least": lasts and (before or after), **told},
            )
        )

    def _open(self, kind: str, moments: tuple[int, int], lives: list[int]) -> tuple[bool, bool]:
        """Tell whether what lasts may have begun before the recording, and may go on behind its end."""
        traffic, times, (first, last) = self.traffic, self.traffic.times, moments
        if last <= first or not lives:
            return False, False
        begin, end = KINDS[kind].finder.unseen
        last_told = times[max(len(times) - 1 - traffic.pose_lag, 0)]
        return (
            bool((traffic.begins[lives] == 0).all() and times[first] <= times[0] + begin + _FINE),
            bool((traffic.ends[lives] == len(times)).all() and times[last] >= last_told - end - _FINE),
        )

    def skip(self, kind: str, reason: str, lives: tuple[int, ...] = ()) -> None:
        """Tell that a rule could not judge some actors, or nobody; said once."""
        rows = tuple(int(self.traffic.rows[life]) for life in lives)
        self.not_judged[NotJudged(kind, rows, reason)] = None

    def in_order(self, first: int, second: int) -> tuple[int, int]:
        """Return two lives, the hero first: not who was asked for, so that an event is always told alike."""
        return (second, first) if second in self.heroes else (first, second)


def _known(value: float) -> float:
    """Return a number as Python's; all that is unknown is one NaN, so that equal events are equal."""
    return math.nan if math.isnan(value) else float(value)


_FEWEST = 2
"""Moments that anything needs to happen."""


def add_unjudged(inquiry: Inquiry, kinds: Iterable[str]) -> None:
    """Tell who cannot be judged by some kinds, as nothing says what or where they are.

    A collision that is recorded needs none of this, but somebody who would have reported it.
    """
    traffic, actors = inquiry.traffic, inquiry.traffic.index.actors
    if not traffic.index.tells_collisions:
        inquiry.skip("collision", NO_COLLISION_SENSOR)
    kinds = [kind for kind in kinds if kind != "collision"]
    if len(traffic.times) < _FEWEST:
        for kind in kinds:
            inquiry.skip(kind, "no time passes in the recording")
        return
    nameless = [
        row
        for row in np.flatnonzero((actors.category == Category.OTHER) & (actors.parent < 0)).tolist()
        if not actors.descriptions[row].type_id
    ]
    never, at_times = [], []
    for life in asking(np.flatnonzero(inquiry.judged & traffic.moves).tolist(), inquiry.proceed):
        told = np.flatnonzero(np.isfinite(traffic.places_of(life)[:, 0]))
        if not len(told) and traffic.ends[life] - traffic.begins[life] > _FEWEST:
            never.append(int(traffic.rows[life]))
        elif len(told) and told[-1] - told[0] >= len(told):
            at_times.append(int(traffic.rows[life]))
    reasons = {
        "they have no blueprint": nameless,
        "their poses are not known": never,
        "some of their poses are not known": at_times,
    }
    for kind in kinds:
        for reason, rows in reasons.items() if KINDS[kind].finder is not STALLS else ():
            if rows:
                inquiry.not_judged[NotJudged(kind, tuple(rows), reason)] = None


_NO_FIT = "the road map does not fit"
_ENOUGH = 0.3
"""Share of the places driven at that are on lanes of a map that has the name of the town."""


def usable_map(inquiry: Inquiry) -> RoadMap | None:
    """Return the road map if vehicles drive along its lanes; tell why there is none else."""
    road_map = inquiry.road_map
    reason = "there is no road map" if road_map is None else misfit(inquiry.traffic.index, road_map)
    if not reason:
        return road_map
    for kind in KINDS.values():
        if kind.finder.needs_roads:
            inquiry.skip(kind.name, reason)
    return None


def misfit(index: RecordingIndex, road_map: RoadMap) -> str:
    """Return why vehicles do not drive along a map's lanes, in words; empty if they do."""
    fit = fit_share(road_map, *moving_poses(index))
    if not fit.count:  # where nobody drives, somebody must stand on some lane, were it a sidewalk
        places = index.actors.location[np.isin(index.actors.category, VEHICLES)]
        stands = not len(places) or road_map.locate(places)["on_lane"].any()
        return "" if stands else f"{_NO_FIT}: nobody drives, and no vehicle stands on its lanes"
    # Of the town's own map it is no proof that somebody drives beside the lanes, or against them.
    named = road_map.path.stem.casefold() == index.header.map_name.removesuffix("_Opt").casefold()
    if fit.fits or (named and fit.on_lanes >= _ENOUGH):
        return ""
    if fit.side:
        return f"{_NO_FIT}: vehicles drive on the {fit.side} of its roads, against its lanes"
    along = f", {fit.aligned:.0%} of these along them" if fit.on_lanes > 0.0 else ""
    return f"{_NO_FIT}: {fit.on_lanes:.0%} of the places driven at are on its lanes{along}"


_READING = 0.1
"""Share of the whole that is reading."""


def find_events(
    index: RecordingIndex,
    *,
    kinds: Iterable[str] | None = None,
    rows: Iterable[int] | None = None,
    hero: int | None = None,
    road_map: RoadMap | None = None,
    route: PlannedRoute | str = "",
    thresholds: Mapping[str, float] | None = None,
    proceed: Proceed = always,
) -> FoundEvents:
    """Return what went wrong in a recording.

    Args:
        index: the recording.
        kinds: ids of ``KINDS`` to look for, all of them if None.
        rows: actors whose events are asked for, rows of the actor table; everybody if None. An event of two
            is told if it is about one of them.
        hero: row of the actor that is named first in events of its own, and whose other lifetimes count as
            it; the recording's if None.
        road_map: where they drive; without one, rules of the road are not judged.
        route: of the hero; or why there is none, in words; empty for no reason.
        thresholds: values by name, others than the usual ones.
        proceed: is told the share that is done, and answers whether to go on.

    Raises:
        KeyError: there is no such kind.
        viewer.analysis.thresholds.ThresholdError: there is no such threshold.
        MemoryBudgetError: too many actors and frames for the memory that is allowed.
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
        ReadingCancelledError: ``proceed`` said no.

    """
    proceed = rising(proceed)  # so that a step that does not know its share may ask, too
    wanted = tuple(KINDS) if kinds is None else tuple(dict.fromkeys(kinds))
    finders = {KINDS[kind].finder for kind in wanted}
    limits = Thresholds(thresholds)
    hero = hero if hero is not None else next(iter(index.actors.hero_lifetimes), None)
    asked = None if rows is None else tuple(sorted(set(rows)))
    traffic = Traffic(index, limits, proceed=part_of(proceed, 0.0, _READING))
    heroes = () if hero is None else index.actors.lifetimes(hero)
    lives = {row: life for life, row in enumerate(traffic.rows.tolist()) if row in heroes}
    inquiry = Inquiry(
        traffic=traffic,
        thresholds=limits,
        judged=np.ones(len(traffic), np.bool_) if asked is None else np.isin(traffic.rows, asked),
        heroes=tuple(lives[row] for row in heroes if row in lives),
        road_map=road_map,
        route=route,
        proceed=part_of(proceed, _READING, 0.0),
    )
    add_unjudged(inquiry, wanted)
    inquiry.road_map = usable_map(inquiry)
    done = _READING
    for finder in FINDERS:
        if finder not in finders or not len(traffic.times):
            continue
        inquiry.proceed = part_of(proceed, done, finder.share)
        done += finder.share
        find = resolve_name(finder.find)
        if not finder.needs_roads:
            find(inquiry)
        elif inquiry.road_map is not None:
            find(inquiry, inquiry.road_map)
    check(proceed, 1.0)  # all the more so before what was found is put in order

    actor_ids = index.actors.actor_id

    def place(event: FoundEvent) -> tuple[object, ...]:
        who = [(-1, -1) if row is None else (int(actor_ids[row]), row) for row in event.actors]
        value = -math.inf if math.isnan(event.value) else event.value
        return event.start, RANKS[event.kind], event.end, who, value, event.note

    ours, theirs = (
        Events(sorted((event for event in events if event.kind in wanted), key=place))
        for events in (inquiry.events, inquiry.only_theirs)
    )
    return FoundEvents(
        events=grouped(join(ours, limits["incident.gap"], proceed), heroes),
        not_judged=tuple(each for each in inquiry.not_judged if each.kind in wanted),
        kinds=wanted,
        judged=asked,
        hero=hero,
        thresholds=limits,
        pose_lag=traffic.pose_lag,
        boxes=traffic.boxes.source,
        roads="" if road_map is None else str(road_map.path),
        route="" if isinstance(route, str) else route.route.id,
        only_theirs=theirs,
        lifetimes=heroes,
        boxes_by_blueprint=_by_blueprint(traffic) if traffic.boxes.source == "mixed" else (),
    )


def _by_blueprint(traffic: Traffic) -> tuple[int, ...]:
    return tuple(np.sort(traffic.rows[~traffic.boxes.recorded]).tolist())
