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


def by_weight(events: Iterable[FoundEvent], hero: int | None = None) -> OrderedEvents:
    """Return events in order of weight: touches, severity, the hero's first, kind, distance to the threshold.

    Of kinds that happen often only the worst event comes early; the others follow all that is told so.

    Args:
        events: in any order.
        hero: row of the hero, None for nobody.

    """

    def weight(event: FoundEvent) -> tuple[bool, int, bool, int, float, float]:
        others = hero is None or hero not in event.actors
        return (
            event.kind not in TOUCHES,
            _SEVERITIES.index(event.severity),
            others,
            RANKS[event.kind],
            -excess(event),
            event.start,
        )

    ordered = sorted(events, key=weight)
    told: set[str] = set()
    first: list[FoundEvent] = []
    later: list[FoundEvent] = []
    for event in ordered:
        often = KINDS[event.kind].worst_first
        (later if often and event.kind in told else first).append(event)
        told.add(event.kind)
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
