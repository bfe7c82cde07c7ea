"""The lanes of marks: what the file tells of, what was found, results, notes; and what is said of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPixmap

from viewer.analysis.event_table import Events
from viewer.analysis.kinds import KINDS as FOUND
from viewer.arrays import Floats, Ints
from viewer.replay.events import INDEXED, EventKind
from viewer.ui import format as fmt
from viewer.ui.found_text import EVENT_WORDS, EventTexts, also_found, detail_in_lane, lines_of, name_of
from viewer.ui.icons import SIDE, Sprites, found_pixmap
from viewer.ui.theme import current_theme, faded
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.lane import Hit, LaneContext
from viewer.ui.timeline.mark_lane import MarkLane, Marks
from viewer.ui.timeline.shapes import SHAPE_SIZE, event_pixmap
from viewer.ui.timeline.time_canvas import TimeCanvas, stamp
from viewer.ui.timeline.timeline_content import KINDS, TimelineContent
from viewer.ui.translation import tr

_LISTED = 8
"""Events or notes named in one tip."""
_SQUARE = 8.0
_BAND = 3.0
"""Height of what is drawn under the icons of notes over a range."""
_IDS = tuple(FOUND)


# -- what the file tells of


class RecordedMarks(Marks):
    """The events of a recording of some kinds."""

    half = SHAPE_SIZE / 2 + 1
    apart = 2 * half

    def __init__(self, content: TimelineContent, shown: frozenset[EventKind]) -> None:
        self._content = content
        self._events = np.flatnonzero(np.isin(content.event_kind, [KINDS.index(kind) for kind in shown]))
        kinds = content.event_kind[self._events]
        super().__init__(content.event_time[self._events], kinds, kinds)

    def name(self, kind: int) -> str:
        """Return what events of a kind are called."""
        return tr(EVENT_WORDS[KINDS[kind]].title)

    def icon(self, kind: int, ratio: float) -> QPixmap:
        """Return the shape of a kind."""
        return _SHAPES.get(KINDS[kind], ratio)

    def texts(self, numbers: Ints) -> Sequence[str]:
        """Return "+103" for spawns, "−5" for destructions, "7 events" for a mixture, and what is shorter."""
        if len(numbers) == 1:
            return ()
        first, last = (KINDS[int(self.kinds[number])] for number in (numbers[0], numbers[-1]))
        template = tr(EVENT_WORDS[first].brief, len(numbers)) if first is last else tr("{} events")
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


class EventsLane(MarkLane):
    """The events in the file of the kinds that are shown."""

    def set_context(self, context: LaneContext) -> None:
        """Show the events, and beside the name how much has been looked through for them."""
        super().set_context(context)
        percent = tr("{} · {} %").format(tr("Events in file"), round(100 * context.searched))
        self.name = percent if context.searched < 1 else tr("Events in file")
        if self._is_news(context.content, context.kinds):
            self.show(None if context.content is None else RecordedMarks(context.content, context.kinds))
            self.present = True


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

    half = SIDE / 2
    apart = 1.5 * SIDE

    def __init__(self, content: TimelineContent, events: Events) -> None:
        """Take the events, those that matter more first."""
        order = np.argsort(events["start"], kind="stable")
        self._content, self._events, self._order = content, events, order.tolist()
        listed = np.flatnonzero(np.isin(order, events.firsts))
        super().__init__(events["start"][order], events["kind"][order], order, listed)

    def name(self, kind: int) -> str:
        """Return what events of a kind are called."""
        return name_of(_IDS[kind])

    def icon(self, kind: int, ratio: float) -> QPixmap:
        """Return the icon of a kind."""
        return _ICONS.get(_IDS[kind], ratio)

    def texts(self, numbers: Ints) -> Sequence[str]:
        """Return what an event is, and of whom or how much; of several the worst, and how many there are.

        Without room for a unit the figure alone is there: beside marks with words a bare one looks forgotten.
        """
        event, count = self._events[self._order[numbers[0]]], len(numbers)
        name = name_of(event.kind)
        if count > 1:
            same = (self.kinds[numbers] == self.kinds[numbers[0]]).all()  # else it did not happen so often
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


class FoundLane(MarkLane):
    """What was found."""

    recorded = False

    def set_context(self, context: LaneContext) -> None:
        """Show what was found by now."""
        super().set_context(context)
        self._tell(tr("Findings"), context.found)

    def _tell(self, name: str, events: Events) -> None:
        """Show some events under a name."""
        self.name, content = name, self.context.content
        if self._is_news(content, events):
            self.show(None if content is None else FoundMarks(content, events))


class ResultsLane(FoundLane):
    """What results of ScenarioRunner or the Leaderboard tell."""

    recorded = True

    def set_context(self, context: LaneContext) -> None:
        """Show the infractions that are joined by now."""
        super(FoundLane, self).set_context(context)
        self._tell(tr("Results"), context.joined)


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
    """Notes, ascending by their starts; of many, few are looked at.

    Attributes:
        ends: seconds, of each note, shape (N,).

    """

    half = _SQUARE / 2 + 1
    apart = 2 * half

    def __init__(self, notes: Sequence[NoteMark], starts: Floats, ends: Floats, roles: Sequence[str]) -> None:
        self._notes, self.ends, self._roles = notes, ends, tuple(dict.fromkeys(roles))
        kinds = np.array([self._roles.index(role) for role in roles], np.int64)
        super().__init__(starts, kinds, np.zeros(len(roles), np.int64))

    def role(self, number: int) -> str:
        """Return the role of the colour of a note."""
        return self._roles[int(self.kinds[number])]

    def icon(self, kind: int, ratio: float) -> QPixmap:
        """Return a square in the colour of a note."""
        return _SQUARES.get(self._roles[kind], ratio)

    def texts(self, numbers: Ints) -> Sequence[str]:
        """Return the first line of a note, or how many there are."""
        if len(numbers) > 1:
            words = EVENT_WORDS[EventKind.NOTE]
            return fmt.counted(len(numbers), words.one, words.many), str(len(numbers))
        return self._notes[int(numbers[0])].lines[1:2]

    def hit(self, numbers: Ints) -> Hit:
        """Return the first note, and what all say."""
        notes = [self._notes[number] for number in numbers[:_LISTED].tolist()]
        rest = len(numbers) - _LISTED
        lines = [*(line for note in notes for line in note.lines), *([_and_more(rest)] if rest > 0 else [])]
        return Hit(tuple(lines), notes[0].start, notes[0].row if len(notes) == 1 else None)

    def ranges(self, begin: float, end: float) -> Ints:
        """Return the numbers of the notes over a range that share something with another one."""
        return np.flatnonzero((self.ends > self.times) & (self.times <= end) & (self.ends >= begin))


class NotesLane(MarkLane):
    """The notes, and bands where they are over a range; absent without any."""

    group = folded_at_first = False

    def set_context(self, context: LaneContext) -> None:
        """Show the notes there are."""
        super().set_context(context)
        self.name, self._notes = tr("Notes"), context.notes
        if self._is_news(context.notes):
            self.show(context.notes)

    def paint(self, canvas: TimeCanvas) -> None:
        """Draw the bands, then the marks."""
        painter, axis, rect, theme = canvas
        if self._notes is not None:
            for number in self._notes.ranges(axis.start, axis.end).tolist():
                begin, end = (float(each[number]) for each in (self._notes.times, self._notes.ends))
                band = canvas.stretch(begin, end)
                band.setTop(rect.bottom() - _BAND)
                painter.fillRect(band, faded(getattr(theme, self._notes.role(number)), 0.8))
        super().paint(canvas)

    def hit(self, axis: TimeAxis, x: float) -> Hit | None:
        """Return the note whose mark is at a pixel, else the last one whose range is."""
        found, time, notes = super().hit(axis, x), axis.time(x), self._notes
        if found is not None or notes is None:
            return found
        over = notes.ranges(time, time)
        return notes.hit(over[-1:]) if len(over) else None


def _square(role: str, ratio: float) -> QPixmap:
    color = current_theme().color(role)
    area = QRectF(0, 0, _SQUARE, _SQUARE)
    return stamp(_SQUARE, _SQUARE, ratio, lambda painter: painter.fillRect(area, color))


_SHAPES, _ICONS, _SQUARES = Sprites(event_pixmap), Sprites(found_pixmap), Sprites(_square)
