"""The table of events with their icons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QRect, Signal, Slot
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from viewer.analysis.event import FoundEvent
from viewer.ui.found_icons import SIDE, found_pixmap
from viewer.ui.icons import Sprites
from viewer.ui.story.event_rows import EventColumn
from viewer.ui.theme import Theme
from viewer.ui.widgets.grid_view import ROW_HEIGHT, GridView
from viewer.ui.widgets.sorted_grid import SortedGridModel, SortedHeading

_GAP = 8


class _EventModel(SortedGridModel):
    """Events, copied as they are read."""

    def exact_text(self, line: int, column: int) -> str:
        """Return what the cell shows: exact values are in what is written as JSON."""
        return self.text(line, column)


class EventTable(GridView):
    """Shows events; a heading sorts them, a line asks for its event."""

    event_chosen = Signal(object)
    """FoundEvent of the line that was clicked or moved to."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        self._grid = _EventModel()
        super().__init__(self._grid, theme, parent)
        self._grid.setParent(self)
        self._current: FoundEvent | None = None
        self._sought = False
        self._sprites = Sprites(found_pixmap)
        self.set_elastic(EventColumn.RULE)
        self.sort_by_headings(EventColumn.TIME)
        self.chosen.connect(self._choose_event)
        for changed in (self._grid.dataChanged, self._grid.modelReset, self._grid.rowsRemoved):
            changed.connect(self._mark)

    @property
    def events(self) -> Sequence[FoundEvent]:
        """The events that are listed, from above."""
        return self._grid.items

    def show_events(
        self,
        headings: tuple[SortedHeading, ...],
        events: Sequence[FoundEvent],
        cells: Callable[[FoundEvent], Sequence[Any]],
        message: str,
    ) -> None:
        """Show events with their cells, or the message if there are none."""
        self.message = message
        self._grid.show_items(headings, events, cells)
        self._mark()
        self.viewport().update()

    def mark(self, event: FoundEvent | None) -> None:
        """Mark an event as the one that was gone to, and scroll to it once."""
        self._sought = event is not self._current or self._sought
        self._current = event
        self._mark()

    def room_beside(self, column: int) -> int:
        """Return the room of the icon."""
        return SIDE + _GAP if column == EventColumn.KIND else 0

    def paint_cell(self, painter: QPainter, area: QRect, line: int, column: int) -> None:
        """Paint one cell, with the icon of the kind."""
        if column == EventColumn.KIND and line < len(self.events):
            icon = self._sprites.get(self.events[line].kind, self.theme, self.devicePixelRatioF())
            painter.drawPixmap(area.left(), area.center().y() - SIDE // 2 + 1, icon)
            area = area.adjusted(SIDE + _GAP, 0, 0, 0)
        painter.setPen(self.theme.secondary if column >= EventColumn.WEIGHT else self.theme.text)
        super().paint_cell(painter, area, line, column)

    @Slot()
    def _mark(self) -> None:
        current = self._current
        events = () if current is None else self.events
        marked = frozenset(line for line, each in enumerate(events) if each is current)
        self.set_marked(marked)
        if marked and self._sought and self.viewport().height() >= ROW_HEIGHT:
            self._sought = False
            self.scrollTo(self._grid.index(min(marked), 0))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Scroll now if a list that has just been opened had no height before."""
        super().resizeEvent(event)
        self._mark()

    @Slot(int, int)
    def _choose_event(self, line: int, _column: int) -> None:
        if line < len(self.events):
            self.event_chosen.emit(self.events[line])
