"""The model behind the actor list: arrays in, texts out; no object per actor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal, Slot

from viewer.recording.actors import Category
from viewer.recording.index import RecordingIndex, same_opening
from viewer.replay.world.world import World
from viewer.ui.actors.cell_texts import cell_text, cell_tip, said
from viewer.ui.actors.facts import ActorFacts
from viewer.ui.actors.filter import ActorFilter, Hint
from viewer.ui.actors.lines import EMPTY, NO_GROUP, Group, ListLines, groups_of
from viewer.ui.actors.listing import NUMERIC, Asked, Column, Listing
from viewer.ui.actors.titles import column_title, group_name, long_title
from viewer.ui.format import count

AnyIndex = QModelIndex | QPersistentModelIndex

STEP = 14
"""Pixels that an actor stands further right than the one that carries it: room for the mark that folds."""

_NOTHING = QModelIndex()


class ActorTableModel(QAbstractTableModel):
    """The actors of a recording at one time, as lines (see ``viewer.ui.actors.lines``)."""

    about_to_move = Signal()
    """Lines will change places: a selection of thousands is better made anew than taken along."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._index: RecordingIndex | None = None
        self._listing: Listing | None = None
        self.asked = Asked()
        """What the user wants to see."""
        self._hidden = np.empty(0, np.bool_)
        self._travelled_share: float | None = None

    # What is in it

    @property
    def lines(self) -> ListLines:
        """The lines of the list."""
        return self._listing.lines if self._listing else EMPTY

    @property
    def facts(self) -> ActorFacts:
        """The texts of all actors."""
        return self._listing.facts if self._listing else ActorFacts()

    @property
    def hero(self) -> int | None:
        """Row of the hero."""
        return self._listing.hero if self._listing else None

    @property
    def ungrouped(self) -> NDArray[np.bool_]:
        """Who stands in no group, by row, shape (N,)."""
        actors = self._listing.actors if self._listing else None
        return np.empty(0, np.bool_) if actors is None else groups_of(actors.category) == NO_GROUP

    @property
    def is_filtered(self) -> bool:
        """Whether a filter is set."""
        return bool(self.asked.filter)

    @property
    def found(self) -> int:
        """How many actors pass the filter, folded away or not."""
        return self._listing.found if self._listing else 0

    @property
    def found_rows(self) -> tuple[int, ...]:
        """Rows of those who pass the filter, folded away or not, in the order of the list."""
        return tuple(self._listing.found_rows.tolist()) if self._listing else ()

    @property
    def hint(self) -> Hint | None:
        """What is wrong with the filter, if nobody can pass."""
        return self.asked.filter.hint(self.facts)

    @property
    def alive(self) -> int:
        """How many actors are alive at this time."""
        return int(self._listing.moment.alive.sum()) if self._listing else 0

    @property
    def order_changes(self) -> bool:
        """Whether it is sorted by something that changes with time."""
        return self._listing is not None and self._listing.order_changes

    def is_more_of_same(self, index: RecordingIndex | None) -> bool:
        """Tell whether this is the recording shown, read further; rows keep their numbers then."""
        return same_opening(self._index, index)

    def is_same_file(self, index: RecordingIndex | None) -> bool:
        """Tell whether this is the file that is shown, perhaps read anew: rows may be other actors then."""
        return index is not None and self._index is not None and index.path == self._index.path

    # What it is told

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Show a recording, or more of the one that is being read; the filter and the sorting stay."""
        self.beginResetModel()
        if index is None:
            self._listing = None
        elif self._listing is not None and self.is_more_of_same(index):
            self._listing.take_index(index)
        else:
            turned = self._listing.turned_groups if self._listing and self.is_same_file(index) else None
            self._listing = Listing(index, self.asked, turned)
        self._index = index
        self.endResetModel()

    def set_world(self, world: World | None) -> bool:
        """Show another moment of the recording; return whether there are other lines.

        The lines keep their order; only who comes and goes makes a difference, where that is asked for.
        """
        if self._listing is None:
            return False
        if not self._listing.take_world(world):
            self._tell_changed(Column.SPEED)
        elif self.asked.filter.depends_on_time or self.asked.living:
            self.beginResetModel()
            self._listing.filter_again()
            self.endResetModel()
            return True
        else:
            self._tell_changed(Column.ID)
        return False

    def set_hero(self, row: int | None) -> None:
        """Mark the hero, put it first and measure distances from it."""
        if self._listing is not None and row != self._listing.hero:
            before = self._begin_move()
            self._listing.set_hero(row)
            self._end_move(before)
            self._tell_changed(Column.ID)

    def set_pinned(self, rows: Sequence[int]) -> None:
        """Put some actors at the top."""
        if self._listing is not None:
            self.beginResetModel()
            self._listing.set_pinned(rows)
            self.endResetModel()

    def set_selected(self, row: int | None) -> None:
        """Measure distances from an actor, too."""
        if self._listing is not None:
            self._listing.set_selected(row)
            self._tell_changed(Column.SPEED)

    def set_travelled(self, metres: NDArray[np.float64] | None) -> None:
        """Say how far actors have travelled, by row; None if that is not known any more."""
        self._travelled_share = None
        if self._listing is not None:
            self._listing.set_travelled(metres)
            if self.asked.sort is not None and self.asked.sort[0] is Column.TRAVELLED:
                self.sort_again()
            self._tell_changed(Column.SPEED)
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, Column.TRAVELLED, Column.TRAVELLED)

    def set_travelled_share(self, share: float) -> None:
        """Say how much of what tells it has been read, 0 to 1."""
        self._travelled_share = share
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, Column.TRAVELLED, Column.TRAVELLED)

    def set_hidden(self, hidden: NDArray[np.bool_]) -> None:
        """Mark who is hidden on the map, by row."""
        self._hidden = hidden
        self._tell_changed(Column.ID)

    def set_filter(self, asked: ActorFilter) -> None:
        """Show those who pass; with a filter all groups are open, without as they were left."""
        self._ask(replace(self.asked, filter=asked))

    def set_living(self, living: bool) -> None:
        """Show only those who are alive at the time, or all."""
        self._ask(replace(self.asked, living=living))

    def set_tree(self, tree: bool) -> None:
        """Show actors below those that carry them, or side by side."""
        self._ask(replace(self.asked, tree=tree))

    def set_room(self, lines: int) -> None:
        """Say how many lines can be seen: groups for which that is enough are open by themselves."""
        before, asked = self.asked.room, replace(self.asked, room=lines)
        if self._listing is not None and self._listing.roomy(lines) != self._listing.roomy(before):
            self._ask(asked)
        self.asked = asked

    def _ask(self, asked: Asked) -> None:
        self.beginResetModel()
        self.asked = asked
        if self._listing is not None:
            self._listing.ask(asked)
        self.endResetModel()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column within each group; −1 returns to the order of the list."""
        sort = None if column < 0 else (Column(column), order is Qt.SortOrder.DescendingOrder)
        self.asked = replace(self.asked, sort=sort)
        if self._listing is not None:
            before = self._begin_move()
            self._listing.ask(self.asked)
            self._end_move(before)

    @Slot()
    def sort_again(self) -> None:
        """Put the lines in order by the values of this moment."""
        if self._listing is not None:
            before = self._begin_move()
            self._listing.sort_again()
            self._end_move(before)

    def _begin_move(self) -> ListLines:
        self.about_to_move.emit()
        self.layoutAboutToBeChanged.emit()
        return self.lines

    def _end_move(self, before: ListLines) -> None:
        """Take along what points at lines that have moved."""
        pointers = self.persistentIndexList()
        moved = []
        for pointer in pointers:
            line = self.lines.line_of(int(before.numbers[pointer.row()]))
            moved.append(QModelIndex() if line is None else self.index(line, pointer.column()))
        self.changePersistentIndexList(pointers, moved)
        self.layoutChanged.emit()

    # What folds

    def is_open(self, number: int) -> bool:
        """Tell whether what is below a line is shown: that of an actor's row, or of ``~group``."""
        return self._listing is not None and self._listing.is_open(number)

    def toggle(self, number: int) -> None:
        """Fold or unfold what is below a line."""
        line = self.lines.line_of(number)
        if line is None or self._listing is None:
            return
        lines = self._listing.turned(number)
        more = len(lines) - len(self.lines)
        if more < 0:
            self.beginRemoveRows(_NOTHING, line + 1, line - more)
            self._listing.lines = lines
            self.endRemoveRows()
        elif more > 0:
            self.beginInsertRows(_NOTHING, line + 1, line + more)
            self._listing.lines = lines
            self.endInsertRows()
        changed = self.index(line, 0)
        self.dataChanged.emit(changed, changed)

    def indent_of(self, line: int) -> int:
        """Return how far an actor stands from the left, pixels."""
        return STEP * (int(self.lines.depths[line]) + 1) if self._is_tree else 0

    @property
    def deepest_indent(self) -> int:
        """How far the actor stands from the left that stands furthest, pixels."""
        return STEP * (int(self.lines.depths.max(initial=0)) + 1) if self._is_tree else 0

    @property
    def _is_tree(self) -> bool:
        return self.asked.tree and bool(self.lines.carries.any())

    def reveal(self, row: int) -> int | None:
        """Return the line of an actor, unfolding what it is in; None if the filter leaves it out."""
        if self._listing is None or not self._listing.passes(row):
            return None
        for fold in self._listing.folds_of(row):
            if not self.is_open(fold):
                self.toggle(fold)
        return self.lines.line_of(row)

    # Texts

    def text(self, row: int, column: Column) -> str:
        """Return what a column says of an actor."""
        return cell_text(self._listing, row, column) if self._listing else ""

    def category(self, row: int) -> Category:
        """Return the category of an actor."""
        return Category(int(self._listing.actors.category[row])) if self._listing else Category.OTHER

    def is_alive(self, row: int) -> bool:
        """Tell whether an actor is alive at this time."""
        return self._listing is not None and bool(self._listing.moment.alive[row])

    def is_found(self, row: int) -> bool:
        """Tell whether an actor passes the filter; those who carry one that does are listed, too."""
        return self._listing is not None and self._listing.passes(row)

    def is_pinned(self, row: int) -> bool:
        """Tell whether an actor stands at the top because it is pinned."""
        return self._listing is not None and self._listing.is_pinned(row)

    def is_hidden(self, row: int) -> bool:
        """Tell whether an actor is hidden on the map."""
        return row < len(self._hidden) and bool(self._hidden[row])

    def title(self, column: Column) -> str:
        """Return the name of a column; that of what is being read tells how far that is."""
        if column is Column.TRAVELLED and self._travelled_share is not None:
            return self.tr("{0} % read").format(round(100 * self._travelled_share))
        return column_title(column)

    def group_title(self, group: Group) -> str:
        """Return the heading of a group: its name, and how many in it pass the filter."""
        return f"{group_name(group)} · {count(self.lines.counts[group])}"

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
            return alignment(column)
        if role == Qt.ItemDataRole.ToolTipRole and row is not None:
            return "" if self._listing is None else cell_tip(self._listing, row, hidden=self.is_hidden(row))
        if role == Qt.ItemDataRole.AccessibleTextRole and row is not None:
            marks = self.is_pinned(row), self.is_hidden(row)
            return said(self.text(row, column), *marks) if column is Column.ID else self.text(row, column)
        return None

    def _heading(self, line: int, column: Column) -> str | None:
        group = self.lines.group_at(line)
        return None if group is None or column is not Column.ID else self.group_title(group)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:  # noqa: ANN401 - as in Qt
        """Return the name, alignment or tooltip of a column."""
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(Column):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.title(Column(section))
        if role == Qt.ItemDataRole.ToolTipRole:
            how = self.tr("Click to sort, right-click to choose columns")
            return f"{long_title(Column(section))}\n{how}"
        return alignment(Column(section)) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def _tell_changed(self, first: Column) -> None:
        """Tell that all lines changed from one column to the last; the view paints those it shows."""
        if len(self.lines):
            self.dataChanged.emit(self.index(0, first), self.index(len(self.lines) - 1, len(Column) - 1))


def alignment(column: Column) -> Qt.AlignmentFlag:
    """Return where in its cell a column's text stands."""
    side = Qt.AlignmentFlag.AlignRight if column in NUMERIC else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
