"""Which line of the list shows what: the actors in order, then the groups that can be folded away.

A line is a number: the row of an actor in the actor table, or ``~group`` for the heading of a group.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from viewer.recording.actors import ActorTable, Category


class Group(IntEnum):
    """What is folded away at first, in the order of the list."""

    SENSORS = 0
    TRAFFIC_LIGHTS = 1
    TRAFFIC_SIGNS = 2
    PROPS = 3
    CONTROLLERS = 4
    OTHERS = 5


_NO_GROUP = -1
_GROUP_OF_CATEGORY = np.full(len(Category), _NO_GROUP, np.int8)
for _category, _group in (
    (Category.SENSOR, Group.SENSORS),
    (Category.TRAFFIC_LIGHT, Group.TRAFFIC_LIGHTS),
    (Category.TRAFFIC_SIGN, Group.TRAFFIC_SIGNS),
    (Category.PROP, Group.PROPS),
    (Category.CONTROLLER, Group.CONTROLLERS),
    (Category.SPECTATOR, Group.OTHERS),
    (Category.OTHER, Group.OTHERS),
):
    _GROUP_OF_CATEGORY[_category] = _group


@dataclass(frozen=True, eq=False)
class Lines:
    """The lines of the list.

    Attributes:
        numbers: row of the actor, or ``~group``, shape (L,).
        counts: actors of each group that pass the filter, whether it is open or not.

    """

    numbers: NDArray[np.int64]
    counts: dict[Group, int]

    def __len__(self) -> int:
        """Return the number of lines."""
        return len(self.numbers)

    @property
    def first_actor(self) -> int | None:
        """Row of the actor that stands first, or None."""
        rows = self.numbers[self.numbers >= 0]
        return int(rows[0]) if len(rows) else None

    def group_at(self, line: int) -> Group | None:
        """Return the group whose heading is on a line, or None."""
        number = int(self.numbers[line])
        return Group(~number) if number < 0 else None

    def row_at(self, line: int) -> int | None:
        """Return the row of the actor on a line, or None."""
        number = int(self.numbers[line])
        return number if number >= 0 else None

    def line_of(self, number: int) -> int | None:
        """Return the line that shows an actor's row, or ``~group``; None if it is folded or filtered away."""
        found = np.flatnonzero(self.numbers == number)
        return int(found[0]) if len(found) else None


EMPTY = Lines(np.empty(0, np.int64), {})


def group_of(category: int) -> Group | None:
    """Return the group that actors of a category are folded into, or None."""
    group = int(_GROUP_OF_CATEGORY[category])
    return None if group == _NO_GROUP else Group(group)


def default_order(actors: ActorTable, heroes: Sequence[int]) -> NDArray[np.int64]:
    """Return all rows: the heroes as given, then by category, id and life, shape (N,)."""
    rank = actors.category.astype(np.int64) + len(heroes)
    rank[list(heroes)] = np.arange(len(heroes))
    return np.lexsort((actors.spawn_frame, actors.actor_id, rank))


def sorted_order(
    keys: NDArray[np.float64] | NDArray[np.int64], actors: ActorTable, *, descending: bool
) -> NDArray[np.int64]:
    """Return all rows ordered by a key, equal ones by id, unknown (NaN) ones last, shape (N,)."""
    unknown = np.isnan(keys)
    keys = np.where(unknown, 0, -keys if descending else keys)
    return np.lexsort((actors.spawn_frame, actors.actor_id, keys, unknown))


def arrange(
    order: NDArray[np.int64],
    passed: NDArray[np.bool_],
    categories: NDArray[np.uint8],
    open_groups: Collection[Group],
) -> Lines:
    """Put the rows that pass the filter into lines, shape of ``passed`` and ``categories``: (N,)."""
    shown = order[passed[order]]
    groups = _GROUP_OF_CATEGORY[categories[shown]]
    parts = [shown[groups == _NO_GROUP]]
    counts = {}
    for group in Group:
        members = shown[groups == group]
        if len(members):
            counts[group] = len(members)
            parts.append(np.array([~group]))
            if group in open_groups:
                parts.append(members)
    return Lines(np.concatenate(parts), counts)
