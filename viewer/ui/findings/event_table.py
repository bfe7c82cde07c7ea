"""The table of found events, one row per incident (events of one occurrence), which can be unfolded."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QIcon, QResizeEvent
from PySide6.QtWidgets import QWidget

from viewer.analysis.event_table import Events, FoundEvent
from viewer.arrays import Floats, Ints
from viewer.recording.index import RecordingIndex
from viewer.ui.event_text import heading, rule_text
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
    """Table model with one row per incident (found events of one occurrence), for its main event.

    The main event is the first of the incident, the one that names it. The rows of the other events follow it
    while the incident is unfolded.
    """

    def __init__(self) -> None:
        self._event_columns = event_columns(None, seconds)
        super().__init__(self._event_columns, "")
        self._index: RecordingIndex | None = None
        self.all_events = Events()
        """The events of all listed incidents, also of folded ones."""
        self.opened: set[int] = set()
        """Ids of the incidents that are unfolded."""

    def show_events(self, index: RecordingIndex | None, events: Events, time_text: TimeText) -> None:
        """List ``events`` of the recording ``index``, one row per incident (events of one occurrence).

        ``events`` must be sorted incident by incident, the most severe first; ``time_text`` formats times.
        """
        self._index, self.all_events, self._event_columns = index, events, event_columns(index, time_text)
        self.show_all(events, self._event_columns)

    def fold(self, event: FoundEvent, *, opened: bool) -> None:
        """Unfold the incident (events of one occurrence) with ``event`` if ``opened``, else fold it."""
        if event.incident and opened != (event.incident in self.opened):
            self.beginResetModel()
            self.opened ^= {event.incident}
            self._arrange()
            self.endResetModel()

    def event_at(self, line: int) -> FoundEvent:
        """Return the event in row ``line`` of the table."""
        return self.all_events[int(self._order[line])]

    def lines_of(self, event: FoundEvent) -> list[int]:
        """Return the indices of the table's lines that show ``event``; empty if the table does not list it.

        An event in a folded incident (events of one occurrence) is shown by the line of the incident's main
        event.
        """
        events, shown = self.all_events, self._order
        near = np.flatnonzero((events["start"] == event.start) & (events["incident"] == event.incident))
        index = next((each for each in near.tolist() if events[each] == event), None)
        lines = np.flatnonzero(shown == index)
        if index is not None and event.incident and not len(lines):
            lines = np.flatnonzero(events["incident"][shown] == event.incident)
        return [] if index is None else lines.tolist()

    def is_below(self, line: int) -> bool:
        """Return whether row ``line`` of the table is one of those that appear when an incident is unfolded.

        An incident is the found events of one occurrence. Such a row shows an event other than the incident's
        first.
        """
        return self._order[line] not in self.all_events.firsts

    def others(self, line: int) -> int:
        """Return how many other events the incident has whose main event is in row ``line`` of the table.

        0 if the row shows another event than a main one. An incident is the found events of one occurrence;
        its main event is the first one.
        """
        number = int(self.all_events["incident"][self._order[line]])
        return len(self.all_events.incidents[number]) - 1 if number and not self.is_below(line) else 0

    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return the value of a cell for the Qt item ``role``.

        The cell with the kind of event has an icon, and, for a row that stands for an incident (found events
        of one occurrence), a suffix "+n": the number of its further events. Such a row also has an arrow for
        folding.
        """
        line, name = index.row(), self.columns[index.column()].name
        if role == _Role.DecorationRole and name == "kind":
            pixmap = found_pixmap(self.event_at(line).kind)
            shown = QIcon(pixmap)
            shown.addPixmap(pixmap, QIcon.Mode.Selected)  # keeps its colours in a selected row
            return shown
        if role == _Role.DecorationRole and name == "fold" and self.others(line):
            opened = self.event_at(line).incident in self.opened
            return icon("chevron-down" if opened else "chevron-right", "secondary")
        if role == _Role.ToolTipRole:
            return self._tooltip(self.event_at(line))
        if role == _Role.ForegroundRole and (name in _QUIET or self.is_below(line)):
            return current_theme().secondary
        if role == _Role.DisplayRole and name == "kind" and (others := self.others(line)):
            return f"{super().data(index, role)}  +{others}"
        return super().data(index, role)

    def _tooltip(self, event: FoundEvent) -> str:
        """Return the rule that ``event`` was found by; for a stand, its cause instead."""
        if self._index is None or event.cause is None:
            return rule_text(event)
        return heading(self._index, event)

    def _key(self, column: int) -> Floats:
        """Return the numbers by which incidents are sorted when the table is sorted by ``column``.

        They are those of each incident's main event, shape ``(incidents,)``. An incident is the found events
        of one occurrence.
        """
        heads = self.all_events.heads
        return self._event_columns[column].keys(self._index, heads) if self._index else np.zeros(len(heads))

    def _arrange(self) -> None:
        """Compute the order of the events in the table, from its sorting and the unfolded incidents."""
        heads: Ints = self.all_events.firsts
        if self._sorted is not None and len(heads):
            column, order = self._sorted
            heads = heads[sorted_rows(np.arange(len(heads)), self._key(column), order)]
        if self.opened:
            incidents = self.all_events.incidents
            numbers = self.all_events["incident"][heads].tolist()
            opened = [
                incidents[number] if number in self.opened else np.array([head])
                for head, number in zip(heads.tolist(), numbers, strict=True)
            ]
            heads = np.concatenate(opened) if opened else heads
        self._order = heads


