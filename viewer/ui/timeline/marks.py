"""Marks in the timeline's lanes of events: recorded and found events, results, notes, lines of logs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPixmap

from viewer.analysis.event_kinds import KINDS as FOUND
from viewer.analysis.event_table import Events
from viewer.arrays import Floats, Ints
from viewer.lazy import LazySequence
from viewer.notes import NoteSet
from viewer.replay.events import INDEXED, EventKind
from viewer.ui import format as fmt
from viewer.ui.event_text import EVENT_WORDS, EventTexts, also_found, detail_in_lane, lines_of, name_of
from viewer.ui.icons import SIDE, Sprites, found_pixmap, icon_pixmap
from viewer.ui.note_text import NoteActors, role_of, when
from viewer.ui.state.run_logs import LEVEL_ROLES, LogGroups, RunLogsState
from viewer.ui.theme import current_theme, faded
from viewer.ui.timeline.lane import HoverInfo
from viewer.ui.timeline.mark_lane import Marks
from viewer.ui.timeline.timeline_content import KINDS, TimelineContent
from viewer.ui.translation import tr

_LISTED = 8
"""Maximum number of events, notes or lines of logs that one tooltip of the timeline lists."""
_DOT = 4
_LONGEST_TIP, _LONGEST = 120, 40
"""Maximum number of letters of a line of a log in a tooltip, and beside its mark."""
_NO_LINES = LogGroups(np.empty(0), *(np.empty(0, np.int64) for _ in range(4)))


# -- recorded events


_ICON_NAMES: Mapping[EventKind, str] = {
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
"""Icon names by kind of recorded event; kinds that are not listed share one icon."""


def event_pixmap(kind: EventKind, ratio: float) -> QPixmap:
    """Return the icon of a kind of recorded event for a screen with the device pixel ratio ``ratio``."""
    role = {EventKind.COLLISION: "collision", EventKind.PROBLEM: "text"}.get(kind, "secondary")
    return icon_pixmap(_ICON_NAMES.get(kind, "event-other"), current_theme().color(role), ratio=ratio)


class RecordedMarks(Marks):
    """Marks in the timeline for the recorded events of the visible kinds."""

    table, icons = KINDS, Sprites(event_pixmap)
    half, apart = 5.5, 11.0

    def __init__(self, content: TimelineContent, shown: frozenset[EventKind]) -> None:
        self._content = content
        is_shown = np.array([kind in shown for kind in KINDS])
        self._events = np.flatnonzero(is_shown[content.event_kind])
        kinds = content.event_kind[self._events]
        super().__init__(content.event_time[self._events], kinds, kinds)

    def name(self, kind: int) -> str:
        """Return the name of the kind of recorded events with the index ``kind`` in ``table``."""
        return tr(EVENT_WORDS[KINDS[kind]].title)

    def texts(self, worst: int, indices: Ints) -> Sequence[str]:
        """Return texts, longest first, for the mark that stands for the recorded events ``indices``.

        Examples are "+103" for spawns, "−5" for destructions, "7 events" for mixed kinds. The result is empty
        for a single event. ``worst`` is the index of the most severe of the events.
        """
        if len(indices) == 1:
            return ()
        kind = self.kinds[worst]
        is_one = (self.kinds[indices] == kind).all()
        template = tr(EVENT_WORDS[KINDS[kind]].brief, len(indices)) if is_one else tr("{} events")
        count = fmt.count(len(indices))
        return (template.format(count),) if template.endswith("{}") else (template.format(count), count)

    def hover_info(self, indices: Ints) -> HoverInfo:
        """Return tooltip lines for the events ``indices``; a click goes to the first, most severe one.

        A click also selects that event's actor, if the event is a collision or the only one of its kind.
        """
        content, worst = self._content, int(self._events[indices[0]])
        kind = self.kinds[indices[0]]
        is_collision = KINDS[int(kind)] is EventKind.COLLISION
        alone = is_collision or np.count_nonzero(self.kinds[indices] == kind) == 1
        row = int(content.event_actor[worst])
        return HoverInfo(
            event_lines(content, self._events[indices]),
            float(content.event_time[worst]),
            row if alone and row >= 0 else None,
            contact=int(content.event_other[worst]) if is_collision else None,
        )


def event_lines(content: TimelineContent, indices: Ints) -> tuple[str, ...]:
    """Return texts of the recorded events ``indices``, the most severe first.

    Beyond eight events, the last text counts the others by kind.
    """
    indices = indices[np.argsort(content.event_kind[indices], kind="stable")]
    texts = EventTexts(content.index)
    lines = [_line(content, texts, int(number)) for number in indices[:_LISTED]]
    rest = np.bincount(content.event_kind[indices[_LISTED:]])
    more = [
        fmt.counted(int(rest[kind]), words.one, words.many)
        for kind in np.flatnonzero(rest).tolist()
        for words in [EVENT_WORDS[KINDS[kind]]]
    ]
    return _listed(lines, ", ".join(more))


def _line(content: TimelineContent, texts: EventTexts, number: int) -> str:
    actor, other = int(content.event_actor[number]), int(content.event_other[number])
    kind = KINDS[int(content.event_kind[number])]
    if kind is EventKind.COLLISION:
        each = content.index.contacts[other]
        return ", ".join(
            texts.contact(each.actor, each.other, each.actor_id, each.other_id, each.reported_by)
        )
    return texts.event(INDEXED[kind], actor, other) if kind in INDEXED else content.lists[kind].texts[other]


def _listed(lines: Sequence[str], more: object) -> tuple[str, ...]:
    """Return ``lines`` of a tooltip and, unless ``more`` is 0 or empty, a last one that there are more."""
    return (*lines, *((tr("and {} more").format(more),) if more else ()))


# -- found events and results


class FoundMarks(Marks):
    """Marks in the timeline for events found by analysis, or for infractions in result files.

    The lane for all kinds shows only one event of each incident (events that belong together).
    """

    table, icons = tuple(FOUND), Sprites(found_pixmap)
    half, apart = SIDE / 2, 1.5 * SIDE

    def __init__(self, content: TimelineContent, events: Events) -> None:
        """Create marks for ``events``, which must be sorted, the most severe first.

        ``content`` is that of the recording in which they were found.
        """
        order = np.argsort(events["start"], kind="stable")
        self._content, self._events, self._order = content, events, order.tolist()
        listed = np.flatnonzero(np.isin(order, events.firsts))
        super().__init__(events["start"][order], events["kind"][order], order, listed)

    def name(self, kind: int) -> str:
        """Return the name of a kind of found events; ``kind`` is its index in the tuple ``table``."""
        return name_of(self.table[kind])

    def texts(self, worst: int, indices: Ints) -> Sequence[str]:
        """Return possible texts beside a mark, the longest first.

        For one event they are its name and value, the value, and the value without its unit. For several
        events they are the name of the most severe one with the number of others, and only a number.
        ``indices`` are those of the mark's events, ``worst`` that of the most severe one.
        """
        event, count = self._events[self._order[worst]], len(indices)
        name = name_of(event.kind)
        if count > 1:
            same = (self.kinds[indices] == self.kinds[worst]).all()  # "×n" only if all are of one kind
            return tr("{} and {} more").format(name, count - 1), f"×{count}" if same else f"+{count - 1}"
        detail = detail_in_lane(self._content.index, event)
        return fmt.join(name, detail), detail, detail.partition(" ")[0]

    def hover_info(self, indices: Ints) -> HoverInfo:
        """Return tooltip lines for the events ``indices``; a click goes to the first, most severe one."""
        index = self._content.index
        write = partial(fmt.moment_text, scale=self._content.scale)
        events = [self._events[self._order[number]] for number in indices[:_LISTED]]
        lines = [lines_of(index, each, write)[0] for each in events]
        if len(events) == 1:
            also = also_found(events[0], self._events.incident_of(events[0]))
            lines = [*lines_of(index, events[0], write), *filter(None, (also,))]
        return HoverInfo(_listed(lines, len(indices[_LISTED:])), events[0].start, event=events[0])


# -- notes


class NoteMark(NamedTuple):
    """Mark of a note in the timeline.

    Attributes:
        start: start time in seconds.
        end: end time in seconds; equals ``start`` for a note at a single time.
        role: name of its colour in the theme.
        lines: lines of the tooltip: time and actor, then the note's text.
        row: row in the actor table of the actor that a click selects; None if the note is about no actor.
    """

    start: float
    end: float
    role: str
    lines: tuple[str, ...]
    row: int | None


class NoteMarks(Marks):
    """Marks for the user's notes in the timeline, in order of start time."""

    icons = Sprites(lambda role, ratio: icon_pixmap("event-note", current_theme().color(role), ratio=ratio))
    half, apart = 5.0, 10.0

    def __init__(self, notes: Sequence[NoteMark], starts: Floats, ends: Floats, roles: Sequence[str]) -> None:
        self._notes, self._ends, self.table = notes, ends, tuple(dict.fromkeys(roles))
        kinds = np.array([self.table.index(role) for role in roles], np.int64)
        super().__init__(starts, kinds, np.zeros(len(roles), np.int64))

    @classmethod
    def of(cls, content: TimelineContent, notes: NoteSet) -> NoteMarks:
        """Return marks for ``notes`` on the recording of ``content``; texts are made as they are needed."""
        actors, write = NoteActors(content.index), partial(fmt.moment_text, scale=content.scale)

        @cache
        def mark(number: int) -> NoteMark:
            note = notes.notes[number]
            row, actor = actors.of(note)
            lines = (fmt.join(when(note, write), actor), *note.text.splitlines())
            return NoteMark(note.start, note.start + note.length, role_of(note.color), lines, row)

        roles = [role_of(note.color) for note in notes.notes]
        return cls(LazySequence(len(roles), mark), notes.starts, notes.ends, roles)

    def texts(self, worst: int, indices: Ints) -> Sequence[str]:
        """Return the texts for a mark on the timeline, from long to short; the longest that fits is drawn.

        ``indices`` are the notes that the mark stands for. Of a single note, ``worst``, they show the first
        line, of several notes their number.
        """
        if len(indices) > 1:
            words = EVENT_WORDS[EventKind.NOTE]
            return fmt.counted(len(indices), words.one, words.many), str(len(indices))
        return self._notes[worst].lines[1:2]

    def hover_info(self, indices: Ints) -> HoverInfo:
        """Return tooltip lines for the notes ``indices``; a click goes to the first of them."""
        notes = [self._notes[number] for number in indices[:_LISTED].tolist()]
        lines = _listed([line for note in notes for line in note.lines], len(indices[_LISTED:]))
        return HoverInfo(lines, notes[0].start, notes[0].row if len(notes) == 1 else None)

    def bands(self, begin: float, end: float) -> list[tuple[int, float, QColor]]:
        """Return (index, end, colour) of each note on a time range that overlaps a given one.

        The given one is from ``begin`` to ``end``. All times are in seconds.
        """
        lasting = np.flatnonzero((self._ends > self.times) & (self.times <= end) & (self._ends >= begin))
        colors = [faded(current_theme().color(role), 0.8) for role in self.table]
        return [(n, float(self._ends[n]), colors[self.kinds[n]]) for n in lasting.tolist()]


