"""The table of found events, one row per incident (events of one occurrence), which can be unfolded."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QColor, QIcon, QResizeEvent
from PySide6.QtWidgets import QWidget

from viewer.analysis.event_table import Events, FoundEvent
from viewer.arrays import Floats, Ints
from viewer.recording.index import RecordingIndex
from viewer.ui.event_text import heading, rule_text
from viewer.ui.findings.event_rows import EventColumn, event_columns
from viewer.ui.format import TimeText, seconds
from viewer.ui.icons import found_pixmap, icon
from viewer.ui.theme import current_theme
from viewer.ui.widgets.grouped import NO_GROUP, GroupedModel
from viewer.ui.widgets.list_view import ListView
from viewer.ui.widgets.table import TableColumn

_ROW_HEIGHT = 24
_FOLD_WIDTH = 28
_QUIET = ("severity", "source")
_Role = Qt.ItemDataRole


class _EventModel(GroupedModel):
    """Table model of found events; a folded incident (events of one occurrence) shows only its main event.

    The main event is the first of the incident, the one that names it.
    """

    def __init__(self) -> None:
        super().__init__(event_columns(None, seconds), "")
        self._index: RecordingIndex | None = None
        self.all_events = Events()
        """The events of all listed incidents, also of folded ones."""
        self.role_data = {
            _Role.DecorationRole: self._icon,
            _Role.ForegroundRole: self._color,
            _Role.ToolTipRole: lambda row, _name: self._tooltip(self.all_events[row]),
        }

    def show_events(self, index: RecordingIndex | None, events: Events, time_text: TimeText) -> None:
        """List ``events`` of the recording ``index``, incident by incident, the most severe first.

        ``time_text`` formats times.
        """
        self._index, self.all_events = index, events
        self.groups = np.where(events["incident"] > 0, events["incident"], NO_GROUP)
        self.show_all(events, event_columns(index, time_text))

    def event_at(self, line: int) -> FoundEvent:
        """Return the event in row ``line`` of the table."""
        return self.all_events[int(self._order[line])]

    def line_of_event(self, event: FoundEvent) -> int | None:
        """Return the line that shows ``event``, or the incident that it is folded in; None if not listed."""
        events = self.all_events
        near = np.flatnonzero((events["start"] == event.start) & (events["incident"] == event.incident))
        row = next((each for each in near.tolist() if events[each] == event), None)
        line = None if row is None else self.line_of(row)
        return self.first_line(event.incident) if row is not None and line is None else line

    def group_at(self, line: int) -> int | None:
        """Return the incident that is folded and unfolded at ``line``; None if it has one event only."""
        group = int(self.groups[self._order[line]])
        return group if len(self.all_events.incidents.get(group, ())) > 1 else None

    def _lines(self, rows: Ints, groups: NDArray[np.integer]) -> Ints:
        first = np.diff(groups, prepend=NO_GROUP) != 0
        lines: Ints = rows[first | (groups == NO_GROUP) | np.isin(groups, [*self._open])]
        return lines

    def _is_main(self, row: int) -> bool:
        return row in self.all_events.firsts

    def others(self, row: int) -> int:
        """Return how many more events the incident has whose main event is in ``row``; 0 for other rows."""
        members = self.all_events.incidents.get(int(self.groups[row]), (row,))
        return len(members) - 1 if self._is_main(row) else 0

    def cell(self, column: TableColumn, row: int, role: int) -> object:
        """Return the data of a cell; a kind of event is followed by the number of further events: "+n"."""
        found = super().cell(column, row, role)
        more = column.name == "kind" and role == _Role.DisplayRole and self.others(row)
        return f"{found}  +{more}" if more else found

    def _icon(self, row: int, name: str) -> QIcon | None:
        if name == "kind":
            pixmap = found_pixmap(self.all_events[row].kind)
            shown = QIcon(pixmap)
            shown.addPixmap(pixmap, QIcon.Mode.Selected)  # keeps its colours in a selected row
            return shown
        if name == "fold" and self.others(row):
            opened = self.is_open(int(self.groups[row]))
            return icon("chevron-down" if opened else "chevron-right", "secondary")
        return None

    def _color(self, row: int, name: str) -> QColor | None:
        return current_theme().secondary if name in _QUIET or not self._is_main(row) else None

    def _tooltip(self, event: FoundEvent) -> str:
        """Return the rule that ``event`` was found by; for a stand, its cause instead."""
        if self._index is None or event.cause is None:
            return rule_text(event)
        return heading(self._index, event)

    def _key(self, column: int) -> Floats:
        """Return the numbers by which events are sorted by ``column``: those of their main events, (N,)."""
        events, shown = self.all_events, self.columns[column]
        assert isinstance(shown, EventColumn)  # noqa: S101 - for the type checker
        sizes = np.diff(np.append(events.firsts, len(events)))
        return np.repeat(shown.keys(events.heads), sizes)


class EventTable(ListView):
    """Table view of found events, sortable, one row per incident (events of one occurrence).

    Incidents can be unfolded to show all their events.
    """

    event_chosen = Signal(object)
    """Emitted with the FoundEvent of the row that was clicked or moved to."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._events = _EventModel()
        super().__init__(self._events, _ROW_HEIGHT, parent)
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

    def fold(self, line: int, opened: bool | None) -> None:
        """Unfold the incident of ``line`` if ``opened``, fold it if False, change its state if None."""
        super().fold(line, opened)
        self._fit()

    def _fit(self) -> None:
        """Fit the column widths to their contents, unless the user has changed them."""
        if not self.arranged:
            self.fit()
            self.setColumnWidth(0, _FOLD_WIDTH)

    @Slot()
    def _mark_current(self) -> None:
        """Select the row of the event set by ``mark``; scroll to it unless that was already done.

        If the event is in a folded incident (events of one occurrence), the incident's row is selected.
        """
        line = None if self._current is None else self._events.line_of_event(self._current)
        self.select_lines([] if line is None else [line])
        if line is not None and self._sought and self.viewport().height() >= _ROW_HEIGHT:
            self._sought = False
            self.move_to(line)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Scroll to the selected event again, as the table could not scroll to it while it had no height."""
        super().resizeEvent(event)
        self._mark_current()

    @Slot(int, int)
    def _choose_event(self, line: int, column: int) -> None:
        """Emit ``event_chosen`` for the clicked row; if its arrow was clicked, fold or unfold its incident.

        An incident is the found events of one occurrence.
        """
        if column == 0 and self._events.others(self._events.row_at(line) or 0):
            self.fold(line, None)
        else:
            self.event_chosen.emit(self._events.event_at(line))
