"""The lane of events: one mark for each, or for several that are too close."""

from __future__ import annotations

from collections import Counter

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFontMetricsF, QPainter

from viewer.logfile.enums import SCENERY
from viewer.recording.events import Contact, EventKind
from viewer.ui import format as fmt
from viewer.ui.theme import Theme, font
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.content import SEVERITY, Content
from viewer.ui.timeline.lane import Hit, LaneHeight, paint_track, tr
from viewer.ui.timeline.marks import Marks, merge
from viewer.ui.timeline.shapes import SHAPE_SIZE, paint_crosses, paint_event

_HALF = SHAPE_SIZE / 2 + 1
_REACH = _HALF + 2
"""Pixels from the middle of a mark within which it is meant."""
_GAP = 3.0
_LISTED = 8
"""Events named in one tooltip."""
_LONGEST_NAME = 48


class EventLane:
    """Spawns, destructions, attachments and contacts."""

    height = LaneHeight(22, 24, 24)
    note = ""

    def __init__(self) -> None:
        self._content: Content | None = None
        self._severity = np.empty(0, np.uint8)
        self._marks: tuple[float, float, Marks] | None = None

    @property
    def name(self) -> str:
        """What is written at the left."""
        return tr("Events")

    def set_content(self, content: Content | None) -> None:
        """Show the events of a recording."""
        self._content = content
        self._severity = SEVERITY[content.event_kind] if content else np.empty(0, np.uint8)
        self._marks = None

    def paint(self, painter: QPainter, axis: TimeAxis, rect: QRectF, theme: Theme) -> None:
        """Draw the marks, the worst last, so that nothing covers a collision."""
        paint_track(painter, rect, theme)
        content = self._content
        if content is None:
            return
        marks = self._marks_on(content, axis).between(axis.left - 1, axis.right + 1)
        painter.setFont(font(12))
        metrics = QFontMetricsF(painter.font())
        crosses = []
        for number in np.argsort(self._severity[marks.event], kind="stable").tolist():
            kind = EventKind(content.event_kind[marks.event[number]])
            x = min(max(float(marks.x[number]), rect.left() + _HALF), rect.right() - _HALF)
            self._paint_count(painter, content, marks, number, rect, theme, metrics)
            if kind is EventKind.COLLISION:
                crosses.append(QPointF(x, rect.center().y()))
            else:
                paint_event(painter, kind, QPointF(x, rect.center().y()), theme)
        paint_crosses(painter, crosses, theme)

    def hit(self, axis: TimeAxis, x: float) -> Hit | None:
        """Return the mark at a pixel; the worst if there are several."""
        content = self._content
        if content is None:
            return None
        marks = self._marks_on(content, axis).between(x - _REACH, x + _REACH)
        if not len(marks):
            return None
        number = int(np.lexsort((-np.abs(marks.x - x), self._severity[marks.event]))[-1])
        event, begin, count = (int(each[number]) for each in (marks.event, marks.begin, marks.count))
        kinds = content.event_kind[begin : begin + count]
        kind = content.event_kind[event]
        alone = int(np.count_nonzero(kinds == kind)) == 1 or kind == EventKind.COLLISION
        row = int(content.event_actor[event])
        return Hit(
            lines=_lines(content, begin, count),
            time=float(content.event_time[event]),
            row=row if alone and row >= 0 else None,
        )

    def _marks_on(self, content: Content, axis: TimeAxis) -> Marks:
        """Return the marks of the whole recording at the scale of an axis, at the pixels of its window."""
        scale = axis.width / axis.span
        shift = axis.left - (axis.start - content.first) * scale
        if self._marks is None or self._marks[:2] != (scale, shift):
            marks = merge((content.event_time - content.first) * scale, self._severity)
            self._marks = (scale, shift, Marks(marks.x + shift, marks.event, marks.begin, marks.count))
        return self._marks[2]

    def _paint_count(
        self, painter: QPainter, content: Content, marks: Marks, number: int, rect: QRectF, theme: Theme,
        metrics: QFontMetricsF,
    ) -> None:  # fmt: skip
        """Write how many events a mark stands for, if there is room before the next mark."""
        begin, count = int(marks.begin[number]), int(marks.count[number])
        if count == 1:
            return
        kinds = content.event_kind[begin : begin + count]
        x = max(float(marks.x[number]), rect.left() + _HALF) + _HALF + _GAP
        following = float(marks.x[number + 1]) - _HALF if number + 1 < len(marks) else rect.right()
        room = following - 1 - x
        text = next((text for text in count_texts(kinds) if metrics.horizontalAdvance(text) <= room), "")
        painter.setPen(theme.collision if (kinds == EventKind.COLLISION).all() else theme.secondary)
        painter.drawText(QPointF(x, rect.center().y() + (metrics.ascent() - metrics.descent()) / 2), text)


