"""What the window says about events: those that were found, and those in the file."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np

from viewer.analysis.event_geometry import Evidence
from viewer.analysis.event_kinds import KINDS
from viewer.analysis.event_table import EventSource, FoundEvent, NotJudged, Severity
from viewer.logfile.enums import SCENERY
from viewer.recording.actors import MOVERS
from viewer.recording.events import EventType
from viewer.recording.index import RecordingIndex
from viewer.replay.events import EventKind
from viewer.ui import format as fmt
from viewer.ui.format import TimeText
from viewer.ui.speed_unit import in_shown_unit, unit_shown
from viewer.ui.translation import tr, translated

_BRIEF = {"m/s": 1, "m/s²": 1, "m/s³": 1, "°": 0}
"""Digits after the point where there is little room, by unit; two for others."""


def name_of(kind: str) -> str:
    """Return what an event of a kind is called."""
    return tr(KINDS[kind].title)


def rule_of(kind: str) -> str:
    """Return the rule of a kind in words."""
    return tr(KINDS[kind].rule)


def rule_text(event: FoundEvent) -> str:
    """Return what made it an event, with what is particular to it; of results their own sentence."""
    if event.source is EventSource.RESULTS:
        return fmt.plain(event.note)
    return "; ".join(filter(None, (rule_of(event.kind), fmt.plain(translated(event.note)))))


def measure_of(event: FoundEvent) -> str:
    """Return what is measured of an event."""
    if event.kind == "red_light" and event.at_least:
        return tr("Red since before the recording")
    return tr(KINDS[event.kind].measured)


def frames_before(count: int) -> str:
    """Return how many frames before the moment a figure is of; empty for that moment itself."""
    return fmt.counted(count, "1 frame before", "{} frames before") if count else ""


def side_text(index: RecordingIndex, evidence: Evidence) -> str:
    """Return where two touched: "2763 right front"; empty where that is not known."""
    if evidence.side is None:
        return ""
    along = {1: tr("front"), 0: "", -1: tr("rear")}[evidence.side[0]]
    across = {1: tr("right"), 0: "", -1: tr("left")}[evidence.side[1]]
    where = " ".join(filter(None, (across, along))) or tr("middle")
    return f"{index.actors.actor_id[evidence.rows[0]]} {where}"


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


def measured_of(event: FoundEvent, *, brief: bool = False) -> str:
    """Return what was measured of an event, and whether it may be more: the file does not show all of it."""
    value = measured(event.value, event.unit, brief=brief)
    return f"≥ {value}" if event.at_least else value


def who_and_when(index: RecordingIndex, event: FoundEvent, time_text: TimeText) -> str:
    """Return the ids of those ``event`` is about and its start: "88, 51 · 23.4 s"."""
    return fmt.join(", ".join(ids_of(index, event)), time_text(event.start))


def detail_in_lane(index: RecordingIndex, event: FoundEvent) -> str:
    """Return what stands beside an icon: whom it is about, if it may be somebody else, else the measure."""
    ids, movers = ids_of(index, event), np.isin(index.actors.category, MOVERS)
    is_told = len(ids) > 0 and movers.sum() > 1
    return ids[0] if is_told else measured_of(event, brief=True)


def lines_of(index: RecordingIndex, event: FoundEvent, time_text: TimeText) -> tuple[str, ...]:
    """Return what a tooltip says: name, who, time; value and threshold; the rule."""
    head = fmt.join(heading(index, event), time_text(event.start))
    return (head, comparison(event), rule_text(event))


def heading(index: RecordingIndex, event: FoundEvent) -> str:
    """Return what happened to whom: "Contact of 2763 and 2768, not recorded", "88 ran a red light"."""
    ids = ids_of(index, event)
    return tr(KINDS[event.kind].said).format(
        who=who(index, event),
        one=ids[0] if ids else "",
        other=ids[-1] if ids else "",
        value=measured_of(event, brief=True),
    )


def also_found(event: FoundEvent, incident: Iterable[FoundEvent]) -> str:
    """Return in a line what else was found of an incident, each kind once; empty for nothing."""
    names = dict.fromkeys(name_of(each.kind) for each in incident if each != event)
    return fmt.join(tr("Also found"), *names) if names else ""


def comparison(event: FoundEvent) -> str:
    """Return the measured value with what it was compared with."""
    if not math.isfinite(event.value):
        return tr("Nothing to be measured")
    value = f"{measure_of(event)} {measured_of(event)}"
    if not math.isfinite(event.threshold):
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
        reason = f"{translated(each.reason)} ({ids})" if ids else translated(each.reason)
        reasons.setdefault(reason, []).append(tr(KINDS[each.kind].label))
    return tuple(f"{', '.join(kinds)}: {reason}" for reason, kinds in reasons.items())


_LONGEST_NAME = 48


class EventTexts:
    """What single events of a recording are called; the name of each actor is made once."""

    def __init__(self, index: RecordingIndex) -> None:
        self._descriptions = index.actors.descriptions
        self._names: dict[int, str] = {}

    def _name(self, row: int, actor_id: int | None = None) -> str:
        """Return id and short blueprint of an actor; of an unknown one (−1) the id, if there is one."""
        if row < 0:
            return tr("unknown actor") if actor_id is None else str(actor_id)
        if row not in self._names:
            description = self._descriptions[row]
            name = fmt.plain(f"{description.actor_id} {fmt.short_blueprint(description.type_id)}".rstrip())
            is_long = len(name) > _LONGEST_NAME
            self._names[row] = f"{name[: _LONGEST_NAME - 1]}…" if is_long else name
        return self._names[row]

    def event(self, kind: EventType, actor: int, other: int) -> str:
        """Return what happened to the actor of a row, but for contacts."""
        if kind is EventType.SPAWN:
            return tr("Spawned {}").format(self._name(actor))
        if kind is EventType.DESTROY:
            return tr("Destroyed {}").format(self._name(actor))
        return tr("Attached {} to {}").format(self._name(actor), self._name(other))

    def contact(
        self, actor: int, other: int, actor_id: int, other_id: int, reported_by: Iterable[int]
    ) -> tuple[str, str]:
        """Return who touched whom, by rows and ids, and who reported it."""
        whom = tr("scenery") if other_id == SCENERY else self._name(other, other_id)
        said = tr("Collision {0} and {1}").format(self._name(actor, actor_id), whom)
        return said, tr("reported by {0}").format(fmt.together(reported_by))


class KindWords(NamedTuple):
    """What events of one kind are called."""

    title: str
    """Of a lane of them."""
    one: str
    many: str
    """With a place for how many."""
    brief: str
    """The same beside a mark of the timeline."""


EVENT_WORDS: Mapping[EventKind, KindWords] = {
    EventKind.COLLISION: KindWords("Collisions", "1 collision", "{} collisions", "{} collisions"),
    EventKind.FOUND: KindWords("Findings", "1 finding", "{} findings", "{} found"),
    EventKind.PROBLEM: KindWords("Problems", "1 problem", "{} problems", "{} problems"),
    EventKind.NOTE: KindWords("Notes", "1 note", "{} notes", "{} notes"),
    EventKind.LIGHT: KindWords("Light changes", "1 light change", "{} light changes", "{} changes"),
    EventKind.WEATHER: KindWords("Weather", "1 weather change", "{} weather changes", "{} changes"),
    EventKind.DOOR: KindWords("Doors", "1 door moved", "{} doors moved", "{} doors"),
    EventKind.CUSTOM: KindWords("Custom packets", "1 custom packet", "{} custom packets", "{} packets"),
    EventKind.DESTROY: KindWords("Destroyed", "1 destroyed", "{} destroyed", "−{}"),
    EventKind.SPAWN: KindWords("Spawned", "1 spawned", "{} spawned", "+{}"),
    EventKind.PARENT: KindWords("Attached", "1 attached", "{} attached", "{} attached"),
}
"""The table of all kinds, in English."""
