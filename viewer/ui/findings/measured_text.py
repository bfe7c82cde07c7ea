"""Texts for the card of an event: measured value, threshold, other events of its incident, and its source.

An incident is a group of events with the same actors at about the same time; the source is the recording, the
rules of this program, or a results file.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from viewer.analysis.event_geometry import EventGeometry
from viewer.analysis.event_kinds import JUNCTIONS, KINDS, Weight
from viewer.analysis.event_table import EventSource, FoundEvent
from viewer.analysis.stand_words import root_words
from viewer.logfile.enums import TrafficLightState
from viewer.recording.index import RecordingIndex
from viewer.ui import format as fmt
from viewer.ui.event_text import (
    frames_before,
    heading,
    measure_of,
    measured,
    measured_of,
    rule_text,
    side_text,
    source_of,
)
from viewer.ui.format import TimeText
from viewer.ui.speed_unit import speed_number, speed_unit
from viewer.ui.translation import tr, translated

_MOST_AHEAD = 6
"""Maximum number of lines on the card of a stand for what the vehicle stands behind."""
_MOST_PHASES = 4
"""Maximum number of a traffic light's phases on the card of a stand; the last ones are shown."""
_MOST_ALSO = 6
"""Maximum number of lines on the card of an event for other events of its incident (that belong with it)."""


class CardLine(NamedTuple):
    """A line of the card about a found event: a label and its value.

    Attributes:
        label: name of the quantity, or heading of another event.
        value: value with unit, as text; may be empty.
        derived: whether the value was derived, not recorded.
        event: event that a click on the line goes to; None for a line without such a link.
        row: row in the actor table of the actor that a click on the line goes to; None for a line without
            such a link.
        more: whether a click on the line asks for the list of all events.
    """

    label: str
    value: str
    derived: bool = False
    event: FoundEvent | None = None
    row: int | None = None
    more: bool = False

    @property
    def is_link(self) -> bool:
        """Whether the line can be clicked."""
        return self.more or self.event is not None or self.row is not None


class CardContent(NamedTuple):
    """Texts of an event's card.

    Attributes:
        kind: kind of the event, a key of ``KINDS`` of the found events.
        name: heading: kind of event and actors.
        time: start of the event, as text.
        rule: the rule by which the event was found; empty for recorded events.
        lines: measured values; before them the traffic light that was run.
        source: text on where the event comes from, such as "derived, not recorded".
        also: lines on the other events of its incident (the found events of one occurrence).
        ahead: lines on what a standing vehicle stands behind or at, the nearest first.
        unknown: what the cause of a stand is not, and what is not known of it.
    """

    kind: str
    name: str
    time: str
    rule: str
    lines: tuple[CardLine, ...]
    source: str
    also: tuple[CardLine, ...] = ()
    ahead: tuple[CardLine, ...] = ()
    unknown: str = ""

    @property
    def text(self) -> str:
        """All texts of the card as plain text, to be copied."""
        rows, also = (tuple(map(_line_text, lines)) for lines in ((*self.lines, *self.ahead), self.also))
        others = (f"{tr('Also found')}:", *also) if also else ()
        return "\n".join(
            filter(
                None, (fmt.join(self.name, self.time), self.unknown, self.rule, *rows, self.source, *others)
            )
        )


def _line_text(line: CardLine) -> str:
    """Return ``line`` of an event's card as text: "label: value", with "(ƒ)" if the value is derived."""
    value = f": {line.value}" if line.value else ""
    return f"{line.label}{value}{' (ƒ)' if line.derived else ''}"


def _span_label(event: FoundEvent) -> str:
    """Return the label of the duration of ``event``: "Lasted", or a longer one if the recording cuts it.

    That is so if it began before the recording or goes on after it: "Lasted for the whole recording".
    """
    if event.began_before and event.goes_on:
        return tr("Lasted for the whole recording")
    if event.began_before:
        return tr("Lasted since before the recording")
    return tr("Lasted beyond the recording") if event.goes_on else tr("Lasted")


def _with_time(name: str, geometry: EventGeometry) -> str:
    """Return ``name``, the label of a measured value, with how many frames before the event it was measured.

    ``geometry`` has that number of frames. If it is 0, ``name`` is returned unchanged.
    """
    when = frames_before(geometry.frames_before)
    return tr("{what}, {when}").format(what=name, when=when) if when else name


def card_content(index: RecordingIndex, geometry: EventGeometry, time_text: TimeText) -> CardContent:
    """Return the texts of an event's card, without those about the other events of its incident.

    ``geometry`` has the event, and speeds and angle of its actors measured there; ``time_text`` formats
    times.
    """
    event = geometry.event
    rule, _, note = rule_text(event).partition("; ")
    title, _, unknown = heading(index, event).partition("; ")
    reported = event.source in (EventSource.RECORDED, EventSource.BOTH)
    lines = list(_run_light(index, event))
    if math.isfinite(event.value):
        lines.append(CardLine(measure_of(event), measured_of(event), derived=True))
        judged = event.source is EventSource.DERIVED  # a recorded event needs no threshold
        if judged and (event.threshold > 0.0 or event.threshold < 0.0):
            lines.append(CardLine(tr("Threshold"), measured(event.threshold, event.unit)))
    ids = index.actors.actor_id[geometry.rows].tolist()
    for actor_id, speed in zip(ids, geometry.speeds.tolist(), strict=True):
        if math.isfinite(speed):
            name = tr("Speed of {}").format(actor_id) if len(ids) > 1 else tr("Speed")
            value = f"{speed_number(speed)} {speed_unit()}"
            lines.append(CardLine(_with_time(name, geometry), value, derived=not geometry.recorded))
    if np.isfinite(geometry.angle):
        value = f"{fmt.number(geometry.angle, 0)}°"
        lines.append(CardLine(_with_time(tr("Angle between headings"), geometry), value, derived=True))
    if geometry.side is not None:
        lines.append(CardLine(tr("Point of contact"), side_text(index, geometry), derived=True))
    if event.end > event.start:
        lines.append(
            CardLine(
                _span_label(event), fmt.range_(time_text(event.start), time_text(event.end)), derived=True
            )
        )
    from viewer.analysis.criteria import CRITERIA  # noqa: PLC0415 - not loaded before the first picture

    if any(each.kind == event.kind for each in CRITERIA):
        counted = {None: tr("not known"), True: tr("yes"), False: tr("no")}[event.scenario_runner]
        lines.append(CardLine(tr("ScenarioRunner counts it"), counted, derived=True))
    return CardContent(
        kind=event.kind,
        name=title,
        time=time_text(event.start),
        rule="" if reported else fmt.capital(rule),
        lines=tuple(lines),
        source="\n".join(fmt.capital(each) for each in _sources(index, event, note) if each),
        ahead=(*_queue_lines(index, geometry), *_light_lines(index, geometry)),
        unknown=fmt.capital(unknown),
    )


