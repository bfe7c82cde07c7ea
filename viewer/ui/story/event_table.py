"""The table of events with their icons."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from viewer.analysis.event import FoundEvent
from viewer.ui.found_icons import SIDE, FoundSprites
from viewer.ui.story.event_rows import EventColumn
from viewer.ui.theme import Theme, font
from viewer.ui.widgets.grid_model import GridHeading, GridModel
from viewer.ui.widgets.grid_view import GridView

_GAP = 8
_MARGIN = 24


class EventTable(GridView):
    """Shows events that somebody else has sorted and turned into text; a heading asks to sort."""

    sort_requested = Signal(object)
    """EventColumn by which to sort; the same again turns the order round."""
    event_chosen = Signal(object)
    """FoundEvent of the line that was clicked or moved to."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        self._grid = GridModel()
        super().__init__(self._grid, theme, parent)
        self._grid.setParent(self)
        self._events: Sequence[FoundEvent] = ()
        self._message = ""
        self._sprites = FoundSprites()
        self.set_elastic(EventColumn.RULE)
        header = self.horizontalHeader()
        header.setSectionsClickable(True)
        header.sectionClicked.connect(self._ask_to_sort)
        self.chosen.connect(self._choose_event)

    def show_events(
        self,
        headings: tuple[GridHeading, ...],
        events: Sequence[FoundEvent],
        rows: Sequence[Sequence[str]],
        message: str,
    ) -> None:
        """Show events, a row of text for each; or the message if there are none."""
        self._events, self._message = events, message
        self._grid.show(headings, rows)
        self.viewport().update()

    def mark(self, event: FoundEvent | None) -> None:
        """Mark an event as the one that was gone to."""
        lines = (line for line, each in enumerate(self._events) if each is event)
        self.set_marked(frozenset(lines))

    def room_beside(self, column: int) -> int:
        """Return the room of the icon."""
        return SIDE + _GAP if column == EventColumn.KIND else 0

    def paint_cell(self, painter: QPainter, area: QRect, line: int, column: int) -> None:
        """Paint one cell, with the icon of the kind."""
        if column == EventColumn.KIND and line < len(self._events):
            ratio = self.devicePixelRatioF()
            top = area.center().y() - SIDE // 2 + 1
            painter.drawPixmap(
                area.left(), top, self._sprites.get(self._events[line].kind, self.theme, ratio)
            )
            area = area.adjusted(SIDE + _GAP, 0, 0, 0)
        painter.setPen(self.theme.secondary if column >= EventColumn.WEIGHT else self.theme.text)
        super().paint_cell(painter, area, line, column)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the lines, or why there are none."""
        super().paintEvent(event)
        if not self._events:
            self.paint_message(self._message, font(13), self.theme.secondary, _MARGIN)

    @Slot(int)
    def _ask_to_sort(self, section: int) -> None:
        self.sort_requested.emit(EventColumn(section))

    @Slot(int, int)
    def _choose_event(self, line: int, _column: int) -> None:
        if line < len(self._events):
            self.event_chosen.emit(self._events[line])
