"""Texts about events: those found by rules, and those recorded in the file."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

import numpy as np

from viewer.analysis.event_geometry import EventGeometry
from viewer.analysis.event_kinds import KINDS
from viewer.analysis.event_table import EventSource, FoundEvent, NotJudged, Severity
from viewer.analysis.stand_words import stand_words
from viewer.lazy import cached_per_object
from viewer.logfile.enums import SCENERY
from viewer.recording.actors import MOVERS
from viewer.recording.index import RecordingIndex
from viewer.recording.recorded_events import EventType
from viewer.replay.events import EventKind
from viewer.ui import format as fmt
from viewer.ui.format import TimeText
from viewer.ui.speed_unit import in_shown_unit, unit_shown
from viewer.ui.translation import tr, translated

_BRIEF = {"m/s": 1, "m/s²": 1, "m/s³": 1, "°": 0}
"""Number of decimals of an event's measured value in short texts, by unit; other units have two."""


def name_of(kind: str) -> str:
    """Return the title of the event kind ``kind``."""
    return tr(KINDS[kind].title)


def rule_of(kind: str) -> str:
    """Return the rule by which events of ``kind`` are found, as text."""
    return tr(KINDS[kind].rule)


def rule_text(event: FoundEvent) -> str:
    """Return the rule by which ``event`` was found, with details of the event.

    For an event from the Leaderboard's or ScenarioRunner's results, return the description in the results
    file. The cause of a stand is in its heading.
    """
    if event.source is EventSource.RESULTS:
        return fmt.plain(event.note)
    if event.cause is not None:
        return rule_of(event.kind)
    return "; ".join(filter(None, (rule_of(event.kind), fmt.plain(translated(event.note)))))


def measure_of(event: FoundEvent) -> str:
    """Return the heading for the value measured for ``event``, such as "Greatest overlap" or "Red for"."""
    if event.kind == "red_light" and event.at_least:
        return tr("Red since before the recording")
    return tr(KINDS[event.kind].measured)


def frames_before(count: int) -> str:
    """Return "3 frames before" if ``count`` is 3: a value was measured so many frames before an event.

    Empty for 0.
    """
    return fmt.counted(count, "1 frame before", "{} frames before") if count else ""


def side_text(index: RecordingIndex, geometry: EventGeometry) -> str:
    """Return an actor's id and which side of its box was hit, such as "2763 right front"; empty if unknown.

    The actor is the first one of the event in ``geometry``: a collision, or a contact (overlap of two boxes)
    that was not recorded.
    """
    if geometry.side is None:
        return ""
    along = {1: tr("front"), 0: "", -1: tr("rear")}[geometry.side[0]]
    across = {1: tr("right"), 0: "", -1: tr("left")}[geometry.side[1]]
    where = " ".join(filter(None, (across, along))) or tr("middle")
    return f"{index.actors.actor_id[geometry.rows[0]]} {where}"


def ids_of(index: RecordingIndex, event: FoundEvent) -> tuple[str, ...]:
    """Return the id of each actor in ``event`` as text; "scenery" for what was hit if that is no actor."""
    return tuple(tr("scenery") if row is None else str(int(index.actors.actor_id[row])) for row in event.rows)


def parties(index: RecordingIndex, event: FoundEvent) -> str:
    """Return the ids of the actors in ``event`` joined by "and": "2763 and 2768"."""
    return f" {tr('and')} ".join(ids_of(index, event))


def measured(value: float, unit: str, *, brief: bool = False) -> str:
    """Return ``value`` (a measured value or a threshold) with its unit.

    >>> measured(-10.13, "m/s²"), measured(-10.13, "m/s²", brief=True), measured(math.nan, "m")
    ('−10.13 m/s²', '−10.1 m/s²', '–')
    """
    text = fmt.number(in_shown_unit(value, unit), _BRIEF.get(unit, 2) if brief else 2)
    if text == fmt.UNKNOWN:
        return text
    unit = unit_shown(unit)
    return f"{text}°" if unit == "°" else f"{text} {unit}"


