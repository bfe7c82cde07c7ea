"""What the timeline asks of others on behalf of the mouse."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, Signal

from viewer.ui.timeline.hits import TimelineHits
from viewer.ui.timeline.model import TimelineModel


class TimelineRequests(QObject):
    """Where gestures find what they change, and what they may ask for.

    Attributes:
        model: what is shown.
        hits: what lies where.

    """

    seek_requested = Signal(float)
    """Time in seconds to go to."""
    select_requested = Signal(object, bool)
    """Row of the actor to select; whether to add it to the selection (never)."""
    event_requested = Signal(object)
    """FoundEvent to go to."""
    hover_time = Signal(object)
    """Time under the mouse in seconds, None when it leaves."""
    menu_requested = Signal(QPoint, object)
    """Where the menu of lanes is to be opened, and the PlacedLane there, or None."""

    signal_requested = Signal(str, object)
    """What to do with signals, and with which.

    ``choose``, ``table``, ``picture`` go with None, ``copy`` with the number of a curve, ``sheet`` with the
    Sheet to show from now on.
    """
    details_requested = Signal()
    """What is wrong with the file is to be shown."""
    range_ended = Signal()
    """There is to be no range any more."""

    def __init__(self, model: TimelineModel, hits: TimelineHits, parent: QObject) -> None:
        super().__init__(parent)
        self.model = model
        self.hits = hits

    def seek(self, time: float) -> None:
        """Ask to go to a time, as far as there is one, and show it."""
        if self.model.content is not None:
            time = self.model.content.clipped(time)
            self.model.viewport.show(time)
            self.seek_requested.emit(time)

    def select(self, row: int) -> None:
        """Ask to select an actor."""
        self.select_requested.emit(row, False)
