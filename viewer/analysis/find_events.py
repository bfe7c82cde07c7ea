"""Search for the events of a recording: which actors can be judged, whether its map fits, and all rules."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping

import numpy as np

from viewer.analysis.airborne_overturned import add_states
from viewer.analysis.conflicts import add_pair_events
from viewer.analysis.driving import add_driving
from viewer.analysis.event_kinds import (
    DRIVING,
    FINDERS,
    JUNCTIONS,
    KINDS,
    LANES,
    PAIRS,
    ROUTE,
    SLOW_DOWN,
    STALLS,
    STANDING,
    STATES,
    TELEPORTS,
    Finder,
)  # fmt: skip
from viewer.analysis.event_table import RANKS, Events, FoundEvent, FoundEvents, NotJudged
from viewer.analysis.incidents import grouped, join
from viewer.analysis.junctions import add_junction_events
from viewer.analysis.lanes import add_lane_events, skip_without_limits
from viewer.analysis.map_free_rules import add_off_route, add_stalls, add_teleports
from viewer.analysis.results_file import is_bench2drive_name
from viewer.analysis.route_line import PlannedRoute
from viewer.analysis.rule_context import RuleContext
from viewer.analysis.scenario_runner import count_collisions, join_counts
from viewer.analysis.slow_down import add_slow_downs
from viewer.analysis.stand_causes import add_standstills
from viewer.analysis.thresholds import BENCH2DRIVE_BLOCKED, Thresholds
from viewer.analysis.traffic import TrackMotion, Traffic
from viewer.cancellation import ShouldContinue, always, cancellable, check, part_of, rising
from viewer.recording.actors import VEHICLES, Category
from viewer.recording.index import NO_COLLISION_SENSOR, RecordingIndex
from viewer.replay.paths.driven_paths import moving_poses
from viewer.roads.find import measure_fit
from viewer.roads.road_map import RoadMap
from viewer.roads.town import town_key

_FEWEST = 2
"""Least number of samples (moments in time) that a recording needs to be searched for events."""


def add_unjudged(context: RuleContext, kinds: Iterable[str]) -> None:
    """Record in ``context`` the actors that cannot be judged, for each of ``kinds`` (kinds of events).

    They are those without a blueprint or with unknown poses. For the kind "collision" only a collision sensor
    is needed: without one, no actor is judged.
    """
    traffic, actors = context.traffic, context.traffic.index.actors
    if not traffic.index.records_collisions:
        context.skip("collision", NO_COLLISION_SENSOR)
    kinds = [kind for kind in kinds if kind != "collision"]
    if len(traffic.times) < _FEWEST:
        for kind in kinds:
            context.skip(kind, "no time passes in the recording")
        return
    nameless = [
        row
        for row in np.flatnonzero((actors.category == Category.OTHER) & (actors.parent < 0)).tolist()
        if not actors.descriptions[row].type_id
    ]
    never, at_times = [], []
    for track in cancellable(
        np.flatnonzero(context.judged & traffic.moves).tolist(), context.should_continue
    ):
        known = np.flatnonzero(np.isfinite(traffic.positions_of(track)[:, 0]))
        if not len(known) and traffic.ends[track] - traffic.begins[track] > _FEWEST:
            never.append(int(traffic.rows[track]))
        elif len(known) and known[-1] - known[0] >= len(known):
            at_times.append(int(traffic.rows[track]))
    reasons = {
        "they have no blueprint": nameless,
        "their poses are not known": never,
        "some of their poses are not known": at_times,
    }
    for kind in kinds:
        for reason, rows in reasons.items() if KINDS[kind].finder not in (STALLS, SLOW_DOWN) else ():
            if rows:
                context.not_judged[NotJudged(kind, tuple(rows), reason)] = None


_NO_FIT = "the road map does not fit"
_ENOUGH = 0.3
"""Least share of the vehicles' positions on lanes at which a map with the town's name fits the recording."""


def usable_map(context: RuleContext) -> RoadMap | None:
    """Return the road map of ``context`` if vehicles drive along its lanes, else None.

    If None, the rules that need a map are recorded in ``context`` as not judged.
    """
    road_map = context.road_map
    reason = (
        "there is no road map" if road_map is None else why_map_does_not_fit(context.traffic.index, road_map)
    )
    if not reason:
        return road_map
    for kind in KINDS.values():
        if kind.finder.needs_roads:
            context.skip(kind.name, reason)
    return None


def why_map_does_not_fit(index: RecordingIndex, road_map: RoadMap) -> str:
    """Return as text why ``road_map`` does not fit a recording; empty if vehicles drive along its lanes."""
    fit = measure_fit(road_map, *moving_poses(index))
    if not fit.count:  # nobody drives: at least one vehicle must stand on a lane of any type
        places = index.actors.location[np.isin(index.actors.category, VEHICLES)]
        stands = not len(places) or road_map.locate(places)["on_lane"].any()
        return "" if stands else f"{_NO_FIT}: nobody drives, and no vehicle stands on its lanes"
    # Vehicles may leave the lanes of the right town's map, too.
    named = town_key(road_map.path.stem) == town_key(index.header.map_name)
    if fit.fits or (named and fit.on_lanes >= _ENOUGH):
        return ""
    if fit.side:
        return f"{_NO_FIT}: vehicles drive on the {fit.side} of its roads, against its lanes"
    along = f", {fit.aligned:.0%} of these along them" if fit.on_lanes > 0.0 else ""
    return f"{_NO_FIT}: {fit.on_lanes:.0%} of the places driven at are on its lanes{along}"


RULES: Mapping[Finder, Callable[[RuleContext], None]] = {
    PAIRS: add_pair_events,
    DRIVING: add_driving,
    STANDING: add_standstills,
    TELEPORTS: add_teleports,
    STALLS: add_stalls,
    SLOW_DOWN: add_slow_downs,
    ROUTE: add_off_route,
    JUNCTIONS: add_junction_events,
}
"""Functions that add the events of a recording to a ``RuleContext``, by search."""
TRACK_RULES: Mapping[Finder, Callable[[RuleContext, TrackMotion], None]] = {
    STATES: add_states,
    LANES: add_lane_events,
}
"""Functions that add the events of one track after another, by search; they share look-ups in the map."""


def add_track_events(
    context: RuleContext, rules: Iterable[Callable[[RuleContext, TrackMotion], None]]
) -> None:
    """Add to ``context`` the events that ``rules`` find for each track."""
    rules = tuple(rules)
    for motion in context.motions(context.movers):
        for rule in rules:
            rule(context, motion)
    skip_without_limits(context)


_READING = 0.1
"""Share of the progress of a search for events that is for reading the recording, not for the rules."""


def find_events(  # noqa: PLR0913 - what a search can be about
    index: RecordingIndex,
    *,
    kinds: Iterable[str] | None = None,
    rows: Iterable[int] | None = None,
    hero: int | None = None,
    road_map: RoadMap | None = None,
    route: PlannedRoute | str = "",
    thresholds: Mapping[str, float] | None = None,
    bench2drive: bool = False,
    should_continue: ShouldContinue = always,
) -> FoundEvents:
    """Return the events of a recording that rules find: what went wrong.

    Args:
        index: the recording.
        kinds: ids of the kinds to search for (keys of ``KINDS``); None for all.
        rows: rows in the actor table of the actors to judge, None for all; of two actors in an event, one is
            enough.
        hero: row of the hero (the vehicle under test), which is named first in its events, and whose other
            rows, one per spawn, count too. By default, the actor with the role_name of a hero, if any.
        road_map: map of the roads; without one, rules that need it are not judged.
        route: route of the hero; or why there is none, as text, which may be empty.
        thresholds: values by name that replace the defaults.
        bench2drive: whether results say that it is a run of Bench2Drive, which ends after 60 s blocked; it is
            one, too, if the recording or its folder has the name of such a run.
        should_continue: is called with the share done so far; returns False to cancel the search.

    Raises:
        KeyError: there is no such kind.
        viewer.analysis.thresholds.ThresholdError: there is no such threshold, or a value is not positive.
        MemoryBudgetError: too many actors and frames for the memory that is allowed.
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
        ReadingCancelledError: ``should_continue`` returned False.
    """
    should_continue = rising(should_continue)  # steps that do not know their share may ask, too
    wanted = tuple(KINDS) if kinds is None else tuple(dict.fromkeys(kinds))
    finders = {KINDS[kind].finder for kind in wanted}
    limits = Thresholds(thresholds)
    if bench2drive or is_bench2drive_name(index.path):
        limits.set_default("standing.blocked", BENCH2DRIVE_BLOCKED)
    hero = hero if hero is not None else next(iter(index.actors.hero_lifetimes), None)
    asked = None if rows is None else tuple(sorted(set(rows)))
    traffic = Traffic(index, limits, should_continue=part_of(should_continue, 0.0, _READING))
    heroes = () if hero is None else index.actors.lifetimes(hero)
    context = RuleContext(
        traffic=traffic,
        thresholds=limits,
        judged=np.ones(len(traffic), np.bool_) if asked is None else np.isin(traffic.rows, asked),
        heroes=tuple(traffic.track_of[row] for row in heroes if row in traffic.track_of),
        road_map=road_map,
        route=route,
        should_continue=part_of(should_continue, _READING, 0.0),
    )
    add_unjudged(context, wanted)
    context.road_map = usable_map(context)
    done = _READING
    in_order = [finder for finder in FINDERS if finder in finders and len(traffic.times)]
    by_track = [TRACK_RULES[finder] for finder in in_order if finder in TRACK_RULES]
    for finder in in_order:
        context.should_continue = part_of(should_continue, done, finder.share)
        done += finder.share
        if finder in RULES:
            RULES[finder](context)
        elif by_track:
            add_track_events(context, by_track)
            by_track = []
    count_collisions(context)
    check(should_continue, 1.0)  # before the events are sorted

    actor_ids = index.actors.actor_id

    def sort_key(event: FoundEvent) -> tuple[object, ...]:
        parties = [(-1, -1) if row is None else (int(actor_ids[row]), row) for row in event.rows]
        value = -math.inf if math.isnan(event.value) else event.value
        return event.start, RANKS[event.kind], event.end, parties, value, event.note

    events, counts = join_counts(
        Events(sorted((event for event in context.events if event.kind in wanted), key=sort_key)),
        [each for each in context.counts if each.kind in wanted],
        heroes,
    )
    return FoundEvents(
        events=grouped(join(events, limits["incident.gap"], should_continue), heroes),
        not_judged=tuple(each for each in context.not_judged if each.kind in wanted),
        kinds=wanted,
        judged=asked,
        hero=hero,
        thresholds=limits,
        pose_lag=traffic.pose_lag,
        boxes=traffic.boxes.source,
        roads="" if road_map is None else str(road_map.path),
        route="" if isinstance(route, str) else route.route.id,
        scenario_runner_counts=counts,
        lifetimes=heroes,
        hero_stands=tuple(context.hero_stands) if STANDING in finders else None,
        boxes_by_blueprint=_by_blueprint(traffic) if traffic.boxes.source == "mixed" else (),
    )


def _by_blueprint(traffic: Traffic) -> tuple[int, ...]:
    return tuple(np.sort(traffic.rows[~traffic.boxes.recorded]).tolist())