def measured_of(event: FoundEvent, *, brief: bool = False) -> str:
    """Return the measured value of ``event`` with its unit; with ``brief``, usually fewer decimals than two.

    "≥" precedes a duration that may be longer, because the recording begins late or ends early.
    """
    value = measured(event.value, event.unit, brief=brief)
    return f"≥ {value}" if event.at_least else value


def actors_and_time(
    index: RecordingIndex, event: FoundEvent, time_text: TimeText, heroes: Collection[int] = ()
) -> str:
    """Return the ids of the actors in ``event`` and its start time: "hero, 51 · 23.4 s".

    Actors whose rows are in ``heroes`` are "hero".
    """
    ids = zip(ids_of(index, event), event.rows, strict=True)
    names = [tr("hero") if row is not None and row in heroes else each for each, row in ids]
    return fmt.join(", ".join(names), time_text(event.start))


def detail_in_lane(index: RecordingIndex, event: FoundEvent) -> str:
    """Return the text beside the icon of ``event`` in its lane of the timeline.

    It is the id of the first actor, or the measured value if there is only one road user in the recording.
    """
    ids = ids_of(index, event)
    return ids[0] if len(ids) > 0 and _mover_count(index) > 1 else measured_of(event, brief=True)


@cached_per_object
def _mover_count(index: RecordingIndex) -> int:
    """Return the number of road users among the actors of a recording."""
    return int(np.isin(index.actors.category, MOVERS).sum())


def lines_of(index: RecordingIndex, event: FoundEvent, time_text: TimeText) -> tuple[str, ...]:
    """Return the lines of an event's tooltip: name, actors, time; value and threshold; the rule."""
    head = fmt.join(heading(index, event), time_text(event.start))
    return (head, comparison(event), rule_text(event))


def heading(index: RecordingIndex, event: FoundEvent) -> str:
    """Return what happened: "88 ran a red light", "88 stuck for 31.2 s behind 200 (audi.tt)"."""
    ids = ids_of(index, event)
    if event.cause is not None:
        why = fmt.plain(stand_words(event, index.actors, translated))
        return f"{parties(index, event)} {why[:1].lower()}{why[1:]}"
    return tr(KINDS[event.kind].sentence).format(
        who=parties(index, event),
        one=ids[0] if ids else "",
        other=ids[-1] if ids else "",
        value=measured_of(event, brief=True),
    )


def also_found(event: FoundEvent, incident: Iterable[FoundEvent]) -> str:
    """Return a line with the titles of the other kinds of events in ``incident``; empty if there are none.

    An incident is a group of events that were found in one and the same situation. Of vehicles that are stuck
    for the same reason as that of ``event``, the line has the number.
    """
    others = [each for each in incident if each != event]
    stuck = sum(each.cause is not None for each in others)
    names = [*dict.fromkeys(name_of(each.kind) for each in others if each.cause is None)]
    behind = [tr("{0} behind it").format(stuck)] if stuck else []
    return fmt.join(tr("Also found"), *names, *behind) if others else ""


def comparison(event: FoundEvent) -> str:
    """Return the measured value of ``event`` with its name and the threshold it was compared with."""
    if not math.isfinite(event.value):
        return tr("Nothing to be measured")
    value = f"{measure_of(event)} {measured_of(event)}"
    if not math.isfinite(event.threshold):
        return value
    return fmt.join(value, f"{tr('threshold')} {measured(event.threshold, event.unit)}")


def weight_of(severity: Severity) -> str:
    """Return ``severity`` as a word in the user's language: "High", "Medium" or "Low"."""
    return {
        Severity.HIGH: tr("High"),
        Severity.MEDIUM: tr("Medium"),
        Severity.LOW: tr("Low"),
    }[severity]


