"""The table of events with their icons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QPoint, QRect, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from viewer.analysis.event_table import Events, FoundEvent
from viewer.ui.found_icons import SIDE, found_pixmap
from viewer.ui.icons import Sprites
from viewer.ui.story.event_rows import EventColumn
from viewer.ui.theme import current_theme
from viewer.ui.widgets.grid_view import ROW_HEIGHT, GridView
from viewer.ui.widgets.rows_view import triangle
from viewer.ui.widgets.sorted_grid import SortedGridModel, SortedHeading

_GAP = 8
_FOLD = 14
"""Pixels of the mark by which an incident unfolds, and by which what belongs to it stands further in."""
_COUNT = 32
"""Pixels of how many others there are."""


class _EventModel(SortedGridModel):
    """What names the incidents, and the others of those that are open below it; copied as they are read."""

    def __init__(self) -> None:
        super().__init__()
        self.told = Events()
        self.opened: set[int] = set()

    def exact_text(self, line: int, column: int) -> str:
        """Return what the cell shows: exact values are in what is written as JSON."""
        return self.text(line, column)

    def unfolded(self, items: list[FoundEvent]) -> list[FoundEvent]:
        """Return the events with those below them."""
        if not self.opened:
            return items
        return [
            each
            for item in items
            for each in (self.told.incident_of(item) if item.incident in self.opened else (item,))
        ]

    def fold(self, event: FoundEvent, *, opened: bool) -> None:
        """Open or close the incident of an event."""
        if event.incident and opened != (event.incident in self.opened):
            self.opened ^= {event.incident}
            self._arrange()


class EventTable(GridView):
    """Shows incidents, which unfold; a heading sorts them, a line asks for its event."""

    event_chosen = Signal(object)
    """FoundEvent of the line that was clicked or moved to."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._grid = _EventModel()
        super().__init__(self._grid, parent)
        self._grid.setParent(self)
        self._current: FoundEvent | None = None
        self._sought = False
        self._sprites = Sprites(found_pixmap)
        self._sizes: dict[int, int] = {}  # of incidents, by their numbers
        self.set_elastic(EventColumn.RULE, EventColumn.SOURCE, EventColumn.SCENARIO_RUNNER)
        self.sort_by_headings(EventColumn.TIME)
        self.chosen.connect(self._choose_event)
        for changed in (self._grid.dataChanged, self._grid.modelReset, self._grid.rowsRemoved):
            changed.connect(self._mark)

    @property
    def events(self) -> Sequence[FoundEvent]:
        """The events on the lines, from above."""
        return self._grid.items

    @property
    def told(self) -> Events:
        """The events of all incidents that are listed, folded or not."""
        return self._grid.told

    def show_events(
        self,
        headings: tuple[SortedHeading, ...],
        events: Events,
        cells: Callable[[FoundEvent], Sequence[Any]],
        message: str,
    ) -> None:
        """Show events by incidents, with their cells, or the message if there are none.

        The columns are of what names the incidents.
        """
        self.message = message
        self._grid.told = events
        self._sizes = {number: len(places) for number, places in events.incidents.items()}
        self._grid.show_items(headings, events.heads, cells)
        self._mark()
        self.viewport().update()

    def mark(self, event: FoundEvent | None) -> None:
        """Mark an event as the one that was gone to, and scroll to it once."""
        self._sought = event != self._current or self._sought
        self._current = event
        self._mark()

    def room_beside(self, column: int) -> int:
        """Return the room of the icon, further in where it may be part of an incident, and of a number."""
        beside = SIDE + _GAP + _FOLD
        return 2 * _FOLD + beside + _COUNT if column == EventColumn.KIND else 0

    def paint_cell(self, painter: QPainter, area: QRect, line: int, column: int) -> None:
        """Paint one cell, with the icon of the kind, and of an incident how many others were found."""
        if column == EventColumn.KIND and line < len(self.events):
            event, rest = self.events[line], self._others(line)
            if rest:
                opened = event.incident in self._grid.opened
                triangle(painter, area.left(), area.center().y(), current_theme().secondary, opened=opened)
            elif self._is_below(line):
                area = area.adjusted(_FOLD, 0, 0, 0)
            area = area.adjusted(_FOLD, 0, 0, 0)
            icon = self._sprites.get(event.kind, self.devicePixelRatioF())
            painter.drawPixmap(area.left(), area.center().y() - SIDE // 2 + 1, icon)
            area = area.adjusted(SIDE + _GAP, 0, 0, 0)
            if rest:
                painter.setPen(current_theme().secondary)
                after = self.fontMetrics().horizontalAdvance(self._grid.text(line, column)) + _GAP
                painter.drawText(area.adjusted(after, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, f"+{rest}")
                area = area.adjusted(0, 0, -_COUNT, 0)
        painter.setPen(current_theme().secondary if column >= EventColumn.WEIGHT else current_theme().text)
        super().paint_cell(painter, area, line, column)

    # -- what belongs to an incident

    def _others(self, line: int) -> int:
        """Return how many events there are besides what names the incident, if a line has that."""
        event = self.events[line]
        return self._sizes[event.incident] - 1 if event.incident and not self._is_below(line) else 0

    def _is_below(self, line: int) -> bool:
        """Tell whether a line is of what was found of an incident besides."""
        events = self.events
        return line > 0 and 0 < events[line].incident == events[line - 1].incident

    def is_foldable(self, line: int) -> bool:
        """Tell whether a line is part of an incident of several."""
        return line < len(self.events) and (self._others(line) > 0 or self._is_below(line))

    def folds_at(self, line: int, at: QPoint) -> bool:
        """Tell whether the mark of a heading is there; besides, a line leads to its event."""
        left = self.columnViewportPosition(EventColumn.KIND)
        return line < len(self.events) and self._others(line) > 0 and left <= at.x() < left + _GAP + _FOLD

    def fold(self, line: int, opened: bool | None) -> None:
        """Open or close the incident of a line; None turns it round."""
        event = self.events[line]
        self._grid.fold(event, opened=event.incident not in self._grid.opened if opened is None else opened)
        lines = [number for number, each in enumerate(self.events) if each.incident == event.incident]
        self.scrollTo(self._grid.index(lines[-1], 0))
        self.move_to(line if line in lines and self.events[line] is event else lines[0])

    @Slot()
    def _mark(self) -> None:
        """Mark the event that was gone to, or what names its incident while that is closed."""
        current, events = self._current, self.events
        lines = [line for line, each in enumerate(events) if each == current]
        if current is not None and current.incident and not lines and current in self.told:
            lines = [line for line, each in enumerate(events) if each.incident == current.incident]
        self.set_marked(frozenset(lines))
        if lines and self._sought and self.viewport().height() >= ROW_HEIGHT:
            self._sought = False
            self.scrollTo(self._grid.index(lines[0], 0))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Scroll now if a list that has just been opened had no height before."""
        super().resizeEvent(event)
        self._mark()

    @Slot(int, int)
    def _choose_event(self, line: int, _column: int) -> None:
        if line < len(self.events):
            self.event_chosen.emit(self.events[line])
