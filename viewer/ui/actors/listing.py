"""Who is listed, in which order and under which headings; knows nothing of Qt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Ints
from viewer.recording.index import RecordingIndex
from viewer.replay.world.world import World
from viewer.ui.actors.facts import ActorFacts, TextColumn
from viewer.ui.actors.filter import ActorFilter
from viewer.ui.actors.lines import (
    EMPTY,
    NO_GROUP,
    Group,
    ListLines,
    arrange,
    default_order,
    groups_of,
    sorted_order,
)
from viewer.ui.actors.lives import LifeColumns
from viewer.ui.actors.moment import MomentColumns
from viewer.ui.actors.tree import arrange_tree, carriers_of


class Column(IntEnum):
    """The columns, in the order of the list."""

    ID = 0
    CATEGORY = 1
    BLUEPRINT = 2
    ROLE = 3
    CARRIER = 4
    SPEED = 5
    DISTANCE = 6
    TO_SELECTED = 7
    TRAVELLED = 8
    COLLISIONS = 9
    SPAWNED = 10
    DESTROYED = 11
    LIFETIME = 12
    STATE = 13


_OF_MOMENT = {
    Column.SPEED: "speeds",
    Column.DISTANCE: "distances",
    Column.TO_SELECTED: "distances_to_selected",
}
_OF_LIFE = {
    Column.CARRIER: "carriers",
    Column.TRAVELLED: "travelled",
    Column.COLLISIONS: "collisions",
    Column.SPAWNED: "spawned",
    Column.DESTROYED: "destroyed",
    Column.LIFETIME: "durations",
}
NUMERIC = frozenset((*_OF_MOMENT, *_OF_LIFE))
"""Columns of numbers, which are aligned at the right."""


@dataclass(frozen=True)
class Asked:
    """What the user wants to see of the actors.

    Attributes:
        filter: who is listed.
        sort: the column to sort by, and whether descending; None for the list's own order.
        living: whether only those are listed who are alive at the time.
        tree: whether actors stand below those that carry them.
        room: how many lines can be seen: groups for which that is enough are open by themselves.

    """

    filter: ActorFilter = field(default_factory=ActorFilter)
    sort: tuple[Column, bool] | None = None
    living: bool = False
    tree: bool = False
    room: int = 0


_CHANGING = frozenset((Column.SPEED, Column.DISTANCE, Column.TO_SELECTED, Column.STATE))


class Listing:
    """The actors of one recording at one time, filtered, sorted and put into ``lines``."""

    def __init__(
        self, index: RecordingIndex, asked: Asked, turned: Mapping[Group, bool] | None = None
    ) -> None:
        """Take a recording, what is asked for, and the groups that the user opened or folded."""
        self._world: World | None = None
        self._asked = asked
        self.turned_groups = dict(turned or {})
        """Whether the groups that the user opened or folded are open while there is no filter."""
        self._opened_rows: set[int] = set()
        self._folded_in_filter: set[int] = set()
        self._pinned: tuple[int, ...] = ()
        self.hero: int | None = None
        self._selected: int | None = None
        self._travelled: NDArray[np.float64] | None = None
        self.facts = ActorFacts()
        self.lines = EMPTY
        self.take_index(index)

    @property
    def found(self) -> int:
        """How many actors pass the filter, in open groups or folded away."""
        return int(np.count_nonzero(self._passed))

    @property
    def found_rows(self) -> Ints:
        """Rows of those who pass the filter, folded away or not, in the order of the list, shape (K,)."""
        return self._order[self._passed[self._order]]

    @property
    def order_changes(self) -> bool:
        """Whether it is sorted by something that changes with time."""
        return self._asked.sort is not None and self._asked.sort[0] in _CHANGING

    def take_index(self, index: RecordingIndex) -> None:
        """List the same actors and those that were read since."""
        self.actors, self.elapsed = index.actors, index.elapsed
        self.lives = LifeColumns(index)
        self.set_travelled(self._travelled)
        self.facts.extend(index.actors)
        self.moment = self._moment()
        self._passed = self._passing()
        self._roomy = self.roomy(self._asked.room)
        self.sort_again()

    def take_world(self, world: World | None) -> bool:
        """Take the values of another moment, not its order; return whether anybody came to life or died."""
        self._world = world
        before, self.moment = self.moment, self._moment()
        return not np.array_equal(before.alive, self.moment.alive)

    def set_hero(self, row: int | None) -> None:
        """Put the hero first, show what it carries and measure distances from it."""
        self.hero = row
        if row is not None:
            self._opened_rows.add(row)
        self.moment = self._moment()
        self.sort_again()

    def set_selected(self, row: int | None) -> None:
        """Measure distances from an actor, too."""
        self._selected = row
        self.moment = self._moment()

    def set_travelled(self, metres: NDArray[np.float64] | None) -> None:
        """Take how far actors have travelled, shape (N,); None if that is not known any more."""
        self._travelled = metres
        self.lives.travelled[:] = np.nan
        if metres is not None:
            count = min(len(metres), len(self.actors))
            self.lives.travelled[:count] = metres[:count]

    def set_pinned(self, rows: Iterable[int]) -> None:
        """Put some actors at the top, whether they are alive or not."""
        self._pinned = tuple(rows)
        self.filter_again()

    def ask(self, asked: Asked) -> None:
        """List in another way; with a filter all groups are open, without as they were left."""
        before, self._asked = self._asked, asked
        self._roomy = self.roomy(asked.room)
        if asked.filter is not before.filter:
            self._folded_in_filter.clear()
        self._passed = self._passing()
        if asked.sort != before.sort:
            self._order = self._sorted_rows()
        self.lines = self._arranged()

    def filter_again(self) -> None:
        """List those who pass at this moment."""
        self._passed = self._passing()
        self.lines = self._arranged()

    def sort_again(self) -> None:
        """Put all in order by the values of this moment."""
        self._order = self._sorted_rows()
        self.lines = self._arranged()

    def passes(self, row: int) -> bool:
        """Tell whether the filter lets an actor pass."""
        return row < len(self._passed) and bool(self._passed[row])

    def is_pinned(self, row: int) -> bool:
        """Tell whether an actor stands at the top."""
        return row in self._pinned

    def is_open(self, number: int) -> bool:
        """Tell whether what is below a line is shown: that of an actor's row, or of ``~group``."""
        if self._asked.filter:
            return number not in self._folded_in_filter
        if number >= 0:
            return number in self._opened_rows
        return self.turned_groups.get(Group(~number), Group(~number) in self._roomy)

    def roomy(self, lines: int) -> list[Group]:
        """Return the groups that so many lines are enough for, whoever is alive or passes a filter."""
        alone, *members = np.bincount(groups_of(self.actors.category) - NO_GROUP, minlength=len(Group) + 1)
        rest = lines - alone - np.count_nonzero(members)
        roomy: list[Group] = []
        for group, count in zip(Group, members, strict=True):
            if 0 < count <= rest and group is not Group.OTHERS:  # nobody asks for the spectator
                rest -= count
                roomy.append(group)
        return roomy

    def turned(self, number: int) -> ListLines:
        """Fold or unfold what is below a line; return the lines, which are to be shown next."""
        if self._asked.filter:
            self._folded_in_filter.symmetric_difference_update({number})
        elif number < 0:
            self.turned_groups[Group(~number)] = not self.is_open(number)
        else:
            self._opened_rows.symmetric_difference_update({number})
        return self._arranged()

    def folds_of(self, row: int) -> list[int]:
        """Return below which lines an actor is, the outermost first."""
        carriers = carriers_of(row, self.actors.parent) if self._asked.tree else []
        if row in self._pinned:
            return []
        for depth, carrier in enumerate(carriers):
            if carrier in self._pinned:
                return carriers[depth::-1]
        group = int(groups_of(self.actors.category)[carriers[-1] if carriers else row])
        return [*(() if group == NO_GROUP else (~group,)), *reversed(carriers)]

    def values(self, column: Column) -> NDArray[np.float64] | None:
        """Return the numbers of a column, shape (N,), NaN for unknown ones; None for a column of texts."""
        of_moment = _OF_MOMENT.get(column)
        if of_moment is not None:
            values: NDArray[np.float64] = getattr(self.moment, of_moment)
            return values
        of_life = _OF_LIFE.get(column)
        return None if of_life is None else getattr(self.lives, of_life)

    def texts(self, column: Column) -> TextColumn:
        """Return the texts of a column that does not change."""
        if column is Column.ID:
            return self.facts.ids
        return self.facts.roles if column is Column.ROLE else self.facts.short_blueprints

    def _moment(self) -> MomentColumns:
        return MomentColumns(self.actors, self._world, self.hero, self._selected)

    def _passing(self) -> Flags:
        passed = self._asked.filter.matches(self.facts, self.moment.alive)
        return passed & (self.moment.alive | self._pins()) if self._asked.living else passed

    def _pins(self) -> Flags:
        pins = np.zeros(len(self.actors), np.bool_)
        pins[list(self._pinned)] = True
        return pins

    def _arranged(self) -> ListLines:
        groups = [group for group in Group if self.is_open(~group)]
        actors = self.actors
        if not self._asked.tree:
            return arrange(self._order, self._passed, actors.category, groups, self._pins())
        rows = np.zeros(len(actors), np.bool_)
        rows[list(self._opened_rows)] = True
        if self._asked.filter:
            rows[:] = True
            rows[[number for number in self._folded_in_filter if number >= 0]] = False
        return arrange_tree(
            self._order, self._passed, actors.category, actors.parent, groups, rows, self._pins()
        )

    def _sorted_rows(self) -> Ints:
        if self._asked.sort is None:
            return default_order(self.actors, self._heroes())
        column, descending = self._asked.sort
        return sorted_order(self._keys(column), self.actors, descending=descending)

    def _heroes(self) -> Sequence[int]:
        known = self.actors.hero_rows
        return known if self.hero is None or self.hero in known else (self.hero, *known)

    def _keys(self, column: Column) -> NDArray[np.float64] | NDArray[np.int64]:
        values = self.values(column)
        if values is not None:
            return values
        if column is Column.STATE:
            return self.moment.lives()
        if column is Column.ID:
            return self.actors.actor_id
        if column is Column.CATEGORY:
            return self.actors.category.astype(np.int64)
        return self.texts(column).ranks()