def source_of(source: EventSource) -> str:
    """Return ``source`` as text: recorded, derived, recorded and derived, or "results of its evaluators".

    Evaluators are programs like Leaderboard, which write their results to a file.
    """
    return {
        EventSource.RECORDED: tr("recorded"),
        EventSource.DERIVED: tr("derived"),
        EventSource.BOTH: tr("recorded and derived"),
        EventSource.RESULTS: tr("results of its evaluators"),
    }[source]


def not_judged_lines(index: RecordingIndex, not_judged: Iterable[NotJudged]) -> tuple[str, ...]:
    """Return one line per reason why events could not be judged, with the kinds of events it concerns."""
    reasons: dict[str, list[str]] = {}
    for each in not_judged:
        ids = ", ".join(str(int(index.actors.actor_id[row])) for row in each.rows)
        reason = f"{translated(each.reason)} ({ids})" if ids else translated(each.reason)
        reasons.setdefault(reason, []).append(tr(KINDS[each.kind].label))
    return tuple(f"{', '.join(kinds)}: {reason}" for reason, kinds in reasons.items())


_LONGEST_NAME = 48


class EventTexts:
    """Texts about single recorded events of one recording; the name of each actor is cached."""

    def __init__(self, index: RecordingIndex) -> None:
        self._descriptions = index.actors.descriptions
        self._names: dict[int, str] = {}

    def _name(self, row: int, actor_id: int | None = None) -> str:
        """Return id and short blueprint of an actor, at most 48 characters.

        ``row`` is its row in the table of actors, or −1 if it is unknown. Then the text is ``actor_id``, or
        "unknown actor" if that is None.
        """
        if row < 0:
            return tr("unknown actor") if actor_id is None else str(actor_id)
        if row not in self._names:
            description = self._descriptions[row]
            name = fmt.plain(f"{description.actor_id} {fmt.short_blueprint(description.type_id)}".rstrip())
            is_long = len(name) > _LONGEST_NAME
            self._names[row] = f"{name[: _LONGEST_NAME - 1]}…" if is_long else name
        return self._names[row]

    def event(self, kind: EventType, actor: int, other: int) -> str:
        """Return a text such as "Spawned 88 audi tt" for a spawn, destruction or attachment (``kind``).

        ``actor`` is the row of the actor in the table of actors. ``other`` is the row of the actor that it
        was attached to, used only for an attachment. A row of −1 is an unknown actor.
        """
        if kind is EventType.SPAWN:
            return tr("Spawned {}").format(self._name(actor))
        if kind is EventType.DESTROY:
            return tr("Destroyed {}").format(self._name(actor))
        return tr("Attached {} to {}").format(self._name(actor), self._name(other))

    def contact(
        self, actor: int, other: int, actor_id: int, other_id: int, reported_by: Iterable[int]
    ) -> tuple[str, str]:
        """Return two texts on a recorded collision: its title, and who reported it.

        For example "Collision 88 audi tt and 90 walker 0006" and "reported by 88".

        Args:
            actor: row of the first actor in the table of actors; −1 if unknown.
            other: row of the second actor in the table of actors; −1 if unknown.
            actor_id: recorded id of the first actor, shown if its row is unknown.
            other_id: recorded id of the second actor, or ``SCENERY``.
            reported_by: ids of the actors that reported the collision.
        """
        whom = tr("scenery") if other_id == SCENERY else self._name(other, other_id)
        title = tr("Collision {0} and {1}").format(self._name(actor, actor_id), whom)
        return title, tr("reported by {0}").format(fmt.together(reported_by))


class KindWords(NamedTuple):
    """English words for one kind of events: its title, and texts for one event and for several."""

    title: str
    """Title of the timeline's lane with events of this kind, such as "Collisions"."""
    one: str
    many: str
    """Text for several events of this kind, such as "{} collisions"; ``{}`` stands for their number."""
    brief: str
    """Shorter form of ``many``, beside an icon of the timeline that stands for several events: "+{}"."""


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
"""English title and count texts ("1 collision", "{} collisions") of each kind of event."""
