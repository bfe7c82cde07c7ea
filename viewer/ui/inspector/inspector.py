"""The inspector's panel: it is told the moment and the selection, and says all there is to say about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QWidget

from viewer.recording.index import RecordingIndex, same_opening
from viewer.recording.problems import Problem
from viewer.replay.world.world import World
from viewer.signals import Series
from viewer.signals.series import SeriesKey
from viewer.ui.format import short_blueprint
from viewer.ui.inspector import columns
from viewer.ui.inspector.columns_head import ColumnsHead, ColumnTitle
from viewer.ui.inspector.contents import Contents
from viewer.ui.inspector.copying import as_text, copied, section_of
from viewer.ui.inspector.legend import Legend
from viewer.ui.inspector.model import SheetModel
from viewer.ui.inspector.scroll_place import ScrollAnchor
from viewer.ui.inspector.sheet import RowKind, SeekTo, SelectActor, Target
from viewer.ui.inspector.sheet_menu import SheetMenu
from viewer.ui.inspector.sheet_view import SheetView
from viewer.ui.inspector.title import Title
from viewer.ui.inspector.values import TimeText
from viewer.ui.state.actor_ref import ActorRef, Refs, ref_of, row_in, rows_in
from viewer.ui.theme import current_theme
from viewer.ui.widgets.boxes import in_column

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.roads import RoadMap

_LEAST_WIDTH = 260
_ALWAYS_FIT = 2
"""Actors for which there is room side by side in any width."""


class Inspector(QWidget):
    """Everything known about the selected and the pinned actors now, side by side if there are several.

    While there are none it tells of the recording.
    """

    select_requested = Signal(object, bool)
    """ActorRef to select, and whether to add it to the selection or take it out."""

    pin_requested = Signal(object)
    """ActorRef that is to be pinned, or no longer."""

    seek_requested = Signal(float)
    """Time to go to, in seconds."""

    plot_requested = Signal(object, str)
    """ActorRef, None for the recording, and id of the signal that is to be plotted."""

    width_needed = Signal(int)
    """Pixels that all actors side by side take; 0 if any width will do."""

    series_wanted = Signal(object)
    """SeriesKeys, a tuple: what is needed now of signals over time; ``set_series`` tells them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumWidth(_LEAST_WIDTH)
        self._contents = Contents()
        self._wanted: tuple[SeriesKey, ...] = ()
        self._places: dict[object, ScrollAnchor | None] = {}
        self._first_column = 0
        self._title = Title(self)
        self._head = ColumnsHead(self)
        self._head.hide()
        self._model = SheetModel(self)
        self._view = SheetView(self._model, self)
        self._view.setAccessibleName(self.tr("Inspector"))
        self._legend = Legend(self)
        in_column(self, self._title, self._head, (self._view, 1), self._legend)
        self._connect()

    def _connect(self) -> None:
        view, head = self._view, self._head
        view.followed.connect(self._follow)
        view.fold_turned.connect(self._turn_fold)
        view.copy_requested.connect(self._copy_line)
        view.plot_requested.connect(self._plot)
        view.curve_turned.connect(self._turn_curve)
        view.menu_requested.connect(self._open_menu)
        view.columns_moved.connect(self._move_columns)
        head.columns_moved.connect(self._move_columns)
        head.filter_changed.connect(self._filter)
        head.pin_requested.connect(self._pin_column)
        head.close_requested.connect(self._close_column)
        head.menu_requested.connect(self._open_head_menu)
        self._title.pin_requested.connect(self._pin_only)
        self._title.menu_requested.connect(self._open_head_menu)

    # What it is told

    def changeEvent(self, event: QEvent) -> None:
        """Show other colours, and speeds in the unit that is set."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._rebuild()

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Show a recording, or more of the one that is being read; tell it before its world."""
        before = self._contents.index
        if not same_opening(before, index):
            self._keep_place()
        if index is not None and before is not None and index.path != before.path:
            self._places.clear()
        self._contents.set_recording(index)
        self._rebuild()

    def set_problems(self, problems: Sequence[Problem]) -> None:
        """Say how much is wrong with the recording: more is found after it has been read."""
        if problems != self._contents.problems:
            self._contents.problems = problems
            if not self._contents.rows:
                self._rebuild()

    def set_checking(self, checking: bool) -> None:
        """Say whether the file is still being examined."""
        if checking != self._contents.checking:
            self._contents.checking = checking
            if not self._contents.rows:
                self._rebuild()

    def set_world(self, world: World | None) -> None:
        """Show another moment; only texts that changed are touched."""
        self._contents.set_world(world)
        self._refresh()

    def set_selected(self, actors: Refs) -> None:
        """Show actors, or the recording if there are none, here or among the pinned ones."""
        rows = rows_in(actors)
        if rows != self._contents.selected:
            self._keep_place()
            self._contents.selected = rows
            self._change_rows()

    def set_pinned(self, actors: Refs) -> None:
        """Show these actors whoever is selected."""
        rows = rows_in(actors)
        if rows != self._contents.pinned:
            self._keep_place()
            self._contents.pinned = rows
            self._change_rows()

    def set_hero(self, actor: ActorRef | None) -> None:
        """Say who the hero is, to whom the distance is measured."""
        self._contents.hero = row_in(actor)
        self._show_head()
        self._refresh()

    @Slot(object)
    def set_road_map(self, road_map: RoadMap | None) -> None:
        """Say where actors are on the roads of a map."""
        self._contents.road_map = road_map
        self._refresh()

    def set_time_text(self, time_text: TimeText) -> None:
        """Write moments in another form."""
        self._contents.time_text = time_text
        self._rebuild()

    @Slot(object, object)
    def set_series(self, key: SeriesKey, series: Series) -> None:
        """Take a signal; those that are not wanted are passed over."""
        if key not in self._wanted:
            return
        self._contents.series[key] = series
        self._refresh()

    @property
    def pointed_signal(self) -> SeriesKey | None:
        """The signal whose value is under the mouse."""
        return self._view.pointed_signal

    # What happens in it

    @Slot()
    def copy_all(self) -> None:
        """Copy everything that is shown, a line for each row."""
        QApplication.clipboard().setText(as_text(self._contents.origin, self._model.rows))

    @Slot()
    def _copy_line(self) -> None:
        """Copy the value of the line the keyboard is on, or a whole section, or everything."""
        index, rows = self._view.currentIndex(), self._model.rows
        row = rows[index.row()] if index.isValid() else None
        if row is not None and row.kind is RowKind.HEADING:
            QApplication.clipboard().setText(as_text(self._contents.origin, section_of(rows, index.row())))
        elif row is not None and row.value_text.strip():
            QApplication.clipboard().setText(copied(row.value_text))
        else:
            self.copy_all()

    @Slot(object)
    def _follow(self, target: Target) -> None:
        if isinstance(target, SelectActor):
            self.select_requested.emit(ref_of(target.row), False)
        elif isinstance(target, SeekTo):
            self.seek_requested.emit(target.elapsed)

    @Slot(object)
    def _plot(self, key: SeriesKey) -> None:
        self.plot_requested.emit(ref_of(key.row), key.name)

    @Slot(str)
    def _turn_fold(self, key: str) -> None:
        """Open or close a fold; it stays so for other actors."""
        line = self._view.currentIndex().row()
        self._contents.opened.symmetric_difference_update({key})
        self._rebuild()
        self._view.move_to(line)

    @Slot(str)
    def _turn_curve(self, name: str) -> None:
        """Show the curve of a signal under its row, or no longer; it stays so for other actors."""
        line = self._view.currentIndex().row()
        self._contents.curves.symmetric_difference_update({name})
        self._refresh()
        self._want()
        self._view.move_to(line)

    @Slot(bool)
    def _filter(self, _on: bool) -> None:
        self._contents.forget_differences()
        self._refresh()

    @Slot(int)
    def _move_columns(self, step: int) -> None:
        """See other actors of those side by side."""
        grid = self._view.columns
        if grid is not None:
            last = grid.count - grid.fitting
            self._first_column = min(max(grid.first + step, 0), last)
            self._view.set_first_column(self._first_column)
            self._head.set_first_column(self._first_column)

    @Slot()
    def _pin_only(self) -> None:
        """Pin the only actor there is, or let go of it."""
        for row in self._contents.rows:
            self.pin_requested.emit(ref_of(row))
        self._show_head()

    @Slot(object)
    def _pin_column(self, number: int) -> None:
        self.pin_requested.emit(ref_of(self._contents.rows[number]))
        self._show_head()

    @Slot(object)
    def _close_column(self, number: int) -> None:
        contents = self._contents
        row = contents.rows[number]
        is_pinned, is_selected = row in contents.pinned, row in contents.selected
        if is_pinned:
            self.pin_requested.emit(ref_of(row))
        if is_selected:
            self.select_requested.emit(ref_of(row), True)

    @Slot(QPoint)
    def _open_head_menu(self, position: QPoint) -> None:
        self._open_menu(-1, position)

    @Slot(int, QPoint)
    def _open_menu(self, line: int, position: QPoint) -> None:
        menu = SheetMenu(self._contents.origin, self._model.rows, None if line < 0 else line, self._view)
        menu.plot_requested.connect(self._plot)
        menu.popup(position)

    # What it says

    def _keep_place(self) -> None:
        """Remember where it is scrolled to, for when actors of the same sort are shown again."""
        self._places[self._contents.categories] = self._view.place.anchor

    def _change_rows(self) -> None:
        """Tell of other actors from where the last ones alike were left."""
        self._contents.forget_differences()
        self._first_column = max(len(self._contents.rows) - 1, 0)  # who came last is seen
        self._view.set_first_column(self._first_column)
        self._head.set_first_column(self._first_column)
        self._rebuild()
        self._view.place.go_to(self._places.get(self._contents.categories))

    def _rebuild(self) -> None:
        """Make the rows that do not change with time."""
        self._contents.rebuild()
        self._show_head()
        self._refresh()
        self._want()

    def _refresh(self) -> None:
        rows = self._contents.lines(only_differences=self._head.only_different)
        self._model.show(rows)
        self._legend.explain(
            derived=any(row.derived for row in rows), compared=self._view.columns is not None
        )

    def _want(self) -> None:
        """Ask for the signals that are shown now, once for each change of them."""
        opened = (row for row in self._model.rows if row.kind is RowKind.CURVE)
        wanted = tuple(
            dict.fromkeys((*self._contents.signals, *(key for row in opened for key in row.signals)))
        )
        if wanted != self._wanted:
            for key in set(self._wanted) - set(wanted):
                self._contents.series.pop(key, None)
            self._wanted = wanted
            self.series_wanted.emit(wanted)

    def _show_head(self) -> None:
        """Say over the rows whom they are about."""
        index, rows, pinned = self._contents.index, self._contents.rows, self._contents.pinned
        self._title.setVisible(len(rows) < 2)  # noqa: PLR2004 - two are side by side
        self._head.setVisible(len(rows) > 1)
        self.width_needed.emit(columns.width_for(len(rows)) if len(rows) > _ALWAYS_FIT else 0)
        self._title.set_pinned(rows[0] in pinned if len(rows) == 1 else None)
        if index is None:
            self._title.set_content("", "", None)
            return
        descriptions = index.actors.descriptions
        if not rows:
            self._title.set_content(self.tr("Recording"), index.path.name, None)
        elif len(rows) == 1:
            description = descriptions[rows[0]]
            color = self._color(rows[0])
            self._title.set_content(str(description.actor_id), description.type_id, color)
        self._head.set_titles(
            [
                ColumnTitle(
                    str(descriptions[row].actor_id),
                    short_blueprint(descriptions[row].type_id),
                    self._color(row),
                    row in pinned,
                )
                for row in rows
            ],
            self._contents.left_out,
        )

    def _color(self, row: int) -> QColor:
        index = self._contents.index
        category = 0 if index is None else int(index.actors.category[row])
        return current_theme().category_color(category, hero=row == self._contents.hero)
