"""Criteria of ScenarioRunner by their own rules: what they count, and which found events are like it.

Collisions, standing and the route are here, rules that need lanes in ``runner_lanes`` and ``runner_signals``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator

import numpy as np

from viewer.analysis.contacts import contacts_of
from viewer.analysis.criteria import CRITERIA
from viewer.analysis.event_table import NO_ACTOR, NO_PARTY, RANKS, SAME_TIME, Events, RunnerCount
from viewer.analysis.rule_context import RuleContext
from viewer.analysis.traffic import TrackMotion, Traffic
from viewer.arrays import Flags, Ints, spans

_SECONDS, _METRES, _SLOWEST = 5.0, 5.0, 0.1
"""Limits of the criterion for collisions, which counts a crash once.

Seconds after a count in which the same partner is not counted again, metres that the actor must have moved
since its last count, and least speed in m/s.
"""
_LONG, _BLOCKED = 180.0, 0.1
"""Limits of the criterion for blocked actors: seconds for which an actor stands, and speed in m/s.

It stands if it is slower than this speed.
"""
OFF_ROUTE = 30.0
"""Distance in metres from the route from which on the criterion for routes counts an actor as off it."""


def join_counts(
    events: Events, counts: Iterable[RunnerCount], heroes: Collection[int]
) -> tuple[Events, tuple[RunnerCount, ...]]:
    """Return ``events`` with the columns about ScenarioRunner filled, and the counts of ``heroes``.

    A count is like the events of the same kind and actors that it overlaps; without one, like the nearest
    that is at most a second away. The nearest of the counts that are like an event fills its columns; if one
    of them is unknown, the columns are unknown, and none of them is returned. ``heroes`` are rows of the
    actor table; counts are sorted by start.
    """
    alike: defaultdict[tuple[int, int | None, int], list[tuple[int, float, float]]] = defaultdict(list)
    columns = (events[name].tolist() for name in ("kind", "actor", "other", "light", "start", "end"))
    for event, (kind, actor, other, light, *span) in enumerate(zip(*columns, strict=True)):
        alike[kind, actor, light if other == NO_PARTY else other].append((event, *span))
    joined: defaultdict[int, list[tuple[float, float, int]]] = defaultdict(list)
    counts = sorted(counts, key=lambda each: each.start)
    for number, count in enumerate(counts):
        key = RANKS[count.kind], count.actor, NO_ACTOR if count.other is None else count.other
        away = sorted(
            (max(start - count.end, count.start - end, 0.0), abs(start - count.counted_at), event)
            for event, start, end in alike[key]
        )
        for gap, offset, event in [each for each in away if not each[0]] or away[:1]:
            if gap <= SAME_TIME:
                joined[event].append((gap, offset, number))
    counted = [RANKS[each.kind] for each in CRITERIA] + [RANKS["contact"]]
    column, times = np.where(np.isin(events["kind"], counted), 0, -1), np.full(len(events), np.nan)
    nearest, unknown = set[int](), set[int]()
    for event, those in joined.items():
        *_, first = min(those)
        numbers = {number for *_, number in those}
        if all(counts[number].known for number in numbers):
            column[event], times[event] = 1, counts[first].time
            nearest.add(first)
        else:
            column[event] = -1
            unknown |= numbers
    rest = (
        count._replace(alone=number not in nearest)
        for number, count in enumerate(counts)
        if count.actor in heroes and number not in unknown and (count.known or not np.isnan(count.time))
    )
    return events.having(scenario_runner=column, scenario_runner_time=times), tuple(rest)


def count_collisions(context: RuleContext) -> None:
    """Add to ``context`` the collisions that ScenarioRunner counts of the actors named first in collisions.

    A record does not count within 5 s of a count with the same partner, before the actor has moved 5 m away
    from its last count, or while it is slower than 0.1 m/s. Contacts of actors without a collision sensor
    are unknown.
    """
    traffic, contacts = context.traffic, [*contacts_of(context.traffic)]
    actor_ids = traffic.index.actors.actor_id
    reporters = {actor_id for contact, _, _ in contacts for actor_id in contact.reported_by}
    sensed = {*np.flatnonzero(np.isin(actor_ids, [*reporters])).tolist()}
    for event in context.events:
        if event.kind == "contact" and sensed.isdisjoint(event.rows):
            times = event.start, event.end
            context.counts.append(RunnerCount("contact", event.rows[0], event.rows[1], *times, known=False))
    collided = {event.rows[0] for event in context.events if event.kind == "collision"}
    for row, track in [each for each in traffic.track_of.items() if each[0] in collided]:
        # A sensor reports its own collisions only.
        records = [
            (sample, contact.other if contact.actor == row else contact.actor)
            for contact, begin, end in contacts
            if row in (contact.actor, contact.other)
            and (row not in sensed or actor_ids[row] in contact.reported_by)
            for sample in range(begin, end + 1)
        ]
        for sample, other, known in _counted(traffic, track, sorted(records, key=lambda each: each[0])):
            party, at = other if other in traffic.track_of else None, sample if known else None
            context.count("collision", (sample, sample), track, other=party, at=at, known=known)


def _counted(
    traffic: Traffic, track: int, records: Iterable[tuple[int, int]]
) -> Iterator[tuple[int, int, bool]]:
    """Yield the collisions of ``track`` that count: sample, other actor, whether the actor's speed is known.

    ``records`` are its collision records by time: sample, and row of the other actor, −1 for scenery.
    """
    motion = traffic.motion_of(track)
    times, last, free = motion.times, 0, 0  # sample of the last count, and that of the first one 5 m away
    partner: int | None = None
    for sample, other in records:
        here = sample - motion.begin
        inside = 0 <= here < len(times)
        if inside and times[max(here - 1, last)] - times[last] > _SECONDS:
            partner = None
        if here < free or other == partner:
            continue
        known = inside and bool(np.isfinite(motion.speeds[here]))
        if known and motion.speeds[here] < _SLOWEST:
            continue
        yield sample, other, known
        if known:
            away = np.linalg.norm(motion.locations[here:] - motion.locations[here], axis=1) > _METRES
            last, free = here, here + int(np.argmax(np.append(away, True)))
            partner = partner if other < 0 else other  # scenery is not remembered


def count_blocked(context: RuleContext, motion: TrackMotion) -> None:
    """Add to ``context`` the spans in which a vehicle is slower than 0.1 m/s for longer than 180 s."""
    times = motion.times
    for first, last in spans(times, motion.judged & (motion.speeds < _BLOCKED)):
        since = times[max(first - 1, 0)]  # the last sample at which it moved
        if times[last] - since > _LONG:
            at = min(int(np.searchsorted(times, since + _LONG, side="right")), last)
            context.count("standing", motion.samples(first, last), motion.track, at=motion.begin + at)


def count_off_route(context: RuleContext, tracks: Ints, samples: Ints, off: Flags) -> None:
    """Add to ``context`` the first time that the hero is off its route: a run ends there.

    Arrays have shape (K,): track of the hero, sample, and whether the criterion has it off the route.
    """
    for first in np.flatnonzero(off)[:1].tolist():
        context.count("off_route", (int(samples[first]), int(samples[first])), int(tracks[first]))
