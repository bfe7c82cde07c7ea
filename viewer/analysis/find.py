"""Find all events of a recording: of everybody, or of some, with those who matter to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

import numpy as np

from viewer.analysis.conflicts import add_conflicts, add_encroachments, add_near_misses
from viewer.analysis.contacts import Touch, add_contacts, contact_times, find_touches, recorded_hits
from viewer.analysis.driving import add_driving
from viewer.analysis.event_table import RANKS, Events, FoundEvents, by_row
from viewer.analysis.incidents import join
from viewer.analysis.inquiry import Inquiry, add_unjudged, misfit
from viewer.analysis.junctions import add_junction_events
from viewer.analysis.kinds import (
    DRIVING,
    JUNCTIONS,
    KINDS,
    LANES,
    PAIRS,
    ROUTE,
    STALLS,
    STANDING,
    STATES,
    TELEPORTS,
    Finder,
)
from viewer.analysis.lanes import add_lane_events
from viewer.analysis.neighbours import find_encounters, frames_looked_at
from viewer.analysis.occurrences import add_stalls, add_standstills, add_teleports
from viewer.analysis.off_route import add_off_route
from viewer.analysis.pairs import pair_moments
from viewer.analysis.route_line import PlannedRoute
from viewer.analysis.states import add_states
from viewer.analysis.thresholds import Thresholds
from viewer.analysis.traffic import Traffic
from viewer.arrays import Ints
from viewer.cancellation import Proceed, always, check
from viewer.recording.index import RecordingIndex
from viewer.roads.road_map import RoadMap

_BLOCK = 25_000
"""Moments of pairs that are looked at together."""
_PREPARING = 0.2
"""Share of looking at pairs that is working out how each moves."""
FEW = 4
"""Actors of whom only those near them are looked at."""
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
        hero: row of the actor that is named first in events of its own; the recording's if None.
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
    wanted = tuple(KINDS) if kinds is None else tuple(dict.fromkeys(kinds))
    for kind in wanted:
        _ = KINDS[kind]
    limits = thresholds if isinstance(thresholds, Thresholds) else Thresholds(thresholds)
    hero = hero if hero is not None else next(iter(index.actors.hero_rows), None)
    progress = _Progress(proceed)
    asked = None if rows is None else tuple(sorted(set(rows)))
    traffic, boxes = _read(index, asked, limits, progress.part(_READING))
    judged = np.ones(len(traffic), np.bool_) if asked is None else np.isin(traffic.rows, asked)
    lives = np.flatnonzero(traffic.rows == hero) if hero is not None else np.empty(0, np.int64)
    inquiry = Inquiry(
        traffic=traffic,
        thresholds=limits,
        judged=judged,
        hero=int(lives[0]) if len(lives) else None,
        road_map=road_map,
        route=None if isinstance(route, str) else route,
        no_route=route if isinstance(route, str) else "",
    )
    add_unjudged(inquiry, wanted)
    inquiry.road_map = _usable_map(inquiry)
    finders = {KINDS[kind].finder for kind in wanted}
    for finder, find in _FINDERS.items():
        if finder in finders and len(traffic.times):
            inquiry.proceed = progress.part(finder.share)
            find(inquiry)
    check(proceed, 1.0)

    ours, theirs = (
        _in_order(each.table(), wanted, index.actors.actor_id)
        for each in (inquiry.events, inquiry.only_theirs)
    )
    return FoundEvents(
        events=join(ours, limits["incident.gap"]),
        not_judged=tuple(each for each in inquiry.not_judged if each.kind in wanted),
        kinds=wanted,
        judged=asked,
        hero=hero,
        thresholds=dict(limits),
        pose_lag=traffic.pose_lag,
        boxes=boxes,
        roads="" if road_map is None else str(road_map.path),
        route="" if isinstance(route, str) else route.route.id,
        only_theirs=theirs,
    )


def _in_order(events: Events, kinds: Iterable[str], actor_ids: Ints) -> Events:
    """Return the events of some kinds, by start; what else orders them leaves it open for no two."""
    events = events.take(np.isin(events["kind"], [RANKS[kind] for kind in kinds]))
    notes = {note: number for number, note in enumerate(sorted(set(events["note"])))}
    ids = by_row(actor_ids)
    who = [key for rows in (events["other"], events["actor"]) for key in (rows, ids[rows])]
    value = np.where(np.isnan(events["value"]), -np.inf, events["value"])
    keys = (
        np.array([notes[note] for note in events["note"]], np.int64),
        value,
        *who,
        events["end"],
        events["kind"],
        events["start"],
    )
    return events.take(np.lexsort(keys))


def _read(
    index: RecordingIndex, asked: tuple[int, ...] | None, limits: Thresholds, proceed: Proceed
) -> tuple[Traffic, str]:
    """Return those whom the rules need to know, and where the boxes of everybody come from."""
    read = partial(Traffic, index, faster=limits["teleport"], fastest=limits["teleport.speed"])
    if asked is None or len(asked) > FEW:
        everybody = read(proceed=proceed)
        return everybody, everybody.boxes.source
    # Poses of everybody in all frames are most of what a question about one would cost.
    everybody = read(frames_looked_at(index), proceed=lambda share: proceed(share / 2))
    near = rows_nearby(everybody, np.array(asked, np.int64), _reach(limits), lambda _: proceed(0.5))
    return read(rows=near, proceed=lambda share: proceed((1 + share) / 2)), everybody.boxes.source


def _reach(limits: Mapping[str, float]) -> float:
    """Return how many seconds ahead it matters who comes near."""
    return max(limits[name] for name in ("ttc", "headway", "pet"))


def _find_pairs(inquiry: Inquiry) -> None:
    traffic = inquiry.traffic
    reach = _reach(inquiry.thresholds)
    encounters = find_encounters(traffic, inquiry.judged, reach, inquiry.proceed)
    proceed = inquiry.proceed
    lives = np.union1d(encounters.first, encounters.second)
    traffic.prepare(lives, lambda share: proceed(_PREPARING * share))
    touches: list[Touch] = []
    hits = recorded_hits(inquiry)
    recorded = contact_times((), hits)
    for block in encounters.blocks(_BLOCK):
        check(proceed, _PREPARING + (1.0 - _PREPARING) * block.start / len(encounters))
        pairs = pair_moments(traffic, encounters, block, reach)
        if not len(pairs):
            continue
        found = find_touches(traffic, pairs, inquiry.thresholds)
        touches += found
        add_near_misses(inquiry, pairs, (recorded, contact_times(found, ())))
        add_conflicts(inquiry, pairs)
        add_encroachments(inquiry, pairs, found)
    add_contacts(inquiry, touches, hits)


def _find_on_the_road(inquiry: Inquiry) -> None:
    road_map = inquiry.road_map
    if road_map is not None:
        add_lane_events(inquiry, road_map)


def _find_at_junctions(inquiry: Inquiry) -> None:
    road_map = inquiry.road_map
    if road_map is not None:
        add_junction_events(inquiry, road_map)


def _usable_map(inquiry: Inquiry) -> RoadMap | None:
    """Return the road map if vehicles drive along its lanes; tell why there is none else."""
    road_map = inquiry.road_map
    reason = "there is no road map" if road_map is None else misfit(inquiry.traffic.index, road_map)
    if not reason:
        return road_map
    for kind in KINDS.values():
        if kind.needs_roads:
            inquiry.skip(kind.name, reason)
    return None


_FINDERS: Mapping[Finder, Callable[[Inquiry], None]] = {
    PAIRS: _find_pairs,
    DRIVING: add_driving,
    STANDING: add_standstills,
    TELEPORTS: add_teleports,
    STALLS: add_stalls,
    STATES: add_states,
    ROUTE: add_off_route,
    LANES: _find_on_the_road,
    JUNCTIONS: _find_at_junctions,
}


class _Progress:
    """Tells one share of the whole from the shares of its parts."""

    def __init__(self, proceed: Proceed) -> None:
        self._proceed = proceed
        self._done = 0.0
        self._next = 0.0

    def part(self, size: float) -> Proceed:
        """Return what a part that is such a share of the whole is to tell its own share."""
        self._done = start = self._next
        self._next = min(start + size, 1.0)
        return lambda share: self._proceed(start + size * min(max(share, 0.0), 1.0))


_SPARE = 5.0
"""Metres around all boxes, so that the queue in which somebody stands is among them."""


def rows_nearby(everybody: Traffic, asked: Ints, reach: float, proceed: Proceed = always) -> Ints:
    """Return the rows of some actors, of those who come near them, and of those whom they collide with.

    Args:
        everybody: in those frames at least that ``neighbours.frames_looked_at`` names.
        asked: rows of the actor table.
        reach: seconds, as for ``find_encounters``.
        proceed: answers whether to go on.

    """
    near = find_encounters(everybody, np.isin(everybody.rows, asked), reach, proceed, spare=_SPARE)
    contacts = everybody.index.contacts.columns
    hit = [
        contacts[there][np.isin(contacts[here], asked)]
        for here, there in (("actor", "other"), ("other", "actor"))
    ]
    lives = everybody.rows[np.concatenate((near.first, near.second))]
    return np.unique(np.concatenate((asked, lives, *hit)))
