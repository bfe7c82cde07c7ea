"""The table of events: incidents, which unfold."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QIcon, QResizeEvent
from PySide6.QtWidgets import QWidget

from viewer.analysis.event_table import Events, FoundEvent
from viewer.arrays import Floats, Ints
from viewer.recording.index import RecordingIndex
from viewer.ui.event_text import rule_text
from viewer.ui.findings.event_rows import event_columns
from viewer.ui.format import TimeText, seconds
from viewer.ui.icons import found_pixmap, icon
from viewer.ui.theme import current_theme
from viewer.ui.widgets.list_view import ListView
from viewer.ui.widgets.table import TableModel, sorted_rows

_ROW_HEIGHT = 24
_WIDEST = 240
_FOLD_WIDTH = 28
_QUIET = ("severity", "source")
_Role = Qt.ItemDataRole


class _EventModel(TableModel):
    """What names the incidents, and the others of those that are open below it."""

    def __init__(self) -> None:
        self._event_columns = event_columns(None, seconds)
        super().__init__(self._event_columns, "")
        self._index: RecordingIndex | None = None
        self.told = Events()
        """The events of all incidents that are listed, folded or not."""
        self.opened: set[int] = set()
        """Numbers of incidents."""

    def show_events(self, index: RecordingIndex | None, events: Events, time_text: TimeText) -> None:
        """List events of a recording by incidents, what matters most first."""
        self._index, self.told, self._event_columns = index, events, event_columns(index, time_text)
        self.show_all(events, self._event_columns)

    def fold(self, event: FoundEvent, *, opened: bool) -> None:
        """Open or close the incident of an event."""
        if event.incident and opened != (event.incident in self.opened):
            self.beginResetModel()
            self.opened ^= {event.incident}
            self._arrange()
            self.endResetModel()

    def event_at(self, line: int) -> FoundEvent:
        """Return the event on a line."""
        return self.told[int(self._order[line])]

    def lines_of(self, event: FoundEvent) -> list[int]:
        """Return the line of an event, or that of what names its incident while that is closed."""
        told, shown = self.told, self._order
        near = np.flatnonzero((told["start"] == event.start) & (told["incident"] == event.incident))
        place = next((each for each in near.tolist() if told[each] == event), None)
        lines = np.flatnonzero(shown == place)
        if place is not None and event.incident and not len(lines):
            lines = np.flatnonzero(told["incident"][shown] == event.incident)
        return [] if place is None else lines.tolist()

    def is_below(self, line: int) -> bool:
        """Tell whether a line is of what was found of an incident besides what names it."""
        return self._order[line] not in self.told.firsts

    def others(self, line: int) -> int:
        """Return how many events there are besides what names the incident, if a line has that."""
        number = int(self.told["incident"][self._order[line]])
        return len(self.told.incidents[number]) - 1 if number and not self.is_below(line) else 0

    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return what a cell shows: the mark of an incident that unfolds, the icon of a kind."""
        line, name = index.row(), self.columns[index.column()].name
        if role == _Role.DecorationRole and name == "kind":
            pixmap = found_pixmap(self.event_at(line).kind)
            shown = QIcon(pixmap)
            shown.addPixmap(pixmap, QIcon.Mode.Selected)  # in its own colours, too
            return shown
        if role == _Role.DecorationRole and name == "fold" and self.others(line):
            opened = self.event_at(line).incident in self.opened
            return icon("chevron-down" if opened else "chevron-right", "secondary")
        if role == _Role.ToolTipRole:
            return rule_text(self.event_at(line))
        if role == _Role.ForegroundRole and (name in _QUIET or self.is_below(line)):
            return current_theme().secondary
        if role == _Role.DisplayRole and name == "kind" and (others := self.others(line)):
            return f"{super().data(index, role)}  +{others}"
        return super().data(index, role)

    def _key(self, column: int) -> Floats:
        heads = self.told.heads
        return self._event_columns[column].keys(self._index, heads) if self._index else np.zeros(len(heads))

    def _arrange(self) -> None:
        heads: Ints = self.told.firsts
        if self._sorted is not None and len(heads):
            column, order = self._sorted
            heads = heads[sorted_rows(np.arange(len(heads)), self._key(column), order)]
        if self.opened:
            incidents = self.told.incidents
            numbers = self.told["incident"][heads].tolist()
            opened = [
                incidents[number] if number in self.opened else np.array([head])
                for head, number in zip(heads.tolist(), numbers, strict=True)
            ]
            heads = np.concatenate(opened) if opened else heads
        self._order = heads


class EventTable(ListView):
    """Shows incidents, which unfold; a heading sorts them, a line asks for its event."""

    event_chosen = Signal(object)
    """FoundEvent of the line that was clicked or moved to."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._events = _EventModel()
        super().__init__(self._events, _ROW_HEIGHT, parent)
        self._events.setParent(self)
        self._current: FoundEvent | None = None
        self._sought = False
        self.setSortingEnabled(True)
        self.sortByColumn(self._events.number_of["time"], Qt.SortOrder.AscendingOrder)
        self.offer_copies()
        self.horizontalHeader().setStretchLastSection(True)
        self.cell_chosen.connect(self._choose_event)
        self._events.modelReset.connect(self._mark)

    @property
    def events(self) -> list[FoundEvent]:
        """The events on the lines, from above."""
        return [self._events.event_at(line) for line in range(self._events.rowCount())]

    @property
    def told(self) -> Events:
        """The events of all incidents that are listed, folded or not."""
        return self._events.told

    def show_events(
        self, index: RecordingIndex | None, events: Events, time_text: TimeText, message: str
    ) -> None:
        """Show events of a recording, what matters most first, or the message if there are none."""
        self.set_message(message)
        more = len(events) > len(self._events.told)
        self._events.show_events(index, events, time_text)
        if more:
            self._fit()

    def mark(self, event: FoundEvent | None) -> None:
        """Select the event that was gone to, and scroll to it once."""
        self._sought = event != self._current or self._sought
        self._current = event
        self._mark()

    # -- what belongs to an incident

    def is_foldable(self, line: int) -> bool:
        """Tell whether a line is part of an incident of several."""
        return self._events.others(line) > 0 or self._events.is_below(line)

    def fold(self, line: int, opened: bool | None) -> None:
        """Open or close the incident of a line; None turns it round."""
        event = self._events.event_at(line)
        is_open = event.incident in self._events.opened
        self._events.fold(event, opened=not is_open if opened is None else opened)
        (line,) = self._events.lines_of(event)
        self._fit()
        self.move_to(line)

    def _fit(self) -> None:
        """Make columns as wide as what is in them, unless somebody has arranged them."""
        if not self.arranged:
            self.fit(_WIDEST)
            self.setColumnWidth(0, _FOLD_WIDTH)

    @Slot()
    def _mark(self) -> None:
        """Select the event that was gone to, or what names its incident while that is closed."""
        lines = [] if self._current is None else self._events.lines_of(self._current)
        self.select_lines(lines)
        if lines and self._sought and self.viewport().height() >= _ROW_HEIGHT:
            self._sought = False
            self.move_to(lines[0])

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Scroll now if a list that has just been opened had no height before."""
        super().resizeEvent(event)
        self._mark()

    @Slot(int, int)
    def _choose_event(self, line: int, column: int) -> None:
        if column == 0 and self._events.others(line):
            self.fold(line, None)
        else:
            self.event_chosen.emit(self._events.event_at(line))
