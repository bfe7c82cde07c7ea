"""The inspector's panel: all there is to say about who is selected at the moment."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QColor, QPixmap
from PySide6.QtWidgets import QApplication, QWidget

from viewer.recording.index import same_opening
from viewer.signals import Series
from viewer.signals.series import SeriesKey
from viewer.ui.format import SEPARATOR, count, short_blueprint
from viewer.ui.icons import icon_pixmap
from viewer.ui.inspector.contents import Contents, only_different
from viewer.ui.inspector.copying import SheetMenu, as_text, copied
from viewer.ui.inspector.head import Head
from viewer.ui.inspector.model import DERIVED_SIGN, SheetModel
from viewer.ui.inspector.row import Kind, Link, Row, SelectActor
from viewer.ui.inspector.view import SheetView
from viewer.ui.state.changes import What
from viewer.ui.state.subscription import Shown
from viewer.ui.state.workspace import Workspace
from viewer.ui.theme import category_role, current_theme, selection_roles
from viewer.ui.translation import tr
from viewer.ui.widgets.boxes import in_column
from viewer.ui.widgets.parts import label, wrapped
from viewer.ui.widgets.throttle import Throttle

_LEAST_WIDTH = 260
_SQUARE, _PIN = 10, 12
_INTERVAL = 100
"""Milliseconds between moments that are shown: nobody reads faster."""


class Inspector(QWidget):
    """Everything known about the selected and the pinned actors now, side by side if there are several.

    While there are none it tells of the recording.
    """

    plot_requested = Signal(object, str)
    """Row of an actor, None for the recording, and id of the signal that is to be plotted."""

    width_needed = Signal(int)
    """Pixels that all actors side by side take; 0 if any width will do."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumWidth(_LEAST_WIDTH)
        self._contents = Contents()
        self._places: dict[tuple[int, ...], int] = {}
        self._differed: set[str] = set()
        self.head = Head()
        """What stands above the values; a dock takes it for its title."""
        hint = tr("No actor selected. Click one on the map or in the list to see all about it.")
        self._hint = wrapped(hint, 13, "secondary")
        self._hint.setContentsMargins(14, 4, 14, 8)
        self._model = SheetModel(self)
        self._view = SheetView(self._model)
        self._view.setAccessibleName(tr("Inspector"))
        self._legend = label(size=11, role="secondary")
        self._legend.setContentsMargins(14, 6, 14, 6)
        in_column(self, self.head, self._hint, (self._view, 1), self._legend)
        self._moments = Throttle(_INTERVAL, self)
        self._connect()
        Shown(
            self,
            workspace,
            (What.RECORDING, self._take_recording),
            (What.SCALE | What.ROADS | What.PROBLEMS | What.HERO, self._take_facts),
            (What.WORLD, self._moments.request),
            (What.SELECTED | What.PINS, self._take_actors),
        )

    def _connect(self) -> None:
        view, head = self._view, self.head
        view.followed.connect(self._follow)
        view.fold_turned.connect(self._turn_fold)
        view.copy_requested.connect(self._copy_row)
        view.plot_requested.connect(self._plot)
        view.menu_requested.connect(self._open_menu)
        head.filter_changed.connect(self._filter)
        head.pin_requested.connect(self._pin)
        head.menu_requested.connect(self._open_menu)
        self._moments.due.connect(self._take_world)
        self._workspace.recording.series.ready.connect(self._take_series)

    # What it takes

    def changeEvent(self, event: QEvent) -> None:
        """Show other colours, and speeds in the unit that is set."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._model.forget()
            self._tell()

    def _take_recording(self) -> None:
        """Show a recording, or more of the one that is being read."""
        index, before = self._workspace.recording.index, self._contents.told.recording
        self._keep_place()
        if index is not None and before is not None and index.path != before.path:
            self._places.clear()
        self._contents.set_recording(index)
        self._change_rows()

    def _take_facts(self) -> None:
        """Say in another form when something was, where, how far from whom, and how much is wrong."""
        workspace, told = self._workspace, self._contents.told
        told.time_text, told.hero = workspace.display.write, workspace.focus.hero
        told.road_map = workspace.roads.road_map
        self._contents.problems = workspace.recording.problems
        self._contents.checking = workspace.recording.checking
        self._tell()

    @Slot()
    def _take_world(self) -> None:
        """Show another moment; only texts that changed are touched."""
        world, told = self._workspace.moment.world, self._contents.told
        if world is not None and not same_opening(world.index, told.recording):
            return  # its recording is told first, and then this again
        others, told.world = told.world is None, world
        if others:
            self._change_rows()
        else:
            self._refresh()

    def _take_actors(self) -> None:
        """Show the selected actors and the pinned ones, or the recording if there are none."""
        contents = self._contents
        selected = self._workspace.focus.selected
        pinned = self._workspace.pins.pinned
        if (selected, pinned) != (contents.selected, contents.pinned):
            self._keep_place()
            contents.selected, contents.pinned = selected, pinned
            self._change_rows()

    @Slot(object, object)
    def _take_series(self, key: SeriesKey, series: Series) -> None:
        """Take a signal; those that are not wanted are passed over, and all are shown together."""
        known, wanted = self._contents.told.series, self._contents.signals
        if key in wanted and known.get(key) is not series:
            known[key] = series
            if all(each in known for each in wanted):
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
    def _copy_row(self) -> None:
        """Copy the value of the row the keyboard is on, or a whole section, or everything."""
        row = self._model.row_of(self._view.currentIndex())
        if row is not None and row.kind is Kind.SECTION:
            QApplication.clipboard().setText(as_text(self._contents.origin, [row]))
        elif row is not None and row.values.strip():
            QApplication.clipboard().setText(copied(row.values))
        else:
            self.copy_all()

    @Slot(object)
    def _follow(self, link: Link) -> None:
        if isinstance(link, SelectActor):
            self._workspace.focus.click(link.row, adds=False)
        else:
            self._workspace.jump(link.elapsed)

    @Slot(object)
    def _plot(self, keys: Sequence[SeriesKey]) -> None:
        for key in keys:
            self.plot_requested.emit(key.row, key.name)

    @Slot(str, bool)
    def _turn_fold(self, key: str, opened: bool) -> None:
        """Tell what is inside of a row that was opened, for other actors too."""
        (self._contents.told.opened.add if opened else self._contents.told.opened.discard)(key)
        self._refresh()

    @Slot(bool)
    def _filter(self, _on: bool) -> None:
        self._differed.clear()
        self._refresh()

    @Slot()
    @Slot(int)
    def _pin(self, number: int = 0) -> None:
        self._workspace.pins.toggle(self._contents.rows[number])
        self._show_head()

    @Slot(int)
    def _take_away(self, number: int) -> None:
        contents, row = self._contents, self._contents.rows[number]
        is_pinned, is_selected = row in contents.pinned, row in contents.selected
        if is_pinned:
            self._workspace.pins.toggle(row)
        if is_selected:
            self._workspace.focus.click(row, adds=True)

    @Slot(QPoint)
    @Slot(QPoint, QModelIndex)
    def _open_menu(self, at: QPoint, index: QModelIndex | None = None) -> None:
        """Offer what there is to do with a row, or with the actors, and with everything."""
        menu = SheetMenu(self._contents.origin, self._model.rows, self._view)
        menu.plot_requested.connect(self._plot)
        menu.pin_requested.connect(self._pin)
        menu.close_requested.connect(self._take_away)
        row = None if index is None else self._model.row_of(index)
        if index is not None and row is not None:
            while index.parent().isValid():
                index = index.parent()
            menu.offer_row(row, self._model.row_of(index) or row)
        else:
            for number, actor in enumerate(self._contents.rows):
                menu.offer_actor(number, pinned=actor in self._contents.pinned)
        menu.offer_all()
        menu.popup(at)

    # What it says

    def _keep_place(self) -> None:
        """Remember where it is scrolled to, for when actors of the same sorts are shown again."""
        if self._contents.told.world is not None:
            self._places[self._contents.categories] = self._view.verticalScrollBar().value()

    def _change_rows(self) -> None:
        """Tell of other actors from where the last ones alike were left."""
        self._differed.clear()
        self._tell()
        self._view.scroll_to(self._places.get(self._contents.categories, 0))
        self._workspace.recording.series.want("inspector", self._contents.signals)

    def _tell(self) -> None:
        """Tell everything, and who it is about."""
        self._show_head()
        self._refresh()
        self._show_columns()

    def _refresh(self) -> None:
        rows, compared = self._contents.sheet(), len(self._contents.rows) > 1
        if self.head.only_different:
            rows = only_different(rows, self._differed)
        changed = self._model.show(rows, max(len(self._contents.rows), 1))
        if changed:
            self._view.arrange(self._contents.told.opened)
            self.width_needed.emit(self._view.width_needed if compared else 0)
        said = [f"{DERIVED_SIGN} {tr('derived, not recorded')}"] if _any_derived(rows) else []
        said += [tr("grey: shared values")] if compared else []
        self._legend.setText(SEPARATOR.join(said))
        self._legend.setVisible(bool(said))

    def _show_head(self) -> None:
        """Say over the rows whom they are about."""
        rows, index, left_out = self._contents.rows, self._contents.told.recording, self._contents.left_out
        self._hint.setVisible(index is not None and not rows)
        tip = tr("{0} at most stand side by side: pinned ones, and those selected last")
        self.head.setToolTip(tip.format(len(rows)) if left_out else "")
        self.head.offer(pin=len(rows) == 1, compare=len(rows) > 1, copy=index is not None)
        if index is None:
            self.head.show_title("", "")
        elif not rows:
            self.head.show_title(tr("Recording"), index.path.name)
        elif len(rows) == 1:
            described, is_pinned = index.actors.descriptions[rows[0]], rows[0] in self._contents.pinned
            self.head.show_title(
                str(described.actor_id), described.type_id, self._color(rows[0]), pinned=is_pinned
            )
        elif left_out:
            self.head.show_title(tr("{0} of {1}").format(len(rows), count(len(rows) + left_out)), "")
        else:
            self.head.show_title(tr("{0} actors").format(len(rows)), "")

    def _show_columns(self) -> None:
        """Say over each column whose it is."""
        index = self._contents.told.recording
        if index is None:
            return
        for number, row in enumerate(self._contents.rows):
            description, color = index.actors.descriptions[row], self._color(row)
            spot = QPixmap(_SQUARE, _SQUARE)
            spot.fill(color)
            if row in self._contents.pinned:
                spot = icon_pixmap("pin", color, _PIN, self.devicePixelRatioF())
            title = f"{description.actor_id} {short_blueprint(description.type_id)}"
            self._model.set_title(number, title, spot)

    def _color(self, row: int) -> QColor:
        categories, hero = self._contents.told.index.actors.category, self._contents.told.hero
        role = selection_roles(categories, self._contents.selected, hero).get(row)
        return current_theme().color(role or category_role(int(categories[row]), hero=row == hero))


def _any_derived(rows: Sequence[Row]) -> bool:
    return any(row.derived or _any_derived(row.children) for row in rows)
