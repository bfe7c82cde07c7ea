"""Which line of the list shows what: the actors in order, then the groups that can be folded away.

A line is a number: the row of an actor in the actor table, or ``~group`` for the heading of a group.
``viewer.ui.actors.tree`` puts actors below those that carry them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from viewer.recording.actors import ActorTable, Category


class Group(IntEnum):
    """What can be folded away, in the order of the list."""

    WALKERS = 0
    SENSORS = 1
    TRAFFIC_LIGHTS = 2
    TRAFFIC_SIGNS = 3
    PROPS = 4
    CONTROLLERS = 5
    OTHERS = 6


NO_GROUP = -1
MOST_WALKERS = 12
"""Walkers that are listed among the others; more of them are a group."""
_GROUP_OF_CATEGORY = np.full(len(Category), NO_GROUP, np.int8)
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
class ListLines:
    """The lines of the list.

    Attributes:
        numbers: row of the actor, or ``~group``, shape (L,).
        counts: actors of each group that pass the filter, whether it is open or not.
        depths: how many carriers an actor stands below, shape (L,); all 0 in a list that is no tree.
        carries: whether there are actors below, folded away or not, shape (L,).

    """

    numbers: NDArray[np.int64]
    counts: dict[Group, int]
    depths: NDArray[np.int64] = field(default_factory=lambda: np.empty(0, np.int64))
    carries: NDArray[np.bool_] = field(default_factory=lambda: np.empty(0, np.bool_))

    def __len__(self) -> int:
        """Return the number of lines."""
        return len(self.numbers)

    @property
    def rows(self) -> NDArray[np.int64]:
        """Rows of the actors that have a line, in the order of the list, shape (K,)."""
        return self.numbers[self.numbers >= 0]

    @property
    def first_actor(self) -> int | None:
        """Row of the actor that stands first, or None."""
        rows = self.rows
        return int(rows[0]) if len(rows) else None

    def group_at(self, line: int) -> Group | None:
        """Return the group whose heading is on a line, or None."""
        number = int(self.numbers[line])
        return Group(~number) if number < 0 else None

    def row_at(self, line: int) -> int | None:
        """Return the row of the actor on a line, or None."""
        number = int(self.numbers[line])
        return number if number >= 0 else None

    def is_foldable(self, line: int) -> bool:
        """Tell whether something can be folded away below a line."""
        return int(self.numbers[line]) < 0 or bool(self.carries[line])

    def line_of(self, number: int) -> int | None:
        """Return the line that shows an actor's row, or ``~group``; None if it is folded or filtered away."""
        found = np.flatnonzero(self.numbers == number)
        return int(found[0]) if len(found) else None

    def lines_of(self, rows: Sequence[int]) -> NDArray[np.int64]:
        """Return the lines that show any of some actors, ascending, shape (K,)."""
        return np.flatnonzero(np.isin(self.numbers, np.asarray(rows, np.int64)))


EMPTY = ListLines(np.empty(0, np.int64), {})


def groups_of(categories: NDArray[np.uint8]) -> NDArray[np.int8]:
    """Return the group of each actor by the categories of all, or NO_GROUP, shape (N,)."""
    groups: NDArray[np.int8] = _GROUP_OF_CATEGORY[categories]
    walkers = categories == Category.WALKER
    if np.count_nonzero(walkers) > MOST_WALKERS:
        groups[walkers] = Group.WALKERS
    return groups


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
    pinned: NDArray[np.bool_] | None = None,
) -> ListLines:
    """Put the rows that pass the filter into lines.

    Args:
        order: all rows, shape (N,).
        passed: whether each row passes, shape (N,).
        categories: of each row, shape (N,).
        open_groups: whose members are shown.
        pinned: whether each row stands at the top, out of its group, shape (N,); None for nobody.

    """
    shown = order[passed[order]]
    groups = groups_of(categories)[shown]
    at_top = np.zeros(len(shown), np.bool_) if pinned is None else pinned[shown]
    return put_together(shown, np.where(at_top, NO_GROUP, groups), at_top, open_groups)


def put_together(
    shown: NDArray[np.int64],
    groups: NDArray[np.int8],
    at_top: NDArray[np.bool_],
    open_groups: Collection[Group],
    counted: NDArray[np.bool_] | None = None,
    depths: NDArray[np.int64] | None = None,
    carries: NDArray[np.bool_] | None = None,
    visible: NDArray[np.bool_] | None = None,
) -> ListLines:
    """Put rows that are in order below the headings of their groups; first those ``at_top``.

    All arrays have the shape (K,). ``counted`` tells who counts for a heading, ``visible`` who is not folded
    away with an actor that carries it; everybody, if they are None.
    """
    everybody = np.ones(len(shown), np.bool_)
    counted = everybody if counted is None else counted
    visible = everybody if visible is None else visible
    alone = groups == NO_GROUP
    parts = [np.flatnonzero(alone & at_top & visible), np.flatnonzero(alone & ~at_top & visible)]
    headings: list[tuple[int, Group]] = []
    counts = {}
    length = len(parts[0]) + len(parts[1])
    for group in Group:
        members = groups == group
        if members.any():
            counts[group] = int(np.count_nonzero(members & counted))
            headings.append((length, group))
            if group in open_groups:
                parts.append(np.flatnonzero(members & visible))
                length += len(parts[-1])
    places = np.concatenate(parts)
    before = [place for place, _ in headings]

    def with_headings(values: NDArray[np.int64], at_headings: Sequence[int]) -> NDArray[np.int64]:
        return np.insert(values, before, at_headings)

    flat = [0] * len(headings)
    return ListLines(
        with_headings(shown[places], [~group for _, group in headings]),
        counts,
        with_headings(np.zeros(len(places), np.int64) if depths is None else depths[places], flat),
        with_headings(
            np.zeros(len(places), np.int64) if carries is None else carries[places].astype(np.int64), flat
        ).astype(np.bool_),
    )