def _queue_lines(index: RecordingIndex, geometry: EventGeometry) -> tuple[CardLine, ...]:
    """Return a line for each vehicle that the one of the event stands behind, with the distance between.

    Of a long queue these are the first vehicles and the last one, which has the cause.
    """
    cause = geometry.event.cause
    if cause is None:
        return ()
    gaps = [*cause.gaps, *[math.nan] * len(geometry.ahead)]
    lines = []
    for row, gap in zip(geometry.ahead.tolist(), gaps, strict=False):
        description = index.actors.descriptions[row]
        name = f"{description.actor_id} {fmt.short_blueprint(description.type_id)}"
        value = fmt.distance(gap) if math.isfinite(gap) else ""
        lines.append(CardLine(name, value, derived=True, row=row))
    if cause.chain:
        why = fmt.plain(root_words(cause, lambda row: str(index.actors.actor_id[row]), translated))
        lines[-1] = lines[-1]._replace(value=fmt.join(why, lines[-1].value))
    rest = len(lines) - _MOST_AHEAD
    if rest > 0:
        first = lines[_MOST_AHEAD - 2]._replace(label=tr("and {} more").format(rest + 1), value="")
        lines[_MOST_AHEAD - 2 : -1] = [first]
    return tuple(lines)


def _run_light(index: RecordingIndex, event: FoundEvent) -> tuple[CardLine, ...]:
    """Return a line for the traffic light that was run in ``event``; none if there is no such light."""
    if event.cause is not None or event.light is None:
        return ()
    name = tr("Light {}").format(index.actors.actor_id[event.light])
    return (CardLine(name, tr(str(TrafficLightState.RED)), row=event.light),)


def _light_lines(index: RecordingIndex, geometry: EventGeometry) -> tuple[CardLine, ...]:
    """Return a line for the traffic light that a vehicle stands at, with the lengths of its phases."""
    cause, phases = geometry.event.cause, geometry.phases
    if cause is None or cause.root.light is None or not phases:
        return ()
    texts = [f"{tr(str(state))} {fmt.number(end - start, 1)} s" for state, start, end in phases]
    return (
        CardLine(
            tr("Light {}").format(index.actors.actor_id[cause.root.light]),
            fmt.join("…" if len(texts) > _MOST_PHASES else "", *texts[-_MOST_PHASES:]),
            row=cause.root.light,
        ),
    )


def also_lines(
    index: RecordingIndex, event: FoundEvent, incident: Iterable[FoundEvent]
) -> tuple[CardLine, ...]:
    """Return lines on the events of ``incident`` other than ``event``, each linked to its event.

    Events of one kind with the same actors share a line with their count, which is linked to the first of
    them. Beyond ``_MOST_ALSO`` lines, a last line says "and n more".
    """
    groups: dict[tuple[str, tuple[int | None, ...]], list[FoundEvent]] = {}
    for each in incident:
        if each != event:
            groups.setdefault((each.kind, each.rows), []).append(each)
    lines = []
    for (kind, _), group in groups.items():
        first, of_kind = group[0], KINDS[kind]
        times = f" ×{len(group)}" if len(group) > 1 else ""
        has_value = first.cause is not None or "{value}" in of_kind.sentence or of_kind.finder is JUNCTIONS
        what = "" if of_kind.weight is Weight.MOTION or has_value else measure_of(first)
        value = "" if has_value else measured_of(first, brief=True)
        title, _, _ = heading(index, first).partition("; ")
        lines.append(CardLine(fmt.join(title + times, what), value, derived=True, event=first))
    rest = len(lines) - _MOST_ALSO
    if rest > 0:
        lines[_MOST_ALSO:] = [CardLine(tr("and {} more").format(rest), "", more=True)]
    return tuple(lines)


def _sources(index: RecordingIndex, event: FoundEvent, note: str) -> tuple[str, str]:
    """Return the two paragraphs on the card of ``event`` about its source.

    The first is ``note``, details of the event, unchanged. The second says whether the event was derived by
    this program or comes from a results file; it is empty if the event is only recorded.
    """
    if event.source is EventSource.RESULTS:
        return note, source_of(event.source)
    if event.source is not EventSource.DERIVED:
        return note, "" if event.source is EventSource.RECORDED else tr("recorded and derived")
    absent = tr("derived, not recorded")
    if KINDS[event.kind].is_contact and not index.contacts:
        absent = tr("not recorded: no collision in this file")
    return note, absent
