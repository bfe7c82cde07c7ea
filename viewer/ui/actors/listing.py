"""Who is listed, in which order and under which headings; knows nothing of Qt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from viewer.recording.actors import ActorTable
from viewer.replay.world import World
from viewer.ui.actors.facts import ActorFacts, TextColumn
from viewer.ui.actors.filter import ActorFilter
from viewer.ui.actors.lines import EMPTY, Group, arrange, default_order, group_of, sorted_order
from viewer.ui.actors.moment import Moment


class Column(IntEnum):
    """The columns, in the order of the list."""

    ID = 0
    CATEGORY = 1
    BLUEPRINT = 2
    ROLE = 3
    SPEED = 4
    DISTANCE = 5
    STATE = 6


_CHANGING = frozenset((Column.SPEED, Column.DISTANCE, Column.STATE))


class Listing:
    """The actors of one recording at one time, filtered, sorted and grouped into ``lines``."""

    def __init__(
        self,
        actors: ActorTable,
        asked: ActorFilter,
        sort: tuple[Column, bool] | None,
        opened: Iterable[Group] = (),
    ) -> None:
        """Take the first actors, the filter, the column to sort by, descending or not, and open groups."""
        self._world: World | None = None
        self._filter = asked
        self._sort = sort
        self._opened = set(opened)
        self._folded_in_filter: set[Group] = set()
        self.hero: int | None = None
        self.facts = ActorFacts()
        self.lines = EMPTY
        self.take_actors(actors)

    @property
    def opened(self) -> frozenset[Group]:
        """The groups that are open while there is no filter."""
        return frozenset(self._opened)

    @property
    def found(self) -> int:
        """How many actors pass the filter, in open groups or folded away."""
        return int(np.count_nonzero(self._passed))

    @property
    def order_changes(self) -> bool:
        """Whether it is sorted by something that changes with time."""
        return self._sort is not None and self._sort[0] in _CHANGING

    def take_actors(self, actors: ActorTable) -> None:
        """List the same actors and those that were read since."""
        self.actors = actors
        self.facts.extend(actors)
        self.moment = Moment(actors, self._world, self.hero)
        self._passed = self._filter.matches(self.facts, self.moment.alive)
        self.sort_again()

    def take_world(self, world: World | None) -> bool:
        """Take the values of another moment, not its order; return whether anybody came to life or died."""
        self._world = world
        before, self.moment = self.moment, Moment(self.actors, world, self.hero)
        return not np.array_equal(before.alive, self.moment.alive)

    def set_hero(self, row: int | None) -> None:
        """Put the hero first and measure distances from it."""
        self.hero = row
        self.moment = Moment(self.actors, self._world, row)
        self.sort_again()

    def set_filter(self, asked: ActorFilter) -> None:
        """List those who pass; with a filter all groups are open, without as they were left."""
        self._filter = asked
        self._folded_in_filter.clear()
        self.filter_again()

    def filter_again(self) -> None:
        """List those who pass at this moment."""
        self._passed = self._filter.matches(self.facts, self.moment.alive)
        self._arrange()

    def set_sort(self, sort: tuple[Column, bool] | None) -> None:
        """Sort by a column, descending or not, within each group; None is the list's own order."""
        self._sort = sort
        self.sort_again()

    def sort_again(self) -> None:
        """Put all in order by the values of this moment."""
        self._order = self._sorted_rows()
        self._arrange()

    def passes(self, row: int) -> bool:
        """Tell whether the filter lets an actor pass."""
        return row < len(self._passed) and bool(self._passed[row])

    def is_open(self, group: Group) -> bool:
        """Tell whether a group is unfolded."""
        return group not in self._folded_in_filter if self._filter else group in self._opened

    def turn(self, group: Group) -> None:
        """Fold or unfold a group."""
        (self._folded_in_filter if self._filter else self._opened).symmetric_difference_update({group})
        self._arrange()

    def group_of(self, row: int) -> Group | None:
        """Return the group that an actor is folded into, or None."""
        return group_of(int(self.actors.category[row]))

    def texts(self, column: Column) -> TextColumn:
        """Return the texts of a column that does not change."""
        if column is Column.ID:
            return self.facts.ids
        return self.facts.roles if column is Column.ROLE else self.facts.short_blueprints

    def _arrange(self) -> None:
        opened = [group for group in Group if self.is_open(group)]
        self.lines = arrange(self._order, self._passed, self.actors.category, opened)

    def _sorted_rows(self) -> NDArray[np.int64]:
        if self._sort is None:
            return default_order(self.actors, self._heroes())
        column, descending = self._sort
        return sorted_order(self._keys(column), self.actors, descending=descending)

    def _heroes(self) -> Sequence[int]:
        known = self.actors.hero_rows
        return known if self.hero is None or self.hero in known else (self.hero, *known)

    def _keys(self, column: Column) -> NDArray[np.float64] | NDArray[np.int64]:
        if column is Column.SPEED:
            return self.moment.speeds
        if column is Column.DISTANCE:
            return self.moment.distances
        if column is Column.STATE:
            return self.moment.lives()
        if column is Column.ID:
            return self.actors.actor_id
        if column is Column.CATEGORY:
            return self.actors.category.astype(np.int64)
        return self.texts(column).ranks()
