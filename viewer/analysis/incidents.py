"""Incidents: events that belong together are joined, weighed, and grouped with similar ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from viewer.analysis.event_kinds import Weight
from viewer.analysis.event_table import NO_PARTY, RANKS, Events
from viewer.arrays import Flags, Floats, Ints
from viewer.cancellation import ShouldContinue, always, cancellable, part_of

_Group: TypeAlias = list[int]
"""Indices of events that are grouped because they belong to one occurrence."""
_TWO = 2


def by_weight(events: Events, heroes: Sequence[int] = ()) -> Events:
    """Return ``events`` sorted by importance: the most important incident first, and so within each incident.

    An incident is the events of one occurrence. Incidents whose first event is a fall of the hero below the
    road come first, then contacts, then the hero stuck (a stand of severity high), then all others. Within
    each of these, they are sorted by severity, then those with the hero first, then by kind in the order of
    ``KINDS``, then by ``excess`` over the threshold. Of a kind that can be very frequent
    (``FoundKind.worst_first``), only the worst incident keeps this rank; its others follow all incidents of
    the same severity.

    Args:
        events: in any order; an event without an incident number is an incident of its own.
        heroes: rows of the hero's tracks in the actor table.
    """
    if not len(events):
        return events
    alone = -np.arange(len(events)) - 1
    _, begins, incident = np.unique(
        np.where(events["incident"] > 0, events["incident"], alone), return_index=True, return_inverse=True
    )
    ranks = _ranks(events, heroes)
    order = np.lexsort((ranks, incident))
    firsts = order[np.flatnonzero(np.diff(incident[order], prepend=-1))]
    heads = events.take(firsts)
    has_hero = np.zeros(len(firsts), np.bool_)
    has_hero[incident[events.about(*heroes)]] = True
    classes = np.stack(
        (
            heads["severity"],
            ~_is_stuck(heads, heroes),
            ~heads.of_kind("is_contact"),
            ~(heads.of_kind("is_fall") & has_hero),
        )
    )
    ranked = np.lexsort((begins, heads["start"], -excess(heads), heads["kind"], ~has_hero, *classes))
    _, worst = np.unique(heads["kind"][ranked], return_index=True)
    later = heads.of_kind("worst_first")[ranked]
    later[worst] = False
    ranked = ranked[np.lexsort((later, *classes[:, ranked]))]
    places = np.empty(len(ranked), np.int64)
    places[ranked] = np.arange(len(ranked))
    return events.take(np.lexsort((ranks, places[incident])))


def excess(events: Events) -> Floats:
    """Return the factor by which the value of each event is worse than its threshold, shape (N,).

    That is value / threshold, or threshold / value for kinds where lower values are worse. Without a
    threshold it is the value itself, without a value 0.
    """
    value, threshold = np.abs(events["value"]), np.abs(events["threshold"])
    with np.errstate(divide="ignore", invalid="ignore"):
        beyond = np.where(
            events.of_kind("lower_is_worse"),
            threshold / np.maximum(value, 1e-3),
            np.where(threshold > 0.0, value / threshold, value),
        )
    return np.where(np.isfinite(value), np.nan_to_num(beyond), 0.0)


def _is_stuck(events: Events, heroes: Sequence[int]) -> Flags:
    """Return a mask, shape (N,), of the stands of the hero that are of severity high."""
    return np.asarray(_is_stand(events) & (events["severity"] == 0) & np.isin(events["actor"], heroes))


def _is_stand(events: Events) -> Flags:
    return np.asarray(events["kind"] == RANKS["standing"])


def _ranks(events: Events, heroes: Sequence[int] = ()) -> Ints:
    """Return the rank of each event, shape (N,): an incident is named after its event with the lowest rank.

    Events are ranked by type: falls and contacts first, then the hero stuck, lights and signs, near misses,
    states and driving style. Events of one type are ranked by severity, kind, and distance to the threshold.
    Of stands, the hero's comes first, then that of the vehicle at which all of them begin.
    """
    keys = ("other", "actor", "end", "start")
    weights = np.where(_is_stuck(events, heroes), int(Weight.STUCK), events.of_kind("weight"))
    follows = np.zeros(len(events), np.int64)
    for each in np.flatnonzero(_is_stand(events)).tolist():
        cause = events["cause"][each]
        follows[each] = 0 if events["actor"][each] in heroes else 1 + bool(cause is not None and cause.chain)
    order = np.lexsort(
        (*(events[name] for name in keys), -excess(events), events["kind"], events["severity"], follows,
         weights)
    )  # fmt: skip
    ranks = np.empty(len(events), np.int64)
    ranks[order] = np.arange(len(events))
    return ranks


def join(events: Events, gap: float, should_continue: ShouldContinue = always) -> Events:
    """Return ``events`` in the same order, each with the number of its incident, from 1 in order of start.

    Events are apart if ``gap`` seconds or more lie between them. Events of the same two actors that are not
    apart are one incident. An event of one actor alone joins the nearest incident of that actor with another
    one, if they are not apart; the remaining events of each actor are joined among themselves. Two contacts
    of the same actors that are apart are in separate incidents, and their other events go to the nearer
    contact. An event of a lasting kind (``FoundKind.lasting``, like speeding) or of no actor is an incident
    of its own, but stands that overlap in time and begin at one vehicle are one.

    Raises ReadingCancelledError if ``should_continue`` returns False.
    """
    whom = np.sort(np.column_stack((events["actor"], events["other"])), axis=1)
    is_pair = (whom[:, 0] != NO_PARTY) & (whom[:, 0] != whom[:, 1])
    touching, should_continue = events.of_kind("is_contact"), part_of(should_continue, 1.0, 0.0)
    alone = events.of_kind("lasting") | (whom < 0).all(axis=1)
    keys = ("value", "other", "actor", "kind")
    order = np.lexsort(
        (*(events[name] for name in keys), events.of_kind("weight"), events["end"], events["start"])
    )
    stands = _is_stand(events)
    incidents = [[event] for event in order[alone[order] & ~stands[order]].tolist()]
    incidents += _of_one_root(events, order[stands[order]].tolist())
    groups: defaultdict[tuple[int, ...], _Group] = defaultdict(list)
    for event in order[~alone[order]].tolist():
        groups[tuple(whom[event].tolist())].append(event)
    of_pairs: defaultdict[int, list[_Group]] = defaultdict(list)  # by either actor
    for both, group in cancellable([*groups.items()], should_continue):
        if is_pair[group[0]]:
            chains = _chains(events, group, gap)
            found = [part for chain in chains for part in _split_by_contact(events, touching, chain, gap)]
            incidents += found
            for actor in both:
                of_pairs[actor] += found
    ranks = _ranks(events)
    for (_, actor), group in cancellable([*groups.items()], should_continue):
        if not is_pair[group[0]]:
            # Only spans of the pair's own events count: an event that is joined attracts no others.
            pairs = [[event for event in each if is_pair[event]] for each in of_pairs[actor]]
            spans, rest = _spans(events, pairs), list[int]()
            for event in cancellable(group, should_continue):
                away = _away(events, event, spans)
                near = np.flatnonzero((away == away.min(initial=gap)) & (away < gap)).tolist()
                weightiest = min(near, key=lambda each: ranks[pairs[each]].min(), default=None)
                (rest if weightiest is None else of_pairs[actor][weightiest]).append(event)
            incidents += _chains(events, rest, gap)
    numbers, places = np.zeros(len(events), np.int64), np.argsort(order)
    for number, incident in enumerate(sorted(incidents, key=lambda each: places[each].min()), 1):
        numbers[incident] = number
    return events.having(incident=numbers)


_MANY = 20
"""Least number of incidents of other actors than the hero, alike in kind and severity, that form a group."""


def grouped(events: Events, heroes: Collection[int] = ()) -> Events:
    """Return ``events`` in the same order, each with the number of its group of similar incidents.

    A group has 20 or more incidents whose weightiest events have the same kind and severity, such as
    teleports of traffic. Groups are numbered from 1; events in no group have 0, as have contacts and
    incidents of the hero.

    Args:
        events: events with the numbers of their incidents.
        heroes: rows of the hero's tracks in the actor table, empty without a hero.
    """
    heads = by_weight(events).heads
    own = heads.about(*heroes)
    among = np.flatnonzero(~own & ~heads.of_kind("is_contact") & (heads["incident"] > 0))
    _, which, sizes = np.unique(
        np.stack((heads["kind"], heads["severity"]), axis=1)[among],
        axis=0, return_inverse=True, return_counts=True,
    )  # fmt: skip
    many = np.flatnonzero(sizes >= _MANY)
    numbers = np.zeros(int(events["incident"].max(initial=0)) + 1, np.int64)
    for number, group in enumerate(many.tolist(), 1):
        numbers[heads["incident"][among[which.ravel() == group]]] = number
    return events.having(group=numbers[events["incident"]]) if len(many) else events


def _of_one_root(events: Events, stands: Sequence[int]) -> list[_Group]:
    """Return ``stands`` (indices of events, by start) in groups that overlap and begin at one vehicle."""
    by_root: defaultdict[int, list[int]] = defaultdict(list)
    alone = [[stand] for stand in stands if events["cause"][stand] is None]
    for stand in stands:
        if (cause := events["cause"][stand]) is not None:
            row = cause.root.row
            by_root[int(events["actor"][stand]) if row is None else row].append(stand)
    return alone + [chain for group in by_root.values() for chain in _chains(events, group, 0.0)]


def _chains(events: Events, group: _Group, gap: float) -> list[_Group]:
    """Split ``group`` (indices of events, by start) wherever no event happens for ``gap`` seconds or more."""
    apart = events["start"][group[1:]] - np.maximum.accumulate(events["end"][group])[:-1] >= gap
    edges = [0, *(np.flatnonzero(apart) + 1).tolist(), len(group)]
    return [group[begin:end] for begin, end in pairwise(edges)] if group else []


def _split_by_contact(events: Events, touching: NDArray[Any], group: _Group, gap: float) -> list[_Group]:
    """Return ``group``, the events of a pair of actors, split into one part for each contact.

    ``touching`` is the mask of contacts among all events; contacts less than ``gap`` seconds apart are one.
    Other events go to the nearest contact.
    """
    contact_groups = _chains(events, [event for event in group if touching[event]], gap)
    if len(contact_groups) < _TWO:
        return [group]
    spans = _spans(events, contact_groups)
    apart: list[_Group] = [[] for _ in contact_groups]
    for event in group:
        apart[int(np.argmin(_away(events, event, spans)))].append(event)
    return apart


def _spans(events: Events, groups: Sequence[_Group]) -> Floats:
    """Return the first start and the last end of the events in each of ``groups``, seconds, shape (N, 2)."""
    starts, ends = events["start"], events["end"]
    return np.array([(starts[each].min(), ends[each].max()) for each in groups]).reshape(-1, 2)


def _away(events: Events, event: int, spans: Floats) -> Floats:
    """Return the seconds between an event and each of ``spans``; 0 if they overlap.

    ``spans`` are start and end in elapsed seconds, shape (N, 2). ``event`` is the event's index in
    ``events``.
    """
    apart = np.maximum(spans[:, 0] - events["end"][event], events["start"][event] - spans[:, 1])
    return np.asarray(np.maximum(apart, 0.0))