def count_texts(kinds: np.ndarray[tuple[int], np.dtype[np.uint8]]) -> tuple[str, ...]:
    """Return "+103" for spawns, "−5" for destructions, "7 events" for a mixture, and what is shorter.

    That something was attached when it was spawned goes without saying.
    """
    counted = kinds[kinds != EventKind.PARENT] if (kinds == EventKind.SPAWN).any() else kinds
    if len(counted) == 1:
        return ()
    number = fmt.count(len(counted))
    text = {
        EventKind.SPAWN: "+{}",
        EventKind.DESTROY: "−{}",
        EventKind.PARENT: tr("{} attached"),
        EventKind.COLLISION: tr("{} collisions"),
    }[EventKind(counted[0])]
    text = text if (counted == counted[0]).all() else tr("{} events")
    return (text.format(number),) if text.endswith("{}") else (text.format(number), number)


def _lines(content: Content, begin: int, count: int) -> tuple[str, ...]:
    """Describe the events of a mark, the worst first."""
    numbers = np.arange(begin, begin + count)
    severity = SEVERITY[content.event_kind[numbers]].astype(int)
    numbers = numbers[np.argsort(-severity, kind="stable")]
    lines = [_line(content, int(number)) for number in numbers[:_LISTED]]
    rest = Counter(content.event_kind[numbers[_LISTED:]].tolist())
    if rest:
        lines.append(tr("and {}").format(", ".join(_amount(EventKind(kind), n) for kind, n in rest.items())))
    return tuple(lines)


def _amount(kind: EventKind, number: int) -> str:
    text = {
        EventKind.SPAWN: tr("{} more spawned"),
        EventKind.DESTROY: tr("{} more destroyed"),
        EventKind.PARENT: tr("{} more attached"),
        EventKind.COLLISION: tr("{} more collisions"),
    }[kind]
    return text.format(fmt.count(number))


def _line(content: Content, number: int) -> str:
    actor, other = int(content.event_actor[number]), int(content.event_other[number])
    match EventKind(content.event_kind[number]):
        case EventKind.SPAWN:
            return tr("Spawned {}").format(_name(content, actor))
        case EventKind.DESTROY:
            return tr("Destroyed {}").format(_name(content, actor))
        case EventKind.PARENT:
            return tr("Attached {} to {}").format(_name(content, actor), _name(content, other))
        case EventKind.COLLISION:
            return _contact_line(content, content.index.contacts[other])


def _contact_line(content: Content, contact: Contact) -> str:
    other = tr("scenery") if contact.other_id == SCENERY else _name(content, contact.other, contact.other_id)
    return tr("Collision {} – {}, reported by {}").format(
        _name(content, contact.actor, contact.actor_id), other, ", ".join(map(str, contact.reported_by))
    )


def _name(content: Content, row: int, actor_id: int | None = None) -> str:
    """Return id and short blueprint of an actor; of an unknown one the id, if there is one."""
    if row < 0:
        return tr("unknown actor") if actor_id is None else str(actor_id)
    description = content.index.actors.descriptions[row]
    name = f"{description.actor_id} {fmt.short_blueprint(description.type_id)}"
    return name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"
