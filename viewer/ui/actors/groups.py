"""Groups of the actor list, and the order in which it lists actors unless it is sorted."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Ints
from viewer.recording.actors import ActorTable, Category
from viewer.ui.translation import tr
from viewer.ui.widgets.grouped import NO_GROUP


class Group(IntEnum):
    """Groups of actors that can be folded in the actor list, in the order of the list."""

    WALKERS = 0
    SENSORS = 1
    TRAFFIC_LIGHTS = 2
    TRAFFIC_SIGNS = 3
    PROPS = 4
    CONTROLLERS = 5
    OTHERS = 6


FEW = 12
"""Number of actors in a group of the actor list up to which the group is unfolded at first.

If a recording has no more walkers than this, they are listed one by one, without a group.
"""
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


def group_name(group: Group) -> str:
    """Return the heading under which ``group`` is listed in the actor list."""
    return {
        Group.WALKERS: tr("Walkers"),
        Group.SENSORS: tr("Sensors"),
        Group.TRAFFIC_LIGHTS: tr("Traffic lights"),
        Group.TRAFFIC_SIGNS: tr("Signs"),
        Group.PROPS: tr("Props"),
        Group.CONTROLLERS: tr("Controllers"),
        Group.OTHERS: tr("Other"),
    }[group]


def groups_of(categories: NDArray[np.uint8]) -> NDArray[np.int8]:
    """Return the group of each actor, a Group or NO_GROUP, shape ``(N,)``, for their ``categories``."""
    groups: NDArray[np.int8] = _GROUP_OF_CATEGORY[categories]
    walkers = categories == Category.WALKER
    if np.count_nonzero(walkers) > FEW:
        groups[walkers] = Group.WALKERS
    return groups


def default_order(actors: ActorTable, heroes: Sequence[int]) -> Ints:
    """Return the rows of all actors in the default order of the actor list, shape ``(N,)``.

    The rows in ``heroes`` (vehicles under test) come first, then all others by category, id and spawn frame.
    """
    rank = actors.category.astype(np.int64) + len(heroes)
    rank[list(heroes)] = np.arange(len(heroes))
    return np.lexsort((actors.spawn_frame, actors.actor_id, rank))
