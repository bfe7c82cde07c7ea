"""Table model of the actor list, based on arrays without an object per actor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import QMimeData, QModelIndex, Qt, Slot
from PySide6.QtGui import QColor, QFont, QIcon

from viewer.arrays import Flags, Floats, Ints
from viewer.recording.index import RecordingIndex, same_opening
from viewer.replay.world.world import World
from viewer.ui.actors.columns import ActorValues, actor_columns, below_text
from viewer.ui.actors.facts import ActorFacts, LifetimeColumns, LifetimeState, PresentColumns, TextColumn
from viewer.ui.actors.filter import ActorFilter
from viewer.ui.actors.groups import FEW, Group, default_order, group_name, groups_of
from viewer.ui.format import count, seconds
from viewer.ui.icons import icon
from viewer.ui.signal_mime import signal_mime
from viewer.ui.speed_unit import speed_unit
from viewer.ui.theme import category_role, current_theme, font, selection_roles
from viewer.ui.translation import tr
from viewer.ui.widgets.grouped import PINNED, GroupedModel
from viewer.ui.widgets.table import AnyIndex, sorted_rows

_Role = Qt.ItemDataRole
_MOST_RUNS = 50
"""Largest number of runs of adjacent changed lines for which Qt gets one signal per run.

With more runs, one signal for all lines of the actor list is faster.
"""


class ActorTableModel(GroupedModel):
    """Table model of a recording's actors at one time: one line per actor or heading of a group."""

    def __init__(self) -> None:
        columns = actor_columns()
        super().__init__(columns, "")
        self._by_name = {column.name: column for column in columns}
        self.role_data = {
            _Role.DecorationRole: self._icon,
            _Role.ForegroundRole: self._color,
            _Role.FontRole: self._font,
            _Role.ToolTipRole: self._tip,
            _Role.AccessibleTextRole: self._accessible_text,
        }
        self._filter = ActorFilter()
        self._living = False
        self._index: RecordingIndex | None = None
        self._opened_unfiltered = self.opened
        self._forget()

    def _forget(self) -> None:
        """Reset all attributes that depend on the open recording: its actors, their values, the hero, etc."""
        self.facts = ActorFacts()
        """The texts of all actors."""
        self._of: ActorValues | None = None
        self._world: World | None = None
        self.hero: int | None = None
        """Row of the hero."""
        self.selected: tuple[int, ...] = ()
        """Rows of the selected actors, that of the primary one last."""
        self._roles: dict[int, str] = {}
        """Of those who are selected, the roles of their colours."""
        self._pinned = np.empty(0, np.int64)
        self._hidden = np.empty(0, np.bool_)
        self._travelled: Floats | None = None
        self._travelled_share: float | None = None
        self._sizes: Ints = np.empty(0, np.int64)
        self._count, self._mask = 0, np.empty(0, np.bool_)
        self.groups = self._all = self._order = np.empty(0, np.int64)

    # -- contents

    @property
    def is_filtered(self) -> bool:
        """Whether the user has set a filter on the actors of the list."""
        return bool(self._filter)

    @property
    def found(self) -> int:
        """Number of actors that match the filter, also in folded groups.

        If ``living`` is True, only actors that are alive at the present time, or pinned, count.
        """
        return int(np.count_nonzero(self._mask))

    @property
    def found_rows(self) -> tuple[int, ...]:
        """Rows in the actor table of the actors that match the filter, also in folded groups.

        If ``living`` is True, only actors that are alive at the present time, or pinned, are among them. They
        are sorted like the list, but neither by group nor with pinned actors first.
        """
        return tuple(self._all[self._mask[self._all]].tolist())

    @property
    def hint(self) -> str:
        """A sentence on why no actor can match the filter of the list; empty if actors may match it."""
        return self._filter.hint(self.facts)

    @property
    def living(self) -> bool:
        """Whether the list contains only actors that are alive at the present time."""
        return self._living

    @property
    def alive(self) -> int:
        """Number of actors that are alive at the playhead's time."""
        return 0 if self._of is None else int(self._of.present.alive.sum())

    @property
    def order_changes(self) -> bool:
        """Whether the list is sorted by a column that changes with time."""
        return self._sorted is not None and self._by_name[self.columns[self._sorted[0]].name].changes

    def is_more_of_same(self, index: RecordingIndex | None) -> bool:
        """Return whether ``index`` belongs to the same opened file as the actors that are shown.

        It may have more frames, as the file may be growing. Rows of the actor table still mean the same
        actors then.
        """
        return same_opening(self._index, index)

    def is_same_file(self, index: RecordingIndex | None) -> bool:
        """Return whether ``index`` is of a file with the same path as the recording in the list.

        The file may have been reloaded or replaced, so rows of the actor table may mean other actors.
        """
        return index is not None and self._index is not None and index.path == self._index.path

    def values(self, name: str) -> Any:  # noqa: ANN401 - numbers or texts
        """Return the values of the column ``name``, such as "speed", by row in the actor table.

        They are an array of numbers, or a TextColumn for texts; () if no recording is open.
        """
        return () if self._of is None else self._by_name[name].values(self._of)

    def text(self, row: int, name: str) -> str:
        """Return the text of the column ``name`` for the actor in ``row`` of the actor table."""
        value = self.values(name)[row]
        return "" if value is None else self._by_name[name].text(value)

    # -- inputs

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Show the actors of ``index``; filter and sorting stay. None empties the list."""
        self.beginResetModel()
        if index is None or not self.is_more_of_same(index):
            if not self.is_same_file(index):
                self.opened, self._opened_unfiltered = {}, {}
            self._forget()
        self._index = index
        if index is not None:
            self.facts = ActorFacts(index.actors)
            self._of = ActorValues(
                index.actors, self.facts, LifetimeColumns(index), self._present_columns(index)
            )
            self._count = len(index.actors)
            self._group()
            self._fill_travelled()
            self._sort()
        self.endResetModel()

    def set_world(self, world: World | None) -> bool:
        """Show the values at the time of ``world``; return whether the list has other actors than before.

        With None the values are unknown. Which actors are listed can change only if the filter asks whether
        they are alive, or if only living actors are listed. The list is not sorted again.
        """
        if self._of is None:
            return False
        before = self._of.present.alive
        self._world = world
        self._update_moment()
        others = np.flatnonzero(before != self._of.present.alive)
        if len(others) and (self._filter.depends_on_time or self._living):
            self._filter_again()
            return True
        self._emit_changed(self.column_index["speed"])
        self._emit_changed(0, others)
        return False

    def set_hero(self, row: int | None) -> None:
        """Mark the actor in ``row`` as hero (vehicle under test), and list distances to it.

        None is for no hero. In the default order the hero is among the first.
        """
        if self._of is not None and row != self.hero:
            self.hero = row
            self._update_moment()
            self._color_selected()
            self.sort_again()

    def set_pinned(self, rows: Sequence[int]) -> None:
        """List the actors in ``rows``, which the user has pinned, at the top of the actor list.

        They are listed even when not alive, but not if they do not match the filter.
        """
        if self._of is not None:
            self._pinned = np.array(rows, np.int64)
            self._group()
            self._filter_again()

    def set_selected(self, rows: Sequence[int]) -> None:
        """Colour the lines of the actors in ``rows``, and show distances to the last, the primary one."""
        if self._of is not None:
            before = {*self._roles, self.primary}
            self.selected = tuple(rows)
            self._update_moment()
            self._color_selected()
            changed = {*self._roles, self.primary} | before
            self._emit_changed(0, np.array([row for row in changed if row is not None], np.int64))
            self._emit_changed(self.column_index["to_selected"])

    @Slot(object)
    def set_travelled(self, metres: Floats | None) -> None:
        """Set the distances travelled by the actors in metres, by row in the actor table; None if unknown."""
        self._travelled, self._travelled_share = metres, None
        self._fill_travelled()
        if self._sorted is not None and self._sorted[0] == self.column_index["travelled"]:
            self.sort_again()
        self._emit_changed(self.column_index["speed"])
        self._emit_title_changed()

    @Slot(float)
    def set_travelled_share(self, share: float) -> None:
        """Show in the heading of the column of travelled distances how much is computed, 0 to 1."""
        self._travelled_share = share
        self._emit_title_changed()

    def set_hidden(self, hidden: Flags) -> None:
        """Mark the actors that are hidden on the map; ``hidden`` is a mask by row."""
        self._hidden = hidden
        self._emit_changed(0)

    def filter_actors(self, asked: ActorFilter) -> None:
        """List only the actors that match the filter ``asked``, with all groups unfolded."""
        if not self._filter:
            self._opened_unfiltered = self.opened
        self._filter = asked
        self.opened = {} if asked else self._opened_unfiltered
        self._filter_again()

    def set_living(self, living: bool) -> None:
        """List only actors that are alive at the present time if ``living``, else all."""
        self._living = living
        self._filter_again()

    # -- folding

    def unfold_to(self, row: int) -> int | None:
        """Unfold the group of the actor in ``row``; return its line, None if the actor is filtered out.

        An actor that is not alive counts as filtered out while only living ones are listed, unless it is
        pinned.
        """
        if row >= len(self._mask) or not self._mask[row]:
            return None
        if self.line_of(row) is None:
            self.toggle(int(self.groups[row]))
        return self.line_of(row)

    # -- computing the lines

    def _present_columns(self, index: RecordingIndex) -> PresentColumns:
        return PresentColumns(index.actors, self._world, self.hero, self.primary)

    def _update_moment(self) -> None:
        if self._of is not None and self._index is not None:
            self._of = self._of._replace(present=self._present_columns(self._index))

    @property
    def primary(self) -> int | None:
        """Row of the primary actor, the one selected last; None if no actor is selected."""
        return self.selected[-1] if self.selected else None

    def _color_selected(self) -> None:
        if self._of is not None:
            self._roles = selection_roles(self._of.actors.category, self.selected, self.hero)

    def _fill_travelled(self) -> None:
        if self._of is not None:
            column = self._of.lifetimes.travelled
            column[:] = np.nan
            if self._travelled is not None:
                number = min(len(column), len(self._travelled))
                column[:number] = self._travelled[:number]

    def _group(self) -> None:
        if self._of is not None:
            groups = groups_of(self._of.actors.category)
            self._sizes = np.bincount(groups[groups >= 0], minlength=len(Group))
            groups[self._pinned] = PINNED
            self.groups = groups

    def _open_groups(self) -> list[int]:
        """Return the groups that are unfolded: with a filter all, else small ones, unless the user has it."""
        sizes = enumerate(self._sizes.tolist())
        return [group for group, size in sizes if self.opened.get(group, bool(self._filter) or size <= FEW)]

    def _sorted_rows(self) -> Ints:
        if self._of is None:
            return self._all
        actors = self._of.actors
        if self._sorted is None:
            chosen = self.hero is not None and self.hero not in actors.hero_rows
            return default_order(actors, (*((self.hero,) if chosen else ()), *actors.hero_rows))
        column, order = self._sorted
        return sorted_rows(np.lexsort((actors.spawn_frame, actors.actor_id)), self._key(column), order)

    def _key(self, column: int) -> Floats:
        values = self.values(self.columns[column].name)
        return values.ranks() if isinstance(values, TextColumn) else values

    def _sort(self) -> None:
        self._filter_rows()
        super()._sort()

    def _filter_rows(self) -> None:
        if self._of is not None:
            alive = self._of.present.alive
            self._mask = self._filter.matches(self.facts, alive)
            if self._living:
                here = alive.copy()
                here[self._pinned] = True
                self._mask &= here

    def _filter_again(self) -> None:
        self._filter_rows()
        self.list_again()

    # -- overrides of Qt

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        """Return Qt's flags of a cell: lines of actors can be selected and dragged, headings cannot."""
        flags = super().flags(index)
        selectable = bool(flags & Qt.ItemFlag.ItemIsSelectable)
        return flags | Qt.ItemFlag.ItemIsDragEnabled if selectable else flags

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """Return data for dropping the first actor of ``indexes`` on the timeline, to plot its usual signal.

        That is the state of a traffic light, the speed of other actors.
        """
        return signal_mime(self.row_of(indexes[0]))

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole) -> object:
        """Return data of a column's heading.

        The title of the speed column is the unit; that of distances travelled, while they are computed, the
        progress.
        """
        if role == _Role.DisplayRole and orientation is Qt.Orientation.Horizontal:
            name = self.columns[section].name
            if name == "speed":
                return speed_unit()
            if name == "travelled" and self._travelled_share is not None:
                return tr("{0} % read").format(round(100 * self._travelled_share))
        return super().headerData(section, orientation, role)

    def heading(self, group: int, role: int) -> object:
        """Return the data of a group's heading for the Qt item ``role``, None for roles without data.

        The text is the group's name and the number of its members that match the filter and are not pinned.
        """
        if role in (_Role.DisplayRole, _Role.AccessibleTextRole):
            members = int(np.count_nonzero(self._mask & (self.groups == group)))
            return f"{group_name(Group(group))} · {count(members)}"
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
        return font(13, bold=True) if name == "id" and row == self.primary else None

    def _accessible_text(self, row: int, name: str) -> str:
        marks = {tr("pinned"): row in self._pinned, tr("hidden on the map"): self._is_hidden(row)}
        words = [word for word, holds in marks.items() if holds and name == "id"]
        return ", ".join([self.text(row, name), *words])

    def _tip(self, row: int, _name: str) -> str:
        """Return the tooltip of the actor in ``row`` of the actor table, one fact per line.

        Facts are the blueprint, the role, when the actor spawns or was destroyed if it is not alive, how far
        below the road a scenario has parked it, if so, and whether it is hidden on the map.
        """
        if self._of is None or self._index is None:
            return ""
        actors, facts, _, present = self._of
        state, elapsed = present.states[row], self._index.elapsed
        lines = [facts.blueprints[row], facts.roles[row]]
        if state == LifetimeState.NOT_SPAWNED:
            lines.append(tr("Not spawned until {0}").format(seconds(elapsed[actors.spawn_frame[row]])))
        elif state == LifetimeState.DESTROYED:
            lines.append(tr("Destroyed at {0}").format(seconds(elapsed[actors.destroy_frame[row]])))
        lines.append(below_text(float(present.below[row])))
        if self._is_hidden(row):
            lines.append(tr("Hidden on the map"))
        return "\n".join(line for line in lines if line)

    def _is_alive(self, row: int) -> bool:
        return self._of is not None and bool(self._of.present.alive[row])

    def _is_hidden(self, row: int) -> bool:
        return row < len(self._hidden) and bool(self._hidden[row])

    def _emit_changed(self, column: int, rows: Ints | None = None) -> None:
        """Emit ``dataChanged`` for the cells in column ``column`` and all columns right of it.

        ``rows`` are the actor-table rows of the actors whose lines have changed; None stands for all lines.
        """
        lines = np.arange(len(self._order)) if rows is None else np.flatnonzero(np.isin(self._order, rows))
        runs = np.split(lines, np.flatnonzero(np.diff(lines) > 1) + 1) if len(lines) else []
        for run in runs if len(runs) <= _MOST_RUNS else [lines]:
            last = self.index(int(run[-1]), len(self.columns) - 1)
            self.dataChanged.emit(self.index(int(run[0]), column), last)

    def _emit_title_changed(self) -> None:
        number = self.column_index["travelled"]
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, number, number)
