"""The order in which found events are told: what matters most to who asks what went wrong first."""

from __future__ import annotations

import math
from collections.abc import Iterable

from viewer.analysis.event import FoundEvent, Severity
from viewer.analysis.kinds import KINDS
from viewer.analysis.ordered_events import RANKS, OrderedEvents

TOUCHES = tuple(kind.name for kind in KINDS.values() if kind.touches)
"""Kinds of events in which two actors, or one and the scenery, touch."""
_SEVERITIES = list(Severity)


def standing_of(event: FoundEvent) -> tuple[int, int, int, float, float, float, tuple[int, ...]]:
    """Return what an incident is named by: of its events the one whose standing is least.

    Touches come first, then lights and signs, near misses, states, and how hard it is driven; of these what
    is severe, by kind, and far beyond its threshold.
    """
    actors = tuple(-1 if row is None else row for row in event.actors)
    severity, rank = _SEVERITIES.index(event.severity), RANKS[event.kind]
    return KINDS[event.kind].weight, severity, rank, -excess(event), event.start, event.end, actors


def by_weight(events: Iterable[FoundEvent], hero: int | None = None) -> OrderedEvents:
    """Return events by incidents, those of each together and by standing, in order of the incidents' weight.

    That is the weight of the first event: touches, severity, the hero's first, kind, distance to the
    threshold. Of kinds that happen often only the worst comes early; the others follow all that is told so.

    Args:
        events: in any order; one that is part of no incident stands for itself.
        hero: row of the hero, None for nobody.

    """
    incidents: dict[int, list[FoundEvent]] = {}
    for number, event in enumerate(events):
        incidents.setdefault(event.incident or -number - 1, []).append(event)
    for incident in incidents.values():
        incident.sort(key=standing_of)

    def weight(incident: list[FoundEvent]) -> tuple[bool, int, bool, int, float, float]:
        others = hero is None or all(hero not in event.actors for event in incident)
        first = incident[0]
        return (
            first.kind not in TOUCHES,
            _SEVERITIES.index(first.severity),
            others,
            RANKS[first.kind],
            -excess(first),
            first.start,
        )

    told: set[str] = set()
    first: list[FoundEvent] = []
    later: list[FoundEvent] = []
    for incident in sorted(incidents.values(), key=weight):
        kind = incident[0].kind
        (later if KINDS[kind].worst_first and kind in told else first).extend(incident)
        told.add(kind)
    return OrderedEvents((*first, *later))


def excess(event: FoundEvent) -> float:
    """Return how far beyond its threshold an event is, as a factor; 0 where nothing was compared.

    >>> from viewer.analysis.event import FoundEvent, Severity
    >>> where = (0, None, Severity.LOW)
    >>> excess(FoundEvent("harsh_braking", 0.0, 1.0, (), -8.1, -4.05, "m/s²", "", *where))
    2.0
    >>> excess(FoundEvent("ttc", 0.0, 1.0, (), 0.75, 1.5, "s", "", *where))
    2.0
    """
    value, threshold = abs(event.value), abs(event.threshold)
    if not math.isfinite(value) or not math.isfinite(threshold):
        return 0.0
    if KINDS[event.kind].lower_is_worse:
        return threshold / max(value, 1e-3)
    return value / threshold if threshold > 0.0 else value
