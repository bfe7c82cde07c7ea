"""Panel with the list of actors, a filter and the number of actors."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QWidget

from viewer.cancellation import ShouldContinue
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.driven_paths import distances_travelled
from viewer.replay.world.world import World
from viewer.ui.actors.filter import ActorFilter, FilterField
from viewer.ui.actors.list_view import ActorListView
from viewer.ui.actors.model import ActorTableModel
from viewer.ui.background.derived import Derived
from viewer.ui.format import count
from viewer.ui.state.binding import bind, bind_panel
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr
from viewer.ui.widgets.boxes import STRETCH, USUAL, in_column, in_row
from viewer.ui.widgets.list_view import MARGIN
from viewer.ui.widgets.parts import action_button, label
from viewer.ui.widgets.throttle import Throttle

_VALUES_EVERY = 100  # milliseconds; faster than this nobody reads a column of numbers
_SORT_EVERY = 500
_LEAST_WIDTH = 240
_WIDEST = 76  # of columns, px


class ActorPanel(QWidget):
    """Panel to find, compare and select the actors of the recording."""

    filter_changed = Signal(str)
    """Emitted with the new text of the actor list's filter."""
    menu_requested = Signal(object, QPoint)
    """Carries the actor-table row of an actor whose context menu is requested, and the screen position."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumWidth(_LEAST_WIDTH)
        self._workspace = workspace
        self._complete = False
        self._playing = False
        self._wants_travelled = False
        self._kept_scroll: int | None = None
        self._world: World | None = None
        self._model = ActorTableModel()
        self._values = Throttle(_VALUES_EVERY, self, first=_VALUES_EVERY * 3 // 2)
        self._sorting = Throttle(_SORT_EVERY, self)
        self._count = label(size=11, role="secondary")
        self._field = FilterField(self)
        self._buttons = in_row(None)
        self._list = ActorListView(self._model, self)
        self._travelled = Derived(workspace.tasks, self, self._needs_of_travelled, _travelled)
        self._lay_out()
        self._connect()
        self.arrange(workspace.settings.actor_columns)
        self._binding = bind_panel(
            self,
            workspace,
            (lambda now: now.settings.living_actors, self._show_living),
            (lambda now: now.index, self._show_recording),
            (lambda now: now.world, self._on_world),
            (lambda now: now.selected, self._mark_selected),
            (lambda now: now.hero, self._model.set_hero),
            (lambda now: now.pinned, self._model.set_pinned),
            (lambda now: now.hidden, self._model.set_hidden),
            (lambda now: now.playback.playing, self._on_playing),
            in_turn=lambda now: (now.index, now.selected),
        )
        bind(
            self,
            workspace,
            (lambda now: now.opening, self._travelled.forget),
            (lambda now: now.index, self._travelled.update),
        )

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
        self._list.followed.connect(self._workspace.focus.follow_and_select)
        self._list.menu_asked.connect(self.menu_requested)
        self._list.columns_changed.connect(self._columns_changed)
        self._list.line_hovered.connect(self._point_at)
        self._model.modelReset.connect(self._lines_changed)
        self._travelled.changed.connect(self._model.set_travelled)
        self._travelled.progress.connect(self._model.set_travelled_share)
        self._travelled.failed.connect(self._workspace.recording.explain)

    def _needs_of_travelled(self) -> tuple[RecordingIndex] | None:
        index = self._workspace.recording.index
        return (index,) if index is not None and index.complete and self._wants_travelled else None

    # -- inputs

    def add_buttons(self, *actions: QAction) -> None:
        """Add a button for each of ``actions`` at the top of the panel."""
        for action in actions:
            self._buttons.addWidget(action_button(action))

    def _show_recording(self, index: RecordingIndex | None) -> None:
        if not self._model.is_more_of_same(index):
            self._world = None
            again = self._model.is_same_file(index)
            self._kept_scroll = self._list.verticalScrollBar().value() if again else None
            if not again:
                self._list.scrollToTop()
        self._complete = index is not None and index.complete
        is_first = not self._model.rowCount()
        self._model.set_recording(index)
        if self._complete or is_first:
            self._list.fit(_WIDEST)
        self._scroll_back()

    def _on_world(self, world: World | None) -> None:
        """Show the actors' values at the playhead, at most ten times a second, and only while visible."""
        self._world = world
        if self._complete and self._world is not None:
            self._kept_scroll = None
        if self.isVisible():
            self._values.request()
        else:  # a picture is taken at once, and a hidden list costs next to nothing
            self._show_world()

    def _mark_selected(self, selected: tuple[int, ...]) -> None:
        """Select the lines of the selected actors; scroll to the primary one (the last) if it is another."""
        before = self._model.primary
        self._model.set_selected(selected)
        if self._model.primary != before:
            self._show_selected()
        self._list.mark_selected()
        self._scroll_back()

    def _on_playing(self, playing: bool) -> None:
        """When playing pauses, sort the actor list again if it is sorted by a value that changes."""
        paused = self._playing and not playing
        self._playing = playing
        if paused and self._model.order_changes:
            self._sorting.request()

    def _show_living(self, living: bool) -> None:
        """List only living actors if ``living``, else all actors."""
        self._model.set_living(living)
        self._show_selected()

    @property
    def arrangement(self) -> str:
        """Visible columns of the list, their order and widths, as text; empty until the user changes them."""
        return self._list.arrangement

    def arrange(self, arrangement: str) -> None:
        """Restore order, widths and visibility of the list's columns from ``arrangement``.

        It is a text that the property ``arrangement`` had before.
        """
        self._list.arrange(arrangement)
        self._columns_changed()

    @Slot()
    def request_all(self) -> None:
        """Ask the workspace to select all actors that match the filter; without any, the selection stays.

        The primary actor (selected last) stays primary if it is among them, else the first one becomes it.
        """
        self._binding.apply()  # the list may be hidden and so out of date
        rows = self._model.found_rows
        if rows:
            primary = self._model.primary if self._model.primary in rows else rows[0]
            self._request((*(row for row in rows if row != primary), primary))

    @property
    def filter_text(self) -> str:
        """Text of the filter of the actor list."""
        return self._field.text()

    def set_filter_text(self, text: str) -> None:
        """Set the text of the filter of the actor list."""
        self._field.setText(text)

    def focus_filter(self) -> None:
        """Give the keyboard focus to the filter field of the actor list."""
        self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._field.selectAll()

    def clear_filter(self) -> bool:
        """Clear the filter and its focus; return whether it had a text or the focus."""
        if not self._field.text() and not self._field.hasFocus():
            return False
        self._field.clear()
        self._field.clearFocus()
        return True

    # -- actions of the user

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Clear the filter with Esc, and move from its field into the list with Down."""
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
        if self._model.primary is not None:
            self._list.show_row(self._model.primary)

    @Slot()
    def _choose_first(self) -> None:
        """Select the first actor that the actor list shows; do nothing if it shows none."""
        rows = self._model.shown[self._model.shown >= 0]
        if len(rows):
            self._request((int(rows[0]),))

    @Slot()
    def _columns_changed(self) -> None:
        wanted = not self._list.isColumnHidden(self._model.column_index["travelled"])
        if wanted != self._wants_travelled:
            self._wants_travelled = wanted
            if wanted:
                self._travelled.update()
            else:
                self._travelled.stop()

    @Slot(object)
    def _request(self, rows: tuple[int, ...]) -> None:
        if len(rows) == 1:
            self._workspace.focus.select(rows[0])
        else:
            self._workspace.focus.select_all(tuple(rows))

    @Slot(object)
    def _point_at(self, line: int | None) -> None:
        self._workspace.focus.hover(None if line is None else self._model.row_at(line))

    @Slot()
    def _lines_changed(self) -> None:
        """Update the panel after other actors are listed, or others than before are folded.

        It shows the number of actors, the selected lines, and why the list is empty, if it is.
        """
        self._count_actors()
        self._list.set_message("" if len(self._model.shown) else self._why_empty())
        self._list.mark_selected()

    def _why_empty(self) -> str:
        """Return a sentence on why no actor is listed; "" if the recording itself has none."""
        if not len(self._model.facts):
            return ""
        if hint := self._model.hint:
            return hint
        if self._model.living:
            return tr("No actor that is present now matches the filter")
        return tr("No actor matches the filter")

    def _count_actors(self) -> None:
        """Show how many of all actors match the list's filter, or, if there is no filter, are alive now."""
        total, number = len(self._model.facts), self._model.alive
        text, tip = tr("{0} of {1} present"), tr("{0} present now, {1} in the recording")
        if self._model.is_filtered:
            number = self._model.found
            text, tip = tr("{0} of {1}"), tr("{0} match the filter, {1} in the recording")
        for show, words in ((self._count.setText, text), (self._count.setToolTip, tip)):
            show(words.format(count(number), count(total)) if total else "")

    def _scroll_back(self) -> None:
        """Scroll the actor list to where it was before the file was read again, as far as possible."""
        if self._kept_scroll is not None:
            self._list.verticalScrollBar().setValue(self._kept_scroll)


def _travelled(index: RecordingIndex, should_continue: ShouldContinue) -> NDArray[np.float64]:
    return distances_travelled(index, should_continue=should_continue)
