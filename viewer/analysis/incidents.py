"""Findings that are one incident, and their order: what matters most to who asks what went wrong first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

import numpy as np

from viewer.analysis.event_table import NOBODY, Events
from viewer.arrays import Floats, Ints

_Group: TypeAlias = list[int]
"""Places of events."""
_TWO = 2


def by_weight(events: Events, hero: int | None = None) -> Events:
    """Return events by incidents, those of each together and by standing, in order of the incidents' weight.

    That is the weight of the first event: touches, severity, the hero's first, kind, distance to the
    threshold. Of kinds that happen often only the worst comes early; the others follow all that is told so.

    Args:
        events: in any order; one that is part of no incident stands for itself.
        hero: row of the hero, None for nobody.

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
    if hero is not None:
        has_hero[incident[events.about(hero)]] = True
    ranked = np.lexsort(
        (begins, heads["start"], -excess(heads), heads["kind"], ~has_hero, heads["severity"],
         ~heads.of_kind("touches"))
    )  # fmt: skip
    _, worst = np.unique(heads["kind"][ranked], return_index=True)
    later = heads.of_kind("worst_first")[ranked]
    later[worst] = False
    ranked = np.concatenate((ranked[~later], ranked[later]))
    places = np.empty(len(ranked), np.int64)
    places[ranked] = np.arange(len(ranked))
    return events.take(np.lexsort((standings, places[incident])))


def excess(events: Events) -> Floats:
    """Return how far beyond its threshold each event is, as a factor, (N,); 0 where nothing was compared."""
    value, threshold = np.abs(events["value"]), np.abs(events["threshold"])
    with np.errstate(divide="ignore", invalid="ignore"):
        beyond = np.where(
            events.of_kind("lower_is_worse"),
            threshold / np.maximum(value, 1e-3),
            np.where(threshold > 0.0, value / threshold, value),
        )
    return np.where(np.isfinite(value) & np.isfinite(threshold), beyond, 0.0)


def _standings(events: Events) -> Ints:
    """Return the place of each event among all that an incident could be named by: of the least it is, (N,).

    Touches come first, then lights and signs, near misses, states, and how hard it is driven; of these what
    is severe, by kind, and far beyond its threshold.
    """
    keys = ("other", "actor", "end", "start")
    order = np.lexsort(
        (*(events[name] for name in keys), -excess(events), events["kind"], events["severity"],
         events.of_kind("weight"))
    )  # fmt: skip
    standings = np.empty(len(events), np.int64)
    standings[order] = np.arange(len(events))
    return standings


def join(events: Events, gap: float) -> Events:
    """Return the same events in the same order, each with the number of its incident.

    Findings of one pair whose spans touch or lie less than ``gap`` seconds apart are one incident, and those
    of either of them alone that lie so near to it are part of it; what is left of one actor is joined
    likewise. Pairs are never joined with each other. What touches makes one incident for each touch: touches
    that far apart are two, and what else lies between is part of the nearer. A state that lasts, and what
    concerns nobody, is an incident of its own.

    The numbers depend on the events alone, not on their order: they count from 1 by start.
    """
    keys = ("value", "other", "actor", "kind")
    order = np.lexsort(
        (*(events[name] for name in keys), events.of_kind("weight"), events["end"], events["start"])
    )
    joiner = _Joiner(events, gap)
    numbers = np.zeros(len(events), np.int64)
    places = np.argsort(order)
    incidents = joiner.incidents(order)
    for number, incident in enumerate(sorted(incidents, key=lambda each: places[each].min()), 1):
        numbers[incident] = number
    return Events(
        event._replace(incident=number) for event, number in zip(events, numbers.tolist(), strict=True)
    )


class _Joiner:
    def __init__(self, events: Events, gap: float) -> None:
        self._gap = gap
        self._starts, self._ends = events["start"], events["end"]
        self._whom = np.sort(np.column_stack((events["actor"], events["other"])), axis=1)
        self._alone = events.of_kind("lasting") | (self._whom < 0).all(axis=1)
        self._is_pair = (self._whom[:, 0] != NOBODY) & (self._whom[:, 0] != self._whom[:, 1])
        self._touches = events.of_kind("touches")
        self._standings = _standings(events)

    def incidents(self, order: Ints) -> list[_Group]:
        """Return the incidents of all events, which are given by start."""
        incidents = [[event] for event in order[self._alone[order]].tolist()]
        groups: defaultdict[tuple[int, ...], _Group] = defaultdict(list)
        for event in order[~self._alone[order]].tolist():
            groups[tuple(self._whom[event].tolist())].append(event)
        of_pairs: defaultdict[int, list[_Group]] = defaultdict(list)  # by each of the two
        for whom, group in groups.items():
            if self._is_pair[group[0]]:
                found = [part for chain in self._chains(group) for part in self._by_touch(chain)]
                incidents += found
                for actor in whom:
                    of_pairs[actor] += found
        for whom, group in groups.items():
            if not self._is_pair[group[0]]:
                incidents += self._chains(self._take_in(of_pairs[whom[1]], group))
        return incidents

    def _chains(self, events: _Group) -> list[_Group]:
        """Return events, ascending by start, in groups within which each is near those before it."""
        apart = self._starts[events[1:]] - np.maximum.accumulate(self._ends[events])[:-1] >= self._gap
        edges = [0, *(np.flatnonzero(apart) + 1).tolist(), len(events)]
        return [events[begin:end] for begin, end in pairwise(edges)] if events else []

    def _by_touch(self, events: _Group) -> list[_Group]:
        """Return the events of a pair apart where it touches more than once."""
        touches = self._chains([event for event in events if self._touches[event]])
        if len(touches) < _TWO:
            return [events]
        spans = self._spans(touches)
        apart: list[_Group] = [[] for _ in touches]
        for event in events:
            apart[int(np.argmin(self._away(event, spans)))].append(event)
        return apart

    def _take_in(self, incidents: Sequence[_Group], events: _Group) -> _Group:
        """Add events of one actor to its incidents with others, to the weightier of equally near ones.

        Return those that are near none. Who is taken in takes in no others: only spans of pairs count, of
        which those of another actor that was taken in before are no part.
        """
        if not incidents:
            return events
        pairs = [[event for event in each if self._is_pair[event]] for each in incidents]
        spans, standings = self._spans(pairs), [self._standings[each].min() for each in pairs]
        rest: _Group = []
        for event in events:
            away = self._away(event, spans)
            near = np.flatnonzero((away == away.min()) & (away < self._gap)).tolist()
            (incidents[min(near, key=standings.__getitem__)] if near else rest).append(event)
        return rest

    def _spans(self, groups: Sequence[_Group]) -> Floats:
        """Return when each begins and ends, seconds, shape (N, 2)."""
        return np.array([(self._starts[each].min(), self._ends[each].max()) for each in groups])

    def _away(self, event: int, spans: Floats) -> Floats:
        """Return how far an event is from each span, seconds, shape (N,); 0 where they touch."""
        apart = np.maximum(spans[:, 0] - self._ends[event], self._starts[event] - spans[:, 1])
        return np.asarray(np.maximum(apart, 0.0))