# -- lines of logs


def level_pixmap(level: int, ratio: float = 1.0) -> QPixmap:
    """Return the icon of a level, an index in LEVELS, for a screen with the device pixel ratio ``ratio``."""
    theme = current_theme()
    if level:
        return icon_pixmap("problem", theme.color(LEVEL_ROLES[level]), ratio=ratio)
    pixmap = QPixmap(round(_DOT * ratio), round(_DOT * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.faint)
        painter.drawEllipse(0, 0, _DOT, _DOT)
    return pixmap


class LogMarks(Marks):
    """Marks in the timeline for the lines of text logs; lines of one time and level are one mark."""

    table, icons = (0, 1, 2), Sprites(level_pixmap)
    half, apart = 6.0, 12.0

    def __init__(self, content: TimelineContent, state: RunLogsState) -> None:
        self._logs, self._groups, self._scale = state.logs, state.groups or _NO_LINES, content.scale
        levels = self._groups.levels
        super().__init__(self._groups.times, levels, len(self.table) - levels)

    def name(self, kind: int) -> str:
        """Return the name of lines of the level with the index ``kind``."""
        return (tr("Other lines"), tr("Warnings"), tr("Errors"))[kind]

    def texts(self, worst: int, indices: Ints) -> Sequence[str]:
        """Return texts for a mark of the groups ``indices``; only warnings and errors have any."""
        level = int(self.kinds[worst])
        same = indices[self.kinds[indices] == level]
        count = int(self._groups.counts[same].sum())
        if not level:
            return ()
        text = _cut(self._text(worst), _LONGEST)
        return (text,) if count == 1 else (f"{text}  ×{fmt.count(count)}", f"×{fmt.count(count)}")

    def hover_info(self, indices: Ints) -> HoverInfo:
        """Return the first lines of the groups ``indices``, errors first; a click goes to the first."""
        lines = [_cut(self._text(number), _LONGEST_TIP) for number in indices[:_LISTED].tolist()]
        more, time = int(self._groups.counts[indices].sum()) - len(lines), float(self.times[indices[0]])
        head = fmt.moment_text(time, self._scale)
        return HoverInfo(_listed((head, *lines), more and fmt.count(more)), time)

    def _text(self, number: int) -> str:
        return self._logs[int(self._groups.logs[number])][int(self._groups.lines[number])].text.strip()


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"
