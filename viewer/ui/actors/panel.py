"""The panel with the actors: how many, a filter, the list."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction, QFont, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from viewer.recording.index import RecordingIndex
from viewer.replay.world import World
from viewer.ui.actors.columns import MARGIN
from viewer.ui.actors.filter import ActorFilter
from viewer.ui.actors.list_view import ActorListView
from viewer.ui.actors.listing import Column
from viewer.ui.actors.model import ActorTableModel
from viewer.ui.format import count
from viewer.ui.icons import icon
from viewer.ui.theme import Theme, font, load_theme
from viewer.ui.throttle import Throttle

_VALUES_EVERY = 100  # milliseconds; faster than this nobody reads a column of numbers
_SORT_EVERY = 500
_LEAST_WIDTH = 240


class ActorPanel(QWidget):
    """All actors of the recording, to be found, compared and selected."""

    select_requested = Signal(object, bool)
    """Row of the actor to select, and whether to add it to the selection."""

    hover_requested = Signal(object)
    """Row of the actor pointed at, or None."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumWidth(_LEAST_WIDTH)
        self._complete = False
        self._selected: int | None = None
        self._kept_scroll: int | None = None
        self._world: World | None = None
        self._model = ActorTableModel(self)
        self._values = Throttle(_VALUES_EVERY, self)
        self._sorting = Throttle(_SORT_EVERY, self)
        self._count = QLabel(self)
        self._field = QLineEdit(self)
        theme = load_theme("dark")
        self._clear = QAction(self.tr("Clear filter"), self)
        self._list = ActorListView(self._model, theme, self)
        self._lay_out()
        self._connect()
        self.set_theme(theme)

    def _lay_out(self) -> None:
        title = QLabel(self.tr("Actors"), self)
        title.setProperty("role", "title")
        title_font = font(12, bold=True)
        title_font.setCapitalization(QFont.Capitalization.AllUppercase)
        title_font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 0.5)
        title.setFont(title_font)
        self._count.setProperty("role", "secondary")
        self._count.setFont(font(12, bold=True))
        self._field.setPlaceholderText(self.tr("Filter: id, blueprint, role, key=value"))
        self._field.setToolTip(
            self.tr(
                "All terms must match. * and ? stand for any text or character.\n"
                "key=value asks for id, type, role, category, alive or an attribute:\n"
                "role=hero, alive=no, number_of_wheels=2"
            )
        )
        self._clear.setToolTip(self.tr("Clear filter (Esc)"))
        self._clear.setVisible(False)
        self._field.addAction(self._clear, QLineEdit.ActionPosition.TrailingPosition)
        self._field.setAccessibleName(self.tr("Filter actors"))
        self._list.setAccessibleName(self.tr("Actors"))
        head = QHBoxLayout()
        head.setContentsMargins(MARGIN, 8, MARGIN, 8)
        head.addWidget(title)
        head.addStretch()
        head.addWidget(self._count)
        field = QHBoxLayout()
        field.setContentsMargins(MARGIN, 0, MARGIN, 4)
        field.addWidget(self._field)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addLayout(field)
        column.addWidget(self._list, 1)

    def _connect(self) -> None:
        self._values.due.connect(self._show_world)
        self._sorting.due.connect(self._model.sort_again)
        self._field.textChanged.connect(self._apply_filter)
        self._clear.triggered.connect(self._field.clear)
        self._field.returnPressed.connect(self._choose_first)
        self._list.chosen.connect(self._request)
        self._list.line_hovered.connect(self._point_at)
        self._model.modelReset.connect(self._lines_changed)
        self._model.rowsInserted.connect(self._lines_changed)
        self._model.rowsRemoved.connect(self._lines_changed)

    # What it is told

    def set_theme(self, theme: Theme) -> None:
        """Show other colours."""
        self._clear.setIcon(icon("close", theme, "secondary"))
        self._list.set_theme(theme)

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Show a recording, or more of the one that is being read; tell it before its world."""
        if not self._model.is_more_of_same(index):
            self._world = None
            self._selected = None
            again = self._model.is_same_file(index)
            self._kept_scroll = self._list.verticalScrollBar().value() if again else None
            if not again:
                self._list.scrollToTop()
        self._complete = index is not None and index.complete
        self._model.set_recording(index)
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

    def set_selection(self, row: int | None) -> None:
        """Mark an actor as selected and scroll to it."""
        moved = row != self._selected
        self._selected = row
        if moved and row is not None:
            self._list.show_row(row)
        self._list.select_row(row)
        self._scroll_back()

    def set_hero(self, row: int | None) -> None:
        """Say who the hero is: it stands first, and distances are measured from it."""
        self._model.set_hero(row)
        self._list.fit_columns()

    @property
    def columns(self) -> tuple[str, ...] | None:
        """Names of the columns that the user chose; None as long as that is left to the panel's width."""
        chosen = self._list.chosen_columns
        return None if chosen is None else tuple(column.name.lower() for column in sorted(chosen))

    def set_columns(self, names: Sequence[str] | None) -> None:
        """Show the columns of these names, or None for those that there is room for."""
        known = {column.name.lower(): column for column in Column}
        columns = None if names is None else [known[name] for name in names if name in known]
        self._list.choose_columns(columns)

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
        self._model.set_world(self._world)
        self._count_actors()
        if self._model.order_changes:
            self._sorting.request()

    @Slot(str)
    def _apply_filter(self, text: str) -> None:
        self._clear.setVisible(bool(text))
        self._model.set_filter(ActorFilter(text))
        if self._selected is not None:
            self._list.show_row(self._selected)

    @Slot()
    def _choose_first(self) -> None:
        """Select the first actor found."""
        first = self._model.lines.first_actor
        if first is not None:
            self._request(first)

    @Slot(object)
    def _request(self, row: int) -> None:
        self.select_requested.emit(row, False)

    @Slot(object)
    def _point_at(self, line: int | None) -> None:
        self.hover_requested.emit(None if line is None else self._model.lines.row_at(line))

    @Slot()
    def _lines_changed(self) -> None:
        """Count the actors, say why if none is listed, and find the selected one again."""
        self._count_actors()
        self._list.set_message(self.tr("No actor matches the filter") if len(self._model.facts) else "")
        self._list.select_row(self._selected)

    def _count_actors(self) -> None:
        """Say how many actors the filter finds, or else how many there are now."""
        total, alive = len(self._model.facts), self._model.alive
        if not total:
            text = tip = ""
        elif self._model.is_filtered:
            text = self.tr("{0} of {1}").format(count(self._model.found), count(total))
            tip = self.tr("{0} match the filter, {1} in the recording").format(
                count(self._model.found), count(total)
            )
        else:
            text = self.tr("1 actor") if alive == 1 else self.tr("{0} actors").format(count(alive))
            tip = self.tr("{0} alive now, {1} in the recording").format(count(alive), count(total))
        self._count.setText(text)
        self._count.setToolTip(tip)

    def _scroll_back(self) -> None:
        """Stay where the list was before its file was read again, as far as it has been read."""
        if self._kept_scroll is not None:
            self._list.verticalScrollBar().setValue(self._kept_scroll)
