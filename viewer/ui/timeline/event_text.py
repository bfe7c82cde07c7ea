"""What the timeline says about events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from viewer.logfile.enums import SCENERY
from viewer.recording.events import Contact
from viewer.replay.events.event_kinds import EventKind
from viewer.replay.events.event_list import EventList
from viewer.ui import format as fmt
from viewer.ui.event_words import event_words
from viewer.ui.timeline.timeline_content import KINDS, TimelineContent
from viewer.ui.translation import tr

_LISTED = 8
"""Events named in one tooltip."""
_LONGEST_NAME = 48
_PARENT, _SPAWN = KINDS.index(EventKind.PARENT), KINDS.index(EventKind.SPAWN)


MIXED = len(KINDS)
"""In place of a kind: events of several kinds."""


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
            return _contact_line(content, content.index.contacts[other])
        case _:
            return content.lists[kind].texts[other]


def _contact_line(content: TimelineContent, contact: Contact) -> str:
    other = tr("scenery") if contact.other_id == SCENERY else _name(content, contact.other, contact.other_id)
    return tr("Collision {} and {}, reported by {}").format(
        _name(content, contact.actor, contact.actor_id), other, ", ".join(map(str, contact.reported_by))
    )


def _name(content: TimelineContent, row: int, actor_id: int | None = None) -> str:
    """Return id and short blueprint of an actor; of an unknown one the id, if there is one."""
    if row < 0:
        return tr("unknown actor") if actor_id is None else str(actor_id)
    description = content.index.actors.descriptions[row]
    name = f"{description.actor_id} {fmt.short_blueprint(description.type_id)}"
    return name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"
