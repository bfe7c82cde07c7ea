"""Findings that are one incident, and their order: what matters most to who asks what went wrong first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from viewer.analysis.event_table import NOBODY, Events
from viewer.arrays import Floats, Ints
from viewer.cancellation import Proceed, always, asking, part_of

_Group: TypeAlias = list[int]
"""Places of events."""
_TWO = 2


def by_weight(events: Events, heroes: Sequence[int] = ()) -> Events:
    """Return events by incidents, those of each together and by standing, in order of the incidents' weight.

    That is the weight of the first event: a hero that falls below the road, touches, severity, the hero's
    first, kind, distance to the threshold. Of kinds that happen often only the worst comes early; the others
    follow all that is as severe.

    Args:
        events: in any order; one that is part of no incident stands for itself.
        heroes: rows of the hero's lifetimes.

    """
    if not len(events):
        return events
    alone = -np.arange(len(events)) - 1
    _, begins, incident = np.unique(
        np.where(events["incident"] > 0, events["incident"], alone), return_index=True, return_inverse=True
    )
    standings = _standings(events)
    order = np.lexsort((standings, incident))
    firsts = order[np.flatnonzero(np.diff(incident[order], prepend=-1))]
    heads = events.take(firsts)
    has_hero = np.zeros(len(firsts), np.bool_)
    has_hero[incident[events.about(*heroes)]] = True
    classes = np.stack((heads["severity"], ~heads.of_kind("touches"), ~(heads.of_kind("is_fall") & has_hero)))
    ranked = np.lexsort((begins, heads["start"], -excess(heads), heads["kind"], ~has_hero, *classes))
    _, worst = np.unique(heads["kind"][ranked], return_index=True)
    later = heads.of_kind("worst_first")[ranked]
    later[worst] = False
    ranked = ranked[np.lexsort((later, *classes[:, ranked]))]
    places = np.empty(len(ranked), np.int64)
    places[ranked] = np.arange(len(ranked))
    return events.take(np.lexsort((standings, places[incident])))


def excess(events: Events) -> Floats:
    """Return how far beyond its threshold each event is, as a factor, (N,).

    Without a threshold it is the value itself; without a value 0.
    """
    value, threshold = np.abs(events["value"]), np.abs(events["threshold"])
    with np.errstate(divide="ignore", invalid="ignore"):
        beyond = np.where(
            events.of_kind("lower_is_worse"),
            threshold / np.maximum(value, 1e-3),
            np.where(threshold > 0.0, value / threshold, value),
        )
    return np.where(np.isfinite(value), np.nan_to_num(beyond), 0.0)


def _standings(events: Events) -> Ints:
    """Return the place of each event among all that an incident could be named by: of the least it is, (N,).

    Falls and touches come first, then lights and signs, near misses, states, and how hard it is driven; of
    these what is severe, by kind, and far beyond its threshold.
    """
    keys = ("other", "actor", "end", "start")
    order = np.lexsort(
        (*(events[name] for name in keys), -excess(events), events["kind"], events["severity"],
         events.of_kind("weight"))
    )  # fmt: skip
    standings = np.empty(len(events), np.int64)
    standings[order] = np.arange(len(events))
    return standings


def join(events: Events, gap: float, proceed: Proceed = always) -> Events:
    """Return the same events in the same order, each with the number of its incident.

    Findings of one pair whose spans touch or lie less than ``gap`` seconds apart are one incident, and those
    of either of them alone that lie so near to it are part of it; what is left of one actor is joined
    likewise. Pairs are never joined with each other. What touches makes one incident for each touch: touches
    that far apart are two, and what else lies between is part of the nearer. A state that lasts, and what
    concerns nobody, is an incident of its own.

    The numbers depend on the events alone, not on their order: they count from 1 by start. ``proceed`` is
    asked whether to go on; ReadingCancelledError if not.
    """
    whom = np.sort(np.column_stack((events["actor"], events["other"])), axis=1)
    is_pair = (whom[:, 0] != NOBODY) & (whom[:, 0] != whom[:, 1])
    touching, proceed = events.of_kind("touches"), part_of(proceed, 1.0, 0.0)
    alone = events.of_kind("lasting") | (whom < 0).all(axis=1)
    keys = ("value", "other", "actor", "kind")
    order = np.lexsort(
        (*(events[name] for name in keys), events.of_kind("weight"), events["end"], events["start"])
    )
    incidents = [[event] for event in order[alone[order]].tolist()]
    groups: defaultdict[tuple[int, ...], _Group] = defaultdict(list)
    for event in order[~alone[order]].tolist():
        groups[tuple(whom[event].tolist())].append(event)
    of_pairs: defaultdict[int, list[_Group]] = defaultdict(list)  # by each of the two
    for both, group in asking([*groups.items()], proceed):
        if is_pair[group[0]]:
            chains = _chains(events, group, gap)
            found = [part for chain in chains for part in _by_touch(events, touching, chain, gap)]
            incidents += found
            for actor in both:
                of_pairs[actor] += found
    standings = _standings(events)
    for (_, actor), group in asking([*groups.items()], proceed):
        if not is_pair[group[0]]:
            # Who is taken in takes in no others: only spans of pairs count.
            pairs = [[event for event in each if is_pair[event]] for each in of_pairs[actor]]
            spans, rest = _spans(events, pairs), list[int]()
            for event in asking(group, proceed):
                away = _away(events, event, spans)
                near = np.flatnonzero((away == away.min(initial=gap)) & (away < gap)).tolist()
                weightiest = min(near, key=lambda each: standings[pairs[each]].min(), default=None)
                (rest if weightiest is None else of_pairs[actor][weightiest]).append(event)
            incidents += _chains(events, rest, gap)
    numbers, places = np.zeros(len(events), np.int64), np.argsort(order)
    for number, incident in enumerate(sorted(incidents, key=lambda each: places[each].min()), 1):
        numbers[incident] = number
    return Events(
        event._replace(incident=number) for event, number in zip(events, numbers.tolist(), strict=True)
    )


_MANY = 20
"""Incidents of others than the hero, alike in kind and severity, that are a group."""


def grouped(events: Events, heroes: Collection[int] = ()) -> Events:
    """Return the same events in the same order, each with the number of its group.

    Very many incidents that are named by events of one kind and severity are a group: traffic that is put
    back again and again, cars that all brake hard. What touches is never part of one, nor what the hero does.

    Args:
        events: with the numbers of their incidents.
        heroes: rows of the hero's lifetimes, none without a hero.

    """
    heads = by_weight(events).heads
    own = heads.about(*heroes)
    among = np.flatnonzero(~own & ~heads.of_kind("touches") & (heads["incident"] > 0))
    _, which, sizes = np.unique(
        np.stack((heads["kind"], heads["severity"]), axis=1)[among],
        axis=0, return_inverse=True, return_counts=True,
    )  # fmt: skip
    many = np.flatnonzero(sizes >= _MANY)
    numbers = np.zeros(int(events["incident"].max(initial=0)) + 1, np.int64)
    for number, group in enumerate(many.tolist(), 1):
        numbers[heads["incident"][among[which.ravel() == group]]] = number
    groups = numbers[events["incident"]].tolist()
    if not len(many):
        return events
    return Events(event._replace(group=group) for event, group in zip(events, groups, strict=True))


def _chains(events: Events, group: _Group, gap: float) -> list[_Group]:
    """Return events, ascending by start, in groups within which each is near those before it."""
    apart = events["start"][group[1:]] - np.maximum.accumulate(events["end"][group])[:-1] >= gap
    edges = [0, *(np.flatnonzero(apart) + 1).tolist(), len(group)]
    return [group[begin:end] for begin, end in pairwise(edges)] if group else []


def _by_touch(events: Events, touching: NDArray[Any], group: _Group, gap: float) -> list[_Group]:
    """Return the events of a pair apart where it touches more than once; ``touching`` are of all events."""
    touches = _chains(events, [event for event in group if touching[event]], gap)
    if len(touches) < _TWO:
        return [group]
    spans = _spans(events, touches)
    apart: list[_Group] = [[] for _ in touches]
    for event in group:
        apart[int(np.argmin(_away(events, event, spans)))].append(event)
    return apart


def _spans(events: Events, groups: Sequence[_Group]) -> Floats:
    """Return when each begins and ends, seconds, shape (N, 2)."""
    starts, ends = events["start"], events["end"]
    return np.array([(starts[each].min(), ends[each].max()) for each in groups]).reshape(-1, 2)


def _away(events: Events, event: int, spans: Floats) -> Floats:
    """Return how far an event is from each span, seconds, shape (N,); 0 where they touch."""
    apart = np.maximum(spans[:, 0] - events["end"][event], events["start"][event] - spans[:, 1])
    return np.asarray(np.maximum(apart, 0.0))
