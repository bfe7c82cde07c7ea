"""The model behind the actor list: arrays in, texts out; no object per actor."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Slot

from viewer.recording.actors import ActorTable, Category
from viewer.recording.index import RecordingIndex
from viewer.replay.world import World
from viewer.ui.actors.facts import ActorFacts, TextColumn
from viewer.ui.actors.filter import ActorFilter
from viewer.ui.actors.lines import EMPTY, Group, arrange, default_order, group_of, sorted_order
from viewer.ui.actors.moment import Life, Moment
from viewer.ui.format import count, number, seconds

AnyIndex = QModelIndex | QPersistentModelIndex


class Column(IntEnum):
    """The columns, in the order of the list."""

    ID = 0
    CATEGORY = 1
    BLUEPRINT = 2
    ROLE = 3
    SPEED = 4
    DISTANCE = 5
    STATE = 6


NUMERIC = frozenset((Column.SPEED, Column.DISTANCE))
"""Columns that are aligned at the right."""

_CHANGING = frozenset((Column.SPEED, Column.DISTANCE, Column.STATE))
_NOTHING = QModelIndex()


class ActorTableModel(QAbstractTableModel):
    """The actors of a recording at one time, as lines (see ``viewer.ui.actors.lines``)."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._index: RecordingIndex | None = None
        self._world: World | None = None
        self._hero: int | None = None
        self._filter = ActorFilter()
        self._sort: tuple[Column, Qt.SortOrder] | None = None
        self._forget()

    def _forget(self) -> None:
        """Forget a recording; the filter and the sorting stay."""
        self._world = None
        self._hero = None
        self._opened: set[Group] = set()
        self._folded_in_filter: set[Group] = set()
        self._order = np.empty(0, np.int64)
        self._passed = np.empty(0, np.bool_)
        self._moment: Moment | None = None
        self.facts = ActorFacts()
        self.lines = EMPTY

    # What it is told

    @property
    def actors(self) -> ActorTable | None:
        """The actor table that is shown."""
        return self._index.actors if self._index else None

    @property
    def hero(self) -> int | None:
        """Row of the hero."""
        return self._hero

    def is_more_of_same(self, index: RecordingIndex | None) -> bool:
        """Tell whether this is the recording shown, read further; rows keep their numbers then."""
        return index is not None and self._index is not None and index.file is self._index.file

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Show a recording, or more of the one that is being read."""
        self.beginResetModel()
        if not self.is_more_of_same(index):
            self._forget()
        self._index = index
        if index is not None:
            self.facts.extend(index.actors)
            self._moment = Moment(index.actors, self._world, self._hero)
            self._refilter()
            self._reorder()
        self.endResetModel()

    def set_world(self, world: World | None) -> None:
        """Show another moment of the recording; the lines stay where they are."""
        if self._index is None or self._moment is None:
            return
        self._world = world
        before = self._moment.alive
        self._moment = Moment(self._index.actors, world, self._hero)
        if np.array_equal(before, self._moment.alive):
            self._tell_changed(Column.SPEED)
        elif self._filter.depends_on_time:
            self.beginResetModel()
            self._refilter()
            self.endResetModel()
        else:
            self._tell_changed(Column.ID)

    def set_hero(self, row: int | None) -> None:
        """Mark the hero, put it first and measure distances from it."""
        if self._index is None or row == self._hero:
            return
        self._hero = row
        self._moment = Moment(self._index.actors, self._world, row)
        self._move_lines()
        self._tell_changed(Column.ID)

    def set_filter(self, actor_filter: ActorFilter) -> None:
        """Show those who pass; with a filter all groups are open, without as they were left."""
        self.beginResetModel()
        self._filter = actor_filter
        self._folded_in_filter.clear()
        self._refilter()
        self.endResetModel()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column within each group; −1 returns to the order of the list."""
        self._sort = None if column < 0 else (Column(column), order)
        self._move_lines()

    @property
    def order_changes(self) -> bool:
        """Whether it is sorted by something that changes with time."""
        return self._sort is not None and self._sort[0] in _CHANGING

    @Slot()
    def sort_again(self) -> None:
        """Put the lines in order by the values of this moment."""
        self._move_lines()

    # Groups

    def is_open(self, group: Group) -> bool:
        """Tell whether a group is unfolded."""
        return group not in self._folded_in_filter if self._filter else group in self._opened

    def toggle_group(self, group: Group) -> None:
        """Fold or unfold a group."""
        heading = self.lines.line_of(~group)
        if heading is None:
            return
        first, last = heading + 1, heading + self.lines.counts[group]
        if self.is_open(group):
            self.beginRemoveRows(_NOTHING, first, last)
            self._turn(group)
            self.endRemoveRows()
        else:
            self.beginInsertRows(_NOTHING, first, last)
            self._turn(group)
            self.endInsertRows()
        changed = self.index(heading, 0)
        self.dataChanged.emit(changed, changed)

    def _turn(self, group: Group) -> None:
        (self._folded_in_filter if self._filter else self._opened).symmetric_difference_update({group})
        self._rearrange()

    def reveal(self, row: int) -> int | None:
        """Return the line of an actor, unfolding its group if need be; None if the filter leaves it out."""
        if row >= len(self._passed) or not self._passed[row]:
            return None
        group = group_of(self.category(row))
        if group is not None and not self.is_open(group):
            self.toggle_group(group)
        return self.lines.line_of(row)

    # Lines

    def _refilter(self) -> None:
        if self._moment is not None:
            self._passed = self._filter.matches(self.facts, self._moment.alive)
            self._rearrange()

    def _reorder(self) -> None:
        self._order = self._sorted_rows()
        self._rearrange()

    def _rearrange(self) -> None:
        if self._index is not None and len(self._order) == len(self._passed):
            opened = [group for group in Group if self.is_open(group)]
            self.lines = arrange(self._order, self._passed, self._index.actors.category, opened)

    def _move_lines(self) -> None:
        """Order the same lines anew and take along what points at them."""
        self.layoutAboutToBeChanged.emit()
        before, pointers = self.lines, self.persistentIndexList()
        self._reorder()
        moved = []
        for pointer in pointers:
            line = self.lines.line_of(int(before.numbers[pointer.row()]))
            moved.append(QModelIndex() if line is None else self.index(line, pointer.column()))
        self.changePersistentIndexList(pointers, moved)
        self.layoutChanged.emit()

    def _sorted_rows(self) -> NDArray[np.int64]:
        if self._index is None or self._moment is None:
            return np.empty(0, np.int64)
        actors = self._index.actors
        if self._sort is None:
            return default_order(actors, self._heroes(actors))
        column, order = self._sort
        keys = self._keys(column, actors, self._moment)
        return sorted_order(keys, actors, descending=order is Qt.SortOrder.DescendingOrder)

    def _heroes(self, actors: ActorTable) -> Sequence[int]:
        chosen = () if self._hero is None or self._hero in actors.hero_rows else (self._hero,)
        return (*chosen, *actors.hero_rows)

    def _keys(
        self, column: Column, actors: ActorTable, moment: Moment
    ) -> NDArray[np.float64] | NDArray[np.int64]:
        if column is Column.SPEED:
            return moment.speeds
        if column is Column.DISTANCE:
            return moment.distances
        if column is Column.STATE:
            return moment.lives()
        if column is Column.ID:
            return actors.actor_id
        return actors.category.astype(np.int64) if column is Column.CATEGORY else self._texts(column).ranks()

    # Texts

    def text(self, row: int, column: Column) -> str:
        """Return what a column says of an actor."""
        if self._moment is None:
            return ""
        if column in NUMERIC:
            values = self._moment.speeds if column is Column.SPEED else self._moment.distances
            return number(float(values[row]), 1)
        if column is Column.CATEGORY:
            return self.category(row).label
        if column is Column.STATE:
            return self._life_words(self._moment.life(row))
        return self._texts(column)[row] or ""

    def _texts(self, column: Column) -> TextColumn:
        if column is Column.ID:
            return self.facts.ids
        return self.facts.roles if column is Column.ROLE else self.facts.short_blueprints

    def category(self, row: int) -> Category:
        """Return the category of an actor."""
        return Category(int(self._index.actors.category[row])) if self._index else Category.OTHER

    def is_alive(self, row: int) -> bool:
        """Tell whether an actor is alive at this time."""
        return self._moment is not None and bool(self._moment.alive[row])

    def title(self, column: Column) -> str:
        """Return the name of a column."""
        return {
            Column.ID: self.tr("Id"),
            Column.CATEGORY: self.tr("Category"),
            Column.BLUEPRINT: self.tr("Blueprint"),
            Column.ROLE: self.tr("Role"),
            Column.SPEED: self.tr("m/s"),
            Column.DISTANCE: self.tr("m to hero"),
            Column.STATE: self.tr("State"),
        }[column]

    def group_title(self, group: Group) -> str:
        """Return the heading of a group: its name, and how many in it pass the filter."""
        name = {
            Group.SENSORS: self.tr("Sensors"),
            Group.TRAFFIC_LIGHTS: self.tr("Traffic lights"),
            Group.TRAFFIC_SIGNS: self.tr("Signs"),
            Group.PROPS: self.tr("Props"),
            Group.CONTROLLERS: self.tr("Controllers"),
            Group.OTHERS: self.tr("Other"),
        }[group]
        return f"{name} · {count(self.lines.counts[group])}"

    def _life_words(self, life: Life) -> str:
        return {
            Life.ALIVE: self.tr("alive"),
            Life.NOT_SPAWNED: self.tr("not spawned"),
            Life.DESTROYED: self.tr("destroyed"),
        }[life]

    def _tip(self, row: int) -> str:
        """Return the whole blueprint, the role, and when the actor lives if that is not now."""
        lines = [self.facts.blueprints[row], self.facts.roles[row]]
        if self._index is not None and self._moment is not None:
            elapsed, actors, life = self._index.elapsed, self._index.actors, self._moment.life(row)
            if life is Life.NOT_SPAWNED:
                lines.append(
                    self.tr("Not spawned until {0}").format(seconds(elapsed[actors.spawn_frame[row]]))
                )
            elif life is Life.DESTROYED:
                lines.append(self.tr("Destroyed at {0}").format(seconds(elapsed[actors.destroy_frame[row]])))
        return "\n".join(line for line in lines if line)

    # What Qt asks

    def rowCount(self, parent: AnyIndex = _NOTHING) -> int:
        """Return the number of lines."""
        return 0 if parent.isValid() else len(self.lines)

    def columnCount(self, parent: AnyIndex = _NOTHING) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(Column)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - as in Qt
        """Return the text, alignment or tooltip of a cell."""
        if not index.isValid():
            return None
        column, row = Column(index.column()), self.lines.row_at(index.row())
        if role == Qt.ItemDataRole.DisplayRole:
            return self._heading(index.row(), column) if row is None else self.text(row, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        if role == Qt.ItemDataRole.ToolTipRole and row is not None:
            return self._tip(row)
        return None

    def _heading(self, line: int, column: Column) -> str | None:
        group = self.lines.group_at(line)
        return None if group is None or column is not Column.ID else self.group_title(group)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:  # noqa: ANN401 - as in Qt
        """Return the name or alignment of a column."""
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(Column):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.title(Column(section))
        return _alignment(Column(section)) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def _tell_changed(self, first: Column) -> None:
        """Tell that all lines changed from one column to the last; the view paints those it shows."""
        if len(self.lines):
            self.dataChanged.emit(self.index(0, first), self.index(len(self.lines) - 1, len(Column) - 1))


def _alignment(column: Column) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column in NUMERIC else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
