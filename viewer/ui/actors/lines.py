"""Which line of the list shows what: actors in order, then groups that can be folded away.

A line is a number: the row of an actor in the actor table, or ``~group`` for the heading of a group.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Ints
from viewer.recording.actors import ActorTable, Category
from viewer.ui.translation import tr


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
FEW = 12
"""So many members of a group are shown until somebody folds it, and so many walkers are not even a group."""
_GROUP_OF_CATEGORY = np.full(len(Category), NO_GROUP, np.int64)
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


def group_name(group: Group) -> str:
    """Return what the heading of a group says."""
    return {
        Group.WALKERS: tr("Walkers"),
        Group.SENSORS: tr("Sensors"),
        Group.TRAFFIC_LIGHTS: tr("Traffic lights"),
        Group.TRAFFIC_SIGNS: tr("Signs"),
        Group.PROPS: tr("Props"),
        Group.CONTROLLERS: tr("Controllers"),
        Group.OTHERS: tr("Other"),
    }[group]


def groups_of(categories: NDArray[np.uint8]) -> Ints:
    """Return the group of each actor by the categories of all, or NO_GROUP, shape (N,)."""
    groups: Ints = _GROUP_OF_CATEGORY[categories]
    walkers = categories == Category.WALKER
    if np.count_nonzero(walkers) > FEW:
        groups[walkers] = Group.WALKERS
    return groups


def default_order(actors: ActorTable, heroes: Sequence[int]) -> Ints:
    """Return all rows: the heroes as given, then by category, id and life, shape (N,)."""
    rank = actors.category.astype(np.int64) + len(heroes)
    rank[list(heroes)] = np.arange(len(heroes))
    return np.lexsort((actors.spawn_frame, actors.actor_id, rank))


def arrange(rows: Ints, groups: Ints, open_groups: Collection[Group]) -> Ints:
    """Return the lines that show rows: those without a group, then each group below its heading.

    Args:
        rows: who is listed, in order, shape (K,).
        groups: the group of each of them, or NO_GROUP, shape (K,).
        open_groups: whose members are shown.

    """
    lines = [rows[groups == NO_GROUP]]
    for group in Group:
        members = rows[groups == group]
        if len(members):
            lines.append(np.array([~group]))
            if group in open_groups:
                lines.append(members)
    return np.concatenate(lines)
