"""The panel with the actors: how many, a filter, the list."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QWidget

from viewer.cancellation import Proceed
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.driven_paths import distances_travelled
from viewer.replay.world.world import World
from viewer.ui.actors.filter import ActorFilter, FilterField
from viewer.ui.actors.list_view import ActorListView
from viewer.ui.actors.model import ActorTableModel
from viewer.ui.background.derived import Derived
from viewer.ui.background.tasks import Tasks
from viewer.ui.format import count
from viewer.ui.state.actor_ref import ActorRef, Refs, ref_of, refs_of, row_in, rows_in
from viewer.ui.state.changes import What
from viewer.ui.state.shown import Shown
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr
from viewer.ui.widgets.action_button import ActionButton
from viewer.ui.widgets.boxes import STRETCH, USUAL, in_column, in_row
from viewer.ui.widgets.list_view import MARGIN
from viewer.ui.widgets.parts import label
from viewer.ui.widgets.throttle import Throttle

_VALUES_EVERY = 100  # milliseconds; faster than this nobody reads a column of numbers
_SORT_EVERY = 500
_LEAST_WIDTH = 240


class ActorPanel(QWidget):
    """All actors of the recording, to be found, compared and selected."""

    filter_changed = Signal(str)
    """``filter_text`` is another text."""
    select_requested = Signal(object, bool)
    """ActorRef to select, and whether to add it to the selection."""

    hover_requested = Signal(object)
    """ActorRef that is pointed at, or None."""

    selection_requested = Signal(object)
    """ActorRefs to select instead of those who are, the primary one last."""

    follow_requested = Signal(object)
    """ActorRef to follow."""

    menu_requested = Signal(object, QPoint)
    """ActorRef whose menu is to open, and where on the screen."""

    travelled_wanted = Signal(bool)
    """Whether the list shows how far actors have travelled."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumWidth(_LEAST_WIDTH)
        self._shown: Shown | None = None
        self._complete = False
        self._selected: tuple[int, ...] = ()
        self._primary: int | None = None
        self._playing = False
        self.wants_travelled = False
        """Whether the list shows how far actors have travelled."""
        self._kept_scroll: int | None = None
        self._world: World | None = None
        self._model = ActorTableModel(self)
        self._values = Throttle(_VALUES_EVERY, self)
        self._sorting = Throttle(_SORT_EVERY, self)
        self._count = label(size=11, role="secondary")
        self._field = FilterField(self)
        self._buttons = in_row(None)
        self._list = ActorListView(self._model, self)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        title = label(tr("Actors"), 13, bold=True)
        self._list.setAccessibleName(tr("Actors"))
        self.head = QWidget(self)
        """Its name, how many there are, and buttons; a dock takes it for its title."""
        in_row(
            self.head, title, STRETCH, self._count, 4, self._buttons, spacing=USUAL, margins=(MARGIN, 4, 8, 4)
        )
        field = in_row(None, self._field, spacing=USUAL, margins=(MARGIN, 0, MARGIN, 4))
        in_column(self, self.head, field, (self._list, 1))

    def _connect(self) -> None:
        self._values.due.connect(self._show_world)
        self._sorting.due.connect(self._model.sort_again)
        self._field.textChanged.connect(self._apply_filter)
        self._field.textChanged.connect(self.filter_changed)
        self._field.returnPressed.connect(self._choose_first)
        self._list.chosen.connect(self._request)
        self._list.followed.connect(lambda row: self.follow_requested.emit(ref_of(row)))
        self._list.menu_asked.connect(lambda row, place: self.menu_requested.emit(ref_of(row), place))
        self._list.columns_changed.connect(self._columns_changed)
        self._list.line_hovered.connect(self._point_at)
        self._model.modelReset.connect(self._lines_changed)

    def attach(self, workspace: Workspace, tasks: Tasks) -> None:
        """Show the actors of a workspace, and do there what is asked for here."""
        recording, focus, moment = workspace.recording, workspace.focus, workspace.moment
        self._shown = Shown(
            self,
            workspace,
            (What.SETTINGS, lambda: self.set_living(workspace.settings.living_actors)),
            (What.RECORDING, lambda: self.set_recording(recording.index)),
            (What.WORLD, lambda: self.set_world(moment.world)),
            (What.SELECTED, lambda: self.set_selected(focus.selected)),
            (What.HERO, lambda: self.set_hero(focus.hero)),
            (What.PINS, lambda: self.set_pinned(workspace.pins.pinned)),
            (What.HIDDEN, lambda: self.set_hidden(workspace.visibility.hidden_rows)),
            (What.TIME, lambda: self.set_playing(workspace.playback.transport.playing)),
        )
        self.select_requested.connect(focus.click)
        self.selection_requested.connect(focus.select_all)
        self.hover_requested.connect(focus.hover)
        self.follow_requested.connect(focus.go_with)

        def needs() -> tuple[RecordingIndex] | None:
            index = recording.index
            return (index,) if index is not None and index.complete and self.wants_travelled else None

        def find(index: RecordingIndex, proceed: Proceed) -> NDArray[np.float64]:
            return distances_travelled(index, proceed=proceed)

        travelled = Derived(tasks, self, needs, find)
        travelled.changed.connect(self.set_travelled)
        travelled.progress.connect(self.set_travelled_share)
        travelled.failed.connect(recording.explain)
        workspace.when(What.OPENED, travelled.forget)
        workspace.when(What.RECORDING, travelled.look)
        self.travelled_wanted.connect(lambda wanted: travelled.look() if wanted else travelled.stop())

    # What it is told

    def add_buttons(self, *actions: QAction) -> None:
        """Put buttons for actions of the window at the head of the panel."""
        for action in actions:
            self._buttons.addWidget(ActionButton(action, self))

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Show a recording, or more of the one that is being read; tell it before its world."""
        if not self._model.is_more_of_same(index):
            self._world = None
            self._selected = ()
            self._primary = None
            again = self._model.is_same_file(index)
            self._kept_scroll = self._list.verticalScrollBar().value() if again else None
            if not again:
                self._list.scrollToTop()
        self._complete = index is not None and index.complete
        is_first = not self._model.rowCount()
        self._model.set_recording(index)
        if self._complete or is_first:
            self._list.fit_columns()
        self._scroll_back()

    def set_world(self, world: World | None) -> None:
        """Show another moment; while the recording plays, the list follows ten times a second."""
        self._world = world
        if self._complete:
            self._kept_scroll = None
        if self.isVisible():
            self._values.request()
        else:  # a picture without a display is taken at once, and a hidden list costs next to nothing
            self._show_world()

    def set_selected(self, actors: Refs) -> None:
        """Mark all selected actors, the primary one last, and scroll to that if it is another one."""
        self._selected = rows_in(actors)
        row = self._selected[-1] if self._selected else None
        moved = row != self._primary
        self._primary = row
        self._model.set_primary(row)
        if moved and row is not None:
            self._list.show_row(row)
        self._list.select_rows(self._selected)
        self._scroll_back()

    def set_pinned(self, actors: Refs) -> None:
        """Keep some actors at the top of the list."""
        self._model.set_pinned(rows_in(actors))

    def set_hidden(self, hidden: NDArray[np.bool_]) -> None:
        """Say who is hidden on the map, by row, shape (N,)."""
        self._model.set_hidden(hidden)

    @Slot(object)
    def set_travelled(self, metres: NDArray[np.float64] | None) -> None:
        """Say how far actors have travelled, by row, shape (N,); None if that is not known any more."""
        self._model.set_travelled(metres)

    @Slot(float)
    def set_travelled_share(self, share: float) -> None:
        """Say how much of what tells it has been read, 0 to 1."""
        self._model.set_travelled_share(share)

    def set_playing(self, playing: bool) -> None:
        """Say whether time runs: no line changes its place then, it does so at the next pause."""
        paused = self._playing and not playing
        self._playing = playing
        if paused and self._model.order_changes:
            self._sorting.request()

    def set_living(self, living: bool) -> None:
        """Show only those who are alive at the time, or all."""
        self._model.set_living(living)
        self._show_selected()

    def set_hero(self, actor: ActorRef | None) -> None:
        """Say who the hero is: it stands first, and distances are measured from it."""
        self._model.set_hero(row_in(actor))

    @property
    def arrangement(self) -> str:
        """Which columns are shown, their order and widths, as text; empty while nobody has changed them."""
        return self._list.arrangement

    def arrange(self, arrangement: str) -> None:
        """Arrange the columns as they were."""
        self._list.arrange(arrangement)
        self._columns_changed()

    @Slot()
    def request_all(self) -> None:
        """Ask for all that the filter finds to be selected; the primary one stays if it is among them."""
        if self._shown is not None:  # it may be hidden
            self._shown.catch_up()
        rows = self._model.found_rows
        if rows:
            primary = self._selected[-1] if self._selected and self._selected[-1] in rows else rows[0]
            self._request((*(row for row in rows if row != primary), primary))

    @property
    def filter_text(self) -> str:
        """What is typed into the filter."""
        return self._field.text()

    def set_filter_text(self, text: str) -> None:
        """Filter by this text."""
        self._field.setText(text)

    def focus_filter(self) -> None:
        """Put the keyboard into the filter field."""
        self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._field.selectAll()

    def clear_filter(self) -> bool:
        """Empty the filter and leave its field; return whether there was anything to do."""
        if not self._field.text() and not self._field.hasFocus():
            return False
        self._field.clear()
        self._field.clearFocus()
        return True

    # What happens in it

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Clear the filter with Esc, and go from its field into the list with Down."""
        if event.key() == Qt.Key.Key_Escape and self.clear_filter():
            return
        if event.key() == Qt.Key.Key_Down and self._field.hasFocus() and self._model.rowCount():
            self._list.setFocus(Qt.FocusReason.OtherFocusReason)
            if not self._list.currentIndex().isValid():
                self._list.move_to(0)
            return
        super().keyPressEvent(event)

    @Slot()
    def _show_world(self) -> None:
        place = self._list.top_place()
        if self._model.set_world(self._world):
            self._list.go_back_to(place)
        self._count_actors()
        if self._model.order_changes and not self._playing:
            self._sorting.request()

    @Slot(str)
    def _apply_filter(self, text: str) -> None:
        self._model.filter_actors(ActorFilter(text))
        self._list.scrollToTop()
        self._show_selected()

    def _show_selected(self) -> None:
        if self._selected:
            self._list.show_row(self._selected[-1])

    @Slot()
    def _choose_first(self) -> None:
        """Select the first actor found."""
        rows = self._model.shown[self._model.shown >= 0]
        if len(rows):
            self._request((int(rows[0]),))

    @Slot()
    def _columns_changed(self) -> None:
        wanted = not self._list.isColumnHidden(self._model.number_of["travelled"])
        if wanted != self.wants_travelled:
            self.wants_travelled = wanted
            self.travelled_wanted.emit(wanted)

    @Slot(object)
    def _request(self, rows: tuple[int, ...]) -> None:
        if len(rows) == 1:
            self.select_requested.emit(ref_of(rows[0]), False)
        else:
            self.selection_requested.emit(refs_of(rows))

    @Slot(object)
    def _point_at(self, line: int | None) -> None:
        self.hover_requested.emit(None if line is None else ref_of(self._model.row_at(line)))

    @Slot()
    def _lines_changed(self) -> None:
        """Count the actors, say why if none is listed, and find the selected one again."""
        self._count_actors()
        self._list.set_message("" if len(self._model.shown) else self._why_empty())
        self._list.select_rows(self._selected)

    def _why_empty(self) -> str:
        """Return a sentence about a list that shows nobody; nothing if there is nobody to show."""
        if not len(self._model.facts):
            return ""
        if hint := self._model.hint:
            return hint
        if self._model.living:
            return tr("Nobody who is present now matches the filter")
        return tr("No actor matches the filter")

    def _count_actors(self) -> None:
        """Say how many actors the filter finds, or else how many there are now."""
        total, alive = len(self._model.facts), self._model.alive
        if not total:
            text = tip = ""
        elif self._model.is_filtered:
            text = tr("{0} of {1}").format(count(self._model.found), count(total))
            tip = tr("{0} match the filter, {1} in the recording").format(
                count(self._model.found), count(total)
            )
        else:
            text = tr("{0} of {1} present").format(count(alive), count(total))
            tip = tr("{0} present now, {1} in the recording").format(count(alive), count(total))
        self._count.setText(text)
        self._count.setToolTip(tip)

    def _scroll_back(self) -> None:
        """Stay where the list was before its file was read again, as far as it has been read."""
        if self._kept_scroll is not None:
            self._list.verticalScrollBar().setValue(self._kept_scroll)
