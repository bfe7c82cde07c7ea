"""The lane of recorded events, and what is said about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from PySide6.QtGui import QPixmap

from viewer.arrays import Ints
from viewer.logfile.enums import SCENERY
from viewer.replay.events import EventKind
from viewer.ui import format as fmt
from viewer.ui.event_words import event_words
from viewer.ui.icons import Sprites
from viewer.ui.timeline.lane import Hit, LaneContext
from viewer.ui.timeline.mark_lane import MarkLane, Marks
from viewer.ui.timeline.shapes import SHAPE_SIZE, event_pixmap
from viewer.ui.timeline.timeline_content import KINDS, TimelineContent
from viewer.ui.translation import tr

_LISTED = 8
"""Events named in one tooltip."""
_LONGEST_NAME = 48
_SPRITES = Sprites(event_pixmap)


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
        return event_words()[KINDS[kind]].title

    def icon(self, kind: int, ratio: float) -> QPixmap:
        """Return the shape of a kind."""
        return _SPRITES.get(KINDS[kind], ratio)

    def texts(self, numbers: Ints) -> Sequence[str]:
        """Return "+103" for spawns, "−5" for destructions, "7 events" for a mixture, and what is shorter."""
        if len(numbers) == 1:
            return ()
        first, last = (KINDS[int(self.kinds[number])] for number in (numbers[0], numbers[-1]))
        template = event_words()[first].brief if first is last else tr("{} events")
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
    lines = [_line(content, int(number)) for number in numbers[:_LISTED]]
    rest = Counter(content.event_kind[numbers[_LISTED:]].tolist())
    more = [event_words()[KINDS[kind]].many.format(fmt.count(number)) for kind, number in rest.items()]
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
