"""Find all events of a recording: of everybody, or of some, with those who matter to them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from pkgutil import resolve_name

import numpy as np

from viewer.analysis.event_table import RANKS, Events, FoundEvent, FoundEvents
from viewer.analysis.incidents import join
from viewer.analysis.inquiry import Inquiry, add_unjudged, usable_map
from viewer.analysis.kinds import FINDERS, KINDS
from viewer.analysis.route_line import PlannedRoute
from viewer.analysis.thresholds import Thresholds
from viewer.analysis.traffic import Traffic
from viewer.cancellation import Proceed, always, check
from viewer.recording.index import RecordingIndex
from viewer.roads.road_map import RoadMap

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
    finders = {KINDS[kind].finder for kind in wanted}
    limits = Thresholds(thresholds)
    hero = hero if hero is not None else next(iter(index.actors.hero_rows), None)
    asked = None if rows is None else tuple(sorted(set(rows)))
    traffic = Traffic(index, limits, proceed=_part(proceed, 0.0, _READING))
    lives = np.flatnonzero(traffic.rows == hero).tolist()
    inquiry = Inquiry(
        traffic=traffic,
        thresholds=limits,
        judged=np.ones(len(traffic), np.bool_) if asked is None else np.isin(traffic.rows, asked),
        hero=next(iter(lives), None),
        road_map=road_map,
        route=route,
    )
    add_unjudged(inquiry, wanted)
    inquiry.road_map = usable_map(inquiry)
    done = _READING
    for finder in FINDERS:
        if finder not in finders or not len(traffic.times):
            continue
        inquiry.proceed = _part(proceed, done, finder.share)
        done += finder.share
        find = resolve_name(finder.find)
        if not finder.needs_roads:
            find(inquiry)
        elif inquiry.road_map is not None:
            find(inquiry, inquiry.road_map)
    check(proceed, 1.0)

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
        events=join(ours, limits["incident.gap"]),
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
    )


def _part(proceed: Proceed, start: float, size: float) -> Proceed:
    """Return what a part of the whole is to tell its own share."""
    return lambda share: proceed(start + size * min(max(share, 0.0), 1.0))
