"""The marks there are: of what the file tells, what was found, results, notes; and what is said of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from PySide6.QtGui import QColor, QPixmap

from viewer.analysis.event_kinds import KINDS as FOUND
from viewer.analysis.event_table import Events
from viewer.arrays import Floats, Ints
from viewer.replay.events import INDEXED, EventKind
from viewer.ui import format as fmt
from viewer.ui.event_text import EVENT_WORDS, EventTexts, also_found, detail_in_lane, lines_of, name_of
from viewer.ui.icons import SIDE, Sprites, found_pixmap, icon_pixmap
from viewer.ui.theme import current_theme, faded
from viewer.ui.timeline.lane import Hit
from viewer.ui.timeline.mark_lane import Marks
from viewer.ui.timeline.timeline_content import KINDS, TimelineContent
from viewer.ui.translation import tr

_LISTED = 8
"""Events or notes named in one tip."""


# -- what the file tells of


_SIGNS: Mapping[EventKind, str] = {
    EventKind.COLLISION: "collision",
    EventKind.PROBLEM: "problem",
    EventKind.NOTE: "event-note",
    EventKind.LIGHT: "event-light",
    EventKind.WEATHER: "event-weather",
    EventKind.DOOR: "event-door",
    EventKind.CUSTOM: "event-custom",
    EventKind.DESTROY: "event-destroy",
    EventKind.SPAWN: "event-spawn",
}
"""The icons of kinds, but of what has none of its own."""


def event_pixmap(kind: EventKind, ratio: float) -> QPixmap:
    """Return the sign of a kind of event, for a screen of a device pixel ratio."""
    role = {EventKind.COLLISION: "collision", EventKind.PROBLEM: "text"}.get(kind, "secondary")
    return icon_pixmap(_SIGNS.get(kind, "event-other"), current_theme().color(role), ratio=ratio)


class RecordedMarks(Marks):
    """The events of a recording of some kinds."""

    table, icons = KINDS, Sprites(event_pixmap)
    half, apart = 5.5, 11.0

    def __init__(self, content: TimelineContent, shown: frozenset[EventKind]) -> None:
        self._content = content
        self._events = np.flatnonzero(np.isin(content.event_kind, [KINDS.index(kind) for kind in shown]))
        kinds = content.event_kind[self._events]
        super().__init__(content.event_time[self._events], kinds, kinds)

    def name(self, kind: int) -> str:
        """Return what events of a kind are called."""
        return tr(EVENT_WORDS[KINDS[kind]].title)

    def texts(self, worst: int, numbers: Ints) -> Sequence[str]:
        """Return "+103" for spawns, "−5" for destructions, "7 events" for a mixture, and what is shorter."""
        if len(numbers) == 1:
            return ()
        kind = self.kinds[worst]
        is_one = (self.kinds[numbers] == kind).all()
        template = tr(EVENT_WORDS[KINDS[kind]].brief, len(numbers)) if is_one else tr("{} events")
        count = fmt.count(len(numbers))
        return (template.format(count),) if template.endswith("{}") else (template.format(count), count)

    def hit(self, numbers: Ints) -> Hit:
        """Return the worst event, whom it is about if it is the only one of its kind, and what all are."""
        content, worst = self._content, int(self._events[numbers[0]])
        kind = self.kinds[numbers[0]]
        is_collision = KINDS[int(kind)] is EventKind.COLLISION
        alone = is_collision or np.count_nonzero(self.kinds[numbers] == kind) == 1
        row = int(content.event_actor[worst])
        return Hit(
            event_lines(content, self._events[numbers]),
            float(content.event_time[worst]),
            row if alone and row >= 0 else None,
            contact=int(content.event_other[worst]) if is_collision else None,
        )


def event_lines(content: TimelineContent, numbers: Ints) -> tuple[str, ...]:
    """Describe some events of a recording, the worst first."""
    numbers = numbers[np.argsort(content.event_kind[numbers], kind="stable")]
    texts = EventTexts(content.index)
    lines = [_line(content, texts, int(number)) for number in numbers[:_LISTED]]
    rest = Counter(content.event_kind[numbers[_LISTED:]].tolist())
    more = [
        fmt.counted(number, words.one, words.many)
        for kind, number in rest.items()
        for words in [EVENT_WORDS[KINDS[kind]]]
    ]
    return (*lines, *([_and_more(", ".join(more))] if more else []))


def _line(content: TimelineContent, texts: EventTexts, number: int) -> str:
    actor, other = int(content.event_actor[number]), int(content.event_other[number])
    kind = KINDS[int(content.event_kind[number])]
    if kind is EventKind.COLLISION:
        each = content.index.contacts[other]
        return ", ".join(
            texts.contact(each.actor, each.other, each.actor_id, each.other_id, each.reported_by)
        )
    return texts.event(INDEXED[kind], actor, other) if kind in INDEXED else content.lists[kind].texts[other]


def _and_more(rest: object) -> str:
    return tr("and {} more").format(rest)


# -- what was found, and results


class FoundMarks(Marks):
    """Events that were found; a lane of all kinds shows what their incidents are named by."""

    table, icons = tuple(FOUND), Sprites(found_pixmap)
    half, apart = SIDE / 2, 1.5 * SIDE

    def __init__(self, content: TimelineContent, events: Events) -> None:
        """Take the events, those that matter more first."""
        order = np.argsort(events["start"], kind="stable")
        self._content, self._events, self._order = content, events, order.tolist()
        listed = np.flatnonzero(np.isin(order, events.firsts))
        super().__init__(events["start"][order], events["kind"][order], order, listed)

    def name(self, kind: int) -> str:
        """Return what events of a kind are called."""
        return name_of(self.table[kind])

    def texts(self, worst: int, numbers: Ints) -> Sequence[str]:
        """Return what an event is, and of whom or how much; of several the worst, and how many there are.

        Without room for a unit the figure alone is there: beside marks with words a bare one looks forgotten.
        """
        event, count = self._events[self._order[worst]], len(numbers)
        name = name_of(event.kind)
        if count > 1:
            same = (self.kinds[numbers] == self.kinds[worst]).all()  # else it did not happen so often
            return tr("{} and {} more").format(name, count - 1), f"×{count}" if same else f"+{count - 1}"
        detail = detail_in_lane(self._content.index, event)
        return fmt.join(name, detail), detail, detail.partition(" ")[0]

    def hit(self, numbers: Ints) -> Hit:
        """Return the weightiest event, and what all are."""
        index = self._content.index
        write = partial(fmt.moment_text, scale=self._content.scale)
        events = [self._events[self._order[number]] for number in numbers[:_LISTED]]
        rest = len(numbers) - _LISTED
        lines = [lines_of(index, each, write)[0] for each in events]
        if len(events) == 1:
            also = also_found(events[0], self._events.incident_of(events[0]))
            lines = [*lines_of(index, events[0], write), *filter(None, (also,))]
        elif rest > 0:
            lines.append(_and_more(rest))
        return Hit(tuple(lines), events[0].start, event=events[0])


# -- notes


class NoteMark(NamedTuple):
    """A note as the time view shows it.

    Attributes:
        start: seconds.
        end: seconds, ``start`` if it stands at one time.
        role: that of its colour in the theme.
        lines: what to say about it: when and of whom, then its text.
        row: the actor that a click selects, or None.

    """

    start: float
    end: float
    role: str
    lines: tuple[str, ...]
    row: int | None


class NoteMarks(Marks):
    """Notes, ascending by their starts; of many, few are looked at."""

    icons = Sprites(lambda role, ratio: icon_pixmap("event-note", current_theme().color(role), ratio=ratio))
    half, apart = 5.0, 10.0

    def __init__(self, notes: Sequence[NoteMark], starts: Floats, ends: Floats, roles: Sequence[str]) -> None:
        self._notes, self._ends, self.table = notes, ends, tuple(dict.fromkeys(roles))
        kinds = np.array([self.table.index(role) for role in roles], np.int64)
        super().__init__(starts, kinds, np.zeros(len(roles), np.int64))

    def texts(self, worst: int, numbers: Ints) -> Sequence[str]:
        """Return the first line of a note, or how many there are."""
        if len(numbers) > 1:
            words = EVENT_WORDS[EventKind.NOTE]
            return fmt.counted(len(numbers), words.one, words.many), str(len(numbers))
        return self._notes[worst].lines[1:2]

    def hit(self, numbers: Ints) -> Hit:
        """Return the first note, and what all say."""
        notes = [self._notes[number] for number in numbers[:_LISTED].tolist()]
        rest = len(numbers) - _LISTED
        lines = [*(line for note in notes for line in note.lines), *([_and_more(rest)] if rest > 0 else [])]
        return Hit(tuple(lines), notes[0].start, notes[0].row if len(notes) == 1 else None)

    def bands(self, begin: float, end: float) -> list[tuple[int, float, QColor]]:
        """Return numbers, ends and colours of the notes over a range that reach into another one."""
        lasting = np.flatnonzero((self._ends > self.times) & (self.times <= end) & (self._ends >= begin))
        colors = [faded(current_theme().color(role), 0.8) for role in self.table]
        return [(n, float(self._ends[n]), colors[self.kinds[n]]) for n in lasting.tolist()]
