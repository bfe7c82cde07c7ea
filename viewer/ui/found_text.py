"""What the window says about found events: the table of words and icons of their kinds."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from enum import Enum
from functools import cache
from typing import NamedTuple

import numpy as np

from viewer.analysis.event import EventSource, FoundEvent, NotJudged, Severity
from viewer.analysis.evidence import started
from viewer.analysis.kinds import KINDS
from viewer.recording.actors import MOVERS
from viewer.recording.index import RecordingIndex
from viewer.ui import format as fmt
from viewer.ui.format import TimeText
from viewer.ui.speed_unit import in_shown_unit, unit_shown
from viewer.ui.translation import tr

_BRIEF = {"m/s": 1, "m/s²": 1, "m/s³": 1, "°": 0}
"""Digits after the point where there is little room, by unit; two for others."""


class Detail(Enum):
    """What stands behind the name of an event where there is little room."""

    TIME = "time"
    ACTOR_AND_TIME = "actor and time"
    PAIR = "pair"
    VALUE = "value"


class FoundWords(NamedTuple):
    """What events of a kind are called, with their icon and what is told briefly."""

    name: str
    icon: str
    detail: Detail
    value: str
    """What was measured."""


@cache
def found_words() -> Mapping[str, FoundWords]:
    """Return the table of the kinds of ``viewer.analysis.kinds``."""
    return {
        "collision": FoundWords(tr("Collision"), "collision", Detail.TIME, tr("Greatest overlap")),
        "contact": FoundWords(tr("Boxes overlap"), "found-contact", Detail.TIME, tr("Greatest overlap")),
        "near_miss": FoundWords(tr("Near miss"), "found-near-miss", Detail.PAIR, tr("Least gap")),
        "red_light": FoundWords(tr("Red light"), "found-light-head", Detail.ACTOR_AND_TIME, tr("Red for")),
        "stop_sign": FoundWords(tr("Stop sign"), "found-stop-sign", Detail.ACTOR_AND_TIME, tr("Least speed")),
        "ttc": FoundWords(tr("Time to collision"), "found-time", Detail.VALUE, tr("Least time to collision")),
        "pet": FoundWords(tr("Encroachment"), "found-time", Detail.VALUE, tr("Time between")),
        "harsh_braking": FoundWords(
            tr("Braking"), "found-braking", Detail.VALUE, tr("Greatest deceleration")
        ),
        "drac": FoundWords(
            tr("Deceleration needed"), "found-braking", Detail.VALUE, tr("Greatest deceleration needed")
        ),
        "wrong_way": FoundWords(tr("Wrong way"), "found-lane", Detail.ACTOR_AND_TIME, tr("Greatest angle")),
        "sidewalk": FoundWords(tr("Sidewalk"), "found-lane", Detail.ACTOR_AND_TIME, tr("Farthest on it")),
        "outside_lanes": FoundWords(
            tr("Outside lanes"), "found-lane", Detail.ACTOR_AND_TIME, tr("Farthest outside")
        ),
        "solid_line": FoundWords(
            tr("Solid line"), "found-lane", Detail.ACTOR_AND_TIME, tr("Farthest past it")
        ),
        "speeding": FoundWords(tr("Speeding"), "found-speed", Detail.VALUE, tr("Greatest speed")),
        "below_road": FoundWords(
            tr("Below the road"), "found-fall", Detail.ACTOR_AND_TIME, tr("Greatest depth")
        ),
        "lateral_acceleration": FoundWords(
            tr("Lateral acceleration"), "found-lateral", Detail.VALUE, tr("Greatest acceleration")
        ),
        "harsh_acceleration": FoundWords(
            tr("Acceleration"), "found-acceleration", Detail.VALUE, tr("Greatest acceleration")
        ),
        "jerk": FoundWords(tr("Jerk"), "found-jerk", Detail.VALUE, tr("Greatest jerk")),
        "yaw_rate": FoundWords(tr("Yaw rate"), "found-turn", Detail.VALUE, tr("Greatest rate")),
        "yaw_acceleration": FoundWords(
            tr("Yaw acceleration"), "found-turn", Detail.VALUE, tr("Greatest acceleration")
        ),
        "headway": FoundWords(tr("Headway"), "found-time", Detail.VALUE, tr("Least headway")),
        "standing": FoundWords(tr("Standing"), "found-standing", Detail.VALUE, tr("Lasted")),
        "teleport": FoundWords(
            tr("Teleport"), "found-teleport", Detail.ACTOR_AND_TIME, tr("Speed of the step")
        ),
        "stall": FoundWords(tr("Stalled"), "found-stall", Detail.VALUE, tr("Frame lasted")),
    }


def name_of(kind: str) -> str:
    """Return what an event of a kind is called."""
    return found_words()[kind].name


def ids_of(index: RecordingIndex, event: FoundEvent) -> tuple[str, ...]:
    """Return the ids of those an event is about; what is no actor is scenery."""
    return tuple(
        tr("scenery") if row is None else str(int(index.actors.actor_id[row])) for row in event.actors
    )


def who(index: RecordingIndex, event: FoundEvent) -> str:
    """Return the ids of those concerned in words: "2763 and 2768"."""
    return f" {tr('and')} ".join(ids_of(index, event))


def measured(value: float, unit: str, *, brief: bool = False) -> str:
    """Return a measured value, or a threshold, with its unit.

    >>> measured(-10.13, "m/s²"), measured(-10.13, "m/s²", brief=True), measured(math.nan, "m")
    ('−10.13 m/s²', '−10.1 m/s²', '–')
    """
    text = fmt.number(in_shown_unit(value, unit), _BRIEF.get(unit, 2) if brief else 2)
    if text == fmt.UNKNOWN:
        return text
    unit = unit_shown(unit)
    return f"{text}°" if unit == "°" else f"{text} {unit}"


def detail(index: RecordingIndex, event: FoundEvent, time_text: TimeText) -> str:
    """Return the one thing to know of an event beside its name."""
    match found_words()[event.kind].detail:
        case Detail.TIME:
            return time_text(started(index, event))
        case Detail.ACTOR_AND_TIME:
            return fmt.join(who(index, event), time_text(started(index, event)))
        case Detail.PAIR:
            return who(index, event)
        case Detail.VALUE:
            return measured(event.value, event.unit, brief=True)


def detail_in_lane(index: RecordingIndex, event: FoundEvent) -> str:
    """Return what stands beside an icon: whom it is about, if it may be somebody else, else the measure."""
    ids, movers = ids_of(index, event), np.isin(index.actors.category, MOVERS)
    is_told = len(ids) > 0 and movers.sum() > 1
    return ids[0] if is_told else measured(event.value, event.unit, brief=True)


def lines_of(index: RecordingIndex, event: FoundEvent, time_text: TimeText) -> tuple[str, ...]:
    """Return what a tooltip says: name, who, time; value and threshold; the rule."""
    head = fmt.join(heading(index, event), time_text(started(index, event)))
    return (head, comparison(event), event.rule)


def heading(index: RecordingIndex, event: FoundEvent) -> str:
    """Return the name of an event and whom it is about."""
    return " ".join(filter(None, (name_of(event.kind), who(index, event))))


def comparison(event: FoundEvent) -> str:
    """Return the measured value with what it was compared with."""
    if not math.isfinite(event.value):
        return tr("Nothing to be measured")
    value = f"{found_words()[event.kind].value} {measured(event.value, event.unit)}"
    if event.threshold == 0.0:
        return value
    return fmt.join(value, f"{tr('threshold')} {measured(event.threshold, event.unit)}")


def weight_of(severity: Severity) -> str:
    """Return how much an event matters, in a word."""
    return {
        Severity.HIGH: tr("High"),
        Severity.MEDIUM: tr("Medium"),
        Severity.LOW: tr("Low"),
    }[severity]


def source_of(source: EventSource) -> str:
    """Return where an event comes from, in a word."""
    return {
        EventSource.RECORDED: tr("recorded"),
        EventSource.DERIVED: tr("derived"),
        EventSource.BOTH: tr("recorded and derived"),
        EventSource.RESULTS: tr("results of its evaluators"),
    }[source]


def not_judged_lines(index: RecordingIndex, not_judged: Iterable[NotJudged]) -> tuple[str, ...]:
    """Return what could not be judged and why, a line for each reason."""
    reasons: dict[str, list[str]] = {}
    for each in not_judged:
        ids = ", ".join(str(int(index.actors.actor_id[row])) for row in each.actors)
        reason = f"{each.reason} ({ids})" if ids else each.reason
        reasons.setdefault(reason, []).append(KINDS[each.kind].label)
    return tuple(f"{', '.join(kinds)}: {reason}" for reason, kinds in reasons.items())
