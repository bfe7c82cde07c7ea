"""The model behind the list of actors: arrays in, lines out; no object per actor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import QMimeData, QModelIndex, QObject, QPersistentModelIndex, Qt, Slot
from PySide6.QtGui import QColor, QFont, QIcon

from viewer.arrays import Flags, Floats, Ints
from viewer.recording.index import RecordingIndex, same_opening
from viewer.replay.world.world import World
from viewer.ui.actors.columns import ActorValues, actor_columns, below_text
from viewer.ui.actors.facts import ActorFacts, Life, LifeColumns, MomentColumns, TextColumn
from viewer.ui.actors.filter import ActorFilter
from viewer.ui.actors.lines import FEW, NO_GROUP, Group, arrange, default_order, group_name, groups_of
from viewer.ui.format import count, seconds
from viewer.ui.icons import icon
from viewer.ui.signal_mime import signal_mime
from viewer.ui.speed_unit import speed_unit
from viewer.ui.theme import category_role, current_theme, font, selection_roles
from viewer.ui.translation import tr
from viewer.ui.widgets.table import TableModel, sorted_rows

AnyIndex = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole
_HEADING = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren
_ACTOR = _HEADING | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsDragEnabled
_MOST_RUNS = 50
"""Of lines that changed that are told each by itself; to tell of more takes longer than to paint all."""


class ActorTableModel(TableModel):
    """The actors of a recording at one time, as lines (see ``viewer.ui.actors.lines``)."""

    def __init__(self, parent: QObject | None = None) -> None:
        columns = actor_columns()
        super().__init__(columns, "")
        self.setParent(parent)
        self._by_name = {column.name: column for column in columns}
        self.looks = {
            _Role.DecorationRole: self._icon,
            _Role.ForegroundRole: self._color,
            _Role.FontRole: self._font,
            _Role.ToolTipRole: self._tip,
            _Role.AccessibleTextRole: self._spoken,
        }
        self._filter = ActorFilter()
        self._living = False
        self._index: RecordingIndex | None = None
        self._opened: dict[Group, bool] = {}
        """Groups that the user opened or folded while there was no filter."""
        self._forget()

    def _forget(self) -> None:
        """Know nobody."""
        self.facts = ActorFacts()
        """The texts of all actors."""
        self._of: ActorValues | None = None
        self._world: World | None = None
        self.hero: int | None = None
        """Row of the hero."""
        self._selected: tuple[int, ...] = ()
        self._roles: dict[int, str] = {}
        """Of those who are selected, the roles of their colours."""
        self._pinned = np.empty(0, np.int64)
        self._hidden = np.empty(0, np.bool_)
        self._travelled: Floats | None = None
        self._travelled_share: float | None = None
        self._folded: set[Group] = set()  # while there is a filter
        self._passed = np.empty(0, np.bool_)
        self._all: Ints = np.empty(0, np.int64)
        self._groups: Ints = np.empty(0, np.int64)
        self._order = np.empty(0, np.int64)

    # What is in it

    @property
    def is_filtered(self) -> bool:
        """Whether a filter is set."""
        return bool(self._filter)

    @property
    def found(self) -> int:
        """How many actors pass the filter, folded away or not."""
        return int(np.count_nonzero(self._passed))

    @property
    def found_rows(self) -> tuple[int, ...]:
        """Rows of those who pass the filter, folded away or not, in the order of the list."""
        return tuple(self._all[self._passed[self._all]].tolist())

    @property
    def hint(self) -> str:
        """What is wrong with the filter, if nobody can pass; else empty."""
        return self._filter.hint(self.facts)

    @property
    def living(self) -> bool:
        """Whether only those are listed who are alive at the time."""
        return self._living

    @property
    def alive(self) -> int:
        """How many actors are alive at this time."""
        return 0 if self._of is None else int(self._of.moment.alive.sum())

    @property
    def order_changes(self) -> bool:
        """Whether it is sorted by something that changes with time."""
        return self._sorted is not None and self._by_name[self.columns[self._sorted[0]].name].changes

    def is_more_of_same(self, index: RecordingIndex | None) -> bool:
        """Tell whether this is the recording shown, read further; rows keep their numbers then."""
        return same_opening(self._index, index)

    def is_same_file(self, index: RecordingIndex | None) -> bool:
        """Tell whether this is the file that is shown, perhaps read anew: rows may be other actors then."""
        return index is not None and self._index is not None and index.path == self._index.path

    def row_at(self, line: int) -> int | None:
        """Return the row of the actor on a line, or None for a heading."""
        number = int(self._order[line])
        return number if number >= 0 else None

    def group_at(self, line: int) -> Group | None:
        """Return the group whose heading is on a line, or None."""
        number = int(self._order[line])
        return Group(~number) if number < 0 else None

    def line_of(self, number: int) -> int | None:
        """Return the line that shows an actor's row, or ``~group``; None if it is folded or filtered away."""
        found = np.flatnonzero(self._order == number)
        return int(found[0]) if len(found) else None

    def values(self, name: str) -> Any:  # noqa: ANN401 - numbers or texts
        """Return the values of a column by row."""
        return () if self._of is None else self._by_name[name].values(self._of)

    def text(self, row: int, name: str) -> str:
        """Return what a column says of an actor."""
        value = self.values(name)[row]
        return "" if value is None else self._by_name[name].text(value)

    # What it is told

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Show a recording, or more of the one that is being read; the filter and the sorting stay."""
        self.beginResetModel()
        if index is None or not self.is_more_of_same(index):
            self._opened = self._opened if self.is_same_file(index) else {}
            self._forget()
        self._index = index
        if index is not None:
            self.facts = ActorFacts(index.actors)
            self._of = ActorValues(index.actors, self.facts, LifeColumns(index), self._moment(index))
            self._groups = groups_of(index.actors.category)
            self._take_travelled()
            self._list_again()
        self.endResetModel()

    def set_world(self, world: World | None) -> bool:
        """Show another moment of the recording; return whether there are other lines.

        The lines keep their order; only who comes and goes makes a difference, where that is asked for.
        """
        if self._of is None:
            return False
        before = self._of.moment.alive
        self._world = world
        self._look_again()
        others = np.flatnonzero(before != self._of.moment.alive)
        if len(others) and (self._filter.depends_on_time or self._living):
            self.beginResetModel()
            self._pass_again()
            self.endResetModel()
            return True
        self._tell_changed(self.number_of["speed"])
        self._tell_changed(0, others)
        return False

    def set_hero(self, row: int | None) -> None:
        """Mark the hero, put it first and measure distances from it."""
        if self._of is not None and row != self.hero:
            self.hero = row
            self._look_again()
            self._color_selected()
            self.sort_again()

    def set_pinned(self, rows: Sequence[int]) -> None:
        """Put some actors at the top, whether they are alive or not."""
        if self._of is not None:
            self.beginResetModel()
            self._pinned = np.array(rows, np.int64)
            self._pass_again()
            self.endResetModel()

    def set_selected(self, rows: Sequence[int]) -> None:
        """Let the primary of those selected, the last one, stand out, and measure distances from it, too."""
        if self._of is not None:
            before = {*self._roles, self._primary}
            self._selected = tuple(rows)
            self._look_again()
            self._color_selected()
            changed = {*self._roles, self._primary} | before
            self._tell_changed(0, np.array([row for row in changed if row is not None], np.int64))
            self._tell_changed(self.number_of["to_selected"])

    @Slot(object)
    def set_travelled(self, metres: Floats | None) -> None:
        """Say how far actors have travelled, by row; None if that is not known any more."""
        self._travelled, self._travelled_share = metres, None
        self._take_travelled()
        if self._sorted is not None and self._sorted[0] == self.number_of["travelled"]:
            self.sort_again()
        self._tell_changed(self.number_of["speed"])
        self._tell_title()

    @Slot(float)
    def set_travelled_share(self, share: float) -> None:
        """Say how much of what tells it has been read, 0 to 1."""
        self._travelled_share = share
        self._tell_title()

    def set_hidden(self, hidden: Flags) -> None:
        """Mark who is hidden on the map, by row."""
        self._hidden = hidden
        self._tell_changed(0)

    def filter_actors(self, asked: ActorFilter) -> None:
        """Show those who pass; with a filter all groups are open, without as they were left."""
        self.beginResetModel()
        self._filter = asked
        self._folded.clear()
        self._pass_again()
        self.endResetModel()

    def set_living(self, living: bool) -> None:
        """Show only those who are alive at the time, or all."""
        self.beginResetModel()
        self._living = living
        self._pass_again()
        self.endResetModel()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column within each group; −1 returns to the order of the list."""
        self._sorted = None if column < 0 else (column, order)
        self.sort_again()

    @Slot()
    def sort_again(self) -> None:
        """Put the lines in order by the values of this moment."""
        self.beginResetModel()
        self._list_again()
        self.endResetModel()

    # What folds

    def is_open(self, group: Group) -> bool:
        """Tell whether the members of a group are shown."""
        if self._filter:
            return group not in self._folded
        return self._opened.get(group, int(np.count_nonzero(self._groups == group)) <= FEW)

    def toggle(self, group: Group) -> None:
        """Fold or unfold a group."""
        self.beginResetModel()
        if self._filter:
            self._folded ^= {group}
        else:
            self._opened[group] = not self.is_open(group)
        self._arrange()
        self.endResetModel()

    def reveal(self, row: int) -> int | None:
        """Return the line of an actor, unfolding what it is in; None if the filter leaves it out."""
        if row >= len(self._passed) or not self._passed[row]:
            return None
        if self.line_of(row) is None:
            self.toggle(Group(int(self._groups[row])))
        return self.line_of(row)

    # How it is worked out

    def _moment(self, index: RecordingIndex) -> MomentColumns:
        return MomentColumns(index.actors, self._world, self.hero, self._primary)

    def _look_again(self) -> None:
        if self._of is not None and self._index is not None:
            self._of = self._of._replace(moment=self._moment(self._index))

    @property
    def _primary(self) -> int | None:
        return self._selected[-1] if self._selected else None

    def _color_selected(self) -> None:
        if self._of is not None:
            self._roles = selection_roles(self._of.actors.category, self._selected, self.hero)

    def _take_travelled(self) -> None:
        if self._of is not None:
            column = self._of.lives.travelled
            column[:] = np.nan
            if self._travelled is not None:
                number = min(len(column), len(self._travelled))
                column[:number] = self._travelled[:number]

    def _list_again(self) -> None:
        """Put all in order, and see who passes."""
        if self._of is None:
            return
        actors = self._of.actors
        if self._sorted is None:
            chosen = self.hero is not None and self.hero not in actors.hero_rows
            self._all = default_order(actors, (*((self.hero,) if chosen else ()), *actors.hero_rows))
        else:
            column, order = self._sorted
            by_id = np.lexsort((actors.spawn_frame, actors.actor_id))
            self._all = sorted_rows(by_id, self._key(column), order)
        self._pass_again()

    def _key(self, column: int) -> Floats:
        values = self.values(self.columns[column].name)
        return values.ranks() if isinstance(values, TextColumn) else values

    def _pass_again(self) -> None:
        if self._of is not None:
            alive = self._of.moment.alive
            self._passed = self._filter.matches(self.facts, alive)
            if self._living:
                here = alive.copy()
                here[self._pinned] = True
                self._passed &= here
            self._arrange()

    def _arrange(self) -> None:
        rows = self._all[self._passed[self._all]]
        pinned = np.isin(rows, self._pinned)
        rows = np.concatenate((rows[pinned], rows[~pinned]))
        groups = self._groups[rows]
        groups[: np.count_nonzero(pinned)] = NO_GROUP
        self._order = arrange(rows, groups, [group for group in Group if self.is_open(group)])

    # What Qt asks

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        """Say that actors can be selected and dragged, headings not."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return _HEADING if self.row_of(index) < 0 else _ACTOR

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """Return the usual signal of the first of some actors, to be dropped where signals are shown."""
        return signal_mime(self.row_of(indexes[0]))

    def data(self, index: AnyIndex, role: int = _Role.DisplayRole) -> object:
        """Return what a cell shows, and how."""
        row, column = self.row_of(index), self.columns[index.column()]
        if row < 0:
            return self._heading(Group(~row), role) if column.name == "id" else None
        return self.cell(column, row, role)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole) -> object:
        """Return a heading: that of speeds is their unit, that of what is being read how far that is."""
        if role == _Role.DisplayRole and orientation is Qt.Orientation.Horizontal:
            name = self.columns[section].name
            if name == "speed":
                return speed_unit()
            if name == "travelled" and self._travelled_share is not None:
                return tr("{0} % read").format(round(100 * self._travelled_share))
        return super().headerData(section, orientation, role)

    def _heading(self, group: Group, role: int) -> object:
        """Return what the heading of a group shows: its name, and how many in it pass the filter."""
        if role in (_Role.DisplayRole, _Role.AccessibleTextRole):
            members = self._passed & (self._groups == group)
            members[self._pinned] = False
            return f"{group_name(group)} · {count(int(np.count_nonzero(members)))}"
        if role == _Role.DecorationRole:
            return icon("chevron-down" if self.is_open(group) else "chevron-right", "secondary")
        return current_theme().secondary if role == _Role.ForegroundRole else None

    def _icon(self, row: int, name: str) -> QIcon | None:
        if self._of is None or name != "id":
            return None
        role = self._roles.get(row) or category_role(
            int(self._of.actors.category[row]), hero=row == self.hero
        )
        if self._is_hidden(row):
            return icon("eye-off", "secondary")
        return icon(
            "pin" if row in self._pinned else "actor" if self._is_alive(row) else "actor-absent", role
        )

    def _color(self, row: int, name: str) -> QColor | None:
        dim = name == "role" or self._is_hidden(row) or not self._is_alive(row)
        return current_theme().secondary if dim else None

    def _font(self, row: int, name: str) -> QFont | None:
        return font(13, bold=True) if name == "id" and row == self._primary else None

    def _spoken(self, row: int, name: str) -> str:
        marks = {tr("pinned"): row in self._pinned, tr("hidden on the map"): self._is_hidden(row)}
        words = [word for word, holds in marks.items() if holds and name == "id"]
        return ", ".join([self.text(row, name), *words])

    def _tip(self, row: int, _name: str) -> str:
        """Return the whole blueprint, the role, and when the actor lives if that is not now."""
        if self._of is None or self._index is None:
            return ""
        actors, facts, _, moment = self._of
        life, elapsed = moment.life(row), self._index.elapsed
        lines = [facts.blueprints[row], facts.roles[row]]
        if life is Life.NOT_SPAWNED:
            lines.append(tr("Not spawned until {0}").format(seconds(elapsed[actors.spawn_frame[row]])))
        elif life is Life.DESTROYED:
            lines.append(tr("Destroyed at {0}").format(seconds(elapsed[actors.destroy_frame[row]])))
        lines.append(below_text(float(moment.below[row])))
        if self._is_hidden(row):
            lines.append(tr("Hidden on the map"))
        return "\n".join(line for line in lines if line)

    def _is_alive(self, row: int) -> bool:
        return self._of is not None and bool(self._of.moment.alive[row])

    def _is_hidden(self, row: int) -> bool:
        return row < len(self._hidden) and bool(self._hidden[row])

    def _tell_changed(self, column: int, rows: Ints | None = None) -> None:
        """Tell that lines changed from a column on: all, or those of some rows."""
        lines = np.arange(len(self._order)) if rows is None else np.flatnonzero(np.isin(self._order, rows))
        runs = np.split(lines, np.flatnonzero(np.diff(lines) > 1) + 1) if len(lines) else []
        for run in runs if len(runs) <= _MOST_RUNS else [lines]:
            last = self.index(int(run[-1]), len(self.columns) - 1)
            self.dataChanged.emit(self.index(int(run[0]), column), last)

    def _tell_title(self) -> None:
        number = self.number_of["travelled"]
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, number, number)
