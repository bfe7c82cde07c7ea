"""Lanes of events: marks, ticks for lights that changed, and what is said about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPixmap

from viewer.logfile.enums import SCENERY
from viewer.replay.events import EventKind, EventList
from viewer.signals.table import LIGHT_STATES
from viewer.ui import format as fmt
from viewer.ui.event_words import event_words
from viewer.ui.icons import Sprites
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.lane import Hit, LaneContext, LaneHeight
from viewer.ui.timeline.mark_lane import MarkLane, StripMarks
from viewer.ui.timeline.shapes import SHAPE_SIZE, event_pixmap
from viewer.ui.timeline.signals.curve_painter import state_color
from viewer.ui.timeline.time_canvas import TimeCanvas
from viewer.ui.timeline.timeline_content import KINDS, TimelineContent
from viewer.ui.translation import tr

_ALL, _ONE_KIND = LaneHeight(18, 24, 24), LaneHeight(18, 18, 24)
_COLLISION = KINDS.index(EventKind.COLLISION)
_TICK, _TICK_HEIGHT, _ABOVE = 3.0, 10.0, 10.0
"""Width and height of a tick; pixels from the top of the lane that are left to icons and their words."""

_LISTED = 8
"""Events named in one tooltip."""
_LONGEST_NAME = 48
_PARENT, _SPAWN = KINDS.index(EventKind.PARENT), KINDS.index(EventKind.SPAWN)
MIXED = len(KINDS)
"""In place of a kind: events of several kinds."""


class EventLane(MarkLane):
    """Events of some kinds."""

    half = SHAPE_SIZE / 2 + 1
    upper = 8.0
    shown: Collection[EventKind] = frozenset()

    def __init__(self, name: str, height: LaneHeight) -> None:
        super().__init__()
        self.name = name
        self.height = height
        self._content: TimelineContent | None = None
        self._listed: TimelineContent | None = None
        self._numbers = np.empty(0, np.int64)
        self._counted: tuple[StripMarks, NDArray[np.int64], NDArray[np.int64]] | None = None
        self._templates = count_templates()
        self._sprites = Sprites(event_pixmap)

    def set_content(self, content: TimelineContent | None, kinds: Collection[EventKind]) -> None:
        """Show the events of these kinds."""
        self._content, self.shown, self._listed = content, frozenset(kinds), None

    def _list(self) -> TimelineContent | None:
        """Look up the events once they are asked for, as a folded lane never does; return the content."""
        content = self._content
        if content is not self._listed and content is not None:
            shown = np.array([kind in self.shown for kind in KINDS])
            self._numbers = np.flatnonzero(shown[content.event_kind])
            self._set_events(content.event_time[self._numbers], content.event_kind[self._numbers])
            self._listed = content
        return content

    def paint(self, canvas: TimeCanvas) -> None:
        """Draw ticks on the base line for lights that changed, in the colour of what to, then the marks."""
        painter, axis, rect, theme = canvas
        content = self._list()
        if content is None:
            return
        if content.lights is not None and EventKind.LIGHT in self.shown:
            painter.setPen(Qt.PenStyle.NoPen)
            top = max(rect.bottom() - _TICK_HEIGHT, rect.top() + _ABOVE)
            height = rect.bottom() - top
            columns = np.arange(round(axis.width) + 2)
            edges = content.frames_after(axis.start + (columns - 0.5) * axis.seconds_per_pixel)
            for state, frames in content.lights.frames_of_states.items():
                there = np.diff(np.searchsorted(frames, edges)) > 0
                runs = np.flatnonzero(np.diff(there, prepend=False, append=False)).reshape(-1, 2)
                ticks = (
                    (axis.left + begin - _TICK / 2, end - begin - 1 + _TICK) for begin, end in runs.tolist()
                )
                painter.setBrush(state_color(LIGHT_STATES, state, theme.secondary))
                painter.drawRects([QRectF(left, top, width, height) for left, width in ticks])
        super().paint(canvas)

    def _icon(self, event: int, ratio: float) -> QPixmap:
        return self._sprites.get(KINDS[int(self._ranks[event])], ratio)

    def _texts(self, marks: StripMarks, number: int) -> Sequence[str]:
        """Return how many events a mark stands for."""
        if self._counted is None or self._counted[0] is not marks:
            first = int(marks.begin[0])
            kinds = self._ranks[first : first + int(marks.count.sum())].astype(np.uint8)
            self._counted = marks, *counted(kinds, marks.begin - first)
        _, kinds_of, numbers = self._counted
        return count_texts(self._templates[int(kinds_of[number])], int(numbers[number]))

    def hit(self, axis: TimeAxis, x: float) -> Hit | None:
        """Return the mark at a pixel, or the ticks."""
        content, found = self._list(), self._mark_at(axis, x)
        if content is None:
            return None
        if found is None:
            return self._tick_at(content, axis, x)
        event, together = found
        kind = self._ranks[event]
        alone = np.count_nonzero(self._ranks[together] == kind) == 1 or kind == _COLLISION
        meant = int(self._numbers[event])
        row, time = int(content.event_actor[meant]), float(content.event_time[meant])
        lines = event_lines(content, self._numbers[together])
        contact = int(content.event_other[meant]) if kind == _COLLISION else None
        return Hit(lines, time, row if alone and row >= 0 else None, contact=contact)

    def _tick_at(self, content: TimelineContent, axis: TimeAxis, x: float) -> Hit | None:
        """Return the nearest of the ticks at a pixel, with what all of them tell."""
        lights, elapsed = content.lights, content.index.elapsed
        if lights is None or EventKind.LIGHT not in self.shown:
            return None
        reach = np.array((axis.time(x - _TICK), axis.time(x + _TICK)))
        begin, end = np.searchsorted(lights.frames, content.frames_after(reach)).tolist()
        if begin == end:
            return None
        times = elapsed[lights.frames[begin:end]]
        nearest = int(np.argmin(np.abs(times - axis.time(x))))
        row = int(lights.rows[begin + nearest])
        return Hit(light_lines(lights, begin, end), float(times[nearest]), row if row >= 0 else None)


class EventsLane(EventLane):
    """The events of the visible kinds; unfolded, below them a lane for each kind that occurs."""

    folded_at_first = True
    group = True

    def __init__(self) -> None:
        super().__init__(tr("Events in file"), _ALL)
        self._by_kind = {kind: EventLane(event_words()[kind].title, _ONE_KIND) for kind in KINDS}
        self._told: tuple[TimelineContent | None, frozenset[EventKind]] = (None, frozenset())

    def set_context(self, context: LaneContext) -> None:
        """Show the visible events, and beside the name how much has been looked through for them."""
        share = context.searched
        percent = tr("{} · {} %").format(tr("Events in file"), round(100 * share))
        self.name = percent if share < 1 else tr("Events in file")
        content, visible = told = context.content, context.kinds
        if content is self._told[0] and visible == self._told[1]:
            return
        self._told = told
        occurring = [kind for kind in (content.occurring if content is not None else ()) if kind in visible]
        self.parts = [self._by_kind[kind] for kind in occurring]
        self.set_content(content, visible)
        for kind, lane in self._by_kind.items():
            lane.set_content(content if kind in occurring else None, (kind,))


def counted(
    kinds: NDArray[np.uint8], begin: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return of which kind the events of each mark are, or MIXED, and how many there are, shape (M,) each.

    That something was attached when it was spawned goes without saying.

    Args:
        kinds: places in KINDS, shape (E,).
        begin: number of the first event of each mark, shape (M,); a mark ends where the next one begins.

    """
    if not len(begin):
        return begin, begin
    is_parent = kinds == _PARENT
    parents = np.add.reduceat(is_parent.astype(np.int64), begin)
    has_spawn = np.logical_or.reduceat(kinds == _SPAWN, begin)
    least = np.minimum.reduceat(kinds, begin).astype(np.int64)
    others = np.maximum.reduceat(np.where(is_parent, 0, kinds), begin)
    greatest = np.where(has_spawn | (parents == 0), others, _PARENT)
    numbers = np.diff(np.append(begin, len(kinds))) - np.where(has_spawn, parents, 0)
    return np.where(least == greatest, least, MIXED), numbers


