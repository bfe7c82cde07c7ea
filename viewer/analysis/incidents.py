"""Findings that are one incident: a crash is one, however much was measured of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from viewer.analysis.event import FoundEvent
from viewer.analysis.kinds import KINDS
from viewer.analysis.weight import standing_of
from viewer.arrays import Floats

_Group: TypeAlias = list[FoundEvent]
_TWO = 2


def join(events: Sequence[FoundEvent], gap: float) -> tuple[FoundEvent, ...]:
    """Return the same events in the same order, each with the number of its incident.

    Findings of one pair whose spans touch or lie less than ``gap`` seconds apart are one incident, and those
    of either of them alone that lie so near to it are part of it; what is left of one actor is joined
    likewise. Pairs are never joined with each other. What touches makes one incident for each touch: touches
    that far apart are two, and what else lies between is part of the nearer. A state that lasts, and what
    concerns nobody, is an incident of its own.

    The numbers depend on the events alone, not on their order: they count from 1 by start.
    """
    groups: defaultdict[frozenset[int | None], _Group] = defaultdict(list)
    incidents: list[_Group] = []
    for event in sorted(events, key=_order):
        whom = frozenset(event.actors)
        if KINDS[event.kind].lasting or not whom - {None}:
            incidents.append([event])
        else:
            groups[whom].append(event)
    of_pairs: defaultdict[int | None, list[_Group]] = defaultdict(list)  # by each of the two
    for whom, group in groups.items():
        if len(whom) == _TWO:
            for incident in (part for chain in _chains(group, gap) for part in _by_touch(chain, gap)):
                incidents.append(incident)
                for actor in whom:
                    of_pairs[actor].append(incident)
    for whom, group in groups.items():
        if len(whom) < _TWO:
            incidents += _chains(_take_in(of_pairs[next(iter(whom))], group, gap), gap)
    incidents.sort(key=lambda incident: min(map(_order, incident)))
    numbers = {id(event): number for number, each in enumerate(incidents, 1) for event in each}
    return tuple(replace(event, incident=numbers[id(event)]) for event in events)


def _order(event: FoundEvent) -> tuple[object, ...]:
    """Return what orders events by start; only those that are alike are equal."""
    actors = tuple(-1 if row is None else row for row in event.actors)
    return event.start, event.end, KINDS[event.kind].weight, event.kind, actors, repr(event.value)


def _chains(events: _Group, gap: float) -> list[_Group]:
    """Return events, ascending by start, in groups within which each is near those before it."""
    chains: list[_Group] = []
    end = -np.inf
    for event in events:
        if event.start - end < gap:
            chains[-1].append(event)
        else:
            chains.append([event])
            end = event.end
        end = max(end, event.end)
    return chains


def _by_touch(events: _Group, gap: float) -> list[_Group]:
    """Return the events of a pair apart where it touches more than once."""
    touches = _chains([event for event in events if KINDS[event.kind].touches], gap)
    if len(touches) < _TWO:
        return [events]
    spans = _spans(touches)
    apart: list[_Group] = [[] for _ in touches]
    for event in events:
        apart[int(np.argmin(_away(event, spans)))].append(event)
    return apart


def _take_in(incidents: Sequence[_Group], events: _Group, gap: float) -> _Group:
    """Add events of one actor to its incidents with others, to the weightier of equally near ones.

    Return those that are near none. Who is taken in takes in no others: only spans of pairs count, of which
    those of another actor that was taken in before are no part.
    """
    if not incidents:
        return events
    pairs = [[event for event in incident if len(event.actors) == _TWO] for incident in incidents]
    spans, standings = _spans(pairs), [min(map(standing_of, pair)) for pair in pairs]
    rest: _Group = []
    for event in events:
        away = _away(event, spans)
        near = np.flatnonzero((away == away.min()) & (away < gap)).tolist()
        if near:
            incidents[min(near, key=standings.__getitem__)].append(event)
        else:
            rest.append(event)
    return rest


def _spans(groups: Sequence[_Group]) -> Floats:
    """Return when each begins and ends, seconds, shape (N, 2)."""
    return np.array([(min(e.start for e in group), max(e.end for e in group)) for group in groups])


def _away(event: FoundEvent, spans: Floats) -> Floats:
    """Return how far an event is from each span, seconds, shape (N,); 0 where they touch."""
    apart: Floats = np.maximum(np.maximum(spans[:, 0] - event.end, event.start - spans[:, 1]), 0.0)
    return apart
