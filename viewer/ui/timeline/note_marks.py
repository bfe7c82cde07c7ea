"""The lane of notes, and what is said about them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPixmap

from viewer.arrays import Floats, Ints
from viewer.replay.events import EventKind
from viewer.ui.event_words import event_words
from viewer.ui.icons import Sprites
from viewer.ui.theme import current_theme, faded
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.lane import Hit, LaneContext
from viewer.ui.timeline.mark_lane import MarkLane, Marks
from viewer.ui.timeline.time_canvas import TimeCanvas, stamp
from viewer.ui.translation import tr

_SIDE = 8.0
_BAND = 3.0
"""Height of what is drawn under the icons of notes over a range."""
_LISTED = 8
"""Notes told in one tooltip."""


class NoteMark(NamedTuple):
    """A note as the timeline shows it.

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

    half = _SIDE / 2 + 1
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
        return _SPRITES.get(self._roles[kind], ratio)

    def texts(self, numbers: Ints) -> Sequence[str]:
        """Return the first line of a note, or how many there are."""
        if len(numbers) > 1:
            return event_words()[EventKind.NOTE].many.format(len(numbers)), str(len(numbers))
        return self._notes[int(numbers[0])].lines[1:2]

    def hit(self, numbers: Ints) -> Hit:
        """Return the first note, and what all say."""
        notes = [self._notes[number] for number in numbers[:_LISTED].tolist()]
        rest = len(numbers) - _LISTED
        lines = [line for note in notes for line in note.lines]
        if rest > 0:
            lines.append(tr("and {} more").format(rest))
        return Hit(tuple(lines), notes[0].start, notes[0].row if len(notes) == 1 else None)


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
            for number in _ranges(self._notes, axis.start, axis.end).tolist():
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
        over = _ranges(notes, time, time)
        return notes.hit(over[-1:]) if len(over) else None


def _ranges(notes: NoteMarks, begin: float, end: float) -> Ints:
    """Return the numbers of the notes over a range that share something with another one."""
    is_range = notes.ends > notes.times
    return np.flatnonzero(is_range & (notes.times <= end) & (notes.ends >= begin))


def _square(role: str, ratio: float) -> QPixmap:
    color = getattr(current_theme(), role)
    return stamp(_SIDE, _SIDE, ratio, lambda painter: painter.fillRect(QRectF(0, 0, _SIDE, _SIDE), color))


_SPRITES = Sprites(_square)