def count_templates() -> tuple[str, ...]:
    """Return how a number of events is written, by place in KINDS; the last one is of a mixture."""
    return (*(event_words()[kind].brief for kind in KINDS), tr("{} events"))


def count_texts(template: str, number: int) -> tuple[str, ...]:
    """Return "+103" for spawns, "−5" for destructions, "7 events" for a mixture, and what is shorter."""
    if number == 1:
        return ()
    written = fmt.count(number)
    return (template.format(written),) if template.endswith("{}") else (template.format(written), written)


def event_lines(content: TimelineContent, numbers: NDArray[np.int64]) -> tuple[str, ...]:
    """Describe some events of a recording, the worst first."""
    numbers = numbers[np.argsort(content.event_kind[numbers], kind="stable")]
    lines = [_line(content, int(number)) for number in numbers[:_LISTED]]
    rest = Counter(content.event_kind[numbers[_LISTED:]].tolist())
    return _with_rest(lines, {KINDS[kind]: number for kind, number in rest.items()})


def light_lines(lights: EventList, begin: int, end: int) -> tuple[str, ...]:
    """Describe the changes of lights from one number to before another, the first ones."""
    told = min(end, begin + _LISTED)
    return _with_rest(lights.texts[begin:told], {EventKind.LIGHT: end - told})


def _with_rest(lines: Sequence[str], rest: Mapping[EventKind, int]) -> tuple[str, ...]:
    """Add how many more there are of each kind."""
    more = [event_words()[kind].many.format(fmt.count(number)) for kind, number in rest.items() if number]
    return (*lines, *([tr("and {} more").format(", ".join(more))] if more else []))


def _line(content: TimelineContent, number: int) -> str:
    actor, other = int(content.event_actor[number]), int(content.event_other[number])
    kind = KINDS[int(content.event_kind[number])]
    match kind:
        case EventKind.SPAWN:
            return tr("Spawned {}").format(_name(content, actor))
        case EventKind.DESTROY:
            return tr("Destroyed {}").format(_name(content, actor))
        case EventKind.PARENT:
            return tr("Attached {} to {}").format(_name(content, actor), _name(content, other))
        case EventKind.COLLISION:
            contact = content.index.contacts[other]
            who = _name(content, contact.actor, contact.actor_id)
            whom = _name(content, contact.other, contact.other_id)
            return tr("Collision {} and {}, reported by {}").format(
                who,
                tr("scenery") if contact.other_id == SCENERY else whom,
                fmt.together(contact.reported_by),
            )
        case _:
            return content.lists[kind].texts[other]


def _name(content: TimelineContent, row: int, actor_id: int | None = None) -> str:
    """Return id and short blueprint of an actor; of an unknown one the id, if there is one."""
    if row < 0:
        return tr("unknown actor") if actor_id is None else str(actor_id)
    description = content.index.actors.descriptions[row]
    name = f"{description.actor_id} {fmt.short_blueprint(description.type_id)}"
    return name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"