class EventTable(ListView):
    """Table view of found events, sortable, one row per incident (events of one occurrence).

    Incidents can be unfolded to show all their events.
    """

    event_chosen = Signal(object)
    """Emitted with the FoundEvent of the row that was clicked or moved to."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._events = _EventModel()
        super().__init__(self._events, _ROW_HEIGHT, parent)
        self._events.setParent(self)
        self._current: FoundEvent | None = None
        self._sought = False
        self.setSortingEnabled(True)
        self.sortByColumn(self._events.column_index["time"], Qt.SortOrder.AscendingOrder)
        self.offer_copies()
        self.horizontalHeader().setStretchLastSection(True)
        self.cell_chosen.connect(self._choose_event)
        self._events.modelReset.connect(self._mark_current)

    @property
    def events(self) -> list[FoundEvent]:
        """The events whose rows are shown, top to bottom, thus without those that are folded away."""
        return [self._events.event_at(line) for line in range(self._events.rowCount())]

    @property
    def all_events(self) -> Events:
        """The events of all listed incidents, those hidden in folded incidents included.

        An incident is a group of events of one occurrence.
        """
        return self._events.all_events

    def show_events(
        self, index: RecordingIndex | None, events: Events, time_text: TimeText, message: str
    ) -> None:
        """List ``events`` of the recording ``index``, most severe first; or ``message`` if there are none."""
        self.set_message(message)
        more = len(events) > len(self._events.all_events)
        self._events.show_events(index, events, time_text)
        if more:
            self._fit()

    def mark(self, event: FoundEvent | None) -> None:
        """Select the row of ``event`` and scroll to it if it was not selected; None selects no row."""
        self._sought = event != self._current or self._sought
        self._current = event
        self._mark_current()

    # -- folding

    def is_foldable(self, line: int) -> bool:
        """Return whether row ``line`` is for an incident (events of one occurrence) with several events."""
        return self._events.others(line) > 0 or self._events.is_below(line)

    def fold(self, line: int, opened: bool | None) -> None:
        """Unfold the incident of row ``line`` if ``opened`` is True, fold it if False, toggle it if None.

        An incident is the found events of one occurrence.
        """
        event = self._events.event_at(line)
        is_open, scroll = event.incident in self._events.opened, self.verticalScrollBar().value()
        self._events.fold(event, opened=not is_open if opened is None else opened)
        (line,) = self._events.lines_of(event)
        self._fit()
        self.verticalScrollBar().setValue(scroll)
        self.move_to(line)

    def _fit(self) -> None:
        """Fit the column widths to their contents, unless the user has changed them."""
        if not self.arranged:
            self.fit(_WIDEST)
            self.setColumnWidth(0, _FOLD_WIDTH)

    @Slot()
    def _mark_current(self) -> None:
        """Select the row of the event set by ``mark``; scroll to it unless that was already done.

        If the event is in a folded incident (events of one occurrence), the incident's row is selected.
        """
        lines = [] if self._current is None else self._events.lines_of(self._current)
        self.select_lines(lines)
        if lines and self._sought and self.viewport().height() >= _ROW_HEIGHT:
            self._sought = False
            self.move_to(lines[0])

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Scroll to the selected event again, as the table could not scroll to it while it had no height."""
        super().resizeEvent(event)
        self._mark_current()

    @Slot(int, int)
    def _choose_event(self, line: int, column: int) -> None:
        """Emit ``event_chosen`` for the clicked row; if its arrow was clicked, fold or unfold its incident.

        An incident is the found events of one occurrence.
        """
        if column == 0 and self._events.others(line):
            self.fold(line, None)
        else:
            self.event_chosen.emit(self._events.event_at(line))
