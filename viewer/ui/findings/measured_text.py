"""What the card of an event says: the measured value over the threshold, and where it comes from."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from viewer.analysis.event_geometry import Evidence
from viewer.analysis.event_kinds import KINDS, Weight
from viewer.analysis.event_table import EventSource, FoundEvent
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
from viewer.ui.translation import tr

_ALSO = 6
"""Lines of what else was found, at most; the list has all."""


class CardLine(NamedTuple):
    """A line of the card.

    Attributes:
        label: what it is about.
        value: what is known of that.
        derived: whether the value is derived.
        event: another event that the line leads to, None for a line that leads nowhere.

    """

    label: str
    value: str
    derived: bool = False
    event: FoundEvent | None = None


class CardContent(NamedTuple):
    """What a card says.

    Attributes:
        kind: of the event.
        name: what happened to whom.
        time: when it happened.
        rule: by which it is one; empty where the source says it.
        lines: what was measured.
        source: where it comes from.
        also: what else was found of its incident.

    """

    kind: str
    name: str
    time: str
    rule: str
    lines: tuple[CardLine, ...]
    source: str
    also: tuple[CardLine, ...] = ()

    @property
    def text(self) -> str:
        """All of it, to be copied."""
        rows, also = (tuple(map(_line_text, lines)) for lines in (self.lines, self.also))
        others = (f"{tr('Also found')}:", *also) if also else ()
        return "\n".join(
            filter(None, (fmt.join(self.name, self.time), self.rule, *rows, self.source, *others))
        )


def _line_text(line: CardLine) -> str:
    value = f": {line.value}" if line.value else ""
    return f"{line.label}{value}{' (ƒ)' if line.derived else ''}"


def _span_label(event: FoundEvent) -> str:
    """Return what the time span of ``event`` is called: it may be longer than what is recorded of it."""
    if event.began_before and event.goes_on:
        return tr("Lasted all the time")
    if event.began_before:
        return tr("Lasted since before the recording")
    return tr("Lasted beyond the recording") if event.goes_on else tr("Lasted")


def _then(name: str, evidence: Evidence) -> str:
    """Return what a figure is called, with the frame that it is of."""
    when = frames_before(evidence.frames_before)
    return tr("{what}, {when}").format(what=name, when=when) if when else name


def card_content(index: RecordingIndex, evidence: Evidence, time_text: TimeText) -> CardContent:
    """Return what the card of an event says."""
    event = evidence.event
    rule, _, note = rule_text(event).partition("; ")
    reported = event.source in (EventSource.RECORDED, EventSource.BOTH)
    lines = []
    if math.isfinite(event.value):
        lines.append(CardLine(measure_of(event), measured_of(event), derived=True))
        judged = event.source is EventSource.DERIVED  # what a sensor reported is one at any value
        if judged and (event.threshold > 0.0 or event.threshold < 0.0):
            lines.append(CardLine(tr("Threshold"), measured(event.threshold, event.unit)))
    ids = index.actors.actor_id[evidence.rows].tolist()
    for actor_id, speed in zip(ids, evidence.speeds.tolist(), strict=True):
        if math.isfinite(speed):
            name = tr("Speed of {}").format(actor_id) if len(ids) > 1 else tr("Speed")
            value = f"{speed_number(speed)} {speed_unit()}"
            lines.append(CardLine(_then(name, evidence), value, derived=not evidence.recorded))
    if np.isfinite(evidence.angle):
        value = f"{fmt.number(evidence.angle, 0)}°"
        lines.append(CardLine(_then(tr("Angle between headings"), evidence), value, derived=True))
    if evidence.side is not None:
        lines.append(CardLine(tr("Point of contact"), side_text(index, evidence), derived=True))
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
        name=heading(index, event),
        time=time_text(event.start),
        rule="" if reported else fmt.capital(rule),
        lines=tuple(lines),
        source="\n".join(fmt.capital(each) for each in _sources(index, event, note) if each),
    )


def also_lines(
    index: RecordingIndex, event: FoundEvent, incident: Iterable[FoundEvent]
) -> tuple[CardLine, ...]:
    """Return what else was found of ``incident`` than ``event``, a line that leads there for each.

    Events of one kind and the same actors are one line with their count, which leads to the first of them.
    """
    groups: dict[tuple[str, tuple[int | None, ...]], list[FoundEvent]] = {}
    for each in incident:
        if each != event:
            groups.setdefault((each.kind, each.actors), []).append(each)
    lines = []
    for (kind, _), group in groups.items():
        first, of_kind = group[0], KINDS[kind]
        times = f" ×{len(group)}" if len(group) > 1 else ""
        what = "" if of_kind.weight is Weight.MOTION or "{value}" in of_kind.said else measure_of(first)
        value = "" if "{value}" in of_kind.said else measured_of(first, brief=True)
        lines.append(
            CardLine(fmt.join(heading(index, first) + times, what), value, derived=True, event=first)
        )
    rest = len(lines) - _ALSO
    return (*lines[:_ALSO], CardLine(tr("and {} more").format(rest), "")) if rest > 0 else tuple(lines)


def _sources(index: RecordingIndex, event: FoundEvent, note: str) -> tuple[str, str]:
    """Return what the rule says of this event in particular, and where it comes from; each may be empty."""
    if event.source is EventSource.RESULTS:
        return note, source_of(event.source)
    if event.source is not EventSource.DERIVED:
        return note, "" if event.source is EventSource.RECORDED else tr("recorded and derived")
    absent = tr("derived, not recorded")
    if KINDS[event.kind].touches and not index.contacts:
        absent = tr("not recorded: no collision in this file")
    return note, absent
