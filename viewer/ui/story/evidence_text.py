"""What the card of an event says: the measured value over the threshold, and where it comes from."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from viewer.analysis.criteria_view import COUNTED
from viewer.analysis.event import EventSource, FoundEvent
from viewer.analysis.evidence import Evidence, started
from viewer.analysis.weight import TOUCHES
from viewer.recording.index import RecordingIndex
from viewer.ui import format as fmt
from viewer.ui.format import TimeText
from viewer.ui.found_text import measure_of, measured, name_of, source_of, who
from viewer.ui.speed_unit import speed_number, speed_unit
from viewer.ui.translation import tr


class CardLine(NamedTuple):
    """A line of the card: what it is, its value, and whether that is derived."""

    label: str
    value: str
    derived: bool = False


class CardContent(NamedTuple):
    """What a card says.

    Attributes:
        kind: of the event.
        name: of the kind.
        who: ids of those concerned.
        time: when it happened.
        rule: by which it is one; empty where the source says it.
        lines: what was measured.
        source: where it comes from.

    """

    kind: str
    name: str
    who: str
    time: str
    rule: str
    lines: tuple[CardLine, ...]
    source: str

    @property
    def text(self) -> str:
        """All of it, to be copied."""
        head = fmt.join(" ".join(filter(None, (self.name, self.who))), self.time)
        rows = (f"{line.label}: {line.value}{' (ƒ)' if line.derived else ''}" for line in self.lines)
        return "\n".join(filter(None, (head, self.rule, *rows, self.source)))


def card_content(index: RecordingIndex, evidence: Evidence, time_text: TimeText) -> CardContent:
    """Return what the card of an event says."""
    event = evidence.event
    rule, _, note = event.rule.partition("; ")
    reported = event.source in (EventSource.RECORDED, EventSource.BOTH)
    lines = []
    if math.isfinite(event.value):
        lines.append(CardLine(measure_of(event.kind), measured(event.value, event.unit), derived=True))
        judged = event.source is EventSource.DERIVED  # what a sensor reported is one at any value
        if judged and (event.threshold > 0.0 or event.threshold < 0.0):
            lines.append(CardLine(tr("Threshold"), measured(event.threshold, event.unit)))
    speeds = [speed_number(speed) for speed in evidence.speeds.tolist() if math.isfinite(speed)]
    if speeds:
        label = tr("Speeds before") if len(speeds) > 1 else tr("Speed before")
        both = f" {tr('and')} ".join(speeds)
        lines.append(CardLine(label, f"{both} {speed_unit()}", derived=not evidence.recorded))
    if np.isfinite(evidence.angle):
        value = f"{fmt.number(evidence.angle, 0)}°"
        lines.append(CardLine(tr("Angle between headings"), value, derived=True))
    if event.end > event.start:
        lines.append(
            CardLine(tr("From – to"), fmt.range_(time_text(event.start), time_text(event.end)), derived=True)
        )
    if event.kind in COUNTED:
        counted = {None: tr("not known"), True: tr("yes"), False: tr("no")}[event.scenario_runner]
        lines.append(CardLine(tr("Counted by ScenarioRunner"), counted, derived=True))
    return CardContent(
        kind=event.kind,
        name=name_of(event.kind),
        who=who(index, event),
        time=time_text(started(index, event)),
        rule="" if reported else fmt.capital(rule),
        lines=tuple(lines),
        source="\n".join(fmt.capital(each) for each in _sources(index, event, note) if each),
    )


def _sources(index: RecordingIndex, event: FoundEvent, note: str) -> tuple[str, str]:
    """Return what the rule says of this event in particular, and where it comes from; each may be empty."""
    if event.source is EventSource.RESULTS:
        return note, source_of(event.source)
    if event.source is not EventSource.DERIVED:
        return note, "" if event.source is EventSource.RECORDED else tr("recorded and derived")
    absent = tr("derived, not recorded")
    if event.kind in TOUCHES and not index.contacts:
        absent = tr("not recorded: no collision in this file")
    return note, absent
